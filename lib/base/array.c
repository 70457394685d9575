/* Arrays that grow. */
#include "base/array.h"

#include <stdint.h>

enum {
    FIRST_CAPACITY = 16
};

bship_status bship_internal_array_reserve(bship_internal_array *array,
                                          const bship_allocator *allocator, size_t more,
                                          size_t size)
{
    size_t capacity = array->capacity ? array->capacity : FIRST_CAPACITY;
    if (more > SIZE_MAX / 4 - array->count)
        return BSHIP_ERROR_MEMORY;
    while (capacity < array->count + more)
        capacity *= 2;
    if (array->items && capacity == array->capacity)
        return BSHIP_OK;
    void *items = bship_internal_grow(allocator, array->items, array->capacity, capacity, size);
    if (!items)
        return BSHIP_ERROR_MEMORY;
    array->items = items;
    array->capacity = capacity;
    return BSHIP_OK;
}

void bship_internal_array_free(bship_internal_array *array, const bship_allocator *allocator,
                               size_t size)
{
    bship_internal_free(allocator, array->items, array->capacity, size);
    *array = (bship_internal_array){ NULL, 0, 0 };
}
