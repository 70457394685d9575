/* Exact counting by closing three ships; see closing.h. */
#include "inference/closing.h"

#include "base/memory.h"
#include "inference/closing_plan.h"

void bship_internal_closing_layout(bship_internal_closing *closing,
                                   const bship_internal_evidence *evidence,
                                   const bship_internal_ledger *ledger, bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t kinds = (size_t)evidence->kind_count;
    closing->evidence = evidence;
    closing->allocator = rules->allocator;
    closing->lane = -1;
    closing->cpu = -1;
    bship_internal_coverings_layout(&closing->coverings, evidence, ledger, arena);
    closing->open =
        bship_internal_arena_take(arena, kinds * 2 * rules->free_count, sizeof *closing->open);
    closing->open_begin = bship_internal_arena_take(arena, kinds + 1, sizeof *closing->open_begin);
    closing->plan =
        bship_internal_arena_take(arena, (size_t)rules->fleet->count, sizeof *closing->plan);
}

void bship_internal_closing_use(bship_internal_closing *closing, bship_allocator allocator)
{
    closing->allocator = allocator;
    closing->coverings.allocator = allocator;
}

void bship_internal_closing_clear(bship_internal_closing *closing)
{
    bship_internal_coverings_clear(&closing->coverings);
    bship_internal_free(&closing->allocator, closing->arena.block, closing->arena_size, 1);
    closing->arena.block = NULL;
    closing->arena_size = 0;
    closing->bench.kernel = NULL;
}

/* ---- counting ---- */

/* Adds to the tally of a placement an amount times factor or weight. */
static inline void add_to_spot(bship_internal_closing *closing, bship_internal_placement spot,
                               bship_internal_amount value, uint64_t factor, double weight)
{
    bship_internal_tally *tally = closing->tally;
    size_t i = bship_internal_tally_row(tally, spot.kind, spot.orientation) + spot.position;
    if (tally->is_whole)
        bship_internal_wide_add(&tally->counts[i], bship_internal_wide_scaled(value.whole, factor));
    else
        tally->weights[i] += value.real * weight;
}

/* Moves the sums of the bench for a kind, of which so many ships are closed, to the tally. */
static bship_status take_sums(bship_internal_closing *closing, int32_t kind, uint64_t ships)
{
    const bship_internal_bench *bench = &closing->bench;
    bship_internal_tally *tally = closing->tally;
    uint64_t factor = closing->factor * ships;
    for (uint32_t i = closing->open_begin[kind]; i < closing->open_begin[kind + 1]; i++) {
        bship_internal_placement spot = closing->open[i];
        size_t to = bship_internal_tally_row(tally, kind, spot.orientation) + spot.position;
        size_t from = ((size_t)kind * 2 + (size_t)spot.orientation) * bench->count +
                      bship_internal_bench_sum(bench, bship_internal_point(bench, spot.position));
        if (!tally->is_whole) {
            tally->weights[to] += ((double *)bench->sums)[from] * closing->weight * (double)ships;
            continue;
        }
        uint64_t sum = bench->lane == BSHIP_INTERNAL_LANE_16 ? ((uint32_t *)bench->sums)[from]
                                                             : ((uint64_t *)bench->sums)[from];
        if (sum > 0)
            bship_internal_wide_add(&tally->counts[to], bship_internal_wide_product(sum, factor));
    }
    int64_t steps = 2 * ((int64_t)closing->open_begin[kind + 1] - closing->open_begin[kind]);
    bship_status status = bship_internal_effort_note(closing->effort, steps);
    return status ? status
                  : bship_internal_bench_clear_kind(&closing->bench, kind, closing->effort);
}

/* Empties the sums of the bench; must be done before the plan changes. */
static bship_status flush(bship_internal_closing *closing, const bship_internal_rest *rest)
{
    bship_status status = BSHIP_OK;
    if (closing->bench.calls == 0)
        return status;
    uint64_t ships = 0;
    for (int32_t i = closing->laid; !status && i < rest->ships; i++) {
        ships++;
        if (i + 1 < rest->ships && closing->plan[i + 1] == closing->plan[i])
            continue;
        status = take_sums(closing, closing->plan[i], ships);
        ships = 0;
    }
    if (!status)
        closing->bench.calls = 0;
    return status;
}

/* Sets by what the layouts met from now on count. */
static bship_status set_factor(bship_internal_closing *closing, const bship_internal_rest *rest,
                               uint64_t factor, double weight)
{
    bship_status status = BSHIP_OK;
    if (closing->factor != factor || closing->weight != weight)
        status = flush(closing, rest);
    closing->factor = factor;
    closing->weight = weight;
    return status;
}

