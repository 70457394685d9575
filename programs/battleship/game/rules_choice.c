/* Rules that are being chosen; see rules_choice.h. */
#include "battleship/game/rules_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/fleet.h>

#include "common/rules_preset.h"

enum {
    SALVO_USUAL = 5,
    NUMBER_DIGITS = 7 /* of the largest number of a field, BSHIP_SALVO_MAX */
};

static const char separators[] = ", ";

/* Where the options keep the value of a rule with a keyword. */
static const size_t rule_offsets[] = {
    [BSHIP_RULE_CONTACT] = offsetof(bship_rules_options, contact),
    [BSHIP_RULE_TURN] = offsetof(bship_rules_options, turn),
    [BSHIP_RULE_DISCLOSURE] = offsetof(bship_rules_options, disclosure),
    [BSHIP_RULE_SALVO_REPORT] = offsetof(bship_rules_options, salvo_report),
    [BSHIP_RULE_REVEAL_WATER] = offsetof(bship_rules_options, reveal_water),
    [BSHIP_RULE_REPEAT] = offsetof(bship_rules_options, repeat),
    [BSHIP_RULE_FIRST] = offsetof(bship_rules_options, first),
    [BSHIP_RULE_ENDING] = offsetof(bship_rules_options, ending),
    [BSHIP_RULE_REVEAL_SHIP] = offsetof(bship_rules_options, reveal_ship),
};

enum {
    RULE_COUNT = sizeof rule_offsets / sizeof *rule_offsets
};

static void set_rule_value(struct rules_choice *choice, int32_t rule, int32_t value)
{
    memcpy((char *)&choice->options + rule_offsets[rule], &value, sizeof value);
}

static int32_t rule_value(const struct rules_choice *choice, int32_t rule)
{
    int32_t value;
    memcpy(&value, (const char *)&choice->options + rule_offsets[rule], sizeof value);
    return value;
}

