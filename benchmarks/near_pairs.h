/* Pairs of ships near each other, as the placement styles `clustered` and `spread` count them. */
#ifndef BENCHMARKS_NEAR_PAIRS_H
#define BENCHMARKS_NEAR_PAIRS_H

#include <battleship/battleship.h>

/* The distance of two intervals: 1 if they are side by side, 0 or less if they overlap. */
static inline int32_t distance(int32_t a, int32_t length_a, int32_t b, int32_t length_b)
{
    return a < b ? b - (a + length_a - 1) : a - (b + length_b - 1);
}

/* Whether two ships are within two columns and two rows of each other. */
static inline int are_near(const bship_fleet *fleet, bship_placement a, bship_placement b)
{
    const int32_t length_a = bship_fleet_length(fleet, a.ship);
    const int32_t length_b = bship_fleet_length(fleet, b.ship);

    return distance(a.x, a.orientation ? 1 : length_a, b.x, b.orientation ? 1 : length_b) <= 2 &&
           distance(a.y, a.orientation ? length_a : 1, b.y, b.orientation ? length_b : 1) <= 2;
}

static inline int near_pairs(const bship_fleet *fleet, const bship_placement *ships, int count)
{
    int pairs = 0;

    for (int i = 0; i < count; i++)
        for (int j = i + 1; j < count; j++)
            pairs += are_near(fleet, ships[i], ships[j]);
    return pairs;
}

#endif
