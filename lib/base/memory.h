/* Allocation through the caller's allocator; every size is overflow-checked. */
#ifndef BSI_BASE_MEMORY_H
#define BSI_BASE_MEMORY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/memory.h>
#include <battleship/status.h>

/* The C library's allocator where `given` is all NULL; ARGUMENT where it is half filled. */
bship_status bsi_allocator_read(bship_allocator *out, const bship_allocator *given);

/* `count` items of `size` bytes, zeroed; NULL if there is no memory, or the product overflows. */
void *bsi_alloc(const bship_allocator *allocator, size_t count, size_t size);

/* Grows a block (NULL: a new one) from `old_count` to `count` items; the new ones are not zeroed.
 */
void *bsi_grow(const bship_allocator *allocator, void *block, size_t old_count, size_t count,
               size_t size);

/* Frees what the two above gave; NULL is accepted. */
void bsi_free(const bship_allocator *allocator, void *block, size_t count, size_t size);

/*
 * A limit on what is lent by an allocator. Blocks are the allocator's own: what was
 * lent through a budget may be freed without it.
 */
typedef struct bsi_memory_budget {
    bship_allocator lender;
    uint64_t left;   /* bytes that may still be lent */
    bool is_reached; /* whether more was asked for than was left; the owner's to reset */
} bsi_memory_budget;

/* An allocator that lends from a budget, which must outlive it. */
bship_allocator bsi_memory_budget_allocator(bsi_memory_budget *budget);

/* Takes bytes that are lent elsewhere off a budget: OK or MEMORY. */
bship_status bsi_memory_budget_spend(bsi_memory_budget *budget, uint64_t bytes);

#endif
