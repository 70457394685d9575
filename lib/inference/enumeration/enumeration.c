/* The recursion over ships, and the bookkeeping of placement counts; see enumeration.h. */
#include "inference/enumeration/enumeration.h"

#include <stdbool.h>

#include "base/memory.h"

void bsi_enumeration_carve(bsi_enumeration *enumeration, bsi_exact_cover *cover,
                           const bsi_residual *residual, bsi_arena *arena)
{
    const bship_rules *rules = cover->evidence->rules;
    enumeration->evidence = cover->evidence;
    enumeration->grid = &cover->partial.grid;
    enumeration->lane = -1;
    enumeration->cpu = -1;
    bsi_hit_covers_carve(&enumeration->covers, cover, residual, arena);
    enumeration->plan =
        bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *enumeration->plan);
}

void bsi_enumeration_clear(bsi_enumeration *enumeration)
{
    bsi_hit_covers_clear(&enumeration->covers);
    bsi_free(enumeration->covers.cover->allocator, enumeration->arena.block,
             enumeration->arena_size, 1);
    enumeration->arena.block = NULL;
    enumeration->arena_size = 0;
    enumeration->workspace.kernel = NULL;
}

/* ---- counting ---- */

/* Moves the workspace's sums of a class, which has `ships` of the last ships, to the placement
 * counts. */
static bship_status take_sums(bsi_enumeration *enumeration, int32_t class, uint64_t ships)
{
    bsi_workspace *workspace = &enumeration->workspace;
    const bsi_evidence *evidence = enumeration->evidence;
    uint64_t factor = enumeration->factor * ships;
    for (uint32_t i = evidence->open_begin[class]; i < evidence->open_begin[class + 1]; i++) {
        bsi_placement placement = evidence->open[i];
        bsi_amount sum = bsi_workspace_amount(workspace, placement);
        sum.real *= enumeration->weight;
        bsi_placement_counts_add(enumeration->counts, placement, sum, factor, (double)ships);
    }
    bship_status status =
        bsi_work_report(enumeration->budget, 2 * (int64_t)bsi_open_count(evidence, class));
    return status ? status : bsi_workspace_clear_class(workspace, class, enumeration->budget);
}

/* Moves all sums of the workspace to the placement counts. Required before the plan or the factor
 * changes. */
static bship_status flush(bsi_enumeration *enumeration, const bsi_remaining *remaining)
{
    bship_status status = BSHIP_OK;
    if (enumeration->workspace.calls == 0)
        return status;
    uint64_t ships = 0;
    for (int32_t i = enumeration->placed; !status && i < remaining->ships; i++) {
        ships++;
        if (i + 1 < remaining->ships && enumeration->plan[i + 1] == enumeration->plan[i])
            continue;
        status = take_sums(enumeration, enumeration->plan[i], ships);
        ships = 0;
    }
    if (!status)
        enumeration->workspace.calls = 0;
    return status;
}

/* Sets the factor of all layouts counted from now on. */
static bship_status set_factor(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                               uint64_t factor, double weight)
{
    bship_status status = BSHIP_OK;
    if (enumeration->factor != factor || enumeration->weight != weight)
        status = flush(enumeration, remaining);
    enumeration->factor = factor;
    enumeration->weight = weight;
    return status;
}

/* Counts the completions by the last ships with one kernel call. */
static bship_status count_last_ships(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                                     bsi_amount *total)
{
    bsi_workspace *workspace = &enumeration->workspace;
    int32_t ships = bsi_last_ships(remaining);
    bship_status status =
        bsi_work_charge(enumeration->budget, bsi_enumeration_cost(enumeration, ships));
    if (!status && workspace->calls == BSI_CALLS_MAX)
        status = flush(enumeration, remaining);
    if (status)
        return status;
    bsi_kernel_result result = { enumeration->is_whole, 0, 0 };
    if (!enumeration->is_whole)
        result.real = workspace->scale;
    if (ships > 0) {
        workspace->calls++;
        status = workspace->kernel(workspace, enumeration->budget, &result);
        enumeration->most += result.most * enumeration->weight;
    }
    *total = bsi_kernel_amount(&result);
    return status;
}

