/* Holm's procedure for many tests; see statistics.h. */
#include <stdbool.h>

#include <battleship/statistics.h>

/* Marks an adjusted p-value that is not known yet. */
static const double unknown = -1.0;

/* The least p-value that is not adjusted yet, and how many are not. */
static double least_left(const double *p, size_t count, const double *adjusted, size_t *left)
{
    double least = 2.0;
    *left = 0;
    for (size_t i = 0; i < count; i++) {
        bool is_left = adjusted[i] == unknown;
        *left += is_left;
        if (is_left && p[i] < least)
            least = p[i];
    }
    return least;
}

static bool are_probabilities(const double *p, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (!(p[i] >= 0.0 && p[i] <= 1.0))
            return false;
    }
    return true;
}

/* Goes from the least p-value up: each is multiplied by how many are not smaller, and none gets
 * less than one before it. */
bship_status bship_holm(const double *p, size_t count, double *adjusted)
{
    size_t left;
    double highest = 0.0;
    if (count > 0 && (!p || !adjusted))
        return BSHIP_ERROR_ARGUMENT;
    if (!are_probabilities(p, count))
        return BSHIP_ERROR_RANGE;
    for (size_t i = 0; i < count; i++)
        adjusted[i] = unknown;
    for (;;) {
        double least = least_left(p, count, adjusted, &left);
        if (left == 0)
            return BSHIP_OK;
        double product = least * (double)left;
        highest = product > highest ? product : highest;
        highest = highest < 1.0 ? highest : 1.0;
        for (size_t i = 0; i < count; i++) {
            if (p[i] == least)
                adjusted[i] = highest;
        }
    }
}
