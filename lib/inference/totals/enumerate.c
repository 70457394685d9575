/*
 * Enumerating layouts one by one along the transitions of the residual dynamic programme
 * (totals/residual.h), with an occupancy grid that excludes conflicts. Ships of one class are
 * placed in increasing order. Counts stay below 2^53, more than any budget allows, so they are
 * exact in double precision.
 */
#include "inference/totals/residual.h"

struct enumeration {
    bsi_residual *residual;
    bsi_work_budget *budget;
    double *weights;      /* by placement: of the layouts found that contain it */
    double placed_weight; /* of the ships that are placed */
    bool is_found;        /* whether there is a layout: its weight may be rounded to 0 */
    bool stop_at_first;
};

static bool is_done(const struct enumeration *all)
{
    return all->stop_at_first && all->is_found;
}

static bship_status enumerate_from(struct enumeration *all, uint32_t number, uint32_t from,
                                   double *total);

/* Counts the placements of the last ship that fit. */
static bship_status count_last(struct enumeration *all, uint32_t from, uint32_t end, double *total)
{
    const bsi_residual *residual = all->residual;
    const bsi_placement *placements = residual->totals.placements.items;
    for (uint32_t i = from; i < end; i++) {
        if (!bsi_grid_fits(residual->grid, placements[i]))
            continue;
        double weight = bsi_placement_weight(residual->totals.evidence, placements[i]);
        all->weights[i] += all->placed_weight * weight;
        *total += weight;
        all->is_found = true;
    }
    return bsi_work_charge(all->budget, BSI_COST_LAST * (int64_t)(end - from));
}

/* Tries the placements of one transition, each with all completions from state `next` on. */
static bship_status try_placements(struct enumeration *all, uint32_t next, uint32_t from,
                                   uint32_t end, double *total)
{
    bsi_occupancy_grid *grid = all->residual->grid;
    const bsi_placement *placements = all->residual->totals.placements.items;
    double before = all->placed_weight;
    bship_status status = bsi_work_charge(all->budget, BSI_COST_TRY * (int64_t)(end - from));
    for (uint32_t i = from; !status && i < end && !is_done(all); i++) {
        if (!bsi_grid_fits(grid, placements[i]))
            continue;
        double weight = bsi_placement_weight(grid->evidence, placements[i]), completions = 0;
        bsi_grid_place(grid, placements[i]);
        all->placed_weight = before * weight;
        status = enumerate_from(all, next, i + 1, &completions);
        bsi_grid_remove(grid, placements[i]);
        all->weights[i] += all->placed_weight * completions;
        *total += weight * completions;
    }
    all->placed_weight = before;
    return status;
}

/* Adds the weight of all completions of a state; a ship of the same class as the one before it
 * takes placements from number `from` on. */
static bship_status enumerate_from(struct enumeration *all, uint32_t number, uint32_t from,
                                   double *total)
{
    const bsi_residual *residual = all->residual;
    const bsi_residual_state *state = &residual->states.items[number];
    bool is_last = state->depth + 1 == residual->ships;
    bship_status status = BSHIP_OK;
    if (!bsi_residual_is_same_class(residual, state->depth))
        from = 0;
    for (uint32_t i = state->transitions; !status && i < state->transitions_end && !is_done(all);
         i++) {
        const bsi_residual_transition *transition = &residual->transitions.items[i];
        const bsi_group *group = &residual->totals.groups.items[transition->group];
        uint32_t first = from > group->first ? from : group->first;
        if (first >= group->end || !(residual->states.items[transition->next].ways > 0))
            continue;
        status = is_last ? count_last(all, first, group->end, total)
                         : try_placements(all, transition->next, first, group->end, total);
    }
    return status;
}

/* Enumerates all layouts, or up to the first; fills `weights`. */
static bship_status enumerate(bsi_residual *residual, bool stop_at_first, double *total,
                              bsi_work_budget *budget)
{
    size_t placements = residual->totals.placements.count;
    residual->weights.count = 0;
    if (BSI_RESERVE(&residual->weights, residual->totals.allocator, placements))
        return BSHIP_ERROR_MEMORY;
    bship_status status = bsi_work_charge(budget, (int64_t)placements);
    if (status)
        return status;
    struct enumeration all = { residual, budget, residual->weights.items, 1, false, stop_at_first };
    for (size_t i = 0; i < placements; i++)
        all.weights[i] = 0;
    *total = 0;
    status = enumerate_from(&all, residual->root, 0, total);
    return status || all.is_found ? status : BSHIP_ERROR_CONTRADICTION;
}

/* Copies the weights of the placements to cleared placement counts. */
static void fill_counts(const bsi_residual *residual, bsi_placement_counts *counts)
{
    const bsi_placement *placements = residual->totals.placements.items;
    for (size_t i = 0; i < residual->totals.placements.count; i++) {
        size_t at = bsi_placement_counts_at(counts, placements[i]);
        if (counts->is_whole)
            counts->by_placement[at] = bsi_uint128_of((uint64_t)residual->weights.items[i]);
        else
            counts->weights[at] = residual->weights.items[i];
    }
}

bship_status bsi_residual_count(bsi_residual *residual, bsi_placement_counts *counts,
                                bsi_work_budget *budget)
{
    double total;
    bship_status status = enumerate(residual, false, &total, budget);
    if (!status)
        status =
            bsi_placement_counts_clear(counts, residual->totals.evidence, counts->is_whole, budget);
    if (status)
        return status;
    fill_counts(residual, counts);
    counts->unit = 1;
    counts->total = bsi_uint128_of(counts->is_whole ? (uint64_t)total : 0);
    counts->weight = total;
    return BSHIP_OK;
}

bship_status bsi_residual_check(bsi_residual *residual, bsi_work_budget *budget)
{
    double total;
    return enumerate(residual, true, &total, budget);
}
