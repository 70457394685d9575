/* What hits tell of the cells around them, for strategies that aim from the chart. */
#ifndef BSI_STRATEGY_HITS_H
#define BSI_STRATEGY_HITS_H

#include <stdbool.h>

#include "model/chart.h"

/* A straight run of open hits. */
typedef struct bsi_run {
    uint32_t ends[2]; /* the cells before and after it */
    uint32_t length;
} bsi_run;

/* Whether a cell is an open hit, as the chart deduces it. */
static inline bool bsi_is_open(const bship_chart *chart, uint32_t position)
{
    return chart->hit_states[position] == BSHIP_HIT_UNRESOLVED;
}

/* The run through an open hit, by the strategy's own notion of which hits are open. */
static inline bsi_run bsi_run_through(const bship_chart *chart, uint32_t position, uint32_t step,
                                      bool (*is_open)(const bship_chart *chart, uint32_t position))
{
    bsi_run run = { { position - step, position + step }, 1 };
    for (; is_open(chart, run.ends[0]); run.ends[0] -= step)
        run.length++;
    for (; is_open(chart, run.ends[1]); run.ends[1] += step)
        run.length++;
    return run;
}

/*
 * Whether the contact rule keeps ships off a cell that was not hit: it is beside
 * a cell of a wreck, or where corners may not touch either, diagonal to a hit.
 * Which hits are of wrecks is the strategy's own notion.
 */
static inline bool bsi_is_barred(const bship_chart *chart, uint32_t position,
                                 bool (*is_wreck)(const bship_chart *chart, uint32_t position))
{
    const bship_rules *rules = chart->rules;
    for (uint32_t i = 0; i < rules->contact_count; i++) {
        uint32_t neighbour = bsi_neighbour(rules, position, i);
        if (i < 4 ? is_wreck(chart, neighbour) : chart->hit_states[neighbour] != BSHIP_HIT_NONE)
            return true;
    }
    return false;
}

#endif
