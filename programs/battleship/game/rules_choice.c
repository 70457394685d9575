/* Rules that are being chosen; see rules_choice.h. */
#include "battleship/game/rules_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/fleet.h>

#include "common/cell_list.h"
#include "common/number.h"
#include "common/rules_preset.h"

enum {
    RULE_TEXT_SIZE = 32
};

/* What a field of a rule's number is, and the number that stands there at first. */
static const struct {
    const char *name;
    const char *text;
    int32_t rule;
    int32_t usual;
    int32_t most;
} numbers[FIELD_RULE] = {
    [FIELD_SALVO] = { "salvo", "the shots in a turn, where the turn is a salvo", BSHIP_RULE_TURN, 5,
                      BSHIP_SALVO_MAX },
    [FIELD_SHOTS] = { "limit", "the shots of each side, where they are limited", BSHIP_RULE_SHOTS,
                      40, BSHIP_SHOTS_MAX },
    [FIELD_HEAD_START] = { "turns ahead", "the turns of the head start, where there is one",
                           BSHIP_RULE_HEAD_START, 5, BSHIP_HEAD_START_MAX },
};

static bool is_number_of_rule(int32_t field)
{
    return field < FIELD_RULE && numbers[field].name;
}

static bool takes_number(int32_t rule, int32_t value)
{
    return bship_rule_number_range(rule, value, NULL, NULL) != 0;
}

static size_t rule_text(const struct rules_choice *choice, int32_t rule, char *buffer, size_t size)
{
    int32_t value = choice->values[rule];
    const char *name = bship_enum_name(BSHIP_ENUM_RULE_VALUES + rule, value);
    int length = takes_number(rule, value)
                     ? snprintf(buffer, size, "%s %d", name, (int)choice->numbers[rule])
                     : snprintf(buffer, size, "%s", name);
    return (size_t)length;
}

/* Replaces a text of the heap by a copy of another; keeps it if out of memory. */
static bool replace_text(char **kept, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (!copy)
        return false;
    memcpy(copy, text, size);
    free(*kept);
    *kept = copy;
    return true;
}

static bship_status make_rules(const struct rules_choice *choice, const bship_fleet *fleet,
                               bship_rules **rules, bship_error *error)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_cell *cells = NULL;
    options.width = choice->width;
    options.height = choice->height;
    for (int32_t rule = 0; rule < RULES_CHOSEN; rule++) {
        char text[RULE_TEXT_SIZE];
        rule_text(choice, rule, text, sizeof text);
        bship_rules_options_set(&options, bship_enum_name(BSHIP_ENUM_RULE, rule), text, NULL);
    }
    bship_status status = cells_append(&cells, &options.blocked_count, choice->blocked, error);
    options.blocked = cells;
    if (!status)
        status = bship_rules_new(rules, fleet, &options, error);
    free(cells);
    return status;
}

/* Makes the rules anew, or keeps the reason why they cannot be. */
static void remake(struct rules_choice *choice)
{
    bship_rules_unref(choice->rules);
    choice->rules = NULL;
    choice->refusal[0] = '\0';
    bship_error error = BSHIP_ERROR_INIT;
    bship_fleet *fleet = NULL;
    bship_status status = bship_fleet_parse(&fleet, choice->fleet, NULL, &error);
    if (!status)
        status = make_rules(choice, fleet, &choice->rules, &error);
    bship_fleet_unref(fleet);
    if (status)
        snprintf(choice->refusal, sizeof choice->refusal, "%s",
                 error.text[0] ? error.text : bship_status_message(status));
}

/* Writes the text of a fleet into memory that the caller frees: the name of a preset, or ships. */
static char *fleet_text(const bship_fleet *fleet)
{
    const char *preset = bship_enum_name(BSHIP_ENUM_FLEET_PRESET, rules_preset_of_fleet(fleet));
    size_t size = (preset ? strlen(preset) : bship_fleet_format(fleet, NULL, 0)) + 1;
    char *text = malloc(size);
    if (text && preset)
        memcpy(text, preset, size);
    else if (text)
        bship_fleet_format(fleet, text, size);
    return text;
}

/* Writes the blocked cells of rules into memory that the caller frees; NULL also for rules with an
 * option that this program does not know. */
static char *blocked_text(const bship_rules *rules)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    if (bship_rules_describe(rules, &options))
        return NULL;
    char *text = malloc(options.blocked_count * BSHIP_CELL_TEXT_SIZE + 1);
    if (!text)
        return NULL;
    char *end = text;
    *end = '\0';
    for (size_t i = 0; i < options.blocked_count; i++) {
        if (i > 0)
            *end++ = ',';
        end += bship_cell_format(options.blocked[i], end, BSHIP_CELL_TEXT_SIZE);
    }
    return text;
}

