/* Rules that are chosen: presets, one field after another, and the reasons of refusals. */
#include <stdbool.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "battleship/game/rules_choice.h"
#include "battleship/game/rules_summary.h"
#include "common/rules_preset.h"
#include "support.h"

static struct rules_choice choice;

static void open_choice(void)
{
    cr_assert(rules_choice_open(&choice, NULL), "opened");
}

static void close_choice(void)
{
    rules_choice_close(&choice);
}

TestSuite(rules_choice, .init = open_choice, .fini = close_choice);

static void assert_set(int32_t field, const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    cr_assert_eq(rules_choice_set(&choice, field, text, &error), BSHIP_OK, "%s %s: %s",
                 rules_choice_name(field), text, error.text);
}

static void take_preset(int32_t preset)
{
    bship_rules *rules = rules_preset_make(preset);
    cr_assert(rules_choice_take(&choice, rules), "taken");
    bship_rules_unref(rules);
}

/* A text that cannot be read: refused with a reason, nothing changed. */
static void assert_refused(int32_t field, const char *text)
{
    char before[64], after[64];
    bship_error error = BSHIP_ERROR_INIT;
    bship_rules *rules = choice.rules;

    rules_choice_value(&choice, field, before, sizeof before);
    cr_assert_neq(rules_choice_set(&choice, field, text, &error), BSHIP_OK, "%s",
                  rules_choice_name(field));
    rules_choice_value(&choice, field, after, sizeof after);
    cr_assert_str_eq(before, after, "%s stays", rules_choice_name(field));
    cr_assert_gt(strlen(error.text), 0, "%s: a reason", rules_choice_name(field));
    cr_assert_eq(choice.rules, rules, "%s: the rules stay", rules_choice_name(field));
}

Test(rules_choice, begins_with_the_classic_rules)
{
    bship_rules *classic = rules_from("fleet classic\n");
    char summary[64];

    cr_assert_not_null(choice.rules, "%s", choice.refusal);
    cr_assert(bship_rules_equal(choice.rules, classic), "classic");
    rules_summary(choice.rules, summary, sizeof summary);
    cr_assert_str_eq(summary, "classic", "%s", summary);
    bship_rules_unref(classic);
}

Test(rules_choice, every_preset_is_playable_and_found_again)
{
    for (int32_t preset = 0; preset < rules_preset_count(); preset++) {
        const char *name = rules_preset_name(preset);
        char text[256] = "", summary[64];

        take_preset(preset);
        cr_assert_not_null(choice.rules, "%s: %s", name, choice.refusal);
        cr_assert_eq(rules_preset_find(choice.rules), preset, "%s is found", name);
        rules_summary(choice.rules, summary, sizeof summary);
        cr_assert_str_eq(summary, name, "%s", summary);
        rules_preset_explain(preset, text, sizeof text);
        cr_assert_gt(strlen(text), 0, "%s is explained", name);
    }
}

Test(rules_choice, every_field_has_a_name_a_value_and_an_explanation)
{
    for (int32_t field = 0; field < rules_choice_count(); field++) {
        char text[256] = "";

        cr_assert_not_null(rules_choice_name(field), "field %d", (int)field);
        rules_choice_explain(&choice, field, text, sizeof text);
        cr_assert_gt(strlen(text), 0, "%s", rules_choice_name(field));
    }
}

Test(rules_choice, a_value_can_be_set_again_from_its_own_text)
{
    take_preset(rules_preset_count() - 1);
    bship_rules *before = bship_rules_ref(choice.rules);

    for (int32_t field = 0; field < rules_choice_count(); field++) {
        char text[256];
        rules_choice_value(&choice, field, text, sizeof text);
        assert_set(field, text);
    }
    cr_assert(bship_rules_equal(choice.rules, before), "the same rules");
    bship_rules_unref(before);
}

