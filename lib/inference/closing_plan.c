/* What closing will do, and what it will cost; see closing.h. */
#include "inference/closing_plan.h"

#include <string.h>

#include "base/divisor.h"
#include "base/memory.h"

/* ---- getting ready ---- */

static bship_status list_open_spots(bship_internal_closing *closing, bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = closing->evidence;
    const bship_rules *rules = evidence->rules;
    uint32_t count = 0;
    for (int32_t i = 0; i < evidence->kind_count * 2; i++) {
        if (i % 2 == 0)
            closing->open_begin[i / 2] = count;
        const uint8_t *spots = evidence->kinds[i / 2].spots[i % 2];
        for (uint32_t j = 0; j < rules->free_count; j++) {
            uint32_t position = rules->free_cells[j];
            bship_status status = bship_internal_effort_spend_at(effort, j, rules->free_count, 2);
            if (status)
                return status;
            if (spots[position] == BSHIP_INTERNAL_SPOT_OPEN)
                closing->open[count++] = bship_internal_placement_of(i / 2, i % 2, position);
        }
    }
    closing->open_begin[evidence->kind_count] = count;
    return BSHIP_OK;
}

/* How many open placements a kind has. */
static uint64_t open_count(const bship_internal_closing *closing, int32_t kind)
{
    return closing->open_begin[kind + 1] - closing->open_begin[kind];
}

