/* How a game ended; see result.h. */
#include "battleship/talk/result.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "battleship/game/saves.h"
#include "battleship/talk/opponent.h"

/* Fills in a player; machines are called what the user has chosen, which begins small. */
static void call(struct called *called, const char *name, bool is_you, bool is_machine)
{
    snprintf(called->name, sizeof called->name, "%s", is_you ? "you" : name);
    memcpy(called->subject, called->name, sizeof called->subject);
    if ((is_you || is_machine) && called->name[0] >= 'a' && called->name[0] <= 'z')
        called->subject[0] = (char)(called->name[0] - 'a' + 'A');
    if (is_you)
        snprintf(called->owner, sizeof called->owner, "your");
    else
        snprintf(called->owner, sizeof called->owner, "%s's", called->name);
    called->is_you = is_you;
    called->is_hiding = is_machine && opponent_hides(bship_enum_find(BSHIP_ENUM_LEVEL, name));
}

void called_in_session(struct called *called, const struct session *session, int32_t side)
{
    call(called, session->shown[side], session_is_you(session, side), session_is_ai(session, side));
}

void called_in_record(struct called *called, const bship_record *record, int32_t side, bool is_own)
{
    static const char *const sides[SIDES] = {
        [BSHIP_SIDE_A] = "side a", [BSHIP_SIDE_B] = "side b"
    };
    const char *strategy = bship_record_get(record, BSHIP_FACT_STRATEGY, side);
    const char *name = bship_record_get(record, BSHIP_FACT_PLAYER, side);
    int32_t kind = saves_player_kind(record, side);
    bool is_human = kind == PLAYER_HUMAN;
    bool is_only_one = saves_player_kind(record, other_side(side)) != PLAYER_HUMAN;
    name = name ? name : strategy ? strategy : sides[side];
    call(called, name, is_own && is_human && is_only_one,
         kind == PLAYER_AI || (kind < 0 && (strategy || name == sides[side])));
}

void result_of_session(struct result *result, const struct session *session)
{
    *result = (struct result){ .outcome = bship_game_outcome(session->game),
                               .reason = bship_game_end_reason(session->game) };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        result->shots[side] = bship_chart_shots(bship_game_chart(session->game, side));
        result->points[side] = bship_game_points(session->game, side);
        called_in_session(&result->called[side], session, side);
    }
}

/* Reads the words of a record's result, such as `a resigned`. */
static void read_result(struct result *result, const char *words)
{
    result->reason = strstr(words, "resigned")        ? BSHIP_END_REASON_RESIGNED
                     : strstr(words, "contradiction") ? BSHIP_END_REASON_CONTRADICTION
                                                      : BSHIP_END_REASON_SUNK;
    result->outcome = strcmp(words, "draw") == 0        ? BSHIP_OUTCOME_DRAW
                      : strcmp(words, "abandoned") == 0 ? BSHIP_OUTCOME_NONE
                      : words[0] == 'b'                 ? BSHIP_OUTCOME_B
                                                        : BSHIP_OUTCOME_A;
}

/* Finds out whether the limit of shots ended a game whose shots decided it, and by which points. */
static void read_limit(struct result *result, const bship_record *record)
{
    const bship_rules *rules = bship_record_rules(record);
    bool has_sunk = bship_rules_number(rules, BSHIP_RULE_SHOTS) == 0;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !has_sunk; side++) {
        bship_chart *chart = NULL;
        has_sunk = bship_chart_new(&chart, rules, NULL, NULL) ||
                   bship_record_to_chart(record, side, chart, NULL) ||
                   bship_chart_is_defeated(chart);
        result->points[side] = has_sunk ? 0 : bship_chart_points(chart);
        bship_chart_free(chart);
    }
    if (!has_sunk)
        result->reason = BSHIP_END_REASON_SHOTS;
}

bool result_of_record(struct result *result, const bship_record *record, bool is_own)
{
    const char *words = bship_record_get(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE);
    *result = (struct result){ .outcome = BSHIP_OUTCOME_NONE };
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        called_in_record(&result->called[side], record, side, is_own);
    for (int64_t i = 0; i < bship_record_log_length(record); i++) {
        bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
        if (!bship_record_log_entry(record, i, &entry))
            result->shots[entry.side] += entry.shots;
    }
    if (words)
        read_result(result, words);
    if (words && result->reason == BSHIP_END_REASON_SUNK && result->outcome != BSHIP_OUTCOME_NONE)
        read_limit(result, record);
    return words != NULL;
}

static void say_winner(const struct result *result, char *text, size_t size)
{
    const struct called *winner = &result->called[result->outcome];
    const struct called *loser = &result->called[other_side(result->outcome)];
    int64_t shots = result->shots[result->outcome];
    switch (result->reason) {
    case BSHIP_END_REASON_RESIGNED:
        snprintf(text, size, "%s won: %s resigned", winner->subject, loser->name);
        break;
    case BSHIP_END_REASON_CONTRADICTION:
        snprintf(text, size, "%s won: %s reported falsely, or did not reveal %s fleet",
                 winner->subject, loser->name, loser->is_you ? "your" : "the");
        break;
    case BSHIP_END_REASON_SHOTS:
        snprintf(text, size, "%s won by %" PRId64 " to %" PRId64 " points, with no shot left",
                 winner->subject, result->points[result->outcome],
                 result->points[other_side(result->outcome)]);
        break;
    default:
        snprintf(text, size, "%s won in %" PRId64 " shot%s", winner->subject, shots,
                 shots == 1 ? "" : "s");
        break;
    }
}

void result_say(const struct result *result, char *text, size_t size)
{
    if (result->outcome == BSHIP_OUTCOME_DRAW && result->reason == BSHIP_END_REASON_SHOTS)
        snprintf(text, size, "A draw: %" PRId64 " point%s each, and no shot left",
                 result->points[BSHIP_SIDE_A], result->points[BSHIP_SIDE_A] == 1 ? "" : "s");
    else if (result->outcome == BSHIP_OUTCOME_DRAW)
        snprintf(text, size, "A draw: both fleets were sunk");
    else if (result->outcome == BSHIP_OUTCOME_NONE)
        snprintf(text, size, "Nobody won: the game was abandoned");
    else
        say_winner(result, text, size);
}