Test(rules_choice, rules_that_exist_are_taken_over)
{
    bship_rules *rules = rules_from("board 12x9\nblocked B2 C7\nfleet Cutter:3 2 2\n"
                                    "contact no-sides\nturn salvo 4\nrepeat wasted\nshots 30\n");
    struct rules_choice copy;

    cr_assert(rules_choice_open(&copy, rules), "opened");
    rules_choice_step(&copy, FIELD_WIDTH, 1);
    rules_choice_step(&copy, FIELD_WIDTH, -1);
    cr_assert_not_null(copy.rules, "%s", copy.refusal);
    cr_assert(bship_rules_equal(copy.rules, rules), "made anew from the fields");
    rules_choice_close(&copy);
    bship_rules_unref(rules);
}

Test(rules_choice, values_of_a_rule_are_a_ring)
{
    for (int32_t rule = 0; rule < bship_enum_count(BSHIP_ENUM_RULE); rule++) {
        char before[64], after[64];
        int32_t field = FIELD_RULE + rule;

        rules_choice_value(&choice, field, before, sizeof before);
        for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule); i++)
            rules_choice_step(&choice, field, 1);
        rules_choice_step(&choice, field, 1);
        rules_choice_step(&choice, field, -1);
        rules_choice_value(&choice, field, after, sizeof after);
        cr_assert_str_eq(before, after, "%s", bship_enum_name(BSHIP_ENUM_RULE, rule));
    }
}

Test(rules_choice, numbers_stay_within_their_range)
{
    assert_set(FIELD_WIDTH, "1024");
    rules_choice_step(&choice, FIELD_WIDTH, 1);
    cr_assert_eq(choice.width, 1024, "no wider");
    assert_set(FIELD_HEIGHT, "1");
    rules_choice_step(&choice, FIELD_HEIGHT, -1);
    cr_assert_eq(choice.height, 1, "no lower");
}

