/* Exact counting by closing three ships; see closing.h. */
#include "inference/closing.h"

#include <string.h>

#include "base/memory.h"

void bship_internal_closing_layout(bship_internal_closing *closing,
                                   const bship_internal_evidence *evidence,
                                   bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    size_t kinds = (size_t)evidence->kind_count;
    closing->evidence = evidence;
    closing->allocator = rules->allocator;
    closing->lane = -1;
    closing->cpu = -1;
    bship_internal_coverings_layout(&closing->coverings, evidence, arena);
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
    closing->coverings.totals.allocator = allocator;
}

void bship_internal_closing_clear(bship_internal_closing *closing)
{
    bship_internal_coverings_clear(&closing->coverings);
    bship_internal_free(&closing->allocator, closing->arena.block, closing->arena_size, 1);
}

/* ---- getting ready ---- */

static void list_open_spots(bship_internal_closing *closing)
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
            if (spots[position] == BSHIP_INTERNAL_SPOT_OPEN)
                closing->open[count++] = (bship_internal_spot_of){ i / 2, i % 2, position };
        }
    }
    closing->open_begin[evidence->kind_count] = count;
}

/* How many open placements a kind has. */
static uint64_t open_count(const bship_internal_closing *closing, int32_t kind)
{
    return closing->open_begin[kind + 1] - closing->open_begin[kind];
}

/* The narrowest lane for the numbers of pairs of placements there may be. */
static bship_internal_lane narrowest_lane(const bship_internal_closing *closing)
{
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
    bship_internal_lane least =
        closing->tally->is_whole ? narrowest_lane(closing) : BSHIP_INTERNAL_LANE_REAL;
    *lane = closing->lane > (int32_t)least ? (bship_internal_lane)closing->lane : least;
    if (closing->tally->is_whole && *lane == BSHIP_INTERNAL_LANE_REAL)
        *lane = BSHIP_INTERNAL_LANE_64;
    *cpu = closing->cpu >= 0 ? (bship_internal_cpu)closing->cpu : bship_internal_cpu_best(*lane);
    while (!bship_internal_kernel_of(*lane, *cpu)) {
        if (*cpu > BSHIP_INTERNAL_CPU_PLAIN)
            (*cpu)--;
        else
            (*lane)++;
    }
}

/* Lays out the bench for a kernel; all cells are free that are open. */
static bship_status prepare_bench(bship_internal_closing *closing)
{
    const bship_internal_evidence *evidence = closing->evidence;
    const bship_rules *rules = evidence->rules;
    bship_internal_bench *bench = &closing->bench;
    bship_internal_lane lane;
    bship_internal_cpu cpu;
    choose_kernel(closing, &lane, &cpu);
    if (bench->kernel != bship_internal_kernel_of(lane, cpu)) {
        bship_internal_bench measured;
        bship_internal_arena arena = { NULL, 0 };
        bship_internal_bench_layout(&measured, evidence, lane, cpu, &arena);
        if (arena.used > closing->arena_size) {
            void *block = bship_internal_alloc(&closing->allocator, arena.used, 1);
            if (!block)
                return BSHIP_ERROR_MEMORY;
            bship_internal_free(&closing->allocator, closing->arena.block, closing->arena_size, 1);
            closing->arena.block = block;
            closing->arena_size = arena.used;
        }
        closing->arena.used = 0;
        memset(closing->arena.block, 0, closing->arena_size);
        bship_internal_bench_layout(bench, evidence, lane, cpu, &closing->arena);
    }
    if (bench->calls > 0)
        bship_internal_bench_clear(bench);
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t position = rules->free_cells[i];
        bship_internal_bench_set(bench, position,
                                 evidence->cells[position] == BSHIP_INTERNAL_CELL_OPEN);
    }
    return BSHIP_OK;
}

/* ---- the plan for a rest ---- */

static int32_t closed_ships(const bship_internal_rest *rest)
{
    return rest->ships < BSHIP_INTERNAL_CLOSED_MAX ? rest->ships : BSHIP_INTERNAL_CLOSED_MAX;
}

