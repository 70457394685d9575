/* A plain model of a board, which boards are compared with. */
#ifndef TESTS_BOARD_MODEL_H
#define TESTS_BOARD_MODEL_H

#include <stdbool.h>

#include "support.h"

#define CELLS_MAX 144
#define SHIPS_MAX 16

/* A board, written as plainly as possible. */
struct model {
    const bship_rules *rules;
    const bship_fleet *fleet;
    int32_t width, height, ships;
    int32_t owner[CELLS_MAX]; /* a ship, or -1 */
    bool shot[CELLS_MAX];     /* it was fired at */
    bool revealed[CELLS_MAX]; /* a sinking revealed it as water */
    int32_t hits[SHIPS_MAX];  /* by ship */
    bship_placement placed[SHIPS_MAX];
    int32_t laid_count;
};

/* A model without ships. */
void model_init(struct model *model, const bship_rules *rules);
/* Why a ship cannot be placed, the reasons in the order of the contract. */
bship_status model_can_place(const struct model *model, bship_placement at);
void model_place(struct model *model, bship_placement at);
void model_unplace(struct model *model, int32_t ship);
/* Copies the layout of a board that was placed at random; it must be legal. */
void model_take_layout(struct model *model, const bship_board *board);
bool model_is_defeated(const struct model *model);
bool model_is_sunk(const struct model *model, int32_t ship);
/* The report of a shot, according to the disclosure. */
bship_report model_fire(struct model *model, int32_t cell);
/* After a turn: the neighbours of wrecks, if they are revealed. */
void model_reveal(struct model *model);
bship_status model_can_fire(const struct model *model, int32_t cell);
/* Asserts that every query of a board agrees with the model. */
void check_board(const bship_board *board, const struct model *model);

#endif
