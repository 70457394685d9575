/*
 * Conducting a study: plays all its games, follows them with a progress bar, a checkpoint and a
 * file of rows, and sums them up.
 */
#ifndef PROGRAMS_SIMULATION_CONDUCT_H
#define PROGRAMS_SIMULATION_CONDUCT_H

#include "simulation/simulation.h"

/*
 * Plays the games that the simulations do not have yet, and sums them up. EXIT_INTERRUPTED: after
 * Ctrl-C. Whatever ends the games, those that were played have results: see `has_results` and
 * `is_complete` of the study.
 */
int study_conduct(struct study *study, const struct conduct_files *files);

#endif