/* The narrowest lane that will do: for the numbers of pairs of placements there may be. */
static bship_internal_lane narrowest_lane(const bship_internal_closing *closing)
{
    if (!closing->is_whole)
        return BSHIP_INTERNAL_LANE_REAL;
    uint64_t most = 1, second = 1;
    for (int32_t k = 0; k < closing->evidence->kind_count; k++) {
        uint64_t count = open_count(closing, k);
        for (int32_t i = 0; i < closing->evidence->kinds[k].ships && i < 2; i++) {
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
        return BSHIP_INTERNAL_LANE_16;
    return pairs <= UINT32_MAX ? BSHIP_INTERNAL_LANE_32 : BSHIP_INTERNAL_LANE_64;
}

/* Chooses lanes and instructions as asked for, or the nearest for which there is a kernel. */
static void choose_kernel(const bship_internal_closing *closing, bship_internal_lane *lane,
                          bship_internal_cpu *cpu)
{
    bship_internal_lane least = narrowest_lane(closing);
    *lane = closing->lane > (int32_t)least ? (bship_internal_lane)closing->lane : least;
    if (closing->is_whole && *lane == BSHIP_INTERNAL_LANE_REAL)
        *lane = BSHIP_INTERNAL_LANE_64;
    *cpu = closing->cpu >= 0 ? (bship_internal_cpu)closing->cpu : bship_internal_cpu_best(*lane);
    while (!bship_internal_kernel_of(*lane, *cpu)) {
        if (*cpu > BSHIP_INTERNAL_CPU_PLAIN)
            (*cpu)--;
        else
            (*lane)++;
    }
}

/* A block of zeros of a size for the bench. */
static bship_status clear_arena(bship_internal_closing *closing, size_t size,
                                bship_internal_effort *effort)
{
    closing->arena.used = 0;
    if (size > closing->arena_size) {
        void *block = bship_internal_grow(&closing->allocator, NULL, 0, size, 1);
        if (!block)
            return BSHIP_ERROR_MEMORY;
        bship_internal_free(&closing->allocator, closing->arena.block, closing->arena_size, 1);
        closing->arena.block = block;
        closing->arena_size = size;
    }
    return bship_internal_effort_clear(effort, closing->arena.block, size);
}

static bship_status lay_out_bench(bship_internal_closing *closing, bship_internal_lane lane,
                                  bship_internal_cpu cpu, bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = closing->evidence;
    bship_internal_bench laid_out;
    bship_internal_arena arena = { NULL, 0 };
    bship_internal_bench_layout(&laid_out, evidence, lane, cpu, &arena);
    /* Until all is done there is no bench. */
    closing->bench.kernel = NULL;
    bship_status status = clear_arena(closing, arena.used, effort);
    if (status)
        return status;
    bship_internal_bench_layout(&laid_out, evidence, lane, cpu, &closing->arena);
    status = bship_internal_bench_weigh(&laid_out, effort);
    if (!status)
        closing->bench = laid_out;
    return status;
}

bship_status bship_internal_prepare_bench(bship_internal_closing *closing,
                                          bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = closing->evidence;
    const bship_rules *rules = evidence->rules;
    bship_internal_bench *bench = &closing->bench;
    bship_internal_lane lane;
    bship_internal_cpu cpu;
    bship_status status = BSHIP_OK;
    choose_kernel(closing, &lane, &cpu);
    if (bench->kernel != bship_internal_kernel_of(lane, cpu))
        status = lay_out_bench(closing, lane, cpu, effort);
    if (!status && bench->calls > 0)
        status = bship_internal_bench_clear(bench, effort);
    if (status)
        return status;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_internal_bench_set(bench, position,
                                 evidence->cells[position] == BSHIP_INTERNAL_CELL_OPEN);
    }
    return BSHIP_OK;
}

/* ---- the plan for a rest ---- */

int32_t bship_internal_closed_ships(const bship_internal_rest *rest)
{
    return rest->ships < BSHIP_INTERNAL_CLOSED_MAX ? rest->ships : BSHIP_INTERNAL_CLOSED_MAX;
}

void bship_internal_make_plan(bship_internal_closing *closing, const bship_internal_rest *rest)
{
    const int32_t *left = bship_internal_left_of(&closing->coverings, rest);
    int32_t count = 0;
    for (int32_t k = 0; k < closing->evidence->kind_count; k++) {
        for (int32_t i = 0; i < left[k]; i++)
            closing->plan[count++] = k;
    }
    closing->laid = rest->ships - bship_internal_closed_ships(rest);
}

int bship_internal_is_ordered(const bship_internal_closing *closing, int32_t depth)
{
    /* Of symmetric placements of the first ship one stands for all, whatever the others do. */
    int32_t first = closing->symmetry.count > 1 ? 2 : 1;
    return depth >= first && closing->plan[depth] == closing->plan[depth - 1];
}

uint64_t bship_internal_times_met(const bship_internal_closing *closing,
                                  const bship_internal_rest *rest)
{
    const int32_t *plan = closing->plan;
    uint64_t times = 1;
    for (int32_t i = closing->laid; i < rest->ships; i++) {
        uint64_t alike = 0;
        for (int32_t j = 0; j <= i; j++)
            alike += plan[j] == plan[i];
        times *= alike;
    }
    if (closing->symmetry.count > 1) {
        uint64_t alike = 0;
        for (int32_t j = 0; j < closing->laid; j++)
            alike += plan[j] == plan[0];
        times *= alike;
    }
    return times;
}

int64_t bship_internal_closing_cost(const bship_internal_closing *closing, int32_t ships)
{
    return 1 + closing->cost * ships / BSHIP_INTERNAL_CLOSED_MAX;
}

/* What closing as many ships as can be costs. Measured: the lanes, against the narrowest. */
static int64_t full_cost(const bship_internal_closing *closing)
{
    static const int64_t tenths[] = {
        [BSHIP_INTERNAL_LANE_16] = 10,
        [BSHIP_INTERNAL_LANE_32] = 16,
        [BSHIP_INTERNAL_LANE_64] = 160,
        [BSHIP_INTERNAL_LANE_REAL] = 28,
    };
    const bship_internal_evidence *evidence = closing->evidence;
    uint32_t contact = evidence->rules->contact_count;
    int64_t cost = (int64_t)bship_internal_bench_points(evidence) * (contact == 0   ? 1
                                                                     : contact == 4 ? 4
                                                                                    : 2);
    /* Sums over long ships take long. */
    cost *= 1 + evidence->kinds[0].length / 8;
    return cost * tenths[narrowest_lane(closing)] / 10;
}

/* About the steps that a rest costs: no less, but where symmetries keep placements. */
static double estimate(const bship_internal_closing *closing, const bship_internal_rest *rest)
{
    double calls = 0;
    for (int32_t i = rest->first_leaf; i >= 0;
         i = bship_internal_leaf_at(&closing->coverings, i)->next_leaf)
        calls++;
    for (int32_t depth = 0; depth < closing->laid; depth++) {
        int32_t alike = 1;
        while (alike <= depth && bship_internal_is_ordered(closing, depth - alike + 1))
            alike++;
        calls *= (double)open_count(closing, closing->plan[depth]) / alike;
    }
    if (closing->symmetry.count > 1)
        calls /= closing->symmetry.count;
    return calls * (double)bship_internal_closing_cost(closing, bship_internal_closed_ships(rest));
}

/* With symmetries the unit of the tally stays below 2^31. */
enum {
    UNIT_MAX = 1 << 27
};

/* What there is to do beside closing: to empty the tally, and to make use of symmetries. */
static int64_t overhead(const bship_internal_closing *closing)
{
    const bship_rules *rules = closing->evidence->rules;
    int64_t rows = 2 * (int64_t)closing->evidence->kind_count;
    int64_t steps = rows * (int64_t)rules->positions;
    if (closing->symmetry.count > 1)
        steps += rows * (int64_t)rules->free_count *
                 bship_internal_symmetry_spread_cost(&closing->symmetry);
    return steps;
}

/* Finds the unit of the tally, and what all will cost: OK, WORK_LIMIT or CANCELLED. */
static bship_status plan_work(bship_internal_closing *closing, bship_internal_effort *effort)
{
    const bship_internal_coverings *coverings = &closing->coverings;
    closing->unit = 1;
    closing->steps = (double)overhead(closing);
    for (size_t i = 0; i < coverings->rests.count; i++) {
        const bship_internal_rest *rest = bship_internal_rest_at(coverings, (int32_t)i);
        int64_t steps = rest->ships + closing->evidence->kind_count;
        bship_status status = bship_internal_effort_note(effort, steps);
        if (status)
            return status;
        bship_internal_make_plan(closing, rest);
        closing->steps += estimate(closing, rest);
        uint64_t times = bship_internal_times_met(closing, rest);
        uint64_t factor = times / bship_internal_common_divisor(closing->unit, times);
        if (closing->unit > UNIT_MAX / factor)
            return BSHIP_ERROR_WORK_LIMIT;
        closing->unit *= factor;
    }
    return BSHIP_OK;
}

/* The symmetries that may be used: where no hit and no weight breaks them, and it pays. */
static bship_status find_symmetry(bship_internal_closing *closing, bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = closing->evidence;
    int is_usable = evidence->hit_count == 0 && closing->is_whole &&
                    !bship_internal_totals_matter(&closing->coverings.ledger->totals) &&
                    evidence->rules->fleet->count > BSHIP_INTERNAL_CLOSED_MAX;
    closing->symmetry = (bship_internal_symmetry){ .evidence = evidence };
    if (!is_usable || evidence->is_weighted)
        return BSHIP_OK;
    return bship_internal_symmetry_find(&closing->symmetry, evidence, effort);
}

bship_status bship_internal_closing_plan(bship_internal_closing *closing, int is_whole,
                                         bship_internal_effort *effort)
{
    bship_status status = bship_internal_coverings_find(&closing->coverings, effort);
    if (status)
        return status;
    closing->is_whole = is_whole;
    status = list_open_spots(closing, effort);
    if (!status)
        status = find_symmetry(closing, effort);
    if (status)
        return status;
    closing->cost = full_cost(closing);
    return plan_work(closing, effort);
}
