/*
 * A record, entry by entry: what each side knew, and its ships, after any number of entries.
 *
 * Going on costs what the entries in between cost; going back rebuilds boards and charts once.
 */
#ifndef CONSOLE_GAME_REPLAY_H
#define CONSOLE_GAME_REPLAY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/record.h>

#include "common/files.h"

struct replay {
    bship_record *record;
    const bship_rules *rules;   /* of the record */
    bship_chart *charts[2];     /* what each side knows after `at` entries */
    bship_board *boards[2];     /* the ships of each side after `at` entries; NULL: not known */
    int64_t entries;            /* that can be shown: those before a contradiction */
    int64_t at;                 /* from 0, before the first shot, to `entries` */
    int64_t *rounds;            /* of every entry, from 1; all 1 in a position */
    char fault[FILES_WHY_SIZE]; /* the contradiction that ends the replay early; else empty */
};

/*
 * Opens a record: a game or a position, its ships placed or not. A record whose reports contradict
 * themselves or its layouts can be shown up to the entry at fault. On failure says why, with
 * FILE:LINE:COLUMN if the text is at fault, and replay_close() is not needed.
 */
bool replay_open(struct replay *replay, const char *path, char why[FILES_WHY_SIZE]);

/* The same from a record, which is then the replay's to free, even on failure. */
bool replay_open_record(struct replay *replay, bship_record *record, char why[FILES_WHY_SIZE]);

void replay_close(struct replay *replay);

/* Moves to just after the first `at` entries; bounds are kept. False only if out of memory. */
bool replay_go(struct replay *replay, int64_t at);

/* Whether there are turns of both sides, rather than a position of one. */
bool replay_is_game(const struct replay *replay);

/* The side that fired in a position; the side that began in a game. */
int32_t replay_first(const struct replay *replay);

/* The name of a side: its player's, else its strategy's, else `side a`. */
const char *replay_name(const struct replay *replay, int32_t side);

/* The entry with a number, from 0, and the number of its turn in the chart of its side. */
bool replay_entry(const struct replay *replay, int64_t entry, bship_record_entry *out,
                  int64_t *chart_turn);

/* How the game ended, in words; empty if it has no result. */
void replay_result(const struct replay *replay, char *text, size_t size);

#endif
