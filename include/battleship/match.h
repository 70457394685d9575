/**
 * @file
 * Matches: many games in one call.
 *
 * A match has *entries*; each is a strategy. In a *solo* match every entry clears
 * the same random layouts on its own, game by game, and the number of shots is its
 * score. In a *duel* two entries play whole games against each other. After each
 * game, a callback receives one row per entry. The match itself keeps what its games came to:
 * bship_match_mean(), bship_match_difference() and bship_match_score() give means with confidence
 * intervals.
 *
 * Game `i` of a match with seed `s` draws its layouts from the stream (s,
 * #BSHIP_RNG_PURPOSE_LAYOUT, i), in a duel that of side a first. The AI of an entry is reset to a
 * seed that comes by a one-way function (@ref ai_secrets) from the side and the first number of the
 * stream (s, #BSHIP_RNG_PURPOSE_AI_A, i), or for side b of a duel #BSHIP_RNG_PURPOSE_AI_B. A random
 * first mover of a duel is that of a game whose seed is the first number of (s,
 * #BSHIP_RNG_PURPOSE_FIRST, i). So a row depends only on the rules, the strategies, the seed and
 * the number of the game.
 *
 * **Series.** A match may be divided into *series* of games, each with the same number of games:
 * with `series` 10, games 0 to 9 are the first. The games of a series are played in order by one
 * thread, and series are what threads are handed. A *learner* (experimental) is an entry that
 * learns within a series: after each game it observes the layout it fired at, and it begins every
 * series anew. So its rows also depend on the earlier games of their series.
 *
 * **Time.** A match has no limit of its own. The time of an aim is bounded by `work_limit` in the
 * options of each entry, which acts alike on every machine; that of drawing a layout by the
 * `work_limit` of the match, and that of making its sampler by #BSHIP_SAMPLER_WORK_DEFAULT. A clock
 * belongs into callbacks: the match ends early when the callback that receives the rows finishes or
 * cancels it, or when the `progress` of the match cancels the drawing. The `progress` of an
 * entry's options is called during long aims: #BSHIP_PROGRESS_FINISH ends the aim at once, which is
 * not reproducible, and #BSHIP_PROGRESS_CANCEL the game, which then has failed.
 *
 * **Failed games** have rows, but no part in a mean or score. Every summary counts them apart, in
 * `failed` and `faults`, so a strategy that fails where it would lose cannot hide it: compare
 * scores only where these are 0.
 *
 * **Threads.** A match may be used by one thread at a time, but can play its games in several: with
 * #bship_match_options.threads above 1, each has boards, charts and AIs of its own. The calling
 * thread is one of them and receives the rows, between its own games and in the same order as
 * without threads. Callbacks of custom strategies, the observer, the progress callbacks of the
 * match and of its AIs, and the allocator of the rules are then called by any of the threads, also
 * at the same time; a custom strategy creates a state for each. Rows that wait to be received take
 * at most 16 MiB and one more for each thread, unless there are hundreds of entries; threads wait
 * where that does not suffice for long series.
 */
#ifndef BATTLESHIP_MATCH_H
#define BATTLESHIP_MATCH_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/export.h>
#include <battleship/game.h>
#include <battleship/random.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/** A match. */
typedef struct bship_match bship_match;

/** The type of a match. */
typedef enum bship_match_kind {
    BSHIP_MATCH_KIND_SOLO =
        0, /**< `solo`: every entry fires at the same layouts; nobody fires back */
    BSHIP_MATCH_KIND_DUEL = 1 /**< `duel`: two entries play against each other */
} bship_match_kind;

/**
 * One game of one entry.
 *
 * `status` is #BSHIP_OK if the game was played to its end; #BSHIP_ERROR_WASTED if it was
 * abandoned because the entry (in a duel: either side) had wasted as many shots as the
 * board has cells; else the status of the call that failed. Every game delivers its rows,
 * including those that fail: `at_fault` says whose failure it was.
 */
