/*
 * The strategies that hunt at random: `random`, `hunt`, `parity` and `depth-first`. `hunt` and
 * `parity` fire at any cell beside a hit while one is unknown; `depth-first` keeps these cells on a
 * stack. `parity` and `depth-first` hunt on one colour of the chequerboard first. All but `random`
 * leave out the cells from which the contact rule excludes a ship, by what the chart has deduced
 * when they aim; otherwise they do not use sinkings.
 */
#include <string.h>

#include "model/chart_placement.h"
#include "strategy/strategy.h"

/* ---- cells that can hold a ship ---- */

enum {
    STEPS_A_CELL = 16 /* of asking for a ship in a cell */
};

static bool accept_ship(const void *context, const bsi_view *view, uint32_t position)
{
    (void)context;
    return !bsi_contact_excludes(view->chart, position);
}

/* Draws a cell of a set in which the contact rule allows a ship; 0: there is none. */
static inline uint32_t draw_for_ship(const bsi_view *view, const bsi_cell_set *set)
{
    return view->rules->contact_count == 0
               ? bsi_draw_any(view, set)
               : bsi_draw_accepted(view, set, accept_ship, NULL, STEPS_A_CELL);
}

/* The same of all unknown cells; only where there is none, any of them. */
static uint32_t draw_unknown(const bsi_view *view)
{
    uint32_t position = draw_for_ship(view, view->unknown);
    return position ? position : bsi_draw_any(view, view->unknown);
}

/* ---- random ---- */

static uint32_t random_aim(void *state, const bsi_view *view)
{
    (void)state;
    return bsi_draw_any(view, view->unknown);
}

const bsi_strategy bsi_strategy_random = {
    .name = "random",
    .text = "fires at random",
    .plays_totals = true,
    .aim = random_aim,
};

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
    uint32_t target = draw_for_ship(view, &hunt->targets);
    return target ? target : draw_unknown(view);
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

/* ---- the chequerboard ---- */

/*
 * The cells to hunt on, by colour: every ship of two or more cells covers both colours, so one of
 * them suffices to find it. The second colour is hunted on once the first is used up.
 */
struct chequerboard {
    bsi_cell_set colours[2];
};

static void chequerboard_carve(struct chequerboard *board, const bship_rules *rules,
                               bsi_arena *arena)
{
    for (int i = 0; i < 2; i++)
        board->colours[i] = bsi_arena_set(arena, rules);
}

/* Fills the board and draws which colour is the first: OK, WORK_LIMIT or CANCELLED. */
static bship_status chequerboard_start(struct chequerboard *board, const bship_rules *rules,
                                       bsi_draws *draws, bsi_work_budget *budget)
{
    for (int i = 0; i < 2; i++) {
        board->colours[i].count = 0;
        memset(board->colours[i].where, 0, rules->positions * sizeof *board->colours[i].where);
    }
    uint32_t first = bsi_draws_below(draws, 2);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_cell cell = bsi_cell(rules, position);
        uint32_t colour = ((uint32_t)cell.x + (uint32_t)cell.y + first) % 2;
        bsi_cell_set_add(&board->colours[colour], position);
    }
    return bsi_work_charge(budget, 8 * (int64_t)rules->free_count);
}

/* Removes a cell that is on the board or not. */
static void chequerboard_remove(struct chequerboard *board, uint32_t position)
{
    for (int i = 0; i < 2; i++)
        bsi_cell_set_take(&board->colours[i], position);
}

/* Draws a cell that is not chosen yet; any, once no ship can be on the board. */
static uint32_t chequerboard_draw(const struct chequerboard *board, const bsi_view *view)
{
    uint32_t position = draw_for_ship(view, &board->colours[0]);
    if (!position)
        position = draw_for_ship(view, &board->colours[1]);
    return position ? position : bsi_draw_any(view, view->unknown);
}

/* ---- parity ---- */

struct parity {
    struct hunt hunt; /* first member, since `hit` is hunt_hit */
    struct chequerboard board;
};

static void parity_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct parity *parity = state;
    hunt_carve(&parity->hunt, rules, arena);
    chequerboard_carve(&parity->board, rules, arena);
}

static bship_status parity_start(void *state, const bship_rules *rules, bsi_draws *draws,
                                 bsi_work_budget *budget)
{
    struct parity *parity = state;
    bship_status status = hunt_start(&parity->hunt, rules, draws, budget);
    return status ? status : chequerboard_start(&parity->board, rules, draws, budget);
}

