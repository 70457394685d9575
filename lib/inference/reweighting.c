/* Importance sampling with a control variate; see reweighting.h. */
#include "inference/reweighting.h"

#include <math.h>
#include <string.h>

enum {
    DRAWS_MIN = 1000,
    DRAWS_MAX = 4000,
    EFFECTIVE_MIN = 400 /* independent draws of the same precision */
};

void bsi_reweighting_carve(bsi_reweighting *reweighting, const bship_rules *rules, bsi_arena *arena)
{
    size_t positions = reweighting->law ? rules->positions : 0;
    reweighting->rules = rules;
    reweighting->cells = bsi_arena_take(arena, positions, sizeof *reweighting->cells);
    reweighting->errors = bsi_arena_take(arena, positions, sizeof *reweighting->errors);
}

void bsi_reweighting_start(bsi_reweighting *reweighting)
{
    const bsi_cell_sums none = { 0, 0, 0 };
    reweighting->is_applied = false;
    reweighting->all = none;
    for (size_t i = 0; i < reweighting->rules->positions; i++)
        reweighting->cells[i] = none;
}

/* ---- draws ---- */

double bsi_reweighting_factor(const bsi_reweighting *reweighting, const bship_placement *layout)
{
    bsi_rectangle ships[BSI_PAIR_SHIPS_MAX];
    const bship_rules *rules = reweighting->rules;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        bship_cell first = { layout[i].x, layout[i].y };
        bool is_vertical = layout[i].orientation == BSHIP_ORIENTATION_VERTICAL;
        ships[i] =
            bsi_rectangle_from(first, is_vertical, rules->fleet->ships[layout[i].ship].length);
    }
    bsi_pair_counts counts = bsi_count_pairs(rules, ships, rules->fleet->count);
    return bsi_pair_factor(reweighting->law, counts);
}

static void add(bsi_cell_sums *sums, double weight)
{
    sums->draws++;
    sums->weights += weight;
    sums->squares += weight * weight;
}

void bsi_reweighting_add(bsi_reweighting *reweighting, const bship_placement *layout, double weight)
{
    const bship_rules *rules = reweighting->rules;
    add(&reweighting->all, weight);
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        uint32_t at = bsi_position(rules, (bship_cell){ layout[i].x, layout[i].y });
        uint32_t step = bsi_step(rules, layout[i].orientation);
        int32_t length = rules->fleet->ships[layout[i].ship].length;
        for (int32_t k = 0; k < length; k++, at += step)
            add(&reweighting->cells[at], weight);
    }
}

double bsi_reweighting_effective(const bsi_reweighting *reweighting)
{
    const bsi_cell_sums *all = &reweighting->all;
    return all->squares > 0 ? all->weights * all->weights / all->squares : 0;
}

bool bsi_reweighting_suffices(const bsi_reweighting *reweighting)
{
    double draws = reweighting->all.draws;
    return draws >= DRAWS_MIN &&
           (draws >= DRAWS_MAX || bsi_reweighting_effective(reweighting) >= EFFECTIVE_MIN);
}

/* ---- results ---- */

/* An estimate of a cell's occupancy. */
typedef struct estimate {
    double occupancy;
    double error;
} estimate;

/* The variance of the mean of w (x - weighted) - slope (x - plain) over all draws; x is 1 for
 * those with a ship in the cell, and weights w have the mean 1. */
static double variance(const bsi_cell_sums *all, const bsi_cell_sums *cell, double weighted,
                       double plain, double slope)
{
    double n = all->draws, mean = all->weights / n;
    double in = cell->weights / mean, out = n - in;
    double in_squares = cell->squares / (mean * mean);
    double out_squares = all->squares / (mean * mean) - in_squares;
    double hit = 1 - weighted, known = slope * (1 - plain), missed = slope * plain;
    double sum = hit * hit * in_squares - 2 * hit * known * in + known * known * cell->draws;
    sum += weighted * weighted * out_squares - 2 * weighted * missed * out +
           missed * missed * (n - cell->draws);
    return fmax(sum, 0) / (n * n);
}

/* The occupancy of a cell whose occupancy without the law is `exact`. */
static estimate estimate_cell(const bsi_cell_sums *all, const bsi_cell_sums *cell, double exact)
{
    double plain = cell->draws / all->draws;
    double weighted = cell->weights / all->weights;
    if (!(exact > 0 && exact < 1 && plain > 0 && plain < 1))
        return (estimate){ exact, 0 };
    double slope = weighted * (1 - weighted) / (plain * (1 - plain));
    double occupancy = fmin(fmax(weighted + slope * (exact - plain), 0), 1);
    /* Rounded, so that a law that says nothing leaves equal cells equal. */
    return (estimate){ floor(occupancy * 0x1p30 + 0.5) * 0x1p-30,
                       sqrt(variance(all, cell, weighted, plain, slope)) };
}

static void set_cell(bsi_marginals *marginals, uint32_t position, double occupancy)
{
    const bsi_evidence *evidence = marginals->evidence;
    double ratio = occupancy / marginals->occupancy[position];
    marginals->occupancy[position] = occupancy;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        size_t at = (size_t)k * evidence->rules->positions + position;
        marginals->covered_by[at] = fmin(marginals->covered_by[at] * ratio, 1);
        marginals->sunk_of[at] = fmin(marginals->sunk_of[at] * ratio, 1);
    }
}

void bsi_reweighting_apply(bsi_reweighting *reweighting, bsi_marginals *marginals)
{
    const bship_rules *rules = reweighting->rules;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        double exact = marginals->occupancy[position];
        estimate cell = estimate_cell(&reweighting->all, &reweighting->cells[position], exact);
        reweighting->errors[position] = cell.error;
        if (exact > 0)
            set_cell(marginals, position, cell.occupancy);
    }
    marginals->is_whole = false;
    reweighting->is_applied = true;
}
