/* What is owed; see totals/residual.h. */
#include "inference/totals/residual.h"

#include <math.h>
#include <stdbool.h>

#include "base/random.h"

void bsi_residual_carve(bsi_residual *residual, const bsi_evidence *evidence, bsi_arena *arena)
{
    size_t ships = (size_t)evidence->rules->fleet->count;
    bsi_totals_carve(&residual->totals, evidence, arena);
    if (!bsi_reports_totals(evidence->rules))
        return;
    residual->classes = bsi_arena_take(arena, ships, sizeof *residual->classes);
    residual->states_begin = bsi_arena_take(arena, ships + 1, sizeof *residual->states_begin);
    residual->states_end = bsi_arena_take(arena, ships + 1, sizeof *residual->states_end);
    bsi_grid_carve(&residual->grid, evidence, arena);
    residual->placed = bsi_arena_take(arena, ships, sizeof *residual->placed);
}

void bsi_residual_clear(bsi_residual *residual)
{
    const bship_allocator *allocator = &residual->totals.allocator;
    bsi_array_free(&residual->states, allocator, sizeof(bsi_residual_state));
    bsi_array_free(&residual->transitions, allocator, sizeof(bsi_residual_transition));
    bsi_array_free(&residual->numbers, allocator, sizeof(double));
    bsi_hash_table_free(&residual->table, allocator);
    bsi_totals_clear(&residual->totals);
}

/* ---- debts ---- */

static bsi_residual_state *state_at(bsi_residual *residual, uint32_t number)
{
    return (bsi_residual_state *)residual->states.items + number;
}

static uint64_t hash_of(uint32_t depth, const bsi_sum *remainder)
{
    uint64_t hash = (remainder->words[0] ^ depth) * BSI_GAMMA ^ remainder->words[1];
    return bsi_splitmix(hash);
}

static bool is_same_state(const void *items, uint32_t number, const void *key)
{
    const bsi_residual_state *state = (const bsi_residual_state *)items + number;
    const bsi_residual_state *other = key;
    return state->depth == other->depth && bsi_sum_is_same(&state->remainder, &other->remainder);
}

/* The slot of a debt, or the one to be set to it. */
static bsi_hash_slot *find_slot(const bsi_residual *residual, const bsi_residual_state *state)
{
    return bsi_hash_table_find(&residual->table, hash_of(state->depth, &state->remainder),
                               is_same_state, residual->states.items, state);
}

/* Makes room for one more debt. */
static bship_status make_room(bsi_residual *residual, bsi_work_budget *budget)
{
    enum {
        STEPS_A_SLOT = 20
    };
    const bship_allocator *allocator = &residual->totals.allocator;
    if (residual->states.count >= UINT32_MAX / 4)
        return BSHIP_ERROR_WORK_LIMIT;
    bship_status status =
        bsi_array_reserve(&residual->states, allocator, 1, sizeof(bsi_residual_state));
    if (status || !bsi_hash_table_is_full(&residual->table, residual->states.count + 1))
        return status;
    status = bsi_hash_table_grow(&residual->table, allocator);
    for (uint32_t i = 0; !status && i < residual->states.count; i++) {
        const bsi_residual_state *state = bsi_residual_state_at(residual, i);
        bsi_hash_table_add(&residual->table, hash_of(state->depth, &state->remainder), i);
        status = bsi_work_report(budget, STEPS_A_SLOT);
    }
    return status;
}

/* Finds a debt, new if need be: OK, WORK_LIMIT if there are too many, CANCELLED or MEMORY. */
static bship_status find_state(bsi_residual *residual, uint32_t depth, const bsi_sum *remainder,
                               uint32_t *number, bsi_work_budget *budget)
{
    bsi_residual_state state = { .remainder = *remainder, .depth = depth };
    bship_status status = make_room(residual, budget);
    if (status)
        return status;
    bsi_hash_slot *slot = find_slot(residual, &state);
    if (!bsi_hash_slot_is_set(&residual->table, slot)) {
        *state_at(residual, (uint32_t)residual->states.count) = state;
        bsi_hash_slot_set(&residual->table, slot, hash_of(depth, remainder),
                          (uint32_t)residual->states.count++);
    }
    *number = slot->number;
    return BSHIP_OK;
}

