/*
 * The struct of habits: the layouts that are remembered, and the model that is fitted to them when
 * it is asked. All memory of observing is taken when habits are made, so that an observation cannot
 * run out of it.
 */
#ifndef BSI_INFERENCE_HABITS_HABITS_H
#define BSI_INFERENCE_HABITS_HABITS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/experimental/habits.h>

#include "base/names.h"
#include "inference/habits/layouts.h"
#include "inference/habits/model.h"
#include "model/board.h"

struct bship_habits {
    bship_rules *rules;
    int64_t half_life;           /* in millionths of an observation; INT64_MAX: they never fade */
    bship_board *board;          /* on which a layout is checked */
    int64_t *by_ship;            /* that layout, by ship: the number of its placement, or -1 */
    bship_placement *placements; /* scratch: the ships of an observation */
    bsi_habits_layouts layouts;
    bsi_habits_model *model;
    bool is_fitted;                   /* whether the model is fitted to the layouts */
    bship_progress_callback progress; /* of fits; NULL: none */
    void *user;
    size_t block_size;
    max_align_t block[]; /* the arrays */
};

/* Habits with a half-life in millionths; INT64_MAX: infinite. OK, UNSUPPORTED or MEMORY. */
bship_status bsi_habits_make(bship_habits **out, const bship_rules *rules, int64_t half_life,
                             bship_error *error);

/* Remembers the ships on the board as an observation of that age, unless there are none. */
void bsi_habits_remember(bship_habits *habits, int64_t weight, int32_t age);

/* Observes the ships on the board, unless there are none: OK, or RANGE for the weight. */
bship_status bsi_habits_observe_board(bship_habits *habits, double weight, bship_error *error);

/* Fits the model to the layouts, unless it is: OK, CANCELLED or MEMORY. */
bship_status bsi_habits_fit(bship_habits *habits);

/* By the number of a trait. */
extern const bsi_names bsi_trait_names;

#endif
