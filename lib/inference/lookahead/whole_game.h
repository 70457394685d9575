/*
 * The whole game on a small board, solved once: a transposition table with the value and the best
 * shot of every state that optimal play leads to. Later decisions look their states up.
 *
 * The solution is a function of the rules and of the limit alone, never of the games played: shots
 * stay a function of the log. Decisions may have different limits. A decision uses the solution if
 * its limit would have sufficed to find it.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_WHOLE_GAME_H
#define BSI_INFERENCE_LOOKAHEAD_WHOLE_GAME_H

#include "inference/lookahead/optimum.h"

typedef struct bsi_whole_game {
    bool is_tried;
    bool is_solved; /* the table contains optimal play */
    int64_t steps;  /* if solved, those that it took; else the greatest limit that was tried */
    bsi_optimum_table table;
} bsi_whole_game;

/* The solution that so many steps suffice to find; NULL: there is none, or it is not found yet. */
static inline const bsi_optimum_table *bsi_whole_game_table(const bsi_whole_game *game,
                                                            int64_t steps)
{
    return game->is_solved && steps >= game->steps ? &game->table : NULL;
}

void bsi_whole_game_free(bsi_whole_game *game, const bship_allocator *allocator);

typedef struct bsi_whole_game_limits {
    int64_t steps;
    size_t entries; /* of the table */
} bsi_whole_game_limits;

/*
 * Solves the game of rules within limits, unless that is solved or was tried with as many steps.
 * OK, also if it was not solved; CANCELLED or MEMORY, and then nothing has changed. Calls the
 * progress callback of the budget, but does not charge it.
 */
bship_status bsi_whole_game_solve(bsi_whole_game *game, const bship_rules *rules,
                                  const bsi_whole_game_limits *limits,
                                  const bsi_work_budget *budget);

#endif
