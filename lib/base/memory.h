/* Allocation through the caller's allocator; every size is overflow-checked. */
#ifndef BSI_BASE_MEMORY_H
#define BSI_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/memory.h>
#include <battleship/status.h>

/* Copies `given`, or the C library's allocator if all its functions are NULL: OK; ARGUMENT if only
 * some are. */
bship_status bsi_allocator_read(bship_allocator *out, const bship_allocator *given);

/* `count` items of `size` bytes, zeroed; NULL if out of memory or if the product overflows. */
void *bsi_alloc(const bship_allocator *allocator, size_t count, size_t size);

/* Grows a block (NULL: a new one) from `old_count` to `count` items, of which the new ones are not
 * zeroed; NULL as above, and then the old block stays. */
void *bsi_grow(const bship_allocator *allocator, void *block, size_t old_count, size_t count,
               size_t size);

/* Frees a block from either of the above; NULL is allowed. */
void bsi_free(const bship_allocator *allocator, void *block, size_t count, size_t size);

/*
 * A memory budget: a limit on what an allocator provides. Blocks belong to that allocator: those
 * allocated through a budget may be freed without it.
 */
typedef struct bsi_memory_budget {
    bship_allocator lender; /* the allocator that provides the memory */
    uint64_t left;          /* bytes that may still be allocated */
    bool is_reached; /* whether an allocation was refused; the user of the budget resets it */
} bsi_memory_budget;

/* An allocator that charges a budget, which must outlive it. */
bship_allocator bsi_memory_budget_allocator(bsi_memory_budget *budget);

/* Charges a budget for bytes allocated elsewhere: OK or MEMORY. */
bship_status bsi_memory_budget_spend(bsi_memory_budget *budget, uint64_t bytes);

#endif
