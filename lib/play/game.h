/* The struct behind a game. */
#ifndef BSI_PLAY_GAME_H
#define BSI_PLAY_GAME_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>

#include "play/salvo.h"
#include "play/turns.h"

typedef struct bsi_side {
    bship_board *board; /* its own grid; NULL if the side is remote */
    bship_chart *chart; /* what it knows of the other side's board */
    bship_ai *ai;       /* the caller's; NULL if it has none */
    uint64_t layouts;   /* the number of layouts drawn for it */
} bsi_side;

struct bship_game {
    bship_rules *rules;
    uint64_t seed;
    bsi_side sides[2];
    int32_t phase;  /* a bship_phase */
    int32_t begins; /* the side that begins; NONE: the rules decide */
    bsi_turns turns;
    size_t pending;  /* shots that await a report; their cells are in the salvo */
    bsi_salvo salvo; /* the current one */
    uint8_t *log;    /* by entry: the side that fired */
    size_t log_length;
    size_t log_capacity;
    bship_sampler *sampler; /* draws layouts; or NULL */
};

/* bship_game_reset() with a separate seed for each AI. */
void bsi_game_reset(bship_game *game, uint64_t seed, const uint64_t ai_seeds[2]);

/* Starts the game; `began` fires first. All local ships must be placed. */
void bsi_game_begin(bship_game *game, int32_t began);

/* Makes room for another log entry: OK or MEMORY. */
bship_status bsi_game_reserve(bship_game *game);

/* To be called once the shots of the side to move are on its chart: logs them and moves on. */
void bsi_game_advance(bship_game *game);

#endif