static void forget(bsi_residual *residual)
{
    residual->states.count = 0;
    residual->transitions.count = 0;
    bsi_hash_table_clear(&residual->table);
}

/* ---- from the end, and from the beginning ---- */

/* The groups of the ship at a depth. */
static uint32_t groups_begin(const bsi_residual *residual, uint32_t depth)
{
    return residual->totals.groups_begin[residual->classes[depth]];
}

static uint32_t groups_end(const bsi_residual *residual, uint32_t depth)
{
    return residual->totals.groups_begin[residual->classes[depth] + 1];
}

static bship_status spend(const bsi_residual *residual, uint32_t depth, bsi_work_budget *budget)
{
    int64_t groups = groups_end(residual, depth) - groups_begin(residual, depth);
    return bsi_work_charge(budget, 5 * groups + 10);
}

/* Lists what may be owed for a payment at a depth to leave a debt. */
static bship_status borrow(bsi_residual *residual, uint32_t depth, uint32_t state,
                           bsi_work_budget *budget)
{
    const bsi_totals *totals = &residual->totals;
    bship_status status = spend(residual, depth, budget);
    for (uint32_t c = groups_begin(residual, depth); !status && c < groups_end(residual, depth);
         c++) {
        const bsi_group *by = bsi_group_at(totals, c);
        bsi_sum remainder =
            bsi_sum_plus(bsi_residual_state_at(residual, state)->remainder, &by->sum);
        bsi_sum left;
        uint32_t number;
        if (bsi_sum_subtract(totals, &totals->observed, &remainder, &left))
            status = find_state(residual, depth, &remainder, &number, budget);
    }
    return status;
}

/* Lists all debts that can be paid from a depth on. */
static bship_status look_back(bsi_residual *residual, uint32_t from, bsi_work_budget *budget)
{
    static const bsi_sum nothing = { { 0, 0 } };
    uint32_t depth = (uint32_t)residual->totals.evidence->rules->fleet->count, number;
    residual->states_begin[depth] = 0;
    bship_status status = find_state(residual, depth, &nothing, &number, budget);
    residual->states_end[depth] = 1;
    while (!status && depth-- > from) {
        residual->states_begin[depth] = (uint32_t)residual->states.count;
        for (uint32_t i = residual->states_begin[depth + 1];
             !status && i < residual->states_end[depth + 1]; i++)
            status = borrow(residual, depth, i, budget);
        residual->states_end[depth] = (uint32_t)residual->states.count;
    }
    return status;
}

/* Lists the payments of a debt. From a depth on those debts that can be paid are known. */
static bship_status advance(bsi_residual *residual, uint32_t number, uint32_t known_from,
                            bsi_work_budget *budget)
{
    const bsi_totals *totals = &residual->totals;
    uint32_t depth = bsi_residual_state_at(residual, number)->depth, next = 0;
    uint32_t end = groups_end(residual, depth);
    bship_status status = spend(residual, depth, budget);
    if (!status && residual->transitions.count > UINT32_MAX - end)
        status = BSHIP_ERROR_WORK_LIMIT;
    if (!status)
        status =
            bsi_array_reserve(&residual->transitions, &totals->allocator,
                              end - groups_begin(residual, depth), sizeof(bsi_residual_transition));
    state_at(residual, number)->transitions = (uint32_t)residual->transitions.count;
    for (uint32_t c = groups_begin(residual, depth); !status && c < end; c++) {
        const bsi_group *by = bsi_group_at(totals, c);
        bsi_sum left;
        if (!bsi_sum_subtract(totals, &bsi_residual_state_at(residual, number)->remainder, &by->sum,
                              &left))
            continue;
        if (depth + 1 < known_from) {
            status = find_state(residual, depth + 1, &left, &next, budget);
        } else {
            bsi_residual_state known = { .remainder = left, .depth = depth + 1 };
            const bsi_hash_slot *slot = find_slot(residual, &known);
            if (!bsi_hash_slot_is_set(&residual->table, slot))
                continue;
            next = slot->number;
        }
        state_at(residual, next)->paths = 1;
        ((bsi_residual_transition *)residual->transitions.items)[residual->transitions.count++] =
            (bsi_residual_transition){ 0, c, next };
    }
    state_at(residual, number)->transitions_end = (uint32_t)residual->transitions.count;
    return status;
}

