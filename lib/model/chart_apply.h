/* Deriving the state of a chart from the turns of its log. */
#ifndef BSI_MODEL_CHART_APPLY_H
#define BSI_MODEL_CHART_APPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chart.h"

/* Rebuilds the derived state from the log. */
void bsi_chart_rebuild(bship_chart *chart);

/*
 * Updates the derived state by a turn that is already in the log: OK or CONTRADICTION. `*fault`
 * then becomes the shot that contradicts, unless only the whole turn does.
 */
bship_status bsi_chart_apply(bship_chart *chart, uint32_t turn, uint32_t *fault);

/* The same for a turn of one shot that is not reported by a total. */
bship_status bsi_chart_apply_shot(bship_chart *chart, uint32_t shot);

/* Whether the unknown cells suffice for the ship cells not hit yet. */
static inline bool bsi_cells_suffice(const bship_chart *chart)
{
    return chart->hit_count + (int64_t)chart->unknown_count >= chart->rules->fleet->cells;
}

/* Whether a ship still fits through each unresolved hit beside a cell that became water. */
bool bsi_sides_have_room(const bship_chart *chart, uint32_t position);

/*
 * bsi_chart_apply_shot() for a miss: inline because most shots miss. The fleet is not sunk yet, and
 * its missing cells are among the unknown ones.
 */
static inline bship_status bsi_chart_apply_miss(bship_chart *chart, uint32_t position)
{
    const uint8_t *hit_state = &chart->hit_states[position];
    uint32_t stride = chart->rules->stride;
    chart->states[position] = BSHIP_CHART_MISS;
    chart->unknown_count--;
    bool is_beside_hit = hit_state[-1] | hit_state[1] | *(hit_state - stride) | hit_state[stride];
    int32_t missing = chart->rules->fleet->cells - chart->hit_count;
    bool agrees = missing > 0 && (uint32_t)missing <= chart->unknown_count &&
                  (!is_beside_hit || bsi_sides_have_room(chart, position));
    return agrees ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
}

#endif
