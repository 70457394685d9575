/*
 * Planning an enumeration: what it will do and how many steps it will take, before it starts. The
 * estimate is the number of leaves times the numbers of open placements times the measured cost of
 * a kernel call. It includes placements that overlap, so it is an upper bound, except where a
 * symmetry maps a placement to itself: its orbit is smaller than assumed.
 */
#include "inference/enumeration/plan.h"

#include <stdbool.h>

#include "base/divisor.h"
#include "base/memory.h"

/* ---- preparation ---- */

/* The narrowest lane of a vector that holds the largest possible number of pairs of placements. */
static bsi_lane narrowest_lane(const bsi_enumeration *enumeration)
{
    if (!enumeration->is_whole)
        return BSI_LANE_REAL;
    uint64_t most = 1, second = 1;
    for (int32_t k = 0; k < enumeration->evidence->class_count; k++) {
        uint64_t count = bsi_open_count(enumeration->evidence, k);
        for (int32_t i = 0; i < enumeration->evidence->classes[k].ships && i < 2; i++) {
            if (count > second)
                second = count;
            if (second > most) {
                second = most;
                most = count;
            }
        }
    }
    uint64_t pairs = most * second;
    if (pairs <= UINT16_MAX)
        return BSI_LANE_16;
    return pairs <= UINT32_MAX ? BSI_LANE_32 : BSI_LANE_64;
}

/* Chooses lane and instruction set as requested, or the nearest for which a kernel exists. */
static void choose_kernel(const bsi_enumeration *enumeration, bsi_lane *lane, bsi_cpu *cpu)
{
    bsi_lane least = narrowest_lane(enumeration);
    *lane = enumeration->lane > (int32_t)least ? (bsi_lane)enumeration->lane : least;
    if (enumeration->is_whole && *lane == BSI_LANE_REAL)
        *lane = BSI_LANE_64;
    *cpu = enumeration->cpu >= 0 ? (bsi_cpu)enumeration->cpu : bsi_cpu_best(*lane);
    while (!bsi_kernel_of(*lane, *cpu)) {
        if (*cpu > BSI_CPU_PLAIN)
            (*cpu)--;
        else
            (*lane)++;
    }
}

/* Provides a zeroed block for the workspace: OK, MEMORY or CANCELLED. */
static bship_status clear_arena(bsi_enumeration *enumeration, size_t size, bsi_work_budget *budget)
{
    enumeration->arena.used = 0;
    if (size > enumeration->arena_size) {
        const bship_allocator *allocator = enumeration->covers.cover->allocator;
        void *block = bsi_grow(allocator, NULL, 0, size, 1);
        if (!block)
            return BSHIP_ERROR_MEMORY;
        bsi_free(allocator, enumeration->arena.block, enumeration->arena_size, 1);
        enumeration->arena.block = block;
        enumeration->arena_size = size;
    }
    return bsi_work_clear_memory(budget, enumeration->arena.block, size);
}

/* Builds the workspace for a lane and an instruction set. */
static bship_status rebuild_workspace(bsi_enumeration *enumeration, bsi_lane lane, bsi_cpu cpu,
                                      bsi_work_budget *budget)
{
    const bsi_evidence *evidence = enumeration->evidence;
    bsi_workspace rebuilt;
    bsi_arena arena = { NULL, 0 };
    bsi_workspace_carve(&rebuilt, evidence, lane, cpu, &arena);
    /* The workspace stays invalid until it is fully built. */
    enumeration->workspace.kernel = NULL;
    bship_status status = clear_arena(enumeration, arena.used, budget);
    if (status)
        return status;
    bsi_workspace_carve(&rebuilt, evidence, lane, cpu, &enumeration->arena);
    status = bsi_workspace_weigh(&rebuilt, budget);
    if (!status)
        enumeration->workspace = rebuilt;
    return status;
}

