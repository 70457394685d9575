/* Memory handed out piece by piece from one block. */
#ifndef BSI_BASE_ARENA_H
#define BSI_BASE_ARENA_H

#include <stddef.h>
#include <stdint.h>

typedef struct bsi_arena {
    unsigned char *block; /* NULL while the size is being measured */
    size_t used;          /* BSI_ARENA_FULL: more than there can be */
} bsi_arena;

/* More than any allocator gives, with room to add a header to it. */
#define BSI_ARENA_FULL (SIZE_MAX / 4 * 3)

/*
 * The next `count` items of `size` bytes, aligned for any type; NULL while measuring. What
 * does not fit a size_t measures as BSI_ARENA_FULL.
 */
void *bsi_arena_take(bsi_arena *arena, size_t count, size_t size);

#endif
