/* The game in line mode: for pipes, simple terminals and screen readers. */
#ifndef PROGRAMS_BATTLESHIP_LINES_LINES_MAIN_H
#define PROGRAMS_BATTLESHIP_LINES_LINES_MAIN_H

#include "battleship/options.h"

/* Runs what the options choose, line by line. Returns the exit code. */
int lines_run(const struct options *options);

/* Shows or changes a profile, as the options say. Returns the exit code. */
int lines_run_profile(const struct options *options);

/* Prints the statistics, or writes them to a file. Returns the exit code. */
int lines_print_statistics(const struct options *options);

#endif
