/*
 * A transposition table (Zobrist 1970): what is known of the values of states of a search, by hash.
 * Nothing is ever replaced, so that what it contains is a function of what was stored; it grows up
 * to a limit, and is then full. Open addressing, linear probing.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_OPTIMUM_TABLE_H
#define BSI_INFERENCE_LOOKAHEAD_OPTIMUM_TABLE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"

enum {
    BSI_OPTIMUM_NO_MOVE = UINT16_MAX
};

typedef struct bsi_optimum_entry {
    uint64_t hash;
    int32_t bound; /* the value, or a lower bound of it */
    uint16_t move; /* the best shot, or the one that was best last; or BSI_OPTIMUM_NO_MOVE */
    bool is_exact; /* whether it is the value */
    bool is_taken; /* whether the entry is one; the table sets it */
} bsi_optimum_entry;

typedef struct bsi_optimum_table {
    BSI_ARRAY(bsi_optimum_entry) entries; /* a power of 2 of them, or none */
    size_t used;
} bsi_optimum_table;

/* Empties a table, which keeps little memory: OK or MEMORY. */
bship_status bsi_optimum_table_clear(bsi_optimum_table *table, const bship_allocator *allocator);
void bsi_optimum_table_free(bsi_optimum_table *table, const bship_allocator *allocator);

/* The entry of a hash; NULL: none. */
const bsi_optimum_entry *bsi_optimum_table_find(const bsi_optimum_table *table, uint64_t hash);

/* Stores an entry, in place of that of the same hash: OK, MEMORY, or WORK_LIMIT if the table has
 * `most` entries already. */
bship_status bsi_optimum_table_store(bsi_optimum_table *table, const bship_allocator *allocator,
                                     bsi_optimum_entry entry, size_t most);

#endif
