/*
 * The table of rules: one row per rule, and one per value of a rule. Records, programs and messages
 * take all their keywords and texts from here; the last column is what a value means in play.
 */
#include "model/rule_table.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "base/versioned.h"
#include "model/fleet.h"

struct value_row {
    const char *keyword;
    const char *text;
    uint32_t effects; /* BSI_SIDES_APART, ... */
};

/*
 * A number that a value takes, such as the N of `turn salvo N`. If it is alone, as that of `shots
 * N`, it decides the value, which has no field in the options, and whose keyword may be left out: 0
 * stands for the default.
 */
struct number_row {
    bool is_alone;
    int32_t value; /* the value of the rule that takes it */
    int32_t least;
    int32_t most;
    size_t offset; /* of its field in bship_rules_options */
};

struct rule_row {
    const char *keyword;
    const char *text;
    size_t offset;   /* of its field in bship_rules_options, unless a number is alone */
    bsi_names names; /* of its values */
    const struct value_row *values;
    const struct number_row *number; /* that one of them takes; NULL: none does */
};

static const struct value_row contacts[] = {
    [BSHIP_CONTACT_ALLOWED] = { "allowed", "ships may touch", 0 },
    [BSHIP_CONTACT_NO_SIDES] = { "no-sides", "ships may touch only at corners", BSI_SIDES_APART },
    [BSHIP_CONTACT_NONE] = { "none", "ships may not touch", BSI_SIDES_APART | BSI_CORNERS_APART },
};

static const struct value_row turns[] = {
    [BSHIP_TURN_RULE_ONE] = { "one", "one shot", 0 },
    [BSHIP_TURN_RULE_AGAIN_ON_HIT] = { "again-on-hit", "one more shot after every hit",
                                       BSI_AGAIN_ON_HIT },
    [BSHIP_TURN_RULE_SALVO] = { "salvo", "a salvo of N shots", BSI_SALVO_OF_N },
    [BSHIP_TURN_RULE_SALVO_AFLOAT] = { "salvo-afloat",
                                       "a salvo of one shot for each own ship afloat",
                                       BSI_SALVO_AFLOAT },
    [BSHIP_TURN_RULE_SALVO_LARGEST] = { "salvo-largest",
                                        "as many shots as the longest own ship afloat has cells",
                                        BSI_SALVO_LARGEST },
};

/* What a report discloses. */
enum {
    SINKINGS = BSI_DISCLOSES_SINKINGS,
    LENGTHS = BSI_DISCLOSES_LENGTHS,
    NAMES = BSI_DISCLOSES_NAMES,
    HIT_NAMES = BSI_DISCLOSES_HIT_NAMES
};

static const struct value_row disclosures[] = {
    [BSHIP_DISCLOSURE_LENGTH] = { "length", "the length of a sunk ship", SINKINGS | LENGTHS },
    [BSHIP_DISCLOSURE_HIT] = { "hit", "hit or miss only", 0 },
    [BSHIP_DISCLOSURE_SUNK] = { "sunk", "that a ship has sunk, but not which", SINKINGS },
    [BSHIP_DISCLOSURE_SHIP] = { "ship", "the name of a sunk ship", SINKINGS | LENGTHS | NAMES },
    [BSHIP_DISCLOSURE_EVERY_HIT] = { "every-hit", "the name of the ship for every hit",
                                     SINKINGS | LENGTHS | NAMES | HIT_NAMES },
};

static const struct value_row salvo_reports[] = {
    [BSHIP_SALVO_REPORT_EACH] = { "each", "shot by shot", 0 },
    [BSHIP_SALVO_REPORT_TOTAL] = { "total", "only as the numbers of hits and sinkings",
                                   BSI_REPORTS_TOTALS },
};

static const struct value_row water_reveals[] = {
    [BSHIP_REVEAL_WATER_NO] = { "no", "no water is revealed", 0 },
    [BSHIP_REVEAL_WATER_YES] = { "yes", "the cells around a sunk ship become known water",
                                 BSI_REVEALS_WATER },
};

static const struct value_row repeats[] = {
    [BSHIP_REPEAT_REFUSED] = { "refused", "it is refused, at no cost", BSI_REFUSES_REPEATS },
    [BSHIP_REPEAT_WASTED] = { "wasted", "it is accepted, but wasted", 0 },
};

