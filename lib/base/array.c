/* Growable arrays; see array.h. */
#include "base/array.h"

#include <stdint.h>
#include <string.h>

enum {
    FIRST_CAPACITY = 16,
    LARGE = 1 << 18 /* bytes: copying so many is a fraction of a millisecond */
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

/* Copies memory in pieces and reports them: OK or CANCELLED. */
static bship_status copy(void *to, const void *from, size_t bytes, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (size_t done = 0; !status && done < bytes; done += BSI_WORK_REPORT_INTERVAL) {
        size_t left = bytes - done;
        size_t piece = left < BSI_WORK_REPORT_INTERVAL ? left : BSI_WORK_REPORT_INTERVAL;
        memcpy((unsigned char *)to + done, (const unsigned char *)from + done, piece);
        status = bsi_work_report(budget, (int64_t)piece);
    }
    return status;
}

bship_status bsi_array_grow(bsi_array *array, const bship_allocator *allocator, size_t count,
                            size_t size, bsi_work_budget *budget)
{
    size_t half_more = array->capacity + array->capacity / 2;
    size_t capacity = count > half_more ? count : half_more;
    if (count <= array->capacity)
        return BSHIP_OK;
    if (array->capacity * size <= LARGE)
        return resize(array, allocator, capacity, size);
    bsi_array grown = { NULL, array->count, 0 };
    bship_status status = resize(&grown, allocator, capacity, size);
    if (!status)
        status = copy(grown.items, array->items, array->capacity * size, budget);
    bsi_array_free(status ? &grown : array, allocator, size);
    if (!status)
        *array = grown;
    return status;
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
