/* The rules of turns. */
#include "play/turns.h"

#include "model/rules.h"
#include "play/salvo.h"

int bship_internal_may_begin(const bship_rules *rules, int32_t side)
{
    int32_t first = bship_internal_axis(rules, BSHIP_AXIS_FIRST);
    return first == BSHIP_FIRST_LOT || (first == BSHIP_FIRST_A) == (side == BSHIP_SIDE_A);
}

void bship_internal_turns_reset(bship_internal_turns *turns)
{
    *turns = (bship_internal_turns){ .began = BSHIP_SIDE_NONE,
                                     .to_move = BSHIP_SIDE_NONE,
                                     .outcome = BSHIP_OUTCOME_NONE };
}

static int has_equal_turns(const bship_rules *rules)
{
    return bship_internal_axis(rules, BSHIP_AXIS_ENDING) == BSHIP_ENDING_EQUAL_TURNS;
}

/* With equal turns a salvo by ships afloat is counted for both sides when the round begins. */
static void count_shots(bship_internal_turns *turns, const bship_rules *rules,
                        const bship_internal_standing standings[2])
{
    if (has_equal_turns(rules) && turns->to_move != turns->began)
        return;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        turns->allowed[side] =
            bship_internal_salvo_allowed(rules, standings[bship_internal_other(side)].afloat);
}

static void begin_turn(bship_internal_turns *turns, const bship_rules *rules, int32_t side,
                       const bship_internal_standing standings[2])
{
    turns->to_move = side;
    turns->round += side == turns->began;
    count_shots(turns, rules, standings);
    turns->due = bship_internal_salvo_size(turns->allowed[side], standings[side].untried);
}

void bship_internal_turns_begin(bship_internal_turns *turns, const bship_rules *rules,
                                int32_t began, const bship_internal_standing standings[2])
{
    bship_internal_turns_reset(turns);
    turns->began = began;
    begin_turn(turns, rules, began, standings);
}

/* How the game stands if it ends now. */
static int32_t outcome_now(const bship_internal_standing standings[2])
{
    if (standings[BSHIP_SIDE_A].is_done && standings[BSHIP_SIDE_B].is_done)
        return BSHIP_OUTCOME_DRAW;
    if (standings[BSHIP_SIDE_A].is_done)
        return BSHIP_OUTCOME_A;
    return standings[BSHIP_SIDE_B].is_done ? BSHIP_OUTCOME_B : BSHIP_OUTCOME_NONE;
}

void bship_internal_turns_go_on(bship_internal_turns *turns, const bship_rules *rules,
                                const bship_internal_standing standings[2], int ends_with_hit)
{
    int again_on_hit = bship_internal_axis(rules, BSHIP_AXIS_TURN) == BSHIP_TURN_AGAIN_ON_HIT;
    if (again_on_hit && ends_with_hit && !standings[turns->to_move].is_done)
        return;
    int is_last_of_round = turns->to_move != turns->began;
    int32_t outcome = outcome_now(standings);
    if (outcome == BSHIP_OUTCOME_NONE || (has_equal_turns(rules) && !is_last_of_round))
        begin_turn(turns, rules, bship_internal_other(turns->to_move), standings);
    else
        turns->outcome = outcome;
}
