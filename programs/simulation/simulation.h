/*
 * A study: players clear the same layouts, or duel with each other, and what the games came to is
 * compared. It consists of simulations: a solo match of all players for each way to lay the fleets;
 * of duels, a match for each pair of players. The steps are: add players, plan, play, sum up,
 * print.
 *
 * The games of a simulation are added up in results, whose size does not depend on their
 * number. Game i depends on the plan and on i only. So games can be played in any number of parts,
 * and their results merged.
 *
 * Functions that can fail print the reason on stderr and return an exit code.
 */
#ifndef PROGRAMS_SIMULATION_SIMULATION_H
#define PROGRAMS_SIMULATION_SIMULATION_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include <battleship/battleship.h>

#include "common/process.h"
#include "engine/bot_command.h"
#include "simulation/failures.h"
#include "simulation/layouts.h"
#include "simulation/program.h"
#include "simulation/statistics/results.h"

/* Of which games files are kept. */
enum keep {
    KEEP_FAILED, /* those that a player failed: see failures.h */
    KEEP_ALL,
    KEEP_USUAL /* all records, transcripts of failed games */
};

/* The files that are written while a study is played; NULL: no such file. */
struct conduct_files {
    const char *checkpoint;
    const char *raw;
    const char *record;     /* a directory */
    const char *transcript; /* a directory */
    const char *html;       /* a page, of all results; it is written after the games */
    int32_t keep;           /* an enum keep */
};

/* Of all intervals. */
#define CONFIDENCE 0.95

/* The greatest label of a player or a placement, with its NUL; longer ones are cut off. */
#define LABEL_SIZE 48
#define PAIR_LABEL_SIZE (2 * LABEL_SIZE + 3)

/* How fleets are laid. */
struct placement {
    const char *style; /* of the library; NULL: uniformly, as nothing else was asked for */
    double strength;   /* 0: the style's own */
};

/* Who plays: a strategy of the library, or one that is made of callbacks. */
struct player {
    const char *strategy; /* its name in the library; NULL: custom */
    const bship_strategy_callbacks *custom;
    void *user;               /* of the callbacks */
    const char *command;      /* that runs a bot; NULL: it is none */
    struct bot_limits limits; /* the bot's */
    bool is_learner;          /* whether it learns the habits of whoever lays the layouts */
    char label[LABEL_SIZE];   /* its name in the results; that of a learner ends with an asterisk */
};

/* What is played, and how. */
struct plan {
    bship_rules *rules;
    char *rules_text; /* the rules as lines of a record */
    int32_t kind;     /* a bship_match_kind */
    struct layouts layouts;
    struct player *players;
    size_t player_count;
    struct bot_folder *folder;         /* whose bots play; NULL: none */
    struct disqualified *disqualified; /* bots that do not play: see engines.h */
    size_t disqualified_count;
    int64_t games;       /* of each simulation, at most */
    int64_t rounds;      /* of a Swiss tournament of duels, see swiss.h; 0: all pairs duel */
    double target_error; /* at which a simulation stops: see plan_next_stop(); 0: never */
    int32_t series;      /* games in which a learner learns; 0: there are no series */
    bool has_learners;
    uint64_t seed;
    bship_ai_options limits; /* per decision, for every player */
    /* The results do not depend on these. */
    int32_t threads;
    bool has_timing;      /* whether to measure the time of games */
    bool has_transcripts; /* whether to note what bots are sent and write */
};

/*
 * The rows of the results follow. columns.c says which of their members are printed, and as what.
 * A count that a row does not have is MISSING, and a number is NaN.
 */
#define MISSING INT64_MIN

/* A player in a simulation, and how it did. */
struct entry {
    const struct player *player;
    const char *name;    /* its label */
    const char *learner; /* the strategy of a learner; else NULL */
    struct results_entry figures;
    const struct histogram *shots;    /* of the results */
    struct summary summary;           /* of these shots; its count is 0 if there are none */
    double turns;                     /* the mean of games that count: see results.h */
    double cleared;                   /* the share of them in which the fleet was sunk */
    double cleared_low, cleared_high; /* Wilson's interval of it */
    double points, points_error;      /* the mean of them; NaN: there are too few */
    double speed;                     /* games per second of one thread, if time was measured */
};

/*
 * The paired comparison of two entries on at least two games. If all layouts were played, it has
 * neither interval nor p-value.
 */
struct pair {
    char label[PAIR_LABEL_SIZE];
    const char *a, *b; /* labels */
    struct comparison comparison;
    double adjusted; /* the p-value, adjusted for the number of pairs */
};

