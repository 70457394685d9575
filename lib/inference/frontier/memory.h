/* The memory of a frontier programme: arrays that are kept, within a limit. */
#ifndef BSI_INFERENCE_FRONTIER_MEMORY_H
#define BSI_INFERENCE_FRONTIER_MEMORY_H

#include "base/array.h"

typedef struct bsi_frontier_memory {
    bship_allocator allocator;
    uint64_t left; /* bytes that may still be taken */
} bsi_frontier_memory;

/* Makes room for `count` items in all, which stay: OK, WORK_LIMIT past the limit, or MEMORY. */
bship_status bsi_frontier_grow(bsi_frontier_memory *memory, bsi_array *array, size_t count,
                               size_t size);

/* Makes room for `count` items, of which none stays where there was no room: as above. */
bship_status bsi_frontier_renew(bsi_frontier_memory *memory, bsi_array *array, size_t count,
                                size_t size);

void bsi_frontier_release(bsi_frontier_memory *memory, bsi_array *array, size_t size);

#endif
