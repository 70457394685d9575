/* Pairs of things that are numbered: those of the first one come first, then those of the second.
 */
#ifndef PROGRAMS_SIMULATION_STATISTICS_PAIRS_H
#define PROGRAMS_SIMULATION_STATISTICS_PAIRS_H

#include <stddef.h>

/* How many pairs so many things make. */
static inline size_t pair_count(size_t things)
{
    return things * (things - 1) / 2;
}

/* The number of a pair, whose `a` is less than its `b`, from 0. */
static inline size_t pair_index(size_t things, size_t a, size_t b)
{
    return a * (2 * things - a - 1) / 2 + b - a - 1;
}

#endif
