/**
 * @file
 * Opponents: named strategies, levels for a menu, and strategies of one's own.
 *
 * An AI is a function: what it aims at depends only on its strategy, its
 * options, its seed and the chart's log. Asked twice it answers the same, and a
 * fresh AI aims as the one that played all along, so a saved game can go on.
 * What an AI keeps between calls is a cache that it rebuilds when the chart is
 * not the one it knows.
 *
 * An AI is owned by one thread at a time.
 */
#ifndef BATTLESHIP_AI_H
#define BATTLESHIP_AI_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** An AI. */
typedef struct bship_ai bship_ai;

/** How strong an opponent is, for a game's menu. */
typedef enum bship_level {
    BSHIP_LEVEL_NONE = 0,   /**< no level: the strategy is named */
    BSHIP_LEVEL_EASY = 1,   /**< `easy`: hunt */
    BSHIP_LEVEL_MEDIUM = 2, /**< `medium`: stalker */
    BSHIP_LEVEL_HARD = 3,   /**< `hard`: density */
    BSHIP_LEVEL_EXPERT = 4  /**< `expert`: posterior */
} bship_level;

/** The two sides. */
typedef enum bship_side {
    BSHIP_SIDE_NONE = -1, /**< neither */
    BSHIP_SIDE_A = 0,     /**< side a */
    BSHIP_SIDE_B = 1      /**< side b */
} bship_side;

/** How an AI is made. The two limits are for strategies that analyse: `posterior`. */
typedef struct bship_ai_options {
    size_t size;   /**< sizeof(bship_ai_options) as the caller knows it */
    uint64_t seed; /**< of every random choice */
    int32_t level; /**< a ::bship_level, where no strategy is named; else #BSHIP_LEVEL_NONE */
    int32_t side;  /**< a ::bship_side: the AIs of two sides may share a seed; a game sets it */
    int64_t work_limit; /**< steps a decision may take; 0: the strategy's default */
    uint64_t
        memory_limit; /**< bytes it may keep beyond its basic needs; 0: the strategy's default */
} bship_ai_options;

/** The defaults: seed 0, no level, side a, the strategy's own limits. */
#define BSHIP_AI_OPTIONS_INIT                                                                      \
    {                                                                                              \
        sizeof(bship_ai_options), 0, BSHIP_LEVEL_NONE, BSHIP_SIDE_A, 0, 0                          \
    }

/**
 * Sets options to #BSHIP_AI_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_ai_options)
 */
BSHIP_API void bship_ai_options_init(bship_ai_options *options, size_t size);

/**
 * A strategy of the caller's own. `state` is what `create` gave, `user` what was
 * given to bship_ai_new_custom().
 *
 * To keep the promise that an AI is a function, `aim` and `place` must draw
 * only from the stream they are given, and depend only on their arguments.
 */
typedef struct bship_strategy_callbacks {
    /** sizeof(bship_strategy_callbacks) as the caller knows it */
    size_t size;
    /**
     * Makes the state of one AI; NULL: the state is NULL. Returns #BSHIP_OK, or
     * a status that makes bship_ai_new_custom() fail with it.
     */
    bship_status (*create)(void **state, const bship_rules *rules, void *user);
    /** Begins with a seed: after `create`, and anew at bship_ai_reset(); NULL: it needs none. */
    void (*reset)(void *state, uint64_t seed, void *user);
    /**
     * Chooses `count` different cells that bship_chart_can_fire() accepts: cells in
     * fog and, where repeats are wasted, others too. Required. Returns #BSHIP_OK, or a
     * status that makes the aim fail with it. An illegal cell is #BSHIP_ERROR_STRATEGY.
     * It must not touch the game it plays in.
     */
    bship_status (*aim)(void *state, const bship_chart *chart, size_t count, bship_cell *cells,
                        bship_rng *rng, void *user);
    /**
     * Lays the AI's own fleet: a placement for each ship. NULL: the fleet is laid at
     * random, by the sampler of the game or match or as bship_board_place_random() does. An illegal
     * layout is #BSHIP_ERROR_STRATEGY.
     */
    bship_status (*place)(void *state, const bship_rules *rules, size_t count,
                          bship_placement *placements, bship_rng *rng, void *user);
    /**
     * Frees the state; NULL: there is nothing to free. Called exactly once if
     * bship_ai_new_custom() succeeded, and never if it failed.
     */
    void (*destroy)(void *state, void *user);
} bship_strategy_callbacks;