static bool takes_number(int32_t rule, int32_t value)
{
    return bship_rule_number_range(rule, value, NULL, NULL) != 0;
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

/* Reads the cells of a text into an array that the caller frees. */
static bship_status parse_cells(const char *text, bship_cell **cells, size_t *count,
                                bship_error *error)
{
    *count = 0;
    *cells = malloc((strlen(text) / 2 + 1) * sizeof **cells);
    if (!*cells)
        return BSHIP_ERROR_MEMORY;
    for (text += strspn(text, separators); *text; text += strspn(text, separators)) {
        char word[BSHIP_CELL_TEXT_SIZE + 1];
        size_t length = strcspn(text, separators);
        snprintf(word, sizeof word, "%.*s", (int)(length < sizeof word ? length : sizeof word),
                 text);
        bship_status status = bship_cell_parse(word, &(*cells)[*count], NULL);
        if (status) {
            snprintf(error->text, sizeof error->text, "expected cells such as A1,B7, not \"%s\"",
                     word);
            return status;
        }
        (*count)++;
        text += length;
    }
    return BSHIP_OK;
}

static bship_status make_rules(const struct rules_choice *choice, const bship_fleet *fleet,
                               bship_rules **rules, bship_error *error)
{
    bship_rules_options options = choice->options;
    options.salvo = takes_number(BSHIP_RULE_TURN, options.turn) ? choice->salvo : 0;
    bship_cell *cells = NULL;
    bship_status status = parse_cells(choice->blocked, &cells, &options.blocked_count, error);
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
    choice->options = (bship_rules_options)BSHIP_RULES_OPTIONS_INIT;
    choice->options.width = BSHIP_BOARD_EDGE_DEFAULT;
    choice->options.height = BSHIP_BOARD_EDGE_DEFAULT;
    choice->salvo = SALVO_USUAL;
}

static void take_rules(struct rules_choice *choice, const bship_rules *rules)
{
    choice->options.width = bship_rules_width(rules);
    choice->options.height = bship_rules_height(rules);
    for (int32_t rule = 0; rule < RULE_COUNT; rule++)
        set_rule_value(choice, rule, bship_rules_get(rules, rule));
    int32_t salvo = bship_rules_number(rules, BSHIP_RULE_TURN);
    choice->salvo = salvo > 0 ? salvo : choice->salvo;
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
    return FIELD_RULE + RULE_COUNT;
}

const char *rules_choice_name(int32_t field)
{
    static const char *const names[] = {
        [FIELD_WIDTH] = "width",     [FIELD_HEIGHT] = "height", [FIELD_FLEET] = "fleet",
        [FIELD_BLOCKED] = "blocked", [FIELD_SALVO] = "salvo",
    };
    return field < FIELD_RULE ? names[field] : bship_enum_name(BSHIP_ENUM_RULE, field - FIELD_RULE);
}

/* The number that a field is; NULL if it is something else. */
static int32_t *number_slot(struct rules_choice *choice, int32_t field)
{
    switch (field) {
    case FIELD_WIDTH:
        return &choice->options.width;
    case FIELD_HEIGHT:
        return &choice->options.height;
    case FIELD_SALVO:
        return &choice->salvo;
    default:
        return NULL;
    }
}

static int32_t number_limit(int32_t field)
{
    return field == FIELD_SALVO ? BSHIP_SALVO_MAX : BSHIP_BOARD_EDGE_MAX;
}

static size_t rule_text(const struct rules_choice *choice, int32_t rule, char *buffer, size_t size)
{
    int32_t value = rule_value(choice, rule);
    const char *name = bship_enum_name(BSHIP_ENUM_RULE_VALUES + rule, value);
    int length = takes_number(rule, value)
                     ? snprintf(buffer, size, "%s %d", name, (int)choice->salvo)
                     : snprintf(buffer, size, "%s", name);
    return (size_t)length;
}

size_t rules_choice_value(const struct rules_choice *choice, int32_t field, char *buffer,
                          size_t size)
{
    switch (field) {
    case FIELD_WIDTH:
        return (size_t)snprintf(buffer, size, "%d", (int)choice->options.width);
    case FIELD_HEIGHT:
        return (size_t)snprintf(buffer, size, "%d", (int)choice->options.height);
    case FIELD_SALVO:
        return (size_t)snprintf(buffer, size, "%d", (int)choice->salvo);
    case FIELD_FLEET:
        return (size_t)snprintf(buffer, size, "%s", choice->fleet);
    case FIELD_BLOCKED:
        return (size_t)snprintf(buffer, size, "%s", choice->blocked);
    default:
        return rule_text(choice, field - FIELD_RULE, buffer, size);
    }
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
        [FIELD_SALVO] = "the shots in a turn, where the turn is a salvo",
    };
    if (field == FIELD_FLEET)
        explain_fleet(choice->fleet, buffer, size);
    else if (field < FIELD_RULE)
        snprintf(buffer, size, "%s", texts[field]);
    else
        snprintf(buffer, size, "%s",
                 bship_enum_text(BSHIP_ENUM_RULE_VALUES + field - FIELD_RULE,
                                 rule_value(choice, field - FIELD_RULE)));
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
        set_rule_value(choice, rule, (rule_value(choice, rule) + count + by) % count);
    }
    remake(choice);
}

static bship_status set_number(struct rules_choice *choice, int32_t field, const char *text,
                               bship_error *error)
{
    int32_t limit = number_limit(field);
    size_t digits = strspn(text, "0123456789");
    bool is_number = digits > 0 && digits <= NUMBER_DIGITS && !text[digits];
    long value = is_number ? strtol(text, NULL, 10) : 0;
    if (value < 1 || value > limit) {
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
    size_t count;
    bship_status status = parse_cells(text, &cells, &count, error);
    free(cells);
    if (!status && !replace_text(&choice->blocked, text))
        status = BSHIP_ERROR_MEMORY;
    return status;
}

/* Sets the board or a rule by the words of a record. */
static bship_status set_option(struct rules_choice *choice, const char *keyword, const char *text,
                               bship_error *error)
{
    bship_status status = bship_rules_options_set(&choice->options, keyword, text, error);
    if (!status && choice->options.salvo > 0)
        choice->salvo = choice->options.salvo;
    choice->options.salvo = 0;
    return status;
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
    return set_option(choice, rules_choice_name(field), text, error);
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
