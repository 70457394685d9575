/* Choosing rules; see rules_page.h. */
#include "battleship/screen/rules_page.h"

#include <stdio.h>

#include <battleship/enumeration.h>

#include "battleship/screen/dialog.h"
#include "battleship/screen/terminal.h"
#include "common/rules_preset.h"

/* The order of the fields on the page. */
static const int32_t fields[] = {
    FIELD_WIDTH,
    FIELD_HEIGHT,
    FIELD_FLEET,
    FIELD_BLOCKED,
    FIELD_RULE + BSHIP_RULE_CONTACT,
    FIELD_RULE + BSHIP_RULE_TURN,
    FIELD_SALVO,
    FIELD_RULE + BSHIP_RULE_SALVO_REPORT,
    FIELD_RULE + BSHIP_RULE_DISCLOSURE,
    FIELD_RULE + BSHIP_RULE_REVEAL_SHIP,
    FIELD_RULE + BSHIP_RULE_REVEAL_WATER,
    FIELD_RULE + BSHIP_RULE_REPEAT,
    FIELD_RULE + BSHIP_RULE_FIRST,
    FIELD_RULE + BSHIP_RULE_ENDING,
    FIELD_RULE + BSHIP_RULE_SHOTS,
    FIELD_SHOTS,
    FIELD_RULE + BSHIP_RULE_HEAD_START,
    FIELD_HEAD_START,
};

enum {
    FIELD_COUNT = sizeof fields / sizeof *fields,
    FLEETS_MAX = 16 /* more than the presets have */
};

/* ---- a field ---- */

static void write_field(int row, char *buffer, size_t size, void *user)
{
    const struct rules_choice *choice = user;
    char value[DIALOG_TEXT_SIZE];
    rules_choice_value(choice, fields[row], value, sizeof value);
    bool steps = rules_choice_has_steps(fields[row]);
    snprintf(buffer, size, "%-12s %s %s %s", rules_choice_name(fields[row]), steps ? "<" : " ",
             value[0] ? value : "none", steps ? ">" : "");
}

static void write_field_note(int row, char *buffer, size_t size, void *user)
{
    const struct rules_choice *choice = user;
    int32_t field = fields[row];
    char text[256];
    rules_choice_explain(choice, field, text, sizeof text);
    if (field >= FIELD_RULE)
        snprintf(buffer, size, "%s: %s", bship_enum_text(BSHIP_ENUM_RULE, field - FIELD_RULE),
                 text);
    else
        snprintf(buffer, size, "%s", text);
}

/* A field that is being typed: tried on a copy, so that the reason can be shown at once. */
struct typing {
    struct rules_choice trial;
    int32_t field;
    char reason[320];
};

static const char *check_field(const char *text, void *user)
{
    struct typing *typing = user;
    bship_error error = BSHIP_ERROR_INIT;
    if (!rules_choice_set(&typing->trial, typing->field, text, &error))
        return NULL;
    snprintf(typing->reason, sizeof typing->reason, "%s", error.text);
    return typing->reason;
}

static int type_field(struct rules_choice *choice, int32_t field)
{
    struct typing typing = { .field = field };
    char text[DIALOG_TEXT_SIZE];
    if (rules_choice_value(choice, field, text, sizeof text) >= sizeof text)
        text[0] = '\0';
    if (!rules_choice_open(&typing.trial, NULL)) {
        rules_choice_close(&typing.trial);
        return 0;
    }
    int result =
        dialog_text(NULL, rules_choice_name(field), text, sizeof text, check_field, &typing);
    if (result == 0)
        rules_choice_set(choice, field, text, NULL);
    rules_choice_close(&typing.trial);
    return result;
}

/* ---- fleets ---- */

/* The fleets of the presets, each once, by the first preset that has it. */
struct fleets {
    bship_rules *rules[FLEETS_MAX];
    const char *names[FLEETS_MAX];
    int count;
};

static int find_fleet(const struct fleets *fleets, const bship_fleet *fleet)
{
    int i = 0;
    while (i < fleets->count && !bship_fleet_equal(bship_rules_fleet(fleets->rules[i]), fleet))
        i++;
    return i;
}

/* Out of memory there are fewer. */
static void list_fleets(struct fleets *fleets)
{
    *fleets = (struct fleets){ .count = 0 };
    for (int32_t preset = 0; preset < rules_preset_count() && fleets->count < FLEETS_MAX;
         preset++) {
        bship_rules *rules = rules_preset_make(preset);
        if (rules && find_fleet(fleets, bship_rules_fleet(rules)) == fleets->count) {
            fleets->names[fleets->count] = rules_preset_name(preset);
            fleets->rules[fleets->count++] = rules;
        } else {
            bship_rules_unref(rules);
        }
    }
}