/** No callbacks. */
#define BSHIP_STRATEGY_CALLBACKS_INIT                                                              \
    {                                                                                              \
        sizeof(bship_strategy_callbacks), NULL, NULL, NULL, NULL, NULL                             \
    }

/**
 * Sets callbacks to #BSHIP_STRATEGY_CALLBACKS_INIT.
 *
 * @param callbacks the callbacks; may be NULL
 * @param size      sizeof(bship_strategy_callbacks)
 */
BSHIP_API void bship_strategy_callbacks_init(bship_strategy_callbacks *callbacks, size_t size);

/**
 * How many strategies the library has; they are numbered from 0, roughly from
 * the weakest to the strongest. Numbers may change between versions, names do not.
 *
 * @return the number of strategies.
 */
BSHIP_API int32_t bship_strategy_count(void);

/**
 * The name of a strategy.
 *
 * @param strategy its number
 * @return a static string such as `"density"`, or NULL if there is no such strategy.
 */
BSHIP_API const char *bship_strategy_name(int32_t strategy);

/**
 * What a strategy does, in a line.
 *
 * @param strategy its number
 * @return a static string, or NULL if there is no such strategy.
 */
BSHIP_API const char *bship_strategy_text(int32_t strategy);

/**
 * The strategy of a name.
 *
 * @param name compared byte for byte
 * @return its number, or -1 if none is called so.
 */
BSHIP_API int32_t bship_strategy_find(const char *name);

/**
 * The name of a level.
 *
 * @param level a ::bship_level
 * @return a static string such as `"easy"`, or NULL if there is no such level
 *         (#BSHIP_LEVEL_NONE included).
 */
BSHIP_API const char *bship_level_name(int32_t level);

/**
 * The level of a name.
 *
 * @param name compared byte for byte
 * @return a ::bship_level, or #BSHIP_LEVEL_NONE if none is called so.
 */
BSHIP_API int32_t bship_level_find(const char *name);

/**
 * The strategy that a level stands for in this version.
 *
 * @param level a ::bship_level
 * @return its number, or -1 if there is no such level.
 */
BSHIP_API int32_t bship_level_strategy(int32_t level);

/**
 * Makes an AI.
 *
 * @param out      the new AI, the caller's to free
 * @param rules    the rules; the AI takes a reference
 * @param strategy the strategy's name; NULL: that of the options' level
 * @param options  NULL for the defaults
 * @param error    filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_NAME for an unknown name; #BSHIP_ERROR_ARGUMENT for
 *         both a name and a level, neither, or an unknown level or side;
 *         #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_UNSUPPORTED if the
 *         strategy cannot play these rules in this version; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_ai_new(bship_ai **out, bship_rules *rules, const char *strategy,
                                    const bship_ai_options *options, bship_error *error);

/**
 * Makes an AI that plays a strategy of the caller's own.
 *
 * @param out       the new AI, the caller's to free
 * @param rules     the rules; the AI takes a reference
 * @param callbacks the strategy; copied
 * @param user      handed to every callback
 * @param options   NULL for the defaults; its level must be #BSHIP_LEVEL_NONE
 * @param error     filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if `aim` is NULL, for a level or an unknown
 *         side; #BSHIP_ERROR_RANGE; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY; what `create`
 *         returned, as bship_ai_aim() passes on what `aim` returned.
 */
BSHIP_API bship_status bship_ai_new_custom(bship_ai **out, bship_rules *rules,
                                           const bship_strategy_callbacks *callbacks, void *user,
                                           const bship_ai_options *options, bship_error *error);

/**
 * Frees an AI.
 *
 * @param ai the AI; may be NULL
 */
BSHIP_API void bship_ai_free(bship_ai *ai);

/**
 * The rules of an AI.
 *
 * @param ai the AI
 * @return the rules, borrowed: they live as long as the AI.
 */
