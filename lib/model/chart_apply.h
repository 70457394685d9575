/* What follows from the turns of a chart's log. */
#ifndef BSI_MODEL_CHART_APPLY_H
#define BSI_MODEL_CHART_APPLY_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chart.h"

/* Rebuilds all that is derived from the log. */
void bsi_chart_rebuild(bship_chart *chart);

/* Brings what is derived up to a turn that is already in the log: OK or CONTRADICTION. */
bship_status bsi_chart_apply(bship_chart *chart, uint32_t turn);

/* The same for a turn of one shot, which is not answered by a total. */
bship_status bsi_chart_apply_shot(bship_chart *chart, uint32_t shot);

/* Whether the cells left have room for what was not hit yet. */
static inline bool bsi_cells_suffice(const bship_chart *chart)
{
    return chart->hit_count + (int64_t)chart->unknown_count >= chart->rules->fleet->cells;
}

/* Whether the open hits beside a cell, which has just become water, still have room. */
bool bsi_sides_have_room(const bship_chart *chart, uint32_t position);

/* bsi_chart_apply_shot() for a miss, inline: nearly all shots are. */
static inline bship_status bsi_chart_apply_miss(bship_chart *chart, uint32_t position)
{
    const uint8_t *hit_state = &chart->hit_states[position];
    uint32_t stride = chart->rules->stride;
    chart->states[position] = BSHIP_CHART_MISS;
    chart->unknown_count--;
    bool is_beside_hit = hit_state[-1] | hit_state[1] | *(hit_state - stride) | hit_state[stride];
    int agrees =
        bsi_cells_suffice(chart) && (!is_beside_hit || bsi_sides_have_room(chart, position));
    return agrees ? BSHIP_OK : BSHIP_ERROR_CONTRADICTION;
}

#endif
