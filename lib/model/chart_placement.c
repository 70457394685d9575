/* Whether a single placement agrees with a chart; see chart_placement.h. */
#include "model/chart_placement.h"

/* ---- hits ---- */

/* The hits that a run covers. */
struct hit_summary {
    int32_t hits;
    int32_t sinkings; /* hits that reported a sinking */
    uint32_t last;    /* the last of these shots */
};

/* Whether the name that a shot disclosed, if any, is `name`. */
static bool name_agrees(const bsi_shot *shot, int32_t name)
{
    return name < 0 || shot->ship < 0 || shot->ship == name;
}

static bool summary_agrees(const bship_chart *chart, const struct hit_summary *summary,
                           int32_t length, int32_t name)
{
    bool is_sunk = bsi_discloses_sinkings(chart->rules) && summary->hits == length;
    if (summary->sinkings != is_sunk)
        return false;
    const bsi_shot *last = &chart->shots[summary->last];
    return !is_sunk || (last->result == BSHIP_RESULT_SUNK &&
                        (last->length == 0 || last->length == length) && name_agrees(last, name));
}

bool bsi_hits_agree(const bship_chart *chart, const bsi_run *run, int32_t name)
{
    struct hit_summary summary = { 0, 0, 0 };
    uint32_t position = run->first;
    for (int32_t i = 0; i < run->length; i++, position += run->step) {
        if (chart->hit_states[position] == BSHIP_HIT_STATE_NONE)
            continue;
        uint32_t number = chart->shot_of[position];
        const bsi_shot *shot = &chart->shots[number];
        /* If hits are not named, only the last shot of a sunk ship has a name, checked below. */
        if (bsi_discloses_hit_names(chart->rules) && !name_agrees(shot, name))
            return false;
        summary.hits++;
        summary.sinkings += shot->result == BSHIP_RESULT_SUNK;
        if (number > summary.last)
            summary.last = number;
    }
    return summary_agrees(chart, &summary, run->length, name);
}

bool bsi_run_has_contact(const bship_chart *chart, const bsi_run *run)
{
    const bship_rules *rules = chart->rules;
    uint32_t position = run->first;
    for (int32_t k = 0; k < run->length; k++, position += run->step) {
        for (uint32_t i = 0; i < rules->contact_count; i++) {
            uint32_t neighbour = bsi_neighbour(rules, position, i);
            if (chart->hit_states[neighbour] != BSHIP_HIT_STATE_NONE &&
                !bsi_run_covers(run, neighbour))
                return true;
        }
    }
    return false;
}

/* ---- sunk ships ---- */

/* The index of the settled sinking whose ship covers a position; -1: none. */
static int32_t sinking_at(const bship_chart *chart, uint32_t position)
{
    for (int32_t i = 0; i < chart->sinking_count; i++) {
        const bsi_sinking *sinking = &chart->sinkings[i];
        bsi_run run = { sinking->first, bsi_step(chart->rules, sinking->orientation),
                        sinking->length };
        if (sinking->first && bsi_run_covers(&run, position))
            return i;
    }
    return -1;
}

int32_t bship_chart_sinking_at(const bship_chart *chart, bship_cell cell)
{
    return bsi_on_board(chart->rules, cell) ? sinking_at(chart, bsi_position(chart->rules, cell))
                                            : -1;
}

/* ---- placements ---- */

/* The cells of a run, as the chart knows them. */
struct cells {
    bool has_water;
    bool has_unknown;
    bool has_hit;
    int32_t sinking; /* a settled sinking whose ship covers one of them; -1: none */
};

static struct cells look_at(const bship_chart *chart, const bsi_run *run)
{
    struct cells cells = { .sinking = -1 };
    uint32_t position = run->first;
    for (int32_t i = 0; i < run->length; i++, position += run->step) {
        uint8_t state = chart->states[position];
        cells.has_water |= state == BSHIP_CHART_STATE_MISS ||
                           state == BSHIP_CHART_STATE_KNOWN_WATER ||
                           state == BSHIP_CHART_STATE_BLOCKED;
        cells.has_unknown |= state == BSHIP_CHART_STATE_UNKNOWN;
        cells.has_hit |= chart->hit_states[position] != BSHIP_HIT_STATE_NONE;
        if (state == BSHIP_CHART_STATE_SUNK && cells.sinking < 0)
            cells.sinking = sinking_at(chart, position);
    }
    return cells;
}

static bool is_afloat(const bship_chart *chart, const bsi_ship *ship)
{
    return chart->afloat[ship->length_class] > 0 && chart->afloat_of_name[ship->first_of_name] > 0;
}

/* Whether a run is the place of a settled sinking. */
static bool is_place_of(const bship_chart *chart, const bsi_run *run, int32_t sinking)
{
    const bsi_sinking *settled = &chart->sinkings[sinking];
    return settled->first == run->first && settled->length == run->length &&
           (run->length == 1 || bsi_step(chart->rules, settled->orientation) == run->step);
}

/* Whether a ship can cover a run, which is on the board. */
static bool can_cover(const bship_chart *chart, const bsi_ship *ship, const bsi_run *run)
{
    const bship_rules *rules = chart->rules;
    struct cells cells = look_at(chart, run);
    int32_t name = bsi_discloses_name(rules, true) ? ship->first_of_name : -1;
    if (cells.has_water || (cells.has_unknown && !is_afloat(chart, ship)))
        return false;
    if (cells.sinking >= 0 && !is_place_of(chart, run, cells.sinking))
        return false;
    if (cells.has_hit && !bsi_reports_totals(rules) && !bsi_hits_agree(chart, run, name))
        return false;
    return !bsi_run_touches_hit(chart, run);
}

int bship_chart_is_possible(const bship_chart *chart, bship_placement placement)
{
    const bship_rules *rules = chart->rules;
    bool is_single = bship_fleet_length(rules->fleet, placement.ship) == 1;
    if (is_single && placement.orientation == BSHIP_ORIENTATION_VERTICAL)
        placement.orientation = BSHIP_ORIENTATION_HORIZONTAL;
    if (bship_rules_placement_index(rules, placement) < 0)
        return 0;
    const bsi_ship *ship = &rules->fleet->ships[placement.ship];
    bship_cell first = { placement.x, placement.y };
    bsi_run run = { bsi_position(rules, first), bsi_step(rules, placement.orientation),
                    ship->length };
    return can_cover(chart, ship, &run);
}
