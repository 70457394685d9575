/*
 * Drawing a layout from an enumeration: a leaf, one of its exact covers, then ship after ship, each
 * with probability proportional to the number (or weight) of layouts behind it. These numbers are
 * counted again on the way down. Cost: one pass over the chosen branch.
 *
 * A random choice is a point on a line on which each option is an interval as long as its number of
 * layouts.
 */
#include <stdbool.h>

#include "base/random.h"
#include "inference/common/drawing.h"
#include "inference/enumeration/enumeration.h"

/* A layout being drawn. */
struct drawing {
    const bsi_remaining *remaining;
    bship_rng *rng;
    bship_placement *placements;
    uint8_t element; /* the symmetry whose image is drawn */
};

/* Assigns the image of a placement to a ship. */
static void assign(const bsi_enumeration *enumeration, const struct drawing *drawing,
                   bsi_placement placement)
{
    const bsi_evidence *evidence = enumeration->evidence;
    placement = bsi_symmetry_image(evidence->rules, drawing->element,
                                   evidence->classes[placement.class].length, placement);
    bsi_assign_placement(evidence, drawing->rng, drawing->placements, placement);
}

static bship_status draw_remaining(bsi_enumeration *enumeration, const struct drawing *drawing,
                                   int32_t depth, uint32_t from, bsi_amount total);

/* Places a ship on open placement `number` and draws the ships behind it, which have `total`
 * completions. */
static bship_status draw_behind(bsi_enumeration *enumeration, const struct drawing *drawing,
                                int32_t depth, uint32_t number, bsi_amount total)
{
    bsi_occupancy_grid *grid = enumeration->grid;
    bsi_placement placement = enumeration->evidence->open[number];
    double scale = enumeration->workspace.scale;
    assign(enumeration, drawing, placement);
    enumeration->workspace.scale *= bsi_placement_weight(enumeration->evidence, placement);
    bsi_enumeration_mark_free(enumeration, placement, false);
    bsi_grid_place(grid, placement);
    bship_status status = draw_remaining(enumeration, drawing, depth + 1, number + 1, total);
    bsi_grid_remove(grid, placement);
    bsi_enumeration_mark_free(enumeration, placement, true);
    enumeration->workspace.scale = scale;
    return status;
}

/* Draws the ship at a depth that the kernel counts, and then the ships behind it. */
static bship_status draw_last_ship(bsi_enumeration *enumeration, const struct drawing *drawing,
                                   int32_t depth)
{
    bsi_workspace *workspace = &enumeration->workspace;
    int32_t class = enumeration->plan[depth], ships = drawing->remaining->ships - depth;
    bship_status status =
        bsi_work_charge(enumeration->budget, bsi_enumeration_cost(enumeration, ships));
    bsi_kernel_result result = { .whole = 0 };
    if (!status)
        status = bsi_workspace_clear(workspace, enumeration->budget);
    bsi_workspace_choose(workspace, enumeration->plan + depth, ships);
    workspace->calls++;
    if (!status)
        status = workspace->kernel(workspace, enumeration->budget, &result);
    if (status)
        return status;
    bsi_amount total = bsi_kernel_amount(&result);
    bsi_amount point = bsi_draw_amount(drawing->rng, enumeration->is_whole, total);
    uint32_t i = enumeration->evidence->open_begin[class], last = i;
    for (; i < enumeration->evidence->open_begin[class + 1]; i++) {
        bsi_amount amount = bsi_workspace_amount(workspace, enumeration->evidence->open[i]);
        if (bsi_amount_is_zero(amount))
            continue;
        last = i;
        if (bsi_amount_contains(amount, &point, enumeration->is_whole))
            break;
    }
    status = bsi_workspace_clear(workspace, enumeration->budget);
    return status ? status : draw_behind(enumeration, drawing, depth, last, total);
}

/* Draws the ships of the plan from `depth` on, which have `total` completions. The first takes an
 * open placement from number `from` on. */
