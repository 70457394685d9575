/*
 * The deductions of battleship/chart.h: which cells a sunk ship covers.
 *
 * A *candidate* of a sinking is a straight run of hits that the sunk ship may cover. It contains
 * the cell reported as sunk and consists of hits that are *eligible*: not
 * later than the sinking, not attributed to a ship and not naming another one. So for each possible
 * length a window slides along the run of eligible hits through that cell. A sinking with one
 * candidate is *settled*: its hits are attributed to it, which can leave another sinking with one
 * candidate. So passes are repeated until nothing changes.
 *
 * Where the report shows the ship, no other run is a candidate.
 */
#include "model/chart_deduce.h"

#include <stdbool.h>

#include "model/chart_placement.h"

/* ---- ships afloat ---- */

int32_t bsi_chart_shortest(const bship_chart *chart)
{
    const bship_fleet *fleet = chart->rules->fleet;
    /* A hit on a ship of length 1 would have been reported as sunk. */
    int32_t least = bsi_discloses_sinkings(chart->rules) ? 2 : 1;
    for (int32_t k = fleet->class_count - 1; k >= 0; k--) {
        if (chart->afloat[k] > 0 && fleet->classes[k].length >= least)
            return fleet->classes[k].length;
    }
    return 0;
}

bool bsi_chart_sink_length(bship_chart *chart, int32_t length, int32_t ships)
{
    const bship_fleet *fleet = chart->rules->fleet;
    int32_t class = bsi_class_of_length(fleet, length);
    if (class < 0)
        return false;
    chart->afloat[class] -= ships;
    chart->known_length_count += ships;
    chart->known_length_cells += ships * length;
    if (length == chart->shortest)
        chart->shortest = bsi_chart_shortest(chart);
    return chart->afloat[class] >= 0;
}

/* ---- candidates ---- */

/* Whether a hit is eligible for a sinking. */
static bool is_eligible(const bship_chart *chart, const bsi_sinking *sinking, uint32_t position)
{
    uint8_t hit_state = chart->hit_states[position];
    if (hit_state == BSHIP_HIT_STATE_NONE || hit_state == BSHIP_HIT_STATE_ATTRIBUTED ||
        chart->shot_of[position] > sinking->shot)
        return false;
    int32_t named = chart->shots[chart->shot_of[position]].ship;
    return named < 0 || named == sinking->ship;
}

/* The number of eligible hits in a row beside the cell of the sinking, in one direction; at most
 * one less than the longest candidate has. */
static int32_t reach(const bship_chart *chart, const bsi_sinking *sinking, int32_t longest,
                     uint32_t step)
{
    uint32_t position = sinking->position + step;
    int32_t count = 0;
    while (count < longest - 1 && is_eligible(chart, sinking, position)) {
        position += step;
        count++;
    }
    return count;
}

static void mark_ambiguous(bship_chart *chart, const bsi_run *candidate)
{
    for (int32_t i = 0; i < candidate->length; i++) {
        uint32_t position = candidate->first + (uint32_t)i * candidate->step;
        if (chart->hit_states[position] == BSHIP_HIT_STATE_UNRESOLVED) {
            bsi_chart_touch(chart, position);
            chart->hit_states[position] = BSHIP_HIT_STATE_AMBIGUOUS;
            chart->unresolved_count--;
            chart->ambiguous_count++;
        }
    }
}

/* Counts the candidates of one length and orientation; `*out` becomes the last one found. */
static int32_t slide(bship_chart *chart, const bsi_sinking *sinking, int32_t length, uint32_t step,
                     bsi_run *out, bool mark)
{
    int32_t before = reach(chart, sinking, length, 0u - step);
    int32_t after = reach(chart, sinking, length, step);
    int32_t count = 0;
    for (int32_t offset = length - 1 - after; offset <= before; offset++) {
        bsi_run candidate = { sinking->position - (uint32_t)offset * step, step, length };
        if (bsi_run_touches_hit(chart, &candidate))
            continue;
        if (mark)
            mark_ambiguous(chart, &candidate);
        *out = candidate;
        count++;
    }
    return count;
}

static int32_t slide_both(bship_chart *chart, const bsi_sinking *sinking, int32_t length,
                          bsi_run *out, bool mark)
{
    int32_t count = slide(chart, sinking, length, 1, out, mark);
    return length == 1 ? count
                       : count + slide(chart, sinking, length, chart->rules->stride, out, mark);
}

