/*
 * A record, entry by entry: what each side knew, and its ships, after any number of entries.
 *
 *     struct replay replay;
 *     if (!replay_open(&replay, "game.record", why))
 *         ...
 *     replay_go(&replay, 12);       // just after the first 12 entries
 *     panel_show_chart(&panel, replay.charts[BSHIP_SIDE_A]);
 *
 * Going on costs what the entries in between cost; going back rebuilds boards and charts once.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_REPLAY_H
#define PROGRAMS_BATTLESHIP_GAME_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/record.h>

#include "common/files.h"
#include "common/sides.h"

/* Where an entry of the record is found. */
struct replay_step {
    int64_t round;      /* from 1; in a position always 1 */
    int64_t chart_turn; /* the number of its turn, from 0, in the chart of its side */
    int32_t side;       /* that fired */
};

/* Members may be read freely. */
struct replay {
    bship_record *record;
    const bship_rules *rules;   /* of the record */
    bship_chart *logs[SIDES];   /* what each side knew in the end: for the texts of entries */
    bship_chart *charts[SIDES]; /* what each side knew after `at` entries */
    bship_board *boards[SIDES]; /* the ships of each side after `at` entries; NULL: not known */
    struct replay_step *steps;  /* the entries that can be shown */
    int64_t count;              /* how many: all, or those before one that is impossible */
    int64_t at;                 /* from 0, before the first entry, to `count` */
    char fault[FILES_WHY_SIZE]; /* the first contradiction and its place; else empty */
    struct replay_shots *shots; /* room for the shots of an entry */
};

/*
 * Opens a record: a game, its ships placed or not, at its beginning; or a position at its end.
 * Reports that contradict each other end it early, those that contradict a layout do not: either
 * way there is a fault. If the record cannot be shown at all, says why, with FILE:LINE:COLUMN where
 * the text is at fault; then replay_close() is not needed.
 */
bool replay_open(struct replay *replay, const char *path, char why[FILES_WHY_SIZE]);

/* The same from a record, which is the replay's to free from then on, even on failure. */
bool replay_open_record(struct replay *replay, bship_record *record, char why[FILES_WHY_SIZE]);

/* Frees the members. */
void replay_close(struct replay *replay);

/* Moves to just after the first `at` entries, within bounds. */
void replay_go(struct replay *replay, int64_t at);

/* The side that fires next; at the end the one that fired last. */
int32_t replay_aiming_side(const struct replay *replay);

#endif
