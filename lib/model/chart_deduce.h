/* Which ships sank, and which wrecks are where. */
#ifndef BSI_MODEL_CHART_DEDUCE_H
#define BSI_MODEL_CHART_DEDUCE_H

#include <stdint.h>

#include "model/chart.h"

/* The length of the shortest ship that a hit may belong to, if it names none; 0: there is none. */
int32_t bsi_chart_shortest(const bship_chart *chart);

/* Takes a ship of a length off those afloat; whether there was one. */
int bsi_chart_sink_length(bship_chart *chart, int32_t length, int32_t ships);

/* Settles what sinkings it can (see battleship/chart.h): OK or CONTRADICTION. */
bship_status bsi_chart_deduce(bship_chart *chart);

#endif
