/* The score of several games between the same players: the best of three or five. */
#ifndef PROGRAMS_BATTLESHIP_GAME_SCORE_H
#define PROGRAMS_BATTLESHIP_GAME_SCORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "common/sides.h"

enum {
    SCORE_BEST_OF_MAX = 5
};

/* Zeroes are a game alone. */
struct score {
    int32_t best_of; /* an odd number of games; 0: a game alone */
    int32_t won[SIDES];
};

/* Whether it can be one. */
bool score_is_fine(const struct score *score);

/* Counts a game by its bship_outcome; a draw counts for nobody, and is played again. */
void score_count(struct score *score, int32_t outcome);

/* The side that has won more than half of the games; BSHIP_SIDE_NONE: none has yet. */
int32_t score_winner(const struct score *score);

/* The score of the game that follows: one that is decided begins anew. */
struct score score_next(const struct score *score);

/* Writes it: `best of 3, 1 to 0`, that of a side first; empty for a game alone. */
void score_title(const struct score *score, int32_t side, char *text, size_t size);

#endif
