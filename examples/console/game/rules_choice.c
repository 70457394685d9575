/* Rules that are being chosen; see rules_choice.h. */
#include "console/game/rules_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/fleet.h>

enum {
    SALVO_USUAL = 5,
    NUMBER_DIGITS = 7,  /* of the largest number of a field, BSHIP_SALVO_MAX */
    SHIPS_QUOTED = 10,  /* a fleet of more ships is described by their number */
    PRESET_SETTINGS = 5 /* the most fields that a preset changes */
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
};

enum {
    RULE_COUNT = sizeof(rule_offsets) / sizeof(*rule_offsets)
};

static void set_rule_value(struct rules_choice *choice, int32_t rule, int32_t value)
{
    memcpy((char *)&choice->options + rule_offsets[rule], &value, sizeof(value));
}

static int32_t rule_value(const struct rules_choice *choice, int32_t rule)
{
    int32_t value;
    memcpy(&value, (const char *)&choice->options + rule_offsets[rule], sizeof(value));
    return value;
}

/* Variants that many people play, or may want to try. */
static const struct variant {
    const char *name;
    const char *text;
    const char *settings[PRESET_SETTINGS][2]; /* `fleet`, `board` or a rule, and its value */
} variants[] = {
    { "salvo",
      "the classic fleet; in a turn as many shots as you have ships afloat",
      { { "fleet", "classic" }, { "turn", "salvo-afloat" } } },
    { "sea-battle",
      "as in Russian schools: again after a hit, no contact, water around sunk ships is shown",
      { { "fleet", "russian" },
        { "contact", "none" },
        { "turn", "again-on-hit" },
        { "reveal-water", "yes" } } },
    { "blind",
      "the classic fleet; only hit or miss is told, never that a ship sinks",
      { { "fleet", "classic" }, { "disclosure", "hit" } } },
    { "small",
      "7x7 with ships of 4, 3, 2 and 2: a game of a few minutes",
      { { "fleet", "4,3,2,2" }, { "board", "7x7" } } },
    { "large",
      "16x16 with ten ships, three shots in a turn",
      { { "fleet", "6,5,5,4,4,4,3,3,3,2" }, { "board", "16x16" }, { "turn", "salvo 3" } } },
};

enum {
    VARIANT_COUNT = sizeof(variants) / sizeof(*variants)
};

