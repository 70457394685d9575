/*
 * Whose turn it is, how many shots are due and whether the game is over: the rules of
 * turns, which read nothing but a few figures of each side.
 */
#ifndef BSI_PLAY_TURNS_H
#define BSI_PLAY_TURNS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>

/* What a side has achieved in the other's waters. */
typedef struct bsi_standing {
    bool is_done;           /* whether the other's fleet is gone */
    int32_t afloat;         /* the other's ships not known to have sunk */
    uint32_t unknown_count; /* cells that a shot can still tell something of */
} bsi_standing;

typedef struct bsi_turns {
    int32_t began;
    int32_t to_move; /* a side from the beginning on, also when the game is over */
    int32_t outcome; /* a bship_outcome; the game is over if it is one */
    int64_t round;
    size_t due;         /* shots that the side to move must fire */
    int32_t allowed[2]; /* shots in a turn of each side, when that was last counted */
} bsi_turns;

/* Whether the rules let a side begin. */
bool bsi_may_begin(const bship_rules *rules, int32_t side);

/* Before the beginning. */
void bsi_turns_reset(bsi_turns *turns);

/* A side begins. */
void bsi_turns_begin(bsi_turns *turns, const bship_rules *rules, int32_t began,
                     const bsi_standing standings[2]);

/* The shots of the side to move were answered, the last one with a hit or not. */
void bsi_turns_go_on(bsi_turns *turns, const bship_rules *rules, const bsi_standing standings[2],
                     int ends_with_hit);

static inline bool bsi_is_side(int32_t side)
{
    return side == BSHIP_SIDE_A || side == BSHIP_SIDE_B;
}

static inline int32_t bsi_other(int32_t side)
{
    return BSHIP_SIDE_A + BSHIP_SIDE_B - side;
}

#endif
