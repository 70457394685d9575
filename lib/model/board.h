/* The struct of a board. */
#ifndef BSI_MODEL_BOARD_H
#define BSI_MODEL_BOARD_H

#include <stdint.h>

#include <battleship/board.h>

#include "base/name_set.h"
#include "model/layout.h"

/* Marks of a cell. */
enum {
    BSI_SHOT = 1,    /* it was fired at */
    BSI_REVEALED = 2 /* it was revealed as water */
};

struct bship_board {
    bship_rules *rules;
    bsi_layout layout;
    bsi_placement *saved;   /* by ship: the layout before the one being tried */
    bship_placement *drawn; /* by ship: buffer for a drawn layout */
    uint32_t *scratch;      /* by ship: for the search */
    int32_t *hits;          /* by ship */
    uint8_t *marks;         /* by position: BSI_SHOT, BSI_REVEALED */
    bsi_name_set name_set;  /* the cells of a salvo */
    int32_t placed;         /* ships placed */
    int32_t sunk;           /* ships sunk */
    int32_t hit_count;      /* hits on all ships */
    int64_t shot_count;     /* shots, wasted ones included */
};

/* Makes the work budget of options (NULL: the defaults): OK, SIZE or RANGE. */
bship_status bsi_draw_budget(bsi_work_budget *budget, const bship_draw_options *given);

/* Saves the layout and removes all ships. */
void bsi_board_save_and_clear(bship_board *board);

/* Replaces the layout by the saved one. */
void bsi_board_restore(bship_board *board);

#endif
