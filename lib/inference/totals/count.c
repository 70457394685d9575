/*
 * Going through the layouts that a ledger leaves; see totals/residual.h. Up to 2^53 of them, more
 * than any effort allows, are counted in double precision without rounding.
 */
#include "inference/totals/residual.h"

#include <stdbool.h>

struct count {
    bsi_residual *residual;
    bsi_work_budget *budget;
    double *numbers; /* by placement: the weight of the layouts met with it */
    double weight;   /* of the ships that are laid */
    bool is_found;   /* whether there is a layout: rounding may leave nothing of its weight */
    int stop_at_first;
};

static bool is_done(const struct count *count)
{
    return count->stop_at_first && count->is_found;
}

static bship_status count_from(struct count *count, uint32_t number, uint32_t from, double *total);

/* Lays the last ship in the places from a number on. */
static bship_status count_last(struct count *count, uint32_t from, uint32_t end, double *total)
{
    const bsi_residual *residual = count->residual;
    const bsi_placement *places = residual->totals.places.items;
    for (uint32_t i = from; i < end; i++) {
        if (!bsi_grid_fits(&residual->grid, places[i]))
            continue;
        double weight = bsi_placement_weight(residual->totals.evidence, places[i]);
        count->numbers[i] += count->weight * weight;
        *total += weight;
        count->is_found = true;
    }
    return bsi_work_charge(count->budget, BSI_COST_LAST * (int64_t)(end - from));
}

/* Lays a ship, and those behind it, which owe `next` then. */
static bship_status count_group(struct count *count, uint32_t next, uint32_t from, uint32_t end,
                                double *total)
{
    bsi_occupancy_grid *grid = &count->residual->grid;
    const bsi_placement *places = count->residual->totals.places.items;
    double before = count->weight;
    bship_status status = bsi_work_charge(count->budget, BSI_COST_TRY * (int64_t)(end - from));
    for (uint32_t i = from; !status && i < end && !is_done(count); i++) {
        if (!bsi_grid_fits(grid, places[i]))
            continue;
        double weight = bsi_placement_weight(grid->evidence, places[i]), own = 0;
        bsi_grid_place(grid, places[i]);
        count->weight = before * weight;
        status = count_from(count, next, i + 1, &own);
        bsi_grid_remove(grid, places[i]);
        count->numbers[i] += count->weight * own;
        *total += weight * own;
    }
    count->weight = before;
    return status;
}

/* Lays the ships that owe a debt; one of the kind of the one before in no place before `from`. */
static bship_status count_from(struct count *count, uint32_t number, uint32_t from, double *total)
{
    const bsi_residual *residual = count->residual;
    const bsi_residual_state *state = bsi_residual_state_at(residual, number);
    bool is_last = state->depth + 1 == (uint32_t)residual->totals.evidence->rules->fleet->count;
    bship_status status = BSHIP_OK;
    if (!bsi_residual_is_same_class(residual, state->depth))
        from = 0;
    for (uint32_t i = state->transitions; !status && i < state->transitions_end && !is_done(count);
         i++) {
        const bsi_residual_transition *transition = bsi_residual_transition_at(residual, i);
        const bsi_group *by = bsi_group_at(&residual->totals, transition->group);
        uint32_t first = from > by->first ? from : by->first;
        if (first >= by->end || !(bsi_residual_state_at(residual, transition->next)->ways > 0))
            continue;
        status = is_last ? count_last(count, first, by->end, total)
                         : count_group(count, transition->next, first, by->end, total);
    }
    return status;
}

/* Counts all, unless there is none; `numbers` are then of the placements. */
static bship_status count_all(bsi_residual *residual, int stop_at_first, double *total,
                              bsi_work_budget *budget)
{
    size_t places = residual->totals.places.count;
    residual->numbers.count = 0;
    if (bsi_array_reserve(&residual->numbers, &residual->totals.allocator, places, sizeof(double)))
        return BSHIP_ERROR_MEMORY;
    bship_status status = bsi_work_charge(budget, (int64_t)places);
    if (status)
        return status;
    struct count count = { residual, budget, residual->numbers.items, 1, 0, stop_at_first };
    for (size_t i = 0; i < places; i++)
        count.numbers[i] = 0;
    *total = 0;
    status = count_from(&count, residual->root, 0, total);
    return status || count.is_found ? status : BSHIP_ERROR_CONTRADICTION;
}

/* Moves the numbers of the placements to a tally, which is empty. */
static void fill_counts(const bsi_residual *residual, bsi_placement_counts *counts)
{
    const bsi_placement *places = residual->totals.places.items;
    const double *numbers = residual->numbers.items;
    for (size_t i = 0; i < residual->totals.places.count; i++) {
        size_t at = bsi_placement_counts_row(counts, places[i].class, places[i].orientation) +
                    places[i].position;
        if (counts->is_whole)
            counts->by_placement[at] = bsi_uint128_of((uint64_t)numbers[i]);
        else
            counts->weights[at] = numbers[i];
    }
}

bship_status bsi_residual_count(bsi_residual *residual, bsi_placement_counts *counts,
                                bsi_work_budget *budget)
{
    double total;
    bship_status status = count_all(residual, 0, &total, budget);
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
    return count_all(residual, 1, &total, budget);
}
