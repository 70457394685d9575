/* Memory handed out piece by piece from one block. */
#ifndef BSHIP_BASE_ARENA_H
#define BSHIP_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct bship_internal_arena {
    unsigned char *block; /* NULL while the size is being measured */
    size_t used;          /* BSHIP_INTERNAL_ARENA_FULL: more than there can be */
} bship_internal_arena;

/* More than any allocator gives, with room to add a header to it. */
#define BSHIP_INTERNAL_ARENA_FULL (SIZE_MAX / 4 * 3)

/*
 * The next `count` items of `size` bytes, aligned for any type; NULL while measuring. What
 * does not fit a size_t measures as BSHIP_INTERNAL_ARENA_FULL.
 */
void *bship_internal_arena_take(bship_internal_arena *arena, size_t count, size_t size);

#endif
