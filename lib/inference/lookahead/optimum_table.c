/* The transposition table of the search for optimal play; see optimum_table.h. */
#include "inference/lookahead/optimum_table.h"

#include <string.h>

enum {
    SIZE_MIN = 1 << 10 /* of a table that is not empty */
};

bship_status bsi_optimum_table_clear(bsi_optimum_table *table, const bship_allocator *allocator)
{
    if (table->entries.capacity > SIZE_MIN)
        bsi_optimum_table_free(table, allocator);
    if (BSI_RENEW(&table->entries, allocator, SIZE_MIN))
        return BSHIP_ERROR_MEMORY;
    memset(table->entries.items, 0, SIZE_MIN * sizeof *table->entries.items);
    table->entries.count = SIZE_MIN;
    table->used = 0;
    return BSHIP_OK;
}

void bsi_optimum_table_free(bsi_optimum_table *table, const bship_allocator *allocator)
{
    BSI_FREE(&table->entries, allocator);
    table->used = 0;
}

/* The place of a hash, or the empty one where it belongs. */
static bsi_optimum_entry *place_of(const bsi_optimum_table *table, uint64_t hash)
{
    size_t last = table->entries.count - 1, place = (size_t)hash & last;
    while (table->entries.items[place].is_taken && table->entries.items[place].hash != hash)
        place = (place + 1) & last;
    return &table->entries.items[place];
}

const bsi_optimum_entry *bsi_optimum_table_find(const bsi_optimum_table *table, uint64_t hash)
{
    if (table->used == 0)
        return NULL;
    const bsi_optimum_entry *entry = place_of(table, hash);
    return entry->is_taken ? entry : NULL;
}

/* Doubles the table. */
static bship_status grow(bsi_optimum_table *table, const bship_allocator *allocator)
{
    bsi_optimum_table larger = { .used = table->used };
    size_t size = 2 * table->entries.count;
    if (BSI_RENEW(&larger.entries, allocator, size))
        return BSHIP_ERROR_MEMORY;
    memset(larger.entries.items, 0, size * sizeof *larger.entries.items);
    larger.entries.count = size;
    for (size_t i = 0; i < table->entries.count; i++) {
        if (table->entries.items[i].is_taken)
            *place_of(&larger, table->entries.items[i].hash) = table->entries.items[i];
    }
    bsi_optimum_table_free(table, allocator);
    *table = larger;
    return BSHIP_OK;
}

bship_status bsi_optimum_table_store(bsi_optimum_table *table, const bship_allocator *allocator,
                                     bsi_optimum_entry entry, size_t most)
{
    bsi_optimum_entry *place = place_of(table, entry.hash);
    if (!place->is_taken) {
        if (table->used >= most)
            return BSHIP_ERROR_WORK_LIMIT;
        if (++table->used > table->entries.count / 8 * 5) {
            bship_status status = grow(table, allocator);
            if (status)
                return status;
            place = place_of(table, entry.hash);
        }
    }
    *place = entry;
    place->is_taken = true;
    return BSHIP_OK;
}
