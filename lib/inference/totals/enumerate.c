/*
 * Depth-first searches along the transitions of the residual dynamic programme (totals/residual.h):
 * of all layouts, and of the exact covers that totals allow. They follow only transitions that can
 * reach residual zero, and an occupancy grid excludes conflicts. Ships of one class are placed in
 * increasing order of their placements.
 */
#include "inference/totals/residual.h"

#include "inference/common/drawing.h"

/* ---- all layouts ---- */

/* An enumeration of layouts, which counts them all or picks one of them. Counts are exact in double
 * precision: they stay below 2^53, as each layout takes a step, and no budget allows so many. */
struct search {
    bsi_residual *residual;
    bsi_work_budget *budget;
    bool is_pick;
    double *weights;      /* by placement: of the layouts counted that contain it */
    double placed_weight; /* of the ships that are placed */
    double passed_over;   /* of a pick: the weight of the layouts still to be passed over */
    bool is_found;        /* whether there is a layout, which may weigh 0; of a pick, the one */
};

static bool is_done(const struct search *search)
{
    return search->is_pick && search->is_found;
}

static bship_status enumerate_from(struct search *search, uint32_t number, uint32_t from,
                                   double *total);

/* Counts the placements of the last ship that fit. */
static bship_status count_last(struct search *search, uint32_t from, uint32_t end, double *total)
{
    const bsi_residual *residual = search->residual;
    const bsi_placement *placements = residual->totals.placements.items;
    for (uint32_t i = from; i < end; i++) {
        if (!bsi_grid_fits(residual->grid, placements[i]))
            continue;
        double weight = bsi_placement_weight(residual->totals.evidence, placements[i]);
        search->weights[i] += search->placed_weight * weight;
        *total += weight;
        search->is_found = true;
    }
    return bsi_work_charge(search->budget, BSI_COST_LAST * (int64_t)(end - from));
}

/* Passes over the placements of the last ship that fit, up to the layout to be picked. */
static bship_status pick_last(struct search *search, uint32_t from, uint32_t end)
{
    bsi_residual *residual = search->residual;
    const bsi_placement *placements = residual->totals.placements.items;
    for (uint32_t i = from; i < end && !search->is_found; i++) {
        if (!bsi_grid_fits(residual->grid, placements[i]))
            continue;
        residual->placed[residual->ships - 1] = placements[i];
        search->passed_over -=
            search->placed_weight * bsi_placement_weight(residual->totals.evidence, placements[i]);
        search->is_found = search->passed_over < 0;
    }
    return bsi_work_charge(search->budget, BSI_COST_LAST * (int64_t)(end - from));
}

/* Tries the placements of one transition, each with all completions from state `next` on. */
static bship_status try_placements(struct search *search, uint32_t next, uint32_t from,
                                   uint32_t end, double *total)
{
    bsi_occupancy_grid *grid = search->residual->grid;
    const bsi_placement *placements = search->residual->totals.placements.items;
    double before = search->placed_weight;
    uint32_t depth = search->residual->states.items[next].depth - 1;
    bship_status status = bsi_work_charge(search->budget, BSI_COST_TRY * (int64_t)(end - from));
    for (uint32_t i = from; !status && i < end && !is_done(search); i++) {
        if (!bsi_grid_fits(grid, placements[i]))
            continue;
        double weight = bsi_placement_weight(grid->evidence, placements[i]), completions = 0;
        bsi_grid_place(grid, placements[i]);
        search->residual->placed[depth] = placements[i];
        search->placed_weight = before * weight;
        status = enumerate_from(search, next, i + 1, &completions);
        bsi_grid_remove(grid, placements[i]);
        search->weights[i] += search->placed_weight * completions;
        *total += weight * completions;
    }
    search->placed_weight = before;
    return status;
}

/* Adds the weight of all completions of a state to `*total`. A ship of the same class as the one
 * before it takes placements from number `from` on. */
static bship_status enumerate_from(struct search *search, uint32_t number, uint32_t from,
                                   double *total)
{
    const bsi_residual *residual = search->residual;
    const bsi_residual_state *state = &residual->states.items[number];
    bool is_last = state->depth + 1 == residual->ships;
    bship_status status = BSHIP_OK;
    if (!bsi_residual_is_same_class(residual, state->depth))
        from = 0;
    for (uint32_t i = state->transitions; !status && i < state->transitions_end && !is_done(search);
         i++) {
        const bsi_residual_transition *transition = &residual->transitions.items[i];
        const bsi_group *group = &residual->totals.groups.items[transition->group];
        uint32_t first = from > group->first ? from : group->first;
        if (first >= group->end || !(residual->states.items[transition->next].ways > 0))
            continue;
        if (!is_last)
            status = try_placements(search, transition->next, first, group->end, total);
        else if (search->is_pick)
            status = pick_last(search, first, group->end);
        else
            status = count_last(search, first, group->end, total);
    }
    return status;
}

/* Runs a search, whose weights are cleared; adds the weight of the layouts counted to `*total`. */
static bship_status enumerate(struct search *search, double *total)
{
    bsi_residual *residual = search->residual;
    size_t placements = residual->totals.placements.count;
    residual->weights.count = 0;
    if (BSI_RESERVE(&residual->weights, residual->totals.allocator, placements))
        return BSHIP_ERROR_MEMORY;
    bship_status status = bsi_work_charge(search->budget, (int64_t)placements);
    if (status)
        return status;
    search->weights = residual->weights.items;
    search->placed_weight = 1;
    for (size_t i = 0; i < placements; i++)
        search->weights[i] = 0;
    return enumerate_from(search, residual->root, 0, total);
}

