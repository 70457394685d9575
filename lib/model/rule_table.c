/*
 * The keyword tables: one row for each axis of the rules, one for each value.
 * Records, programs and messages take their words from here and nowhere else.
 */
#include "model/rule_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/versioned.h"

enum {
    VALUES_MAX = 5
};

struct value_row {
    const char *keyword;
    const char *text;
};

struct rule_row {
    const char *keyword;
    const char *text;
    size_t offset; /* of its field in the options */
    int32_t fallback;
    int32_t count;
    struct value_row values[VALUES_MAX];
};

#define FIELD(name) offsetof(bship_rules_options, name)

static const struct rule_row rule_rows[BSI_RULES] = {
    [BSHIP_RULE_CONTACT] = { "contact",
                             "whether ships may touch",
                             FIELD(contact),
                             BSHIP_CONTACT_ALLOWED,
                             3,
                             { { "allowed", "ships may lie side by side" },
                               { "no-sides", "ships may touch at corners only" },
                               { "none", "ships touch neither at sides nor at corners" } } },
    [BSHIP_RULE_TURN] = { "turn",
                          "the shots in a turn",
                          FIELD(turn),
                          BSHIP_TURN_ONE,
                          4,
                          { { "one", "one shot" },
                            { "again-on-hit", "one more shot after every hit" },
                            { "salvo", "a salvo of N shots" },
                            { "salvo-afloat",
                              "a salvo of as many shots as own ships are afloat" } } },
    [BSHIP_RULE_DISCLOSURE] = { "disclosure",
                                "what a report discloses",
                                FIELD(disclosure),
                                BSHIP_DISCLOSURE_LENGTH,
                                5,
                                { { "hit", "hit or miss only" },
                                  { "sunk", "also that a ship sank, but not which" },
                                  { "length", "also the length of a ship that sank" },
                                  { "ship", "also the name of a ship that sank" },
                                  { "every-hit", "the name of the ship for every hit" } } },
    [BSHIP_RULE_SALVO_REPORT] = { "salvo-report",
                                  "how a salvo is reported",
                                  FIELD(salvo_report),
                                  BSHIP_SALVO_REPORT_EACH,
                                  2,
                                  { { "each", "shot by shot" },
                                    { "total", "by the numbers of hits and sinkings only" } } },
    [BSHIP_RULE_REVEAL_WATER] = { "reveal-water",
                                  "whether a sinking reveals the water around the wreck",
                                  FIELD(reveal_water),
                                  BSHIP_REVEAL_WATER_NO,
                                  2,
                                  { { "no", "it does not" },
                                    { "yes", "the wreck's neighbours become known water" } } },
    [BSHIP_RULE_REPEAT] = { "repeat",
                            "what a shot at a cell already known is",
                            FIELD(repeat),
                            BSHIP_REPEAT_REFUSED,
                            2,
                            { { "refused", "refused at no cost" },
                              { "wasted", "a shot that is lost" } } },
    [BSHIP_RULE_FIRST] = { "first",
                           "who fires first",
                           FIELD(first),
                           BSHIP_FIRST_RANDOM,
                           3,
                           { { "random", "drawn at random" },
                             { "a", "side a" },
                             { "b", "side b" } } },
    [BSHIP_RULE_ENDING] = { "ending",
                            "when a game ends",
                            FIELD(ending),
                            BSHIP_ENDING_AT_ONCE,
                            2,
                            { { "at-once", "as soon as a fleet is gone" },
                              { "equal-turns", "after the round in which a fleet is gone" } } },
};

static bool is_rule(int32_t rule)
{
    return rule >= 0 && rule < BSI_RULES;
}

bool bsi_rule_has(int32_t rule, int32_t value)
{
    return is_rule(rule) && value >= 0 && value < rule_rows[rule].count;
}

int32_t *bsi_rule_field(bship_rules_options *options, int32_t rule)
{
    return (int32_t *)(void *)((unsigned char *)options + rule_rows[rule].offset);
}

int32_t bship_rule_count(void)
{
    return BSI_RULES;
}

int32_t bship_rule_find(const char *keyword)
{
    for (int32_t rule = 0; keyword && rule < BSI_RULES; rule++) {
        if (strcmp(keyword, rule_rows[rule].keyword) == 0)
            return rule;
    }
    return -1;
}

const char *bship_rule_keyword(int32_t rule)
{
    return is_rule(rule) ? rule_rows[rule].keyword : NULL;
}

const char *bship_rule_text(int32_t rule)
{
    return is_rule(rule) ? rule_rows[rule].text : NULL;
}

int32_t bship_rule_default(int32_t rule)
{
    return is_rule(rule) ? rule_rows[rule].fallback : -1;
}

int32_t bship_rule_value_count(int32_t rule)
{
    return is_rule(rule) ? rule_rows[rule].count : 0;
}

const char *bship_rule_value_keyword(int32_t rule, int32_t value)
{
    return bsi_rule_has(rule, value) ? rule_rows[rule].values[value].keyword : NULL;
}