static const struct value_row firsts[] = {
    [BSHIP_FIRST_RANDOM] = { "random", "drawn at random", 0 },
    [BSHIP_FIRST_A] = { "a", "side a", 0 },
    [BSHIP_FIRST_B] = { "b", "side b", 0 },
};

static const struct value_row endings[] = {
    [BSHIP_ENDING_AT_ONCE] = { "at-once", "as soon as a fleet is sunk", 0 },
    [BSHIP_ENDING_EQUAL_TURNS] = { "equal-turns", "after the round in which a fleet is sunk", 0 },
};

static const struct value_row shot_limits[] = {
    [BSHIP_SHOTS_UNLIMITED] = { "unlimited", "as many as it takes", 0 },
    [BSHIP_SHOTS_LIMITED] = { "limited", "N; when both sides have none left, more points win",
                              BSI_LIMITS_SHOTS },
};

static const struct value_row ship_reveals[] = {
    [BSHIP_REVEAL_SHIP_NO] = { "no", "the cells of a sunk ship are not revealed", 0 },
    [BSHIP_REVEAL_SHIP_YES] = { "yes", "the cells of a sunk ship are revealed", BSI_SHOWS_SHIPS },
};

static const struct value_row head_starts[] = {
    [BSHIP_HEAD_START_NONE] = { "none", "none", 0 },
    [BSHIP_HEAD_START_TURNS] = { "turns", "N; then the sides take turns", 0 },
};

#define FIELD(name) offsetof(bship_rules_options, name)
#define VALUES(rows) BSI_NAMES(rows), rows, NULL
#define VALUES_WITH_NUMBER(rows, number) BSI_NAMES(rows), rows, &(number)

static const struct number_row salvo = { false, BSHIP_TURN_RULE_SALVO, 1, BSHIP_SALVO_MAX,
                                         FIELD(salvo) };
static const struct number_row shots = { true, BSHIP_SHOTS_LIMITED, 1, BSHIP_SHOTS_MAX,
                                         FIELD(shots) };

static const struct number_row head_start = { true, BSHIP_HEAD_START_TURNS, 1, BSHIP_HEAD_START_MAX,
                                              FIELD(head_start) };

static const struct rule_row rule_rows[BSI_RULES] = {
    [BSHIP_RULE_CONTACT] = { "contact", "whether ships may touch", FIELD(contact),
                             VALUES(contacts) },
    [BSHIP_RULE_TURN] = { "turn", "the number of shots in a turn", FIELD(turn),
                          VALUES_WITH_NUMBER(turns, salvo) },
    [BSHIP_RULE_DISCLOSURE] = { "disclosure", "what a report discloses", FIELD(disclosure),
                                VALUES(disclosures) },
    [BSHIP_RULE_SALVO_REPORT] = { "salvo-report", "how a salvo is reported", FIELD(salvo_report),
                                  VALUES(salvo_reports) },
    [BSHIP_RULE_REVEAL_WATER] = { "reveal-water",
                                  "whether a sinking reveals the water around the ship",
                                  FIELD(reveal_water), VALUES(water_reveals) },
    [BSHIP_RULE_REPEAT] = { "repeat", "what happens to a shot at a known cell", FIELD(repeat),
                            VALUES(repeats) },
    [BSHIP_RULE_FIRST] = { "first", "who fires first", FIELD(first), VALUES(firsts) },
    [BSHIP_RULE_ENDING] = { "ending", "when a game ends", FIELD(ending), VALUES(endings) },
    [BSHIP_RULE_SHOTS] = { "shots", "how many shots each side has", 0,
                           VALUES_WITH_NUMBER(shot_limits, shots) },
    [BSHIP_RULE_REVEAL_SHIP] = { "reveal-ship", "whether a sinking reveals where the ship lies",
                                 FIELD(reveal_ship), VALUES(ship_reveals) },
    [BSHIP_RULE_HEAD_START] = { "head-start", "the turns that the side that begins has in advance",
                                0, VALUES_WITH_NUMBER(head_starts, head_start) },
};

const bsi_names bsi_rule_names = BSI_NAMES(rule_rows);

static bool is_rule(int32_t rule)
{
    return rule >= 0 && rule < BSI_RULES;
}

const bsi_names *bsi_rule_values(int32_t rule)
{
    return is_rule(rule) ? &rule_rows[rule].names : NULL;
}