void bsi_enumeration_mark_free(bsi_enumeration *enumeration, bsi_placement placement, bool is_free)
{
    const bsi_occupancy_grid *grid = enumeration->grid;
    bsi_reach reach = bsi_grid_reach(grid, placement);
    const uint8_t *occupied = grid->occupied + placement.position;
    const uint8_t *cells = enumeration->evidence->cells + placement.position;
    size_t point = bsi_point(&enumeration->workspace, placement.position);
#define MARK(type)                                                                                 \
    for (size_t i = 0; i < reach.count; i++) {                                                     \
        if (!occupied[reach.steps[i]] && cells[reach.steps[i]] == BSI_CELL_OPEN)                   \
            ((type *)enumeration->workspace.free)[(ptrdiff_t)point + reach.steps[i]] =             \
                (type)is_free;                                                                     \
    }
    switch (enumeration->workspace.lane) {
    case BSI_LANE_16:
        MARK(uint16_t)
        break;
    case BSI_LANE_32:
        MARK(uint32_t)
        break;
    case BSI_LANE_64:
        MARK(uint64_t)
        break;
    default:
        MARK(double)
    }
#undef MARK
}

static bship_status place_remaining(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                                    int32_t depth, uint32_t from, bsi_amount *total);

bship_status bsi_enumeration_place(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                                   int32_t depth, uint32_t number, int32_t orbit, bsi_amount *total)
{
    bsi_occupancy_grid *grid = enumeration->grid;
    bsi_placement placement = enumeration->evidence->open[number];
    double scale = enumeration->workspace.scale;
    bsi_amount completions = { { 0, 0 }, 0 };
    if (enumeration->evidence->is_weighted)
        enumeration->workspace.scale *= bsi_placement_weight(enumeration->evidence, placement);
    bsi_enumeration_mark_free(enumeration, placement, false);
    bship_status status;
    if (depth + 1 == enumeration->placed) {
        /* Occupancy is not read below this point. */
        status = count_last_ships(enumeration, remaining, &completions);
    } else {
        bsi_grid_place(grid, placement);
        status = place_remaining(enumeration, remaining, depth + 1, number + 1, &completions);
        bsi_grid_remove(grid, placement);
    }
    bsi_enumeration_mark_free(enumeration, placement, true);
    enumeration->workspace.scale = scale;
    if (status)
        return status;
    bsi_placement_counts_add(enumeration->counts, placement, completions, enumeration->factor,
                             enumeration->weight);
    bsi_amount_add(total, completions, orbit);
    return BSHIP_OK;
}

/* Whether a number of layouts is enough to stop. */
static bool is_enough(const bsi_enumeration *enumeration, bsi_uint128 layouts)
{
    return enumeration->stop_at_first && !bsi_uint128_is_zero(layouts);
}

/* Places the ships of the plan from `depth` on, the first of them on open placements from number
 * `from` on, and adds the completions to `*total`. */
static bship_status place_remaining(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                                    int32_t depth, uint32_t from, bsi_amount *total)
{
    if (depth == enumeration->placed)
        return count_last_ships(enumeration, remaining, total);
    int32_t class = enumeration->plan[depth];
    uint32_t end = enumeration->evidence->open_begin[class + 1];
    uint64_t factor = enumeration->factor;
    if (!bsi_is_ordered(enumeration, depth))
        from = enumeration->evidence->open_begin[class];
    for (uint32_t i = from; i < end && !is_enough(enumeration, total->whole); i++) {
        int32_t orbit = 1;
        bship_status status = BSHIP_OK;
        if (!bsi_grid_fits(enumeration->grid, enumeration->evidence->open[i]))
            continue;
        if (depth == 0 && enumeration->symmetry.count > 1) {
            orbit = bsi_symmetry_orbit(&enumeration->symmetry, enumeration->evidence->open[i]);
            if (orbit == 0)
                continue;
            status =
                set_factor(enumeration, remaining, factor * (uint64_t)orbit, enumeration->weight);
        }
        if (!status)
            status = bsi_enumeration_place(enumeration, remaining, depth, i, orbit, total);
        if (status)
            return status;
    }
    return BSHIP_OK;
}