static void parity_known(void *state, const bship_rules *rules, uint32_t position)
{
    struct parity *parity = state;
    hunt_known(&parity->hunt, rules, position);
    chequerboard_remove(&parity->board, position);
}

static uint32_t parity_aim(void *state, const bsi_view *view)
{
    const struct parity *parity = state;
    uint32_t target = draw_for_ship(view, &parity->hunt.targets);
    return target ? target : chequerboard_draw(&parity->board, view);
}

const bsi_strategy bsi_strategy_parity = {
    .name = "parity",
    .text = "fires at random, first on one colour of the chequerboard, and at the neighbours of "
            "every hit",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(struct parity),
    .carve = parity_carve,
    .start = parity_start,
    .known = parity_known,
    .hit = hunt_hit,
    .aim = parity_aim,
};

/* ---- depth-first ---- */

/*
 * The cells beside hits are on a stack, so that firing continues from the newest hit.
 *
 * Invariant: an unknown cell is either on the stack or on the chequerboard, and the top of the
 * stack is unknown. A cell below the top that becomes known stays on the stack, unmarked, until it
 * is at the top.
 */
struct depth_first {
    struct chequerboard board;
    uint32_t *stack;
    uint32_t depth;
    uint8_t *is_stacked; /* by position: 1 for unknown cells on the stack */
};

static void depth_first_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct depth_first *search = state;
    chequerboard_carve(&search->board, rules, arena);
    search->stack = bsi_arena_take(arena, rules->free_count, sizeof *search->stack);
    search->is_stacked = bsi_arena_take(arena, rules->positions, sizeof *search->is_stacked);
}

static bship_status depth_first_start(void *state, const bship_rules *rules, bsi_draws *draws,
                                      bsi_work_budget *budget)
{
    struct depth_first *search = state;
    search->depth = 0;
    memset(search->is_stacked, 0, rules->positions * sizeof *search->is_stacked);
    return chequerboard_start(&search->board, rules, draws, budget);
}

static void depth_first_known(void *state, const bship_rules *rules, uint32_t position)
{
    (void)rules;
    struct depth_first *search = state;
    chequerboard_remove(&search->board, position);
    search->is_stacked[position] = 0;
    while (search->depth > 0 && !search->is_stacked[search->stack[search->depth - 1]])
        search->depth--;
}

/* Pushes the unknown neighbours of the hit in random order. */
static void depth_first_hit(void *state, const bship_rules *rules, const bsi_cell_set *unknown,
                            uint32_t position, bsi_draws *draws)
{
    struct depth_first *search = state;
    uint32_t sides[4] = { 0, 1, 2, 3 };
    for (uint32_t left = 4; left > 0; left--) {
        uint32_t drawn = bsi_draws_below(draws, left);
        uint32_t neighbour = bsi_neighbour(rules, position, sides[drawn]);
        sides[drawn] = sides[left - 1];
        if (!bsi_cell_set_has(unknown, neighbour) || search->is_stacked[neighbour])
            continue;
        chequerboard_remove(&search->board, neighbour);
        search->is_stacked[neighbour] = 1;
        search->stack[search->depth++] = neighbour;
    }
}

static uint32_t depth_first_aim(void *state, const bsi_view *view)
{
    const struct depth_first *search = state;
    uint32_t depth = search->depth;
    int64_t steps = view->rules->contact_count == 0 ? 1 : STEPS_A_CELL;
    for (uint32_t i = 0; i < depth && bsi_view_charge_at(view, i, depth, steps); i++) {
        uint32_t position = search->stack[depth - 1 - i];
        if (bsi_can_aim(view, position) && !bsi_contact_excludes(view->chart, position))
            return position;
    }
    return chequerboard_draw(&search->board, view);
}

const bsi_strategy bsi_strategy_depth_first = {
    .name = "depth-first",
    .text = "hunts on one colour of the chequerboard, and continues from the newest hit",
    .plays_totals = true,
    .state_size = BSI_STATE_SIZE(struct depth_first),
    .carve = depth_first_carve,
    .start = depth_first_start,
    .known = depth_first_known,
    .hit = depth_first_hit,
    .aim = depth_first_aim,
};
