/*
 * The analysis of a position: a record or a grid is read into a chart, the posterior of the chart
 * is computed and its results are printed.
 *
 * Functions that can fail print the reason on stderr and return an exit code.
 */
#ifndef PROGRAMS_ANALYSE_ANALYSIS_H
#define PROGRAMS_ANALYSE_ANALYSIS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <battleship/battleship.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/search.h>

#include "common/process.h"

#define PROGRAM "battleship-analyse"

/* Exit codes in addition to the common ones. */
enum {
    EXIT_CONTRADICTION = 1,
    EXIT_NO_ANALYSIS = 2, /* the input is invalid, or a resource is missing */
    EXIT_WORK_LIMIT = 3
};

/* Everything that is printed; grids are row by row. All zero before the analysis. */
struct analysis {
    const char *name; /* of the input, for messages */
    bship_chart *chart;
    bool is_grid;         /* whether the chart shows a grid, whose sunk cells are taken as shown */
    bship_habits *habits; /* of whoever laid the fleet; or NULL */
    bship_habits_snapshot *snapshot; /* of these */
    bship_posterior *posterior;
    bship_posterior_info info;
    char *layouts;                  /* their number in digits; empty if unknown */
    size_t cells;                   /* of a grid */
    double *occupancy;              /* a grid */
    double *standard_error;         /* a grid */
    double *of_class;               /* a grid, scratch space of the printer */
    bship_cell *best;               /* the unknown cells, best first */
    size_t unknown_count;           /* their number */
    bship_ai_candidate *candidates; /* what `search` compares, best first; NULL: not asked for */
    size_t candidate_count;
    double seconds;         /* the median time of all runs */
    uint64_t record_memory; /* the memory limit of reading the record */
};

/* Begins the analysis of a file, or of standard input for `-`, and opens it: NULL, with the reason
   in errno, if that fails. */
FILE *analysis_open(struct analysis *analysis, const char *file);

/* Reads the chart of side a from a record in a file, or on standard input for `-`; 0 bytes of
   memory stand for the default. */
int analysis_read(struct analysis *analysis, const char *file, uint64_t memory_limit);

/* The part of analysis_read() that only reads the record, which is the caller's to free. */
int analysis_read_record(struct analysis *analysis, const char *file, uint64_t memory_limit,
                         bship_record **out);

/*
 * Computes the posterior `repeat` times, each time from scratch. If that fails and `explains` is
 * set, it also prints why each method fails by itself.
 */
int analysis_compute(struct analysis *analysis, const bship_posterior_options *options,
                     uint64_t repeat, int explains);

/* Has `search` compare the best cells of a position that was computed; the options limit it. */
int analysis_search(struct analysis *analysis, const bship_posterior_options *options);

/* How many shots more than the best candidate those of highest occupancy need. */
void analysis_greedy_costs(const struct analysis *analysis, double *least, double *most);

/* Frees what the analysis holds. */
void analysis_clear(struct analysis *analysis);

/* The rules of the position. */
const bship_rules *analysis_rules(const struct analysis *analysis);

/* The length of a sunk ship whose cells are taken as a grid shows them; 0 if there are not so many,
 * or if reports show them. */
int32_t analysis_shown_length(const struct analysis *analysis, int32_t sinking);

/* The index of a cell in a grid. */
size_t analysis_item(const struct analysis *analysis, bship_cell cell);

/* Prints what is wrong with a file, or why its analysis failed; returns EXIT_NO_ANALYSIS. */
int analysis_fail(const char *file, const char *reason);

/* The same for what a reader of the library says, at its line and column if there are any. */
int analysis_fail_at(const char *file, const bship_error *error);

/* Prints what ran into the memory limit; returns EXIT_NO_ANALYSIS. */
int analysis_fail_memory(const struct analysis *analysis, const char *what, uint64_t limit);

/*
 * Print the analysis and, if asked for, what became of each method; the caller checks `out` for
 * errors.
 */
void print_text(FILE *out, const struct analysis *analysis, bool has_colour, bool explains);
void print_json(FILE *out, const struct analysis *analysis, bool explains);

/* Prints in one line what habits say of a player. */
void print_habits(FILE *out, bship_habits *habits);

#endif
