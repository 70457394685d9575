/* The memory of a frontier programme. */
#include "inference/frontier/memory.h"

/* While a block grows, the old one and the new one may be in use together. */
static bship_status resize(bsi_frontier_memory *memory, bsi_array *array, size_t capacity,
                           size_t size)
{
    if (capacity > memory->left / size)
        return BSHIP_ERROR_WORK_LIMIT;
    void *items = bsi_grow(&memory->allocator, array->items, array->capacity, capacity, size);
    if (!items)
        return BSHIP_ERROR_MEMORY;
    memory->left -= (capacity - array->capacity) * size;
    array->items = items;
    array->capacity = capacity;
    return BSHIP_OK;
}

bship_status bsi_frontier_grow(bsi_frontier_memory *memory, bsi_array *array, size_t count,
                               size_t size)
{
    if (count <= array->capacity)
        return BSHIP_OK;
    size_t half_more = array->capacity + array->capacity / 2;
    return resize(memory, array, count > half_more ? count : half_more, size);
}

bship_status bsi_frontier_renew(bsi_frontier_memory *memory, bsi_array *array, size_t count,
                                size_t size)
{
    if (count <= array->capacity)
        return BSHIP_OK;
    bsi_frontier_release(memory, array, size);
    return resize(memory, array, count, size);
}

void bsi_frontier_release(bsi_frontier_memory *memory, bsi_array *array, size_t size)
{
    memory->left += array->capacity * size;
    bsi_array_free(array, &memory->allocator, size);
}
