/*
 * A program of this version, that meets a library to which tests/abi/addition.patch has added a
 * rule, a value of a rule and a strategy. Prints what it met; with its own library, nothing.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>

#define CHECK(condition) check(condition, #condition)

static void check(int holds, const char *words)
{
    if (holds)
        return;
    fprintf(stderr, "FAILED: %s\n", words);
    exit(1);
}

static bship_rules *read_rules(const char *lines)
{
    bship_rules *rules;
    CHECK(!bship_rules_parse(&rules, lines, strlen(lines), NULL, NULL));
    return rules;
}

/* Plays a game of the new strategy to its end; returns the rounds. */
static int64_t play(const bship_rules *rules)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai *ais[2];
    bship_game *game;
    for (int32_t i = 0; i < 2; i++)
        CHECK(!bship_ai_new(&ais[i], rules, i ? "hunt" : "row-by-row", NULL, NULL));
    options.ai_a = ais[0];
    options.ai_b = ais[1];
    CHECK(!bship_game_new(&game, rules, &options, NULL));
    CHECK(!bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL));
    CHECK(!bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL));
    CHECK(!bship_game_start(game, NULL));
    CHECK(bship_game_shots_due(game) == 2);
    while (bship_game_phase(game) != BSHIP_PHASE_OVER)
        CHECK(!bship_game_step(game, NULL, NULL, NULL));
    int64_t rounds = bship_game_round(game);
    bship_game_free(game);
    for (int32_t i = 0; i < 2; i++)
        bship_ai_free(ais[i]);
    return rounds;
}

/* Rules with a value that these headers do not have, in a field that they have. */
static void meet_value(void)
{
    bship_rules *rules = read_rules("board 6x6\nfleet 3 2\nturn pair\n");
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_rules *again;
    char text[32];
    CHECK(!bship_rules_describe(rules, &options));
    CHECK(options.turn > BSHIP_TURN_RULE_SALVO_LARGEST);
    CHECK(!bship_rules_new(&again, bship_rules_fleet(rules), &options, NULL));
    CHECK(bship_rules_equal(rules, again));
    CHECK(bship_rules_format_rule(rules, BSHIP_RULE_TURN, text, sizeof text) == 4);
    int32_t values = BSHIP_ENUM_RULE_VALUES + BSHIP_RULE_TURN;
    printf("turn %s: %s\n", text, bship_enum_text(values, options.turn));
    printf("a game of row-by-row: %s\n", play(rules) > 4 ? "played" : "too short");
    bship_rules_unref(again);
    bship_rules_unref(rules);
}

/* Rules with a field that these headers do not have: read, written and compared whole, and not
 * described by halves. */
static void meet_field(void)
{
    bship_rules *plain = read_rules("board 6x6\nfleet 3 2\nclock no\n");
    bship_rules *rules = read_rules("board 6x6\nfleet 3 2\nclock yes\n");
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    char text[512];
    CHECK(!bship_rules_describe(plain, &options));
    CHECK(bship_rules_format(plain, text, sizeof text) < sizeof text && !strstr(text, "clock"));
    CHECK(!bship_rules_equal(plain, rules));
    CHECK(bship_rules_format(rules, text, sizeof text) < sizeof text);
    bship_rules *again = read_rules(text);
    CHECK(bship_rules_equal(again, rules));
    CHECK(bship_struct_size("bship_rules_options") > sizeof options);
    bship_status status = bship_rules_describe(rules, &options);
    printf("clock: %s\n", bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status));
    bship_rules_unref(again);
    bship_rules_unref(rules);
    bship_rules_unref(plain);
}

int main(void)
{
    int32_t last = bship_enum_find(BSHIP_ENUM_RULE, "head-start");
    CHECK(last == BSHIP_RULE_HEAD_START);
    if (bship_enum_count(BSHIP_ENUM_RULE) == last + 1)
        return 0;
    int32_t strategy = bship_enum_find(BSHIP_ENUM_STRATEGY, "row-by-row");
    printf("row-by-row: %s\n", bship_enum_text(BSHIP_ENUM_STRATEGY, strategy));
    meet_value();
    meet_field();
    return 0;
}
