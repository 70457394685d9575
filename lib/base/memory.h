/* Allocation through the caller's allocator; every size is overflow-checked. */
#ifndef BSHIP_BASE_MEMORY_H
#define BSHIP_BASE_MEMORY_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/memory.h>
#include <battleship/status.h>

/* The C library's allocator where `given` is all NULL; ARGUMENT where it is half filled. */
bship_status bship_internal_allocator_read(bship_allocator *out, const bship_allocator *given);

/* `count` items of `size` bytes, zeroed; NULL if there is no memory, or the product overflows. */
void *bship_internal_alloc(const bship_allocator *allocator, size_t count, size_t size);

/* Grows a block (NULL: a new one) from `old_count` to `count` items; the new ones are not zeroed.
 */
void *bship_internal_grow(const bship_allocator *allocator, void *block, size_t old_count,
                          size_t count, size_t size);

/* Frees what the two above gave; NULL is accepted. */
void bship_internal_free(const bship_allocator *allocator, void *block, size_t count, size_t size);

/*
 * A limit on what is lent by an allocator. Blocks are the allocator's own: what was
 * lent through a budget may be freed without it.
 */
typedef struct bship_internal_budget {
    bship_allocator lender;
    uint64_t left;  /* bytes that may still be lent */
    int is_reached; /* whether more was asked for than was left; the owner's to reset */
} bship_internal_budget;

/* An allocator that lends from a budget, which must outlive it. */
bship_allocator bship_internal_budget_allocator(bship_internal_budget *budget);

/* Takes bytes that are lent elsewhere off a budget: OK or MEMORY. */
bship_status bship_internal_budget_spend(bship_internal_budget *budget, uint64_t bytes);

#endif
