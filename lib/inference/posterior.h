/*
 * The posterior, internally: a pipeline of four stages. A chart becomes evidence (which
 * placements are possible), the solver turns evidence into placement counts (how many layouts
 * contain each placement), and these become marginals (probabilities of cells), which the
 * queries read. After a failed update the posterior is empty, and every query says so.
 */
#ifndef BSI_INFERENCE_POSTERIOR_H
#define BSI_INFERENCE_POSTERIOR_H

#include <stdbool.h>

#include <battleship/posterior.h>

#include "base/memory.h"
#include "base/names.h"
#include "inference/marginals.h"
#include "inference/mixture.h"
#include "inference/reweighting.h"
#include "inference/solver.h"

struct bship_posterior {
    bship_rules *rules;
    bship_posterior_options options; /* defaults in place of 0, without the weights */
    bsi_memory_budget memory;
    bsi_evidence evidence;
    bsi_solver solver;
    bsi_placement_counts counts;
    bship_habits_snapshot *habits; /* a reference; NULL: none */
    bsi_mixture mixture;           /* added to the counts; it learns the count of an empty chart */
    int64_t law_work;              /* steps that this count took; -1: not tried yet */
    bsi_marginals marginals;
    bsi_reweighting reweighting; /* of the marginals, by the habits' law of pairs */
    bool is_rough;               /* a sample of any size is accepted: see common/sampling.h */
    bool *is_finishing;          /* of the budgets of updates; NULL: these cannot finish early */
    bool has_marginals;          /* the last update succeeded */
    int64_t work;                /* steps of the last update, also if it failed */
    uint8_t *states;             /* by position: the chart's */
    bship_placement *drawn;      /* a layout that is being drawn */
    bship_placement *kept;       /* the one chosen of several draws */
    size_t block_size;
    max_align_t block[]; /* all of the arrays */
};

/* bship_posterior_new() with a bsi_lane and a bsi_cpu forced by tests; -1: the best. */
bship_status bsi_posterior_new(bship_posterior **out, const bship_chart *chart,
                               const bship_posterior_options *options, int32_t lane, int32_t cpu,
                               bship_error *error);

/*
 * Makes a posterior of rules, without marginals until it is updated; the caller has checked the
 * options. OK, MEMORY, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_posterior_make(bship_posterior **out, const bship_rules *rules,
                                const bship_posterior_options *given, bsi_work_budget *budget);

/* Whether bsi_posterior_make() would refuse the options for their memory limit: OK, MEMORY or
 * CANCELLED. */
bship_status bsi_posterior_check_size(const bship_rules *rules,
                                      const bship_posterior_options *given,
                                      bsi_work_budget *budget);

/* Whether a failure is that of a limit of the options, and not of the allocator. */
bool bsi_posterior_met_limit(const bship_posterior *posterior, bship_status status);

/* bship_posterior_check(); `met_limit` receives whether a limit left the answer open. */
bship_status bsi_posterior_check(const bship_chart *chart, const bship_posterior_options *options,
                                 bool *met_limit, bship_error *error);

/* What the options request of the solver; `budget` receives the work budget that they allow. */
bsi_solve_request bsi_posterior_request(bship_posterior *posterior, bsi_work_budget *budget);

/*
 * Draws a layout that agrees with the chart of the last update, with the stream and the budget of a
 * request, into its placements: as bsi_solver_draw(). Under a law of pairs it is one of several
 * draws, chosen by their factors: sampling importance resampling (Rubin 1987).
 */
bship_status bsi_posterior_draw(bship_posterior *posterior, const bsi_solve_request *request);

/* Whether the number of layouts is known: a Markov chain does not estimate it. */
bool bsi_posterior_is_counted(const bship_posterior *posterior);

/* Counts in doubles are in units of 2 to this power. */
int64_t bsi_posterior_exponent(const bship_posterior *posterior);

/* log2 of the number, or weight, of the layouts counted last; NaN if it is not known. */
double bsi_posterior_log2_layouts(const bship_posterior *posterior);

/* By bship_explanation_state. */
extern const bsi_names bsi_explanation_state_names;

#endif
