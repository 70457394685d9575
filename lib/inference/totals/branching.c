/*
 * Branching for exact covers (common/exact_cover.h) where totals say what must be covered.
 *
 * Each level of the search takes the next ship of the residual dynamic programme; its options are
 * the placements of the transitions that can reach residual zero. So the search also decides which
 * of the cells fired at are hits. A ship that contributes to no total covers nothing and remains.
 */
#include "inference/totals/residual.h"

/* Appends the placements of a transition that fit, from number `first` on. */
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

/* Appends the option that places no ship: the ship remains. */
static bship_status append_none(const bsi_residual_transition *transition, uint32_t first,
                                bsi_exact_cover *cover)
{
    static const bsi_placement none;
    bship_status status = bsi_exact_cover_reserve(cover, 1);
    if (!status)
        bsi_exact_cover_append(cover, none, transition->next, first);
    return status;
}

/* Appends the options of a state, with placements from number `from` on. */
static bship_status append_options(const bsi_residual *residual, const bsi_residual_state *state,
                                   uint32_t from, bsi_exact_cover *cover, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (uint32_t i = state->transitions; !status && i < state->transitions_end; i++) {
        const bsi_residual_transition *transition = &residual->transitions.items[i];
        const bsi_group *group = &residual->totals.groups.items[transition->group];
        uint32_t first = from > group->first ? from : group->first;
        if (!(residual->states.items[transition->next].ways > 0))
            continue;
        if (!group->is_open)
            status = append_placements(residual, transition, first, cover, budget);
        else if (first == group->first)
            status = append_none(transition, first, cover);
    }
    return status;
}

/* An option's `state` is the residual state it leads to. Ships of one class are placed in
 * increasing order: the next one from number `from` on. */
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
