/*
 * The posterior: a pipeline of four stages. A chart becomes evidence (which
 * placements are possible), the solver turns evidence into placement counts (how many layouts
 * contain each placement), and these become marginals (probabilities of cells), which the
 * queries read. After a failed update the posterior is empty, and every query says so.
 *
 * Where a prior gives a share to stricter contact rules, the posterior has a
 * part under each: a posterior that reads the same charts. Their counts are mixed into those under
 * the game's rule (mixture.h). Limits of work and memory are divided among the parts equally. An
 * update that finishes early, or lacks the total of a part, answers under the game's rule alone.
 */
#ifndef BSI_INFERENCE_POSTERIOR_H
#define BSI_INFERENCE_POSTERIOR_H

#include <stdbool.h>

#include <battleship/posterior.h>

#include "base/memory.h"
#include "base/names.h"
#include "inference/marginals.h"
#include "inference/mixture.h"
#include "inference/solver.h"

struct bship_posterior {
    bship_rules *rules;
    bship_posterior_options options; /* defaults in place of 0, without the weights */
    bsi_memory_budget memory;
    bsi_evidence evidence;
    bsi_solver solver;
    bsi_placement_counts counts;
    bsi_prior *prior;                         /* a reference; NULL: none */
    bsi_mixture mixture;                      /* of the counts */
    int32_t part_count;                       /* at least 1 */
    bship_posterior *parts[BSI_CONTACTS_MAX]; /* by contact rule of the prior; the first is the
                                                 posterior itself */
    bool ignores_contact; /* whether the game's contact rule was used alone for want of a total */
    bsi_marginals marginals;
    bool is_rough;            /* a sample of any size is accepted: see common/sampling.h */
    bool *is_finishing;       /* of the budgets of updates; NULL: these cannot finish early */
    bsi_progress_relay relay; /* of the budget of an update, and of those of all parts */
    bool has_marginals;       /* the last update succeeded */
    int64_t work;             /* steps of the last update, also if it failed */
    uint8_t *states;          /* by position: the chart's */
    double *errors;           /* by position: standard errors of a mixture's occupancies */
    bship_placement *drawn;   /* a layout that is being drawn */
    size_t block_size;
    max_align_t block[]; /* all of the arrays */
};

/*
 * bship_posterior_new() with a prior (NULL: none), of which the posterior takes a reference, and
 * with a bsi_lane and a bsi_cpu forced by tests; -1: the best. Also ARGUMENT for weights beside a
 * prior, and RULES if that has other rules.
 */
bship_status bsi_posterior_new(bship_posterior **out, const bship_chart *chart,
                               const bship_posterior_options *options, const bsi_prior *prior,
                               int32_t lane, int32_t cpu, bship_error *error);

/*
 * Makes a posterior of rules by the options of a caller, without marginals until it is updated:
 * statuses as of bsi_posterior_new(), but none of a chart.
 */
bship_status bsi_posterior_open(bship_posterior **out, const bship_rules *rules,
                                const bship_posterior_options *given, const bsi_prior *prior,
                                bship_error *error);

/*
 * Makes a posterior of rules, without marginals until it is updated; the caller has checked the
 * options and the prior (NULL: none). OK, MEMORY, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_posterior_make(bship_posterior **out, const bship_rules *rules,
                                const bship_posterior_options *given, const bsi_prior *prior,
                                bsi_work_budget *budget);

/* Whether bsi_posterior_make() would refuse the options for their memory limit: OK, MEMORY or
 * CANCELLED. */
bship_status bsi_posterior_check_size(const bship_rules *rules,
                                      const bship_posterior_options *given, const bsi_prior *prior,
                                      bsi_work_budget *budget);

/* Gives the methods of all parts together so many bytes, and accepts samples of any size. */
void bsi_posterior_make_rough(bship_posterior *posterior, uint64_t memory);

/* Whether a failure is that of a limit of the options, and not of the allocator. */
bool bsi_posterior_met_limit(const bship_posterior *posterior, bship_status status);

/* bship_posterior_check(); `met_limit` receives whether a limit left the answer open. */
bship_status bsi_posterior_check(const bship_chart *chart, const bship_posterior_options *options,
                                 bool *met_limit, bship_error *error);

/* The work budget that the options allow a call; its progress begins anew. */
bsi_work_budget bsi_posterior_budget(bship_posterior *posterior);

/* What the options request of the solver, within a work budget. */
bsi_solve_request bsi_posterior_request(bship_posterior *posterior, bsi_work_budget *budget);

/*
 * Draws a layout that agrees with the chart of the last update, with the stream and the budget of a
 * request, into its placements: as bsi_solver_draw().
 */
bship_status bsi_posterior_draw(bship_posterior *posterior, const bsi_solve_request *request);

/* The part whose counts those of the last update are; NULL if they are those of a mixture. */
bship_posterior *bsi_posterior_sole_part(const bship_posterior *posterior);

/* Whether the results of the last update are exact. */
bool bsi_posterior_is_exact(const bship_posterior *posterior);

/* Whether the number of layouts is known: a Markov chain does not estimate it. */
bool bsi_posterior_is_counted(const bship_posterior *posterior);

/* The counts under the game's contact rule, without repeated layouts; the numbers of placements
 * are those of the mixture. In doubles they are in units of 2 to the exponent. */
const bsi_placement_counts *bsi_posterior_game_counts(const bship_posterior *posterior);
int64_t bsi_posterior_exponent(const bship_posterior *posterior);

/* log2 of the number, or weight, of the layouts under the game's contact rule; NaN if it is not
 * known. */
double bsi_posterior_log2_layouts(const bship_posterior *posterior);

/* By bship_explanation_state. */
extern const bsi_names bsi_explanation_state_names;

#endif