void bsi_enumeration_set_leaf(bsi_enumeration *enumeration, const bsi_leaf *leaf, bool is_free)
{
    const uint32_t *cells = &enumeration->covers.cells.items[leaf->cells];
    for (uint32_t i = 0; i < leaf->cell_count; i++) {
        enumeration->grid->occupied[cells[i]] = !is_free;
        bsi_workspace_set(&enumeration->workspace, cells[i], is_free);
    }
}

/* Adds the completions of a leaf to the counts of the placements of its covers. */
static void count_covers(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                         const bsi_leaf *leaf, bsi_amount total, uint64_t factor, double weight)
{
    const bsi_hit_covers *covers = &enumeration->covers;
    bsi_placement_counts *counts = enumeration->counts;
    for (int32_t i = leaf->first_cover; i >= 0; i = covers->list.items[i].next_cover) {
        const bsi_hit_cover *cover = &covers->list.items[i];
        const bsi_placement *placements = &covers->placements.items[cover->placements];
        for (int32_t j = 0; j < remaining->cover_ships; j++)
            bsi_placement_counts_add(counts, placements[j], total, factor, weight * cover->weight);
    }
    if (counts->is_whole)
        bsi_uint128_add(&counts->total,
                        bsi_uint128_scaled(total.whole, factor * (uint64_t)leaf->cover_count));
    else
        counts->weight += total.real * weight * leaf->weight;
}

/* Counts the layouts of a leaf. */
static bship_status count_leaf(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                               bsi_leaf *leaf)
{
    uint64_t times = bsi_times_counted(enumeration, remaining);
    uint64_t factor = enumeration->unit / times;
    double weight = 1 / (double)times;
    bsi_amount total = { { 0, 0 }, 0 };
    bship_status status = set_factor(enumeration, remaining, factor * (uint64_t)leaf->cover_count,
                                     weight * leaf->weight);
    if (status)
        return status;
    bsi_enumeration_set_leaf(enumeration, leaf, false);
    status = place_remaining(enumeration, remaining, 0, 0, &total);
    bsi_enumeration_set_leaf(enumeration, leaf, true);
    if (status)
        return status;
    leaf->completions = total;
    count_covers(enumeration, remaining, leaf, total, factor, weight);
    return BSHIP_OK;
}

/* Counts the layouts of all leaves with the same remaining ships. */
static bship_status count_remaining(bsi_enumeration *enumeration, const bsi_remaining *remaining)
{
    bsi_make_plan(enumeration, remaining);
    bsi_workspace_choose(&enumeration->workspace, enumeration->plan + enumeration->placed,
                         bsi_last_ships(remaining));
    for (int32_t i = remaining->first_leaf; i >= 0;) {
        bsi_leaf *leaf = &enumeration->covers.leaves.items[i];
        bship_status status = count_leaf(enumeration, remaining, leaf);
        if (status)
            return status;
        if (is_enough(enumeration, enumeration->counts->total))
            break;
        i = leaf->next_leaf;
    }
    return flush(enumeration, remaining);
}

bship_status bsi_enumeration_count(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget)
{
    bship_status status = bsi_prepare_workspace(enumeration, budget);
    if (!status)
        status =
            bsi_placement_counts_clear(counts, enumeration->evidence, counts->is_whole, budget);
    if (status)
        return status;
    enumeration->counts = counts;
    enumeration->budget = budget;
    enumeration->factor = 0;
    enumeration->weight = 0;
    enumeration->most = 0;
    for (size_t i = 0; !status && i < enumeration->covers.remaining_sets.count; i++)
        status = count_remaining(enumeration, &enumeration->covers.remaining_sets.items[i]);
    if (status)
        return status;
    counts->unit = (uint32_t)enumeration->unit;
    if (enumeration->symmetry.count > 1) {
        status = bsi_symmetry_spread(&enumeration->symmetry, counts, budget);
        counts->unit *= (uint32_t)enumeration->symmetry.count;
    }
    if (status)
        return status;
    bool is_empty = bsi_amount_is_zero(bsi_placement_counts_total(counts));
    return is_empty ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK;
}

bship_status bsi_enumeration_check(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget)
{
    enumeration->stop_at_first = true;
    bship_status status = bsi_enumeration_count(enumeration, counts, budget);
    enumeration->stop_at_first = false;
    return status;
}
