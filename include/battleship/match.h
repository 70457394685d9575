/**
 * @file
 * Matches: many games in one call, and honest statistics of them.
 *
 * A match has *entries*, each a strategy. In a *solo* match every entry clears
 * the same random layouts on its own, game by game, and what counts is the
 * number of shots; in a *duel* two entries play whole games against each other.
 * Each game delivers one row an entry to a callback.
 *
 * Game `i` of a match with seed `s` lays its fleets from the stream (s,
 * #BSHIP_RNG_LAYOUT, i), in a duel a's first; an entry's AI is reset to the first
 * number of the stream (s, #BSHIP_RNG_AI_A + side, i), and a duel's lot is that of a
 * game whose seed is the first number of (s, #BSHIP_RNG_FIRST, i). So a row depends on
 * nothing but the rules, the strategies, the seed and the game's number.
 *
 * A match is owned by one thread at a time.
 */
#ifndef BATTLESHIP_MATCH_H
#define BATTLESHIP_MATCH_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/export.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A match. */
typedef struct bship_match bship_match;

/** What the games of a match are. */
typedef enum bship_match_kind {
    BSHIP_MATCH_SOLO = 0, /**< every entry shoots at the same layouts, with nobody shooting back */
    BSHIP_MATCH_DUEL = 1  /**< two entries play against each other */
} bship_match_kind;

/**
 * One game of one entry.
 *
 * `status` is #BSHIP_OK if the game was played to its end; #BSHIP_ERROR_WASTED if the
 * entry (in a duel: either side) had wasted as many shots as the board has
 * cells; else what failed. A solo game in which a strategy does not clear the
 * board is never passed over in silence.
 */
typedef struct bship_match_row {
    size_t size;      /**< sizeof(bship_match_row) as the library knows it */
    int64_t game;     /**< the game's number */
    int32_t entry;    /**< the entry's number, in the order of bship_match_add() */
    int32_t status;   /**< a ::bship_status */
    int64_t shots;    /**< shots fired, wasted ones included */
    int64_t wasted;   /**< shots wasted */
    int64_t turns;    /**< turns taken: of salvos, how many */
    int32_t side;     /**< in a duel, the ::bship_side it played; else #BSHIP_SIDE_A */
    int32_t outcome;  /**< in a duel, the ::bship_outcome; else #BSHIP_OUTCOME_NONE */
    int32_t method;   /**< how the layout it shot at was drawn: a ::bship_draw_method, or 0 */
    int32_t reserved; /**< zero */
} bship_match_row;

/**
 * Receives a row.
 *
 * @param row  the row; valid only during the call
 * @param user what was given to bship_match_run()
 * @return 0 to go on; anything else cancels the match.
 */
typedef int (*bship_match_callback)(const bship_match_row *row, void *user);

/** How a match is made. */
typedef struct bship_match_options {
    size_t size;            /**< sizeof(bship_match_options) as the caller knows it */
    uint64_t seed;          /**< of everything */
    int64_t first_game;     /**< number of the first game, so that a match can be continued */
    int64_t games;          /**< how many games, at least 1 */
    int32_t kind;           /**< a ::bship_match_kind */
    int32_t alternate;      /**< in a duel, whether the entries change sides after each game */
    int32_t threads;        /**< 1; more are not supported in this version */
    int32_t reserved;       /**< zero */
    int64_t work_limit;     /**< of drawing a layout without a sampler, as for
                                 bship_board_place_random() */
    bship_sampler *sampler; /**< of equal rules, to draw layouts from; the match takes a
                                 reference. NULL: the match makes one of its own when it is run,
                                 unless the work limit is from 1 to 999,999; where that
                                 cannot be made within the default limits, layouts are drawn as by
                                 bship_board_place_random() */
} bship_match_options;

/** The defaults: seed 0, 1,000 solo games, one thread, 10,000,000 steps for a layout, no sampler.
 */
#define BSHIP_MATCH_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_match_options), 0, 0, 1000, BSHIP_MATCH_SOLO, 0, 1, 0, 10000000, NULL         \
    }

/**
 * Sets options to #BSHIP_MATCH_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_match_options)
 */
BSHIP_API void bship_match_options_init(bship_match_options *options, size_t size);

/**
 * Makes a match without entries.
 *
 * @param out     the new match, the caller's to free
 * @param rules   the rules; the match takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an unknown kind or flag; #BSHIP_ERROR_RANGE for a
 *         number out of its range; #BSHIP_ERROR_RULES if the sampler was made for other
 *         rules; #BSHIP_ERROR_UNSUPPORTED for more than one thread; #BSHIP_ERROR_SIZE;
 * #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_match_new(bship_match **out, bship_rules *rules,
                                       const bship_match_options *options, bship_error *error);

/**
 * Frees a match.
 *
 * @param match the match; may be NULL
 */
BSHIP_API void bship_match_free(bship_match *match);

