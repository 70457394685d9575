/*
 * Lifetime statistics: a CSV file in the state directory with a row for every game that was played
 * to its end. All that is said of former games follows from these rows: the table by opponent and
 * rules, and the charts of talk/history.h. The kept games (kept.h) are only the last ones.
 *
 * Rows are appended under a lock and synced. A row that was torn by a crash, or is not ours, is
 * counted and left alone.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_STATISTICS_H
#define PROGRAMS_BATTLESHIP_GAME_STATISTICS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/game/series.h"
#include "battleship/game/session.h"
#include "battleship/game/statistics_rows.h"
#include "common/files.h"
#include "common/sides.h"

/* All games against one opponent under the same rules, with help or without. */
struct statistics_group {
    char opponent[33];
    char kind[8];
    char rules[160];
    bool is_helped; /* by hints, heat maps or undone turns */
    int64_t games;
    int64_t outcomes[GAME_OUTCOMES];
    int64_t help;                /* hints, heat maps and undone turns */
    struct series winning_shots; /* the shots of games that were won by sinking */
    struct series accuracy;      /* hits by shots of each game */
    struct series luck;
};

struct statistics {
    struct rows rows;                /* a game each, the oldest first */
    struct statistics_group *groups; /* by rules, opponent and help */
    size_t count;                    /* of the groups */
};

/* The path of the file, to be freed; creates the state directory. NULL on failure. */
char *statistics_path(char why[FILES_WHY_SIZE]);

/*
 * The result of a session that has ended, for a side, without what a review finds. Returns false
 * if it does not count: it has not ended, was abandoned, or the side is not played by a person at
 * this terminal.
 */
bool statistics_result(const struct session *session, int32_t side, struct game_result *out);

/*
 * Adds a row. One that equals either of the last two but for the date and what a review finds is
 * not added again: the program was ended after it had added it, and before it had removed the saved
 * game.
 */
bool statistics_add(const char *path, const struct game_result *result, char why[FILES_WHY_SIZE]);

/*
 * Adds the results of a session that has ended: a row for each person at this terminal, which
 * `counted` receives; zeroes for the others.
 */
bool statistics_count(const struct session *session, struct game_result counted[SIDES],
                      char why[FILES_WHY_SIZE]);

/* Replaces a row that was added, once more is known of its game. If it has gone, nothing changes.
 */
bool statistics_replace(const char *path, const struct game_result *counted,
                        const struct game_result *known, char why[FILES_WHY_SIZE]);

/* Reads a file; a missing one has no rows. statistics_clear() is needed in any case. */
bool statistics_read(const char *path, struct statistics *out, char why[FILES_WHY_SIZE]);
void statistics_clear(struct statistics *statistics);

/* Reads the file of the state directory, likewise. */
bool statistics_load(struct statistics *out, char why[FILES_WHY_SIZE]);

/*
 * The statistics as a table for a width of at least 60, but for long names; to be freed, NULL if
 * out of memory. From 80 on, means have their standard errors.
 */
char *statistics_table(const struct statistics *statistics, int columns);

/* All rows as CSV with a heading, to be freed; NULL if out of memory. */
char *statistics_csv(const struct statistics *statistics);

/* Writes them to another file. */
bool statistics_export(const struct statistics *statistics, const char *target,
                       char why[FILES_WHY_SIZE]);

#endif
