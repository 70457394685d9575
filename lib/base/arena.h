/*
 * An arena: many arrays in one allocation. Arrays are carved twice by the same code: first
 * without a block, to measure the size, then from the block.
 */
#ifndef BSI_BASE_ARENA_H
#define BSI_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct bsi_arena {
    unsigned char *block; /* NULL while the size is being measured */
    size_t used;          /* BSI_ARENA_FULL after an overflow */
} bsi_arena;

/* More than any allocator provides; a header can still be added without overflow. */
#define BSI_ARENA_FULL (SIZE_MAX / 4 * 3)

/*
 * Returns the next `count` items of `size` bytes, aligned for any type; NULL while
 * measuring. A size that overflows measures as BSI_ARENA_FULL.
 */
void *bsi_arena_take(bsi_arena *arena, size_t count, size_t size);

#endif
