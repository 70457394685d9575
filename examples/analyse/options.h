/* The command line of the analysis. */
#ifndef EXAMPLES_ANALYSE_OPTIONS_H
#define EXAMPLES_ANALYSE_OPTIONS_H

#include <stdint.h>
#include <stdio.h>

#include <battleship/posterior.h>

enum format_choice {
    FORMAT_TEXT,
    FORMAT_JSON
};

struct options {
    const char *file; /* `-` for standard input; NULL only with help or version */
    int32_t format;   /* an enum format_choice */
    int32_t colour;   /* an enum colour_choice */
    uint64_t repeat;  /* runs, at least 1 */
    bship_posterior_options posterior;
    int explains; /* whether to print what became of each method */
    int wants_help;
    int wants_version;
};

/* Reads the command line. On failure prints the reason on stderr and returns 0. */
int options_read(struct options *options, int argc, char **argv);

/* Prints the text of --help. */
void options_print_help(FILE *out);

#endif