/* Lists all payments, from the debt of all ships on. */
static bship_status look_ahead(bsi_residual *residual, uint32_t known_from, bsi_work_budget *budget)
{
    uint32_t ships = (uint32_t)residual->totals.evidence->rules->fleet->count;
    bship_status status =
        find_state(residual, 0, &residual->totals.observed, &residual->root, budget);
    if (status)
        return status;
    state_at(residual, residual->root)->paths = 1;
    residual->states_begin[0] = residual->root;
    residual->states_end[0] = residual->root + 1;
    for (uint32_t depth = 0; !status && depth < ships; depth++) {
        if (depth + 1 < known_from)
            residual->states_begin[depth + 1] = (uint32_t)residual->states.count;
        for (uint32_t i = residual->states_begin[depth]; !status && i < residual->states_end[depth];
             i++) {
            if (bsi_residual_state_at(residual, i)->paths > 0)
                status = advance(residual, i, known_from, budget);
        }
        if (depth + 1 < known_from)
            residual->states_end[depth + 1] = (uint32_t)residual->states.count;
    }
    return status;
}

/* ---- sums ---- */

/* The payments of a debt are gone through, which is part of what listing them took. */
static bship_status note(const bsi_residual_state *state, bsi_work_budget *budget)
{
    return bsi_work_report(budget, 5 * (int64_t)(state->transitions_end - state->transitions));
}

static bship_status add_ways(bsi_residual *residual, bsi_residual_state *state, int exponent,
                             bsi_work_budget *budget)
{
    bsi_residual_transition *transitions = residual->transitions.items;
    for (uint32_t i = state->transitions; i < state->transitions_end; i++) {
        const bsi_group *by = bsi_group_at(&residual->totals, transitions[i].group);
        const bsi_residual_state *next = bsi_residual_state_at(residual, transitions[i].next);
        state->ways += (by->end - by->first) * next->ways;
        state->weight += ldexp(by->weight, -exponent) * next->weight;
        transitions[i].sum = state->weight;
    }
    return note(state, budget);
}

/* The weights of each kind are divided by a power of 2 that is about their sum. */
static int exponent_of(const bsi_residual *residual, uint32_t depth)
{
    double sum = 0;
    int exponent = 0;
    for (uint32_t c = groups_begin(residual, depth); c < groups_end(residual, depth); c++)
        sum += bsi_group_at(&residual->totals, c)->weight;
    (void)frexp(sum, &exponent);
    return exponent;
}

/* Sums up all ways, from the last ship to the first. */
static bship_status add_all_ways(bsi_residual *residual, bsi_work_budget *budget)
{
    uint32_t depth = (uint32_t)residual->totals.evidence->rules->fleet->count;
    bship_status status = BSHIP_OK;
    state_at(residual, 0)->ways = state_at(residual, 0)->weight = 1;
    residual->exponent = 0;
    while (!status && depth-- > 0) {
        int exponent = exponent_of(residual, depth);
        residual->exponent += exponent;
        for (uint32_t i = residual->states_begin[depth]; !status && i < residual->states_end[depth];
             i++)
            status = add_ways(residual, state_at(residual, i), exponent, budget);
    }
    return status;
}

