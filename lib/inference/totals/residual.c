/* The passes over the states, and drawing a way; see totals/residual.h. */
#include "inference/totals/residual.h"

#include <math.h>

#include "base/random.h"

void bsi_residual_carve(bsi_residual *residual, bsi_exact_cover *cover, bsi_arena *arena)
{
    const bsi_evidence *evidence = cover->evidence;
    size_t ships = residual->ships = (uint32_t)evidence->rules->fleet->count;
    bsi_totals_carve(&residual->totals, evidence, cover->allocator, arena);
    residual->grid = &cover->partial.grid;
    if (!bsi_reports_totals(evidence->rules))
        return;
    residual->classes = bsi_arena_take(arena, ships, sizeof *residual->classes);
    residual->states_begin = bsi_arena_take(arena, ships + 1, sizeof *residual->states_begin);
    residual->states_end = bsi_arena_take(arena, ships + 1, sizeof *residual->states_end);
    residual->placed = bsi_arena_take(arena, ships, sizeof *residual->placed);
}

void bsi_residual_clear(bsi_residual *residual)
{
    const bship_allocator *allocator = residual->totals.allocator;
    BSI_FREE(&residual->states, allocator);
    BSI_FREE(&residual->transitions, allocator);
    BSI_FREE(&residual->weights, allocator);
    bsi_hash_table_free(&residual->table, allocator);
    bsi_totals_clear(&residual->totals);
}

/* ---- states ---- */

static uint64_t hash_of(uint32_t depth, const bsi_packed *remainder)
{
    uint64_t hash = (remainder->words[0] ^ depth) * BSI_GAMMA ^ remainder->words[1];
    return bsi_splitmix(hash);
}

static bool is_same_state(const void *items, uint32_t number, const void *key)
{
    const bsi_residual_state *state = (const bsi_residual_state *)items + number;
    const bsi_residual_state *other = key;
    return state->depth == other->depth && bsi_packed_equals(&state->remainder, &other->remainder);
}

/* The slot of a state, or the empty one where it belongs. */
static bsi_hash_slot *find_slot(const bsi_residual *residual, const bsi_residual_state *state)
{
    return bsi_hash_table_find(&residual->table, hash_of(state->depth, &state->remainder),
                               is_same_state, residual->states.items, state);
}

static uint64_t hash_of_item(const void *items, uint32_t number)
{
    const bsi_residual_state *state = (const bsi_residual_state *)items + number;
    return hash_of(state->depth, &state->remainder);
}

/* Finds a state, added if new: OK; WORK_LIMIT if there are too many; CANCELLED; MEMORY. */
static bship_status find_state(bsi_residual *residual, uint32_t depth, const bsi_packed *remainder,
                               uint32_t *number, bsi_work_budget *budget)
{
    const bship_allocator *allocator = residual->totals.allocator;
    size_t count = residual->states.count;
    if (count >= UINT32_MAX / 4)
        return BSHIP_ERROR_WORK_LIMIT;
    bship_status status = BSI_RESERVE(&residual->states, allocator, 1);
    bsi_hash_items items = { hash_of_item, residual->states.items, 0, count };
    if (!status)
        status = bsi_hash_table_reserve(&residual->table, count + 1, &items, allocator, budget);
    if (status)
        return status;
    bsi_residual_state state = { .remainder = *remainder, .depth = depth };
    bsi_hash_slot *slot = find_slot(residual, &state);
    if (!bsi_hash_slot_is_set(&residual->table, slot)) {
        residual->states.items[residual->states.count++] = state;
        bsi_hash_slot_set(&residual->table, slot, hash_of(depth, remainder), (uint32_t)count);
    }
    *number = slot->number;
    return BSHIP_OK;
}

/* ---- backward from zero ---- */

/* The groups of the ship at a depth are numbers groups_begin()..groups_end() - 1. */
static uint32_t groups_begin(const bsi_residual *residual, uint32_t depth)
{
    return residual->totals.groups_begin[residual->classes[depth]];
}

static uint32_t groups_end(const bsi_residual *residual, uint32_t depth)
{
    return residual->totals.groups_begin[residual->classes[depth] + 1];
}

/* Charges for a pass over the groups of the ship at a depth. */
static bship_status charge_groups(const bsi_residual *residual, uint32_t depth,
                                  bsi_work_budget *budget)
{
    int64_t groups = groups_end(residual, depth) - groups_begin(residual, depth);
    return bsi_work_charge(budget, 5 * groups + 10);
}

