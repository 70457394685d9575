/* The game that somebody wishes to play, by options or a menu, and its setup. */
#ifndef PROGRAMS_BATTLESHIP_TALK_WISH_H
#define PROGRAMS_BATTLESHIP_TALK_WISH_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/game/preferences.h"
#include "battleship/game/session.h"
#include "common/sides.h"

/* Who plays whom. */
enum game_kind {
    GAME_MACHINE,    /* a person against the machine */
    GAME_DAILY,      /* the same, in the game of the day (game/daily.h) */
    GAME_TWO_PEOPLE, /* at this terminal */
    GAME_HOSTED,     /* a person against one on another machine, who joins */
    GAME_JOINED,     /* the same, of whom that one is the host */
    GAME_WATCHED,    /* two machines */
    GAME_KINDS
};

struct wish {
    int32_t kind;         /* an enum game_kind */
    bship_rules *rules;   /* borrowed; not those of a game of the day or of a host */
    int32_t level;        /* of the machine: a bship_level; BSHIP_LEVEL_NONE: the strategy named */
    const char *strategy; /* static; NULL if there is a level */
    const char *rival;    /* of the other machine of a game to watch; static; NULL: the same */
    const char *names[SIDES]; /* of people, borrowed; NULL or empty: the usual ones */
    uint64_t seed;
    int32_t best_of; /* how many games decide, of which a winner needs more than half; 0, 1: one */
    bool wants_help; /* against another machine: agrees to hints and heat maps for both */
    /* Against another machine: its HOST:PORT or HOST or, of a host, the own port. */
    char address[PREFERENCES_ADDRESS_SIZE];
    int milliseconds; /* how long a guest tries to join a host that is not there yet */
};

/*
 * Makes the setup of a game, which is the caller's, to be cleared, and has no rules if they are the
 * host's. False: there are no rules, or no memory.
 */
bool wish_setup(const struct wish *wish, struct setup *setup);

#endif