/**
 * Enters a strategy of the library. Seed and side of the options are the match's
 * business and must be left at their defaults.
 *
 * @param match    the match
 * @param strategy its name; NULL: that of the options' level
 * @param options  NULL for the defaults
 * @param error    filled on failure; may be NULL
 * @return as bship_ai_new(); #BSHIP_ERROR_ARGUMENT for a seed or a side; #BSHIP_ERROR_STATE
 *         for a third entry in a duel.
 */
BSHIP_API bship_status bship_match_add(bship_match *match, const char *strategy,
                                       const bship_ai_options *options, bship_error *error);

/**
 * Enters a strategy of the caller's own.
 *
 * @param match     the match
 * @param callbacks the strategy; copied
 * @param user      handed to every callback
 * @param options   NULL for the defaults
 * @param error     filled on failure; may be NULL
 * @return as bship_ai_new_custom(); #BSHIP_ERROR_ARGUMENT for a seed or a side;
 *         #BSHIP_ERROR_STATE for a third entry in a duel.
 */
BSHIP_API bship_status bship_match_add_custom(bship_match *match,
                                              const bship_strategy_callbacks *callbacks, void *user,
                                              const bship_ai_options *options, bship_error *error);

/**
 * How many entries the match has.
 *
 * @param match the match
 * @return the number of entries.
 */
BSHIP_API int32_t bship_match_entries(const bship_match *match);

/**
 * Plays all games, in order; of each game the entries in order. A game that
 * fails is a row like any other; only want of memory ends the match. A sampler that the match
 * makes for itself is made before the first game, if it draws any layouts: that may take seconds
 * and some hundred MB. One with other limits, or that can be cancelled, is made by the caller.
 *
 * In a solo match a salvo by ships afloat counts the whole fleet, for nobody
 * shoots back.
 *
 * @param match    the match
 * @param callback receives a row for each game and entry
 * @param user     handed to the callback
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if there is no entry, or in a duel not two;
 *         #BSHIP_ERROR_CANCELLED; what drawing a layout refused; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_match_run(bship_match *match, bship_match_callback callback,
                                       void *user);

/** What is to be said of some numbers. */
typedef struct bship_match_summary {
    size_t size;           /**< sizeof(bship_match_summary) as the caller knows it */
    int64_t count;         /**< how many numbers */
    double mean;           /**< their mean */
    double sd;             /**< their standard deviation, with n - 1; 0 for one number */
    double standard_error; /**< of the mean: sd / sqrt(n) */
    int64_t minimum;       /**< the least */
    int64_t p5;            /**< the 5th percentile, by nearest rank */
    int64_t median;        /**< the 50th percentile, by nearest rank */
    int64_t p95;           /**< the 95th percentile, by nearest rank */
    int64_t maximum;       /**< the greatest */
} bship_match_summary;

/** An empty summary. */
#define BSHIP_MATCH_SUMMARY_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_match_summary), 0, 0.0, 0.0, 0.0, 0, 0, 0, 0, 0                               \
    }

/**
 * Sets a summary to #BSHIP_MATCH_SUMMARY_INIT.
 *
 * @param summary the summary; may be NULL
 * @param size    sizeof(bship_match_summary)
 */
BSHIP_API void bship_match_summary_init(bship_match_summary *summary, size_t size);

/**
 * Sums up numbers, such as the shots of each game.
 *
 * A percentile is the least number that at least so many per cent of all
 * numbers do not exceed.
 *
 * @param values `count` numbers, each at most 2^53 in size
 * @param count  how many, at least 1
 * @param out    the summary
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if `count` is 0 or a number too large;
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_match_summarise(const int64_t *values, size_t count,
                                             bship_match_summary *out);

/** How two rows of numbers on the same games differ. */
typedef struct bship_match_comparison {
    size_t size;           /**< sizeof(bship_match_comparison) as the caller knows it */
    int64_t count;         /**< how many pairs */
    double difference;     /**< the mean of a - b */
    double standard_error; /**< of that mean, from the paired differences */
    double low;            /**< the lower end of the 95% interval: difference - 1.96 errors */
    double high;           /**< its upper end: difference + 1.96 errors */
} bship_match_comparison;

/** An empty comparison. */
#define BSHIP_MATCH_COMPARISON_INIT                                                                \
    {                                                                                              \
        sizeof(bship_match_comparison), 0, 0.0, 0.0, 0.0, 0.0                                      \
    }

/**
 * Sets a comparison to #BSHIP_MATCH_COMPARISON_INIT.
 *
 * @param comparison the comparison; may be NULL
 * @param size       sizeof(bship_match_comparison)
 */
BSHIP_API void bship_match_comparison_init(bship_match_comparison *comparison, size_t size);

/**
 * Compares two rows of numbers pair by pair. The interval is that of the normal
 * distribution, which is apt from some fifty pairs on.
 *
 * @param a     `count` numbers, each at most 2^53 in size
 * @param b     as many, of the same games
 * @param count how many, at least 2
 * @param out   the comparison
 * @return #BSHIP_OK; #BSHIP_ERROR_RANGE if `count` is below 2 or a number too large;
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_match_compare(const int64_t *a, const int64_t *b, size_t count,
                                           bship_match_comparison *out);

BSHIP_END_DECLS

#endif
