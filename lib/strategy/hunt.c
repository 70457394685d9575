/*
 * The strategies `hunt` and `parity`: fire at the cells beside hits while there are unknown ones,
 * otherwise at random. They use neither sinkings nor the contact rule, and differ only in where
 * they hunt.
 */
#include <string.h>

#include "strategy/chequerboard.h"

/* ---- hunt ---- */

struct hunt {
    bsi_cell_set targets; /* unknown cells beside hits */
};

static void hunt_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct hunt *hunt = state;
    hunt->targets = bsi_arena_set(arena, rules);
}

static bship_status hunt_start(void *state, const bship_rules *rules, bsi_draws *draws,
                               bsi_work_budget *budget)
{
    (void)draws;
    struct hunt *hunt = state;
    hunt->targets.count = 0;
    memset(hunt->targets.where, 0, rules->positions * sizeof *hunt->targets.where);
    return bsi_work_charge(budget, (int64_t)rules->positions);
}

static void hunt_known(void *state, const bship_rules *rules, uint32_t position)
{
    (void)rules;
    struct hunt *hunt = state;
    bsi_cell_set_take(&hunt->targets, position);
}

static void hunt_hit(void *state, const bship_rules *rules, const bsi_cell_set *unknown,
                     uint32_t position, bsi_draws *draws)
{
    (void)draws;
    struct hunt *hunt = state;
    for (uint32_t i = 0; i < 4; i++) {
        uint32_t neighbour = bsi_neighbour(rules, position, i);
        if (bsi_cell_set_has(unknown, neighbour))
            bsi_cell_set_add(&hunt->targets, neighbour);
    }
}

static uint32_t hunt_aim(void *state, const bsi_view *view)
{
    const struct hunt *hunt = state;
    uint32_t target = bsi_draw_any(view, &hunt->targets);
    return target ? target : bsi_draw_any(view, view->unknown);
}

const bsi_strategy bsi_strategy_hunt = {
    .name = "hunt",
    .text = "fires at random, and at the neighbours of every hit",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(struct hunt),
    .carve = hunt_carve,
    .start = hunt_start,
    .known = hunt_known,
    .hit = hunt_hit,
    .aim = hunt_aim,
};

/* ---- parity ---- */

struct parity {
    struct hunt hunt; /* first member, since `hit` is hunt_hit */
    bsi_chequerboard board;
};

static void parity_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct parity *parity = state;
    hunt_carve(&parity->hunt, rules, arena);
    bsi_chequerboard_carve(&parity->board, rules, arena);
}

static bship_status parity_start(void *state, const bship_rules *rules, bsi_draws *draws,
                                 bsi_work_budget *budget)
{
    struct parity *parity = state;
    bship_status status = hunt_start(&parity->hunt, rules, draws, budget);
    return status ? status : bsi_chequerboard_start(&parity->board, rules, draws, budget);
}

static void parity_known(void *state, const bship_rules *rules, uint32_t position)
{
    struct parity *parity = state;
    hunt_known(&parity->hunt, rules, position);
    bsi_chequerboard_remove(&parity->board, position);
}

static uint32_t parity_aim(void *state, const bsi_view *view)
{
    const struct parity *parity = state;
    uint32_t target = bsi_draw_any(view, &parity->hunt.targets);
    return target ? target : bsi_chequerboard_draw(&parity->board, view);
}

const bsi_strategy bsi_strategy_parity = {
    .name = "parity",
    .text = "like hunt, but hunts on one colour of the chequerboard first",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(struct parity),
    .carve = parity_carve,
    .start = parity_start,
    .known = parity_known,
    .hit = hunt_hit,
    .aim = parity_aim,
};
