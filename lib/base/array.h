/* Arrays that grow: doubled when full, never shrunk. */
#ifndef BSHIP_BASE_ARRAY_H
#define BSHIP_BASE_ARRAY_H

#include <stddef.h>

#include "base/memory.h"

typedef struct bship_internal_array {
    void *items;
    size_t count;
    size_t capacity;
} bship_internal_array;

/* Makes room for `more` items of `size` bytes behind those there are: OK or MEMORY. */
bship_status bship_internal_array_reserve(bship_internal_array *array,
                                          const bship_allocator *allocator, size_t more,
                                          size_t size);

/* Frees the items: the array is as new. */
void bship_internal_array_free(bship_internal_array *array, const bship_allocator *allocator,
                               size_t size);

#endif
