/*
 * A simulation: every strategy clears the same random layouts, and the numbers of shots are
 * compared. The steps are: enter strategies, play, sum up. A study is a simulation for each way to
 * lay the fleets; the results are printed as a whole.
 *
 * Functions that can fail print the reason on stderr and return an exit code.
 */
#ifndef EXAMPLES_SIMULATION_SIMULATION_H
#define EXAMPLES_SIMULATION_SIMULATION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <battleship/battleship.h>

#include "common/arguments.h"

#define PROGRAM "battleship-sim"

/* A limit on layouts that are all played, since it takes a game for each. */
#define LAYOUTS_MAX 10000000
/* The greatest label of an entry or a placement, with its NUL; longer ones are cut off. */
#define LABEL_SIZE 48

/* How fleets are laid. */
struct placement {
    const char *style; /* of the library; NULL: uniformly, as nothing else was asked for */
    double strength;   /* 0: the style's own */
};

/* One strategy and its results. */
struct entry {
    const char *strategy;
    bool is_learner;        /* whether it learns the habits of whoever lays the layouts */
    char label[LABEL_SIZE]; /* the strategy; that of a learner ends with an asterisk */
    bship_match *match;
    int64_t *shots; /* by game; 0 where it failed */
    int64_t finished;
    int64_t turns;    /* in finished games */
    int64_t searched; /* games whose layout was found by search, not drawn uniformly */
    double seconds;   /* elapsed time of all games, including failed ones */
    bship_match_summary
        summary;        /* of the shots in finished games; its count is 0 if there are none */
    int64_t *histogram; /* item i: games finished in summary.minimum + i shots; or NULL */
};

/* The paired comparison of two entries on at least two games that both finished. */
struct pair {
    const struct entry *a;
    const struct entry *b;
    bship_match_comparison comparison;
    double adjusted; /* the p-value, adjusted for the number of pairs */
};

/* What the first `games` of a group of rounds cost a strategy and the learner beside it. */
struct curve_point {
    int32_t first; /* the rounds of the group: numbers of games in their series, from 1 */
    int32_t last;
    int64_t series; /* in which both finished all games of the group */
    /* Of the mean shots of a series in these rounds; the errors are NaN for fewer than two. */
    double plain, plain_error;
    double learner, learner_error;
    double difference, low, high; /* learner - plain, with its 95% interval */
};

/* How a learner gets better. */
struct curve {
    const struct entry *plain;
    const struct entry *learner;
    struct curve_point *points;
    size_t point_count;
};

struct simulation {
    bship_rules *rules;
    bship_sampler *layouts; /* lists all layouts, and each is played once; NULL: random ones are */
    char *rules_text;       /* the rules as lines of a record */
    struct placement placement;
    int64_t games;
    int32_t series; /* games in which a learner learns; 0: there are no series */
    bool has_learners;
    uint64_t seed;
    int32_t threads;
    bship_ai_options limits; /* per decision, for every entry */
    struct entry *entries;
    size_t entry_count;
    struct pair *pairs;
    size_t pair_count;
    struct curve *curves;
    size_t curve_count;
};

/* Simulations that differ in their placements only. */
struct study {
    struct simulation *simulations;
    size_t count;
};

/*
 * Creates a simulation without entries; `given` supplies its numbers, placement and limits. Must be
 * cleared even on failure.
 */
int simulation_init(struct simulation *simulation, const bship_rules *rules,
                    const struct simulation *given);

/* Has every layout played once instead of random ones; to be called before strategies enter. */
int simulation_take_all_layouts(struct simulation *simulation);

/* Frees the members of the simulation. */
void simulation_clear(struct simulation *simulation);

/*
 * Enters a strategy by its name, a string that outlives the simulation, and beside it a learner if
 * the simulation has any and the strategy uses habits. If it does not support the rules, that is an
 * error if `required`; otherwise it is left out with a message.
 */
int simulation_enter(struct simulation *simulation, const char *strategy, int required);

/* Plays all games of all entries. Failed games are reported at once and skipped. */
int simulation_play(struct simulation *simulation);

/* Computes the summaries, histograms, pairs and learning curves. */
int simulation_sum_up(struct simulation *simulation);

/* The part of simulation_sum_up() that computes the learning curves. */
bship_status simulation_draw_curves(struct simulation *simulation);

/* Writes a placement as on the command line, such as `hard:2`. */
void placement_label(char label[LABEL_SIZE], const struct placement *placement);

/* The number of failed games of an entry. */
int64_t entry_failed(const struct simulation *simulation, const struct entry *entry);

/* The number of layouts found by search, not drawn uniformly. */
int64_t simulation_searched(const struct simulation *simulation);

/* Games per second, of all threads together. */
double entry_speed(const struct simulation *simulation, const struct entry *entry);

/* The mean number of turns of finished games. */
double entry_turns(const struct entry *entry);

/* The number of games finished in `from` to `to` shots. */
int64_t entry_games_between(const struct entry *entry, int64_t from, int64_t to);

/* Whether an entry finished enough games for its numbers of shots to have a deviation. */
int entry_has_deviation(const struct entry *entry);

/* Whether its mean also has an error: not if all layouts were played. */
int entry_has_error(const struct simulation *simulation, const struct entry *entry);

/* The fewest games on which a pair was compared, if intervals take more of them; otherwise 0. */
int64_t simulation_few_games(const struct simulation *simulation);

/* Whether a turn can have several shots, so that turns are worth reporting. */
int simulation_has_turns(const struct simulation *simulation);

/* Print the results; the caller checks `out` for errors. */
void print_table(FILE *out, const struct study *study);
void print_csv(FILE *out, const struct study *study);
void print_json(FILE *out, const struct study *study);

/* The part of print_table() that shows how the shots are distributed. */
void print_histograms(FILE *out, const struct simulation *simulation);

#endif
