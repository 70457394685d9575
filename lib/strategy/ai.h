/*
 * The struct of an AI: a strategy whose state follows a chart.
 *
 * The state of the AI and its strategy is a cache of the first `turns` turns of a chart's log,
 * which `hash` identifies. Before each aim it is updated to the given chart. If the log of that
 * chart does not begin with these turns, the state is rebuilt from an empty log.
 */
#ifndef BSI_STRATEGY_AI_H
#define BSI_STRATEGY_AI_H

#include <stdbool.h>

#include <battleship/sampler.h>

#include "base/names.h"
#include "strategy/placing/style.h"
#include "strategy/strategy.h"

/* The options of an AI as they were given, for a record of its game. */
typedef struct bsi_ai_given {
    int32_t level;
    int64_t work_limit;
    uint64_t memory_limit;
} bsi_ai_given;

/* How an AI places its fleet. */
typedef struct bsi_ai_placing {
    const bsi_placing_style *style;
    double strength; /* 0: the style's default */
    uint64_t seed;
} bsi_ai_placing;

struct bship_ai {
    bship_rules *rules;
    const bsi_strategy *strategy; /* NULL: a custom one, by `callbacks` */
    bship_strategy_callbacks callbacks;
    char name[BSHIP_NAME_MAX + 1]; /* of a custom strategy */
    void *user;
    void *custom_state;
    bsi_ai_given given;
    int32_t side;
    const void *game; /* the latest game that took the AI, to compare only; NULL: none has */
    uint64_t seed;    /* of the options or the last reset; what a custom strategy is given */
    uint64_t rng_key;
    bship_aim_options defaults; /* limits and progress in the options of the AI */
    bship_aim_options options;  /* options of the last aim, zeroes replaced by the defaults */
    bool has_options;           /* whether the last aim was given options */
    bsi_ai_placing placing;
    bship_placer *placer; /* created by the first placing; NULL before, or if `uniform` */
    bsi_prior *prior;     /* over the layouts of the opponent; NULL: none */

    uint32_t turns;          /* number of turns of the log observed so far */
    int32_t sinkings;        /* number of sinkings observed so far, where they reveal water */
    uint64_t hash;           /* hash of the observed turns; 0: the state is not initialised */
    bsi_cell_set unknown;    /* the unknown cells */
    bsi_tie_order tie_order; /* how ties are broken in this game */
    uint8_t *is_chosen;      /* by position; all 0 between calls */
    bship_cell *proposed;    /* cells chosen so far; copied to the caller once the aim succeeds */
    void *state;             /* the strategy's state */

    /* The current aim. */
    bsi_work_budget budget;
    bsi_progress_relay relay; /* of the budget, and of all budgets made for parts of the aim */
    bool is_finishing;        /* whether progress asked to finish it early */
    bool is_described;        /* whether the aim succeeded, so that it can be described */
    bool is_any_cell;         /* whether the aim was finished early without an analysis */
    bsi_draws draws[2]; /* by length of the log modulo 2: random numbers of this aim and the next */
    bship_status status;
    bsi_view view; /* what a strategy of the library sees; constant members are set once */

    size_t block_size;
    max_align_t block[]; /* the arrays above and the state of the strategy */
};

/* As bship_ai_reset(), with a seed that a custom strategy may be given as it is, because it comes
 * from bsi_strategy_seed(). */
void bsi_ai_reset(bship_ai *ai, uint64_t seed);

/* Lets an AI play a side of a game from now on: resets it so, and remembers the game. */
void bsi_ai_play(bship_ai *ai, const void *game, uint64_t seed, int32_t side);

/* Whether no other game has taken the AI since bsi_ai_play(). */
bool bsi_ai_plays(const bship_ai *ai, const void *game);

/* Sets the default options of aims from those of the AI, whose strategy must be set. */
void bsi_ai_set_defaults(bship_ai *ai, const bship_ai_options *options);

/* Whether the AI places its fleet otherwise than uniformly. */
bool bsi_ai_places_fleet(const bship_ai *ai);

/* Whether the AI draws layouts to place its fleet, and so can use a sampler. A custom strategy that
 * places ships itself does not. */
static inline bool bsi_ai_draws_layouts(const bship_ai *ai)
{
    return !ai->callbacks.place;
}

/* As bship_ai_place(), with uniform layouts from a sampler (NULL: from the board). */
bship_status bsi_ai_place(bship_ai *ai, const bship_sampler *sampler, bship_board *board,
                          bship_rng *rng, const bship_draw_options *options, int32_t *method);

/* The posterior of the chart that bship_ai_scores() was given last, to draw from; NULL: the scores
 * do not come from one, or a limit was met. It lives until the next call for the AI. */
bship_posterior *bsi_ai_posterior(const bship_ai *ai);

/* The status that a callback returned; STRATEGY if no status has this number. */
bship_status bsi_ai_status(bship_status status);

/* The names of bship_lookahead. */
extern const bsi_names bsi_lookahead_names;
extern const bsi_names bsi_basis_names;

#endif
