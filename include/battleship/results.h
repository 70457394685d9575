/**
 * @file
 * Results: what the games of a match came to.
 *
 * Results receive the rows of a match and keep counts and histograms, so that their memory does not
 * depend on the number of games. bship_histogram_summarise() computes the mean of
 * bship_results_shots() and its interval; bship_histogram_compare() compares two entries by
 * bship_results_differences().
 *
 * Parts of a match that were played apart, by threads, processes or machines, add up with
 * bship_results_merge() to the results of the whole, whatever the order. As text, by
 * bship_results_format(), they can be kept and sent.
 *
 * In a match with series, each must be received whole: parts are split between series. Of an
 * incomplete last series, those groups of rounds count that are complete.
 */
#ifndef BATTLESHIP_RESULTS_H
#define BATTLESHIP_RESULTS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/match.h>
#include <battleship/memory.h>
#include <battleship/statistics.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * The results of a match. One thread at a time may change them; while none does, any number may
 * read them.
 */
typedef struct bship_results bship_results;

/** The most entries of results. */
#define BSHIP_RESULTS_ENTRIES_MAX 256

/** Options of results: the match they are of. */
typedef struct bship_results_options {
    size_t size;      /**< sizeof(bship_results_options); see @ref struct_sizes */
    int32_t kind;     /**< a ::bship_match_kind */
    int32_t entries;  /**< the number of entries, at most #BSHIP_RESULTS_ENTRIES_MAX, in a
                           duel two; 0: one, in a duel two */
    int32_t series;   /**< how many games make a series, at most #BSHIP_MATCH_SERIES_MAX; 0:
                           there are no series */
    int32_t reserved; /**< zero */
    bship_allocator allocator; /**< all NULL: the C library's */
} bship_results_options;

/** The defaults: a solo match of one entry, in no series. */
#define BSHIP_RESULTS_OPTIONS_INIT                                                                 \
    {                                                                                              \
        sizeof(bship_results_options), BSHIP_MATCH_KIND_SOLO, 0, 0, 0, BSHIP_ALLOCATOR_INIT        \
    }

/**
 * Sets options to #BSHIP_RESULTS_OPTIONS_INIT.
 *
 * @param options the options; may be NULL
 * @param size    sizeof(bship_results_options)
 */
BSHIP_API void bship_results_options_init(bship_results_options *options, size_t size);

/**
 * Makes results without games.
 *
 * @param out     the new results, owned by the caller
 * @param options NULL for the defaults
 * @param error   filled on failure; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for an unknown type of match, a reserved member other
 *         than 0, or an allocator of which only a part is set; #BSHIP_ERROR_RANGE for a number of
 *         entries or a length of series out of range; #BSHIP_ERROR_SIZE; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_results_new(bship_results **out, const bship_results_options *options,
                                         bship_error *error);

/**
 * Frees results.
 *
 * @param results the results; may be NULL
 */
BSHIP_API void bship_results_free(bship_results *results);

/**
 * Removes all games.
 *
 * @param results the results
 */
BSHIP_API void bship_results_reset(bship_results *results);

/* ---- receiving ---- */

/**
 * Adds a row. Rows must come as the match delivers them: game by game, in each the entries in
 * order, and with series, the games of a series in order. A game counts once all of its rows are
 * there.
 *
 * @param results the results
 * @param row     the row
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL, or a row that is not the next one of such a
 *         match; #BSHIP_ERROR_RANGE for a row with impossible numbers, for two rows of a duel that
 *         contradict each other, or for a sum above 2^63 - 1; #BSHIP_ERROR_SIZE;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_results_add(bship_results *results, const bship_match_row *row);

/**
 * Adds a row: a ::bship_match_callback, for results that are passed to bship_match_run() as `user`.
 *
 * @param row     the row
 * @param results the ::bship_results
 * @return 0; 1, which cancels the match, if bship_results_add() fails for this row or has failed
 *         for an earlier one: bship_results_status() says how.
 */
BSHIP_API int bship_results_receive(const bship_match_row *row, void *results);

/**
 * How bship_results_receive() failed.
 *
 * @param results the results
 * @return the ::bship_status of its first failure since the results were made or reset; #BSHIP_OK
 *         if there was none.
 */
