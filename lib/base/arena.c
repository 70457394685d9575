/* Memory handed out piece by piece from one block. */
#include "base/arena.h"

#include <stdalign.h>

void *bship_internal_arena_take(bship_internal_arena *arena, size_t count, size_t size)
{
    size_t alignment = alignof(max_align_t);
    size_t begin = (arena->used + alignment - 1) / alignment * alignment;
    arena->used = begin + count * size;
    return arena->block ? arena->block + begin : NULL;
}
