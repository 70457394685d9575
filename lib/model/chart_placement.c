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