/* Lists the states at a depth from which one transition leads to a state. */
static bship_status list_predecessors(bsi_residual *residual, uint32_t depth, uint32_t state,
                                      bsi_work_budget *budget)
{
    const bsi_totals *totals = &residual->totals;
    uint32_t end = groups_end(residual, depth);
    bship_status status = charge_groups(residual, depth, budget);
    for (uint32_t g = groups_begin(residual, depth); !status && g < end; g++) {
        bsi_packed remainder = bsi_packed_sum(residual->states.items[state].remainder,
                                              &totals->groups.items[g].contribution);
        bsi_packed difference;
        uint32_t number;
        if (bsi_packed_subtract(&totals->packing, &totals->packing.most, &remainder, &difference))
            status = find_state(residual, depth, &remainder, &number, budget);
    }
    return status;
}

/* Lists all states at depth `from` and beyond that can reach zero. */
static bship_status list_backward(bsi_residual *residual, uint32_t from, bsi_work_budget *budget)
{
    static const bsi_packed zero = { { 0, 0 } };
    uint32_t depth = residual->ships, number;
    residual->states_begin[depth] = 0;
    bship_status status = find_state(residual, depth, &zero, &number, budget);
    residual->states_end[depth] = 1;
    while (!status && depth-- > from) {
        residual->states_begin[depth] = (uint32_t)residual->states.count;
        for (uint32_t i = residual->states_begin[depth + 1];
             !status && i < residual->states_end[depth + 1]; i++)
            status = list_predecessors(residual, depth, i, budget);
        residual->states_end[depth] = (uint32_t)residual->states.count;
    }
    return status;
}

/* ---- forward from the totals ---- */

/* Adds the transition to a residual. From depth `listed_from` on, all states that can reach zero
 * are listed already, and a transition to any other state is dropped. */
static bship_status add_transition(bsi_residual *residual, uint32_t depth,
                                   const bsi_packed *remainder, uint32_t group,
                                   uint32_t listed_from, bsi_work_budget *budget)
{
    uint32_t next;
    if (depth < listed_from) {
        bship_status status = find_state(residual, depth, remainder, &next, budget);
        if (status)
            return status;
    } else {
        bsi_residual_state listed = { .remainder = *remainder, .depth = depth };
        const bsi_hash_slot *slot = find_slot(residual, &listed);
        if (!bsi_hash_slot_is_set(&residual->table, slot))
            return BSHIP_OK;
        next = slot->number;
    }
    residual->states.items[next].paths = 1;
    residual->transitions.items[residual->transitions.count++] =
        (bsi_residual_transition){ 0, group, next };
    return BSHIP_OK;
}

/* Lists the transitions of a state. */
static bship_status list_transitions(bsi_residual *residual, uint32_t number, uint32_t listed_from,
                                     bsi_work_budget *budget)
{
    const bsi_totals *totals = &residual->totals;
    uint32_t depth = residual->states.items[number].depth;
    uint32_t begin = groups_begin(residual, depth), end = groups_end(residual, depth);
    bship_status status = charge_groups(residual, depth, budget);
    if (!status && residual->transitions.count > UINT32_MAX - end)
        status = BSHIP_ERROR_WORK_LIMIT;
    if (!status)
        status = BSI_RESERVE(&residual->transitions, totals->allocator, end - begin);
    residual->states.items[number].transitions = (uint32_t)residual->transitions.count;
    for (uint32_t g = begin; !status && g < end; g++) {
        bsi_packed remainder;
        if (bsi_packed_subtract(&totals->packing, &residual->states.items[number].remainder,
                                &totals->groups.items[g].contribution, &remainder))
            status = add_transition(residual, depth + 1, &remainder, g, listed_from, budget);
    }
    residual->states.items[number].transitions_end = (uint32_t)residual->transitions.count;
    return status;
}

/* Lists the transitions of all reachable states, and the states before depth `listed_from`. */
static bship_status list_forward(bsi_residual *residual, uint32_t listed_from,
                                 bsi_work_budget *budget)
{
    uint32_t ships = residual->ships;
    bship_status status =
        find_state(residual, 0, &residual->totals.packing.most, &residual->root, budget);
    if (status)
        return status;
    residual->states.items[residual->root].paths = 1;
    residual->states_begin[0] = residual->root;
    residual->states_end[0] = residual->root + 1;
    for (uint32_t depth = 0; !status && depth < ships; depth++) {
        if (depth + 1 < listed_from)
            residual->states_begin[depth + 1] = (uint32_t)residual->states.count;
        for (uint32_t i = residual->states_begin[depth]; !status && i < residual->states_end[depth];
             i++) {
            if (residual->states.items[i].paths > 0)
                status = list_transitions(residual, i, listed_from, budget);
        }
        if (depth + 1 < listed_from)
            residual->states_end[depth + 1] = (uint32_t)residual->states.count;
    }
    return status;
}

