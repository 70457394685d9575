/* The options that describe the rules of a game; see rules_options.h. */
#include "common/rules_options.h"

#include <stdbool.h>
#include <stdlib.h>

#include <battleship/enumeration.h>

#include "common/cell_list.h"
#include "common/help.h"
#include "common/rules_preset.h"

enum {
    VALUE_COLUMN = 19 /* of what a value means, in --help */
};

static enum option_result take_blocked(struct rules_options *options, struct arguments *arguments)
{
    const char *text = arguments_value(arguments);
    bship_error error = BSHIP_ERROR_INIT;
    if (!text)
        return OPTION_REFUSED;
    if (!cells_append(&options->blocked, &options->blocked_count, text, &error))
        return OPTION_TAKEN;
    arguments_complain(arguments, "%s", error.text);
    return OPTION_REFUSED;
}

static enum option_result take_fleet(struct rules_options *options, struct arguments *arguments)
{
    const char *text = arguments_value(arguments);
    if (!text)
        return OPTION_REFUSED;
    options->fleet = text;
    return OPTION_TAKEN;
}

static enum option_result take_rule(struct rules_options *options, struct arguments *arguments)
{
    const char *value = arguments_value(arguments);
    if (!value)
        return OPTION_REFUSED;
    bship_error error = BSHIP_ERROR_INIT;
    if (bship_rules_options_set(&options->rules, arguments->name, value, &error)) {
        /* The library's message begins with the keyword, which is the name of the option. */
        fprintf(stderr, "%s: --%s, not \"%s\"\n", arguments->program, error.text, value);
        return OPTION_REFUSED;
    }
    return OPTION_TAKEN;
}

/* All rules of a preset, none of which has blocked cells. */
static enum option_result take_preset(struct rules_options *options, struct arguments *arguments)
{
    if (options->is_begun) {
        arguments_complain(arguments, "expected once, before other options of the rules");
        return OPTION_REFUSED;
    }
    enum option_result result = arguments_name(arguments, rules_preset_name, &options->preset);
    if (result != OPTION_TAKEN)
        return result;
    bship_rules *rules = rules_preset_make(options->preset);
    if (!rules) {
        arguments_complain(arguments, "out of memory");
        return OPTION_REFUSED;
    }
    bship_rules_describe(rules, &options->rules);
    options->has_contact = true;
    bship_rules_unref(rules);
    return OPTION_TAKEN;
}

static enum option_result take(struct rules_options *options, struct arguments *arguments)
{
    if (arguments_is(arguments, "rules"))
        return take_preset(options, arguments);
    if (arguments_is(arguments, "fleet"))
        return take_fleet(options, arguments);
    if (arguments_is(arguments, "blocked"))
        return take_blocked(options, arguments);
    int32_t rule = bship_enum_find(BSHIP_ENUM_RULE, arguments->name);
    if (rule < 0 && !arguments_is(arguments, "board"))
        return OPTION_UNKNOWN;
    if (rule == BSHIP_RULE_CONTACT)
        options->has_contact = true;
    return take_rule(options, arguments);
}

enum option_result rules_options_take(struct rules_options *options, struct arguments *arguments)
{
    enum option_result result = take(options, arguments);
    options->is_begun = options->is_begun || result == OPTION_TAKEN;
    return result;
}

/* The fleet of the option, or that of the preset; NULL after a message. */
static bship_fleet *make_fleet(const struct rules_options *options, const char *program)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_fleet *fleet = NULL;
    if (options->fleet) {
        if (bship_fleet_parse(&fleet, options->fleet, NULL, &error))
            fprintf(stderr, "%s: --fleet: \"%s\": %s\n", program, options->fleet, error.text);
        return fleet;
    }
    bship_rules *rules = rules_preset_make(options->preset);
    if (rules)
        fleet = bship_fleet_ref(bship_rules_fleet(rules));
    else
        fprintf(stderr, "%s: out of memory\n", program);
    bship_rules_unref(rules);
    return fleet;
}

