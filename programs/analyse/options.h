/* The command line of the analysis. */
#ifndef PROGRAMS_ANALYSE_OPTIONS_H
#define PROGRAMS_ANALYSE_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <battleship/posterior.h>

#include "common/rules_options.h"

enum format_choice {
    FORMAT_TEXT,
    FORMAT_JSON
};

struct options {
    const char **files; /* `-` for standard input; one, unless layouts are to be learnt */
    size_t file_count;
    const char *grid;   /* the file of a grid, or `-`, to read instead; or NULL */
    const char *sunk;   /* the lengths of the ships sunk in the grid; or NULL */
    const char *habits; /* the file of habits to use; or NULL */
    const char *learn;  /* the file of habits to which to add what the files teach; or NULL */
    int32_t side;       /* the bship_side whose layouts to learn; NONE: side b */
    int32_t format;     /* an enum format_choice */
    int32_t colour;     /* an enum colour_choice */
    uint64_t repeat;    /* runs, at least 1 */
    struct rules_options rules; /* of the grid */
    bool has_board;             /* whether these have a size of their own */
    bship_posterior_options posterior;
    int explains; /* whether to print what became of each method */
    int searches; /* whether `search` compares the best cells */
    int wants_help;
    int wants_version;
};

/*
 * Reads the command line. On failure prints the reason on stderr and returns 0. options_clear() is
 * needed even then.
 */
int options_read(struct options *options, int argc, char **argv);

/* Frees the members of the options. */
void options_clear(struct options *options);

/* Prints the text of --help. */
void options_print_help(FILE *out);

#endif
