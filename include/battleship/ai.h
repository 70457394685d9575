/**
 * @file
 * Opponents: named strategies, levels for a menu, and custom strategies.
 *
 * An AI is a pure function: its aim depends only on its strategy, its options, its seed and the log
 * of the chart. The same call gives the same result, and a new AI aims like one that has played the
 * whole game, so a saved game can be continued. The one exception is an aim that its caller asks to
 * finish early; see ::bship_aim_options. What an AI keeps between calls is only a cache, which it
 * rebuilds if the chart does not continue the last one. The memory of the cache is allocated by the
 * first aims.
 *
 * @section ai_secrets Secrets
 *
 * A custom strategy is never handed a board, nor anything from which one follows. Its seed comes by
 * a one-way function from the side and the seed of the game, of the game's number in a match, or of
 * bship_ai_reset(); the stream of each aim comes from that seed, and the stream of `place` by the
 * same function from a number of the stream of layouts. So layouts, the other side's AI and other
 * games of a match do not follow from what a strategy is given. The function is SipHash-2-4 (J.-P.
 * Aumasson and D. J. Bernstein, INDOCRYPT 2012) of the side, as a word of 8 bytes; the key is the
 * secret seed and the word 0x7967657461727473.
 *
 * Whoever tries all seeds finds a small one, and code in one process can read its memory: a contest
 * runs bots as processes, with a seed from the operating system.
 *
 * @section ai_placing Placement styles
 *
 * An AI lays its fleet by a *style*, which has a name. With `uniform` every legal layout has the
 * same probability. `hard` prefers layouts that cost attackers many shots; whoever sees many of
 * them learns where the ships lie. `balanced` costs nearly as much, and leaves every single ship
 * placed as `uniform` does, so that little can be learnt. These names are promised; which layouts
 * the latter two draw may change in a minor version, where that makes them better. All other styles
 * are experimental.
 *
 * The *strength* of a style says how far its distribution departs from the uniform one: from above
 * 0, hardly, to #BSHIP_PLACING_STRENGTH_MAX. With 0 a style has its default strength. `uniform` is
 * the same at any.
 *
 * An AI may be used by one thread at a time.
 */
#ifndef BATTLESHIP_AI_H
#define BATTLESHIP_AI_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/posterior.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** The default work limit of an aim of `posterior` and `search`, in steps: about half a second. */
#define BSHIP_AI_WORK_DEFAULT 500000000
/** The work limit of a layout by a style other than `uniform`, in steps: about a tenth of a second.
 */
#define BSHIP_PLACING_WORK_DEFAULT 100000000
/** The greatest strength of a placement style. */
#define BSHIP_PLACING_STRENGTH_MAX 64

/** An AI. */
typedef struct bship_ai bship_ai;

/**
 * Difficulty of an opponent, for a game's menu. The order of the levels is that of
 * bship_level_at(), not that of their numbers, which stay as they are when a level is added. Which
 * strategy plays a level, and by which style it lays its fleet, may change in any version:
 * bship_level_strategy() and the guide of the strategies say which ones do so in this version.
 */
typedef enum bship_level {
    BSHIP_LEVEL_NONE = 0,   /**< `none`: the strategy is given by name */
    BSHIP_LEVEL_EASY = 1,   /**< `easy`: for beginners */
    BSHIP_LEVEL_MEDIUM = 2, /**< `medium`: harder than `easy` */
    BSHIP_LEVEL_HARD = 3,   /**< `hard`: harder than `skilled` */
    BSHIP_LEVEL_EXPERT = 4, /**< `expert`: harder than `hard` */
    BSHIP_LEVEL_MASTER = 5, /**< `master`: the hardest */
    BSHIP_LEVEL_SKILLED = 6 /**< `skilled`: harder than `medium` */
} bship_level;

