/*
 * A hash table of numbers: open addressing with linear probing.
 *
 * It maps 64-bit hashes to the numbers of items in a list that the caller keeps. The size is a
 * power of two, and at most half of the slots are set. Growing and clearing empty the table in
 * constant time: a slot counts as set only if its round is the current one.
 */
#ifndef BSI_BASE_HASH_TABLE_H
#define BSI_BASE_HASH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/memory.h"
#include "base/work_budget.h"

typedef struct bsi_hash_slot {
    uint64_t hash;
    uint32_t number;
    uint32_t round; /* in which it was set */
} bsi_hash_slot;

typedef struct bsi_hash_table {
    bsi_hash_slot *slots;
    size_t capacity; /* slots that are allocated */
    size_t size;     /* of them in use, so that a small table stays in the cache */
    uint32_t round;
} bsi_hash_table;

/* Empties the table. It keeps its memory, but is of size 0 until it grows. */
void bsi_hash_table_clear(bsi_hash_table *table);

/* Empties the table, doubles its size and reports the work: OK; MEMORY or CANCELLED, which leave it
 * without slots. */
bship_status bsi_hash_table_grow(bsi_hash_table *table, const bship_allocator *allocator,
                                 bsi_work_budget *budget);

void bsi_hash_table_free(bsi_hash_table *table, const bship_allocator *allocator);

static inline bool bsi_hash_slot_is_set(const bsi_hash_table *table, const bsi_hash_slot *slot)
{
    return slot->round == table->round;
}

/* Whether an item with the hash of a key is the item of this key. */
typedef bool bsi_is_item(const void *items, uint32_t number, const void *key);

/* The slot of an item, or the empty one where it belongs. `is_item` NULL: equal hashes suffice. */
static inline bsi_hash_slot *bsi_hash_table_find(const bsi_hash_table *table, uint64_t hash,
                                                 bsi_is_item *is_item, const void *items,
                                                 const void *key)
{
    size_t mask = table->size - 1, i = (size_t)hash & mask;
    bsi_hash_slot *slots = table->slots;
    while (slots[i].round == table->round &&
           !(slots[i].hash == hash && (!is_item || is_item(items, slots[i].number, key))))
        i = (i + 1) & mask;
    return &slots[i];
}

static inline void bsi_hash_slot_set(const bsi_hash_table *table, bsi_hash_slot *slot,
                                     uint64_t hash, uint32_t number)
{
    *slot = (bsi_hash_slot){ hash, number, table->round };
}

/* The items in a table, which are set again after it has grown. */
typedef struct bsi_hash_items {
    uint64_t (*hash)(const void *items, uint32_t number);
    const void *items;
    uint32_t first; /* the number of the first item; the others follow */
    size_t count;
} bsi_hash_items;

/* Makes room for `count` items in all; `items` are those that the table contains: OK, MEMORY or
 * CANCELLED. */
bship_status bsi_hash_table_reserve(bsi_hash_table *table, size_t count,
                                    const bsi_hash_items *items, const bship_allocator *allocator,
                                    bsi_work_budget *budget);

#endif
