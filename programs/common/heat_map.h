/*
 * A board as a heat map on a terminal: the chance of a ship in per cent in every cell whose
 * contents are not known, a mark in every other, and what the marks mean.
 */
#ifndef PROGRAMS_COMMON_HEAT_MAP_H
#define PROGRAMS_COMMON_HEAT_MAP_H

#include <stdbool.h>
#include <stdio.h>

#include <battleship/chart.h>

/* Prints the board of a chart, with the chance of each cell, row by row. */
void heat_map_print(FILE *out, const bship_chart *chart, const double *chances, bool has_colour);

#endif