bool bsi_rule_has(int32_t rule, int32_t value)
{
    return is_rule(rule) && bsi_name(&rule_rows[rule].names, value);
}

uint32_t bsi_rule_effects(int32_t rule, int32_t value)
{
    return rule_rows[rule].values[value].effects;
}

uint32_t bsi_kept_neighbours(uint32_t effects)
{
    return effects & BSI_CORNERS_APART ? 8 : effects & BSI_SIDES_APART ? 4 : 0;
}

/* The effect that the points of a ship follow from what a sinking discloses of it: if all ships of
 * which the same is told are worth the same. */
static uint32_t points_effect(const bship_fleet *fleet, uint32_t effects)
{
    if (!(effects & BSI_DISCLOSES_SINKINGS))
        return 0;
    for (int32_t i = 0; i < fleet->count; i++) {
        const bsi_ship *ship = &fleet->ships[i];
        int32_t like = effects & BSI_DISCLOSES_NAMES     ? ship->first_of_name
                       : effects & BSI_DISCLOSES_LENGTHS ? ship->first_of_length
                                                         : 0;
        if (ship->points != fleet->ships[like].points)
            return 0;
    }
    return BSI_DISCLOSES_POINTS;
}

/* The effects of the value that options have for a rule. */
static uint32_t effects_of(const bship_rules_options *options, int32_t rule,
                           const bship_fleet *fleet)
{
    uint32_t effects = bsi_rule_effects(rule, bsi_rule_value(options, rule));
    return rule == BSHIP_RULE_DISCLOSURE ? effects | points_effect(fleet, effects) : effects;
}

uint32_t bsi_rules_effects(const bship_rules_options *options, const bship_fleet *fleet)
{
    uint32_t effects = 0;
    for (int32_t rule = 0; rule < BSI_RULES; rule++)
        effects |= effects_of(options, rule, fleet);
    return effects;
}

/* ---- fields of the options ---- */

static int32_t field(const bship_rules_options *options, size_t offset)
{
    int32_t value;
    memcpy(&value, (const unsigned char *)options + offset, sizeof value);
    return value;
}

static void set_field(bship_rules_options *options, size_t offset, int32_t value)
{
    memcpy((unsigned char *)options + offset, &value, sizeof value);
}

static bool is_alone(const struct rule_row *row)
{
    return row->number && row->number->is_alone;
}

int32_t bsi_rule_number(const bship_rules_options *options, int32_t rule)
{
    const struct number_row *number = rule_rows[rule].number;
    return number ? field(options, number->offset) : 0;
}

int32_t bsi_rule_value(const bship_rules_options *options, int32_t rule)
{
    const struct rule_row *row = &rule_rows[rule];
    if (!is_alone(row))
        return field(options, row->offset);
    return bsi_rule_number(options, rule) == 0 ? 0 : row->number->value;
}

void bsi_rule_set(bship_rules_options *options, int32_t rule, int32_t value, int32_t number)
{
    const struct rule_row *row = &rule_rows[rule];
    if (!is_alone(row))
        set_field(options, row->offset, value);
    if (row->number)
        set_field(options, row->number->offset, number);
}

/* ---- numbers of values ---- */

/* The text before the number of a rule: `turn salvo `, or of one that is alone `shots `. */
static void before_number(const struct rule_row *row, char *buffer, size_t size)
{
    bsi_text text = bsi_text_of(buffer, size);
    bsi_text_add(&text, "%s ", row->keyword);
    if (!is_alone(row))
        bsi_text_add(&text, "%s ", row->values[row->number->value].keyword);
}

/* Whether a value of a rule takes a number. */
static bool takes_number(const struct rule_row *row, int32_t value)
{
    return row->number && row->number->value == value;
}

int bship_rule_number_range(int32_t rule, int32_t value, int32_t *least, int32_t *most)
{
    if (!is_rule(rule) || !takes_number(&rule_rows[rule], value))
        return 0;
    if (least)
        *least = rule_rows[rule].number->least;
    if (most)
        *most = rule_rows[rule].number->most;
    return 1;
}

