/* Deriving the state of a chart from the turns of its log. */
#ifndef BSI_MODEL_CHART_APPLY_H
#define BSI_MODEL_CHART_APPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chart.h"

/* Rebuilds the derived state from the log. */
void bsi_chart_rebuild(bship_chart *chart);

/*
 * Updates the derived state by a turn that is already in the log: OK or CONTRADICTION. If a single
 * shot contradicts, `*fault` becomes its index; if only the whole turn does, it stays as it is.
 */
bship_status bsi_chart_apply(bship_chart *chart, uint32_t turn, uint32_t *fault);

/* As bsi_chart_apply(), for the last turn if it is one shot that no total reports. */
bship_status bsi_chart_apply_shot(bship_chart *chart, uint32_t shot);

/*
 * Marks a miss at an unknown cell; inline because most shots miss. Returns true if the chart surely
 * agrees: some cell of a ship is not hit yet, the unknown cells suffice for all such cells, and no
 * hit is beside the miss. If it returns false, bsi_chart_miss_agrees() decides.
 */
static inline bool bsi_chart_mark_miss(bship_chart *chart, uint32_t position)
{
    const uint8_t *hit_state = &chart->hit_states[position];
    uint32_t stride = chart->rules->stride;
    chart->states[position] = BSHIP_CHART_STATE_MISS;
    chart->unknown_count--;
    bool is_beside_hit = hit_state[-1] | hit_state[1] | *(hit_state - stride) | hit_state[stride];
    /* If all cells of ships are hit, the difference wraps to a maximum and the comparison fails. */
    return !is_beside_hit && (uint32_t)chart->unhit - 1 < chart->unknown_count;
}

/* Whether the chart agrees with the miss that was just marked. */
bool bsi_chart_miss_agrees(const bship_chart *chart, uint32_t position);

#endif
