/*
 * What a strategy is, from inside: a row of the registry.
 *
 * The AI (ai.h) owns a block with the strategy's state and keeps it in step with
 * the chart's log: `start` when nothing is known; then for every shot in order
 * `gone` for each cell that leaves the untried ones (the cell shot at, and after
 * a turn the water that its sinkings revealed), and `hit` if the shot hit. Such
 * state is only a cache: it must depend on nothing but the rules, the seed and
 * the log up to there, so that a fresh AI aims as the one that played all along.
 * In these three hooks the chart is out of reach, since it may know more already.
 *
 * To aim, the AI calls `prepare` once, if there is one, which may fail, and then `aim`
 * once for each cell of a salvo. They may read the whole chart and must not change
 * what the hooks keep. Cells already chosen are marked in `chosen` and must not be
 * chosen again.
 *
 * Random numbers come from the draws of (seed, side, log length); the hooks and
 * aiming have different ones.
 */
#ifndef BSI_STRATEGY_STRATEGY_H
#define BSI_STRATEGY_STRATEGY_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>

#include "base/arena.h"
#include "base/cell_set.h"
#include "model/chart.h"
#include "strategy/draw.h"

/* The most bytes of a strategy's struct; what varies with the rules comes from the arena. */
enum {
    BSI_STATE_MAX = 512
};

/* The size of a strategy's struct, which does not compile if that is too large. */
#define BSI_STATE_SIZE(type)                                                                       \
    (sizeof(type) + 0 * sizeof(char[sizeof(type) <= BSI_STATE_MAX ? 1 : -1]))

typedef struct bsi_strategy {
    const char *name;
    const char *text;
    int plays_totals;  /* whether it can play where salvos are answered by totals */
    size_t state_size; /* STATE_SIZE of the struct that `state` points to; 0: there is none */
    /*
     * Takes what the state's pointers point to from the arena, and sets them. Called
     * twice: with `state` a dummy and an arena that only measures, then for good.
     * May be NULL.
     */
    void (*layout)(void *state, const bship_rules *rules, bsi_arena *arena);
    /*
     * Gets what does not come from the arena; the rules outlive the state. May be NULL.
     * Where it succeeded, `close` gives it back.
     */
    bship_status (*open)(void *state, bship_rules *rules, const bship_ai_options *options);
    void (*close)(void *state);
    /* Nothing is known yet; earlier contents of the state are void. May be NULL. */
    void (*start)(void *state, const bship_rules *rules, bsi_draws *draws);
    /* A cell is no longer untried. May be NULL. */
    void (*gone)(void *state, const bship_rules *rules, uint32_t position);
    /* A shot hit (or sank) a ship; `untried` is as after the shot. May be NULL. */
    void (*hit)(void *state, const bship_rules *rules, const bsi_cell_set *unknown_count,
                uint32_t position, bsi_draws *draws);
    /* Analyses a chart before it is aimed at so many times; may fail, and may be NULL. */
    bship_status (*prepare)(void *state, const bship_chart *chart, size_t count);
    /* Tells what was prepared last; whether there is anything to tell. May be NULL. */
    int (*describe)(const void *state, bship_ai_info *info);
    /* Chooses a cell that is untried and not chosen; there is one. Returns its position. */
    uint32_t (*aim)(void *state, const bsi_view *view);
} bsi_strategy;

/* The strategy of a number, or NULL. */
const bsi_strategy *bsi_strategy_at(int32_t strategy);

#endif
