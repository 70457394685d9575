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
                          .outcome = BSHIP_OUTCOME_NONE,
                          .reason = BSHIP_END_REASON_NONE };
}

static bool has_equal_turns(const bship_rules *rules)
{
    return bsi_rule(rules, BSHIP_RULE_ENDING) == BSHIP_ENDING_EQUAL_TURNS;
}

/*
 * Begins a turn. With equal turns, salvos by ships afloat are counted for both sides at the start
 * of a round, so that sinking ships is no advantage within it.
 */
static void begin_turn(bsi_turns *turns, const bship_rules *rules, int32_t side, bool begins_round,
                       const bsi_standing standings[BSI_SIDES])
{
    turns->to_move = side;
    turns->turn++;
    turns->round += begins_round;
    for (int32_t i = BSHIP_SIDE_A; i <= BSHIP_SIDE_B; i++) {
        if (begins_round || !has_equal_turns(rules))
            turns->allowed[i] = bsi_shots_allowed(rules, &standings[bsi_other(i)]);
    }
    turns->due = bsi_shots_due(turns->allowed[side], &standings[side]);
}

void bsi_turns_begin(bsi_turns *turns, const bship_rules *rules, int32_t began,
                     const bsi_standing standings[BSI_SIDES])
{
    bsi_turns_reset(turns);
    turns->began = began;
    begin_turn(turns, rules, began, true, standings);
}

/* Ends the game: a side that sank the fleet wins, else more points do. */
static void end_game(bsi_turns *turns, const bsi_standing *a, const bsi_standing *b)
{
    bool is_sunk = a->is_done || b->is_done;
    int64_t lead = is_sunk ? a->is_done - b->is_done : a->points - b->points;
    turns->reason = is_sunk ? BSHIP_END_REASON_SUNK : BSHIP_END_REASON_SHOTS;
    turns->outcome = lead > 0 ? BSHIP_OUTCOME_A : lead < 0 ? BSHIP_OUTCOME_B : BSHIP_OUTCOME_DRAW;
}

/* Whether the turn that ends belongs to a head start, which the first turns of a game are. */
static bool has_head_start(const bsi_turns *turns, const bship_rules *rules)
{
    return turns->turn <= rules->numbers[BSHIP_RULE_HEAD_START];
}

void bsi_turns_advance(bsi_turns *turns, const bship_rules *rules,
                       const bsi_standing standings[BSI_SIDES], bool ends_with_hit)
{
    const bsi_standing *own = &standings[turns->to_move];
    int32_t other = bsi_other(turns->to_move);
    bool other_can_fire = standings[other].left > 0;
    if (bsi_rules_have(rules, BSI_AGAIN_ON_HIT) && ends_with_hit && !own->is_done && own->left > 0)
        return;
    /* A side without shots is passed over, and so is one whose opponent has a head start. */
    bool other_is_next = other_can_fire && !(own->left > 0 && has_head_start(turns, rules));
    bool ends_round = turns->to_move != turns->began || !other_is_next;
    bool is_sunk = own->is_done || standings[other].is_done;
    if (is_sunk ? ends_round || !has_equal_turns(rules) : own->left == 0 && !other_can_fire)
        end_game(turns, &standings[BSHIP_SIDE_A], &standings[BSHIP_SIDE_B]);
    else
        begin_turn(turns, rules, other_is_next ? other : turns->to_move, ends_round, standings);
}
