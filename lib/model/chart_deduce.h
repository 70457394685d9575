/* Deductions: which ships sank, and which cells they cover. */
#ifndef BSI_MODEL_CHART_DEDUCE_H
#define BSI_MODEL_CHART_DEDUCE_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chart.h"

/* The length of the shortest ship afloat to which a hit without a name can belong; 0: none. */
int32_t bsi_chart_shortest(const bship_chart *chart);

/* Removes ships of a length from those afloat; returns whether there were enough of them. */
bool bsi_chart_sink_length(bship_chart *chart, int32_t length, int32_t ships);

/* A cell that says why the ship which the report of a shot shows cannot lie there: that of the shot
 * if the ship does not cover it, one that the ship covers without a hit on it, or a hit beside it
 * where none may be; 0: the ship can lie there, or none is shown. The shot was the last to be
 * applied. */
uint32_t bsi_chart_shown_fault(const bship_chart *chart, uint32_t shot);

/* Settles all sinkings that have a unique candidate, and classifies the hits: OK or CONTRADICTION.
 */
bship_status bsi_chart_deduce(bship_chart *chart);

#endif
