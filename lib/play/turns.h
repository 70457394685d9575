/*
 * Turns: whose turn it is, how many shots are due (model/shots_due.h) and whether the game is over.
 * They depend on the rules and on the standing of each side.
 */
#ifndef BSI_PLAY_TURNS_H
#define BSI_PLAY_TURNS_H

#include <assert.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>

#include "base/names.h"
#include "model/shots_due.h"

enum {
    /* The length of arrays indexed by side; the item of BSHIP_SIDE_NONE, 0, is unused. */
    BSI_SIDES = BSHIP_SIDE_B + 1
};

/* A side, as the side that fires first and as the side that wins, is one number. */
static_assert((int)BSHIP_SIDE_NONE == (int)BSHIP_FIRST_RANDOM &&
                  (int)BSHIP_SIDE_A == (int)BSHIP_FIRST_A &&
                  (int)BSHIP_SIDE_B == (int)BSHIP_FIRST_B,
              "sides and first movers");
static_assert((int)BSHIP_SIDE_NONE == (int)BSHIP_OUTCOME_NONE &&
                  (int)BSHIP_SIDE_A == (int)BSHIP_OUTCOME_A &&
                  (int)BSHIP_SIDE_B == (int)BSHIP_OUTCOME_B,
              "sides and outcomes");

typedef struct bsi_turns {
    int32_t began;   /* the side that fired first */
    int32_t to_move; /* stays the last side once the game is over */
    int32_t outcome; /* a bship_outcome; NONE: the game goes on */
    int32_t reason;  /* SUNK or SHOTS, a bship_end_reason; NONE: the game goes on */
    int64_t round;   /* from 1; in each both sides have a turn, if they have shots left; a turn of a
                        head start is a round of its own */
    int64_t turn;    /* the number of turns begun by both sides */
    size_t due;      /* the shots that the side to move must fire */
    int32_t allowed[BSI_SIDES]; /* by side: the shots of a turn by the rules */
} bsi_turns;

/* Whether the rules let a side fire first. */
bool bsi_may_begin(const bship_rules *rules, int32_t side);

/* Restores the state before the first turn. */
void bsi_turns_reset(bsi_turns *turns);

/* Starts the first turn with a side. */
void bsi_turns_begin(bsi_turns *turns, const bship_rules *rules, int32_t began,
                     const bsi_standing standings[BSI_SIDES]);

/*
 * Decides what follows the reported shots of the side to move: another shot of its turn, the other
 * side's turn, or the end.
 */
void bsi_turns_advance(bsi_turns *turns, const bship_rules *rules,
                       const bsi_standing standings[BSI_SIDES], bool ends_with_hit);

static inline bool bsi_is_side(int32_t side)
{
    return side == BSHIP_SIDE_A || side == BSHIP_SIDE_B;
}

/* OK, or ARGUMENT for a number that is no side; an error names the number. */
bship_status bsi_check_side(int32_t side, bship_error *error);

static inline int32_t bsi_other(int32_t side)
{
    return BSHIP_SIDE_A + BSHIP_SIDE_B - side;
}

/* The names of bship_side. */
extern const bsi_names bsi_side_names;

#endif
