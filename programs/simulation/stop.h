/*
 * When a simulation is over: after all its games, or once its means are as exact as was asked for.
 *
 * Errors are looked at after certain numbers of games only, which depend on nothing but the plan.
 * So a simulation stops after the same game however its games were split.
 */
#ifndef PROGRAMS_SIMULATION_STOP_H
#define PROGRAMS_SIMULATION_STOP_H

#include "simulation/simulation.h"

/*
 * The next number of games, above `games`, after which a simulation may be over: without a target,
 * all of them; else 100, 200 ... 1000, 1100 and then each time about a tenth more, in whole series.
 */
int64_t plan_next_stop(const struct plan *plan, int64_t games);

/*
 * The greatest standard error of the mean shots of an entry, infinite where there are fewer than
 * two numbers; in duels, of the mean points of a game (1 for a win, 1/2 for a draw).
 */
double simulation_error(const struct simulation *simulation);

/* Whether the error is still above the target, if there is one. */
bool simulation_misses_target(const struct simulation *simulation);

/* Whether a simulation is over, after the games that it has. */
bool simulation_is_over(const struct simulation *simulation);

#endif
