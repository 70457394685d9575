/* Heat maps in line mode. */
#ifndef PROGRAMS_BATTLESHIP_LINES_ADVISING_H
#define PROGRAMS_BATTLESHIP_LINES_ADVISING_H

#include "battleship/game/advice.h"
#include "battleship/lines/conversation.h"

/* Prints a heat map, with the best cells, or these alone when speaking. */
void advising_print_map(const struct lines *lines, const bship_chart *chart, const double *grid);

/*
 * Computes the chances to hit of a chart and prints them; says whether it could. Ctrl-C cancels it,
 * which is no reason to leave.
 */
int advising_map(struct lines *lines, struct advice *advice, const bship_chart *chart,
                 bool *is_found);

#endif
