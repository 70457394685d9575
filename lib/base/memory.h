/* Allocation through the caller's allocator; every size is overflow-checked. */
#ifndef BSHIP_BASE_MEMORY_H
#define BSHIP_BASE_MEMORY_H

#include <stddef.h>

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

#endif
