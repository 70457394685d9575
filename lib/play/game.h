/* A game from inside. */
#ifndef BSHIP_PLAY_GAME_H
#define BSHIP_PLAY_GAME_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>

#include "play/salvo.h"

typedef struct bship_internal_side {
    bship_board *board; /* its waters; NULL: they are remote */
    bship_chart *chart; /* what it knows of the other's waters */
    bship_ai *ai;       /* the caller's; NULL: it has none */
    uint64_t layouts;   /* how many were drawn for it */
    int32_t allowed;    /* shots in a turn, when that was last counted */
} bship_internal_side;

struct bship_game {
    bship_rules *rules;
    uint64_t seed;
    bship_internal_side sides[2];
    bship_phase phase;
    int32_t began;
    int32_t begins;  /* the side that is to begin, or NONE: by the rules */
    int32_t to_move; /* a side from the start on, also when the game is over */
    int32_t outcome;
    int64_t round;
    size_t due;                 /* shots that the side to move must fire */
    size_t pending;             /* shots that await an answer; their cells are in the salvo */
    bship_internal_salvo salvo; /* the one that is being fired */
    uint8_t *log;               /* by entry: the side that fired */
    size_t log_length;
    size_t log_capacity;
};

/* bship_game_reset() with a seed of its own for each AI. */
void bship_internal_game_reset(bship_game *game, uint64_t seed, const uint64_t ai_seeds[2]);

static inline int bship_internal_is_side(int32_t side)
{
    return side == BSHIP_SIDE_A || side == BSHIP_SIDE_B;
}

static inline int32_t bship_internal_other(int32_t side)
{
    return BSHIP_SIDE_A + BSHIP_SIDE_B - side;
}

#endif
