/* Heapsort that stops early; see best.h. */
#include "base/best.h"

#include <stdbool.h>

enum {
    STEPS_A_SIFT = 256
};

/* A heap whose root is the best item. It is stored backwards, item `i` at end[-1 - i], so that the
 * sorted list can grow from the front. */
struct heap {
    uint32_t *end;
    bsi_compare *compare;
    const void *context;
};

static bool comes_after(const struct heap *heap, uint32_t a, uint32_t b)
{
    int order = heap->compare(heap->context, a, b);
    return order > 0 || (order == 0 && a > b);
}

static void sift_down(const struct heap *heap, uint32_t count, uint32_t i)
{
    for (uint32_t child = 2 * i + 1; child < count; child = 2 * i + 1) {
        uint32_t *at = heap->end - 1 - child, *parent = heap->end - 1 - i;
        if (child + 1 < count && comes_after(heap, at[0], at[-1])) {
            child++;
            at--;
        }
        if (!comes_after(heap, *parent, *at))
            return;
        uint32_t item = *parent;
        *parent = *at;
        *at = item;
        i = child;
    }
}

bship_status bsi_sort_best(uint32_t *items, uint32_t count, uint32_t most, bsi_compare *compare,
                           const void *context, uint32_t *sorted, bsi_work_budget *budget)
{
    struct heap heap = { items + count, compare, context };
    uint32_t i = 0;
    bship_status status = BSHIP_OK;
    for (uint32_t k = count / 2; !status && k-- > 0;) {
        sift_down(&heap, count, k);
        status = bsi_work_report(budget, STEPS_A_SIFT);
    }
    /* Invariant: items[0..i) are sorted and the rest is the heap, whose last item is items[i]. */
    for (; !status && i < count; i++) {
        uint32_t best = heap.end[-1];
        if (i >= most && compare(context, items[i - 1], best) != 0)
            break;
        heap.end[-1] = items[i];
        items[i] = best;
        sift_down(&heap, count - i - 1, 0);
        status = bsi_work_report(budget, STEPS_A_SIFT);
    }
    *sorted = i;
    return status;
}
