/* The results as a page for a browser. */
#ifndef PROGRAMS_SIMULATION_STUDY_HTML_H
#define PROGRAMS_SIMULATION_STUDY_HTML_H

#include "simulation/simulation.h"

/*
 * Writes a static page, without scripts or other files: the tables of the text, who is
 * disqualified, and why bots failed in this run, with links to those of `files` that are kept of
 * failed games. Prints a failure on stderr; returns an exit code.
 */
int html_write(const struct study *study, const struct conduct_files *files);

/* Whether there can be a page at a path, to be asked before the games. Likewise. */
int html_check(const char *path);

#endif
