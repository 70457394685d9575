/*
 * The heat map of a replay: the chances of a hit where it stands, for whoever fires next. Computed
 * by a worker, so that steps may be looked at meanwhile.
 *
 *     replay_heat_open(&heat, &replay, worker)
 *     replay_heat_toggle(&heat);
 *     while (...) {
 *         replay_heat_step(&heat, true);
 *         ...if replay_heat_is_there(&heat), show heat.grid; wait for the worker...
 *     }
 *     replay_heat_close(&heat);
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_REPLAY_HEAT_H
#define PROGRAMS_BATTLESHIP_TALK_REPLAY_HEAT_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/game/advice.h"
#include "battleship/game/replay.h"

struct replay_heat {
    const struct replay *replay; /* borrowed */
    struct advice *advice;
    bool is_wanted;
    bool is_asked;                    /* one is being computed */
    int64_t asked_at;                 /* for this position */
    int64_t at;                       /* the position of the grid; -1: there was none yet */
    double *grid;                     /* for each cell */
    char text[ADVICE_TEXT_SIZE + 32]; /* what there is to say of it, a sentence; or empty */
};

/* Prepares maps, none of which is wanted yet; false if out of memory. Always close it. */
bool replay_heat_open(struct replay_heat *heat, const struct replay *replay, struct worker *worker);
void replay_heat_close(struct replay_heat *heat);

/* Wants maps from now on, or no longer; what is computed is cancelled then. */
void replay_heat_toggle(struct replay_heat *heat);

/*
 * Takes what was computed. If the replay rests at this position, asks for its map, if that is
 * wanted and not known yet.
 */
void replay_heat_step(struct replay_heat *heat, bool is_resting);

/* Whether the map of this position is wanted and known. */
bool replay_heat_is_there(const struct replay_heat *heat);

#endif