static void set_classic_options(struct rules_choice *choice)
{
    choice->width = BSHIP_BOARD_EDGE_DEFAULT;
    choice->height = BSHIP_BOARD_EDGE_DEFAULT;
    for (int32_t field = 0; field < FIELD_RULE; field++)
        if (is_number_of_rule(field))
            choice->numbers[numbers[field].rule] = numbers[field].usual;
}

/* Chooses a value of a rule; a number of 0 is that which was chosen before. */
static void set_rule(struct rules_choice *choice, int32_t rule, int32_t value, int32_t number)
{
    choice->values[rule] = value;
    if (number > 0)
        choice->numbers[rule] = number;
}

static void take_rules(struct rules_choice *choice, const bship_rules *rules)
{
    choice->width = bship_rules_width(rules);
    choice->height = bship_rules_height(rules);
    for (int32_t rule = 0; rule < RULES_CHOSEN; rule++)
        set_rule(choice, rule, bship_rules_get(rules, rule), bship_rules_number(rules, rule));
    choice->fleet = fleet_text(bship_rules_fleet(rules));
    choice->blocked = blocked_text(rules);
    choice->rules = bship_rules_ref(rules);
}

bool rules_choice_open(struct rules_choice *choice, const bship_rules *rules)
{
    bship_rules *taken = rules ? bship_rules_ref(rules) : rules_preset_make(0);
    *choice = (struct rules_choice){ .rules = NULL };
    set_classic_options(choice);
    if (taken)
        take_rules(choice, taken);
    bship_rules_unref(taken);
    return choice->fleet && choice->blocked;
}

bool rules_choice_take(struct rules_choice *choice, const bship_rules *rules)
{
    struct rules_choice taken;
    if (!rules_choice_open(&taken, rules)) {
        rules_choice_close(&taken);
        return false;
    }
    rules_choice_close(choice);
    *choice = taken;
    return true;
}

void rules_choice_close(struct rules_choice *choice)
{
    bship_rules_unref(choice->rules);
    free(choice->fleet);
    free(choice->blocked);
    *choice = (struct rules_choice){ .rules = NULL };
}

int32_t rules_choice_count(void)
{
    return FIELD_RULE + RULES_CHOSEN;
}

const char *rules_choice_name(int32_t field)
{
    static const char *const names[] = {
        [FIELD_WIDTH] = "width",
        [FIELD_HEIGHT] = "height",
        [FIELD_FLEET] = "fleet",
        [FIELD_BLOCKED] = "blocked",
    };
    return field >= FIELD_RULE        ? bship_enum_name(BSHIP_ENUM_RULE, field - FIELD_RULE)
           : is_number_of_rule(field) ? numbers[field].name
                                      : names[field];
}

/* The number that a field is; NULL if it is something else. */
static const int32_t *find_number(const struct rules_choice *choice, int32_t field)
{
    return field == FIELD_WIDTH       ? &choice->width
           : field == FIELD_HEIGHT    ? &choice->height
           : is_number_of_rule(field) ? &choice->numbers[numbers[field].rule]
                                      : NULL;
}

static int32_t *number_slot(struct rules_choice *choice, int32_t field)
{
    return (int32_t *)find_number(choice, field);
}

static int32_t number_limit(int32_t field)
{
    return is_number_of_rule(field) ? numbers[field].most : BSHIP_BOARD_EDGE_MAX;
}

size_t rules_choice_value(const struct rules_choice *choice, int32_t field, char *buffer,
                          size_t size)
{
    const int32_t *number = find_number(choice, field);
    if (number)
        return (size_t)snprintf(buffer, size, "%d", (int)*number);
    if (field == FIELD_FLEET)
        return (size_t)snprintf(buffer, size, "%s", choice->fleet);
    if (field == FIELD_BLOCKED)
        return (size_t)snprintf(buffer, size, "%s", choice->blocked);
    return rule_text(choice, field - FIELD_RULE, buffer, size);
}

static void explain_fleet(const char *text, char *buffer, size_t size)
{
    bship_fleet *fleet = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    if (bship_fleet_parse(&fleet, text, NULL, &error)) {
        snprintf(buffer, size, "%s", error.text);
        return;
    }
    int32_t count = bship_fleet_count(fleet);
    snprintf(buffer, size, "%d ship%s of %d cells; a preset, or ships such as 5,4,3 or Cutter:3",
             (int)count, count == 1 ? "" : "s", (int)bship_fleet_cells(fleet));
    bship_fleet_unref(fleet);
}

