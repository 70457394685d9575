/* Whether a single placement agrees with a chart; see chart_placement.h. */
#include "model/chart_placement.h"

#include <assert.h>

/* ---- hits ---- */

/* Whether the name that a shot disclosed, if any, is `name`. */
static bool name_agrees(const bsi_shot *shot, int32_t name)
{
    return name < 0 || shot->ship < 0 || shot->ship == name;
}

/* Whether a sunk ship that its report shows lies in a run, or none is shown. */
static bool shown_agrees(const bship_chart *chart, const bsi_shot *shot, const bsi_run *run)
{
    bsi_run shown = bsi_shown_run(chart->rules, shot);
    return !shot->first || (shown.first == run->first && shown.step == run->step);
}

bool bsi_hits_agree(const bship_chart *chart, const bsi_run *run, int32_t name)
{
    int32_t hits = 0, sinkings = 0;
    bool shows = bsi_shows_ships(chart->rules), is_shown = false;
    uint32_t last_number = 0, position = run->first;
    for (int32_t i = 0; i < run->length; i++, position += run->step) {
        if (chart->hit_states[position] == BSHIP_HIT_STATE_NONE)
            continue;
        uint32_t number = chart->shot_of[position];
        const bsi_shot *shot = &chart->shots[number];
        /* Where hits are not named, only sinkings can have a name, which is checked below. */
        if (bsi_discloses_hit_names(chart->rules) && !name_agrees(shot, name))
            return false;
        is_shown |= shows && chart->hit_states[position] == BSHIP_HIT_STATE_ATTRIBUTED;
        hits++;
        sinkings += shot->result == BSHIP_RESULT_SUNK;
        if (number > last_number)
            last_number = number;
    }
    bool is_sunk = bsi_discloses_sinkings(chart->rules) && hits == run->length;
    if (sinkings != is_sunk || is_shown != (is_sunk && shows))
        return false;
    const bsi_shot *last = &chart->shots[last_number];
    return !is_sunk || (last->result == BSHIP_RESULT_SUNK &&
                        (last->length == 0 || last->length == run->length) &&
                        name_agrees(last, name) && shown_agrees(chart, last, run));
}

static bool is_hit(const bship_chart *chart, uint32_t position)
{
    return chart->hit_states[position] != BSHIP_HIT_STATE_NONE;
}

/* Whether a step in one direction or the other leads from a cell to a hit. */
static bool has_hit_along(const bship_chart *chart, uint32_t position, uint32_t step)
{
    static_assert(BSHIP_HIT_STATE_NONE == 0, "any other state is that of a hit");
    return chart->hit_states[position - step] | chart->hit_states[position + step];
}

bool bsi_hits_exclude(const bship_chart *chart, uint32_t position)
{
    const bship_rules *rules = chart->rules;
    const uint32_t stride = rules->stride;
    bool is_beside = has_hit_along(chart, position, 1);
    bool is_below = has_hit_along(chart, position, stride);
    if (is_beside && is_below)
        return true;
    if (rules->contact_count == 8 &&
        (has_hit_along(chart, position - 1, stride) || has_hit_along(chart, position + 1, stride)))
        return true;
    for (uint32_t i = 0; (is_beside || is_below) && i < 4; i++) {
        uint32_t neighbour = bsi_neighbour(rules, position, i);
        /* A ship that covers both cells has no hit at its side. */
        if (is_hit(chart, neighbour) &&
            (chart->hit_states[neighbour] == BSHIP_HIT_STATE_ATTRIBUTED ||
             has_hit_along(chart, neighbour, i < 2 ? stride : 1)))
            return true;
    }
    return false;
}

uint32_t bsi_run_contact(const bship_chart *chart, const bsi_run *run)
{
    const bship_rules *rules = chart->rules;
    uint32_t position = run->first;
    for (int32_t k = 0; k < run->length; k++, position += run->step) {
        for (uint32_t i = 0; i < rules->contact_count; i++) {
            uint32_t neighbour = bsi_neighbour(rules, position, i);
            if (chart->hit_states[neighbour] != BSHIP_HIT_STATE_NONE &&
                !bsi_run_covers(run, neighbour))
                return neighbour;
        }
    }
    return 0;
}

/* ---- sunk ships ---- */

int32_t bship_chart_sinking_at(const bship_chart *chart, bship_cell cell)
{
    if (!bsi_on_board(chart->rules, cell))
        return -1;
    uint32_t position = bsi_position(chart->rules, cell);
    for (int32_t i = 0; i < chart->sinking_count; i++) {
        const bsi_sinking *sinking = &chart->sinkings[i];
        bsi_run run = { sinking->first, bsi_step(chart->rules, sinking->orientation),
                        sinking->length };
        if (sinking->first && bsi_run_covers(&run, position))
            return i;
    }
    return -1;
}
