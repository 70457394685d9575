/*
 * The analysis of a position: a record is read into a chart, the posterior of the chart is
 * computed, and what it says is printed.
 *
 * Functions that can fail say why on stderr and return an exit code.
 */
#ifndef EXAMPLES_ANALYSE_ANALYSIS_H
#define EXAMPLES_ANALYSE_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <battleship/battleship.h>

#include "common/process.h"

#define PROGRAM "battleship-analyse"

/* Exit codes beside those of every program. */
enum {
    EXIT_CONTRADICTION = 1,
    EXIT_NO_ANALYSIS = 2, /* the input is bad, or what it takes cannot be had */
    EXIT_WORK_LIMIT = 3
};

/* All that is printed; grids are row by row. Empty where it is all zero. */
struct analysis {
    const char *name; /* of the input, for messages */
    bship_chart *chart;
    bship_posterior *posterior;
    bship_posterior_info info;
    char *layouts;          /* their number in digits; empty if it is not known */
    size_t cells;           /* of a grid */
    double *occupancy;      /* a grid */
    double *standard_error; /* a grid */
    double *of_length;      /* a grid, for a caller to fill */
    bship_cell *best;       /* the cells in fog */
    size_t empty_states;    /* how many they are */
    double seconds;         /* that the posterior took: the median of all runs */
};

/* Reads a record from a file, or from standard input if it is `-`: what side a knows. */
int analysis_read(struct analysis *analysis, const char *file);

/*
 * Computes the posterior `repeat` times, each time from scratch. If that fails and `explains` is
 * set, it also prints why each method fails by itself.
 */
int analysis_compute(struct analysis *analysis, const bship_posterior_options *options,
                     uint64_t repeat, int explains);

/* Frees what the analysis holds. */
void analysis_clear(struct analysis *analysis);

/* The rules of the position. */
const bship_rules *analysis_rules(const struct analysis *analysis);

/* A cell's item in a grid. */
size_t analysis_item(const struct analysis *analysis, bship_cell cell);

/* Says in what the analysis failed; returns EXIT_NO_ANALYSIS. */
int analysis_fail(const struct analysis *analysis, const char *reason);

/*
 * Print the analysis, and if asked to, what became of each method. Whether the output failed is
 * for its owner to see.
 */
void print_text(FILE *out, const struct analysis *analysis, bool has_colour, int explains);
void print_json(FILE *out, const struct analysis *analysis, int explains);

/* The part of print_text() that shows the board. */
void print_heat_map(FILE *out, const struct analysis *analysis, bool has_colour);

#endif