/* The kinds of the ships that are left, longest first; the last ones are closed. */
static void make_plan(bship_internal_closing *closing, const bship_internal_rest *rest)
{
    const int32_t *left = bship_internal_left_of(&closing->coverings, rest);
    int32_t count = 0;
    for (int32_t k = 0; k < closing->evidence->kind_count; k++) {
        for (int32_t i = 0; i < left[k]; i++)
            closing->plan[count++] = k;
    }
    closing->laid = rest->ships - closed_ships(rest);
}

/* Whether a ship of the plan comes after the one before it in the order of a kind. */
static int is_ordered(const bship_internal_closing *closing, int32_t depth)
{
    /* Of symmetric placements of the first ship one stands for all, whatever the others do. */
    int32_t first = closing->symmetry.count > 1 ? 2 : 1;
    return depth >= first && closing->plan[depth] == closing->plan[depth - 1];
}

/*
 * How often each layout is met: where ships of a kind are both laid and closed, or
 * several closed, each layout is met once for every way to choose the closed ones in
 * order; and once for every ship of the first kind that can stand for it.
 */
static uint64_t times_met(const bship_internal_closing *closing, const bship_internal_rest *rest)
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

/* What one call of the kernel costs, in steps. */
static int64_t closing_cost(const bship_internal_closing *closing, int32_t ships)
{
    int64_t points = (int64_t)closing->bench.points;
    uint32_t contact = closing->evidence->rules->contact_count;
    return 1 + points *
                   (contact == 0   ? 1
                    : contact == 4 ? 4
                                   : 2) *
                   ships / BSHIP_INTERNAL_CLOSED_MAX;
}

/* No less than the steps that a rest costs, and about as many. */
static double estimate(const bship_internal_closing *closing, const bship_internal_rest *rest)
{
    double calls = 0;
    for (int32_t i = rest->first_leaf; i >= 0;
         i = bship_internal_leaf_at(&closing->coverings, i)->next_leaf)
        calls++;
    for (int32_t depth = 0; depth < closing->laid; depth++) {
        int32_t alike = 1;
        while (alike <= depth && is_ordered(closing, depth - alike + 1))
            alike++;
        calls *= (double)open_count(closing, closing->plan[depth]) / alike;
    }
    if (closing->symmetry.count > 1)
        calls /= closing->symmetry.count;
    return calls * (double)closing_cost(closing, closed_ships(rest));
}

static uint64_t gcd(uint64_t a, uint64_t b)
{
    while (b > 0) {
        uint64_t rest = a % b;
        a = b;
        b = rest;
    }
    return a;
}

/* With symmetries the unit of the tally stays below 2^31. */
enum {
    UNIT_MAX = 1 << 27
};

/* Finds the unit of the tally, and what all will cost: OK or WORK_LIMIT. */
static bship_status plan_work(bship_internal_closing *closing)
{
    bship_internal_effort *effort = closing->effort;
    const bship_internal_coverings *coverings = &closing->coverings;
    double steps = (double)effort->done;
    closing->unit = 1;
    for (size_t i = 0; i < coverings->rests.count; i++) {
        const bship_internal_rest *rest = bship_internal_rest_at(coverings, (int32_t)i);
        make_plan(closing, rest);
        steps += estimate(closing, rest);
        uint64_t times = times_met(closing, rest);
        uint64_t factor = times / gcd(closing->unit, times);
        if (closing->unit > UNIT_MAX / factor)
            return BSHIP_ERROR_WORK_LIMIT;
        closing->unit *= factor;
    }
    effort->expected = steps < 0x1p62 ? (int64_t)steps : INT64_MAX;
    if (effort->expected > effort->limit && !closing->stop_at_first)
        return BSHIP_ERROR_WORK_LIMIT;
    return BSHIP_OK;
}

/* ---- counting ---- */

/* A number of layouts, ordered as the kernel counts them. */
typedef union amount {
    bship_internal_wide whole;
    double real;
} amount;