static bship_status close_rest(bship_internal_closing *closing, const bship_internal_rest *rest,
                               bship_internal_amount *total)
{
    bship_internal_bench *bench = &closing->bench;
    int32_t ships = bship_internal_closed_ships(rest);
    bship_status status =
        bship_internal_effort_spend(closing->effort, bship_internal_closing_cost(closing, ships));
    if (!status && bench->calls == BSHIP_INTERNAL_CALLS_MAX)
        status = flush(closing, rest);
    if (status)
        return status;
    bship_internal_closed closed = { .whole = 1 };
    if (!closing->tally->is_whole)
        closed.real = bench->scale;
    if (ships > 0) {
        bench->calls++;
        status =
            bench->kernel(bench, closing->plan + closing->laid, ships, closing->effort, &closed);
        closing->most += closed.most * closing->weight;
    }
    if (closing->tally->is_whole)
        total->whole = bship_internal_wide_of(closed.whole);
    else
        total->real = closed.real;
    return status;
}

void bship_internal_closing_shade(bship_internal_closing *closing, bship_internal_placement spot,
                                  int is_free)
{
    const bship_internal_waters *waters = &closing->coverings.waters;
    bship_internal_reach reach = bship_internal_waters_reach(waters, spot);
    const uint8_t *taken = waters->taken + spot.position;
    const uint8_t *cells = closing->evidence->cells + spot.position;
    size_t point = bship_internal_point(&closing->bench, spot.position);
#define SHADE(type)                                                                                \
    for (size_t i = 0; i < reach.count; i++) {                                                     \
        if (!taken[reach.steps[i]] && cells[reach.steps[i]] == BSHIP_INTERNAL_CELL_OPEN)           \
            ((type *)closing->bench.free)[(ptrdiff_t)point + reach.steps[i]] = (type)is_free;      \
    }
    switch (closing->bench.lane) {
    case BSHIP_INTERNAL_LANE_16:
        SHADE(uint16_t)
        break;
    case BSHIP_INTERNAL_LANE_32:
        SHADE(uint32_t)
        break;
    case BSHIP_INTERNAL_LANE_64:
        SHADE(uint64_t)
        break;
    default:
        SHADE(double)
    }
#undef SHADE
}

static bship_status lay_rest(bship_internal_closing *closing, const bship_internal_rest *rest,
                             int32_t depth, uint32_t from, bship_internal_amount *total);

bship_status bship_internal_closing_lay(bship_internal_closing *closing,
                                        const bship_internal_rest *rest, int32_t depth,
                                        uint32_t number, int32_t orbit,
                                        bship_internal_amount *total)
{
    bship_internal_waters *waters = &closing->coverings.waters;
    bship_internal_placement spot = closing->open[number];
    double scale = closing->bench.scale;
    bship_internal_amount own = { { 0, 0 }, 0 };
    if (closing->evidence->is_weighted)
        closing->bench.scale *= bship_internal_placement_weight(closing->evidence, spot);
    bship_internal_closing_shade(closing, spot, 0);
    bship_status status;
    if (depth + 1 == closing->laid) {
        /* Nothing more is laid: nobody asks what is taken. */
        status = close_rest(closing, rest, &own);
    } else {
        bship_internal_waters_lay(waters, spot);
        status = lay_rest(closing, rest, depth + 1, number + 1, &own);
        bship_internal_waters_lift(waters, spot);
    }
    bship_internal_closing_shade(closing, spot, 1);
    closing->bench.scale = scale;
    if (status)
        return status;
    add_to_spot(closing, spot, own, closing->factor, closing->weight);
    bship_internal_closing_add(closing, total, own, orbit);
    return BSHIP_OK;
}

static int is_found(const bship_internal_closing *closing, const bship_internal_amount *total)
{
    return closing->stop_at_first && !bship_internal_wide_is_zero(total->whole);
}

/* Lays the ships of the plan from `depth` on, the first in placements from `from` on. */
static bship_status lay_rest(bship_internal_closing *closing, const bship_internal_rest *rest,
                             int32_t depth, uint32_t from, bship_internal_amount *total)
{
    if (depth == closing->laid)
        return close_rest(closing, rest, total);
    int32_t kind = closing->plan[depth];
    uint32_t end = closing->open_begin[kind + 1];
    uint64_t factor = closing->factor;
    if (!bship_internal_is_ordered(closing, depth))
        from = closing->open_begin[kind];
    for (uint32_t i = from; i < end && !is_found(closing, total); i++) {
        int32_t orbit = 1;
        bship_status status = BSHIP_OK;
        if (!bship_internal_waters_fits(&closing->coverings.waters, closing->open[i]))
            continue;
        if (depth == 0 && closing->symmetry.count > 1) {
            orbit = bship_internal_symmetry_orbit(&closing->symmetry, closing->open[i]);
            if (orbit == 0)
                continue;
            status = set_factor(closing, rest, factor * (uint64_t)orbit, closing->weight);
        }
        if (!status)
            status = bship_internal_closing_lay(closing, rest, depth, i, orbit, total);
        if (status)
            return status;
    }
    return BSHIP_OK;
}

