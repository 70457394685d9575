/* Turns; see turns.h. */
#include "play/turns.h"

#include <stdbool.h>

#include "base/error.h"
#include "model/rules.h"

bship_status bsi_check_side(int32_t side, bship_error *error)
{
    if (bsi_is_side(side))
        return BSHIP_OK;
    return bsi_fail(error, BSHIP_ERROR_ARGUMENT, side, "%d is no side: 1 is side a, 2 is side b",
                    (int)side);
}

static const bsi_name_row sides[] = {
    [BSHIP_SIDE_NONE] = { "none", "neither side" },
    [BSHIP_SIDE_A] = { "a", "side a" },
    [BSHIP_SIDE_B] = { "b", "side b" },
};

const bsi_names bsi_side_names = BSI_NAMES(sides);

bool bsi_may_begin(const bship_rules *rules, int32_t side)
{
    int32_t first = bsi_rule(rules, BSHIP_RULE_FIRST);
    return first == BSHIP_FIRST_RANDOM || first == side;
}

void bsi_turns_reset(bsi_turns *turns)
{
    *turns = (bsi_turns){ .began = BSHIP_SIDE_NONE,
                          .to_move = BSHIP_SIDE_NONE,
                          .outcome = BSHIP_OUTCOME_NONE };
}

static bool has_equal_turns(const bship_rules *rules)
{
    return bsi_rule(rules, BSHIP_RULE_ENDING) == BSHIP_ENDING_EQUAL_TURNS;
}

/*
 * Begins a turn. With equal turns, salvos by ships afloat are counted for both sides at the start
 * of a round, so that sinking ships is no advantage within it.
 */
static void begin_turn(bsi_turns *turns, const bship_rules *rules, int32_t side,
                       const bsi_standing standings[BSI_SIDES])
{
    turns->to_move = side;
    turns->turn++;
    turns->round += side == turns->began;
    for (int32_t i = BSHIP_SIDE_A; i <= BSHIP_SIDE_B; i++) {
        if (side == turns->began || !has_equal_turns(rules))
            turns->allowed[i] = bsi_shots_allowed(rules, &standings[bsi_other(i)]);
    }
    turns->due = bsi_shots_due(turns->allowed[side], &standings[side]);
}

void bsi_turns_begin(bsi_turns *turns, const bship_rules *rules, int32_t began,
                     const bsi_standing standings[BSI_SIDES])
{
    bsi_turns_reset(turns);
    turns->began = began;
    begin_turn(turns, rules, began, standings);
}

/* The outcome if the game ends now. */
static int32_t outcome_now(const bsi_standing standings[BSI_SIDES])
{
    if (standings[BSHIP_SIDE_A].is_done && standings[BSHIP_SIDE_B].is_done)
        return BSHIP_OUTCOME_DRAW;
    if (standings[BSHIP_SIDE_A].is_done)
        return BSHIP_OUTCOME_A;
    return standings[BSHIP_SIDE_B].is_done ? BSHIP_OUTCOME_B : BSHIP_OUTCOME_NONE;
}

void bsi_turns_advance(bsi_turns *turns, const bship_rules *rules,
                       const bsi_standing standings[BSI_SIDES], bool ends_with_hit)
{
    int again_on_hit = bsi_rules_have(rules, BSI_AGAIN_ON_HIT);
    if (again_on_hit && ends_with_hit && !standings[turns->to_move].is_done)
        return;
    bool is_last_of_round = turns->to_move != turns->began;
    int32_t outcome = outcome_now(standings);
    if (outcome == BSHIP_OUTCOME_NONE || (has_equal_turns(rules) && !is_last_of_round))
        begin_turn(turns, rules, bsi_other(turns->to_move), standings);
    else
        turns->outcome = outcome;
}
