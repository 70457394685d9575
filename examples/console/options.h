/* The command line of the game. */
#ifndef CONSOLE_OPTIONS_H
#define CONSOLE_OPTIONS_H

#include <stdint.h>
#include <stdio.h>

#include "common/rules_options.h"
#include "common/terminal.h"

#define PROGRAM "battleship"

enum placement_choice {
    PLACEMENT_MANUAL,
    PLACEMENT_RANDOM
};

struct options {
    struct rules_options rules;
    const char *strategy; /* NULL: that of `level` */
    int32_t level;        /* a bship_level; BSHIP_LEVEL_NONE if a strategy is given */
    uint64_t seed;
    int32_t colour;    /* an enum colour_choice */
    int32_t placement; /* an enum placement_choice */
    int wants_demo;
    int wants_interactive; /* play even without a terminal */
    int wants_help;
    int wants_version;
};

/*
 * Reads the command line; chooses a seed if none is given. On failure prints the reason on
 * stderr and returns 0. options_clear() is needed in any case.
 */
int options_read(struct options *options, int argc, char **argv);

/* Frees the members of the options. */
void options_clear(struct options *options);

/* Prints the text of --help. */
void options_print_help(FILE *out);

#endif
