/*
 * Records of games in a directory, a file for each game and player: a position with the shots of
 * one side and the layout of the other, as battleship-analyse reads it.
 */
#ifndef PROGRAMS_SIMULATION_RECORD_H
#define PROGRAMS_SIMULATION_RECORD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "simulation/simulation.h"

/* The most files that are written. */
#define RECORDS_MAX 100000

/* Any number of threads may record games with it at the same time. */
struct recorder {
    const char *directory;  /* NULL: nothing is recorded */
    atomic_bool has_failed; /* whether a file could not be written; the first time, it is printed */
};

/*
 * Makes the directory, unless it exists. Refuses too many games. Refuses a directory with records,
 * which would be mixed with those of this run; if the run is resumed, they are taken to be its own.
 */
int recorder_open(struct recorder *recorder, const char *directory, const struct study *study,
                  bool is_resumed);

/* Records the game of an entry: its shots on the chart, at the board. */
void recorder_write(struct recorder *recorder, const struct simulation *simulation,
                    const bship_match_row *row, const bship_board *board, const bship_chart *chart);

#endif