BSHIP_API bship_rules *bship_ai_rules(const bship_ai *ai);

/**
 * The strategy of an AI.
 *
 * @param ai the AI
 * @return a static string; `"custom"` for a strategy of the caller's own.
 */
BSHIP_API const char *bship_ai_strategy(const bship_ai *ai);

/**
 * Begins anew with another seed, as if newly made. Allocates nothing.
 *
 * @param ai   the AI
 * @param seed of every random choice from now on
 */
BSHIP_API void bship_ai_reset(bship_ai *ai, uint64_t seed);

/**
 * Chooses a cell to shoot at. A strategy of the library chooses one in fog, never a
 * repeat, even where repeats are only wasted.
 *
 * @param ai    the AI
 * @param chart what is known; its rules must equal the AI's
 * @param out   the cell
 * @return #BSHIP_OK; #BSHIP_ERROR_NO_TARGET if no cell is in fog; #BSHIP_ERROR_RULES;
 *         #BSHIP_ERROR_STRATEGY, or what it returned, from a strategy of the caller's own
 *         (what is no status of this version counts as #BSHIP_ERROR_STRATEGY). A strategy
 *         that analyses, `posterior`, may also answer #BSHIP_ERROR_CONTRADICTION,
 *         #BSHIP_ERROR_WORK_LIMIT or #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_ai_aim(bship_ai *ai, const bship_chart *chart, bship_cell *out);

/**
 * Chooses the cells of a salvo: all different, else as bship_ai_aim().
 *
 * @param ai    the AI
 * @param chart what is known; its rules must equal the AI's
 * @param count how many cells, at least 1
 * @param cells where they go, in the order to be fired
 * @return as bship_ai_aim(); #BSHIP_ERROR_SHOT_COUNT if `count` is 0 or more than the
 *         cells in fog (of which there is one at least).
 */
BSHIP_API bship_status bship_ai_aim_salvo(bship_ai *ai, const bship_chart *chart, size_t count,
                                          bship_cell *cells);

/** What an AI's last aim rests on. */
typedef struct bship_ai_info {
    size_t size;      /**< sizeof(bship_ai_info) as the caller knows it */
    int32_t method;   /**< the ::bship_posterior_method of an analysis; 0: none succeeded, so
                           that any cell had to do */
    int32_t is_exact; /**< whether its figures are exact, not sampled */
    int64_t work;     /**< steps that it took; 0 if the position was remembered */
} bship_ai_info;

/** An empty description. */
#define BSHIP_AI_INFO_INIT                                                                         \
    {                                                                                              \
        sizeof(bship_ai_info), 0, 0, 0                                                             \
    }

/**
 * Sets a description to #BSHIP_AI_INFO_INIT.
 *
 * @param info the description; may be NULL
 * @param size sizeof(bship_ai_info)
 */
BSHIP_API void bship_ai_info_init(bship_ai_info *info, size_t size);

/**
 * What the last aim rests on: whether `posterior` had to sample.
 *
 * @param ai  the AI
 * @param out the description
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED for a strategy that does not analyse,
 *         has not aimed yet, or failed to; #BSHIP_ERROR_ARGUMENT; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_ai_describe(const bship_ai *ai, bship_ai_info *out);

/**
 * Lays the AI's own fleet on a board in place of what was laid.
 *
 * @param ai         the AI
 * @param board      its board; its rules must equal the AI's
 * @param rng        the stream to draw from; the AI's own seed plays no part
 * @param work_limit as for bship_board_place_random(); a strategy of the caller's own
 *                   that lays its fleet does not hear of it
 * @param method     how it was drawn, a ::bship_draw_method; 0 if a strategy of the
 *                   caller's own laid it; may be NULL
 * @return as bship_board_place_random(); #BSHIP_ERROR_RULES; #BSHIP_ERROR_STRATEGY, or
 *         what it returned, from a strategy of the caller's own.
 */
BSHIP_API bship_status bship_ai_place(bship_ai *ai, bship_board *board, bship_rng *rng,
                                      int64_t work_limit, int32_t *method);

BSHIP_END_DECLS

#endif
