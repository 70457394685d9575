/*
 * Whose turn it is, how many shots are due and whether the game is over: the rules of
 * turns, which read nothing but a few figures of each side.
 */
#ifndef BSHIP_PLAY_TURNS_H
#define BSHIP_PLAY_TURNS_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>

/* What a side has achieved in the other's waters. */
typedef struct bship_internal_standing {
    int is_done;      /* whether the other's fleet is gone */
    int32_t afloat;   /* the other's ships not known to have sunk */
    uint32_t untried; /* cells that a shot can still tell something of */
} bship_internal_standing;

typedef struct bship_internal_turns {
    int32_t began;
    int32_t to_move; /* a side from the beginning on, also when the game is over */
    int32_t outcome; /* a bship_outcome; the game is over if it is one */
    int64_t round;
    size_t due;         /* shots that the side to move must fire */
    int32_t allowed[2]; /* shots in a turn of each side, when that was last counted */
} bship_internal_turns;

/* Whether the rules let a side begin. */
int bship_internal_may_begin(const bship_rules *rules, int32_t side);

/* Before the beginning. */
void bship_internal_turns_reset(bship_internal_turns *turns);

/* A side begins. */
void bship_internal_turns_begin(bship_internal_turns *turns, const bship_rules *rules,
                                int32_t began, const bship_internal_standing standings[2]);

/* The shots of the side to move were answered, the last one with a hit or not. */
void bship_internal_turns_go_on(bship_internal_turns *turns, const bship_rules *rules,
                                const bship_internal_standing standings[2], int ends_with_hit);

static inline int bship_internal_is_side(int32_t side)
{
    return side == BSHIP_SIDE_A || side == BSHIP_SIDE_B;
}

static inline int32_t bship_internal_other(int32_t side)
{
    return BSHIP_SIDE_A + BSHIP_SIDE_B - side;
}

#endif
