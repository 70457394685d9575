/* Runs of hits, for strategies that aim from the chart. */
#ifndef BSI_STRATEGY_HITS_H
#define BSI_STRATEGY_HITS_H

#include <stdbool.h>

#include "model/chart.h"

/* A straight run of unresolved hits. */
typedef struct bsi_hit_run {
    uint32_t ends[2]; /* the cells just before and just after the run */
    uint32_t length;
} bsi_hit_run;

/* Whether a cell is an unresolved hit by the chart's deductions. */
static inline bool bsi_is_unresolved(const bship_chart *chart, uint32_t position)
{
    return chart->hit_states[position] == BSHIP_HIT_STATE_UNRESOLVED;
}

/* The run through an unresolved hit in one direction, by a strategy's criterion `is_unresolved`. */
static inline bsi_hit_run bsi_hit_run_through(const bship_chart *chart, uint32_t position,
                                              uint32_t step,
                                              bool (*is_unresolved)(const bship_chart *chart,
                                                                    uint32_t position))
{
    bsi_hit_run run = { { position - step, position + step }, 1 };
    for (; is_unresolved(chart, run.ends[0]); run.ends[0] -= step)
        run.length++;
    for (; is_unresolved(chart, run.ends[1]); run.ends[1] += step)
        run.length++;
    return run;
}

#endif
