/*
 * Habits of people: styles that weight a layout by e^(strength x share), where the share is a
 * feature of the layout between 0 and 1, by rejection sampling (von Neumann 1951).
 */
#include <stdbool.h>

#include "base/exponential.h"
#include "base/random.h"
#include "model/board.h"
#include "strategy/placing/style.h"

/* Whether a layout is kept: with probability e^(strength x (share - 1)). */
static bool is_kept(double strength, bsi_share share, bship_rng *rng)
{
    if (share.whole == 0 || share.part == share.whole)
        return true;
    double missing = (double)(share.whole - share.part) / (double)share.whole;
    uint64_t drawn = bsi_rng_next(rng) >> (64 - BSI_EXP_BITS);
    return drawn < bsi_exp_minus(strength * missing);
}

static bship_status habit_draw(const bsi_placing_style *style, bsi_placing *placing)
{
    const bsi_layout *layout = &placing->board->layout;
    int64_t ships = layout->rules->fleet->count;
    placing->method = BSHIP_DRAW_STYLE;
    for (;;) {
        bship_status status = bsi_placing_draw_uniform(placing);
        if (!status)
            status = bsi_work_charge(placing->budget, ships * ships);
        if (status)
            return status;
        if (is_kept(placing->strength, style->share(layout, placing->seed), placing->rng))
            return BSHIP_OK;
    }
}

/* ---- shares of cells ---- */

/* Whether a cell counts; only a quadrant has a number. */
typedef bool (*accept)(const bship_rules *rules, bship_cell cell, uint32_t quadrant);

static bsi_share share_of_cells(const bsi_layout *layout, accept is_in, uint32_t quadrant)
{
    const bship_rules *rules = layout->rules;
    bsi_share share = { 0, rules->fleet->cells };
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        bsi_placement placement = layout->placements[i];
        uint32_t step = bsi_step(rules, placement.orientation);
        for (uint32_t k = 0; k < (uint32_t)rules->fleet->ships[i].length; k++)
            share.part += is_in(rules, bsi_cell(rules, placement.position + k * step), quadrant);
    }
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

static bsi_share edge_share(const bsi_layout *layout, uint64_t seed)
{
    (void)seed;
    return share_of_cells(layout, is_on_edge, 0);
}

static bsi_share centre_share(const bsi_layout *layout, uint64_t seed)
{
    (void)seed;
    return share_of_cells(layout, is_in_centre, 0);
}

static bsi_share quadrant_share(const bsi_layout *layout, uint64_t seed)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PLACING, 0);
    return share_of_cells(layout, is_in_quadrant, bsi_rng_below(&rng, 4));
}

/* ---- shares of ships ---- */

static bsi_share horizontal_share(const bsi_layout *layout, uint64_t seed)
{
    (void)seed;
    const bship_fleet *fleet = layout->rules->fleet;
    bsi_share share = { 0, 0 };
    for (int32_t i = 0; i < fleet->count; i++) {
        if (fleet->ships[i].length == 1)
            continue;
        share.part += layout->placements[i].orientation == BSHIP_ORIENTATION_HORIZONTAL;
        share.whole++;
    }
    return share;
}

/* The cells between two intervals that begin at `a` and `b`, plus 1; 0 or less if they overlap. */
static int32_t distance(int32_t a, int32_t length_a, int32_t b, int32_t length_b)
{
    return a < b ? b - (a + length_a - 1) : a - (b + length_b - 1);
}

/* Whether the nearest cells of two ships are at most 2 apart, in columns and in rows. */
static bool are_close(const bsi_layout *layout, int32_t a, int32_t b)
{
    enum {
        CLOSE = 2
    };
    const bship_rules *rules = layout->rules;
    bsi_placement at_a = layout->placements[a], at_b = layout->placements[b];
    bship_cell cell_a = bsi_cell(rules, at_a.position), cell_b = bsi_cell(rules, at_b.position);
    int32_t length_a = rules->fleet->ships[a].length, length_b = rules->fleet->ships[b].length;
    bool down_a = at_a.orientation == BSHIP_ORIENTATION_VERTICAL;
    bool down_b = at_b.orientation == BSHIP_ORIENTATION_VERTICAL;
    return distance(cell_a.x, down_a ? 1 : length_a, cell_b.x, down_b ? 1 : length_b) <= CLOSE &&
           distance(cell_a.y, down_a ? length_a : 1, cell_b.y, down_b ? length_b : 1) <= CLOSE;
}

static bsi_share clustered_share(const bsi_layout *layout, uint64_t seed)
{
    (void)seed;
    int32_t ships = layout->rules->fleet->count;
    bsi_share share = { 0, (int64_t)ships * (ships - 1) / 2 };
    for (int32_t a = 0; a < ships; a++) {
        for (int32_t b = a + 1; b < ships; b++)
            share.part += are_close(layout, a, b);
    }
    return share;
}

static bsi_share spread_share(const bsi_layout *layout, uint64_t seed)
{
    bsi_share share = clustered_share(layout, seed);
    share.part = share.whole - share.part;
    return share;
}

/* ---- the styles ---- */

enum {
    STRENGTH = 3 /* the default: evident to whoever knows a few layouts */
};

#define HABIT(habit, description)                                                                  \
    const bsi_placing_style bsi_placing_##habit = { .name = #habit,                                \
                                                    .text = description,                           \
                                                    .strength = STRENGTH,                          \
                                                    .draw = habit_draw,                            \
                                                    .share = habit##_share }

HABIT(edge, "ships hug the edge of the board");
HABIT(centre, "ships lie in the middle of the board");
HABIT(quadrant, "ships lie in one quadrant of the board, which the seed chooses");
HABIT(horizontal, "ships lie horizontally");
HABIT(clustered, "ships lie close together");
HABIT(spread, "ships lie far apart");
