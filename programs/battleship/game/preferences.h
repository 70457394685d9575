/*
 * Preferences: what was chosen last, so that it need not be chosen again. They are a text file of
 * the state directory, which may be read, edited and deleted by hand:
 *
 *     battleship-preferences 1
 *     level expert                  or: strategy density
 *     rules board 10x10             the lines of the rules, as bship_rules_format() writes them
 *     rules fleet Carrier:5 ...
 *     style edge                    of fleets that are laid at random
 *     color never
 *     name Ann
 *     address one.example.org       the machine that was joined last
 *
 * The file is replaced as a whole. Lines that begin with another word are kept, for other versions.
 * A line with a value that does not exist counts as missing, and is said. A file that begins with
 * another line is said, too, and left alone.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_PREFERENCES_H
#define PROGRAMS_BATTLESHIP_GAME_PREFERENCES_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/rules.h>

#include "battleship/game/session.h"
#include "common/files.h"

/* Of the address of another machine: HOST or HOST:PORT, with its NUL. */
#define PREFERENCES_ADDRESS_SIZE 256

/* Each member may be read and set; PREFERENCES_INIT has none. */
struct preferences {
    int32_t level;               /* a bship_level; BSHIP_LEVEL_NONE: none, or a strategy */
    const char *strategy;        /* a static name; NULL: none, or a level */
    bship_rules *rules;          /* an own reference; NULL: none */
    const char *style;           /* a placement style, a static name; NULL: none */
    int32_t colour;              /* an enum colour_choice; -1: none */
    char name[PLAYER_NAME_SIZE]; /* of the player; empty: none */
    char address[PREFERENCES_ADDRESS_SIZE]; /* that was joined last; empty: none */

    /* Of the file. */
    char *path;      /* NULL: nothing is kept */
    char *text;      /* as it was read or written last */
    char *others;    /* the lines that are not known here */
    bool is_failing; /* it could not be written, as was said */
};

#define PREFERENCES_INIT                                                                           \
    {                                                                                              \
        BSHIP_LEVEL_NONE, NULL, NULL, NULL, -1, "", "", NULL, NULL, NULL, false                    \
    }

/*
 * Reads the file of the state directory; none is fine, nor is the directory needed. False:
 * something is wrong, as `why` says in a sentence without a full stop; what could be read counts
 * all the same. Always close them.
 */
bool preferences_open(struct preferences *preferences, char why[FILES_WHY_SIZE]);

/* Chooses an opponent, by a strategy or, if that is NULL, by a level. */
void preferences_set_opponent(struct preferences *preferences, int32_t level, const char *strategy);

/* Chooses rules. */
void preferences_set_rules(struct preferences *preferences, const bship_rules *rules);

/*
 * Writes the file if anything has changed. False: that failed for the first time, as `why` says; it
 * is tried again the next time.
 */
bool preferences_keep(struct preferences *preferences, char why[FILES_WHY_SIZE]);

/* Frees the members. */
void preferences_close(struct preferences *preferences);

#endif
