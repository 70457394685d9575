/* The memory of a frontier programme: arrays that are kept, within a limit. */
#ifndef BSHIP_INFERENCE_FRONTIER_MEMORY_H
#define BSHIP_INFERENCE_FRONTIER_MEMORY_H

#include "base/array.h"

typedef struct bship_internal_frontier_memory {
    bship_allocator allocator;
    uint64_t left; /* bytes that may still be taken */
} bship_internal_frontier_memory;

/* Makes room for `count` items in all, which stay: OK, WORK_LIMIT past the limit, or MEMORY. */
bship_status bship_internal_frontier_grow(bship_internal_frontier_memory *memory,
                                          bship_internal_array *array, size_t count, size_t size);

/* Makes room for `count` items, of which none stays where there was no room: as above. */
bship_status bship_internal_frontier_renew(bship_internal_frontier_memory *memory,
                                           bship_internal_array *array, size_t count, size_t size);

void bship_internal_frontier_release(bship_internal_frontier_memory *memory,
                                     bship_internal_array *array, size_t size);

#endif
