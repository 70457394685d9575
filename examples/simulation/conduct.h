/* Conducting a study: plays all its games, follows them with a progress bar, and sums them up. */
#ifndef EXAMPLES_SIMULATION_CONDUCT_H
#define EXAMPLES_SIMULATION_CONDUCT_H

#include "simulation/simulation.h"

/*
 * Plays the games that the simulations do not have yet, and sums them up. EXIT_INTERRUPTED: after
 * Ctrl-C, with the results of the games that were played; the study is not complete then.
 */
int study_conduct(struct study *study);

#endif
