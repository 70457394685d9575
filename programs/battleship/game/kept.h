/*
 * Games that were played to their end: the last ones are kept as records in the directory `games`
 * of the state directory, to be replayed. Each file is named after the time of the end, in seconds
 * since 1970, and a fingerprint of the game; other files there are left alone.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_KEPT_H
#define PROGRAMS_BATTLESHIP_GAME_KEPT_H

#include <stdbool.h>
#include <time.h>

#include <battleship/record.h>

#include "common/files.h"

/* How many games are kept; one more replaces the oldest. */
#define KEPT_MAX 50

/* A kept game. */
struct kept_game {
    char *path;
    time_t when;          /* it ended */
    bship_record *record; /* as it was read */
};

struct kept_games {
    struct kept_game games[KEPT_MAX]; /* the newest first */
    int count;
    int broken;               /* files that are no records any more, and are left out */
    char why[FILES_WHY_SIZE]; /* what is wrong with one of them */
};

/*
 * Keeps the record of a game that has ended. A game that is there already is replaced: the program
 * was ended after it had kept it, and before it had removed the saved copy.
 */
bool kept_add(const bship_record *record, char why[FILES_WHY_SIZE]);

/* Reads the kept games; false if their directory cannot be read. kept_clear() in any case. */
bool kept_read(struct kept_games *kept, char why[FILES_WHY_SIZE]);
void kept_clear(struct kept_games *kept);

#endif