static bship_status draw_remaining(bsi_enumeration *enumeration, const struct drawing *drawing,
                                   int32_t depth, uint32_t from, bsi_amount total)
{
    if (depth == drawing->remaining->ships)
        return BSHIP_OK;
    if (depth >= enumeration->placed)
        return draw_last_ship(enumeration, drawing, depth);
    int32_t class = enumeration->plan[depth];
    uint32_t last = 0;
    bsi_amount point = bsi_draw_amount(drawing->rng, enumeration->is_whole, total);
    bsi_amount behind_last = total;
    if (!bsi_is_ordered(enumeration, depth))
        from = enumeration->evidence->open_begin[class];
    for (uint32_t i = from; i < enumeration->evidence->open_begin[class + 1]; i++) {
        bsi_amount behind = { { 0, 0 }, 0 }, images = behind;
        int32_t orbit = 1;
        if (depth == 0 && enumeration->symmetry.count > 1)
            orbit = bsi_symmetry_orbit(&enumeration->symmetry, enumeration->evidence->open[i]);
        if (orbit == 0 || !bsi_grid_fits(enumeration->grid, enumeration->evidence->open[i]))
            continue;
        bship_status status =
            bsi_enumeration_place(enumeration, drawing->remaining, depth, i, 1, &behind);
        if (status)
            return status;
        if (bsi_amount_is_zero(behind))
            continue;
        last = i;
        behind_last = behind;
        bsi_amount_add(&images, behind, orbit);
        if (bsi_amount_contains(images, &point, enumeration->is_whole))
            break;
    }
    return draw_behind(enumeration, drawing, depth, last, behind_last);
}

/* The leaf that contains a point; its interval is as long as its completions times its covers. */
static const bsi_leaf *find_leaf(bsi_enumeration *enumeration, bsi_amount *point)
{
    const bsi_hit_covers *covers = &enumeration->covers;
    const bsi_leaf *leaf = NULL;
    for (size_t i = 0; i < covers->leaves.count; i++) {
        leaf = &covers->leaves.items[i];
        const bsi_remaining *remaining = &covers->remaining_sets.items[leaf->remaining];
        bsi_make_plan(enumeration, remaining);
        uint64_t times = bsi_times_counted(enumeration, remaining);
        uint64_t factor = enumeration->unit / times * (uint64_t)leaf->cover_count;
        bsi_amount layouts = {
            enumeration->is_whole ? bsi_uint128_scaled(leaf->completions.whole, factor)
                                  : leaf->completions.whole,
            leaf->completions.real * leaf->weight / (double)times,
        };
        if (bsi_amount_contains(layouts, point, enumeration->is_whole))
            break;
    }
    return leaf;
}

/* Draws a cover of a leaf by weight. */
static const bsi_hit_cover *draw_cover(const bsi_enumeration *enumeration, const bsi_leaf *leaf,
                                       bship_rng *rng)
{
    const bsi_hit_cover *list = enumeration->covers.list.items;
    const bsi_hit_cover *cover = &list[leaf->first_cover];
    double point = bsi_rng_unit(rng) * leaf->weight;
    uint32_t skip = bsi_rng_below(rng, (uint32_t)leaf->cover_count);
    for (; cover->next_cover >= 0; cover = &list[cover->next_cover]) {
        point -= cover->weight;
        if (enumeration->is_whole ? skip-- == 0 : point < 0)
            break;
    }
    return cover;
}

bship_status bsi_enumeration_draw(bsi_enumeration *enumeration, const bsi_placement_counts *counts,
                                  bship_rng *rng, bsi_work_budget *budget,
                                  bship_placement *placements)
{
    const bsi_symmetry *symmetry = &enumeration->symmetry;
    struct drawing drawing = { .rng = rng, .placements = placements };
    enumeration->budget = budget;
    /* Counting on the way down must not change the placement counts. */
    enumeration->factor = 0;
    enumeration->weight = 0;
    bsi_amount all = bsi_placement_counts_total(counts);
    if (symmetry->count > 1) {
        all.whole = bsi_uint128_divided(all.whole, (uint32_t)symmetry->count, NULL);
        drawing.element = symmetry->elements[bsi_rng_below(rng, (uint32_t)symmetry->count)];
    }
    bsi_amount point = bsi_draw_amount(rng, enumeration->is_whole, all);
    const bsi_leaf *leaf = find_leaf(enumeration, &point);
    drawing.remaining = &enumeration->covers.remaining_sets.items[leaf->remaining];
    const bsi_hit_cover *cover = draw_cover(enumeration, leaf, rng);
    bsi_assign_begin(enumeration->evidence, placements);
    for (int32_t i = 0; i < drawing.remaining->cover_ships; i++)
        assign(enumeration, &drawing,
               enumeration->covers.placements.items[cover->placements + (size_t)i]);
    bsi_make_plan(enumeration, drawing.remaining);
    bsi_workspace_choose(&enumeration->workspace, enumeration->plan + enumeration->placed,
                         bsi_last_ships(drawing.remaining));
    bsi_enumeration_set_leaf(enumeration, leaf, false);
    bship_status status = draw_remaining(enumeration, &drawing, 0, 0, leaf->completions);
    bsi_enumeration_set_leaf(enumeration, leaf, true);
    return status;
}