/** What the lookahead of `search` rests on. */
typedef enum bship_lookahead {
    BSHIP_LOOKAHEAD_NONE = 0, /**< `none`: it did not look ahead, and fired at the likeliest cell */
    BSHIP_LOOKAHEAD_SAMPLE = 1, /**< `sample`: independent random layouts */
    BSHIP_LOOKAHEAD_ALL = 2,    /**< `all`: every possible layout */
    BSHIP_LOOKAHEAD_OPTIMUM = 3 /**< `optimum`: every possible layout, and proven optimal play */
} bship_lookahead;

/** What an aim rests on, in the order in which an aim that is finished early looks for it. */
typedef enum bship_basis {
    BSHIP_BASIS_NONE = 0,      /**< `none`: a custom strategy did not say */
    BSHIP_BASIS_LOOKAHEAD = 1, /**< `lookahead`: a comparison of cells by playing on */
    BSHIP_BASIS_POSTERIOR = 2, /**< `posterior`: exact probabilities */
    BSHIP_BASIS_SAMPLE = 3,    /**< `sample`: probabilities estimated from a sample */
    BSHIP_BASIS_DENSITY = 4,   /**< `density`: the choice of that strategy */
    BSHIP_BASIS_ANY_CELL = 5   /**< `any-cell`: nothing: an unknown cell at random */
} bship_basis;

/** The two sides of a game. The numbers of ::bship_first and ::bship_outcome agree with them. */
typedef enum bship_side {
    BSHIP_SIDE_NONE = 0, /**< `none`: neither */
    BSHIP_SIDE_A = 1,    /**< `a`: side a */
    BSHIP_SIDE_B = 2     /**< `b`: side b */
} bship_side;

/**
 * Options of an AI.
 *
 * `posterior` and `search` keep to the limits: where they do not suffice for an analysis, they fire
 * as `density` does, and bship_ai_describe() says why. `search` gives half of the memory to this
 * analysis, and looks ahead on as many layouts as fit into a quarter, but on 64 at least: one takes
 * 199 bytes with the classic fleet on 10x10, and more on larger boards. Another quarter is for the
 * search for optimal play. On boards of at most 36 cells whose layouts are few, `search` solves the
 * whole game before its first shot: an AI does that once, and it may take 16 times the work limit.
 * The library's other strategies, `density` among them, need no memory to aim and far less work,
 * and have nothing simpler to fall back on: an aim that exceeds a work limit fails with
 * #BSHIP_ERROR_WORK_LIMIT, rather than play worse than its name says, and a later aim begins anew.
 * Without a limit of theirs or of the aim's there is none. Custom strategies are given the work
 * limit, and keep to it as they see fit.
 */
typedef struct bship_ai_options {
    size_t size;   /**< sizeof(bship_ai_options); see @ref struct_sizes */
    uint64_t seed; /**< seed of all random choices */
    int32_t level; /**< a ::bship_level, if no strategy is named or it is that of the level; else
                        #BSHIP_LEVEL_NONE */
    int32_t side;  /**< a ::bship_side; #BSHIP_SIDE_NONE plays as side a. AIs of different sides
                        may share a seed. A game sets it */
    int64_t work_limit;    /**< work steps of an aim whose options have no limit, of about a
                                nanosecond each; 0: #BSHIP_AI_WORK_DEFAULT for `posterior` and
                                `search`, none for others */
    uint64_t memory_limit; /**< bytes beyond the AI's basic needs, a quarter of them for the
                                position cache, which grows as it fills; 0: for the analysis of
                                `posterior` and `search` #BSHIP_POSTERIOR_MEMORY_DEFAULT, and a
                                cache of 4 MiB */
    bship_progress_callback progress; /**< called while a large AI is made, and by long aims whose
                                           options have no progress; NULL: none */
    void *user;                       /**< passed to `progress` */
    const char *placing;              /**< the style by which the AI places its fleet, see @ref
                                           ai_placing; NULL: that of the level or, without one,
                                           `uniform`; only read while the AI is made. A custom
                                           strategy with `place` has none */
    double placing_strength;          /**< the strength of that style,
                                           0..#BSHIP_PLACING_STRENGTH_MAX; 0: its default */
} bship_ai_options;

