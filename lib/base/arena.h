/* Memory handed out piece by piece from one block. */
#ifndef BSHIP_BASE_ARENA_H
#define BSHIP_BASE_ARENA_H

#include <stddef.h>

typedef struct bship_internal_arena {
    unsigned char *block; /* NULL while the size is being measured */
    size_t used;
} bship_internal_arena;

/* The next `count` items of `size` bytes, aligned for any type; NULL while measuring. */
void *bship_internal_arena_take(bship_internal_arena *arena, size_t count, size_t size);

#endif
