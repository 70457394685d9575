/* What the command line asks for. */
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
    const char *strategy; /* NULL: that of the level */
    int32_t level;        /* a bship_level; BSHIP_LEVEL_NONE where a strategy is named */
    uint64_t seed;
    int32_t colour;    /* an enum colour_choice */
    int32_t placement; /* an enum placement_choice */
    int wants_demo;
    int wants_interactive; /* play even without a terminal */
    int wants_help;
    int wants_version;
};

/*
 * Reads the command line; a seed that it does not give is chosen. On failure
 * says why on stderr and returns 0. options_clear() is needed in any case.
 */
int options_read(struct options *options, int argc, char **argv);

/* Frees what the options hold. */
void options_clear(struct options *options);

/* Prints what --help prints. */
void options_print_help(FILE *out);

#endif
