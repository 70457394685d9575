/*
 * Laying the ships of a side, one at a time: a ghost of the ship in hand goes over the board and is
 * laid where it fits; ships can be picked up again, drawn at random, and every step taken back.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_LAYING_H
#define PROGRAMS_BATTLESHIP_GAME_LAYING_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/geometry.h>

#include "battleship/game/session.h"

struct laying_step;

/* Members are to be read only. */
struct laying {
    struct session *session; /* borrowed */
    int32_t side;
    bship_board *board; /* the ships that are laid; the game has a copy */
    const bship_fleet *fleet;
    bship_placement ghost;     /* of the ship in hand; its ship is -1 if the fleet is complete */
    bship_cell *ghost_cells;   /* as laying_ghost() left them: room for those of any ship */
    bool *is_drawn;            /* for each ship: whether it was laid at random */
    struct laying_step *steps; /* what can be taken back, the latest first */
};

/* Begins, with the ships that are laid already. False if out of memory. */
bool laying_open(struct laying *laying, struct session *session, int32_t side);

/* Frees the members. */
void laying_close(struct laying *laying);

/* The cell of the ghost, or of the cursor if the fleet is complete. */
bship_cell laying_cell(const struct laying *laying);

/* Lists the cells of the ghost in `ghost_cells`; returns how many they are, 0 without a ghost. */
size_t laying_ghost(const struct laying *laying);

/* Moves the ghost to a cell, or as near as the board allows. */
void laying_move(struct laying *laying, bship_cell cell);

/* Turns the ghost; it is moved as far as that needs to stay on the board. */
void laying_rotate(struct laying *laying);

/* Takes the next ship that is missing in hand; the ghost goes to the nearest place where it fits. */
void laying_next(struct laying *laying);

/* Whether the ship in hand fits where the ghost is: BSHIP_OK, or as bship_board_check_place(). */
bship_status laying_check(const struct laying *laying);

/* Whether the ship in hand fits anywhere. Boards too large to try each cell have room. */
bool laying_has_room(const struct laying *laying);

/* Lays the ship in hand, and takes the next one as laying_next(). Returns as laying_check(). */
bship_status laying_lay(struct laying *laying);

/* Takes the ship at a cell in hand. False if there is none. */
bool laying_pick_up(struct laying *laying, bship_cell cell);

/*
 * Draws all ships at random that were not laid by hand, those again that were drawn before.
 * Returns as bship_board_place_missing(); BSHIP_ERROR_PLACED if all were laid by hand. On failure
 * nothing has changed.
 */
bship_status laying_draw(struct laying *laying);

/* Removes all ships. */
void laying_clear(struct laying *laying);

/* Takes the latest change back; false if there is none. */
bool laying_undo(struct laying *laying);

/* Makes one change of the two latest ones, so that they are taken back together. */
void laying_join(struct laying *laying);

/* The number of ships that are laid. */
int32_t laying_laid(const struct laying *laying);

#endif