void rules_choice_explain(const struct rules_choice *choice, int32_t field, char *buffer,
                          size_t size)
{
    static const char *const texts[] = {
        [FIELD_WIDTH] = "the columns of the board, 1 to 1024",
        [FIELD_HEIGHT] = "the rows of the board, 1 to 1024",
        [FIELD_BLOCKED] = "cells without ships, not to be fired at, such as A1,B7",
    };
    if (field == FIELD_FLEET)
        explain_fleet(choice->fleet, buffer, size);
    else if (is_number_of_rule(field))
        snprintf(buffer, size, "%s", numbers[field].text);
    else if (field < FIELD_RULE)
        snprintf(buffer, size, "%s", texts[field]);
    else
        snprintf(buffer, size, "%s",
                 bship_enum_text(BSHIP_ENUM_RULE_VALUES + field - FIELD_RULE,
                                 choice->values[field - FIELD_RULE]));
}

bool rules_choice_has_steps(int32_t field)
{
    return field != FIELD_FLEET && field != FIELD_BLOCKED;
}

void rules_choice_step(struct rules_choice *choice, int32_t field, int32_t by)
{
    int32_t *number = number_slot(choice, field);
    if (number) {
        int32_t next = *number + by;
        if (next >= 1 && next <= number_limit(field))
            *number = next;
    } else if (field >= FIELD_RULE) {
        int32_t rule = field - FIELD_RULE;
        int32_t count = bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule);
        choice->values[rule] = (choice->values[rule] + count + by) % count;
    }
    remake(choice);
}

static bship_status set_number(struct rules_choice *choice, int32_t field, const char *text,
                               bship_error *error)
{
    int32_t limit = number_limit(field);
    uint64_t value;
    if (!number_parse(text, 1, (uint64_t)limit, &value)) {
        snprintf(error->text, sizeof error->text, "expected a number from 1 to %d", (int)limit);
        return BSHIP_ERROR_RANGE;
    }
    *number_slot(choice, field) = (int32_t)value;
    return BSHIP_OK;
}

static bship_status set_fleet(struct rules_choice *choice, const char *text, bship_error *error)
{
    bship_fleet *fleet = NULL;
    bship_status status = bship_fleet_parse(&fleet, text, NULL, error);
    bship_fleet_unref(fleet);
    if (!status && !replace_text(&choice->fleet, text))
        status = BSHIP_ERROR_MEMORY;
    return status;
}

static bship_status set_blocked(struct rules_choice *choice, const char *text, bship_error *error)
{
    bship_cell *cells = NULL;
    size_t count = 0;
    bship_status status = cells_append(&cells, &count, text, error);
    free(cells);
    if (!status && !replace_text(&choice->blocked, text))
        status = BSHIP_ERROR_MEMORY;
    return status;
}

/* The value of a rule that a text names, with what is behind its name; -1: a number alone. */
static int32_t find_value(int32_t rule, const char *text, const char **rest)
{
    for (int32_t value = 0; value < bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule); value++) {
        const char *name = bship_enum_name(BSHIP_ENUM_RULE_VALUES + rule, value);
        size_t length = strlen(name);
        *rest = text + length;
        if (strncmp(text, name, length) == 0 && (!**rest || **rest == ' '))
            return value;
    }
    *rest = text;
    return -1;
}

/* Sets a rule by the words of a record. */
static bship_status set_rule_text(struct rules_choice *choice, int32_t rule, const char *text,
                                  bship_error *error)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    const char *keyword = bship_enum_name(BSHIP_ENUM_RULE, rule), *rest;
    bship_status status = bship_rules_options_set(&options, keyword, text, error);
    if (status)
        return status;
    int32_t value = find_value(rule, text, &rest);
    int32_t number = (int32_t)strtol(rest, NULL, 10);
    for (int32_t i = 0; value < 0; i++)
        value = takes_number(rule, i) == (number > 0) ? i : -1;
    set_rule(choice, rule, value, number);
    return BSHIP_OK;
}

static bship_status set_field(struct rules_choice *choice, int32_t field, const char *text,
                              bship_error *error)
{
    if (field == FIELD_FLEET)
        return set_fleet(choice, text, error);
    if (field == FIELD_BLOCKED)
        return set_blocked(choice, text, error);
    if (field < FIELD_RULE)
        return set_number(choice, field, text, error);
    return set_rule_text(choice, field - FIELD_RULE, text, error);
}

bship_status rules_choice_set(struct rules_choice *choice, int32_t field, const char *text,
                              bship_error *error)
{
    bship_error ignored = BSHIP_ERROR_INIT;
    error = error ? error : &ignored;
    error->text[0] = '\0';
    bship_status status = set_field(choice, field, text, error);
    if (!status)
        remake(choice);
    else if (!error->text[0])
        snprintf(error->text, sizeof error->text, "%s", bship_status_message(status));
    return status;
}

void rules_choice_take_fleet(struct rules_choice *choice, const bship_fleet *fleet)
{
    char *text = fleet_text(fleet);
    if (!text)
        return;
    free(choice->fleet);
    choice->fleet = text;
    remake(choice);
}
