/* Growable arrays; see array.h. */
#include "base/array.h"

#include <stdint.h>

enum {
    FIRST_CAPACITY = 16
};

static bship_status resize(bsi_array *array, const bship_allocator *allocator, size_t capacity,
                           size_t size)
{
    void *items = bsi_grow(allocator, array->items, array->capacity, capacity, size);
    if (!items)
        return BSHIP_ERROR_MEMORY;
    array->items = items;
    array->capacity = capacity;
    return BSHIP_OK;
}

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
    return resize(array, allocator, capacity, size);
}

bship_status bsi_array_grow(bsi_array *array, const bship_allocator *allocator, size_t count,
                            size_t size)
{
    if (count <= array->capacity)
        return BSHIP_OK;
    size_t half_more = array->capacity + array->capacity / 2;
    return resize(array, allocator, count > half_more ? count : half_more, size);
}

bship_status bsi_array_renew(bsi_array *array, const bship_allocator *allocator, size_t count,
                             size_t size)
{
    if (count <= array->capacity)
        return BSHIP_OK;
    bsi_array_free(array, allocator, size);
    return resize(array, allocator, count, size);
}

void bsi_array_free(bsi_array *array, const bship_allocator *allocator, size_t size)
{
    bsi_free(allocator, array->items, array->capacity, size);
    *array = (bsi_array){ NULL, 0, 0 };
}
