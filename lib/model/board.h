/* A board from inside. */
#ifndef BSI_MODEL_BOARD_H
#define BSI_MODEL_BOARD_H

#include <stdint.h>

#include <battleship/board.h>

#include "base/name_set.h"
#include "model/layout.h"

/* What was done to a cell of a board. */
enum {
    BSI_SHOT = 1,    /* it was shot at */
    BSI_REVEALED = 2 /* it was revealed as water */
};

struct bship_board {
    bship_rules *rules;
    bsi_layout layout;
    bsi_placement *saved;   /* by ship: what was laid, while a new layout is tried */
    bship_placement *drawn; /* by ship: room for a layout that is drawn */
    uint32_t *scratch;      /* by ship: for the search */
    int32_t *hits;          /* by ship */
    uint8_t *marks;         /* by position: BSI_SHOT and REVEALED */
    bsi_name_set name_set;  /* of the cells of a salvo */
    int32_t placed;         /* ships laid */
    int32_t sunk;           /* ships sunk */
    int32_t hit_count;      /* hits on all ships */
    int64_t shot_count;     /* shots, wasted ones included */
};

/* Takes all ships off the board, and keeps where they lay. */
void bsi_board_remove(bship_board *board);

/* Puts what was lifted in place of what was laid since. */
void bsi_board_restore(bship_board *board);

#endif
