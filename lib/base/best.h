/* Sorting the best items of a list to its front: heapsort that stops early. */
#ifndef BSI_BASE_BEST_H
#define BSI_BASE_BEST_H

#include "base/work_budget.h"

/* An order of items: negative if `a` is better, positive if `b` is, 0 if they are equally good. */
typedef int bsi_compare(const void *context, uint32_t a, uint32_t b);

/*
 * Sorts the best `most` items to the front, best first, and after them all items as good as the
 * last of these. Equally good items are in ascending order. Writes how many are sorted. OK or
 * CANCELLED.
 */
bship_status bsi_sort_best(uint32_t *items, uint32_t count, uint32_t most, bsi_compare *compare,
                           const void *context, uint32_t *sorted, bsi_work_budget *budget);

#endif
