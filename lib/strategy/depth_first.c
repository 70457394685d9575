/*
 * The strategy `depth-first`: hunts on one colour of the chequerboard, and keeps the cells beside
 * hits on a stack, so that it continues from the newest hit.
 *
 * Invariant: an unknown cell is either on the stack or on the chequerboard, and the top of the
 * stack is unknown. A cell below the top that becomes known stays on the stack, unmarked, until it
 * is at the top.
 */
#include <string.h>

#include "strategy/chequerboard.h"

struct depth_first {
    bsi_chequerboard board;
    uint32_t *stack;
    uint32_t depth;
    uint8_t *stacked; /* by position: 1 for unknown cells on the stack */
};

static void carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct depth_first *self = state;
    bsi_chequerboard_carve(&self->board, rules, arena);
    self->stack = bsi_arena_take(arena, rules->free_count, sizeof *self->stack);
    self->stacked = bsi_arena_take(arena, rules->positions, sizeof *self->stacked);
}

static bship_status start(void *state, const bship_rules *rules, bsi_draws *draws,
                          bsi_work_budget *budget)
{
    struct depth_first *self = state;
    self->depth = 0;
    memset(self->stacked, 0, rules->positions * sizeof *self->stacked);
    return bsi_chequerboard_start(&self->board, rules, draws, budget);
}

static void known(void *state, const bship_rules *rules, uint32_t position)
{
    (void)rules;
    struct depth_first *self = state;
    bsi_chequerboard_remove(&self->board, position);
    self->stacked[position] = 0;
    while (self->depth > 0 && !self->stacked[self->stack[self->depth - 1]])
        self->depth--;
}

static void push(struct depth_first *self, uint32_t position)
{
    bsi_chequerboard_remove(&self->board, position);
    self->stacked[position] = 1;
    self->stack[self->depth++] = position;
}

static void hit(void *state, const bship_rules *rules, const bsi_cell_set *unknown,
                uint32_t position, bsi_draws *draws)
{
    struct depth_first *self = state;
    uint32_t sides[4] = { 0, 1, 2, 3 };
    for (uint32_t left = 4; left > 0; left--) {
        uint32_t drawn = bsi_draws_below(draws, left);
        uint32_t neighbour = bsi_neighbour(rules, position, sides[drawn]);
        sides[drawn] = sides[left - 1];
        if (bsi_cell_set_has(unknown, neighbour) && !self->stacked[neighbour])
            push(self, neighbour);
    }
}

static uint32_t aim(void *state, const bsi_view *view)
{
    const struct depth_first *self = state;
    for (uint32_t i = self->depth; i > 0 && bsi_view_charge(view, 1); i--) {
        if (bsi_can_aim(view, self->stack[i - 1]))
            return self->stack[i - 1];
    }
    return bsi_chequerboard_draw(&self->board, view);
}

const bsi_strategy bsi_strategy_depth_first = {
    .name = "depth-first",
    .text = "hunts on one colour of the chequerboard, and continues from the newest hit",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(struct depth_first),
    .carve = carve,
    .start = start,
    .known = known,
    .hit = hit,
    .aim = aim,
};
