/*
 * A tour: a permutation of the numbers below a count that needs no memory. It is an arithmetic
 * progression modulo the count, whose step is coprime to the count, so it visits each number once.
 */
#ifndef BSI_BASE_TOUR_H
#define BSI_BASE_TOUR_H

#include "base/divisor.h"
#include "base/random.h"

typedef struct bsi_tour {
    uint32_t count;
    uint32_t start;
    uint32_t step;
} bsi_tour;

/* The identity. */
static inline bsi_tour bsi_tour_in_order(uint32_t count)
{
    return (bsi_tour){ count, 0, 1 };
}

/* A random start and a random step. */
static inline bsi_tour bsi_tour_draw(uint32_t count, bship_rng *rng)
{
    bsi_tour tour = bsi_tour_in_order(count);
    if (count < 2)
        return tour;
    tour.start = bsi_rng_below(rng, count);
    do
        tour.step = 1 + bsi_rng_below(rng, count - 1);
    while (bsi_common_divisor(tour.step, count) != 1);
    return tour;
}

/* The number at an index of a tour that is not empty. */
static inline uint32_t bsi_tour_at(const bsi_tour *tour, uint32_t index)
{
    return (uint32_t)((tour->start + (uint64_t)index * tour->step) % tour->count);
}

#endif