/** The defaults: seed 0, no level, no side, the default limits, no progress reports, the level's
    placement style. */
#define BSHIP_AI_OPTIONS_INIT                                                                      \
    {                                                                                              \
        sizeof(bship_ai_options), 0, BSHIP_LEVEL_NONE, BSHIP_SIDE_NONE, 0, 0, NULL, NULL, NULL,    \
            0.0                                                                                    \
    }

/**
 * Options of one aim: how long it may think.
 *
 * The work limit decides in advance, and acts alike on every machine. Progress decides while the AI
 * thinks, by a clock or a key. If it answers #BSHIP_PROGRESS_FINISH, the aim succeeds at once with
 * the best found so far, the first available of:
 *
 * 1. `search`: a lookahead among the cells that were compared so far, if these are two at least,
 *    over the layouts that all of them have completed;
 * 2. `posterior` and `search`: the posterior;
 * 3. the same: a sample that was large enough, as at a work limit;
 * 4. the same: the choice of `density`;
 * 5. any unknown cell, at random.
 *
 * `basis` of bship_ai_describe() says which. A work limit decides alike everywhere; what finishing
 * early gives depends on when it was asked, and is not reproducible. It never affects a later aim:
 * nothing unfinished is kept.
 */
typedef struct bship_aim_options {
    size_t size;                      /**< sizeof(bship_aim_options); see @ref struct_sizes */
    int64_t work_limit;               /**< work steps, as of the AI's options; 0: the limit there */
    bship_progress_callback progress; /**< called during a long aim; NULL: that of the AI's options.
                                           A custom strategy is given it, to call it itself */
    void *user;                       /**< passed to `progress` */
} bship_aim_options;

/** The defaults: those of the AI's options. */
#define BSHIP_AIM_OPTIONS_INIT                                                                     \
    {                                                                                              \
        sizeof(bship_aim_options), 0, NULL, NULL                                                   \
    }

/** The analysis behind the last aim of an AI. */
typedef struct bship_ai_info {
    size_t size;               /**< sizeof(bship_ai_info); see @ref struct_sizes */
    int32_t method;            /**< the ::bship_method that was used; -1: no analysis succeeded, so
                                    the cell was chosen without one */
    int32_t is_exact;          /**< whether the probabilities are exact, not sampled */
    int64_t work;              /**< work steps it took, at most the limit, without those of a
                                    whole game that `search` solves first; 0 if the position was
                                    cached */
    int32_t status;            /**< a ::bship_status: if no analysis succeeded, the limit that
                                    was met, #BSHIP_ERROR_WORK_LIMIT or #BSHIP_ERROR_MEMORY, or
                                    #BSHIP_ERROR_CANCELLED if the aim was finished early; else
                                    #BSHIP_OK */
    int32_t lookahead;         /**< a ::bship_lookahead; of `search`, else #BSHIP_LOOKAHEAD_NONE */
    int64_t lookahead_layouts; /**< number of layouts it looked ahead on; 0: none */
    int32_t finished_early;    /**< whether progress answered #BSHIP_PROGRESS_FINISH */
    int32_t basis;             /**< the ::bship_basis of the aim, of a salvo that of its first cell;
                                    also if the aim was not finished early */
} bship_ai_info;

/** An empty description. */
#define BSHIP_AI_INFO_INIT                                                                         \
    {                                                                                              \
        sizeof(bship_ai_info), -1, 0, 0, 0, BSHIP_LOOKAHEAD_NONE, 0, 0, BSHIP_BASIS_NONE           \
    }

/**
 * A custom strategy. `state` is the pointer set by `create`, `user` the one passed to
 * bship_ai_new_custom() or bship_match_add_custom().
 *
 * For the AI to be a pure function, `aim` and `place` must draw random numbers only
 * from the stream they are given, and depend only on their arguments. The state is for a workspace
 * and for what can be computed again from the chart.
 *
 * A match in several threads creates a state for each of them and calls the strategy in all of them
 * at the same time: what `user` points to is shared.
 */