Test(rules_choice, what_cannot_be_read_is_refused_and_changes_nothing)
{
    static const struct {
        int32_t field;
        const char *text;
    } cases[] = {
        { FIELD_WIDTH, "" },
        { FIELD_WIDTH, "0" },
        { FIELD_WIDTH, "1025" },
        { FIELD_WIDTH, "-3" },
        { FIELD_WIDTH, "7x" },
        { FIELD_WIDTH, "99999999999999999999" },
        { FIELD_SALVO, "0" },
        { FIELD_SALVO, "1048577" },
        { FIELD_FLEET, "" },
        { FIELD_FLEET, "classical" },
        { FIELD_FLEET, "5,4,0" },
        { FIELD_BLOCKED, "A1,B" },
        { FIELD_BLOCKED, "A1 AMJ10244" },
        { FIELD_RULE + BSHIP_RULE_CONTACT, "nowhere" },
        { FIELD_RULE + BSHIP_RULE_TURN, "salvo 0" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        assert_refused(cases[i].field, cases[i].text);
}

Test(rules_choice, a_refusal_names_its_reason_and_goes_with_it)
{
    assert_set(FIELD_RULE + BSHIP_RULE_TURN, "salvo-afloat");
    assert_set(FIELD_RULE + BSHIP_RULE_DISCLOSURE, "hit");
    cr_assert_null(choice.rules, "no such rules");
    cr_assert_not_null(strstr(choice.refusal, "salvo-afloat"), "%s", choice.refusal);
    assert_set(FIELD_RULE + BSHIP_RULE_DISCLOSURE, "sunk");
    cr_assert_not_null(choice.rules, "%s", choice.refusal);
    cr_assert_str_empty(choice.refusal, "%s", choice.refusal);
}

Test(rules_choice, a_fleet_that_does_not_fit_is_refused_as_a_whole)
{
    assert_set(FIELD_FLEET, "4,4");
    assert_set(FIELD_WIDTH, "3");
    assert_set(FIELD_HEIGHT, "3");
    cr_assert_null(choice.rules, "no such rules");
    cr_assert_gt(strlen(choice.refusal), 0, "a reason");
}

Test(rules_choice, blocked_cells_off_the_board_are_a_refusal_until_it_grows)
{
    assert_set(FIELD_BLOCKED, "a1, K11");
    cr_assert_null(choice.rules, "K11 is off the board");
    assert_set(FIELD_WIDTH, "11");
    assert_set(FIELD_HEIGHT, "11");
    cr_assert_not_null(choice.rules, "%s", choice.refusal);
    cr_assert(bship_rules_is_blocked(choice.rules, (bship_cell){ 10, 10 }), "K11 is blocked");
    cr_assert_eq(bship_rules_blocked(choice.rules, NULL, 0), 2, "two cells");
}

Test(rules_choice, the_shots_of_a_salvo_are_kept_while_another_turn_is_chosen)
{
    assert_set(FIELD_RULE + BSHIP_RULE_TURN, "salvo 7");
    assert_set(FIELD_RULE + BSHIP_RULE_TURN, "one");
    cr_assert_eq(bship_rules_number(choice.rules, BSHIP_RULE_TURN), 0, "no salvo");
    rules_choice_step(&choice, FIELD_RULE + BSHIP_RULE_TURN, 2);
    cr_assert_eq(bship_rules_number(choice.rules, BSHIP_RULE_TURN), 7, "seven shots again");
}

/* Types a number beside a rule that takes none yet: it stands there until the rule takes one. */
static void assert_kept(int32_t field, int32_t rule, const char *text, int64_t number)
{
    assert_set(field, text);
    cr_assert_eq(bship_rules_number(choice.rules, rule), 0, "not yet");
    rules_choice_step(&choice, FIELD_RULE + rule, 1);
    cr_assert_eq(bship_rules_number(choice.rules, rule), number, "then");
}

Test(rules_choice, limit_of_shots_is_a_number_that_is_kept)
{
    assert_set(FIELD_RULE + BSHIP_RULE_SHOTS, "30");
    cr_assert_eq(bship_rules_number(choice.rules, BSHIP_RULE_SHOTS), 30, "a limit");
    assert_set(FIELD_RULE + BSHIP_RULE_SHOTS, "0");
    cr_assert_eq(bship_rules_number(choice.rules, BSHIP_RULE_SHOTS), 0, "no limit");
    assert_kept(FIELD_SHOTS, BSHIP_RULE_SHOTS, "25", 25);
    assert_set(FIELD_RULE + BSHIP_RULE_SHOTS, "unlimited");
    cr_assert_eq(bship_rules_number(choice.rules, BSHIP_RULE_SHOTS), 0, "no limit");
}

Test(rules_choice, head_start_is_a_number_that_is_kept)
{
    assert_kept(FIELD_HEAD_START, BSHIP_RULE_HEAD_START, "8", 8);
    assert_set(FIELD_RULE + BSHIP_RULE_HEAD_START, "0");
    cr_assert_eq(bship_rules_number(choice.rules, BSHIP_RULE_HEAD_START), 0, "none");
}

Test(rules_choice, a_summary_names_what_is_unusual)
{
    static const struct {
        const char *rules, *summary;
    } cases[] = {
        { "fleet german\ncontact none\nboard 12x12\n", "german, 12x12" },
        { "fleet german\ncontact allowed\n", "german, contact allowed" },
        { "fleet classic\nshots 40\n", "classic, shots 40" },
        { "fleet 3 2 2\nboard 6x7\nblocked A1 B2\n", "3 2 2, 6x7, 2 blocked" },
        { "fleet classic\nturn salvo 3\nsalvo-report total\n",
          "classic, turn salvo 3, salvo-report total" },
        { "fleet 1 1 1 1 1 1 1 1 1 1 1\n", "11 ships" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        char summary[128];

        rules_summary(rules, summary, sizeof summary);
        cr_assert_str_eq(summary, cases[i].summary, "%s: %s", cases[i].summary, summary);
        rules_summary(rules, summary, 5);
        cr_assert_eq(strlen(summary), 4, "cut: %s", summary);
        bship_rules_unref(rules);
    }
}