/* ---- sums of ways ---- */

/* Reports a pass over the transitions of a state. It is not charged: listing them was. */
static bship_status report_transitions(const bsi_residual_state *state, bsi_work_budget *budget)
{
    return bsi_work_report(budget, 5 * (int64_t)(state->transitions_end - state->transitions));
}

/* Sums up the ways from a state. The weights of its next ship are divided by 2^exponent. */
static bship_status sum_ways(bsi_residual *residual, bsi_residual_state *state, int exponent,
                             bsi_work_budget *budget)
{
    bsi_residual_transition *transitions = residual->transitions.items;
    for (uint32_t i = state->transitions; i < state->transitions_end; i++) {
        const bsi_group *group = &residual->totals.groups.items[transitions[i].group];
        const bsi_residual_state *next = &residual->states.items[transitions[i].next];
        state->ways += (group->end - group->first) * next->ways;
        state->weight += ldexp(group->weight, -exponent) * next->weight;
        transitions[i].sum = state->weight;
    }
    return report_transitions(state, budget);
}

/* Sums up the ways from every state, from the last ship to the first. The weights of each ship are
 * divided by a power of 2 that makes their sum less than 1, so that products stay in range. */
static bship_status sum_all_ways(bsi_residual *residual, bsi_work_budget *budget)
{
    uint32_t depth = residual->ships;
    bship_status status = BSHIP_OK;
    residual->states.items[0].ways = residual->states.items[0].weight = 1;
    residual->exponent = 0;
    while (!status && depth-- > 0) {
        double sum = 0;
        int exponent = 0;
        for (uint32_t g = groups_begin(residual, depth); g < groups_end(residual, depth); g++)
            sum += residual->totals.groups.items[g].weight;
        (void)frexp(sum, &exponent);
        residual->exponent += exponent;
        for (uint32_t i = residual->states_begin[depth]; !status && i < residual->states_end[depth];
             i++)
            status = sum_ways(residual, &residual->states.items[i], exponent, budget);
    }
    return status;
}

/* ---- cost in advance ---- */

/*
 * Adds the paths to a state to those of the next states; returns how many placements are tried.
 *
 * The next ship is number `rank` of its class. Ships of a class are placed in one order only: of
 * the orders of k ships, division by the ranks 1 to k leaves one. An exact cover contains no ship
 * of an open group. There leaving the ship out is the only option, and of all orders only that is
 * followed in which the ships left out come last.
 */
static double pass_paths(bsi_residual *residual, const bsi_residual_state *state, double rank,
                         bool is_cover)
{
    double all = state->paths + state->paths_left_out, tries = 0;
    double placed = rank > 1 ? state->paths : all;
    for (uint32_t i = state->transitions; i < state->transitions_end; i++) {
        const bsi_residual_transition *transition = &residual->transitions.items[i];
        const bsi_group *group = &residual->totals.groups.items[transition->group];
        bsi_residual_state *next = &residual->states.items[transition->next];
        bool is_left_out = is_cover && group->is_open;
        double count = is_left_out ? all : placed * (group->end - group->first) / rank;
        if (!(next->ways > 0))
            continue;
        *(is_left_out ? &next->paths_left_out : &next->paths) += count;
        tries += count;
    }
    return tries;
}

/* Estimates the steps of enumerating all ways (for `is_cover`, all exact covers), with ships of one
 * class in one order only. */
static bship_status estimate_steps(bsi_residual *residual, bool is_cover, double *steps,
                                   bsi_work_budget *budget)
{
    uint32_t ships = residual->ships;
    bship_status status = BSHIP_OK;
    double rank = 1, last = is_cover ? BSI_COST_COVER : BSI_COST_LAST;
    for (uint32_t i = 0; i < residual->states.count; i++) {
        residual->states.items[i].paths = i == residual->root;
        residual->states.items[i].paths_left_out = 0;
    }
    *steps = 0;
    for (uint32_t depth = 0; !status && depth < ships; depth++) {
        double tries = 0;
        rank = bsi_residual_is_same_class(residual, depth) ? rank + 1 : 1;
        for (uint32_t i = residual->states_begin[depth]; !status && i < residual->states_end[depth];
             i++) {
            const bsi_residual_state *state = &residual->states.items[i];
            tries += pass_paths(residual, state, rank, is_cover);
            status = report_transitions(state, budget);
        }
        *steps += tries * (depth + 1 < ships ? BSI_COST_TRY : last);
    }
    return status;
}

