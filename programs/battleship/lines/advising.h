/* Hints and heat maps in line mode. */
#ifndef BATTLESHIP_LINES_ADVISING_H
#define BATTLESHIP_LINES_ADVISING_H

#include "battleship/lines/plain.h"

/*
 * Finds cells for the shots due of a side, besides those that are marked already, and counts the
 * hint. Writes them behind the marked ones; `found` receives how many. Ctrl-C cancels it, which is
 * no reason to leave.
 */
enum plain_state advising_hint(struct plain *plain, int32_t side, bship_cell *cells, int32_t marked,
                               int32_t due, int32_t *found);

/* Prints the chances to hit of a side, and counts the heat map; likewise. */
enum plain_state advising_heat(struct plain *plain, int32_t side);

/* Prints the chances to hit of a chart, and says whether it could. */
enum plain_state advising_map(struct plain *plain, struct advice *advice, const bship_chart *chart,
                              bool *is_found);

#endif
