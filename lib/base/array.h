/* Growable arrays: the capacity doubles when full and never shrinks. */
#ifndef BSI_BASE_ARRAY_H
#define BSI_BASE_ARRAY_H

#include <stddef.h>

#include "base/memory.h"

typedef struct bsi_array {
    void *items;
    size_t count;
    size_t capacity;
} bsi_array;

/* Makes room for `more` items of `size` bytes after the last: OK or MEMORY. */
bship_status bsi_array_reserve(bsi_array *array, const bship_allocator *allocator, size_t more,
                               size_t size);

/* Makes room for `count` items in all, or for half more than before: OK or MEMORY. */
bship_status bsi_array_grow(bsi_array *array, const bship_allocator *allocator, size_t count,
                            size_t size);

/* Makes room for `count` items; if there was too little, the items are lost: OK or MEMORY. */
bship_status bsi_array_renew(bsi_array *array, const bship_allocator *allocator, size_t count,
                             size_t size);

/* Frees the items; the array is then empty and can be used again. */
void bsi_array_free(bsi_array *array, const bship_allocator *allocator, size_t size);

#endif
