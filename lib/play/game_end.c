/*
 * The end of a game. Where shots do not decide it, a side resigns or has reported falsely, or the
 * game is abandoned. After the end remote sides reveal their layouts, and the habits that a game
 * was given before observe them.
 */
#include <stdbool.h>

#include "base/error.h"
#include "base/names.h"
#include "play/game.h"
#include "play/learning.h"

static const bsi_name_row reasons[] = {
    [BSHIP_END_REASON_NONE] = { "none", "the game has not ended" },
    [BSHIP_END_REASON_SUNK] = { "sunk", "a fleet was sunk, or both" },
    [BSHIP_END_REASON_RESIGNED] = { "resigned", "the loser gave up" },
    [BSHIP_END_REASON_CONTRADICTION] = { "contradiction", "the loser reported falsely, or did not "
                                                          "reveal its layout" },
    [BSHIP_END_REASON_ABANDONED] = { "abandoned", "nobody won" },
    [BSHIP_END_REASON_SHOTS] = { "shots", "neither side had a shot left: more points won" },
};

const bsi_names bsi_end_reason_names = BSI_NAMES(reasons);

void bsi_game_end(bship_game *game, int32_t outcome, int32_t reason)
{
    game->outcome = outcome;
    game->reason = reason;
    game->phase = BSHIP_PHASE_OVER;
    game->pending = 0;
    game->is_disputed = false;
}

static bool is_played(const bship_game *game)
{
    return game->phase == BSHIP_PHASE_AIMING || game->phase == BSHIP_PHASE_AWAITING_REPORT;
}

bship_status bship_game_resign(bship_game *game, int32_t side)
{
    if (!game || !bsi_is_side(side))
        return BSHIP_ERROR_ARGUMENT;
    if (!is_played(game))
        return BSHIP_ERROR_STATE;
    bsi_game_end(game, bsi_other(side), BSHIP_END_REASON_RESIGNED);
    bsi_game_observe(game);
    return BSHIP_OK;
}

bship_status bship_game_abandon(bship_game *game)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    if (!is_played(game))
        return BSHIP_ERROR_STATE;
    bsi_game_end(game, BSHIP_OUTCOME_NONE, BSHIP_END_REASON_ABANDONED);
    bsi_game_observe(game);
    return BSHIP_OK;
}

bship_status bship_game_claim_contradiction(bship_game *game)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    if (!game->is_disputed)
        return BSHIP_ERROR_STATE;
    bsi_game_end(game, game->turns.to_move, BSHIP_END_REASON_CONTRADICTION);
    bsi_game_observe(game);
    return BSHIP_OK;
}

/* ---- revealed layouts ---- */

void bsi_game_keep_revealed(bship_game *game, int32_t side, bship_board *board)
{
    bsi_game_refire(game, bsi_other(side), board);
    game->sides[side].revealed = board;
    game->sides[side].has_revealed = true;
}

/* Whether a side is one that may reveal a layout now. */
static bship_status check_reveal(const bship_game *game, int32_t side, bship_error *error)
{
    bship_status status = bsi_check_side(side, error);
    if (status)
        return status;
    if (game->sides[side].board)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, side, "side %s is local",
                        bsi_name(&bsi_side_names, side));
    if (game->phase != BSHIP_PHASE_OVER || game->sides[side].has_revealed)
        return bsi_fail_plain(error, BSHIP_ERROR_STATE);
    return BSHIP_OK;
}

/* A side whose layout cannot be kept has lost; of two contradictions, the first decides. */
static void end_unrevealed(bship_game *game, int32_t side)
{
    game->sides[side].has_revealed = true;
    if (game->reason != BSHIP_END_REASON_CONTRADICTION)
        bsi_game_end(game, bsi_other(side), BSHIP_END_REASON_CONTRADICTION);
}

bship_status bship_game_reveal(bship_game *game, int32_t side, const bship_placement *placements,
                               size_t count, bship_error *error)
{
    if (!game || !placements)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = check_reveal(game, side, error);
    if (status)
        return status;
    const bship_chart *chart = game->sides[bsi_other(side)].chart;
    status = bship_chart_check_layout(chart, placements, count, error);
    if (status == BSHIP_ERROR_CONTRADICTION)
        end_unrevealed(game, side);
    if (status)
        return status;
    bship_board *board = NULL;
    status = bship_board_new(&board, game->rules, NULL, NULL);
    if (status)
        return bsi_fail_plain(error, status);
    bship_board_place_layout(board, placements, count, NULL);
    bsi_game_keep_revealed(game, side, board);
    bsi_game_observe(game);
    return BSHIP_OK;
}

bship_status bship_game_claim_unrevealed(bship_game *game, int32_t side)
{
    if (!game)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_reveal(game, side, NULL);
    if (!status)
        end_unrevealed(game, side);
    return status;
}

/* ---- habits ---- */

bship_status bship_game_set_habits(bship_game *game, int32_t side, bship_habits *habits)
{
    if (!game || !bsi_is_side(side))
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_PLACING)
        return BSHIP_ERROR_STATE;
    if (habits && !bship_rules_equal(bship_habits_rules(habits), game->rules))
        return BSHIP_ERROR_RULES;
    game->sides[side].habits = habits;
    return BSHIP_OK;
}

void bsi_game_observe(bship_game *game)
{
    for (int32_t i = BSHIP_SIDE_A; i <= BSHIP_SIDE_B && game->phase == BSHIP_PHASE_OVER; i++) {
        bsi_side *side = &game->sides[i];
        bship_board *board = side->board ? side->board : side->revealed;
        if (side->habits && board && !side->is_observed) {
            bsi_learn_layout(side->habits, board);
            side->is_observed = true;
        }
    }
}

bship_status bship_game_observe_found(bship_game *game, int32_t side)
{
    if (!game || !bsi_is_side(side) || game->sides[side].board || !game->sides[side].habits)
        return BSHIP_ERROR_ARGUMENT;
    if (game->phase != BSHIP_PHASE_OVER)
        return BSHIP_ERROR_STATE;
    bsi_side *observed = &game->sides[side];
    /* A side that has reported falsely teaches nothing. */
    if ((observed->has_revealed && !observed->revealed) ||
        (game->reason == BSHIP_END_REASON_CONTRADICTION && game->outcome == bsi_other(side)))
        return BSHIP_ERROR_CONTRADICTION;
    if (observed->is_observed)
        return BSHIP_OK;
    bship_status status =
        bship_habits_observe_chart(observed->habits, game->sides[bsi_other(side)].chart, 1.0);
    observed->is_observed = !status;
    return status;
}