void bship_internal_closing_set_leaf(bship_internal_closing *closing,
                                     const bship_internal_leaf *leaf, int is_free)
{
    const uint32_t *cells = bship_internal_cells_of(&closing->coverings, leaf);
    for (uint32_t i = 0; i < leaf->cell_count; i++) {
        closing->coverings.waters.taken[cells[i]] = !is_free;
        bship_internal_bench_set(&closing->bench, cells[i], is_free);
    }
}

/* Adds what is met behind a leaf to the placements that cover the hits. */
static void count_ways(bship_internal_closing *closing, const bship_internal_rest *rest,
                       const bship_internal_leaf *leaf, bship_internal_amount total,
                       uint64_t factor, double weight)
{
    const bship_internal_coverings *coverings = &closing->coverings;
    bship_internal_tally *tally = closing->tally;
    for (int32_t i = leaf->first_way; i >= 0;) {
        const bship_internal_way *way = bship_internal_way_at(coverings, i);
        const bship_internal_placement *spots = bship_internal_spots_of(coverings, way);
        for (int32_t j = 0; j < rest->covering; j++)
            add_to_spot(closing, spots[j], total, factor, weight * way->weight);
        i = way->next_way;
    }
    if (tally->is_whole)
        bship_internal_wide_add(
            &tally->total, bship_internal_wide_scaled(total.whole, factor * (uint64_t)leaf->ways));
    else
        tally->weight += total.real * weight * leaf->weight;
}

static bship_status count_leaf(bship_internal_closing *closing, const bship_internal_rest *rest,
                               bship_internal_leaf *leaf)
{
    uint64_t times = bship_internal_times_met(closing, rest);
    uint64_t factor = closing->unit / times;
    double weight = 1 / (double)times;
    bship_internal_amount total = { { 0, 0 }, 0 };
    bship_status status =
        set_factor(closing, rest, factor * (uint64_t)leaf->ways, weight * leaf->weight);
    if (status)
        return status;
    bship_internal_closing_set_leaf(closing, leaf, 0);
    status = lay_rest(closing, rest, 0, 0, &total);
    bship_internal_closing_set_leaf(closing, leaf, 1);
    if (status)
        return status;
    leaf->met = total;
    count_ways(closing, rest, leaf, total, factor, weight);
    return BSHIP_OK;
}

static bship_status count_rest(bship_internal_closing *closing, const bship_internal_rest *rest)
{
    bship_internal_make_plan(closing, rest);
    for (int32_t i = rest->first_leaf; i >= 0;) {
        bship_internal_leaf *leaf = (bship_internal_leaf *)closing->coverings.leaves.items + i;
        bship_status status = count_leaf(closing, rest, leaf);
        if (status)
            return status;
        if (closing->stop_at_first && !bship_internal_wide_is_zero(closing->tally->total))
            break;
        i = leaf->next_leaf;
    }
    return flush(closing, rest);
}

bship_status bship_internal_closing_count(bship_internal_closing *closing,
                                          bship_internal_tally *tally,
                                          bship_internal_effort *effort)
{
    bship_status status = bship_internal_prepare_bench(closing, effort);
    if (!status)
        status = bship_internal_tally_clear(tally, closing->evidence, tally->is_whole, effort);
    if (status)
        return status;
    closing->tally = tally;
    closing->effort = effort;
    closing->factor = 0;
    closing->weight = 0;
    closing->most = 0;
    for (size_t i = 0; !status && i < closing->coverings.rests.count; i++)
        status = count_rest(closing, bship_internal_rest_at(&closing->coverings, (int32_t)i));
    if (status)
        return status;
    tally->unit = (uint32_t)closing->unit;
    if (closing->symmetry.count > 1) {
        status = bship_internal_symmetry_spread(&closing->symmetry, tally, effort);
        tally->unit *= (uint32_t)closing->symmetry.count;
    }
    if (status)
        return status;
    int is_empty =
        tally->is_whole ? bship_internal_wide_is_zero(tally->total) : !(tally->weight > 0);
    return is_empty ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK;
}

bship_status bship_internal_closing_check(bship_internal_closing *closing,
                                          bship_internal_tally *tally,
                                          bship_internal_effort *effort)
{
    closing->stop_at_first = 1;
    bship_status status = bship_internal_closing_count(closing, tally, effort);
    closing->stop_at_first = 0;
    return status;
}