typedef struct bship_match_row {
    size_t size;     /**< sizeof(bship_match_row) as the library knows it */
    int64_t game;    /**< the game's number */
    int32_t entry;   /**< the entry's number, in the order of bship_match_add() */
    int32_t status;  /**< a ::bship_status */
    int64_t shots;   /**< shots fired, wasted ones included */
    int64_t wasted;  /**< shots wasted */
    int64_t turns;   /**< turns taken; with salvos, the number of salvos */
    int32_t side;    /**< in a duel, the ::bship_side of the entry; else #BSHIP_SIDE_A */
    int32_t outcome; /**< in a duel, the ::bship_outcome: if the game failed, the win of the entry
                        that is not at fault; else #BSHIP_OUTCOME_NONE */
    int32_t method;  /**< how the layout it fired at was drawn: a ::bship_draw_method,
                          #BSHIP_DRAW_METHOD_NONE if it was not drawn at random */
    int32_t round;   /**< the game's number in its series, from 1; 0 in a match without series */
    int64_t nanoseconds; /**< elapsed time of the entry's aims and shots; in a duel also of laying
                              its fleet, if it does that itself; in a solo match also of what a
                              learner computes before the game. Not included are what learners
                              compute before a duel, as that starts for both sides at once, and
                              their observing of layouts. 0 if the match measures no time */
    int32_t at_fault;    /**< whether the game failed because of this entry: its AI could not aim,
                              aimed at cells where it may not fire, wasted too many shots, or could
                              not lay its fleet. In a duel the other entry has then won */
    int32_t fired_first; /**< in a duel, whether the entry fired first; else 0 */
    int64_t points;      /**< those of the ships that the entry sank */
    int32_t reason;      /**< a ::bship_end_reason: why the game ended; #BSHIP_END_REASON_NONE if it
                              failed. In a solo match #BSHIP_END_REASON_SUNK says that the board was
                              cleared, #BSHIP_END_REASON_SHOTS that no shot was left */
    int32_t reserved;    /**< zero */
} bship_match_row;

/**
 * Receives a row. It may ask the match for its summaries, which do not count the game of this row
 * yet.
 *
 * @param row  the row; valid only during the call
 * @param user the pointer passed to bship_match_run()
 * @return a ::bship_progress: #BSHIP_PROGRESS_FINISH ends the match with #BSHIP_OK, as if this game
 *         had been its last; any other value but #BSHIP_PROGRESS_GO_ON cancels it, whatever other
 *         rows of the game are answered. Either acts once these have been passed too.
 */
typedef int32_t (*bship_match_callback)(const bship_match_row *row, void *user);

/**
 * Lays a fleet for a match.
 *
 * For a row to depend on the number of its game only, the layout must depend on the arguments only,
 * and random numbers must be drawn from the stream. With several threads it is called by any of
 * them, also at the same time.
 *
 * @param placements receives `count` placements, one for each ship
 * @param count      the number of ships of the fleet
 * @param game       the game's number
 * @param side       in a duel, the ::bship_side whose fleet it is; else #BSHIP_SIDE_NONE
 * @param rng        the stream of the layouts of this game
 * @param user       the `user` of the options
 * @return #BSHIP_OK; any other status ends the match, as an illegal layout does.
 */
typedef bship_status (*bship_match_layout)(bship_placement *placements, size_t count, int64_t game,
                                           int32_t side, bship_rng *rng, void *user);

/**
 * Observes a game of an entry, once it is over: for what rows do not say, such as where the shots
 * were. In a match in several threads it is called by any of them, also at the same time and in any
 * order, and before the row is delivered; of a match that ends early, also for games whose rows are
 * then not delivered.
 *
 * @param row   the row of the game
 * @param board the board that the entry fired at
 * @param chart the chart of the entry, with its shots
 * @param user  the `observer_user` of the options
 */
typedef void (*bship_match_observer)(const bship_match_row *row, const bship_board *board,
                                     const bship_chart *chart, void *user);

/** The default number of games of a match. */
#define BSHIP_MATCH_GAMES_DEFAULT 1000

/** The most threads of a match. */
#define BSHIP_MATCH_THREADS_MAX 256

/** The most games of a series. */
#define BSHIP_MATCH_SERIES_MAX 100000

