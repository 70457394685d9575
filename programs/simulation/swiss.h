/*
 * Tournaments in rounds, by the Swiss system: in each round every player duels with one who has
 * done about as well so far, so that a few rounds rank many players. A duel of several games is won
 * by who wins more of them.
 */
#ifndef PROGRAMS_SIMULATION_SWISS_H
#define PROGRAMS_SIMULATION_SWISS_H

#include "simulation/simulation.h"

/*
 * Plans the duels of the next round, once those of all rounds before are played. Players are paired
 * from the top of the standings down, each with the next one whom it has not met; two meet again
 * only if one of them has met all who are left. Of an odd number the lowest that has not rested
 * rests, which counts as a duel won. The standings are by points, then by games won; else lots are
 * drawn from the seed. Returns an exit code.
 */
int swiss_pair(struct study *study);

#endif
