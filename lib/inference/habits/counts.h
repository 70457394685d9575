/*
 * Single placements that a player likes: counts of them, shrunk towards a law of placements.
 *
 * The placements of a class follow a Dirichlet-multinomial (Polya) distribution around the law
 * (Minka, Estimating a Dirichlet distribution, 2000): after n ships, n(p) of them in placement p,
 * the next one lies there with probability (n(p) + c law(p)) / (n + c). A few concentrations c are
 * averaged by their evidence; an infinite one, which is the law itself, is the likeliest before
 * any data.
 */
#ifndef BSI_INFERENCE_HABITS_COUNTS_H
#define BSI_INFERENCE_HABITS_COUNTS_H

#include "inference/habits/log_linear.h"

/*
 * Multiplies weights, by placement, by what the ships seen tell about single placements; `law` are
 * the probabilities of placements by these weights. Returns the probability that the player likes
 * single placements; if it is below `sure`, nothing changes. `counts` is a workspace by placement.
 */
double bsi_habit_counts_apply(const bsi_habit_tables *tables, bsi_habit_ships ships,
                              const double *law, double sure, double *counts, double *weights);

#endif
