/*
 * Pictures drawn by gnuplot, which runs as a child process.
 *
 * gnuplot is given no file names: it reads its script from a temporary file without a name and
 * prints the picture, which is then written in one step. Whatever goes wrong, an older file stays
 * as it is.
 *
 * Functions that fail print the reason on stderr.
 */
#ifndef PROGRAMS_SIMULATION_PLOT_GNUPLOT_H
#define PROGRAMS_SIMULATION_PLOT_GNUPLOT_H

#include <stdio.h>

#include "common/process.h"

/*
 * Whether a picture can be drawn: its name ends with .svg, .png or .pdf, gnuplot runs and can draw
 * these, and its directory can be written to. Returns an exit code; `option` is named in messages.
 */
int gnuplot_check(const char *option, const char *path);

/*
 * Starts the script of a picture of some width and height in pixels. Returns the stream to write
 * the script to; NULL on failure.
 */
FILE *gnuplot_begin(const char *path, int width, int height);

/* Writes a text to a script as a string in quotes. What cannot be printed becomes `?`. */
void gnuplot_quote(FILE *script, const char *text);

/* Draws the picture, writes it and closes the script. Returns an exit code. */
int gnuplot_end(FILE *script, const char *path);

#endif
