/*
 * Inside results: counts of each entry, and histograms in one block: the shots of the entries, the
 * differences of the pairs, and with series both again for each group of rounds.
 *
 * A game's rows are kept until they are all there. Then room is made in every histogram that gets a
 * number, and only after that is anything changed.
 */
#ifndef BSI_PLAY_RESULTS_H
#define BSI_PLAY_RESULTS_H

#include <stdbool.h>

#include <battleship/results.h>

#include "play/histogram.h"

/* The shots of an entry in a game, or their sum in a group of rounds. */
typedef struct bsi_results_number {
    int64_t shots;
    bool counts; /* whether it goes into the histograms: the entry finished all of the games */
} bsi_results_number;

struct bship_results {
    bship_results_options options;
    int64_t games;
    bship_results_entry_info *entries;
    bship_histogram *histograms; /* bsi_results_histograms() of them */
    bship_match_row *rows;       /* those of the next game that are there */
    int32_t row_count;
    bsi_results_number *game; /* by entry, of the rows; scratch space */
    /* The series that is played, unless results are of a duel. */
    int32_t round;            /* of the last game; 0: no series has begun */
    int32_t group;            /* that of the next round, */
    int32_t group_last;       /* and its last round */
    bsi_results_number *sums; /* by entry, of this group */
    bship_status status;      /* of the first row that was not received */
};

/* No board takes as many shots; the sum of a series is then in the range of a histogram. */
#define BSI_RESULTS_SHOTS_MAX (BSHIP_HISTOGRAM_VALUE_MAX / BSHIP_MATCH_SERIES_MAX)

enum {
    BSI_RESULTS_COUNTS = 18,     /* of an entry */
    BSI_RESULTS_GROUPS_MAX = 17, /* of the longest series */
    BSI_RESULTS_ALL = -1         /* in place of a group: all games */
};

/* The keyword of a count of entries in a text, and the count. */
const char *bsi_results_keyword(int32_t count);
int64_t *bsi_results_count_of(bship_results_entry_info *info, int32_t count);

/* The lines of a text that have a histogram, after numbers that say which one: with a group or of
 * all games, of an entry or of a pair. */
typedef struct bsi_results_line {
    const char *keyword;
    bool has_group;
    bool has_pair;
} bsi_results_line;

enum {
    BSI_RESULTS_LINES = 4
};

extern const bsi_results_line bsi_results_lines[BSI_RESULTS_LINES];

/* Adds counts of an entry to others: OK, or RANGE, after which they are unusable. */
bship_status bsi_results_sum_up(bship_results_entry_info *info,
                                const bship_results_entry_info *other);

/*
 * The number of histograms in all, and of one group: those of the entries, then those of the pairs.
 */
size_t bsi_results_histograms(const bship_results *results);
size_t bsi_results_group_size(const bship_results *results);

/* The number of rounds of a group; 1 for all games. */
int64_t bsi_results_rounds_of(const bship_results *results, int32_t group);

/* The first histogram of a group. */
bship_histogram *bsi_results_group_at(const bship_results *results, int32_t group);

/* The histogram of an entry's shots, or of a pair's differences, in a group or in all games. NULL
 * if there is none. */
bship_histogram *bsi_results_shots_of(const bship_results *results, int32_t group, int32_t entry);
bship_histogram *bsi_results_differences_of(const bship_results *results, int32_t group, int32_t a,
                                            int32_t b);

/* Why results cannot be those of a match, and the entry it was noticed at, or -1 if it is none
 * alone. NULL: they may be. */
const char *bsi_results_contradiction(const bship_results *results, int32_t *entry);

#endif