/* Adds to the tally of a placement an amount times factor or weight. */
static inline void add_to_spot(bship_internal_closing *closing, bship_internal_spot_of spot,
                               amount value, uint64_t factor, double weight)
{
    bship_internal_tally *tally = closing->tally;
    size_t i = bship_internal_tally_row(tally, spot.kind, spot.orientation) + spot.position;
    if (tally->is_whole)
        bship_internal_wide_add(&tally->counts[i], bship_internal_wide_scaled(value.whole, factor));
    else
        tally->weights[i] += value.real * weight;
}

static inline void add_amount(const bship_internal_closing *closing, amount *to, amount value,
                              int32_t times)
{
    if (closing->tally->is_whole)
        bship_internal_wide_add(&to->whole,
                                bship_internal_wide_scaled(value.whole, (uint64_t)times));
    else
        to->real += value.real * times;
}

static amount no_amount(const bship_internal_closing *closing)
{
    amount none;
    if (closing->tally->is_whole)
        none.whole = bship_internal_wide_of(0);
    else
        none.real = 0;
    return none;
}

/* Moves the sums of the bench for a kind, of which so many ships are closed, to the tally. */
static void take_sums(bship_internal_closing *closing, int32_t kind, uint64_t ships)
{
    const bship_internal_bench *bench = &closing->bench;
    bship_internal_tally *tally = closing->tally;
    uint64_t factor = closing->factor * ships;
    for (uint32_t i = closing->open_begin[kind]; i < closing->open_begin[kind + 1]; i++) {
        bship_internal_spot_of spot = closing->open[i];
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
    bship_internal_bench_clear_kind(&closing->bench, kind);
}

/* Empties the sums of the bench; must be done before the plan changes. */
static void flush(bship_internal_closing *closing, const bship_internal_rest *rest)
{
    if (closing->bench.calls == 0)
        return;
    uint64_t ships = 0;
    for (int32_t i = closing->laid; i < rest->ships; i++) {
        ships++;
        if (i + 1 < rest->ships && closing->plan[i + 1] == closing->plan[i])
            continue;
        take_sums(closing, closing->plan[i], ships);
        ships = 0;
    }
    closing->bench.calls = 0;
}

/* Sets by what the layouts met from now on count. */
static void set_factor(bship_internal_closing *closing, const bship_internal_rest *rest,
                       uint64_t factor, double weight)
{
    if (closing->factor != factor || closing->weight != weight)
        flush(closing, rest);
    closing->factor = factor;
    closing->weight = weight;
}

static bship_status close_rest(bship_internal_closing *closing, const bship_internal_rest *rest,
                               amount *total)
{
    bship_internal_bench *bench = &closing->bench;
    int32_t ships = closed_ships(rest);
    bship_status status =
        bship_internal_effort_spend(closing->effort, closing_cost(closing, ships));
    if (status)
        return status;
    if (bench->calls == BSHIP_INTERNAL_CALLS_MAX)
        flush(closing, rest);
    bship_internal_closed closed = { .whole = 1 };
    if (!closing->tally->is_whole)
        closed.real = bench->scale;
    if (ships > 0) {
        closed = bench->kernel(bench, closing->plan + closing->laid, ships);
        bench->calls++;
    }
    if (closing->tally->is_whole)
        total->whole = bship_internal_wide_of(closed.whole);
    else
        total->real = closed.real;
    return BSHIP_OK;
}

/* Takes the cells off the bench that a ship takes and none has taken, or gives them back. */
static void shade(bship_internal_closing *closing, bship_internal_spot_of spot, int is_free)
{
    const bship_internal_waters *waters = &closing->coverings.waters;
    size_t row = (size_t)spot.kind * 2 + (size_t)spot.orientation;
    const int32_t *reach = waters->reach + waters->reach_begin[row];
    size_t count = waters->reach_begin[row + 1] - waters->reach_begin[row];
    const uint8_t *taken = waters->taken + spot.position;
    const uint8_t *cells = closing->evidence->cells + spot.position;
    size_t point = bship_internal_point(&closing->bench, spot.position);
#define SHADE(type)                                                                                \
    for (size_t i = 0; i < count; i++) {                                                           \
        if (!taken[reach[i]] && cells[reach[i]] == BSHIP_INTERNAL_CELL_OPEN)                       \
            ((type *)closing->bench.free)[(ptrdiff_t)point + reach[i]] = (type)is_free;            \
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
                             int32_t depth, uint32_t from, amount *total);

/* Lays a ship, in all its `orbit` images at once, and the rest after it. */
static bship_status lay_ship(bship_internal_closing *closing, const bship_internal_rest *rest,
                             int32_t depth, uint32_t number, int32_t orbit, amount *total)
{
    bship_internal_waters *waters = &closing->coverings.waters;
    bship_internal_spot_of spot = closing->open[number];
    double scale = closing->bench.scale;
    uint32_t mark = waters->taken_open;
    amount own = no_amount(closing);
    if (closing->evidence->is_weighted)
        closing->bench.scale *= bship_internal_weight(&closing->evidence->kinds[spot.kind],
                                                      spot.orientation, spot.position);
    shade(closing, spot, 0);
    bship_status status;
    if (depth + 1 == closing->laid) {
        /* Nothing more is laid: nobody asks what is taken. */
        status = close_rest(closing, rest, &own);
    } else {
        bship_internal_waters_lay(waters, spot);
        status = lay_rest(closing, rest, depth + 1, number + 1, &own);
        bship_internal_waters_lift(waters, spot, mark);
    }
    shade(closing, spot, 1);
    closing->bench.scale = scale;
    if (status)
        return status;
    add_to_spot(closing, spot, own, closing->factor, closing->weight);
    add_amount(closing, total, own, orbit);
    return BSHIP_OK;
}

static int is_found(const bship_internal_closing *closing, const amount *total)
{
    return closing->stop_at_first && !bship_internal_wide_is_zero(total->whole);
}

/* Lays the ships of the plan from `depth` on, the first in placements from `from` on. */
static bship_status lay_rest(bship_internal_closing *closing, const bship_internal_rest *rest,
                             int32_t depth, uint32_t from, amount *total)
{
    if (depth == closing->laid)
        return close_rest(closing, rest, total);
    int32_t kind = closing->plan[depth];
    uint32_t end = closing->open_begin[kind + 1];
    uint64_t factor = closing->factor;
    if (!is_ordered(closing, depth))
        from = closing->open_begin[kind];
    for (uint32_t i = from; i < end && !is_found(closing, total); i++) {
        int32_t orbit = 1;
        if (!bship_internal_waters_fits(&closing->coverings.waters, closing->open[i]))
            continue;
        if (depth == 0 && closing->symmetry.count > 1) {
            orbit = bship_internal_symmetry_orbit(&closing->symmetry, closing->open[i]);
            if (orbit == 0)
                continue;
            set_factor(closing, rest, factor * (uint64_t)orbit, closing->weight);
        }
        bship_status status = lay_ship(closing, rest, depth, i, orbit, total);
        if (status)
            return status;
    }
    return BSHIP_OK;
}

/* Takes the cells of a leaf, or gives them back. */
static void set_leaf(bship_internal_closing *closing, const bship_internal_leaf *leaf, int is_free)
{
    const uint32_t *cells = bship_internal_cells_of(&closing->coverings, leaf);
    for (uint32_t i = 0; i < leaf->cell_count; i++) {
        closing->coverings.waters.taken[cells[i]] = !is_free;
        bship_internal_bench_set(&closing->bench, cells[i], is_free);
    }
}

/* Adds what is met behind a leaf to the placements that cover the hits. */
static void count_ways(bship_internal_closing *closing, const bship_internal_rest *rest,
                       const bship_internal_leaf *leaf, amount total, uint64_t factor,
                       double weight)
{
    const bship_internal_coverings *coverings = &closing->coverings;
    bship_internal_tally *tally = closing->tally;
    for (int32_t i = leaf->first_way; i >= 0;) {
        const bship_internal_way *way = bship_internal_way_at(coverings, i);
        const bship_internal_spot_of *spots = bship_internal_spots_of(coverings, way);
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
                               const bship_internal_leaf *leaf)
{
    uint64_t times = times_met(closing, rest);
    uint64_t factor = closing->unit / times;
    double weight = 1 / (double)times;
    amount total = no_amount(closing);
    set_factor(closing, rest, factor * (uint64_t)leaf->ways, weight * leaf->weight);
    set_leaf(closing, leaf, 0);
    bship_status status = lay_rest(closing, rest, 0, 0, &total);
    set_leaf(closing, leaf, 1);
    if (!status)
        count_ways(closing, rest, leaf, total, factor, weight);
    return status;
}

static bship_status count_rest(bship_internal_closing *closing, const bship_internal_rest *rest)
{
    make_plan(closing, rest);
    for (int32_t i = rest->first_leaf; i >= 0;) {
        const bship_internal_leaf *leaf = bship_internal_leaf_at(&closing->coverings, i);
        bship_status status = count_leaf(closing, rest, leaf);
        if (status)
            return status;
        if (closing->stop_at_first && !bship_internal_wide_is_zero(closing->tally->total))
            break;
        i = leaf->next_leaf;
    }
    flush(closing, rest);
    return BSHIP_OK;
}

/* The symmetries that may be used: where no hit and no weight breaks them, and it pays. */
static void find_symmetry(bship_internal_closing *closing)
{
    const bship_internal_evidence *evidence = closing->evidence;
    int is_usable = evidence->hit_count == 0 && closing->tally->is_whole &&
                    bship_internal_totals_count(&closing->coverings.totals) == 0 &&
                    evidence->rules->fleet->count > BSHIP_INTERNAL_CLOSED_MAX;
    closing->symmetry = (bship_internal_symmetry){ .evidence = evidence };
    if (is_usable && !evidence->is_weighted)
        closing->symmetry = bship_internal_symmetry_of(evidence);
}

static void clear_tally(const bship_internal_closing *closing)
{
    bship_internal_tally *tally = closing->tally;
    size_t count = (size_t)closing->evidence->kind_count * 2 * tally->positions;
    if (tally->is_whole) {
        memset(tally->counts, 0, count * sizeof *tally->counts);
        tally->total = bship_internal_wide_of(0);
        return;
    }
    for (size_t i = 0; i < count; i++)
        tally->weights[i] = 0;
    tally->weight = 0;
}

static bship_status count(bship_internal_closing *closing, bship_internal_tally *tally,
                          bship_internal_effort *effort)
{
    closing->tally = tally;
    closing->effort = effort;
    closing->factor = 0;
    closing->weight = 0;
    clear_tally(closing);
    bship_status status = bship_internal_coverings_find(&closing->coverings, effort);
    if (status)
        return status;
    list_open_spots(closing);
    find_symmetry(closing);
    status = prepare_bench(closing);
    if (!status)
        status = plan_work(closing);
    for (size_t i = 0; !status && i < closing->coverings.rests.count; i++)
        status = count_rest(closing, bship_internal_rest_at(&closing->coverings, (int32_t)i));
    if (status)
        return status;
    tally->unit = (uint32_t)closing->unit;
    if (closing->symmetry.count > 1) {
        bship_internal_symmetry_spread(&closing->symmetry, tally);
        tally->unit *= (uint32_t)closing->symmetry.count;
    }
    int is_empty =
        tally->is_whole ? bship_internal_wide_is_zero(tally->total) : !(tally->weight > 0);
    return is_empty ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK;
}

bship_status bship_internal_closing_count(bship_internal_closing *closing,
                                          bship_internal_tally *tally,
                                          bship_internal_effort *effort)
{
    closing->stop_at_first = 0;
    return count(closing, tally, effort);
}

bship_status bship_internal_closing_check(bship_internal_closing *closing,
                                          bship_internal_tally *tally,
                                          bship_internal_effort *effort)
{
    closing->stop_at_first = 1;
    return count(closing, tally, effort);
}
