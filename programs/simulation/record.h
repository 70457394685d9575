/*
 * Files of games in directories: records, a file for each game and player, with the shots of one
 * side and the layout of the other, as battleship-analyse reads them; and transcripts, which have
 * the lines that a bot was sent and wrote, and why it failed.
 */
#ifndef PROGRAMS_SIMULATION_RECORD_H
#define PROGRAMS_SIMULATION_RECORD_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "simulation/simulation.h"

/* The most files of a kind that are written. */
#define RECORDS_MAX 100000

/* The endings of their names. */
#define RECORD_ENDING ".record"
#define TRANSCRIPT_ENDING ".txt"
#define DISQUALIFIED_NAME "disqualified," /* before the number of a bot, from 1 */

/* Any number of threads may write files with it at the same time. */
struct recorder {
    struct study *study;
    const struct conduct_files *files;
    atomic_bool has_failed; /* whether a file could not be written; the first time, it is printed */
};

/*
 * Makes the directories, unless they exist. Refuses too many games. Refuses a directory with such
 * files, which would be mixed with those of this run; if the run is resumed, they are taken to be
 * its own.
 */
int recorder_open(struct recorder *recorder, struct study *study, const struct conduct_files *files,
                  bool is_resumed);

/* Whether the files of all games are kept, not only of failed ones. */
bool recorder_keeps_all(const struct conduct_files *files);

/*
 * Writes the files of a game of an entry: its shots on the chart, at the board. Of failed games,
 * notes those whose files are kept in the study.
 */
void recorder_write(struct recorder *recorder, const struct simulation *simulation,
                    const bship_match_row *row, const bship_board *board, const bship_chart *chart);

#endif