/* ---- all stages ---- */

/* The number of placements of a class. */
static uint32_t placement_count(const bsi_totals *totals, int32_t class)
{
    uint32_t begin = totals->groups_begin[class], end = totals->groups_begin[class + 1];
    return begin == end ? 0 : totals->groups.items[end - 1].end - totals->groups.items[begin].first;
}

/* Orders the ships: classes with the fewest placements first (insertion sort). */
static void order_classes(bsi_residual *residual)
{
    const bsi_evidence *evidence = residual->totals.evidence;
    int32_t depth = 0;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        int32_t ships = evidence->classes[k].ships, at = depth;
        uint32_t count = placement_count(&residual->totals, k);
        for (; at > 0 && placement_count(&residual->totals, residual->classes[at - 1]) > count;
             at--)
            residual->classes[at - 1 + ships] = residual->classes[at - 1];
        for (int32_t i = 0; i < ships; i++)
            residual->classes[at + i] = k;
        depth += ships;
    }
}

bship_status bsi_residual_build(bsi_residual *residual, bsi_work_budget *budget)
{
    uint32_t middle = residual->ships - residual->ships / 2;
    bship_status status = bsi_totals_group(&residual->totals, budget);
    if (status)
        return status;
    order_classes(residual);
    residual->states.count = residual->transitions.count = 0;
    bsi_hash_table_clear(&residual->table);
    status = list_backward(residual, middle, budget);
    if (!status)
        status = list_forward(residual, middle, budget);
    if (!status)
        status = sum_all_ways(residual, budget);
    if (!status)
        status = estimate_steps(residual, true, &residual->cover_steps, budget);
    if (!status)
        status = estimate_steps(residual, false, &residual->steps, budget);
    if (status)
        return status;
    return residual->states.items[residual->root].ways > 0 ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
}

/* ---- drawing ---- */

double bsi_residual_weight(const bsi_residual *residual, int64_t *exponent)
{
    const bsi_evidence *evidence = residual->totals.evidence;
    double weight = residual->states.items[residual->root].weight;
    *exponent = residual->exponent;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        for (int32_t i = 2; i <= evidence->classes[k].ships; i++) {
            int shift;
            weight = frexp(weight / i, &shift);
            *exponent += shift;
        }
    }
    return weight;
}

double bsi_residual_share(const bsi_residual *residual, double layouts)
{
    int64_t exponent;
    double weight = bsi_residual_weight(residual, &exponent);
    return residual->states.items[residual->root].weight >= BSI_WEIGHT_MIN
               ? ldexp(layouts / weight, -(int)exponent)
               : 0;
}

/* Draws a placement of a group by weight. */
static bsi_placement pick_placement(const bsi_totals *totals, const bsi_group *group,
                                    bship_rng *rng, int64_t *steps)
{
    const bsi_placement *placements = totals->placements.items;
    uint32_t i = group->first;
    if (!totals->evidence->is_weighted)
        return placements[i + bsi_rng_below(rng, group->end - i)];
    double point = bsi_rng_unit(rng) * group->weight;
    while (i + 1 < group->end &&
           (point -= bsi_placement_weight(totals->evidence, placements[i])) >= 0)
        i++;
    *steps += i - group->first;
    return placements[i];
}

bool bsi_residual_draw(void *user, bship_rng *rng, int64_t *steps)
{
    bsi_residual *residual = user;
    const bsi_totals *totals = &residual->totals;
    uint32_t number = residual->root, placed = 0;
    for (; placed < residual->ships; placed++) {
        const bsi_residual_state *state = &residual->states.items[number];
        const bsi_residual_transition *transition =
            &residual->transitions.items[state->transitions];
        uint32_t count = state->transitions_end - state->transitions;
        if (count > 1)
            transition += bsi_rng_pick(rng, transition, sizeof *transition, count);
        bsi_placement placement =
            pick_placement(totals, &totals->groups.items[transition->group], rng, steps);
        *steps += BSI_COST_DRAW + bsi_grid_cost(residual->grid, placement.class);
        if (!bsi_grid_fits(residual->grid, placement))
            break;
        bsi_grid_place(residual->grid, placement);
        residual->placed[placed] = placement;
        number = transition->next;
    }
    for (uint32_t i = 0; i < placed; i++)
        bsi_grid_remove(residual->grid, residual->placed[i]);
    return placed == residual->ships;
}
