/*
 * A posterior from inside: the evidence of a chart, a method that counts, the tally it
 * makes, and the figures made from that.
 */
#ifndef BSI_INFERENCE_POSTERIOR_H
#define BSI_INFERENCE_POSTERIOR_H

#include <stdbool.h>

#include <battleship/posterior.h>

#include "base/memory.h"
#include "inference/marginals.h"
#include "inference/solver.h"

struct bship_posterior {
    bship_rules *rules;
    bship_posterior_options options; /* with limits in place of 0, and without the weights */
    bsi_memory_budget memory;        /* what may still be allocated */
    bsi_evidence evidence;
    bsi_solver solver;
    bsi_placement_counts counts;
    bsi_marginals marginals;
    bool is_rough; /* whether a sample is wanted however small: see common/sampling.h */
    bool has_marginals;
    int64_t work;           /* the steps that the last update took, in vain too */
    uint8_t *states;        /* by position: the chart's, for telling which cells can be shot */
    bship_placement *drawn; /* room for a layout */
    size_t block_size;
    max_align_t block[]; /* all of the arrays */
};

/* bship_posterior_new() with what tests force: a lane and instructions, or -1. */
bship_status bsi_posterior_new(bship_posterior **out, const bship_chart *chart,
                               const bship_posterior_options *options, int32_t lane, int32_t cpu,
                               bship_error *error);

/*
 * Makes a posterior of rules without any figures yet; `options` are checked: OK, MEMORY,
 * WORK_LIMIT or CANCELLED.
 */
bship_status bsi_posterior_make(bship_posterior **out, bship_rules *rules,
                                const bship_posterior_options *given, bsi_work_budget *budget);

/* The work budget that the options allow. */
bsi_work_budget bsi_posterior_work_budget(const bship_posterior *posterior);

/* What the options request of the solver, within a budget. */
bsi_solve_request bsi_posterior_request(bship_posterior *posterior, bsi_work_budget *budget);

#endif
