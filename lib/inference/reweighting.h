/*
 * Marginals under a law of pairs (habits/pairs.h), by importance sampling: layouts are drawn from
 * the posterior without the law, each weighs its factor, and weighted frequencies of cells replace
 * their occupancies.
 *
 * The exact occupancies are a control variate: the error of the unweighted frequency is known, and
 * is subtracted with the coefficient that minimizes the variance (Rubinstein and Marcus, Operations
 * Research 33, 1985). Where the law says little, little error remains. The probabilities of ships
 * and sinkings at a cell change in proportion to its occupancy.
 */
#ifndef BSI_INFERENCE_REWEIGHTING_H
#define BSI_INFERENCE_REWEIGHTING_H

#include <stdbool.h>

#include <battleship/random.h>

#include "inference/habits/pairs.h"
#include "inference/marginals.h"

/* Sums over the draws with a ship in a cell. */
typedef struct bsi_cell_sums {
    double draws;
    double weights;
    double squares; /* of the weights */
} bsi_cell_sums;

typedef struct bsi_reweighting {
    const bship_rules *rules;
    const bsi_pair_law *law; /* NULL: none */
    bool is_applied;         /* to the last marginals */
    bsi_cell_sums all;
    bsi_cell_sums *cells; /* by position */
    double *errors;       /* by position: standard errors of the occupancies; 0: known exactly */
} bsi_reweighting;

/* Carves the arrays from an arena. */
void bsi_reweighting_carve(bsi_reweighting *reweighting, const bship_rules *rules,
                           bsi_arena *arena);

/* Forgets all draws. */
void bsi_reweighting_start(bsi_reweighting *reweighting);

/* The factor of a layout. */
double bsi_reweighting_factor(const bsi_reweighting *reweighting, const bship_placement *layout);

/* Adds a draw with a weight. */
void bsi_reweighting_add(bsi_reweighting *reweighting, const bship_placement *layout,
                         double weight);

/* The steps of one draw, apart from drawing it. */
static inline int64_t bsi_reweighting_cost(const bship_rules *rules)
{
    int64_t ships = rules->fleet->count;
    return ships * ships + 2 * (int64_t)rules->fleet->cells;
}

/* The number of draws with equal weights that would be as precise. */
double bsi_reweighting_effective(const bsi_reweighting *reweighting);

/* Whether the draws suffice. */
bool bsi_reweighting_suffices(const bsi_reweighting *reweighting);

/* Applies the draws to marginals. */
void bsi_reweighting_apply(bsi_reweighting *reweighting, bsi_marginals *marginals);

#endif
