/* Growable arrays; see array.h. */
#include "base/array.h"

#include <stdint.h>

enum {
    FIRST_CAPACITY = 16
};

bship_status bsi_array_reserve(bsi_array *array, const bship_allocator *allocator, size_t more,
                               size_t size)
{
    size_t capacity = array->capacity ? array->capacity : FIRST_CAPACITY;
    if (more > SIZE_MAX / 4 - array->count)
        return BSHIP_ERROR_MEMORY;
    while (capacity < array->count + more)
        capacity *= 2;
    if (array->items && capacity == array->capacity)
        return BSHIP_OK;
    void *items = bsi_grow(allocator, array->items, array->capacity, capacity, size);
    if (!items)
        return BSHIP_ERROR_MEMORY;
    array->items = items;
    array->capacity = capacity;
    return BSHIP_OK;
}

void bsi_array_free(bsi_array *array, const bship_allocator *allocator, size_t size)
{
    bsi_free(allocator, array->items, array->capacity, size);
    *array = (bsi_array){ NULL, 0, 0 };
}