BSHIP_API bship_status bship_results_status(const bship_results *results);

/**
 * Adds the games of other results, which must be of the same kind, number of entries and length of
 * series. The same to the last bit whatever the order in which parts are added. Rows of a game or
 * of a series that is not complete are not taken over from the other results.
 *
 * @param results the results
 * @param other   the other ones
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL, for results of another shape, or if both are
 *         the same; #BSHIP_ERROR_RANGE for a sum above 2^63 - 1; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_results_merge(bship_results *results, const bship_results *other);

/* ---- asking ---- */

/**
 * The type of match that results are of.
 *
 * @param results the results
 * @return a ::bship_match_kind.
 */
BSHIP_API int32_t bship_results_kind(const bship_results *results);

/**
 * The number of entries that results are of.
 *
 * @param results the results
 * @return the number of entries.
 */
BSHIP_API int32_t bship_results_entries(const bship_results *results);

/**
 * The length of a series.
 *
 * @param results the results
 * @return the number of games in a series; 0 if there are none.
 */
BSHIP_API int32_t bship_results_series(const bship_results *results);

/**
 * The number of games all of whose rows are there.
 *
 * @param results the results
 * @return the number of games.
 */
BSHIP_API int64_t bship_results_games(const bship_results *results);

/**
 * What an entry achieved. A game *failed* if its rows have a status other than #BSHIP_OK. In a duel
 * the entry that is not at fault has won it, see bship_match_row.
 */
typedef struct bship_results_entry_info {
    size_t size;         /**< sizeof(bship_results_entry_info); see @ref struct_sizes */
    int64_t played;      /**< games */
    int64_t finished;    /**< games that did not fail */
    int64_t failed;      /**< games that did */
    int64_t faults;      /**< games that failed by this entry's fault */
    int64_t shots;       /**< shots in finished games */
    int64_t turns;       /**< turns in finished games */
    int64_t wasted;      /**< shots wasted, in all games */
    int64_t searched;    /**< games whose layout, the one it fired at, was found by search and not
                              drawn uniformly */
    int64_t nanoseconds; /**< elapsed time of its part of all games; 0 if the match measured none */
    int64_t won;         /**< in a duel: games that it won; else 0, as all below */
    int64_t lost;        /**< games that the other won */
    int64_t drawn;       /**< games that ended in a draw */
    int64_t first;       /**< games in which it fired first */
    int64_t first_won;   /**< of these, games that it won */
    int64_t first_drawn; /**< of these, games that ended in a draw */
    int64_t side_a;      /**< games in which it was side a */
    int64_t side_a_won;  /**< of these, games that it won */
    int64_t side_a_drawn; /**< of these, games that ended in a draw */
} bship_results_entry_info;

/** No games. */
#define BSHIP_RESULTS_ENTRY_INFO_INIT                                                              \
    {                                                                                              \
        sizeof(bship_results_entry_info), 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0     \
    }

/**
 * Sets an entry's achievements to #BSHIP_RESULTS_ENTRY_INFO_INIT.
 *
 * @param info the struct; may be NULL
 * @param size sizeof(bship_results_entry_info)
 */
BSHIP_API void bship_results_entry_info_init(bship_results_entry_info *info, size_t size);

/**
 * What an entry achieved in all games.
 *
 * @param results the results
 * @param entry   its number, from 0
 * @param out     what it achieved
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL or if there is no such entry;
 *         #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_results_entry(const bship_results *results, int32_t entry,
                                           bship_results_entry_info *out);

/**
 * The shots of an entry in each game: in a solo match those of finished games, in a duel those of
 * the games that it won by sinking the other's fleet.
 *
 * @param results the results
 * @param entry   its number, from 0
 * @return the histogram; valid as long as the results; NULL if there is no such entry.
 */
BSHIP_API const bship_histogram *bship_results_shots(const bship_results *results, int32_t entry);

/**
 * The paired differences of two entries of a solo match: the shots of `a` less those of `b`, in the
 * games that both finished. The numbers of (b, a) are these with opposite signs, and are not kept
 * twice: mean and interval change their sign, the p-value does not.
 *
 * @param results the results
 * @param a       an entry's number, from 0
 * @param b       a greater one
 * @return the histogram; valid as long as the results; NULL in a duel, or if there are no such
 *         entries.
 */
