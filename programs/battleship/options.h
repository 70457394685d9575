/*
 * The command line of the game: what to run, how to show it, and which game to play. Read once by
 * main(), which hands it on; nothing else looks at the arguments.
 */
#ifndef PROGRAMS_BATTLESHIP_OPTIONS_H
#define PROGRAMS_BATTLESHIP_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "battleship/game/preferences.h"
#include "battleship/game/session.h"
#include "battleship/talk/course.h"
#include "common/rules_options.h"
#include "common/sides.h"
#include "common/tty.h"

#define PROGRAM "battleship"

/* What to run. */
enum task {
    TASK_PLAY, /* a new game, or the menu: `shows_menu` */
    TASK_DAILY,
    TASK_DEMO,
    TASK_RESUME,
    TASK_REPLAY,
    TASK_PRACTICE,
    TASK_STATISTICS,
    TASK_PROFILE,
    TASK_HOST,
    TASK_JOIN,
    TASK_HELP,
    TASK_HELP_RULES,
    TASK_VERSION
};

/* How one's own fleet is placed. The placement styles follow: PLACEMENT_STYLE and their number. */
enum placement_choice {
    PLACEMENT_MANUAL,
    PLACEMENT_RANDOM,
    PLACEMENT_STYLE
};

/* The profile is shown rather than allowed or refused. */
enum {
    PROFILE_SHOWN = -1
};

/* The texts are borrowed from the command line. */
struct options {
    int32_t task;    /* an enum task */
    bool shows_menu; /* no option chooses a game, or --menu */
    int is_plain;    /* line mode */
    int is_spoken;   /* line mode in sentences; implies is_plain */
    int is_calm;     /* nothing flashes */
    int is_ascii;    /* no character beyond ASCII */
    int interactive; /* play even without a terminal */
    int32_t best_of; /* how many games decide; 0: each stands alone */
    int explains;    /* the game explains itself */
    int allows_help; /* against another machine: agrees to hints and heat maps for both */
    bool saves;      /* false: nothing is saved or counted */
    int32_t colour;  /* an enum colour_choice */
    bool has_colour, has_opponent, has_rules; /* whether they were given */
    char news[FILES_WHY_SIZE];       /* what is wrong with the preferences; empty: nothing */
    struct preferences *preferences; /* borrowed; NULL: none are used, and none are kept */

    struct rules_options rules;
    const char *strategy;     /* NULL: that of `level` */
    int32_t level;            /* a bship_level; BSHIP_LEVEL_NONE if a strategy is given */
    int has_two_players;      /* two people at this terminal */
    const char *names[SIDES]; /* of the players; NULL: not given */
    uint64_t seed;            /* chosen if not given */
    int32_t placement;        /* an enum placement_choice */
    const char *save_path;    /* --save; NULL: the state directory */
    const char *replay_path;  /* --replay; NULL: one of the kept games */
    const char *csv_path;     /* --statistics=FILE; NULL: print the table */
    int32_t profile;          /* --profile, --forget: an enum profile_consent, or PROFILE_SHOWN */
    int32_t port;             /* --host; -1: the usual one, 0: any free one */
    const char *join_address; /* --join, HOST:PORT or HOST */
};

/*
 * Reads the command line; chooses a seed if none is given. On failure prints the reason on
 * stderr and returns 0. options_clear() is needed in any case.
 */
int options_read(struct options *options, int argc, char **argv);

/* Frees the members of the options. */
void options_clear(struct options *options);

/*
 * Takes from the preferences what was not given: the name and colours and, unless options choose
 * the game, the opponent; options_rules() and options_set_course() then do likewise. What was
 * given becomes a preference. They are to live as long as the options.
 */
void options_use_preferences(struct options *options, struct preferences *preferences);

/* The rules, which the caller must unref; NULL if they are refused, for the reason on stderr. */
bship_rules *options_rules(const struct options *options);

/* The game that is wished for; `rules` are left to the caller, and a guest's `milliseconds`. */
struct wish options_wish(const struct options *options);

/* The port of a game that is hosted, or where the host of one is to be joined; empty: not given. */
void options_write_address(const struct options *options, int32_t kind,
                           char address[PREFERENCES_ADDRESS_SIZE]);

/* Gives a course the preferences, and how the fleets of people are laid. */
void options_set_course(const struct options *options, struct course *course);

/* Prints the text of --help, or of --help-rules. */
void options_print_help(FILE *out);
void options_print_rules_help(FILE *out);

#endif
