/*
 * Playing the games of a simulation, in any number of parts.
 *
 * simulation_play() plays the games of a part and adds them to results: those of the simulation, or
 * others that are then merged with them. When a simulation is over does not depend on its parts:
 * plan_next_stop() is the same for all of them.
 */
#ifndef PROGRAMS_SIMULATION_PLAY_H
#define PROGRAMS_SIMULATION_PLAY_H

#include <stdbool.h>
#include <stdint.h>

#include "simulation/simulation.h"

/* Follows the games as they are played; any function may be NULL. Each may stop the part: false. */
struct listener {
    /* After a row was added to the results. */
    bool (*hear_row)(const bship_match_row *row, void *user);
    /* After the last row of a game was. */
    bool (*hear_game)(int64_t game, void *user);
    void *user;
    /* After each game of a player, by the thread that played it, at the same time as by others. */
    bship_match_observer observe;
};

/* A part of the games of a simulation. */
struct part {
    int64_t first; /* its first game; with series, the first one of a series */
    int64_t count;
    struct results *results; /* to which its games are added */
    const struct listener *listener;
};

/* Makes results without games for a part, of the shape of others. Returns an exit code. */
int part_make_results(struct results **out, const struct results *others);

/* Whether a player can play the rules of a plan; `error` says why not. */
bship_status player_check(const struct plan *plan, const struct player *player, bship_error *error);

/*
 * Plays a part. EXIT_FINE if all its games were played, or the listener stopped it; then, and when
 * Ctrl-C did (EXIT_INTERRUPTED), the results have whole games only. Failed games are printed on
 * stderr, the first few of each player.
 */
int simulation_play(const struct simulation *simulation, const struct part *part);

#endif
