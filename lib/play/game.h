/* A game from inside. */
#ifndef BSI_PLAY_GAME_H
#define BSI_PLAY_GAME_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>

#include "play/salvo.h"
#include "play/turns.h"

typedef struct bsi_side {
    bship_board *board; /* its waters; NULL: they are remote */
    bship_chart *chart; /* what it knows of the other's waters */
    bship_ai *ai;       /* the caller's; NULL: it has none */
    uint64_t layouts;   /* how many were drawn for it */
} bsi_side;

struct bship_game {
    bship_rules *rules;
    uint64_t seed;
    bsi_side sides[2];
    bship_phase phase;
    int32_t begins; /* the side that is to begin, or NONE: by the rules */
    bsi_turns turns;
    size_t pending;  /* shots that await an answer; their cells are in the salvo */
    bsi_salvo salvo; /* the one that is being fired */
    uint8_t *log;    /* by entry: the side that fired */
    size_t log_length;
    size_t log_capacity;
    bship_sampler *sampler; /* that layouts are drawn from; or NULL */
};

/* bship_game_reset() with a seed of its own for each AI. */
void bsi_game_reset(bship_game *game, uint64_t seed, const uint64_t ai_seeds[2]);

/* Begins the shooting with a side, whose ships are laid. */
void bsi_game_begin(bship_game *game, int32_t began);

/* Makes room in the log for another entry: OK or MEMORY. */
bship_status bsi_game_reserve(bship_game *game);

/* The shots of the side to move are on its chart: its turn goes on, ends, or ends the game. */
void bsi_game_go_on(bship_game *game);

#endif