bship_status bsi_prepare_workspace(bsi_enumeration *enumeration, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = enumeration->evidence;
    const bship_rules *rules = evidence->rules;
    bsi_workspace *workspace = &enumeration->workspace;
    bsi_lane lane;
    bsi_cpu cpu;
    bship_status status = BSHIP_OK;
    choose_kernel(enumeration, &lane, &cpu);
    if (workspace->lane != lane || workspace->kernel != bsi_kernel_of(lane, cpu))
        status = rebuild_workspace(enumeration, lane, cpu, budget);
    if (!status && workspace->calls > 0)
        status = bsi_workspace_clear(workspace, budget);
    if (status)
        return status;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bsi_workspace_set(workspace, position, evidence->cells[position] == BSI_CELL_OPEN);
    }
    return BSHIP_OK;
}

/* ---- the plan for remaining ships ---- */

int32_t bsi_last_ships(const bsi_remaining *remaining)
{
    return remaining->ships < BSI_LAST_SHIPS_MAX ? remaining->ships : BSI_LAST_SHIPS_MAX;
}

void bsi_make_plan(bsi_enumeration *enumeration, const bsi_remaining *remaining)
{
    const int32_t *left = &enumeration->covers.lefts.items[remaining->left];
    int32_t count = 0;
    for (int32_t k = 0; k < enumeration->evidence->class_count; k++) {
        for (int32_t i = 0; i < left[k]; i++)
            enumeration->plan[count++] = k;
    }
    enumeration->placed = remaining->ships - bsi_last_ships(remaining);
}

bool bsi_is_ordered(const bsi_enumeration *enumeration, int32_t depth)
{
    /* The first ship is placed once per orbit, so it may come after others of its class. */
    int32_t first = enumeration->symmetry.count > 1 ? 2 : 1;
    return depth >= first && enumeration->plan[depth] == enumeration->plan[depth - 1];
}

uint64_t bsi_times_counted(const bsi_enumeration *enumeration, const bsi_remaining *remaining)
{
    const int32_t *plan = enumeration->plan;
    uint64_t times = 1;
    for (int32_t i = enumeration->placed; i < remaining->ships; i++) {
        uint64_t rank = 0;
        for (int32_t j = 0; j <= i; j++)
            rank += plan[j] == plan[i];
        times *= rank;
    }
    if (enumeration->symmetry.count > 1) {
        uint64_t rank = 0;
        for (int32_t j = 0; j < enumeration->placed; j++)
            rank += plan[j] == plan[0];
        times *= rank;
    }
    return times;
}

int64_t bsi_enumeration_cost(const bsi_enumeration *enumeration, int32_t ships)
{
    return 1 + enumeration->cost * ships / BSI_LAST_SHIPS_MAX;
}

/* Steps of a kernel call for three ships. */
static int64_t full_cost(const bsi_enumeration *enumeration)
{
    /* Measured: the cost of a lane, in tenths of that of the narrowest. */
    static const int64_t tenths[] = {
        [BSI_LANE_16] = 10,
        [BSI_LANE_32] = 16,
        [BSI_LANE_64] = 160,
        [BSI_LANE_REAL] = 28,
    };
    const bsi_evidence *evidence = enumeration->evidence;
    /* Measured: the factors of the contact rules, which exclude no, four or eight neighbours. */
    uint32_t contact = evidence->rules->contact_count;
    int64_t cost = (int64_t)bsi_workspace_points(evidence) * (contact == 0   ? 1
                                                              : contact == 4 ? 4
                                                                             : 2);
    /* Sums along long ships cost more. */
    cost *= 1 + evidence->classes[0].length / 8;
    return cost * tenths[narrowest_lane(enumeration)] / 10;
}