bship_status bsi_rule_check_number(const bship_rules_options *options, int32_t rule,
                                   bship_error *error)
{
    const struct rule_row *row = &rule_rows[rule];
    if (!row->number)
        return BSHIP_OK;
    int32_t value = bsi_rule_value(options, rule), number = bsi_rule_number(options, rule);
    int32_t least = row->number->least, most = row->number->most;
    char before[64];
    before_number(row, before, sizeof before);
    if (!takes_number(row, value) && number != 0)
        return bsi_fail(error, BSHIP_ERROR_CONFLICT, -1, "%s%d conflicts with %s %s", before,
                        (int)number, row->keyword, row->values[value].keyword);
    if (takes_number(row, value) && (number < least || number > most))
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "%sN: N is %d to %d, not %d", before,
                        (int)least, (int)most, (int)number);
    return BSHIP_OK;
}

void bsi_rule_add(bsi_text *text, int32_t rule, int32_t value, int32_t number)
{
    const struct rule_row *row = &rule_rows[rule];
    bool is_number = takes_number(row, value);
    if (!is_number || !row->number->is_alone)
        bsi_text_add(text, "%s%s", row->values[value].keyword, is_number ? " " : "");
    if (is_number)
        bsi_text_add(text, "%d", (int)number);
}

/* ---- conflicting values ---- */

static const bsi_conflict conflicts[] = {
    { BSHIP_RULE_SALVO_REPORT, BSI_REPORTS_TOTALS, BSHIP_RULE_TURN, BSI_SALVOS, true },
    { BSHIP_RULE_REVEAL_WATER, BSI_REVEALS_WATER, BSHIP_RULE_CONTACT, BSI_CORNERS_APART, true },
    { BSHIP_RULE_REVEAL_WATER, BSI_REVEALS_WATER, BSHIP_RULE_DISCLOSURE, BSI_DISCLOSES_SINKINGS,
      true },
    { BSHIP_RULE_REVEAL_WATER, BSI_REVEALS_WATER, BSHIP_RULE_SALVO_REPORT, BSI_REPORTS_TOTALS,
      false },
    { BSHIP_RULE_REVEAL_SHIP, BSI_SHOWS_SHIPS, BSHIP_RULE_DISCLOSURE, BSI_DISCLOSES_LENGTHS, true },
    { BSHIP_RULE_REVEAL_SHIP, BSI_SHOWS_SHIPS, BSHIP_RULE_SALVO_REPORT, BSI_REPORTS_TOTALS, false },
    { BSHIP_RULE_TURN, BSI_SALVO_AFLOAT, BSHIP_RULE_DISCLOSURE, BSI_DISCLOSES_SINKINGS, true },
    { BSHIP_RULE_TURN, BSI_SALVO_LARGEST, BSHIP_RULE_DISCLOSURE, BSI_DISCLOSES_LENGTHS, true },
    { BSHIP_RULE_SHOTS, BSI_LIMITS_SHOTS, BSHIP_RULE_DISCLOSURE, BSI_DISCLOSES_POINTS, true },
};

const bsi_conflict *bsi_conflict_in(const bship_rules_options *options, const bship_fleet *fleet)
{
    for (size_t i = 0; i < sizeof conflicts / sizeof conflicts[0]; i++) {
        const bsi_conflict *row = &conflicts[i];
        bool has_b = (effects_of(options, (int32_t)row->rule_b, fleet) & row->effects_b) != 0;
        if ((effects_of(options, (int32_t)row->rule_a, fleet) & row->effects_a) &&
            has_b != row->unless)
            return row;
    }
    return NULL;
}

/* ---- the options ---- */

/* Reads a number in a range: OK, NAME or RANGE. */
static bship_status number_parse(const char **text, int32_t least, int32_t most, int32_t *out)
{
    uint64_t value;
    bship_status status = bsi_number_read(text, (uint64_t)most, &value);
    if (status == BSHIP_ERROR_SYNTAX)
        return BSHIP_ERROR_NAME;
    *out = (int32_t)value;
    return *out < least ? BSHIP_ERROR_RANGE : status;
}

