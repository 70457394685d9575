/*
 * Habits of people: styles that weight a layout by e^(strength x feature), by rejection sampling
 * (von Neumann 1951). The feature is a sum over the ships, so each ship is drawn by its weight, and
 * the layout is rejected unless it is legal.
 */
#include <stdbool.h>

#include "base/exponential.h"
#include "base/random.h"
#include "model/board.h"
#include "strategy/placing/style.h"

enum {
    TRIES = 20000, /* ships or layouts rejected in succession before a uniform layout stands in */
    QUADRANTS = 4
};

/* Whether something is kept: with probability e^(strength x (share - 1)). */
static bool is_kept(double strength, bsi_share share, bship_rng *rng)
{
    if (share.part == share.whole)
        return true;
    double missing = (double)(share.whole - share.part) / (double)share.whole;
    uint64_t drawn = bsi_rng_next(rng) >> (64 - BSI_EXP_BITS);
    return drawn < bsi_exp_minus(strength * missing);
}

/* ---- drawing ship by ship ---- */

static uint32_t quadrant_of(uint64_t seed)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_PLACING, 0);
    return bsi_rng_below(&rng, QUADRANTS);
}

/* Draws a placement of a ship by its weight, legal or not: OK, WORK_LIMIT or CANCELLED. If all are
 * rejected, as where no placement has the feature and it is strong, `rejected` is TRIES. */
static bship_status draw_ship(bsi_placing *placing, uint32_t quadrant, int32_t ship,
                              bsi_placement *out, int *rejected)
{
    const bship_rules *rules = placing->board->rules;
    int32_t length = rules->fleet->ships[ship].length;
    uint32_t count = (uint32_t)(rules->index_base[ship + 1] - rules->index_base[ship]);
    for (*rejected = 0; *rejected < TRIES; ++*rejected) {
        bship_status status = bsi_work_charge(placing->budget, 1 + (int64_t)length);
        if (status)
            return status;
        *out = bsi_placement_at(rules, length, bsi_rng_below(placing->rng, count));
        bsi_share share = placing->style->ship_share(rules, length, *out, quadrant);
        if (is_kept(placing->strength, share, placing->rng))
            break;
    }
    return BSHIP_OK;
}

/* Draws all ships, up to the first that does not fit or is always rejected. */
static bship_status draw_ships(bsi_placing *placing, uint32_t quadrant, bool *is_legal,
                               bool *is_hopeless)
{
    bsi_layout *layout = &placing->board->layout;
    const bship_fleet *fleet = layout->rules->fleet;
    bsi_layout_clear(layout);
    *is_legal = true;
    for (int32_t i = 0; i < fleet->count && *is_legal; i++) {
        bsi_placement placement;
        int rejected;
        bship_status status = draw_ship(placing, quadrant, i, &placement, &rejected);
        if (status)
            return status;
        *is_hopeless = rejected == TRIES;
        *is_legal = !*is_hopeless && !bsi_layout_check(layout, fleet->ships[i].length, placement);
        if (*is_legal)
            bsi_layout_place(layout, i, placement);
    }
    placing->board->missing = *is_legal ? 0 : fleet->count;
    return BSHIP_OK;
}

/* ---- drawing layouts ---- */

static bship_status habit_draw(bsi_placing *placing)
{
    uint32_t quadrant = quadrant_of(placing->seed);
    bool is_done = false, is_hopeless = false;
    placing->method = BSHIP_DRAW_METHOD_STYLE;
    for (int i = 0; i < TRIES && !is_hopeless; i++) {
        bship_status status = draw_ships(placing, quadrant, &is_done, &is_hopeless);
        if (status || is_done)
            return status;
    }
    bsi_layout_clear(&placing->board->layout);
    placing->method = BSHIP_DRAW_METHOD_UNIFORM;
    return bsi_placing_draw_uniform(placing);
}

/* ---- features of ships ---- */

/* Whether a cell counts; only quadrants have a number. */
typedef bool (*accept)(const bship_rules *rules, bship_cell cell, uint32_t quadrant);

/* The share of a ship's cells that count. */
static bsi_share share_of_cells(const bship_rules *rules, int32_t length, bsi_placement placement,
                                uint32_t quadrant, accept is_in)
{
    uint32_t step = bsi_step(rules, placement.orientation);
    bsi_share share = { 0, length };
    for (uint32_t k = 0; k < (uint32_t)length; k++)
        share.part += is_in(rules, bsi_cell(rules, placement.position + k * step), quadrant);
    return share;
}

static bool is_on_edge(const bship_rules *rules, bship_cell cell, uint32_t quadrant)
{
    (void)quadrant;
    return cell.x == 0 || cell.y == 0 || cell.x == rules->width - 1 || cell.y == rules->height - 1;
}

/* Whether the middle of cell `at` is in the middle half of a side. */
static bool is_in_middle(int32_t at, int32_t side)
{
    return 4 * at + 2 >= side && 4 * at + 2 <= 3 * side;
}

static bool is_in_centre(const bship_rules *rules, bship_cell cell, uint32_t quadrant)
{
    (void)quadrant;
    return is_in_middle(cell.x, rules->width) && is_in_middle(cell.y, rules->height);
}

/* Whether the middle of cell `at` is in the first or the last half of a side; the middle one of an
 * odd number of cells is in both. */
static bool is_in_half(int32_t at, int32_t side, bool is_last)
{
    return is_last ? 2 * at + 1 >= side : 2 * at + 1 <= side;
}

static bool is_in_quadrant(const bship_rules *rules, bship_cell cell, uint32_t quadrant)
{
    return is_in_half(cell.x, rules->width, quadrant % 2) &&
           is_in_half(cell.y, rules->height, quadrant / 2);
}

/* The feature of a style that counts cells. */
#define CELL_SHARE(habit, is_in)                                                                   \
    static bsi_share habit##_share(const bship_rules *rules, int32_t length,                       \
                                   bsi_placement placement, uint32_t quadrant)                     \
    {                                                                                              \
        return share_of_cells(rules, length, placement, quadrant, is_in);                          \
    }

CELL_SHARE(edge, is_on_edge)
CELL_SHARE(centre, is_in_centre)
CELL_SHARE(quadrant, is_in_quadrant)

/* 0 or 1; a ship of length 1 has no orientation. */
static bsi_share horizontal_share(const bship_rules *rules, int32_t length, bsi_placement placement,
                                  uint32_t quadrant)
{
    (void)rules;
    (void)quadrant;
    bool is_horizontal = placement.orientation == BSHIP_ORIENTATION_HORIZONTAL;
    return (bsi_share){ length > 1 && is_horizontal, length > 1 };
}

/* ---- the styles ---- */

/* The default strength: evident to whoever knows a few layouts. */
enum {
    STRENGTH = 3
};

#define HABIT(habit, description)                                                                  \
    const bsi_placing_style bsi_placing_##habit = { .name = #habit,                                \
                                                    .text = description,                           \
                                                    .strength = STRENGTH,                          \
                                                    .draw = habit_draw,                            \
                                                    .ship_share = habit##_share }

HABIT(edge, "ships hug the edge of the board");
HABIT(centre, "ships lie in the middle of the board");
HABIT(quadrant, "ships lie in one quadrant, which the seed chooses");
HABIT(horizontal, "ships lie horizontally");
