/* What a bot is told of a chart: the reports of its turns, and the water that sinkings revealed. */
#ifndef PROGRAMS_ENGINE_CHART_TEXT_H
#define PROGRAMS_ENGINE_CHART_TEXT_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/chart.h>

#include "common/text.h"

/* Appends a line `report ...` for a turn of a chart; false: out of memory. */
bool chart_text_append_turn(struct text *text, const bship_chart *chart, int64_t turn);

/*
 * Appends lines `water ...` with the cells that are known to be water without a shot, but those
 * that `sent` marks, row by row; then marks them. False: out of memory.
 */
bool chart_text_append_water(struct text *text, const bship_chart *chart, uint8_t *sent);

/* Whether every report that these rules can give fits into a line. */
bool chart_text_fits(const bship_rules *rules);

#endif
