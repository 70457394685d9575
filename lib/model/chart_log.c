/* The log of a chart as a whole: emptied, cut, copied. What follows from it is derived anew. */
#include <string.h>

#include "model/chart_apply.h"

void bship_chart_reset(bship_chart *chart)
{
    chart->shot_count = 0;
    chart->turn_count = 0;
    chart->total_count = 0;
    chart->hash = BSI_EMPTY_LOG;
    bsi_chart_rebuild(chart);
}

bship_status bship_chart_truncate(bship_chart *chart, int64_t turns)
{
    if (!chart)
        return BSHIP_ERROR_ARGUMENT;
    if (turns < 0 || turns > chart->turn_count)
        return BSHIP_ERROR_RANGE;
    if (turns == chart->turn_count)
        return BSHIP_OK;
    chart->hash = chart->turns[turns].before;
    chart->shot_count = chart->turns[turns].first_shot;
    chart->turn_count = (uint32_t)turns;
    chart->total_count = 0;
    for (uint32_t i = 0; i < chart->turn_count; i++)
        chart->total_count += chart->turns[i].total >= 0;
    bsi_chart_rebuild(chart);
    return BSHIP_OK;
}

bship_status bship_chart_copy(bship_chart *chart, const bship_chart *source)
{
    if (!chart || !source)
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(chart->rules, source->rules))
        return BSHIP_ERROR_RULES;
    if (chart == source)
        return BSHIP_OK;
    bship_status status = bsi_chart_grow(chart, source->shot_count, source->total_count);
    if (status)
        return status;
    size_t width = bsi_total_width(chart) * sizeof *chart->totals;
    memcpy(chart->shots, source->shots, source->shot_count * sizeof *chart->shots);
    memcpy(chart->turns, source->turns, source->turn_count * sizeof *chart->turns);
    if (source->total_count > 0)
        memcpy(chart->totals, source->totals, source->total_count * width);
    chart->shot_count = source->shot_count;
    chart->turn_count = source->turn_count;
    chart->total_count = source->total_count;
    chart->hash = source->hash;
    bsi_chart_rebuild(chart);
    return BSHIP_OK;
}
