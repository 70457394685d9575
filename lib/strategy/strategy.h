/*
 * What a strategy is, from inside: a row of the registry.
 *
 * The AI (ai.c) owns a block with the strategy's state and keeps it in step with
 * the chart's log: `start` when nothing is known; then for every shot in order
 * `gone` for each cell that leaves the untried ones (the cell shot at, and after
 * a turn the water that its sinkings revealed), and `hit` if the shot hit. Such
 * state is only a cache: it must depend on nothing but the rules, the seed and
 * the log up to there, so that a fresh AI aims as the one that played all along.
 * In these three hooks the chart is out of reach, since it may know more already.
 *
 * To aim, the AI calls `aim` once for each cell of a salvo. It may read the whole
 * chart and must not change what the hooks keep. Cells already chosen are marked
 * in `chosen` and must not be chosen again.
 *
 * Random numbers come from the stream of (seed, side, log length); the hooks and
 * aiming have different streams.
 */
#ifndef BSHIP_STRATEGY_STRATEGY_H
#define BSHIP_STRATEGY_STRATEGY_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>

#include "base/arena.h"
#include "base/cell_set.h"
#include "model/chart.h"

/* A set that can hold every cell of a board. */
bship_internal_cell_set bship_internal_arena_set(bship_internal_arena *arena,
                                                 const bship_rules *rules);

/* What a strategy can see when it aims. */
typedef struct bship_internal_view {
    const bship_rules *rules;
    const bship_chart *chart;
    const bship_internal_cell_set *untried; /* cells in fog, those chosen included */
    const uint8_t *chosen;                  /* by position: 1 for cells chosen for this salvo */
    uint32_t chosen_count;                  /* always less than the untried cells */
    bship_rng *rng;
} bship_internal_view;

/* The most bytes of a strategy's struct; what varies with the rules comes from the arena. */
enum {
    BSHIP_INTERNAL_STATE_MAX = 512
};

typedef struct bship_internal_strategy {
    const char *name;
    const char *text;
    int plays_totals;  /* whether it can play where salvos are answered by totals */
    size_t state_size; /* of the struct that `state` points to, at most STATE_MAX */
    /*
     * Takes what the state's pointers point to from the arena, and sets them. Called
     * twice: with `state` a dummy and an arena that only measures, then for good.
     * May be NULL.
     */
    void (*layout)(void *state, const bship_rules *rules, bship_internal_arena *arena);
    /* Nothing is known yet; earlier contents of the state are void. May be NULL. */
    void (*start)(void *state, const bship_rules *rules, bship_rng *rng);
    /* A cell is no longer untried. May be NULL. */
    void (*gone)(void *state, const bship_rules *rules, uint32_t position);
    /* A shot hit (or sank) a ship; `untried` is as after the shot. May be NULL. */
    void (*hit)(void *state, const bship_rules *rules, const bship_internal_cell_set *untried,
                uint32_t position, bship_rng *rng);
    /* Chooses a cell that is untried and not chosen; there is one. Returns its position. */
    uint32_t (*aim)(void *state, const bship_internal_view *view);
} bship_internal_strategy;

/* Whether a cell can be chosen. */
static inline int bship_internal_can_aim(const bship_internal_view *view, uint32_t position)
{
    return view->untried->where[position] && !view->chosen[position];
}

/*
 * A cell of a set of untried cells that can be chosen and that `accept` (NULL: any) accepts, each
 * with the same probability; 0 if there is none. `context` is handed to `accept`.
 */
uint32_t bship_internal_draw_from(const bship_internal_view *view,
                                  const bship_internal_cell_set *set,
                                  int (*accept)(const void *context,
                                                const bship_internal_view *view, uint32_t position),
                                  const void *context);

/* The registry's rows, each in the file of its strategy. */
extern const bship_internal_strategy bship_internal_strategy_random;
extern const bship_internal_strategy bship_internal_strategy_hunt;
extern const bship_internal_strategy bship_internal_strategy_parity;
extern const bship_internal_strategy bship_internal_strategy_depth_first;
extern const bship_internal_strategy bship_internal_strategy_stalker_easy;
extern const bship_internal_strategy bship_internal_strategy_stalker;
extern const bship_internal_strategy bship_internal_strategy_capacity;
extern const bship_internal_strategy bship_internal_strategy_density;

/* The strategy of a number, or NULL. */
const bship_internal_strategy *bship_internal_strategy_at(int32_t strategy);

#endif
