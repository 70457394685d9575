/*
 * Checkpoints: the results so far in a file, from which the same command goes on. So does one with
 * more players that duel: a duel depends on its two players alone, so only those of the new ones
 * are missing. In a solo match all are compared game by game, and none can join.
 *
 * A checkpoint is text: a first line with the version of the format; the parameters on which the
 * results depend, one a line; the length of the raw rows, if there are any; and for each simulation
 * its results, as by results_write(). The file is replaced in one step, so that whatever
 * ends the program leaves a whole checkpoint. With series, the games of a checkpoint are whole
 * series, or all games.
 */
#ifndef PROGRAMS_SIMULATION_CHECKPOINT_H
#define PROGRAMS_SIMULATION_CHECKPOINT_H

#include <stdbool.h>
#include <stdint.h>

#include "common/files.h"
#include "simulation/simulation.h"

#define NO_RAW (-1)

struct checkpoint {
    const char *path;       /* NULL: there is none */
    struct files_hold hold; /* keeps other runs from it */
    char *head;             /* the first line and the parameters, up to the players */
    char *players;          /* a line each */
    double written_at;      /* on the clock of seconds_now() */
    bool is_resumed;        /* whether it was there */
    bool has_failed;        /* whether it could not be written */
};

/*
 * Reads the checkpoint of a study, if the file exists, and adds its games to the simulations, which
 * have none yet. Other parameters are refused, and so is a checkpoint that another run is using.
 * `raw_length` is NO_RAW if no raw rows are written; else it receives the length of the raw rows of
 * these games, if there is a checkpoint.
 */
int checkpoint_open(struct checkpoint *checkpoint, const struct conduct_files *files,
                    struct study *study, int64_t *raw_length);

/* Whether some seconds have passed since it was written. */
bool checkpoint_is_due(const struct checkpoint *checkpoint);

/*
 * Writes the checkpoint, if there is to be one; `raw_length` is NO_RAW or how many bytes of raw
 * rows its games have. The first failure is printed.
 */
bool checkpoint_write(struct checkpoint *checkpoint, const struct study *study, int64_t raw_length);

/* Lets other runs use the file, and frees the members. */
void checkpoint_clear(struct checkpoint *checkpoint);

#endif
