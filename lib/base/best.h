/* Sorting the best items of a list to its front: heapsort that stops early. */
#ifndef BSI_BASE_BEST_H
#define BSI_BASE_BEST_H

#include "base/work_budget.h"

/* An order of items: negative if `a` is better, positive if `b` is, 0 if they are equally good. */
typedef int bsi_compare(const void *context, uint32_t a, uint32_t b);

/*
 * Sorts items, best first, equally good ones in ascending order: `most` of them, those as good as
 * the last of these, and no more. Writes how many. OK or CANCELLED.
 */
bship_status bsi_sort_best(uint32_t *items, uint32_t count, uint32_t most, bsi_compare *compare,
                           const void *context, uint32_t *sorted, bsi_work_budget *budget);

#endif