/* What the first `games` of a group of rounds cost a strategy and the learner beside it. */
struct curve_point {
    char label[LABEL_SIZE]; /* `game 3` or `games 4-5` */
    const char *strategy;
    int64_t first; /* the rounds of the group: numbers of games in their series, from 1 */
    int64_t last;
    int64_t series; /* that have all games of the group */
    /* Of the mean shots of a series in these rounds; fewer than two have no error. */
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

/* Games of the same players, whose fleets are laid in the same way. */
struct simulation {
    const struct plan *plan;
    struct placement placement;
    struct entry *entries;
    size_t entry_count;
    struct decisions **decisions; /* by entry, those of all parts; NULL: none are remembered */
    struct results *results;
    /* Of solo matches, once they are summed up. */
    struct pair *pairs;
    size_t pair_count;
    struct curve *curves;
    size_t curve_count;
};

/*
 * The games that were won out of those that were decided, without draws: a half of two equal
 * players. The interval is E. B. Wilson's (Probable inference, the law of succession, and
 * statistical inference, Journal of the American Statistical Association 22, 1927).
 */
struct share {
    int64_t won, lost, decided;
    double rate, low, high; /* with its 95% interval; NaN if no game was decided */
};

/* The duels of two players. */
struct duel {
    char label[PAIR_LABEL_SIZE];
    const char *a, *b;         /* labels */
    size_t number_a, number_b; /* of the players */
    int64_t games, drawn;
    int64_t failed_a, failed_b;            /* games lost because the player failed */
    struct share share;                    /* of player a */
    struct share first;                    /* of who fired first, if anybody fired */
    double elo_a, error_a, elo_b, error_b; /* the ratings of both */
};

/* How a player did against all others. */
struct rating {
    const char *name; /* its label */
    size_t number;    /* of the player */
    size_t duels;
    double points; /* its duels won, half for one drawn; in a Swiss tournament also its rests */
    int64_t games, won, drawn, lost, failed;
    /*
     * Infinite for who won, -infinite for who lost every game against the rated ones; NaN if the
     * games cannot tell. The mean of the finite ones is 0.
     */
    double elo, error;
    const char *reason; /* why the rating is not finite; else NULL */
};

/* A round robin, or a Swiss tournament. */
struct tournament {
    const struct plan *plan;
    struct duel *duels;
    size_t duel_count;
    struct rating *ratings; /* in the order of the players; of a Swiss tournament by points */
    size_t rating_count;
};

struct study {
    struct plan plan;
    const char *command; /* a command line that gives these results */
    bool has_results;    /* whether games were played and are summed up */
    bool is_complete;    /* whether all games were played; else the results are of some of them */
    struct simulation *simulations;
    size_t count;
    size_t planned;             /* how many there will be: a Swiss tournament adds them by rounds */
    size_t group;               /* how many simulations, next to each other, have one placement */
    struct placement placement; /* of a Swiss tournament */
    struct agreement *agreement;    /* how alike players decide; NULL: that was not asked for */
    struct failures failures;       /* whose files are kept */
    struct tournament *tournaments; /* of duels, once they are summed up: one for each placement */
};

/* Prints why something failed, unless the status is OK; returns the exit code. */
int check_status(const char *what, bship_status status);

/* Prints that there is no memory; returns the exit code. */
int fail_memory(void);

/* ---- planning (study.c) ---- */

/* Puts the rules into a plan that has neither players nor layouts yet. */
int plan_set_rules(struct plan *plan, const bship_rules *rules);

/*
 * Adds a player. If it does not support the rules, that is an error if `required`; otherwise it is
 * left out with a message.
 */
int plan_add_player(struct plan *plan, const struct player *player, bool required);

/* Adds a strategy of the library and, if there are learners and it uses habits, a learner. */
int plan_add_strategy(struct plan *plan, const char *strategy, bool required);

/*
 * What a failed game of a solo match counts as, at least: the limit of shots, or all cells that can
 * be fired at.
 */
int64_t plan_failed_shots(const struct plan *plan);

/* Makes the simulations, without games: of each placement, in a duel for each pair of players. */
int study_plan(struct study *study, const struct placement *placements, size_t count);

/* Adds the duels of two players, which are numbers of the plan, where there is room for them. */
int study_add_duel(struct study *study, const struct placement *placement, size_t a, size_t b);

/* Frees the members of the study. */
void study_clear(struct study *study);

/* Writes two labels as `hunt          - density`, in a column for all labels of the plan. */
void pair_label(char label[PAIR_LABEL_SIZE], const struct plan *plan, const char *a, const char *b);

/* Writes a placement as on the command line, such as `hard:2`. */
void placement_label(char label[LABEL_SIZE], const struct placement *placement);

/* ---- asking (study_results.c) ---- */

/* The number of games that were played. */
int64_t simulation_games(const struct simulation *simulation);

/* Whether these games do not end within a series, so that others can follow. */
bool simulation_has_whole_series(const struct simulation *simulation);

/* The number of layouts found by search, not drawn uniformly. */
int64_t simulation_searched(const struct simulation *simulation);

/* Computes summaries, pairs and learning curves from the results. */
int simulation_sum_up(struct simulation *simulation);

/* Computes the tournaments of duels, after all simulations were summed up. */
int study_rate_players(struct study *study);

/* Frees the members of a tournament. */
void tournament_clear(struct tournament *tournament);

/* The part of simulation_sum_up() that computes the learning curves. */
bship_status simulation_draw_curves(struct simulation *simulation);

/* The number of games that count as `from` to `to` shots. */
int64_t entry_games_between(const struct entry *entry, int64_t from, int64_t to);

/* The least and the greatest number of shots of all entries; false if no game was finished. */
bool simulation_range(const struct simulation *simulation, int64_t *first, int64_t *last);

/* The fewest games on which a pair was compared, if intervals take more of them; otherwise 0. */
int64_t simulation_few_games(const struct simulation *simulation);

/* Whether all layouts were played, so that means have no error. */
bool simulation_is_exact(const struct simulation *simulation);

/* Whether turns had several shots, so that they are worth reporting. */
bool simulation_has_turns(const struct simulation *simulation);

/* The greatest length of a player's label, and at least the width that tables give to labels. */
int plan_label_width(const struct plan *plan);

/* ---- printing ---- */

/* The results as text have at most so many pairs of players that decide alike. */
#define ALIKE_SHOWN 20

/* Print the results; the caller checks `out` for errors. */
void print_table(FILE *out, const struct study *study);
void print_csv(FILE *out, const struct study *study);
void print_json(FILE *out, const struct study *study);

/* The part of print_table() for duels. */
void print_duel_tables(FILE *out, const struct tournament *tournament);

/* The part of print_table() that shows how the shots are distributed. */
void print_histograms(FILE *out, const struct simulation *simulation);

#endif