/* As bsi_chart_shown_fault(), for a sinking whose report shows the ship. */
static uint32_t shown_fault(const bship_chart *chart, const bsi_sinking *sinking)
{
    bsi_run run = bsi_shown_run(chart->rules, &chart->shots[sinking->shot]);
    if (!bsi_run_covers(&run, sinking->position))
        return sinking->position;
    for (int32_t i = 0; i < run.length; i++) {
        uint32_t position = run.first + (uint32_t)i * run.step;
        if (position != sinking->position && !is_eligible(chart, sinking, position))
            return position;
    }
    return bsi_run_touches_hit(chart, &run);
}

uint32_t bsi_chart_shown_fault(const bship_chart *chart, uint32_t shot)
{
    if (!chart->shots[shot].first || chart->sinking_count == 0)
        return 0;
    const bsi_sinking *last = &chart->sinkings[chart->sinking_count - 1];
    return last->shot == shot && !last->first ? shown_fault(chart, last) : 0;
}

/* Counts the candidates of a sinking; with `mark` their hits become ambiguous. */
static int32_t scan(bship_chart *chart, const bsi_sinking *sinking, bsi_run *out, bool mark)
{
    if (chart->shots[sinking->shot].first) {
        *out = bsi_shown_run(chart->rules, &chart->shots[sinking->shot]);
        return shown_fault(chart, sinking) == 0;
    }
    if (sinking->length > 0)
        return slide_both(chart, sinking, sinking->length, out, mark);
    const bship_fleet *fleet = chart->rules->fleet;
    int32_t count = 0;
    for (int32_t k = 0; k < fleet->class_count; k++) {
        if (chart->afloat[k] > 0)
            count += slide_both(chart, sinking, fleet->classes[k].length, out, mark);
    }
    return count;
}

static bship_status settle(bship_chart *chart, bsi_sinking *sinking, const bsi_run *candidate)
{
    for (int32_t i = 0; i < candidate->length; i++) {
        uint32_t position = candidate->first + (uint32_t)i * candidate->step;
        bsi_chart_touch(chart, position);
        chart->unresolved_count -= chart->hit_states[position] == BSHIP_HIT_STATE_UNRESOLVED;
        chart->ambiguous_count -= chart->hit_states[position] == BSHIP_HIT_STATE_AMBIGUOUS;
        chart->hit_states[position] = BSHIP_HIT_STATE_ATTRIBUTED;
        chart->states[position] = BSHIP_CHART_STATE_SUNK;
    }
    sinking->first = candidate->first;
    sinking->orientation =
        candidate->step == 1 ? BSHIP_ORIENTATION_HORIZONTAL : BSHIP_ORIENTATION_VERTICAL;
    chart->unsettled_count--;
    if (sinking->length > 0)
        return BSHIP_OK;
    sinking->length = candidate->length;
    bool agrees = bsi_chart_sink_length(chart, sinking->length, 1);
    return agrees ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
}

/* Settles each sinking that has a unique candidate; `*changed` is whether there was one. */
static bship_status settle_pass(bship_chart *chart, bool *changed)
{
    *changed = false;
    for (int32_t i = 0; i < chart->sinking_count && chart->unsettled_count > 0; i++) {
        bsi_sinking *sinking = &chart->sinkings[i];
        bsi_run candidate = { 0, 0, 0 };
        if (sinking->first)
            continue;
        int32_t count = scan(chart, sinking, &candidate, false);
        if (count == 0)
            return BSHIP_ERROR_CONTRADICTION;
        if (count > 1)
            continue;
        bship_status status = settle(chart, sinking, &candidate);
        if (status)
            return status;
        *changed = true;
    }
    return BSHIP_OK;
}

/* Makes the hits of all remaining candidates ambiguous, and the other hits that are not attributed
 * unresolved. */
static void classify_hits(bship_chart *chart)
{
    bsi_run unused;
    if (chart->unsettled_count == 0 && chart->ambiguous_count == 0)
        return;
    for (uint32_t i = 0; i < chart->hit_cell_count; i++) {
        uint32_t position = chart->hits[i];
        if (chart->hit_states[position] == BSHIP_HIT_STATE_AMBIGUOUS) {
            bsi_chart_touch(chart, position);
            chart->hit_states[position] = BSHIP_HIT_STATE_UNRESOLVED;
        }
    }
    chart->unresolved_count += chart->ambiguous_count;
    chart->ambiguous_count = 0;
    for (int32_t i = 0; i < chart->sinking_count; i++) {
        if (!chart->sinkings[i].first)
            scan(chart, &chart->sinkings[i], &unused, true);
    }
}

bship_status bsi_chart_deduce(bship_chart *chart)
{
    bool changed = true;
    while (changed && chart->unsettled_count > 0) {
        bship_status status = settle_pass(chart, &changed);
        if (status)
            return status;
    }
    classify_hits(chart);
    return BSHIP_OK;
}
