/*
 * Holm's procedure for many tests; see statistics.h. Sorted from the least p-value up, each is
 * multiplied by how many are not smaller, and none gets less than one before it. Here nothing is
 * sorted, as tests are few: the products come first, and then the greatest of those up to each.
 */
#include "simulation/statistics/statistics.h"

/* The p-value times the number of those that are not smaller; 1 at most. */
static double product_of(const double *p, size_t count, size_t test)
{
    size_t left = 0;
    for (size_t i = 0; i < count; i++)
        left += p[i] >= p[test];
    double product = p[test] * (double)left;
    return product < 1.0 ? product : 1.0;
}

void holm(const double *p, size_t count, double *adjusted)
{
    for (size_t i = 0; i < count; i++)
        adjusted[i] = product_of(p, count, i);
    /* Whether an item is still the product or already the greatest one makes no difference. */
    for (size_t i = 0; i < count; i++)
        for (size_t j = 0; j < count; j++)
            if (p[j] <= p[i] && adjusted[j] > adjusted[i])
                adjusted[i] = adjusted[j];
}
