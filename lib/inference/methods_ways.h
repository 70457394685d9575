/*
 * What the files of methods share: each way of counting by itself, and what is done where one
 * cannot do it but another may.
 */
#ifndef BSI_INFERENCE_METHODS_WAYS_H
#define BSI_INFERENCE_METHODS_WAYS_H

#include <stdbool.h>

#include "inference/methods.h"

enum {
    BSI_CHEAP = 5000000 /* steps: for less it is not worth looking for better */
};

/* A way of counting, after what has been planned or read. */
typedef bship_status (*bsi_counting)(bsi_solver *solver, const bsi_solve_request *order,
                                     bsi_placement_counts *counts);

/* Only the ledger, and closing by it, know of salvos answered by totals. */
static inline bool bsi_has_totals(const bsi_solver *solver)
{
    return bsi_totals_matter(&solver->residual.totals);
}

/* ---- each way ---- */

/*
 * Whether rounding has left exact weights good: OK or UNSUPPORTED. Sums of the smallest numbers
 * lose their digits; and closing takes differences, of `most` in all: where weights are very far
 * apart, what is left of them may be nothing but rounding.
 */
bship_status bsi_check_rounding(const bsi_placement_counts *counts, double most);

/* Counts what has been planned. */
bship_status bsi_count_by_enumeration(bsi_solver *solver, const bsi_solve_request *order,
                                      bsi_placement_counts *counts);

/* Whether there is any layout, which is planned first. */
bship_status bsi_check_by_enumeration(bsi_solver *solver, bsi_placement_counts *counts,
                                      bsi_work_budget *budget);

/* Makes the frontier unless there is one; its memory is limited by the budget. */
bship_status bsi_make_frontier(bsi_solver *solver);
/* Gives back what the frontier keeps for the next count; whether there was any. */
int bsi_release_frontier(bsi_solver *solver);
bship_status bsi_count_by_frontier(bsi_solver *solver, const bsi_solve_request *order,
                                   bsi_placement_counts *counts);

/* Readies draws: OK; else there is no telling, or no layout. */
bship_status bsi_read_rejection(bsi_solver *solver, bsi_work_budget *budget);
/* Draws, after the above. */
bship_status bsi_sample_by_rejection(bsi_solver *solver, const bsi_solve_request *order,
                                     bsi_placement_counts *counts);

/* Finds a layout, from which the chains begin. */
bship_status bsi_read_mcmc(bsi_solver *solver, const bsi_solve_request *order);
bship_status bsi_sample_by_mcmc(bsi_solver *solver, const bsi_solve_request *order,
                                bsi_placement_counts *counts);

/* ---- one after the other ---- */

/* Whether a way of counting cannot do it, but another may: within the limits, of memory too. */
bool bsi_is_beyond(const bsi_solver *solver, bship_status status);

/*
 * What closing would cost, in `*steps`; infinite if that is too much to find out. Where memory
 * lacks, the frontier's is given back.
 */
bship_status bsi_plan_enumeration(bsi_solver *solver, bool is_whole, bsi_work_budget *budget,
                                  double *steps);

/*
 * Runs a way of counting. The frontier keeps its memory even where that was not enough, for
 * the next count; but not if another way lacks it.
 */
bship_status bsi_run_way(bsi_counting run_once, bsi_solver *solver, const bsi_solve_request *order,
                         bsi_placement_counts *counts);

/* ---- salvos answered by totals ---- */

/* As bsi_solver_count() and bsi_solver_check(), where totals matter. */
bship_status bsi_solver_count_totals(bsi_solver *solver, const bsi_solve_request *order,
                                     bsi_placement_counts *counts);
bship_status bsi_solver_check_totals(bsi_solver *solver, const bsi_solve_request *order);

#endif
