/*
 * The habits of a player, in a file: read for an analysis, or learnt from records.
 *
 * Functions that can fail print the reason on stderr and return an exit code.
 */
#ifndef PROGRAMS_ANALYSE_HABITS_H
#define PROGRAMS_ANALYSE_HABITS_H

#include "analyse/analysis.h"
#include "analyse/options.h"

/*
 * Reads a file of habits for an analysis that has its chart, and sets the habits of the options,
 * which live as long as the analysis.
 */
int habits_apply(struct analysis *analysis, const char *file);

/*
 * Adds the layouts of the records on the command line to a file of habits, which is created if
 * there is none, and says how many there were. If a record cannot be read, the file stays as it is.
 */
int habits_learn(const struct options *options);

#endif