/* Replaces a text of the heap by a copy of another; keeps it if out of memory. */
static bool replace_text(char **kept, const char *text)
{
    size_t size = strlen(text) + 1;
    char *copy = malloc(size);
    if (copy == NULL)
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
    *cells = malloc((strlen(text) / 2 + 1) * sizeof(**cells));
    if (*cells == NULL)
        return BSHIP_ERROR_MEMORY;
    for (text += strspn(text, separators); *text != '\0'; text += strspn(text, separators)) {
        char word[BSHIP_CELL_TEXT_SIZE + 1];
        size_t length = strcspn(text, separators);
        snprintf(word, sizeof(word), "%.*s", (int)(length < sizeof(word) ? length : sizeof(word)),
                 text);
        bship_status status = bship_cell_parse(word, &(*cells)[*count], NULL);
        if (status != BSHIP_OK) {
            snprintf(error->text, sizeof(error->text), "expected cells such as A1,B7, not \"%s\"",
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
    options.salvo = options.turn == BSHIP_TURN_SALVO ? choice->salvo : 0;
    bship_cell *cells = NULL;
    bship_status status = parse_cells(choice->blocked, &cells, &options.blocked_count, error);
    options.blocked = cells;
    if (status == BSHIP_OK)
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
    if (status == BSHIP_OK)
        status = make_rules(choice, fleet, &choice->rules, &error);
    bship_fleet_unref(fleet);
    if (status != BSHIP_OK)
        snprintf(choice->refusal, sizeof(choice->refusal), "%s",
                 error.text[0] != '\0' ? error.text : bship_status_message(status));
}

/* The preset of the library with the ships of a fleet; -1 if there is none. */
static int32_t find_fleet(const bship_fleet *fleet)
{
    int32_t found = -1;
    for (int32_t preset = 0; found < 0 && preset < bship_fleet_preset_count(); preset++) {
        bship_fleet *known = NULL;
        if (bship_fleet_new_preset(&known, preset, NULL) == BSHIP_OK &&
            bship_fleet_equal(known, fleet))
            found = preset;
        bship_fleet_unref(known);
    }
    return found;
}

/* Writes the text of a fleet into memory that the caller frees: the name of a preset, or ships. */
static char *fleet_text(const bship_fleet *fleet)
{
    const char *preset = bship_fleet_preset_name(find_fleet(fleet));
    size_t size = (preset != NULL ? strlen(preset) : bship_fleet_format(fleet, NULL, 0)) + 1;
    char *text = malloc(size);
    if (text != NULL && preset != NULL)
        memcpy(text, preset, size);
    else if (text != NULL)
        bship_fleet_format(fleet, text, size);
    return text;
}

/* Writes the blocked cells of rules into memory that the caller frees. */
static char *blocked_text(const bship_rules *rules)
{
    size_t count = (size_t)bship_rules_blocked_count(rules);
    char *text = malloc(count * BSHIP_CELL_TEXT_SIZE + 1);
    if (text == NULL)
        return NULL;
    char *end = text;
    *end = '\0';
    for (int32_t y = 0; y < bship_rules_height(rules) && count > 0; y++) {
        for (int32_t x = 0; x < bship_rules_width(rules); x++) {
            if (!bship_rules_is_blocked(rules, (bship_cell){ x, y }))
                continue;
            if (end != text)
                *end++ = ',';
            end += bship_cell_format((bship_cell){ x, y }, end, BSHIP_CELL_TEXT_SIZE);
        }
    }
    return text;
}

static void reset(struct rules_choice *choice)
{
    choice->options = (bship_rules_options)BSHIP_RULES_OPTIONS_INIT;
    choice->options.width = BSHIP_BOARD_SIDE_DEFAULT;
    choice->options.height = BSHIP_BOARD_SIDE_DEFAULT;
    choice->salvo = SALVO_USUAL;
}

static void take_rules(struct rules_choice *choice, const bship_rules *rules)
{
    choice->options.width = bship_rules_width(rules);
    choice->options.height = bship_rules_height(rules);
    for (int32_t rule = 0; rule < RULE_COUNT; rule++)
        set_rule_value(choice, rule, bship_rules_get(rules, rule));
    if (bship_rules_salvo(rules) > 0)
        choice->salvo = bship_rules_salvo(rules);
    choice->fleet = fleet_text(bship_rules_fleet(rules));
    choice->blocked = blocked_text(rules);
    choice->rules = bship_rules_ref(rules);
}

bool rules_choice_open(struct rules_choice *choice, const bship_rules *rules)
{
    *choice = (struct rules_choice){ .rules = NULL };
    reset(choice);
    if (rules != NULL) {
        take_rules(choice, rules);
        return choice->fleet != NULL && choice->blocked != NULL;
    }
    if (!replace_text(&choice->fleet, bship_fleet_preset_name(BSHIP_FLEET_CLASSIC)) ||
        !replace_text(&choice->blocked, ""))
        return false;
    remake(choice);
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
    return field < FIELD_RULE ? names[field] : bship_rule_name(field - FIELD_RULE);
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
    return field == FIELD_SALVO ? BSHIP_SALVO_MAX : BSHIP_BOARD_SIDE_MAX;
}

static size_t rule_text(const struct rules_choice *choice, int32_t rule, char *buffer, size_t size)
{
    int32_t value = rule_value(choice, rule);
    const char *name = bship_rule_value_name(rule, value);
    bool has_number = rule == BSHIP_RULE_TURN && value == BSHIP_TURN_SALVO;
    int length = has_number ? snprintf(buffer, size, "%s %d", name, (int)choice->salvo)
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
    if (bship_fleet_parse(&fleet, text, NULL, &error) != BSHIP_OK) {
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
                 bship_rule_value_text(field - FIELD_RULE, rule_value(choice, field - FIELD_RULE)));
}

bool rules_choice_has_steps(int32_t field)
{
    return field != FIELD_FLEET && field != FIELD_BLOCKED;
}

void rules_choice_step(struct rules_choice *choice, int32_t field, int32_t by)
{
    int32_t *number = number_slot(choice, field);
    if (number != NULL) {
        int32_t next = *number + by;
        if (next >= 1 && next <= number_limit(field))
            *number = next;
    } else if (field >= FIELD_RULE) {
        int32_t rule = field - FIELD_RULE;
        int32_t count = bship_rule_value_count(rule);
        set_rule_value(choice, rule, (rule_value(choice, rule) + count + by) % count);
    }
    remake(choice);
}

static bship_status set_number(struct rules_choice *choice, int32_t field, const char *text,
                               bship_error *error)
{
    int32_t limit = number_limit(field);
    size_t digits = strspn(text, "0123456789");
    bool is_number = digits > 0 && digits <= NUMBER_DIGITS && text[digits] == '\0';
    long value = is_number ? strtol(text, NULL, 10) : 0;
    if (value < 1 || value > limit) {
        snprintf(error->text, sizeof(error->text), "expected a number from 1 to %d", (int)limit);
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
    if (status == BSHIP_OK && !replace_text(&choice->fleet, text))
        status = BSHIP_ERROR_MEMORY;
    return status;
}

static bship_status set_blocked(struct rules_choice *choice, const char *text, bship_error *error)
{
    bship_cell *cells = NULL;
    size_t count;
    bship_status status = parse_cells(text, &cells, &count, error);
    free(cells);
    if (status == BSHIP_OK && !replace_text(&choice->blocked, text))
        status = BSHIP_ERROR_MEMORY;
    return status;
}

/* Sets the board or a rule by the words of a record. */
static bship_status set_option(struct rules_choice *choice, const char *keyword, const char *text,
                               bship_error *error)
{
    bship_status status = bship_rules_options_set(&choice->options, keyword, text, error);
    if (status == BSHIP_OK && choice->options.salvo > 0)
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
    error = error != NULL ? error : &ignored;
    error->text[0] = '\0';
    bship_status status = set_field(choice, field, text, error);
    if (status == BSHIP_OK)
        remake(choice);
    else if (error->text[0] == '\0')
        snprintf(error->text, sizeof(error->text), "%s", bship_status_message(status));
    return status;
}

int32_t rules_preset_count(void)
{
    return bship_fleet_preset_count() + VARIANT_COUNT;
}

/* The variant that a preset is; NULL if it is a fleet of the library. */
static const struct variant *find_variant(int32_t preset)
{
    int32_t fleets = bship_fleet_preset_count();
    return preset < fleets ? NULL : &variants[preset - fleets];
}

const char *rules_preset_name(int32_t preset)
{
    const struct variant *variant = find_variant(preset);
    return variant != NULL ? variant->name : bship_fleet_preset_name(preset);
}

void rules_preset_explain(int32_t preset, char *buffer, size_t size)
{
    const struct variant *variant = find_variant(preset);
    bship_fleet *fleet = NULL;
    if (variant != NULL) {
        snprintf(buffer, size, "%s", variant->text);
    } else if (bship_fleet_new_preset(&fleet, preset, NULL) == BSHIP_OK) {
        size_t used = bship_fleet_format(fleet, buffer, size);
        if (used < size)
            snprintf(buffer + used, size - used, "; %s",
                     bship_rule_value_text(BSHIP_RULE_CONTACT, bship_fleet_preset_contact(preset)));
    }
    bship_fleet_unref(fleet);
}

static void take_setting(struct rules_choice *choice, const char *keyword, const char *value)
{
    bship_error error = BSHIP_ERROR_INIT;
    if (strcmp(keyword, "fleet") == 0)
        set_fleet(choice, value, &error);
    else
        set_option(choice, keyword, value, &error);
}

void rules_choice_take_preset(struct rules_choice *choice, int32_t preset)
{
    const struct variant *variant = find_variant(preset);
    reset(choice);
    replace_text(&choice->blocked, "");
    if (variant == NULL) {
        replace_text(&choice->fleet, bship_fleet_preset_name(preset));
        choice->options.contact = bship_fleet_preset_contact(preset);
    }
    for (int i = 0; variant != NULL && i < PRESET_SETTINGS && variant->settings[i][0] != NULL; i++)
        take_setting(choice, variant->settings[i][0], variant->settings[i][1]);
    remake(choice);
}

int32_t rules_preset_find(const bship_rules *rules)
{
    struct rules_choice choice;
    int32_t found = -1;
    bool is_open = rules_choice_open(&choice, NULL);
    for (int32_t preset = 0; is_open && found < 0 && preset < rules_preset_count(); preset++) {
        rules_choice_take_preset(&choice, preset);
        if (choice.rules != NULL && bship_rules_equal(choice.rules, rules))
            found = preset;
    }
    rules_choice_close(&choice);
    return found;
}

/* Writes the name of a fleet, or its lengths; returns the length of the text. */
static size_t summarise_fleet(const bship_fleet *fleet, char *buffer, size_t size)
{
    int32_t preset = find_fleet(fleet);
    int32_t count = bship_fleet_count(fleet);
    if (preset >= 0)
        return (size_t)snprintf(buffer, size, "%s", bship_fleet_preset_name(preset));
    if (count > SHIPS_QUOTED)
        return (size_t)snprintf(buffer, size, "%d ships", (int)count);
    size_t used = 0;
    for (int32_t ship = 0; ship < count && used < size; ship++)
        used += (size_t)snprintf(buffer + used, size - used, "%s%d", ship == 0 ? "" : " ",
                                 (int)bship_fleet_length(fleet, ship));
    return used;
}

/* The value of a rule that needs no mention. */
static int32_t usual_value(const bship_rules *rules, int32_t rule)
{
    int32_t fleet = find_fleet(bship_rules_fleet(rules));
    return rule == BSHIP_RULE_CONTACT && fleet >= 0 ? bship_fleet_preset_contact(fleet)
                                                    : bship_rule_default(rule);
}

static void append(char *buffer, size_t size, const char *text)
{
    size_t used = strlen(buffer);
    snprintf(buffer + used, size - used, ", %s", text);
}

static void summarise_rule(const bship_rules *rules, int32_t rule, char *buffer, size_t size)
{
    char value[32];
    char text[64];
    if (bship_rules_get(rules, rule) == usual_value(rules, rule))
        return;
    bship_rules_format_rule(rules, rule, value, sizeof(value));
    snprintf(text, sizeof(text), "%s %s", bship_rule_name(rule), value);
    append(buffer, size, text);
}

void rules_summary(const bship_rules *rules, char *buffer, size_t size)
{
    int32_t preset = rules_preset_find(rules);
    if (preset >= 0) {
        snprintf(buffer, size, "%s", rules_preset_name(preset));
        return;
    }
    summarise_fleet(bship_rules_fleet(rules), buffer, size);
    int32_t width = bship_rules_width(rules);
    int32_t height = bship_rules_height(rules);
    char text[64];
    snprintf(text, sizeof(text), "%dx%d", (int)width, (int)height);
    if (width != BSHIP_BOARD_SIDE_DEFAULT || height != BSHIP_BOARD_SIDE_DEFAULT)
        append(buffer, size, text);
    snprintf(text, sizeof(text), "%d blocked", (int)bship_rules_blocked_count(rules));
    if (bship_rules_blocked_count(rules) > 0)
        append(buffer, size, text);
    for (int32_t rule = 0; rule < bship_rule_count(); rule++)
        summarise_rule(rules, rule, buffer, size);
}
