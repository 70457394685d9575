/*
 * What the files of methods share: each way of counting by itself, and what is done where one
 * cannot do it but another may.
 */
#ifndef BSHIP_INFERENCE_METHODS_WAYS_H
#define BSHIP_INFERENCE_METHODS_WAYS_H

#include "inference/methods.h"

enum {
    BSHIP_INTERNAL_CHEAP = 5000000 /* steps: for less it is not worth looking for better */
};

/* A way of counting, after what has been planned or read. */
typedef bship_status (*bship_internal_counting)(bship_internal_methods *methods,
                                                const bship_internal_count_order *order,
                                                bship_internal_tally *tally);

/* Only the ledger, and closing by it, know of salvos answered by totals. */
static inline int bship_internal_has_totals(const bship_internal_methods *methods)
{
    return bship_internal_totals_matter(&methods->ledger.totals);
}

/* ---- each way ---- */

/*
 * Whether rounding has left exact weights good: OK or UNSUPPORTED. Sums of the smallest numbers
 * lose their digits; and closing takes differences, of `most` in all: where weights are very far
 * apart, what is left of them may be nothing but rounding.
 */
bship_status bship_internal_check_rounding(const bship_internal_tally *tally, double most);

/* Counts what has been planned. */
bship_status bship_internal_count_by_closing(bship_internal_methods *methods,
                                             const bship_internal_count_order *order,
                                             bship_internal_tally *tally);

/* Whether there is any layout, which is planned first. */
bship_status bship_internal_check_by_closing(bship_internal_methods *methods,
                                             bship_internal_tally *tally,
                                             bship_internal_effort *effort);

/* Makes the frontier unless there is one; its memory is limited by the budget. */
bship_status bship_internal_make_frontier(bship_internal_methods *methods);
/* Gives back what the frontier keeps for the next count; whether there was any. */
int bship_internal_release_frontier(bship_internal_methods *methods);
bship_status bship_internal_count_by_frontier(bship_internal_methods *methods,
                                              const bship_internal_count_order *order,
                                              bship_internal_tally *tally);

/* Readies draws: OK; else there is no telling, or no layout. */
bship_status bship_internal_read_draws(bship_internal_methods *methods,
                                       bship_internal_effort *effort);
/* Draws, after the above. */
bship_status bship_internal_sample_by_draws(bship_internal_methods *methods,
                                            const bship_internal_count_order *order,
                                            bship_internal_tally *tally);

/* Finds a layout, from which the chains begin. */
bship_status bship_internal_read_chain(bship_internal_methods *methods,
                                       const bship_internal_count_order *order);
bship_status bship_internal_sample_by_chain(bship_internal_methods *methods,
                                            const bship_internal_count_order *order,
                                            bship_internal_tally *tally);

/* ---- one after the other ---- */

/* Whether a way of counting cannot do it, but another may: within the limits, of memory too. */
int bship_internal_is_beyond(const bship_internal_methods *methods, bship_status status);

/*
 * What closing would cost, in `*steps`; infinite if that is too much to find out. Where memory
 * lacks, the frontier's is given back.
 */
bship_status bship_internal_plan_closing(bship_internal_methods *methods, int is_whole,
                                         bship_internal_effort *effort, double *steps);

/*
 * Runs a way of counting. The frontier keeps its memory even where that was not enough, for
 * the next count; but not if another way lacks it.
 */
bship_status bship_internal_run_way(bship_internal_counting run_once,
                                    bship_internal_methods *methods,
                                    const bship_internal_count_order *order,
                                    bship_internal_tally *tally);

/* ---- salvos answered by totals ---- */

/* As bship_internal_methods_count() and bship_internal_methods_check(), where totals matter. */
bship_status bship_internal_methods_count_totals(bship_internal_methods *methods,
                                                 const bship_internal_count_order *order,
                                                 bship_internal_tally *tally);
bship_status bship_internal_methods_check_totals(bship_internal_methods *methods,
                                                 const bship_internal_count_order *order);

#endif
