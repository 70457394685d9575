/*
 * Lifetime statistics: a CSV file in the state directory with a row for every game that was played
 * to its end, and the table by opponent and rules that is made from it.
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
    struct statistics_group *groups; /* by rules, opponent and help */
    size_t count;
    int64_t games;
    int64_t foreign; /* lines that are no rows of ours */
    bool is_torn;    /* whether the last line was never written to its end */
};

/* The path of the file, to be freed; creates the state directory. NULL on failure. */
char *statistics_path(char why[FILES_WHY_SIZE]);

/*
 * The result of a session that has ended, for a side; its luck is NAN. Returns false if it does not
 * count: it has not ended, was abandoned, or the side is not played by a person at this terminal.
 */
bool statistics_result(const struct session *session, int32_t side, struct game_result *out);

/*
 * Adds a row. One that equals either of the last two but for the date and the luck is not added
 * again: the program was ended after it had added it, and before it had removed the saved game.
 */
bool statistics_add(const char *path, const struct game_result *result, char why[FILES_WHY_SIZE]);

/*
 * Adds the results of a session that has ended: a row for each person at this terminal, which
 * `counted` receives; zeroes for the others. What was luck is not known then.
 */
bool statistics_count(const struct session *session, struct game_result counted[SIDES],
                      char why[FILES_WHY_SIZE]);

/* Fills in the luck of a row that was added, once it is known. A row that is not there is none. */
bool statistics_set_luck(const char *path, const struct game_result *counted, double luck,
                         char why[FILES_WHY_SIZE]);

/* Reads the file; none is one without rows. statistics_clear() is needed in any case. */
bool statistics_read(const char *path, struct statistics *out, char why[FILES_WHY_SIZE]);
void statistics_clear(struct statistics *statistics);

/*
 * The statistics as a table for a width of at least 60, but for long names; to be freed, NULL if
 * out of memory. From 80 on, means have their standard errors.
 */
char *statistics_table(const struct statistics *statistics, int columns);

/* All rows of ours as CSV with a heading; the text is to be freed. */
bool statistics_csv(const char *path, char **text, size_t *length, char why[FILES_WHY_SIZE]);

/* Writes them to another file. */
bool statistics_export(const char *path, const char *target, char why[FILES_WHY_SIZE]);

#endif
