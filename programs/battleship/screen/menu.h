/*
 * The menu: what to play, against whom, by which rules. What was chosen is kept for the next game.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_MENU_H
#define PROGRAMS_BATTLESHIP_SCREEN_MENU_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/game/rules_choice.h"
#include "battleship/game/session.h"
#include "battleship/talk/setup.h"
#include "battleship/talk/wish.h"
#include "common/sides.h"

/* What was chosen: a game of an enum game_kind, or something else. */
enum menu_action {
    MENU_RESUME = GAME_KINDS,
    MENU_REPLAY,
    MENU_PRACTICE,
    MENU_STATISTICS,
    MENU_QUIT
};

struct menu {
    struct rules_choice rules;
    int32_t level;        /* a bship_level; BSHIP_LEVEL_NONE: the strategy named */
    const char *strategy; /* static; NULL if there is a level */
    const char *rival;    /* the strategy of the other machine of a game to watch; static; NULL: as
                             that of the opponent */
    char names[SIDES][PLAYER_NAME_SIZE]; /* of the humans; empty: the usual name */
    uint64_t seed;                       /* of the next game */
    int32_t best_of;                     /* how many games decide; 1: each stands alone */
    char profile[64];                    /* the state of the profile of the first one */
    bool has_seed;                       /* whether it was chosen; else each game has a new one */
    char saved[SETUP_SAVED_SIZE];        /* describes the newest saved game; empty: none */
    size_t saved_count;                  /* how many saved games there are */
    char news[256];                      /* shown once in the menu, such as why a game has ended */
    bool has_network;                    /* games over a network can be played */
    int selected;                        /* the item of the menu, whatever its row */
};

/*
 * Shows the menu until something is chosen that the rules and the terminal allow: returns an enum
 * game_kind, an enum menu_action or an enum outcome.
 */
int menu_run(struct menu *menu);

/* The game of an enum game_kind by what was chosen; borrows from the menu. */
struct wish menu_wish(const struct menu *menu, int32_t kind);

/* Frees the members of the menu. */
void menu_clear(struct menu *menu);

#endif