/** Options of a match. */
typedef struct bship_match_options {
    size_t size;        /**< sizeof(bship_match_options); see @ref struct_sizes */
    uint64_t seed;      /**< seed of the whole match */
    int64_t first_game; /**< number of the first game, so that a match can be continued; a multiple
                             of `series` */
    int64_t games;      /**< the number of games; 0: #BSHIP_MATCH_GAMES_DEFAULT */
    int32_t kind;       /**< a ::bship_match_kind */
    int32_t alternate;  /**< in a duel, whether the entries change sides after each game */
    int32_t threads;    /**< how many threads play, the calling one included, at most
                             #BSHIP_MATCH_THREADS_MAX; 0: one. The rows do not depend on it */
    int32_t series;     /**< how many games make a series, at most #BSHIP_MATCH_SERIES_MAX; 0: there
                             are no series. The last series may be shorter */
    int64_t work_limit; /**< work steps per layout drawn without a sampler; 0:
                             #BSHIP_DRAW_WORK_DEFAULT */
    const bship_sampler *sampler; /**< draws the layouts; must have equal rules; the match takes a
                                 reference. NULL: the match makes its own sampler when it is
                                 run, unless the work limit is from 1 to 999,999. If it cannot
                                 be made within #BSHIP_SAMPLER_WORK_DEFAULT steps and the memory
                                 limit, layouts are drawn as by bship_board_place_random(), and
                                 the rows say how */
    uint64_t memory_limit;        /**< bytes for the match's own sampler; 0:
                                       #BSHIP_SAMPLER_MEMORY_DEFAULT */
    bship_progress_callback progress; /**< called while the sampler is made and while layouts are
                                           drawn; NULL: none. For the aims see
                                           bship_ai_options */
    void *user;                       /**< passed to `progress` and `layout` */
    bship_match_layout layout; /**< lays all fleets, also those of custom strategies that would
                                    place their own; NULL: they are drawn at random */
    int32_t same_seed;         /**< whether the AIs begin every game with the seed of game 0: games
                                    then differ only by their layouts */
    int32_t timing;            /**< whether a clock is read: the rows then have elapsed times, which
                                    differ from run to run */
    const char *placing;       /**< the placement style of the layouts of a solo match, see @ref
                                    ai_placing; NULL: `uniform`. In a duel each entry lays by its own
                                    options. Each series is another player: what a style draws once for
                                    all of its layouts, it draws again for each */
    double placing_strength; /**< the strength of that style, 0..#BSHIP_PLACING_STRENGTH_MAX; 0: its
                                default */
    bship_match_observer observer; /**< called after each game of an entry; NULL: none */
    void *observer_user;           /**< passed to `observer` */
} bship_match_options;

/** The defaults: seed 0, 1,000 solo games in no series, one thread, 10,000,000 steps per layout, no
    sampler, random layouts, no observer. */
#define BSHIP_MATCH_OPTIONS_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_match_options), 0, 0, 0, BSHIP_MATCH_KIND_SOLO, 0, 0, 0, 0, NULL, 0, NULL,    \
            NULL, NULL, 0, 0, NULL, 0.0, NULL, NULL                                                \
    }

/**
 * Makes a match without entries.
 *
 * @param out     the new match, owned by the caller
 * @param rules   the rules; the match takes a reference
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an unknown type of match, an `alternate`,
 *         `same_seed` or `timing` other than 0 and 1, or a placement style in a duel or beside
 *         `layout`;
 *         #BSHIP_ERROR_NAME for an unknown style; #BSHIP_ERROR_RANGE for a number outside its
 *         range; #BSHIP_ERROR_RULES if the sampler has other rules; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_match_new(bship_match **out, const bship_rules *rules,
                                       const bship_match_options *options, bship_error *error);

/**
 * Frees a match.
 *
 * @param match the match; may be NULL
 */
BSHIP_API void bship_match_free(bship_match *match);

