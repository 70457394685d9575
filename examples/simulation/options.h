/* The command line of the simulation. */
#ifndef EXAMPLES_SIMULATION_OPTIONS_H
#define EXAMPLES_SIMULATION_OPTIONS_H

#include "common/rules_options.h"
#include "simulation/simulation.h"

/* The most games: their shots are kept in memory. */
#define GAMES_MAX 1000000000

/* A form in which results are printed. */
struct format {
    const char *name;
    const char *text;
    void (*print)(FILE *out, const struct simulation *simulation);
};

struct options {
    struct rules_options rules;
    const char **strategies; /* names of the library's own, each once */
    size_t strategy_count;   /* 0: all that can play the rules */
    uint64_t games;
    uint64_t seed;
    bship_ai_options limits; /* of a decision */
    const struct format *format;
    int help;
    int version;
};

/* Reads a command line; the options are to be cleared even on failure. Returns an exit code. */
int options_read(struct options *options, int argc, char **argv);

/* Frees what the options hold. */
void options_clear(struct options *options);

/* Prints what `--help` promises. */
void options_print_help(FILE *out);

#endif
