/*
 * Every method behind one interface. An algorithm knows neither the others nor the policy, and
 * gives back no memory but its own.
 */
#ifndef BSI_INFERENCE_SOLVER_METHODS_H
#define BSI_INFERENCE_SOLVER_METHODS_H

#include "inference/solver.h"

typedef struct bsi_algorithm {
    /*
     * Prepares for the evidence and finds about how many steps counting takes: infinite if it
     * cannot count, NaN if that is not known. OK; CONTRADICTION; WORK_LIMIT, the steps being
     * known or not; CANCELLED; MEMORY; UNSUPPORTED.
     */
    bship_status (*plan)(bsi_solver *solver, const bsi_sample_request *order, double *steps);
    /* Counts what was planned: as bsi_solver_count(). */
    bship_status (*count)(bsi_solver *solver, const bsi_sample_request *order,
                          bsi_placement_counts *counts);
    /* Whether there is any layout, without a plan; the tally is spoilt. */
    bship_status (*check)(bsi_solver *solver, const bsi_sample_request *order,
                          bsi_placement_counts *counts);
    /* Draws a layout, after a count. */
    bship_status (*draw)(bsi_solver *solver, const bsi_placement_counts *counts, bship_rng *rng,
                         bsi_work_budget *budget, bship_placement *placements);
    /* Gives back the memory that it keeps. NULL: it keeps little. */
    void (*release)(bsi_solver *solver);
} bsi_algorithm;

/* Of any chart but those below; inclusion-exclusion also of those. */
extern const bsi_algorithm bsi_inclusion_exclusion;
extern const bsi_algorithm bsi_frontier_programme;
extern const bsi_algorithm bsi_rejection_sampling;
extern const bsi_algorithm bsi_markov_chains;

/* Of salvos reported by totals: counting one by one, and sampling, by an open ledger. */
extern const bsi_algorithm bsi_totals_enumeration;
extern const bsi_algorithm bsi_totals_rejection;
extern const bsi_algorithm bsi_totals_particles;

#endif
