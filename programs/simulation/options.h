/* The command line of the simulation. */
#ifndef PROGRAMS_SIMULATION_OPTIONS_H
#define PROGRAMS_SIMULATION_OPTIONS_H

#include "common/option_table.h"
#include "common/printed.h"
#include "common/rules_options.h"
#include "simulation/conduct.h"
#include "simulation/engines.h"
#include "simulation/plot.h"
#include "simulation/simulation.h"

#define GAMES_DEFAULT 1000

/* The same if they end by their error. */
#define GAMES_DEFAULT_TARGET 10000000

/* A limit on games, so that sums of their shots and times are numbers of 64 bits. */
#define GAMES_MAX 1000000000000

/* The games of a series, if learners play and nothing else is asked for. */
#define SERIES_DEFAULT 10

/* An output format. */
struct format {
    const char *name;
    const char *text;
    void (*print)(FILE *out, const struct study *study);
};

struct options {
    struct rules_options rules;
    const char **strategies;   /* names of the library's strategies, without repeats */
    size_t strategy_count;     /* 0: all that support the rules, unless there are engines */
    struct candidate *engines; /* bots, without names */
    size_t engine_count;
    const char *bots; /* a folder of bots; NULL: none */
    struct bot_limits bot_limits;
    struct placement *placements;
    size_t placement_count; /* 0: none was named */
    uint64_t games;         /* 0: not given */
    const char *layouts;    /* NULL: random ones; else `all` or a file */
    uint64_t series;        /* the games of a series; 0: there are no series */
    int learns;             /* whether learners play beside the strategies that use habits */
    uint64_t seed;
    bool has_seed;           /* whether it was named */
    uint64_t threads;        /* 0: one for each processor */
    bship_ai_options limits; /* per decision */
    double target_error;     /* 0: none */
    int64_t positions;       /* in which decisions are compared; 0: they are not */
    struct conduct_files files;
    int duels;      /* whether the players duel with each other */
    int64_t rounds; /* of a Swiss tournament; 0: all pairs duel */
    int no_timing;
    char *command;          /* the program, and the options on which the results depend */
    struct printed printed; /* to which these are written while they are read */
    int32_t format;         /* the number of an output format */
    struct pictures pictures;
    int help;
    int version;
};

/* Reads a command line; returns an exit code. options_clear() is needed even on failure. */
int options_read(struct options *options, int argc, char **argv);

/* Whether bots are to play. */
bool options_name_bots(const struct options *options);

/* Frees the members of the options. */
void options_clear(struct options *options);

/* An output format, by its number from 0, the default first; NULL: there is none. */
const struct format *options_format(int32_t number);

/* Prints what --help says of all options but those of the rules. */
void options_print_rows(FILE *out);

/* ---- help (options_help.c) ---- */

/* The column of the texts in --help. */
#define HELP_COLUMN 25

/* Prints the text of --help. */
void options_print_help(FILE *out);

/* Print the values of some options. */
void help_strategies(FILE *out);
void help_placements(FILE *out);
void help_layouts(FILE *out);
void help_formats(FILE *out);

#endif
