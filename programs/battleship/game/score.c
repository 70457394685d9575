/* The score of several games; see score.h. */
#include "battleship/game/score.h"

#include <stdio.h>

#include <battleship/game.h>

bool score_is_fine(const struct score *score)
{
    int32_t most = score->best_of / 2 + 1;
    return score->best_of > 1 && score->best_of <= SCORE_BEST_OF_MAX && score->best_of % 2 == 1 &&
           score->won[BSHIP_SIDE_A] >= 0 && score->won[BSHIP_SIDE_A] <= most &&
           score->won[BSHIP_SIDE_B] >= 0 && score->won[BSHIP_SIDE_B] <= most;
}

void score_count(struct score *score, int32_t outcome)
{
    if (score->best_of > 0 && (outcome == BSHIP_OUTCOME_A || outcome == BSHIP_OUTCOME_B))
        score->won[outcome == BSHIP_OUTCOME_A ? BSHIP_SIDE_A : BSHIP_SIDE_B]++;
}

int32_t score_winner(const struct score *score)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        if (score->best_of > 0 && score->won[side] > score->best_of / 2)
            return side;
    return BSHIP_SIDE_NONE;
}

struct score score_next(const struct score *score)
{
    return score_winner(score) == BSHIP_SIDE_NONE ? *score
                                                  : (struct score){ .best_of = score->best_of };
}

void score_title(const struct score *score, int32_t side, char *text, size_t size)
{
    text[0] = '\0';
    if (score->best_of > 0)
        snprintf(text, size, "best of %d, %d to %d", (int)score->best_of, (int)score->won[side],
                 (int)score->won[other_side(side)]);
}
