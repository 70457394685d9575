/*
 * Positions in which players are compared, from the first shot to half of the board. Shots at
 * random have reached one half of them, which leave a hit open nearly everywhere, so they show how
 * a player follows a hit; the strategy `hunt`, which sinks what it hits, the other: there they show
 * where a player searches.
 */
#ifndef PROGRAMS_SIMULATION_POSITIONS_H
#define PROGRAMS_SIMULATION_POSITIONS_H

#include <stdint.h>

#include <battleship/battleship.h>

struct position {
    bship_chart *chart;
    uint64_t seed; /* for the player that is asked; it tells nothing of the fleet */
    size_t due;    /* shots */
};

/*
 * Makes a position of each of `count` games, from a seed. `count` becomes the number of positions:
 * a game that ends too soon has none. They are to be cleared even after a failure.
 */
bship_status positions_make(struct position *positions, int64_t *count, const bship_rules *rules,
                            uint64_t seed);

/* Frees the charts. */
void positions_clear(struct position *positions, int64_t count);

#endif
