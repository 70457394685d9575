/*
 * Rollouts: the rest of a game is played out by an expert, from any position of a log, on a given
 * layout.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_ROLLOUT_H
#define PROGRAMS_BATTLESHIP_GAME_ROLLOUT_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/geometry.h>
#include <battleship/status.h>

/* Used by one thread at a time. */
struct rollout {
    const bship_chart *log; /* borrowed: all turns of the game */
    bship_chart *chart;
    bship_board *board;
    bship_ai *expert; /* NULL before rollout_set_expert() */
    bship_cell *cells;
    bship_report *reports;
    bship_total total;
};

/* Cells that are fired in one turn. */
struct salvo {
    const bship_cell *cells;
    size_t count;
};

/* Makes rollouts of a log. Returns BSHIP_OK, or BSHIP_ERROR_MEMORY with an empty object. */
bship_status rollout_open(struct rollout *rollout, const bship_chart *log);

/* Frees the members; an empty object may be closed. */
void rollout_close(struct rollout *rollout);

/* Sets who plays; the options are the AI's. Returns BSHIP_OK or as bship_ai_new(). */
bship_status rollout_set_expert(struct rollout *rollout, const char *strategy,
                                const bship_ai_options *options);

/*
 * The number of shots that a turn has in rollouts: as many as the player had in that turn. Later
 * turns have as many as his last one, or as the one before it if that sank the fleet, which may
 * have cut it short. Without any such turn, as many as the first turn of a game.
 */
size_t rollout_salvo(const struct rollout *rollout, int64_t turn);

/* Where the expert aims in the position before a turn; cells has room for its salvo. Returns
 * BSHIP_OK or as bship_ai_aim_salvo(); `count` receives the number of cells. */
bship_status rollout_aim(struct rollout *rollout, int64_t turn, bship_cell *cells, size_t *count);

/*
 * Plays a game on from the position before a turn, on a layout that agrees with it: first a given
 * salvo, then the expert. `shots` receives the shots fired from that position on. Returns BSHIP_OK
 * or what an aim returned.
 */
bship_status rollout_play(struct rollout *rollout, const bship_placement *layout, int64_t turn,
                          struct salvo first, int64_t *shots);

#endif
