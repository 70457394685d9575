/*
 * What the games of a match came to: counts and histograms, whose memory does not depend on the
 * number of games. Parts of a match that were played apart add up to the results of the whole,
 * whatever the order; as text they can be kept and sent.
 *
 * In a match with series, each must be added whole: parts are split between series. Of an
 * incomplete last series, those groups of rounds count that are complete.
 *
 * A game *failed* if its rows have a status other than OK. In a duel the entry that is not at fault
 * has won it, see bship_match_row. In a solo match it counts as a number of shots that no game
 * exceeds but by wasted ones, so that no entry gains from failing: it has then taken the turns of
 * so many shots, sunk what it had sunk, and not cleared the board.
 */
#ifndef PROGRAMS_SIMULATION_STATISTICS_RESULTS_H
#define PROGRAMS_SIMULATION_STATISTICS_RESULTS_H

#include <stdbool.h>

#include <battleship/match.h>

#include "simulation/statistics/histogram.h"

enum {
    RESULTS_ALL = -1 /* in place of a group of rounds: all games */
};

/* What an entry achieved. A game *counts* if it finished or, in a solo match, failed. */
struct results_entry {
    int64_t played; /* games */
    int64_t finished;
    int64_t failed;
    int64_t faults;      /* games that failed by this entry's fault */
    int64_t shots;       /* in games that count */
    int64_t turns;       /* in games that count */
    int64_t wasted;      /* shots wasted, in all games */
    int64_t searched;    /* games whose layout was found by search and not drawn uniformly */
    int64_t nanoseconds; /* elapsed time of its part of all games; 0 if the match measured none */
    /* Of duels; else 0. */
    int64_t won;
    int64_t lost;
    int64_t drawn;
    int64_t first; /* games in which it fired first */
    int64_t first_won;
    int64_t first_drawn;
    int64_t side_a; /* games in which it was side a */
    int64_t side_a_won;
    int64_t side_a_drawn;
    /* Of all matches. */
    int64_t cleared; /* finished games in which it sank the whole fleet */
};

/* The shots of an entry in a game, or their sum in a group of rounds. */
struct results_number {
    int64_t shots;
    bool counts; /* whether it goes into the histograms: in a solo match always */
};

struct results {
    int32_t kind; /* a bship_match_kind */
    int32_t entry_count;
    int32_t series;       /* how many games make a series; 0: there are no series */
    int64_t failed_shots; /* at least, of a failed game of a solo match */
    int64_t games;
    struct results_entry *entries;
    /* Those of all games and of each group of rounds: of the shots of the entries and, in solo
     * matches, of the differences of the pairs; then those of the points of the entries. */
    struct histogram *histograms;
    /* The series that is played. */
    int32_t group;               /* that of the next round */
    struct results_number *game; /* by entry, of a game; scratch space */
    struct results_number *sums; /* by entry, of this group */
};

/*
 * Makes results without games; NULL: out of memory. A failed game of a solo match counts as
 * `failed_shots`, or as those that the entry fired, if they were more.
 */
struct results *results_new(int32_t kind, int32_t entries, int32_t series, int64_t failed_shots);

/* Makes results without games, of the shape of others. */
struct results *results_new_like(const struct results *others);

/* Frees results, which may be NULL. */
void results_free(struct results *results);

/*
 * Adds the rows of a game, one for each entry. Games of a series come in order. OK, MEMORY, or
 * RANGE for a sum above 2^63 - 1.
 */
bship_status results_add(struct results *results, const bship_match_row *rows);

/* Adds the games of others, of the same shape: OK, MEMORY or RANGE. */
bship_status results_merge(struct results *results, const struct results *other);

/* ---- asking ---- */

/*
 * The number of groups of rounds, 0 without series. The rounds of a series, the numbers of its
 * games from 1, are grouped so that a learning curve has few points: rounds 1, 2, 3, 4 to 5, 6 to
 * 10, 11 to 20, 21 to 50, 51 to 100, and so on.
 */
int32_t results_groups(const struct results *results);

/* The first and the last round of a group. */
void results_rounds(const struct results *results, int32_t group, int32_t *first, int32_t *last);

/*
 * The shots of an entry. In all games: in a solo match those of all of them, in a duel those of the
 * games that it won by sinking the other's fleet. In a group of rounds, of solo matches: for each
 * series that has all games of the group, their sum. Games of one series depend on each other if an
 * entry learns; sums of different series do not.
 */
struct histogram *results_shots(const struct results *results, int32_t group, int32_t entry);

/* The points of an entry in games that count. */
struct histogram *results_points(const struct results *results, int32_t entry);

/* The paired differences of two entries of a solo match, the shots of `a` less those of `b`, which
 * is greater: of the games, or the sums of a group. */
struct histogram *results_differences(const struct results *results, int32_t group, int32_t a,
                                      int32_t b);

/* ---- text ---- */

/* The number of counts of an entry; the keyword of one in a text, and the count. */
#define RESULTS_COUNTS (sizeof(struct results_entry) / sizeof(int64_t))
const char *results_keyword(size_t count);
int64_t *results_count(struct results_entry *entry, size_t count);

/*
 * Writes results as text that results_read() reads, ends it with NUL, and stores its length without
 * that; NULL: out of memory. The caller frees it. Equal results give equal text, in which no number
 * is rounded.
 *
 *     battleship-results 4
 *     match solo
 *     entries 2
 *     series 0
 *     games 3
 *     played 3 3
 *     finished 3 2
 *     ...
 *     cleared 3 2
 *     game-shots 0 52:1 61:2
 *     game-shots 1 40:1 44:1 100:1
 *     game-differences 0 1 -39:1 12:1 17:1
 *     game-points 0 5:3
 *     game-points 1 2:1 5:2
 *     checksum 0123456789abcdef
 *
 * First comes what the results are of; then the number of games and, for all entries, each count of
 * struct results_entry; then the histograms, as `VALUE:COUNT` with ascending values, each after the
 * number of its entry or pair and, in `group-shots` and `group-differences`, that of the group of
 * rounds before it. A long histogram takes several lines, an empty one none. The checksum is that
 * of all bytes before its line, by hash_bytes().
 */
char *results_write(const struct results *results, size_t *length);

/*
 * Adds the games of results that were written, of the same shape: OK; VERSION for the text of
 * another version, ARGUMENT for results of another shape, SYNTAX for anything else that was not
 * written so, RANGE for a sum out of range; MEMORY. On failure nothing is added, and the error
 * has a line and a column.
 */
bship_status results_read(struct results *results, const char *text, size_t length,
                          bship_error *error);

#endif
