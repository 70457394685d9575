/*
 * A simulation: every strategy clears the same random layouts, and what counts is
 * the number of shots. First strategies are entered, then the games are played,
 * then the results are worked out, then printed.
 *
 * Functions that can fail say why on stderr and return an exit code.
 */
#ifndef EXAMPLES_SIMULATION_SIMULATION_H
#define EXAMPLES_SIMULATION_SIMULATION_H

#include <stdint.h>
#include <stdio.h>

#include <battleship/battleship.h>

#include "common/arguments.h"

#define PROGRAM "battleship-sim"

/* What one strategy did. */
struct entry {
    const char *strategy;
    bship_match *match;
    int64_t *shots; /* by game; 0 where it failed */
    int64_t finished;
    int64_t turns;    /* taken in the games finished */
    int64_t searched; /* games whose layout was not drawn uniformly */
    double seconds;   /* its games took by the clock, failed ones too */
    bship_match_summary
        summary;        /* of the shots of the games finished; its count is 0 if none was */
    int64_t *histogram; /* item i: games finished in summary.minimum + i shots; or NULL */
};

/* How two entries differ on the games that both finished, of which there are two or more. */
struct pair {
    const struct entry *a;
    const struct entry *b;
    bship_match_comparison comparison;
};

struct simulation {
    bship_rules *rules;
    char *rules_text; /* the rules as lines of a record */
    int64_t games;
    uint64_t seed;
    bship_ai_options limits; /* of every entry's decisions */
    struct entry *entries;
    size_t entry_count;
    struct pair *pairs;
    size_t pair_count;
};

/* Makes a simulation without entries, to be cleared even on failure; takes over the rules. */
int simulation_init(struct simulation *simulation, bship_rules *rules, int64_t games, uint64_t seed,
                    const bship_ai_options *limits);

/* Frees what the simulation holds. */
void simulation_clear(struct simulation *simulation);

/*
 * Enters a strategy by its name, a string that outlives the simulation. If it
 * cannot play the rules in this version of the library, `required` decides
 * whether that is an error or it is left out, which is said too.
 */
int simulation_enter(struct simulation *simulation, const char *strategy, int required);

/* Plays all games of all entries. Says at once which game failed, and goes on. */
int simulation_play(struct simulation *simulation);

/* Works out the summaries, histograms and pairs. */
int simulation_sum_up(struct simulation *simulation);

/* How many games of an entry failed. */
int64_t entry_failed(const struct simulation *simulation, const struct entry *entry);

/* How many layouts were laid by a search, not drawn uniformly. */
int64_t simulation_searched(const struct simulation *simulation);

/* How many games an entry plays in a second. */
double entry_speed(const struct simulation *simulation, const struct entry *entry);

/* How many turns the games finished took in the mean. */
double entry_turns(const struct entry *entry);

/* How many games were finished in `from` to `to` shots. */
int64_t entry_games_between(const struct entry *entry, int64_t from, int64_t to);

/* Whether a turn can have several shots, so that turns are worth reporting. */
int simulation_has_turns(const struct simulation *simulation);

/* Print the results. Whether the output failed is for its owner to see. */
void print_table(FILE *out, const struct simulation *simulation);
void print_csv(FILE *out, const struct simulation *simulation);
void print_json(FILE *out, const struct simulation *simulation);

/* The part of print_table() that shows how the shots are distributed. */
void print_histograms(FILE *out, const struct simulation *simulation);

#endif