/* How many placements of a group are tried; of open ones, in covering, only whether to leave them.
 */
static double tries_of(const bsi_group *by, bool is_cover)
{
    return is_cover && by->is_open ? 1 : by->end - by->first;
}

/* Leads the paths to a debt on; returns how many placements are tried there. */
static double add_paths(bsi_residual *residual, const bsi_residual_state *state, bool is_cover)
{
    double tries = 0;
    for (uint32_t i = state->transitions; i < state->transitions_end; i++) {
        const bsi_residual_transition *transition = bsi_residual_transition_at(residual, i);
        bsi_residual_state *next = state_at(residual, transition->next);
        double count = 0;
        if (next->ways > 0)
            count = state->paths *
                    tries_of(bsi_group_at(&residual->totals, transition->group), is_cover);
        next->paths += count;
        tries += count;
    }
    return tries;
}

/* What going through all ways would take: ships of a kind are laid in one order only. */
static bship_status estimate(bsi_residual *residual, bool is_cover, double *steps,
                             bsi_work_budget *budget)
{
    uint32_t ships = (uint32_t)residual->totals.evidence->rules->fleet->count;
    bship_status status = BSHIP_OK;
    double orders = 1, class_map = 1, last = is_cover ? BSI_COST_COVER : BSI_COST_LAST;
    for (uint32_t i = 0; i < residual->states.count; i++)
        state_at(residual, i)->paths = i == residual->root;
    *steps = 0;
    for (uint32_t depth = 0; !status && depth < ships; depth++) {
        double tries = 0;
        class_map = bsi_residual_is_same_class(residual, depth) ? class_map + 1 : 1;
        orders *= class_map;
        for (uint32_t i = residual->states_begin[depth]; !status && i < residual->states_end[depth];
             i++) {
            const bsi_residual_state *state = bsi_residual_state_at(residual, i);
            tries += add_paths(residual, state, is_cover);
            status = note(state, budget);
        }
        *steps += tries / orders * (depth + 1 < ships ? BSI_COST_TRY : last);
    }
    return status;
}

/* ---- all ---- */

static uint32_t place_count(const bsi_totals *totals, int32_t class)
{
    uint32_t begin = totals->groups_begin[class], end = totals->groups_begin[class + 1];
    return begin == end ? 0
                        : bsi_group_at(totals, end - 1)->end - bsi_group_at(totals, begin)->first;
}

/* Those that have the fewest placements come first. */
static void order_classes(bsi_residual *residual)
{
    const bsi_evidence *evidence = residual->totals.evidence;
    int32_t depth = 0;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        int32_t ships = evidence->classes[k].ships, at = depth;
        uint32_t count = place_count(&residual->totals, k);
        for (; at > 0 && place_count(&residual->totals, residual->classes[at - 1]) > count; at--)
            residual->classes[at - 1 + ships] = residual->classes[at - 1];
        for (int32_t i = 0; i < ships; i++)
            residual->classes[at + i] = k;
        depth += ships;
    }
}

bship_status bsi_residual_open(bsi_residual *residual, bsi_work_budget *budget)
{
    uint32_t ships = (uint32_t)residual->totals.evidence->rules->fleet->count;
    uint32_t middle = ships - ships / 2;
    bship_status status = bsi_totals_group(&residual->totals, budget);
    if (status)
        return status;
    order_classes(residual);
    forget(residual);
    status = look_back(residual, middle, budget);
    if (!status)
        status = look_ahead(residual, middle, budget);
    if (!status)
        status = add_all_ways(residual, budget);
    if (!status)
        status = estimate(residual, 1, &residual->cover_steps, budget);
    if (!status)
        status = estimate(residual, 0, &residual->steps, budget);
    if (status)
        return status;
    return bsi_residual_state_at(residual, residual->root)->ways > 0 ? BSHIP_OK
                                                                     : BSHIP_ERROR_CONTRADICTION;
}