/* The last row leads to the field for text. */
static void write_fleet(int row, char *buffer, size_t size, void *user)
{
    const struct fleets *fleets = user;
    snprintf(buffer, size, "%s", row < fleets->count ? fleets->names[row] : "Another one");
}

static void write_fleet_note(int row, char *buffer, size_t size, void *user)
{
    const struct fleets *fleets = user;
    if (row < fleets->count)
        bship_fleet_format(bship_rules_fleet(fleets->rules[row]), buffer, size);
    else
        snprintf(buffer, size,
                 "its ships as text, such as 5,4,3 or Cutter:3, beginning with those "
                 "that are chosen now");
}

static int choose_fleet(struct rules_choice *choice)
{
    struct fleets fleets;
    list_fleets(&fleets);
    struct dialog_list list = {
        .title = "FLEET",
        .keys = "Enter: choose   Escape: back",
        .count = fleets.count + 1,
        .selected =
            choice->rules ? find_fleet(&fleets, bship_rules_fleet(choice->rules)) : fleets.count,
        .fills_screen = true,
        .row = write_fleet,
        .note = write_fleet_note,
        .user = &fleets,
    };
    int row = dialog_list(NULL, &list);
    int result = row < 0 ? row : 0;
    if (row == fleets.count)
        result = type_field(choice, FIELD_FLEET);
    else if (row >= 0)
        rules_choice_take_fleet(choice, bship_rules_fleet(fleets.rules[row]));
    for (int i = 0; i < fleets.count; i++)
        bship_rules_unref(fleets.rules[i]);
    return result;
}

/* ---- one by one ---- */

static bool is_typed(int32_t field)
{
    return field < FIELD_RULE;
}

static int take_field_key(struct dialog_list *list, int32_t key, void *user)
{
    struct rules_choice *choice = user;
    int32_t field = fields[list->selected];
    bool is_step = key == TERMINAL_KEY_LEFT || key == TERMINAL_KEY_RIGHT;
    if (!is_step || !rules_choice_has_steps(field))
        return is_step ? OUTCOME_GOES_ON : DIALOG_LIST_IGNORED;
    rules_choice_step(choice, field, key == TERMINAL_KEY_LEFT ? -1 : 1);
    return OUTCOME_GOES_ON;
}

static int run_fields(struct rules_choice *choice)
{
    struct dialog_list list = {
        .title = "RULES ONE BY ONE",
        .keys = "Left, Right: change   Enter: type or next   Escape: done",
        .warning = choice->refusal,
        .count = FIELD_COUNT,
        .fills_screen = true,
        .row = write_field,
        .note = write_field_note,
        .key = take_field_key,
        .user = choice,
    };
    for (;;) {
        int row = dialog_list(NULL, &list);
        if (row < 0)
            return row == OUTCOME_BACK ? 0 : row;
        int result = 0;
        if (fields[row] == FIELD_FLEET)
            result = choose_fleet(choice);
        else if (is_typed(fields[row]))
            result = type_field(choice, fields[row]);
        else
            rules_choice_step(choice, fields[row], 1);
        if (result == OUTCOME_CLOSED || result == OUTCOME_INTERRUPTED)
            return result;
    }
}

/* ---- presets ---- */

/* The last row leads to the page with all fields. */
static void write_preset(int row, char *buffer, size_t size, void *user)
{
    (void)user;
    snprintf(buffer, size, "%s",
             row < rules_preset_count() ? rules_preset_name(row) : "One by one");
}

static void write_preset_note(int row, char *buffer, size_t size, void *user)
{
    (void)user;
    if (row < rules_preset_count())
        rules_preset_explain(row, buffer, size);
    else
        snprintf(buffer, size, "every rule, beginning with those that are chosen now");
}

/* Out of memory nothing changes, which the menu shows. */
static void take_preset(struct rules_choice *choice, int32_t preset)
{
    bship_rules *rules = rules_preset_make(preset);
    if (rules)
        (void)rules_choice_take(choice, rules);
    bship_rules_unref(rules);
}

int rules_page_run(struct rules_choice *choice)
{
    int32_t preset = choice->rules ? rules_preset_find(choice->rules) : -1;
    struct dialog_list list = {
        .title = "RULES",
        .keys = "Enter: choose   Escape: back",
        .count = rules_preset_count() + 1,
        .selected = preset >= 0 ? preset : rules_preset_count(),
        .fills_screen = true,
        .row = write_preset,
        .note = write_preset_note,
    };
    int row = dialog_list(NULL, &list);
    if (row == rules_preset_count())
        return run_fields(choice);
    if (row >= 0)
        take_preset(choice, row);
    return row == OUTCOME_INTERRUPTED || row == OUTCOME_CLOSED ? row : 0;
}
