/*
 * A strategy: a row of the registry, with hooks that an AI (ai.h) calls.
 *
 * The AI owns the strategy's state and replays the chart's log to it. It calls `start` for an empty
 * log, then for every shot in order: `known` for each cell that is no longer unknown (the cell
 * fired at and, after a turn, the water that its sinkings revealed), and `hit` if the shot hit.
 *
 * Invariant: the state depends only on the rules, the seed and the log replayed so far. So a new AI
 * aims like one that played the whole game. That is why these hooks do not get the chart, which may
 * contain later turns.
 *
 * To aim, the AI calls `prepare` once, then `aim` for each cell of a salvo. Both may read the whole
 * chart, and must not change the state that the other hooks maintain. Cells already chosen for the
 * salvo are marked in bsi_view.is_chosen.
 *
 * Hooks that can take long charge the work budget. If it stops them, the AI starts over from an
 * empty log at the next aim, so they may leave the state half updated.
 *
 * If progress asks to finish early, `prepare` and `aim` may answer with what they have. Otherwise
 * they fail with CANCELLED or WORK_LIMIT, and the AI takes any cell. In both cases the AI starts
 * over at the next aim, so nothing unfinished may outlive `start`.
 *
 * Random numbers come from a stream keyed by seed, side and length of the log; aiming and the other
 * hooks have different streams. All hooks but `aim` may be NULL.
 */
#ifndef BSI_STRATEGY_STRATEGY_H
#define BSI_STRATEGY_STRATEGY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/experimental/search.h>

#include "base/arena.h"
#include "base/cell_set.h"
#include "base/names.h"
#include "inference/prior.h"
#include "model/chart.h"
#include "strategy/draw.h"

/* The maximum size of a strategy's state, in bytes. A larger one would only need a larger dummy on
 * the stack, while the arena is measured; arrays come from the arena. */
enum {
    BSI_STATE_MAX = 512
};

/* The size of a strategy's state, checked at compile time. */
#define BSI_STATE_SIZE(type)                                                                       \
    (sizeof(type) + 0 * sizeof(char[sizeof(type) <= BSI_STATE_MAX ? 1 : -1]))

typedef struct bsi_strategy {
    const char *name; /* name and text come first, as base/names.h requires */
    const char *text;
    bool plays_totals; /* whether it supports salvos reported by totals */
    bool keeps_limits; /* whether it observes the work limit itself and then aims all the same */
    size_t state_size; /* BSI_STATE_SIZE of the struct of `state`; 0: stateless */
    /*
     * Carves the state's arrays from the arena. Called twice: first with a dummy state and an arena
     * that only measures.
     */
    void (*carve)(void *state, const bship_rules *rules, bsi_arena *arena);
    /* Stores the options, and refuses rules that cannot be played within their limits. The rules
     * outlive the state. Memory that is not from the arena is allocated by `prepare` and freed by
     * `close`. */
    bship_status (*open)(void *state, const bship_rules *rules, const bship_ai_options *options);
    void (*close)(void *state);
    /*
     * Sets the prior over the opponent's layouts (NULL: none, as after `open`). It lives until the
     * next call or the end of the state. OK; MEMORY or CANCELLED, with the state as before. The
     * hook is NULL if the strategy uses none.
     */
    bship_status (*set_prior)(void *state, const bsi_prior *prior);
    /* Initialises the state for an empty log: OK, WORK_LIMIT or CANCELLED. */
    bship_status (*start)(void *state, const bship_rules *rules, bsi_draws *draws,
                          bsi_work_budget *budget);
    /* A cell is no longer unknown. */
    void (*known)(void *state, const bship_rules *rules, uint32_t position);
    /* A shot hit or sank a ship. `unknown` has the cells that are unknown after it. */
    void (*hit)(void *state, const bship_rules *rules, const bsi_cell_set *unknown,
                uint32_t position, bsi_draws *draws);
    /* Analyses a chart before aiming `count` times or, if that is 0, before scoring cells. */
    bship_status (*prepare)(void *state, const bsi_view *view, size_t count);
    /* The score of an unknown cell; `aim` chooses one of the highest. NULL: no cells are ranked. */
    double (*score)(const void *state, uint32_t position);
    /* The posterior behind the scores of the last analysis that was made for them; NULL: a limit
     * was met. NULL as a hook: the strategy scores by something else. */
    bship_posterior *(*posterior)(const void *state);
    /* Describes the last analysis; returns whether there is one. */
    bool (*describe)(const void *state, bship_ai_info *info);
    /* Describes candidate `number` of the last analysis that was made for scores, best first;
     * returns whether it exists. NULL: no candidates are compared. */
    bool (*candidate)(const void *state, size_t number, bship_ai_candidate *out);
    /*
     * Evaluates shots at `count` different unknown cells; `candidate` then describes them in their
     * order, or only the first ones where the limits do not suffice. OK; UNSUPPORTED where it
     * cannot look ahead; CANCELLED or MEMORY. NULL: no cells are compared.
     */
    bship_status (*evaluate)(void *state, const bsi_view *view, const bship_cell *cells,
                             size_t count);
    /* Returns the position of an unknown cell that is not chosen yet; there is at least one. If the
     * budget stops it, the position is ignored. */
    uint32_t (*aim)(void *state, const bsi_view *view);
} bsi_strategy;

/* The strategy of an index, or NULL. */
const bsi_strategy *bsi_strategy_at(int32_t strategy);

/* The name of the style by which an AI of a level places its fleet; NULL: there is no such level.
 */
const char *bsi_level_placing(int32_t level);

/* The names of the strategies and of bship_level. */
extern const bsi_names bsi_strategy_names;
extern const bsi_names bsi_level_names;

#endif
