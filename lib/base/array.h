/* Growable arrays, whose capacity never shrinks. */
#ifndef BSI_BASE_ARRAY_H
#define BSI_BASE_ARRAY_H

#include <stddef.h>

#include "base/memory.h"
#include "base/work_budget.h"

typedef struct bsi_array {
    void *items;
    size_t count;
    size_t capacity;
} bsi_array;

/* Makes room for `more` items of `size` bytes after the last, doubling the capacity: OK or MEMORY.
 */
bship_status bsi_array_reserve(bsi_array *array, const bship_allocator *allocator, size_t more,
                               size_t size);

/* Makes room for `count` items in all. Adds at least half of the capacity, less than doubling does,
 * for arrays that fill most of the memory. What takes long to copy is copied in pieces, which are
 * reported: OK, MEMORY or CANCELLED. */
bship_status bsi_array_grow(bsi_array *array, const bship_allocator *allocator, size_t count,
                            size_t size, bsi_work_budget *budget);

/* Makes room for `count` items and no more. If the array has to grow, its items are lost: OK or
 * MEMORY. */
bship_status bsi_array_renew(bsi_array *array, const bship_allocator *allocator, size_t count,
                             size_t size);

/* The room in an array of the caller's: NULL stands for one without room, whatever its capacity. */
static inline size_t bsi_room(const void *array, size_t capacity)
{
    return array ? capacity : 0;
}

/* Frees the items; the array is then empty and can be used again. */
void bsi_array_free(bsi_array *array, const bship_allocator *allocator, size_t size);

/*
 * An array whose items have a type: `items`, `count` and `capacity` are those of `array`, which the
 * functions above take. The macros below call them with the size of an item.
 */
#define BSI_ARRAY(type)                                                                            \
    union {                                                                                        \
        bsi_array array;                                                                           \
        struct {                                                                                   \
            type *items;                                                                           \
            size_t count;                                                                          \
            size_t capacity;                                                                       \
        };                                                                                         \
    }

#define BSI_RESERVE(list, allocator, more)                                                         \
    bsi_array_reserve(&(list)->array, allocator, more, sizeof *(list)->items)
#define BSI_RENEW(list, allocator, count)                                                          \
    bsi_array_renew(&(list)->array, allocator, count, sizeof *(list)->items)
#define BSI_GROW(list, allocator, count, budget)                                                   \
    bsi_array_grow(&(list)->array, allocator, count, sizeof *(list)->items, budget)
#define BSI_FREE(list, allocator) bsi_array_free(&(list)->array, allocator, sizeof *(list)->items)

#endif
