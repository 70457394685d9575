/* A board from inside. */
#ifndef BSHIP_MODEL_BOARD_H
#define BSHIP_MODEL_BOARD_H

#include <stdint.h>

#include <battleship/board.h>

#include "base/namer.h"
#include "model/layout.h"

/* What was done to a cell of a board. */
enum {
    BSHIP_INTERNAL_SHOT = 1,    /* it was shot at */
    BSHIP_INTERNAL_REVEALED = 2 /* it was revealed as water */
};

struct bship_board {
    bship_rules *rules;
    bship_internal_layout layout;
    bship_internal_spot *saved; /* by ship: what was laid, while a new layout is tried */
    uint32_t *scratch;          /* by ship: for the search */
    int32_t *hits;              /* by ship */
    uint8_t *marks;             /* by position: BSHIP_INTERNAL_SHOT and REVEALED */
    bship_internal_namer namer; /* of the cells of a salvo */
    int32_t laid;               /* ships laid */
    int32_t sunk;               /* ships sunk */
    int32_t hit_count;          /* hits on all ships */
    int64_t shot_count;         /* shots, wasted ones included */
    int has_drawn;              /* whether it is known if rejecting draws layouts */
    void *drawer;               /* what draws them if it does not, of a higher floor; or NULL */
    void (*drawer_free)(void *drawer, const bship_allocator *allocator); /* NULL: there is none */
};

/* Takes all ships off the board, and keeps where they lay. */
void bship_internal_board_lift(bship_board *board);

/* Puts what was lifted in place of what was laid since. */
void bship_internal_board_restore(bship_board *board);

#endif