typedef struct bship_strategy_callbacks {
    /** sizeof(bship_strategy_callbacks); see @ref struct_sizes */
    size_t size;
    /**
     * The strategy's name, copied, which bship_ai_strategy() returns and records keep: 1 to
     * #BSHIP_NAME_MAX bytes of UTF-8 without quotes and control characters, and not that of a
     * strategy of the library. NULL: `custom`.
     *
     * No strategy of the library, now or later, has a name that begins with `x-`, or is called
     * `custom`. Any other name may become that of a strategy of a later version, which then refuses
     * it here, and takes saved records with it to mean the library's.
     */
    const char *name;
    /**
     * Creates the state of one AI. Optional: without it the state is NULL. Returns
     * #BSHIP_OK, or the status with which bship_ai_new_custom() is to fail.
     */
    bship_status (*create)(void **state, const bship_rules *rules, void *user);
    /**
     * Sets the seed and the side, a ::bship_side, after `create`, at every bship_ai_reset() and at
     * the start of a game. The seed tells nothing of the one that it comes from (@ref ai_secrets).
     * An AI of the library that is reset to it, in a game or match, fires as it would in the place
     * of this strategy. Optional.
     */
    void (*reset)(void *state, uint64_t seed, int32_t side, void *user);
    /**
     * Chooses `count` different cells that bship_chart_check_fire() accepts: unknown cells
     * and, if repeats are wasted, others too. `count` is 1, unless the rules have salvos or the
     * caller of bship_ai_aim_salvo() asks for more. Required.
     * Returns #BSHIP_OK, or the status with which the aim is to fail. An illegal cell gives
     * #BSHIP_ERROR_STRATEGY. The callback must not use the game it plays in.
     *
     * The options are never NULL: those of the aim, and where they are 0 those of the AI. A
     * strategy that thinks long calls their `progress` often enough for a clock, unless it is NULL:
     * at #BSHIP_PROGRESS_FINISH it returns the best cells found so far, at any other value but
     * #BSHIP_PROGRESS_GO_ON #BSHIP_ERROR_CANCELLED. How it uses the work limit, if that is not 0,
     * it decides itself.
     */
    bship_status (*aim)(void *state, const bship_chart *chart, const bship_aim_options *options,
                        bship_cell *cells, size_t count, bship_rng *rng, void *user);
    /**
     * Places the AI's own fleet: `count` placements, one for each ship. Optional: without it the
     * fleet is placed by the style of the options. Returns #BSHIP_OK, or the status with which the
     * placing is to fail. An illegal layout gives #BSHIP_ERROR_STRATEGY.
     */
    bship_status (*place)(void *state, const bship_rules *rules, bship_placement *placements,
                          size_t count, bship_rng *rng, void *user);
    /**
     * Frees the state. Optional. Called exactly once if bship_ai_new_custom() succeeded,
     * and never if it failed.
     */
    void (*destroy)(void *state, void *user);
    /**
     * Describes the analysis behind the last aim, for bship_ai_describe(). Optional. Fills a
     * description that is #BSHIP_AI_INFO_INIT; returns #BSHIP_OK, or the status with which
     * bship_ai_describe() is to fail: #BSHIP_ERROR_STATE if there is no aim to describe.
     */
    bship_status (*describe)(const void *state, bship_ai_info *out, void *user);
} bship_strategy_callbacks;

/** No name and no callbacks. */
#define BSHIP_STRATEGY_CALLBACKS_INIT                                                              \
    {                                                                                              \
        sizeof(bship_strategy_callbacks), NULL, NULL, NULL, NULL, NULL, NULL, NULL                 \
    }

/**
 * The levels in the order of their difficulty. A menu asks for one place after the other.
 *
 * @param place from 0, the easiest level
 * @return a ::bship_level; #BSHIP_LEVEL_NONE if there is no such place.
 */
BSHIP_API int32_t bship_level_at(int32_t place);

/**
 * The strategy behind a level in this version of the library.
 *
 * @param level a ::bship_level
 * @return its name, a static string; NULL for #BSHIP_LEVEL_NONE, and if there is no such level.
 */