/**
 * Adds an entry with a strategy of the library. The match sets seed and side: they must
 * have their defaults in the options.
 *
 * @param match    the match
 * @param strategy its name; NULL: the strategy of the options' level
 * @param options  NULL for the defaults
 * @param error    filled on failure; may be NULL
 * @return as bship_ai_new(); #BSHIP_ERROR_ARGUMENT for a seed or a side; #BSHIP_ERROR_STATE
 *         for a third entry in a duel.
 */
BSHIP_API bship_status bship_match_add(bship_match *match, const char *strategy,
                                       const bship_ai_options *options, bship_error *error);

/**
 * Adds an entry with a custom strategy.
 *
 * @param match     the match
 * @param callbacks the strategy; copied
 * @param user      passed to every callback
 * @param options   NULL for the defaults
 * @param error     filled on failure; may be NULL
 * @return as bship_ai_new_custom(); #BSHIP_ERROR_ARGUMENT for a seed or a side;
 *         #BSHIP_ERROR_STATE for a third entry in a duel.
 */
BSHIP_API bship_status bship_match_add_custom(bship_match *match,
                                              const bship_strategy_callbacks *callbacks, void *user,
                                              const bship_ai_options *options, bship_error *error);

/**
 * The number of entries of a match.
 *
 * @param match the match
 * @return the number of entries.
 */
BSHIP_API int32_t bship_match_entries(const bship_match *match);

/**
 * The strategy of an entry, for a table of results.
 *
 * @param match the match
 * @param entry the entry's number, from 0
 * @return its name, as bship_ai_strategy() returns it, also if the entry was added by a level;
 *         borrowed: it lives as long as the match; NULL if there is no such entry.
 */
BSHIP_API const char *bship_match_entry_name(const bship_match *match, int32_t entry);

/**
 * The options of a match, with which bship_match_new() makes another for equal rules.
 *
 * @param match the match
 * @param out   the options: `games`, `threads` and the limits are never 0 but what 0 stands for;
 *              `sampler` is borrowed and lives as long as the match; `placing` is static
 * @return #BSHIP_OK; #BSHIP_ERROR_SIZE, also if the match has an option of a later version that is
 *         not its default and for which `out` has no field.
 */
BSHIP_API bship_status bship_match_describe(const bship_match *match, bship_match_options *out);

/**
 * Plays all games in order, and in each game the entries in order. Another run begins anew: it
 * plays the same games, and what was kept of an earlier run is forgotten. A game that fails
 * delivers rows with its status, and the match continues, unless memory runs out. The match
 * makes its own sampler, if any, before the first game; that may take seconds. If it is not made
 * within its limits, or the memory for it cannot be had, the match goes on without it.
 *
 * If fewer threads can be had than the options say, these play. A match that ends early, for
 * instance because the callback finishes it, first waits for the threads to finish the aims they
 * are at. Its summaries are those of the games whose rows were delivered.
 *
 * In a solo match nobody fires back, so the size of a salvo by ships afloat is always the
 * number of ships in the fleet. A game ends when its shots have been fired, by `shots N`: then it
 * counts in the mean with these. Strategies do not plan for the limit.
 *
 * @param match    the match
 * @param callback receives a row for each game and entry; NULL: nobody does
 * @param user     passed to the callback
 * @param error    filled on failure, with the game in `index` whose layout could not be had; may be
 *                 NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_STATE if there is no entry, or in a duel not two;
 *         #BSHIP_ERROR_CANCELLED by the callback or by `progress`; the status of a layout that
 *         could not be drawn; the status of `layout`, #BSHIP_ERROR_STRATEGY if that is not a status
 *         of this version, or that of bship_board_place_layout() for an illegal layout;
 *         #BSHIP_ERROR_MEMORY; as bship_ai_new_custom(), before the first game, if a custom
 *         strategy cannot be made for one of several threads.
 */
BSHIP_API bship_status bship_match_run(bship_match *match, bship_match_callback callback,
                                       void *user, bship_error *error);

/* ---- summaries ---- */

