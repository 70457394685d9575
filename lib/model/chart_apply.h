/* Deriving the state of a chart from the turns of its log. */
#ifndef BSI_MODEL_CHART_APPLY_H
#define BSI_MODEL_CHART_APPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chart.h"

/* To be called before the state or the hit state of a cell changes, while a turn is applied. */
static inline void bsi_chart_touch(bship_chart *chart, uint32_t position)
{
    if (bsi_stamp_set_add(&chart->changed, position))
        chart->old_hit_states[position] = chart->hit_states[position];
}

/* Rebuilds the derived state from the log. */
void bsi_chart_rebuild(bship_chart *chart);

/*
 * Updates the derived state by a turn that is already in the log: OK or CONTRADICTION. `*fault`
 * then becomes the shot that contradicts, unless only the whole turn does.
 */
bship_status bsi_chart_apply(bship_chart *chart, uint32_t turn, uint32_t *fault);

/* The same for a turn of one shot that is not reported by a total. */
bship_status bsi_chart_apply_shot(bship_chart *chart, uint32_t shot);

/*
 * Marks a miss at an unknown cell; inline because most shots miss. True if the chart surely agrees:
 * a cell of a ship is not hit yet, the unknown cells have room for all of these, and no hit is
 * beside the miss. If false, bsi_chart_miss_agrees() decides.
 */
static inline bool bsi_chart_mark_miss(bship_chart *chart, uint32_t position)
{
    const uint8_t *hit_state = &chart->hit_states[position];
    uint32_t stride = chart->rules->stride;
    chart->states[position] = BSHIP_CHART_STATE_MISS;
    chart->unknown_count--;
    bool is_beside_hit = hit_state[-1] | hit_state[1] | *(hit_state - stride) | hit_state[stride];
    /* If every cell of a ship is hit, the difference wraps, and is not less. */
    return !is_beside_hit && (uint32_t)chart->unhit - 1 < chart->unknown_count;
}

/* Whether the chart agrees with the miss that was just marked. */
bool bsi_chart_miss_agrees(const bship_chart *chart, uint32_t position);

#endif
