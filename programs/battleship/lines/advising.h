/* Heat maps in line mode. */
#ifndef PROGRAMS_BATTLESHIP_LINES_ADVISING_H
#define PROGRAMS_BATTLESHIP_LINES_ADVISING_H

#include "battleship/game/advice.h"
#include "battleship/lines/plain.h"

/* Prints a heat map, with the best cells, or these alone when speaking. */
void advising_print_map(const struct plain *plain, const bship_chart *chart, const double *grid);

/*
 * Computes the chances to hit of a chart and prints them; says whether it could. Ctrl-C cancels it,
 * which is no reason to leave.
 */
enum plain_state advising_map(struct plain *plain, struct advice *advice, const bship_chart *chart,
                              bool *is_found);

#endif