BSHIP_API const char *bship_level_strategy(int32_t level);

/**
 * Makes an AI.
 *
 * @param out      the new AI, owned by the caller
 * @param rules    the rules; the AI takes a reference
 * @param strategy the name of the strategy; NULL: the strategy of the options' level
 * @param options  NULL for the defaults
 * @param error    filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_NAME for an unknown strategy or placement style;
 *         #BSHIP_ERROR_ARGUMENT for neither a name nor a level, a level that does not play the
 *         strategy named, or an unknown level or side;
 *         #BSHIP_ERROR_RANGE for a negative work limit, and for a strength that is negative, not a
 *         number or above #BSHIP_PLACING_STRENGTH_MAX; #BSHIP_ERROR_UNSUPPORTED if the
 *         strategy cannot play these rules in this version; #BSHIP_ERROR_CANCELLED;
 *         #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_ai_new(bship_ai **out, const bship_rules *rules, const char *strategy,
                                    const bship_ai_options *options, bship_error *error);

/**
 * Makes an AI that plays a custom strategy.
 *
 * @param out       the new AI, owned by the caller
 * @param rules     the rules; the AI takes a reference
 * @param callbacks the strategy; copied
 * @param user      passed to every callback
 * @param options   NULL for the defaults; its level must be #BSHIP_LEVEL_NONE
 * @param error     filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT if `aim` is NULL, for a name that is malformed or
 *         that of a strategy of the library, for a level or an unknown side, and for a placement
 *         style if `place` is not NULL; #BSHIP_ERROR_NAME for an unknown style;
 *         #BSHIP_ERROR_RANGE as for bship_ai_new(); #BSHIP_ERROR_CANCELLED; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY; the status returned by `create`, or #BSHIP_ERROR_STRATEGY if that
 *         is not a status of this version.
 */
