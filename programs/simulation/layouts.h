/*
 * Which layouts are played: random ones, all that there are, or those of a file of records.
 *
 * A layout of a file is that of a side of a record with the rules that are played, as far as they
 * concern layouts: board, blocked cells, fleet and contact. A file may hold several records, each
 * from its line `battleship 1` on.
 */
#ifndef PROGRAMS_SIMULATION_LAYOUTS_H
#define PROGRAMS_SIMULATION_LAYOUTS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/battleship.h>

/* A limit on layouts that are all played, since it takes a game for each. */
#define LAYOUTS_MAX 10000000

enum layouts_source {
    LAYOUTS_RANDOM,
    LAYOUTS_ALL,
    LAYOUTS_FILE
};

struct layouts {
    int32_t source;           /* an enum layouts_source */
    bship_sampler *sampler;   /* lists all layouts, by their indices, or draws random ones */
    bship_placement *of_file; /* layout after layout, each with a placement for each ship */
    int64_t count;            /* of all layouts, or those of the file */
    size_t ships;             /* of a layout */
    uint64_t digest;          /* of the layouts of the file: tells files apart */
};

/* The name of a source. */
const char *layouts_source_name(int32_t source);

/* Lists all layouts. On failure prints the reason and returns an exit code, here and below. */
int layouts_take_all(struct layouts *layouts, const bship_rules *rules);

/* Reads the layouts of a file. */
int layouts_read(struct layouts *layouts, const bship_rules *rules, const char *path);

/*
 * Makes the sampler of random layouts, so that each of several matches need not; where it cannot be
 * made, they do without it as a match does.
 */
int layouts_prepare(struct layouts *layouts, const bship_rules *rules);

/* Has a match play these layouts, which outlive it; random ones are the match's own. */
void layouts_give(const struct layouts *layouts, bship_match_options *options);

/* Frees the members. */
void layouts_clear(struct layouts *layouts);

#endif
