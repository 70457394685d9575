/*
 * An AI from inside: one strategy, kept in step with a chart.
 *
 * What the AI and its strategy remember is a cache of the chart's log up to
 * `turns`, which `hash` vouches for. Before every aim it is brought up to the
 * chart; if the chart is not the one it knows, all begins anew from an empty log.
 */
#ifndef BSI_STRATEGY_AI_H
#define BSI_STRATEGY_AI_H

#include "strategy/strategy.h"

struct bship_ai {
    bship_rules *rules;
    const bsi_strategy *strategy; /* NULL: the caller's own, by `callbacks` */
    bship_strategy_callbacks callbacks;
    void *user;
    void *custom_state;
    int32_t side;
    uint64_t rng_key;

    uint32_t turns;   /* of the log, how many are known */
    int32_t sinkings; /* of the chart's sinkings, how many are known */
    uint64_t hash;    /* of these turns; 0: nothing is known, not even that the log is empty */
    bsi_cell_set unknown_count;
    uint8_t *chosen;   /* by position; all 0 between calls */
    bship_cell *given; /* room for what a caller's strategy chooses, before it is checked */
    void *state;       /* of the strategy */

    size_t block_size;
    max_align_t block[]; /* all of the arrays above, and the strategy's state */
};

/* bship_ai_reset() for a side: so that the AIs of a game differ whatever they were made for. */
void bsi_ai_reset(bship_ai *ai, uint64_t seed, int32_t side);

/* Whether it is a strategy of the caller's own that lays its fleet itself. */
static inline int bsi_ai_lays_fleet(const bship_ai *ai)
{
    return ai->callbacks.place != NULL;
}

/* What a callback answered, as far as it is a status. */
bship_status bsi_ai_status(bship_status status);

#endif