bship_status bsi_residual_count(bsi_residual *residual, bsi_placement_counts *counts,
                                bsi_work_budget *budget)
{
    const bsi_totals *totals = &residual->totals;
    struct search search = { .residual = residual, .budget = budget };
    int64_t before = budget->done;
    double total = 0;
    bship_status status = enumerate(&search, &total);
    if (!status && !search.is_found)
        status = BSHIP_ERROR_CONTRADICTION;
    residual->counted = budget->done - before;
    if (!status)
        status = bsi_placement_counts_clear(counts, totals->evidence, counts->is_whole, budget);
    if (status)
        return status;
    for (size_t i = 0; i < totals->placements.count; i++) {
        size_t at = bsi_placement_counts_at(counts, totals->placements.items[i]);
        if (counts->is_whole)
            counts->by_placement[at] = bsi_uint128_of((uint64_t)residual->weights.items[i]);
        else
            counts->weights[at] = residual->weights.items[i];
    }
    counts->unit = 1;
    counts->total = bsi_uint128_of(counts->is_whole ? (uint64_t)total : 0);
    counts->weight = total;
    return BSHIP_OK;
}

/* Picks the layout that exceeds a weight, in the order of the enumeration, into `placed`. */
static bship_status pick(bsi_residual *residual, double passed_over, bool *is_found,
                         bsi_work_budget *budget)
{
    struct search search = {
        .residual = residual, .budget = budget, .is_pick = true, .passed_over = passed_over
    };
    double total = 0;
    bship_status status = enumerate(&search, &total);
    *is_found = search.is_found;
    return status;
}

bship_status bsi_residual_check(bsi_residual *residual, bsi_work_budget *budget)
{
    bool is_found;
    bship_status status = pick(residual, -1, &is_found, budget);
    return status || is_found ? status : BSHIP_ERROR_CONTRADICTION;
}

bship_status bsi_residual_draw_layout(bsi_residual *residual, const bsi_placement_counts *counts,
                                      bship_rng *rng, bsi_work_budget *budget,
                                      bship_placement *placements)
{
    const bsi_evidence *evidence = residual->totals.evidence;
    bship_status status = BSHIP_OK;
    bool is_found = false;
    /* Rounding may leave the point behind the last layout. */
    while (!status && !is_found) {
        bsi_amount point =
            bsi_draw_amount(rng, counts->is_whole, bsi_placement_counts_total(counts));
        double passed_over = counts->is_whole ? bsi_uint128_to_double(point.whole) : point.real;
        status = pick(residual, passed_over, &is_found, budget);
    }
    bsi_assign_begin(evidence, placements);
    for (uint32_t i = 0; !status && i < residual->ships; i++)
        bsi_assign_placement(evidence, rng, placements, residual->placed[i]);
    return status;
}

/* ---- exact covers ---- */

/* Appends the placements of a transition that fit, from number `first` on, as options. */
static bship_status append_placements(const bsi_residual *residual,
                                      const bsi_residual_transition *transition, uint32_t first,
                                      bsi_exact_cover *cover, bsi_work_budget *budget)
{
    const bsi_placement *placements = residual->totals.placements.items;
    uint32_t end = residual->totals.groups.items[transition->group].end;
    if (first >= end)
        return BSHIP_OK;
    bship_status status = bsi_work_charge(budget, BSI_COST_LAST * (int64_t)(end - first));
    if (!status)
        status = bsi_exact_cover_reserve(cover, end - first);
    for (uint32_t i = first; !status && i < end; i++) {
        if (bsi_grid_fits(&cover->partial.grid, placements[i]))
            bsi_exact_cover_append(cover, placements[i], transition->next, i + 1);
    }
    return status;
}

/* Appends the options of a state, with placements from number `from` on. A ship that contributes to
 * no total covers nothing: its only option places no ship, and it remains. */
static bship_status append_options(const bsi_residual *residual, const bsi_residual_state *state,
                                   uint32_t from, bsi_exact_cover *cover, bsi_work_budget *budget)
{
    static const bsi_placement none;
    bship_status status = BSHIP_OK;
    for (uint32_t i = state->transitions; !status && i < state->transitions_end; i++) {
        const bsi_residual_transition *transition = &residual->transitions.items[i];
        const bsi_group *group = &residual->totals.groups.items[transition->group];
        uint32_t first = from > group->first ? from : group->first;
        if (!(residual->states.items[transition->next].ways > 0))
            continue;
        if (!group->is_open) {
            status = append_placements(residual, transition, first, cover, budget);
        } else if (first == group->first) {
            status = bsi_exact_cover_reserve(cover, 1);
            if (!status)
                bsi_exact_cover_append(cover, none, transition->next, first);
        }
    }
    return status;
}

/* Lists the options behind an option. An option's `state` is the residual state it leads to, and
 * `from` the number of the first placement that the next ship of the same class may take. */
static bship_status list_options(const void *user, const bsi_cover_option *parent,
                                 bsi_exact_cover *cover, bsi_work_budget *budget, bool *is_complete)
{
    const bsi_residual *residual = user;
    const bsi_residual_state *state =
        &residual->states.items[parent ? parent->state : residual->root];
    *is_complete = state->depth == residual->ships;
    bship_status status = bsi_work_charge(budget, *is_complete ? BSI_COST_COVER : BSI_COST_TRY);
    if (status || *is_complete)
        return status;
    uint32_t from = parent && bsi_residual_is_same_class(residual, state->depth) ? parent->from : 0;
    return append_options(residual, state, from, cover, budget);
}

bsi_branching bsi_residual_branching(const bsi_residual *residual)
{
    return (bsi_branching){ list_options, residual };
}