BSHIP_API bship_status bship_ai_new_custom(bship_ai **out, const bship_rules *rules,
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
BSHIP_API const bship_rules *bship_ai_rules(const bship_ai *ai);

/**
 * The strategy of an AI.
 *
 * @param ai the AI
 * @return its name, borrowed: it lives as long as the AI; `"custom"` for a custom strategy without
 *         a name.
 */
BSHIP_API const char *bship_ai_strategy(const bship_ai *ai);

/**
 * Returns an AI to its initial state, with another seed. Allocates nothing.
 *
 * @param ai   the AI
 * @param seed seed of all random choices from now on
 */
BSHIP_API void bship_ai_reset(bship_ai *ai, uint64_t seed);

/**
 * Chooses a cell to fire at. The library's strategies choose unknown cells only, even if
 * the rules permit wasted shots.
 *
 * @param ai      the AI
 * @param chart   what is known; its rules must equal the AI's
 * @param options of this aim; NULL for the defaults
 * @param out     the cell
 * @return #BSHIP_OK; #BSHIP_ERROR_NO_TARGET if no cell is unknown; #BSHIP_ERROR_RULES if the
 *         rules differ; #BSHIP_ERROR_RANGE for a negative work limit; #BSHIP_ERROR_SIZE. A custom
 *         strategy: also the status its callback returned, or #BSHIP_ERROR_STRATEGY for an illegal
 *         cell or a number that is not a status of this version. A strategy of the library: also
 *         #BSHIP_ERROR_CANCELLED; `posterior` and `search` also #BSHIP_ERROR_CONTRADICTION and, if
 *         the allocator fails, #BSHIP_ERROR_MEMORY; all others also #BSHIP_ERROR_WORK_LIMIT.
 */
BSHIP_API bship_status bship_ai_aim(bship_ai *ai, const bship_chart *chart,
                                    const bship_aim_options *options, bship_cell *out);

/**
 * Chooses the cells of a salvo, as bship_ai_aim() does; all are different.
 *
 * @param ai      the AI
 * @param chart   what is known; its rules must equal the AI's
 * @param options of this aim, of all its cells together; NULL for the defaults
 * @param cells   receives `count` cells, in the order in which to fire
 * @param count   how many, at least 1
 * @return as bship_ai_aim(); #BSHIP_ERROR_COUNT if `count` is 0, or exceeds the number
 *         of unknown cells and that is not 0.
 */
BSHIP_API bship_status bship_ai_aim_salvo(bship_ai *ai, const bship_chart *chart,
                                          const bship_aim_options *options, bship_cell *cells,
                                          size_t count);

/**
 * Describes the analysis behind the last aim, such as whether `posterior` had to sample.
 *
 * @param ai  the AI
 * @param out the description
 * @return #BSHIP_OK; #BSHIP_ERROR_UNSUPPORTED for a strategy that does not analyse, whatever it has
 *         done; #BSHIP_ERROR_STATE for one that does, if it has not aimed since it was made or
 *         reset, or its last aim failed; #BSHIP_ERROR_SIZE. A custom strategy: the status its
 *         `describe` returned, or #BSHIP_ERROR_STRATEGY if that is not a status of this version;
 *         #BSHIP_ERROR_UNSUPPORTED if it has no `describe`.
 */
BSHIP_API bship_status bship_ai_describe(const bship_ai *ai, bship_ai_info *out);

/**
 * The score of every cell, row by row, by which a strategy chooses: the next single aim would be
 * one of the unknown cells with the highest score. The scores of `density` are weighted numbers of
 * placements; of `capacity` numbers of placements, infinite beside a hit; of `posterior` the
 * occupancies, though it weighs what a hit is worth too and may fire elsewhere, or, where its
 * limits do not suffice, the scores of `density`; of `search` those of `posterior`, and 1 more for
 * the cell that its lookahead chose, though a single aim at a certain hit does not look ahead.
 * Cells that are not unknown have score 0.
 *
 * Takes as long as an aim, and does not use the position cache. Finished early, it scores by what
 * an aim finished then would rest on, and fails where that would take any cell.
 *
 * @param ai       the AI
 * @param chart    what is known; its rules must equal the AI's
 * @param options  as of an aim; NULL for the defaults
 * @param grid     receives the first `capacity` of width * height scores; may be NULL if that is 0
 * @param capacity scores in the grid
 * @return as bship_ai_aim(), but #BSHIP_OK if no cell is unknown, with all scores 0;
 *         #BSHIP_ERROR_UNSUPPORTED for a strategy that does not score cells, and for custom
 *         strategies. On failure nothing is written.
 */
BSHIP_API bship_status bship_ai_scores(bship_ai *ai, const bship_chart *chart,
                                       const bship_aim_options *options, double *grid,
                                       size_t capacity);

/**
 * Places the AI's own fleet on a board, by its placement style. Ships placed before are removed.
 *
 * The first placing by a style other than `uniform` allocates. What a style draws once for all of
 * its layouts comes from the seed of the AI's options, also after bship_ai_reset(): a player stays
 * the same. The choice of a layout is bounded by #BSHIP_PLACING_WORK_DEFAULT.
 *
 * @param ai      the AI
 * @param rng     the stream to draw from; the AI's own seed is not used
 * @param options NULL for the defaults; the work limit is that of each uniform layout that the
 *                style draws; not used by a custom strategy's `place`
 * @param board   its board; its rules must equal the AI's
 * @param method  receives how the layout was drawn, a ::bship_draw_method,
 *                #BSHIP_DRAW_METHOD_NONE if a custom strategy chose it; may be NULL
 * @return as bship_board_place_random(); #BSHIP_ERROR_RULES if the rules differ. With a style other
 *         than `uniform`, or a custom strategy: also #BSHIP_ERROR_MEMORY. A custom strategy: also
 *         the status its callback returned, or #BSHIP_ERROR_STRATEGY for an illegal layout or a
 *         number that is not a status of this version.
 */
BSHIP_API bship_status bship_ai_place(bship_ai *ai, bship_rng *rng,
                                      const bship_draw_options *options, bship_board *board,
                                      int32_t *method);

BSHIP_END_DECLS

#endif