/**
 * What the games of an entry, or of two, came to. Mean and deviation are of *units*, which do not
 * depend on each other. Without series, a unit is a finished game. With series, it is a whole
 * series all of whose games were finished, and its number is the mean of its games: games of one
 * series depend on each other if an entry learns. A last series that is shorter is no unit.
 *
 * The interval is Student's: of such intervals the share `confidence` contains the true mean, if
 * the numbers of the units are normally distributed; else nearly so from about fifty units.
 */
typedef struct bship_match_summary {
    size_t size;           /**< sizeof(bship_match_summary); see @ref struct_sizes */
    int64_t games;         /**< games that were finished: of a difference, by both entries */
    int64_t failed;        /**< games that were not; they count here only */
    int64_t faults;        /**< of these, games that failed because of the entry or, of a
                                difference, because of at least one of the two */
    int64_t wins;          /**< of a score: finished games that the entry won; else 0 */
    int64_t draws;         /**< of a score: finished games that ended in a draw; else 0 */
    int64_t losses;        /**< of a score: finished games that the entry lost; else 0 */
    int64_t units;         /**< the number of units */
    double mean;           /**< the mean of the units; NaN if there are none */
    double sd;             /**< their sample standard deviation (divisor n - 1); NaN for fewer than
                                two */
    double standard_error; /**< of the mean: sd / sqrt(units); NaN for fewer than two */
    double low;            /**< the lower end of the confidence interval of the mean: mean - t *
                                standard_error, where t is the quantile (1 + confidence) / 2 of
                                Student's t distribution with units - 1 degrees of freedom;
                                -infinity for fewer than two */
    double high;           /**< its upper end: mean + t * standard_error; infinity for fewer than
                                two */
} bship_match_summary;

/** An empty summary. */
#define BSHIP_MATCH_SUMMARY_INIT                                                                   \
    {                                                                                              \
        sizeof(bship_match_summary), 0, 0, 0, 0, 0, 0, 0, 0.0, 0.0, 0.0, 0.0, 0.0                  \
    }

/**
 * The mean shots of an entry of a solo match, in the games of the last run so far. Does not depend
 * on the number of threads.
 *
 * @param match      the match
 * @param entry      the entry's number, from 0
 * @param confidence of the interval, above 0 and below 1, usually 0.95
 * @param out        the summary
 * @return #BSHIP_OK, also if there are no games; #BSHIP_ERROR_ARGUMENT for NULL;
 *         #BSHIP_ERROR_STATE in a duel; #BSHIP_ERROR_RANGE for a confidence out of range, or if
 *         there is no such entry; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_match_mean(const bship_match *match, int32_t entry, double confidence,
                                        bship_match_summary *out);

/**
 * The mean difference between the shots of two entries of a solo match, `a` less `b`, in the games
 * that both finished. As both fire at the same layouts, it is known better than the difference of
 * two separate means. If the interval contains 0, so many games do not tell the two apart. Of many
 * differences at 95% confidence, one in twenty leaves out the truth: ask for more confidence,
 * such as 1 - 0.05 / k for k differences (Bonferroni's correction).
 *
 * @param match      the match
 * @param a          an entry's number, from 0
 * @param b          that of another entry
 * @param confidence of the interval, above 0 and below 1, usually 0.95
 * @param out        the summary
 * @return as bship_match_mean(); #BSHIP_ERROR_ARGUMENT also if both are the same.
 */
BSHIP_API bship_status bship_match_difference(const bship_match *match, int32_t a, int32_t b,
                                              double confidence, bship_match_summary *out);

/**
 * The mean score of an entry of a duel: 1 for a win, 1/2 for a draw, 0 for a loss. A game that
 * failed is none of these, although its rows name the entry that is not at fault as the winner:
 * `failed` and `faults` say how many such games there are.
 *
 * @param match      the match
 * @param entry      the entry's number, 0 or 1
 * @param confidence of the interval, above 0 and below 1, usually 0.95; near 0 and 1, the ends of
 *                   the interval may be beyond
 * @param out        the summary
 * @return as bship_match_mean(); #BSHIP_ERROR_STATE in a solo match.
 */
BSHIP_API bship_status bship_match_score(const bship_match *match, int32_t entry, double confidence,
                                         bship_match_summary *out);

BSHIP_END_DECLS

#endif
