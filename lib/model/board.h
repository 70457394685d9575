/* The struct of a board. */
#ifndef BSI_MODEL_BOARD_H
#define BSI_MODEL_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/board.h>

#include "base/names.h"
#include "base/stamp_set.h"
#include "model/layout.h"

/* Marks of a cell. A shot at a cell without a mark has an effect; any other is wasted. */
enum {
    BSI_BLOCKED = 1, /* the value in bship_rules.blocked, which initialises the marks */
    BSI_SHOT = 2,    /* the cell was fired at */
    BSI_REVEALED = 4 /* the cell was revealed as water */
};

struct bship_board {
    bship_rules *rules;
    bsi_layout layout;
    bsi_placement *saved;      /* by ship: the layout that a failure restores */
    bship_placement *drawn;    /* by ship: buffer for a drawn layout */
    uint32_t *scratch;         /* by ship: for bsi_layout_search() */
    int32_t *hits;             /* by ship: how many of its cells are hit */
    uint8_t *marks;            /* by position: at most one mark */
    bsi_stamp_set salvo_cells; /* the cells of the salvo being checked */
    int32_t missing;           /* number of ships not placed */
    int32_t unsunk;            /* number of ships not sunk: afloat, or not placed */
    int64_t shot_count;        /* number of shots, wasted ones included */
};

/* The effect of a shot, disclosed or not. */
typedef struct bsi_effect {
    bship_result result;
    int32_t ship; /* the ship that was hit, or -1 */
} bsi_effect;

/* Fires at a position, which bship_board_check_fire() allows. */
bsi_effect bsi_board_fire(bship_board *board, uint32_t position);

/* If a sunk ship covers the position, marks the water around it where the rules reveal it. */
void bsi_board_reveal(bship_board *board, uint32_t position);

/* The report of an effect on a layout: what the rules disclose of it. */
bship_report bsi_disclose(const bsi_layout *layout, bsi_effect effect);

/* A total of no shots, over arrays with a count for every ship. */
bship_total bsi_total_over(const bship_rules *rules, int32_t *sunk_of, int32_t *hits_of);

/* Checks that the arrays of a total have a count for every ship: OK or COUNT. */
bship_status bsi_total_check_room(const bship_rules *rules, const bship_total *total,
                                  bship_error *error);

/* Checks a total of the caller's that is to be written: OK, ARGUMENT, SIZE or COUNT. */
bship_status bsi_total_check_out(const bship_rules *rules, const bship_total *out,
                                 bship_error *error);

/* A total of no shots in the arrays of another, which are filled with 0. */
bship_total bsi_total_begin(const bship_rules *rules, const bship_total *given);

/* Adds `unit` times what the rules disclose of an effect to a total; -1 subtracts it. */
void bsi_total_add(bship_total *total, const bship_rules *rules, bsi_effect effect, int32_t unit);

/* Whether the fleet has a ship. */
static inline bool bsi_board_has_ship(const bship_board *board, int32_t ship)
{
    return ship >= 0 && ship < board->rules->fleet->count;
}

/* Whether no ship is placed. */
static inline bool bsi_board_is_empty(const bship_board *board)
{
    return board->missing == board->rules->fleet->count;
}

/* Initialises the work budget that draw options give (NULL: the defaults): OK, SIZE or RANGE. */
bship_status bsi_draw_budget(bsi_work_budget *budget, const bship_draw_options *given,
                             bship_error *error);

/* As bship_board_place(), but refuses to move a ship that is placed: PLACED. */
bship_status bsi_board_add(bship_board *board, bship_placement placement);

/* Saves the layout. */
void bsi_board_save(bship_board *board);

/* Saves the layout and removes all ships. */
void bsi_board_save_and_clear(bship_board *board);

/* Replaces the layout by the saved one. */
void bsi_board_restore(bship_board *board);

/* The names of bship_result, bship_board_state and bship_draw_method. */
extern const bsi_names bsi_result_names;
extern const bsi_names bsi_board_state_names;
extern const bsi_names bsi_draw_method_names;

#endif