/* Reads a size such as `10x12`. On failure `*expected` says what was expected. */
static bship_status board_parse(const char *text, int32_t *width, int32_t *height,
                                const char **expected)
{
    int32_t w, h;
    *expected = "expected a board such as 10x10";
    bship_status status = number_parse(&text, 1, BSHIP_BOARD_EDGE_MAX, &w);
    if (!status && *text != 'x')
        status = BSHIP_ERROR_NAME;
    if (!status)
        text++;
    if (!status)
        status = number_parse(&text, 1, BSHIP_BOARD_EDGE_MAX, &h);
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

/* Fails with the list of a rule's values: `contact: expected allowed, no-sides or none`. */
static bship_status fail_value(bship_error *error, bship_status status, const struct rule_row *row)
{
    char list[192];
    bsi_text text = bsi_text_of(list, sizeof list);
    size_t count = row->names.count;
    for (size_t i = 0; i < count; i++) {
        const char *before = i == 0 ? "" : i + 1 < count ? ", " : " or ";
        bool is_number = takes_number(row, (int32_t)i);
        const char *keyword = is_number && is_alone(row) ? "N" : row->values[i].keyword;
        bsi_text_add(&text, "%s%s%s", before, keyword, is_number && !is_alone(row) ? " N" : "");
    }
    return bsi_fail(error, status, -1, "%s: expected %s", row->keyword, list);
}

/* Reads a number from the text behind the keyword of the value that takes it. */
static bship_status number_behind(const char *text, const struct number_row *row, int32_t *number)
{
    size_t blanks = strspn(text, " \t");
    text += blanks;
    bship_status status = BSHIP_ERROR_NAME;
    if (blanks)
        status = number_parse(&text, row->least, row->most, number);
    return !status && *text ? BSHIP_ERROR_NAME : status;
}

/* Reads a number without a keyword: 0 or one in the range. */
static bship_status number_alone(const char *text, const struct number_row *row, int32_t *number)
{
    bship_status status = number_parse(&text, 0, row->most, number);
    if (!status && *text)
        return BSHIP_ERROR_NAME;
    return !status && *number != 0 && *number < row->least ? BSHIP_ERROR_RANGE : status;
}

/* Reads a value of a rule, and its number. */
static bship_status value_parse(const char *text, const struct rule_row *row, int32_t *value,
                                int32_t *number)
{
    *number = 0;
    for (int32_t i = 0; (size_t)i < row->names.count; i++) {
        const char *keyword = row->values[i].keyword;
        size_t bytes = strlen(keyword);
        if (strncmp(text, keyword, bytes) != 0 || text[bytes] == '-')
            continue;
        *value = i;
        if (takes_number(row, i))
            return number_behind(text + bytes, row->number, number);
        return text[bytes] ? BSHIP_ERROR_NAME : BSHIP_OK;
    }
    if (!is_alone(row))
        return BSHIP_ERROR_NAME;
    bship_status status = number_alone(text, row->number, number);
    *value = *number == 0 ? 0 : row->number->value;
    return status;
}

static bship_status set_rule(bship_rules_options *options, int32_t rule, const char *text,
                             bship_error *error)
{
    const struct rule_row *row = &rule_rows[rule];
    int32_t value = 0, number;
    bship_status status = value_parse(text, row, &value, &number);
    if (status == BSHIP_ERROR_RANGE) {
        char before[64];
        before_number(row, before, sizeof before);
        return bsi_fail(error, status, -1, "%sN: expected an N of %d to %d", before,
                        (int)row->number->least, (int)row->number->most);
    }
    if (status)
        return fail_value(error, status, row);
    bsi_rule_set(options, rule, value, number);
    return BSHIP_OK;
}

/* Sets the size of the board or a rule. */
static bship_status set_keyword(bship_rules_options *options, const char *keyword,
                                const char *value, bship_error *error)
{
    if (strcmp(keyword, "board") == 0) {
        const char *expected;
        bship_status status = board_parse(value, &options->width, &options->height, &expected);
        return status ? bsi_fail(error, status, -1, "board: %s", expected) : BSHIP_OK;
    }
    int32_t rule = bsi_name_find(&bsi_rule_names, keyword);
    char quote[BSI_QUOTE_SIZE];
    if (rule < 0)
        return bsi_fail(error, BSHIP_ERROR_NAME, -1, "no rule is called '%s'",
                        bsi_quote(quote, keyword));
    return set_rule(options, rule, value, error);
}

bship_status bship_rules_options_set(bship_rules_options *options, const char *keyword,
                                     const char *value, bship_error *error)
{
    bship_rules_options known;
    if (!options || !keyword || !value)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&known, BSI_VERSIONED(bship_rules_options), options, error);
    if (!status)
        status = set_keyword(&known, keyword, value, error);
    /* The caller's struct may be shorter, without the field. */
    return status ? status
                  : bsi_versioned_write_options(options, BSI_VERSIONED(bship_rules_options), &known,
                                                error);
}