/* Upper bound on the steps for remaining ships, except where symmetries fix placements. */
static double estimate(const bsi_enumeration *enumeration, const bsi_remaining *remaining)
{
    double calls = 0;
    for (int32_t i = remaining->first_leaf; i >= 0;
         i = enumeration->covers.leaves.items[i].next_leaf)
        calls++;
    for (int32_t depth = 0; depth < enumeration->placed; depth++) {
        int32_t rank = 1;
        while (rank <= depth && bsi_is_ordered(enumeration, depth - rank + 1))
            rank++;
        calls *= (double)bsi_open_count(enumeration->evidence, enumeration->plan[depth]) / rank;
    }
    if (enumeration->symmetry.count > 1)
        calls /= enumeration->symmetry.count;
    return calls * (double)bsi_enumeration_cost(enumeration, bsi_last_ships(remaining));
}

/* Steps besides kernel calls: clearing the counts and spreading them over symmetries. */
static int64_t overhead(const bsi_enumeration *enumeration)
{
    const bship_rules *rules = enumeration->evidence->rules;
    int64_t rows = 2 * (int64_t)enumeration->evidence->class_count;
    int64_t steps = rows * (int64_t)rules->positions;
    if (enumeration->symmetry.count > 1)
        steps +=
            rows * (int64_t)rules->free_count * bsi_symmetry_spread_cost(&enumeration->symmetry);
    return steps;
}

/* Finds the unit of the counts and the estimated steps: OK, WORK_LIMIT or CANCELLED. */
static bship_status plan_work(bsi_enumeration *enumeration, bsi_work_budget *budget)
{
    enum {
        UNIT_MAX = 1 << 27 /* times up to eight symmetries, it stays below 2^31 */
    };
    const bsi_hit_covers *covers = &enumeration->covers;
    enumeration->unit = 1;
    enumeration->steps = (double)overhead(enumeration);
    for (size_t i = 0; i < covers->remaining_sets.count; i++) {
        const bsi_remaining *remaining = &covers->remaining_sets.items[i];
        int64_t steps = remaining->ships + enumeration->evidence->class_count;
        bship_status status = bsi_work_report(budget, steps);
        if (status)
            return status;
        bsi_make_plan(enumeration, remaining);
        enumeration->steps += estimate(enumeration, remaining);
        uint64_t times = bsi_times_counted(enumeration, remaining);
        uint64_t factor = times / bsi_common_divisor(enumeration->unit, times);
        if (enumeration->unit > UNIT_MAX / factor)
            return BSHIP_ERROR_WORK_LIMIT;
        enumeration->unit *= factor;
    }
    return BSHIP_OK;
}

/* Finds the symmetries. There are none with hits, totals or weights, which break them, and none are
 * needed unless ships are enumerated. */
static bship_status find_symmetry(bsi_enumeration *enumeration, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = enumeration->evidence;
    bool is_usable = evidence->hit_count == 0 && enumeration->is_whole &&
                     !bsi_totals_matter(&enumeration->covers.residual->totals) &&
                     evidence->rules->fleet->count > BSI_LAST_SHIPS_MAX;
    enumeration->symmetry = (bsi_symmetry){ .evidence = evidence };
    if (!is_usable || evidence->is_weighted)
        return BSHIP_OK;
    return bsi_symmetry_find(&enumeration->symmetry, evidence, budget);
}

bship_status bsi_enumeration_plan(bsi_enumeration *enumeration, bool is_whole,
                                  bsi_work_budget *budget)
{
    const bsi_evidence *evidence = enumeration->evidence;
    bship_status status = bsi_hit_covers_find(&enumeration->covers, budget);
    if (status)
        return status;
    enumeration->is_whole = is_whole;
    /* Charges for the use of the list of open placements. */
    for (int32_t i = 0; !status && i < evidence->class_count * 2; i++)
        status = bsi_work_charge_all(budget, evidence->rules->free_count, 2);
    if (!status)
        status = find_symmetry(enumeration, budget);
    if (status)
        return status;
    enumeration->cost = full_cost(enumeration);
    return plan_work(enumeration, budget);
}