BSHIP_API const bship_histogram *bship_results_differences(const bship_results *results, int32_t a,
                                                           int32_t b);

/* ---- series ---- */

/**
 * The number of groups of rounds. The rounds of a series, the numbers of its games from 1, are
 * grouped so that a learning curve has few points: rounds 1, 2, 3, 4 to 5, 6 to 10, 11 to 20, 21 to
 * 50, 51 to 100, and so on.
 *
 * @param results the results
 * @return the number of groups; 0 without series.
 */
BSHIP_API int32_t bship_results_groups(const bship_results *results);

/**
 * The rounds of a group.
 *
 * @param results the results
 * @param group   its number, from 0
 * @param first   receives its first round; may be NULL
 * @param last    receives its last round; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL results or if there is no such group.
 */
BSHIP_API bship_status bship_results_rounds(const bship_results *results, int32_t group,
                                            int32_t *first, int32_t *last);

/**
 * The shots of an entry in a group of rounds: for each series of a solo match in which it finished
 * all games of the group, their sum. Games of one series depend on each other if an entry learns;
 * sums of different series do not.
 *
 * @param results the results
 * @param group   the group's number, from 0
 * @param entry   its number, from 0
 * @return the histogram; valid as long as the results; NULL in a duel, or if there is no such group
 *         or entry.
 */
BSHIP_API const bship_histogram *bship_results_group_shots(const bship_results *results,
                                                           int32_t group, int32_t entry);

/**
 * The paired differences of two entries in a group of rounds: for each series in which both
 * finished all games of the group, the sum of the shots of `a` less that of `b`.
 *
 * @param results the results
 * @param group   the group's number, from 0
 * @param a       an entry's number, from 0
 * @param b       a greater one
 * @return the histogram; valid as long as the results; NULL in a duel, or if there are no such
 *         group and entries.
 */
BSHIP_API const bship_histogram *bship_results_group_differences(const bship_results *results,
                                                                 int32_t group, int32_t a,
                                                                 int32_t b);

/* ---- text ---- */

/**
 * Writes results as text that bship_results_parse() reads, as snprintf() does. Equal results give
 * equal text, in which no number is rounded. Rows of a game or a series that is not complete are
 * not in it. Allocates nothing.
 *
 * @verbatim
 * battleship-results 1
 * match solo
 * entries 2
 * series 0
 * games 3
 * played 3 3
 * finished 3 2
 * ...
 * side-a-drawn 0 0
 * game-shots 0 52:1 61:2
 * game-shots 1 40:1 44:1
 * game-differences 0 1 12:1 17:1
 * end
 * @endverbatim
 *
 * First comes what the results are of; then the number of games and, for all entries, each count of
 * bship_results_entry_info; then the histograms, as `VALUE:COUNT` with ascending values, each after
 * the number of its entry or pair and, in `group-shots` and `group-differences`, that of the group
 * of rounds before it. A long histogram takes several lines, an empty one none.
 *
 * @param results  the results; may be NULL
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL; 0 if `results` is NULL.
 */
BSHIP_API size_t bship_results_format(const bship_results *results, char *buffer, size_t capacity);

/**
 * Reads results from text: exactly those that were written. Blank lines and comments, which begin
 * with `#`, are ignored. In a match with series, the next game is the first of a series.
 *
 * @param out       the new results, owned by the caller
 * @param text      `length` bytes
 * @param length    how many
 * @param allocator copied; NULL for the C library's
 * @param error     filled on failure, with line and column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_ARGUMENT for NULL or an allocator of which only a part is set;
 *         #BSHIP_ERROR_VERSION; #BSHIP_ERROR_SYNTAX for a line that is malformed, out of order,
 *         repeated or missing; #BSHIP_ERROR_NAME for an unknown word; #BSHIP_ERROR_RANGE for a
 *         number out of range or, at the line `end`, for numbers that contradict each other;
 *         #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_results_parse(bship_results **out, const char *text, size_t length,
                                           const bship_allocator *allocator, bship_error *error);

BSHIP_END_DECLS

#endif
