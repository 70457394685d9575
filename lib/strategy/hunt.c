/*
 * The strategies `hunt` and `parity`: at random until a hit, then at what is
 * beside hits until nothing is left there. They use neither sinkings nor the
 * contact rule, and differ only in where they hunt.
 */
#include <string.h>

#include "strategy/chequerboard.h"

/* ---- hunt ---- */

struct hunt {
    bship_internal_cell_set targets; /* untried cells beside hits */
};

static void hunt_layout(void *state, const bship_rules *rules, bship_internal_arena *arena)
{
    struct hunt *hunt = state;
    hunt->targets = bship_internal_arena_set(arena, rules);
}

static void hunt_start(void *state, const bship_rules *rules, bship_internal_draws *draws)
{
    (void)draws;
    struct hunt *hunt = state;
    hunt->targets.count = 0;
    memset(hunt->targets.where, 0, rules->positions * sizeof *hunt->targets.where);
}

static void hunt_gone(void *state, const bship_rules *rules, uint32_t position)
{
    (void)rules;
    struct hunt *hunt = state;
    bship_internal_cell_set_take(&hunt->targets, position);
}

static void hunt_hit(void *state, const bship_rules *rules, const bship_internal_cell_set *untried,
                     uint32_t position, bship_internal_draws *draws)
{
    (void)draws;
    struct hunt *hunt = state;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t neighbour = bship_internal_neighbour(rules, position, i);
        if (bship_internal_cell_set_has(untried, neighbour))
            bship_internal_cell_set_add(&hunt->targets, neighbour);
    }
}

static uint32_t hunt_aim(void *state, const bship_internal_view *view)
{
    const struct hunt *hunt = state;
    uint32_t target = bship_internal_draw_any(view, &hunt->targets);
    return target ? target : bship_internal_draw_any(view, view->untried);
}

const bship_internal_strategy bship_internal_strategy_hunt = {
    .name = "hunt",
    .text = "shoots at random, and around every hit",
    .plays_totals = 1,
    .state_size = BSHIP_INTERNAL_STATE_SIZE(struct hunt),
    .layout = hunt_layout,
    .start = hunt_start,
    .gone = hunt_gone,
    .hit = hunt_hit,
    .aim = hunt_aim,
};

/* ---- parity ---- */

struct parity {
    struct hunt hunt; /* comes first: `hit` is that of `hunt` */
    bship_internal_chequerboard board;
};

static void parity_layout(void *state, const bship_rules *rules, bship_internal_arena *arena)
{
    struct parity *parity = state;
    hunt_layout(&parity->hunt, rules, arena);
    bship_internal_chequerboard_layout(&parity->board, rules, arena);
}

static void parity_start(void *state, const bship_rules *rules, bship_internal_draws *draws)
{
    struct parity *parity = state;
    hunt_start(&parity->hunt, rules, draws);
    bship_internal_chequerboard_start(&parity->board, rules, draws);
}

static void parity_gone(void *state, const bship_rules *rules, uint32_t position)
{
    struct parity *parity = state;
    hunt_gone(&parity->hunt, rules, position);
    bship_internal_chequerboard_take(&parity->board, position);
}

static uint32_t parity_aim(void *state, const bship_internal_view *view)
{
    const struct parity *parity = state;
    uint32_t target = bship_internal_draw_any(view, &parity->hunt.targets);
    return target ? target : bship_internal_chequerboard_draw(&parity->board, view);
}

const bship_internal_strategy bship_internal_strategy_parity = {
    .name = "parity",
    .text = "as hunt, but hunts on one colour of the chequerboard first",
    .plays_totals = 1,
    .state_size = BSHIP_INTERNAL_STATE_SIZE(struct parity),
    .layout = parity_layout,
    .start = parity_start,
    .gone = parity_gone,
    .hit = hunt_hit,
    .aim = parity_aim,
};