const char *bship_rule_value_text(int32_t rule, int32_t value)
{
    return bsi_rule_has(rule, value) ? rule_rows[rule].values[value].text : NULL;
}

void bship_rules_options_init(bship_rules_options *options, size_t size)
{
    static const bship_rules_options defaults = BSHIP_RULES_OPTIONS_INIT;
    bsi_versioned_init(options, size, &defaults, sizeof defaults);
}

/* Reads a number of 1..`highest` without sign or leading zero and moves `*text` behind it. */
static bship_status number_parse(const char **text, int32_t highest, int32_t *out)
{
    const char *at = *text;
    int64_t value = 0;
    if (*at < '1' || *at > '9')
        return *at == '0' ? BSHIP_ERROR_RANGE : BSHIP_ERROR_NAME;
    for (; *at >= '0' && *at <= '9'; at++)
        value = value > highest ? value : value * 10 + (*at - '0');
    if (value > highest)
        return BSHIP_ERROR_RANGE;
    *text = at;
    *out = (int32_t)value;
    return BSHIP_OK;
}

/* Reads `10x12`. On failure `expected` says what should be there. */
static bship_status board_parse(const char *text, int32_t *width, int32_t *height,
                                const char **expected)
{
    int32_t w, h;
    *expected = "expected a board such as 10x10";
    bship_status status = number_parse(&text, BSHIP_BOARD_SIDE_MAX, &w);
    if (!status && *text != 'x')
        status = BSHIP_ERROR_NAME;
    if (!status)
        text++;
    if (!status)
        status = number_parse(&text, BSHIP_BOARD_SIDE_MAX, &h);
    if (!status && *text)
        status = BSHIP_ERROR_NAME;
    if (status == BSHIP_ERROR_RANGE)
        *expected = "expected a board of 1x1 to 1024x1024";
    if (status)
        return status;
    *width = w;
    *height = h;
    return BSHIP_OK;
}

/* Lists the words that an axis knows: `contact: expected allowed, no-sides or none`. */
static bship_status fail_value(bship_error *error, bship_status status, const struct rule_row *row)
{
    char list[192];
    bsi_text text = bsi_text_of(list, sizeof list);
    for (int32_t i = 0; i < row->count; i++) {
        const char *before = i == 0 ? "" : i + 1 < row->count ? ", " : " or ";
        int numbered = row == &rule_rows[BSHIP_RULE_TURN] && i == BSHIP_TURN_SALVO;
        bsi_text_add(&text, "%s%s%s", before, row->values[i].keyword, numbered ? " N" : "");
    }
    return bsi_fail(error, status, -1, "%s: expected %s", row->keyword, list);
}

/* Reads the N of `salvo N`, where `text` is what follows the word. */
static bship_status salvo_parse(const char *text, int32_t *salvo)
{
    size_t blanks = strspn(text, " \t");
    text += blanks;
    bship_status status = blanks ? number_parse(&text, 1024 * 1024, salvo) : BSHIP_ERROR_NAME;
    return !status && *text ? BSHIP_ERROR_NAME : status;
}

static bship_status set_rule(bship_rules_options *options, int32_t rule, const char *value,
                             bship_error *error)
{
    const struct rule_row *row = &rule_rows[rule];
    int32_t salvo = 0;
    for (int32_t i = 0; i < row->count; i++) {
        const char *keyword = row->values[i].keyword;
        size_t bytes = strlen(keyword);
        int numbered = rule == BSHIP_RULE_TURN && i == BSHIP_TURN_SALVO;
        if (strncmp(value, keyword, bytes) != 0 || value[bytes] == '-')
            continue;
        bship_status status = numbered       ? salvo_parse(value + bytes, &salvo)
                              : value[bytes] ? BSHIP_ERROR_NAME
                                             : BSHIP_OK;
        if (status)
            return fail_value(error, status, row);
        *bsi_rule_field(options, rule) = i;
        if (rule == BSHIP_RULE_TURN)
            options->salvo = salvo;
        return BSHIP_OK;
    }
    return fail_value(error, BSHIP_ERROR_NAME, row);
}

bship_status bship_rules_options_set(bship_rules_options *options, const char *keyword,
                                     const char *value, bship_error *error)
{
    bship_rules_options known;
    if (!options || !keyword || !value)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_versioned_read(&known, sizeof known, options);
    if (status)
        return bsi_fail_plain(error, status);
    if (strcmp(keyword, "board") == 0) {
        const char *expected;
        status = board_parse(value, &options->width, &options->height, &expected);
        return status ? bsi_fail(error, status, -1, "board: %s", expected) : BSHIP_OK;
    }
    int32_t rule = bship_rule_find(keyword);
    char quote[BSI_QUOTE_SIZE];
    if (rule < 0)
        return bsi_fail(error, BSHIP_ERROR_NAME, -1, "no rule is called '%s'",
                        bsi_quote(quote, keyword));
    return set_rule(options, rule, value, error);
}
