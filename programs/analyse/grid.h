/* Reading a position from a grid, a picture of the board in letters. */
#ifndef PROGRAMS_ANALYSE_GRID_H
#define PROGRAMS_ANALYSE_GRID_H

#include "analyse/analysis.h"
#include "analyse/options.h"

/* Reads the chart that a grid shows, by the rules of the options. On failure prints the reason on
   stderr and returns an exit code. */
int grid_read(struct analysis *analysis, const struct options *options);

#endif
