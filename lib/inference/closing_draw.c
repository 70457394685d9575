/*
 * Drawing from what closing counted: a leaf, a way to it, then ship after ship, each with
 * a probability in proportion to what was met behind it.
 */
#include "base/random.h"
#include "inference/closing_plan.h"
#include "inference/drawing.h"

/* A layout in the drawing. */
struct drawing {
    const bship_internal_rest *rest;
    bship_rng *rng;
    bship_placement *placements;
    uint8_t element; /* the symmetry whose image is drawn */
};

/* Whether a point of a row of amounts is in the next of them; if not, it is moved on. */
static int is_within(const bship_internal_closing *closing, bship_internal_amount *point,
                     bship_internal_amount next)
{
    if (!closing->is_whole) {
        point->real -= next.real;
        return point->real < 0;
    }
    if (bship_internal_wide_compare(point->whole, next.whole) < 0)
        return 1;
    point->whole = bship_internal_wide_difference(point->whole, next.whole);
    return 0;
}

static bship_internal_amount draw_point(const bship_internal_closing *closing, bship_rng *rng,
                                        bship_internal_amount total)
{
    if (closing->is_whole)
        return (bship_internal_amount){ bship_internal_draw_wide(rng, total.whole), 0 };
    return (bship_internal_amount){ { 0, 0 }, bship_internal_rng_unit(rng) * total.real };
}

static void deal(const bship_internal_closing *closing, const struct drawing *drawing,
                 bship_internal_placement spot)
{
    const bship_internal_evidence *evidence = closing->evidence;
    spot = bship_internal_symmetry_image(evidence->rules, drawing->element,
                                         evidence->kinds[spot.kind].length, spot);
    bship_internal_deal(evidence, drawing->rng, drawing->placements, spot);
}

static bship_status draw_rest(bship_internal_closing *closing, const struct drawing *drawing,
                              int32_t depth, uint32_t from, bship_internal_amount total);

/* Deals a ship, and draws the rest with it laid; `total` is what is met then. */
static bship_status draw_behind(bship_internal_closing *closing, const struct drawing *drawing,
                                int32_t depth, uint32_t number, bship_internal_amount total)
{
    bship_internal_waters *waters = &closing->coverings.waters;
    bship_internal_placement spot = closing->open[number];
    double scale = closing->bench.scale;
    deal(closing, drawing, spot);
    closing->bench.scale *= bship_internal_placement_weight(closing->evidence, spot);
    bship_internal_closing_shade(closing, spot, 0);
    bship_internal_waters_lay(waters, spot);
    bship_status status = draw_rest(closing, drawing, depth + 1, number + 1, total);
    bship_internal_waters_lift(waters, spot);
    bship_internal_closing_shade(closing, spot, 1);
    closing->bench.scale = scale;
    return status;
}

/* What the bench has summed up for a placement. */
static bship_internal_amount sum_of(const bship_internal_closing *closing, uint32_t number)
{
    const bship_internal_bench *bench = &closing->bench;
    bship_internal_placement spot = closing->open[number];
    size_t at = ((size_t)spot.kind * 2 + (size_t)spot.orientation) * bench->count +
                bship_internal_bench_sum(bench, bship_internal_point(bench, spot.position));
    if (bench->lane == BSHIP_INTERNAL_LANE_REAL)
        return (bship_internal_amount){ { 0, 0 }, ((double *)bench->sums)[at] };
    uint64_t sum = bench->lane == BSHIP_INTERNAL_LANE_16 ? ((uint32_t *)bench->sums)[at]
                                                         : ((uint64_t *)bench->sums)[at];
    return (bship_internal_amount){ bship_internal_wide_of(sum), 0 };
}

/* Draws the first of the ships that are closed. */
static bship_status draw_closed(bship_internal_closing *closing, const struct drawing *drawing,
                                int32_t depth)
{
    bship_internal_bench *bench = &closing->bench;
    int32_t kind = closing->plan[depth], ships = drawing->rest->ships - depth;
    bship_status status =
        bship_internal_effort_spend(closing->effort, bship_internal_closing_cost(closing, ships));
    bship_internal_closed closed = { .whole = 0 };
    if (!status)
        status = bship_internal_bench_clear(bench, closing->effort);
    bench->calls++;
    if (!status)
        status = bench->kernel(bench, closing->plan + depth, ships, closing->effort, &closed);
    if (status)
        return status;
    bship_internal_amount total = { { 0, 0 }, 0 };
    if (closing->is_whole)
        total.whole = bship_internal_wide_of(closed.whole);
    else
        total.real = closed.real;
    bship_internal_amount point = draw_point(closing, drawing->rng, total);
    uint32_t i = closing->open_begin[kind], last = i;
    for (; i < closing->open_begin[kind + 1]; i++) {
        bship_internal_amount own = sum_of(closing, i);
        if (bship_internal_wide_is_zero(own.whole) && !(own.real > 0))
            continue;
        last = i;
        if (is_within(closing, &point, own))
            break;
    }
    status = bship_internal_bench_clear(bench, closing->effort);
    return status ? status : draw_behind(closing, drawing, depth, last, total);
}

