/*
 * The rows of all games as comma-separated values in a file: comments, a header, and a line for
 * each game and entry.
 */
#ifndef PROGRAMS_SIMULATION_RAW_H
#define PROGRAMS_SIMULATION_RAW_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "simulation/simulation.h"

struct raw {
    const char *path; /* NULL: no rows are written */
    FILE *file;
    int64_t whole; /* bytes of whole games and, with series, whole series; NO_RAW: a pipe's */
    bool has_failed;
};

/* Opens the file: a new one, or one whose first `resumed` bytes are to stay, unless that is 0. */
int raw_open(struct raw *raw, const char *path, const struct study *study, int64_t resumed);

/* Writes a row. The first failure is printed; false then, and from then on. */
bool raw_write(struct raw *raw, const struct simulation *simulation, const bship_match_row *row);

/* After the last row of a game. */
void raw_end_game(struct raw *raw, const struct plan *plan, int64_t game);

/* Hands to the system what was written so far. */
bool raw_flush(struct raw *raw);

/* Closes the file. */
bool raw_close(struct raw *raw);

#endif
