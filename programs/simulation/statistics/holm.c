/*
 * Holm's procedure for many tests; see statistics.h. The p-values are sorted as a linked list by
 * merging (D. Knuth, The Art of Computer Programming, volume 3, 2nd edition 1998, section 5.2.4,
 * algorithm L). The links, as numbers of tests, are kept where the adjusted p-values will be: so no
 * memory is needed.
 */
#include "simulation/statistics/statistics.h"

/* Merges two sorted lists, which end with the link `end`. Returns the first test. */
static size_t merge(const double *p, double *links, size_t a, size_t b, size_t end)
{
    double first, *tail = &first;
    while (a != end && b != end) {
        size_t *least = p[b] < p[a] ? &b : &a;
        *tail = (double)*least;
        tail = &links[*least];
        *least = (size_t)*tail;
    }
    *tail = (double)(a != end ? a : b);
    return (size_t)first;
}

/* Sorts `count` tests, at least one, from a first one. Returns the test of the least p-value. */
static size_t sort(const double *p, double *links, size_t from, size_t count, size_t end)
{
    if (count == 1) {
        links[from] = (double)end;
        return from;
    }
    size_t half = count / 2;
    size_t a = sort(p, links, from, half, end);
    size_t b = sort(p, links, from + half, count - half, end);
    return merge(p, links, a, b, end);
}

/* Goes from the least p-value up: each is multiplied by how many are not smaller, and none gets
 * less than one before it. */
void holm(const double *p, size_t count, double *adjusted)
{
    double highest = 0.0;
    size_t test = count > 0 ? sort(p, adjusted, 0, count, count) : 0;
    for (size_t left = count; left > 0; left--) {
        size_t next = (size_t)adjusted[test];
        double product = p[test] * (double)left;
        highest = product > highest ? product : highest;
        highest = highest < 1.0 ? highest : 1.0;
        adjusted[test] = highest;
        test = next;
    }
}
