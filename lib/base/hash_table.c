/* A hash table of numbers; see hash_table.h. */
#include "base/hash_table.h"

#include <string.h>

enum {
    FIRST_SIZE = 256
};

void bsi_hash_table_free(bsi_hash_table *table, const bship_allocator *allocator)
{
    bsi_free(allocator, table->slots, table->capacity, sizeof *table->slots);
    *table = (bsi_hash_table){ .slots = NULL };
}

void bsi_hash_table_clear(bsi_hash_table *table)
{
    table->size = 0;
}

/* Replaces the slots by `size` empty ones. The old ones are freed first, so that a memory limit
 * need not have room for both. */
static bship_status renew_slots(bsi_hash_table *table, size_t size,
                                const bship_allocator *allocator, bsi_work_budget *budget)
{
    bsi_hash_table_free(table, allocator);
    table->slots = bsi_grow(allocator, NULL, 0, size, sizeof *table->slots);
    if (!table->slots)
        return BSHIP_ERROR_MEMORY;
    table->capacity = size;
    bship_status status = bsi_work_clear_memory(budget, table->slots, size * sizeof *table->slots);
    if (status)
        bsi_hash_table_free(table, allocator);
    return status;
}

bship_status bsi_hash_table_grow(bsi_hash_table *table, const bship_allocator *allocator,
                                 bsi_work_budget *budget)
{
    size_t size = table->size ? table->size * 2 : FIRST_SIZE;
    bship_status status =
        size > table->capacity ? renew_slots(table, size, allocator, budget) : BSHIP_OK;
    if (status)
        return status;
    table->size = size;
    table->round++;
    if (table->round == 0) {
        /* The number of the round has wrapped: slots of old rounds must not count as set. */
        memset(table->slots, 0, table->capacity * sizeof *table->slots);
        table->round = 1;
    }
    return BSHIP_OK;
}

/* Adds items to an empty table. */
static bship_status add_items(bsi_hash_table *table, const bsi_hash_items *items,
                              bsi_work_budget *budget)
{
    enum {
        STEPS_A_SLOT = 16
    };
    bship_status status = BSHIP_OK;
    for (uint32_t number = items->first; !status && number - items->first < items->count;
         number++) {
        uint64_t hash = items->hash(items->items, number);
        size_t mask = table->size - 1, i = (size_t)hash & mask;
        while (table->slots[i].round == table->round)
            i = (i + 1) & mask;
        bsi_hash_slot_set(table, &table->slots[i], hash, number);
        status = bsi_work_report(budget, STEPS_A_SLOT);
    }
    return status;
}

bship_status bsi_hash_table_reserve(bsi_hash_table *table, size_t count,
                                    const bsi_hash_items *items, const bship_allocator *allocator,
                                    bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    while (!status && 2 * count > table->size) {
        status = bsi_hash_table_grow(table, allocator, budget);
        if (!status)
            status = add_items(table, items, budget);
    }
    return status;
}