bship_rules *rules_options_build(const struct rules_options *options, const char *program)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_fleet *fleet = make_fleet(options, program);
    if (!fleet)
        return NULL;
    bship_rules_options complete = options->rules;
    complete.blocked = options->blocked;
    complete.blocked_count = options->blocked_count;
    int32_t preset = options->fleet ? bship_enum_find(BSHIP_ENUM_FLEET_PRESET, options->fleet) : -1;
    if (!options->has_contact && preset >= 0)
        complete.contact = bship_fleet_preset_contact(preset);

    bship_rules *rules = NULL;
    if (bship_rules_new(&rules, fleet, &complete, &error))
        fprintf(stderr, "%s: %s\n", program, error.text);
    bship_fleet_unref(fleet);
    return rules;
}

void rules_options_clear(struct rules_options *options)
{
    free(options->blocked);
    *options = (struct rules_options)RULES_OPTIONS_INIT;
}

/* Prints a value of an option and what it means. */
static void print_value_help(FILE *out, const char *value, const char *text)
{
    help_print_item(out, 4, value, VALUE_COLUMN, text);
}

static void print_presets_help(FILE *out)
{
    fprintf(out, "  --rules NAME           a preset of rules; options behind it change them:\n");
    for (int32_t preset = 0; preset < rules_preset_count(); preset++) {
        char text[RULES_PRESET_TEXT_SIZE] = "";
        rules_preset_explain(preset, text, sizeof text);
        print_value_help(out, rules_preset_name(preset), text);
    }
}

static void print_fleet_help(FILE *out)
{
    fprintf(out,
            "  --fleet LIST|PRESET    ships such as 5,4,3,3,2 or Cutter:3,\"Old Tug\":2, or one\n"
            "                         of");
    for (int32_t preset = 0; preset < bship_enum_count(BSHIP_ENUM_FLEET_PRESET); preset++)
        fprintf(out, "%s %s", preset > 0 ? "," : "",
                bship_enum_name(BSHIP_ENUM_FLEET_PRESET, preset));
    fprintf(out, " (default classic)\n");
}

static void print_rule_help(FILE *out, int32_t rule)
{
    char option[32];
    snprintf(option, sizeof option, "--%s VALUE", bship_enum_name(BSHIP_ENUM_RULE, rule));
    fprintf(out, "  %-22s %s:\n", option, bship_enum_text(BSHIP_ENUM_RULE, rule));
    for (int32_t value = 0; value < bship_enum_count(BSHIP_ENUM_RULE_VALUES + rule); value++) {
        bool has_number = bship_rule_number_range(rule, value, NULL, NULL) != 0;
        char keyword[32], text[RULES_PRESET_TEXT_SIZE];
        snprintf(keyword, sizeof keyword, "%s%s",
                 bship_enum_name(BSHIP_ENUM_RULE_VALUES + rule, value), has_number ? " N" : "");
        snprintf(text, sizeof text, "%s%s", bship_enum_text(BSHIP_ENUM_RULE_VALUES + rule, value),
                 value == 0 ? " (default)" : "");
        print_value_help(out, keyword, text);
    }
}

/* The help of all options, or of those for a position. */
static void print_help(FILE *out, bool is_position)
{
    print_presets_help(out);
    fprintf(out, "  --board WxH            columns and rows (default %s)\n",
            is_position ? "those of the grid" : "10x10");
    print_fleet_help(out);
    fprintf(out, "  --blocked CELL,...     cells without ships, not to be fired at\n");
    for (int32_t rule = 0; rule < bship_enum_count(BSHIP_ENUM_RULE); rule++) {
        if (!is_position || rule != BSHIP_RULE_REPEAT)
            print_rule_help(out, rule);
    }
}

void rules_options_print_help(FILE *out)
{
    print_help(out, false);
}

void rules_options_print_position_help(FILE *out)
{
    print_help(out, true);
}