/* Draws the ships of the plan from `depth` on, `total` being all that is met from here. */
static bship_status draw_rest(bship_internal_closing *closing, const struct drawing *drawing,
                              int32_t depth, uint32_t from, bship_internal_amount total)
{
    if (depth == drawing->rest->ships)
        return BSHIP_OK;
    if (depth >= closing->laid)
        return draw_closed(closing, drawing, depth);
    int32_t kind = closing->plan[depth];
    uint32_t last = 0;
    bship_internal_amount point = draw_point(closing, drawing->rng, total), own = total;
    if (!bship_internal_is_ordered(closing, depth))
        from = closing->open_begin[kind];
    for (uint32_t i = from; i < closing->open_begin[kind + 1]; i++) {
        bship_internal_amount met = { { 0, 0 }, 0 }, images = met;
        int32_t orbit = 1;
        if (depth == 0 && closing->symmetry.count > 1)
            orbit = bship_internal_symmetry_orbit(&closing->symmetry, closing->open[i]);
        if (orbit == 0 || !bship_internal_waters_fits(&closing->coverings.waters, closing->open[i]))
            continue;
        bship_status status = bship_internal_closing_lay(closing, drawing->rest, depth, i, 1, &met);
        if (status)
            return status;
        if (bship_internal_wide_is_zero(met.whole) && !(met.real > 0))
            continue;
        last = i;
        own = met;
        bship_internal_closing_add(closing, &images, met, orbit);
        if (is_within(closing, &point, images))
            break;
    }
    return draw_behind(closing, drawing, depth, last, own);
}

/* The leaf of a point in the row of all, each as often as there are ways to it. */
static const bship_internal_leaf *find_leaf(bship_internal_closing *closing,
                                            bship_internal_amount *point)
{
    const bship_internal_coverings *coverings = &closing->coverings;
    const bship_internal_leaf *leaf = NULL;
    for (size_t i = 0; i < coverings->leaves.count; i++) {
        leaf = bship_internal_leaf_at(coverings, (int32_t)i);
        const bship_internal_rest *rest = bship_internal_rest_at(coverings, leaf->rest);
        bship_internal_make_plan(closing, rest);
        uint64_t times = bship_internal_times_met(closing, rest);
        uint64_t factor = closing->unit / times * (uint64_t)leaf->ways;
        bship_internal_amount own = {
            closing->is_whole ? bship_internal_wide_scaled(leaf->met.whole, factor)
                              : leaf->met.whole,
            leaf->met.real * leaf->weight / (double)times,
        };
        if (is_within(closing, point, own))
            break;
    }
    return leaf;
}

static const bship_internal_way *draw_way(const bship_internal_closing *closing,
                                          const bship_internal_leaf *leaf, bship_rng *rng)
{
    const bship_internal_way *way = bship_internal_way_at(&closing->coverings, leaf->first_way);
    double point = bship_internal_rng_unit(rng) * leaf->weight;
    uint32_t skip = bship_internal_rng_below(rng, (uint32_t)leaf->ways);
    for (; way->next_way >= 0; way = bship_internal_way_at(&closing->coverings, way->next_way)) {
        point -= way->weight;
        if (closing->is_whole ? skip-- == 0 : point < 0)
            break;
    }
    return way;
}

bship_status bship_internal_closing_draw(bship_internal_closing *closing,
                                         const bship_internal_tally *tally, bship_rng *rng,
                                         bship_internal_effort *effort, bship_placement *placements)
{
    const bship_internal_symmetry *symmetry = &closing->symmetry;
    struct drawing drawing = { .rng = rng, .placements = placements };
    closing->effort = effort;
    /* What is met on the way must not be counted again. */
    closing->factor = 0;
    closing->weight = 0;
    bship_internal_amount all = { tally->total, tally->weight };
    if (symmetry->count > 1) {
        all.whole = bship_internal_wide_divided(all.whole, (uint32_t)symmetry->count, NULL);
        drawing.element =
            symmetry->elements[bship_internal_rng_below(rng, (uint32_t)symmetry->count)];
    }
    bship_internal_amount point = draw_point(closing, rng, all);
    const bship_internal_leaf *leaf = find_leaf(closing, &point);
    drawing.rest = bship_internal_rest_at(&closing->coverings, leaf->rest);
    const bship_internal_way *way = draw_way(closing, leaf, rng);
    bship_internal_deal_begin(closing->evidence, placements);
    for (int32_t i = 0; i < drawing.rest->covering; i++)
        deal(closing, &drawing, bship_internal_spots_of(&closing->coverings, way)[i]);
    bship_internal_make_plan(closing, drawing.rest);
    bship_internal_closing_set_leaf(closing, leaf, 0);
    bship_status status = draw_rest(closing, &drawing, 0, 0, leaf->met);
    bship_internal_closing_set_leaf(closing, leaf, 1);
    return status;
}
