/* An arena: many arrays in one allocation; see arena.h. */
#include "base/arena.h"

#include <stdalign.h>

void *bsi_arena_take(bsi_arena *arena, size_t count, size_t size)
{
    size_t alignment = alignof(max_align_t);
    size_t begin = (arena->used + alignment - 1) / alignment * alignment;
    if (begin >= BSI_ARENA_FULL || count > (BSI_ARENA_FULL - begin) / size) {
        arena->used = BSI_ARENA_FULL;
        return NULL;
    }
    arena->used = begin + count * size;
    return arena->block ? arena->block + begin : NULL;
}
