/* Heat maps in line mode. */
#ifndef PROGRAMS_BATTLESHIP_LINES_ADVISING_H
#define PROGRAMS_BATTLESHIP_LINES_ADVISING_H

#include "battleship/game/advice.h"
#include "battleship/lines/conversation.h"

/* Prints a heat map, with the best cells, or these alone when speaking. */
void advising_print_map(const struct lines *lines, const bship_chart *chart, const double *grid);

#endif
