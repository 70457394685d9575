/* The facts that a record can state, and their words. */
#include <assert.h>
#include <float.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/error.h"
#include "base/names.h"
#include "base/number.h"
#include "base/utf8.h"
#include "model/rules.h"
#include "play/game.h"
#include "play/record.h"
#include "play/turns.h"

/* ---- results ---- */

/* A text that is here twice says that shots ended the game; they tell which of the reasons it was,
 * and the first is found. */
static const bsi_result results[] = {
    { "a", BSHIP_OUTCOME_A, BSHIP_END_REASON_SUNK },
    { "b", BSHIP_OUTCOME_B, BSHIP_END_REASON_SUNK },
    { "draw", BSHIP_OUTCOME_DRAW, BSHIP_END_REASON_SUNK },
    { "a", BSHIP_OUTCOME_A, BSHIP_END_REASON_SHOTS },
    { "b", BSHIP_OUTCOME_B, BSHIP_END_REASON_SHOTS },
    { "draw", BSHIP_OUTCOME_DRAW, BSHIP_END_REASON_SHOTS },
    { "a resigned", BSHIP_OUTCOME_A, BSHIP_END_REASON_RESIGNED },
    { "b resigned", BSHIP_OUTCOME_B, BSHIP_END_REASON_RESIGNED },
    { "a contradiction", BSHIP_OUTCOME_A, BSHIP_END_REASON_CONTRADICTION },
    { "b contradiction", BSHIP_OUTCOME_B, BSHIP_END_REASON_CONTRADICTION },
    { "abandoned", BSHIP_OUTCOME_NONE, BSHIP_END_REASON_ABANDONED },
};

enum {
    RESULTS = sizeof results / sizeof results[0]
};

const bsi_result *bsi_result_find(const char *text)
{
    for (int i = 0; i < RESULTS; i++) {
        if (strcmp(text, results[i].text) == 0)
            return &results[i];
    }
    return NULL;
}

const char *bsi_result_text(int32_t outcome, int32_t reason)
{
    for (int i = 0; i < RESULTS; i++) {
        if (results[i].outcome == outcome && results[i].reason == reason)
            return results[i].text;
    }
    return NULL;
}

const char *bsi_result_fault(const bsi_result *result, int32_t outcome, bool is_game)
{
    static const char *const expected[] = {
        [BSHIP_OUTCOME_A] = "expected a, the result of the shots",
        [BSHIP_OUTCOME_B] = "expected b, the result of the shots",
        [BSHIP_OUTCOME_DRAW] = "expected draw, the result of the shots",
    };
    bool is_by_shots = result->reason == BSHIP_END_REASON_SUNK;
    if (!is_by_shots && !is_game)
        return "expected no such result: only a game, with began, ends otherwise than by its shots";
    if (result->reason == BSHIP_END_REASON_CONTRADICTION)
        return NULL;
    if (outcome != BSHIP_OUTCOME_NONE)
        return is_by_shots && result->outcome == outcome ? NULL : expected[outcome];
    return is_by_shots ? "expected no result: the shots do not decide the game" : NULL;
}

/* ---- valid texts ---- */

static bool is_side(const char *text)
{
    return bsi_is_side(bsi_name_find(&bsi_side_names, text));
}

static bool is_name(const char *text)
{
    return bsi_is_name(text, BSHIP_NAME_MAX);
}

static bool is_number(const char *text)
{
    uint64_t number;
    return !bsi_number_read(&text, UINT64_MAX, &number) && !*text;
}

static bool is_work(const char *text)
{
    uint64_t steps;
    return !bsi_number_read(&text, INT64_MAX, &steps) && !*text;
}

static bool is_location(const char *text)
{
    return bsi_name_find(&bsi_location_names, text) >= 0;
}

static bool is_audit(const char *text)
{
    return bsi_name_find(&bsi_audit_names, text) >= 0;
}

static bool is_known(const char *text)
{
    return strcmp(text, "known") == 0;
}

/* `YYYY-MM-DD`. */
static bool is_date(const char *text)
{
    static const uint64_t days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    uint64_t year, month, day;
    bool is_legal = bsi_digits_read(&text, 4, &year) && *text++ == '-' &&
                    bsi_digits_read(&text, 2, &month) && *text++ == '-' &&
                    bsi_digits_read(&text, 2, &day) && !*text;
    if (!is_legal || month < 1 || month > 12)
        return false;
    bool is_leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
    return day >= 1 && day <= days[month - 1] + (month == 2 && is_leap);
}

static bool is_result(const char *text)
{
    return bsi_result_find(text) != NULL;
}

/* ---- strengths: decimal numbers with a point, whatever the locale ---- */

enum {
    /* A stated number of 32 bytes, with a decimal point of several bytes in place of the point. 17
     * digits, an exponent and such a point take fewer. */
    DECIMAL_BYTES = 2 * BSI_FACT_BYTES
};

/* The decimal point of the locale, which printf() and strtod() use. */
static void decimal_point(char point[BSI_FACT_BYTES])
{
    char half[BSI_FACT_BYTES];
    int bytes = snprintf(half, sizeof half, "%.1f", 0.5) - 2;
    snprintf(point, BSI_FACT_BYTES, "%.*s", bytes, half + 1);
}

/* Copies a text and replaces the first `from` by `to`; `out` has room for all of it. */
static void replace(char *out, const char *text, const char *from, const char *to)
{
    const char *at = strstr(text, from);
    if (at) {
        memcpy(out, text, (size_t)(at - text));
        out += at - text;
        memcpy(out, to, strlen(to));
        out += strlen(to);
        text = at + strlen(from);
    }
    memcpy(out, text, strlen(text) + 1);
}

/* Skips digits, at least one. */
static bool skip_digits(const char **text)
{
    size_t count = bsi_digits_span(*text);
    *text += count;
    return count > 0;
}

/* Whether a text is a decimal number that can be stated: a number, possibly decimals and an
 * exponent. */
static bool is_decimal(const char *text)
{
    const char *at = text;
    uint64_t whole;
    bool is_legal = strlen(text) < BSI_FACT_BYTES &&
                    bsi_number_read(&at, UINT64_MAX, &whole) != BSHIP_ERROR_SYNTAX;
    if (is_legal && *at == '.') {
        at++;
        is_legal = skip_digits(&at);
    }
    if (is_legal && *at == 'e') {
        at += at[1] == '+' || at[1] == '-' ? 2 : 1;
        is_legal = skip_digits(&at);
    }
    return is_legal && !*at;
}

/* Reads a decimal number; -1 if the text is none. */
static double read_decimal(const char *text)
{
    char point[BSI_FACT_BYTES], local[DECIMAL_BYTES];
    if (!is_decimal(text))
        return -1;
    decimal_point(point);
    replace(local, text, ".", point);
    return strtod(local, NULL);
}

/* Writes the shortest decimal number that reads back as the same value. */
static void write_decimal(char out[DECIMAL_BYTES], double value)
{
    char point[BSI_FACT_BYTES], local[DECIMAL_BYTES];
    int digits = 0;
    decimal_point(point);
    do
        snprintf(local, sizeof local, "%.*g", ++digits, value);
    while (digits < DBL_DECIMAL_DIG && strtod(local, NULL) != value);
    replace(out, local, point, ".");
}

static bool is_strength(const char *text)
{
    double value = read_decimal(text);
    return value >= 0 && value <= BSHIP_PLACING_STRENGTH_MAX;
}

/* ---- the facts ---- */

#define A_NUMBER "expected a number from 0 to 18446744073709551615"
#define A_LIMIT "expected a number from 0 to 9223372036854775807"
#define A_NAME "expected a name of 1 to 32 bytes"

/* By row; the last ones are experimental. */
static const struct {
    const char *keyword;
    const char *text;
    const char *expected;
    bool (*is_legal)(const char *text);
    bool is_of_side;
} facts[BSI_FACTS] = {
    [BSHIP_FACT_BEGAN] = { "began", "of the game: the side that fires first", "expected a or b",
                           is_side, 0 },
    [BSHIP_FACT_PLAYER] = { "player", "of a side: the name of a player", A_NAME, is_name, 1 },
    [BSHIP_FACT_STRATEGY] = { "strategy", "of a side: the name of a player's strategy", A_NAME,
                              is_name, 1 },
    [BSHIP_FACT_SEED] = { "seed", "of the game: the number that the game was drawn from", A_NUMBER,
                          is_number, 0 },
    [BSHIP_FACT_DATE] = { "date", "of the game: the day it was played",
                          "expected a date such as 2024-12-31", is_date, 0 },
    [BSHIP_FACT_RESULT] = { "result", "of the game: who won, or how else the game ended",
                            "expected a, b, draw, a resigned, a contradiction or abandoned",
                            is_result, 0 },
    [BSHIP_FACT_FIRST_SEED] = { "first-seed",
                                "of the game: the public seed of a random first mover", A_NUMBER,
                                is_number, 0 },
    [BSHIP_FACT_BEGINS] = { "begins", "of the game: the side that was chosen to fire first",
                            "expected a or b", is_side, 0 },
    [BSHIP_FACT_VIEW] = { "view", "of the game: the side whose knowledge the record is confined to",
                          "expected a or b", is_side, 0 },
    [BSHIP_FACT_LOCATION] = { "location", "of a side: where its board is kept",
                              "expected local or remote", is_location, 1 },
    [BSHIP_FACT_AUDIT] = { "audit", "of the game: how reports are checked",
                           "expected necessary or complete", is_audit, 0 },
    [BSHIP_FACT_AUDIT_WORK] = { "audit-work", "of the game: the work limit of a check", A_LIMIT,
                                is_work, 0 },
    [BSHIP_FACT_AUDIT_MEMORY] = { "audit-memory", "of the game: the memory limit of a check",
                                  A_NUMBER, is_number, 0 },
    [BSHIP_FACT_DRAWN] = { "drawn", "of a side: how many layouts were drawn for it", A_NUMBER,
                           is_number, 1 },
    [BSHIP_FACT_LEVEL] = { "level", "of a side: the level of an AI", A_NAME, is_name, 1 },
    [BSHIP_FACT_WORK] = { "work", "of a side: the work limit of an AI", A_LIMIT, is_work, 1 },
    [BSHIP_FACT_MEMORY] = { "memory", "of a side: the memory limit of an AI", A_NUMBER, is_number,
                            1 },
    [BSHIP_FACT_AIM_SEED] = { "aim-seed", "of a side: the seed of an AI", A_NUMBER, is_number, 1 },
    [BSHIP_FACT_PLACING] = { "placing", "of a side: the placement style of an AI", A_NAME, is_name,
                             1 },
    [BSHIP_FACT_STRENGTH] = { "strength", "of a side: the strength of a placement style",
                              "expected a number from 0 to 64, in at most 32 bytes", is_strength,
                              1 },
    [BSI_FACT_PLACING_SEED] = { "placing-seed", "of a side: the seed of a placement style",
                                A_NUMBER, is_number, 1 },
    [BSI_FACT_HABITS] = { "habits", "of a side: whether an AI knew habits of its opponent",
                          "expected known", is_known, 1 },
};

static_assert(BSHIP_PLACING_STRENGTH_MAX == 64 && BSI_FACT_BYTES == 33, "the text above");

const bsi_names bsi_fact_names = BSI_NAMES_EXPERIMENTAL(facts, BSI_FACTS - BSI_FACT_PLACING_SEED);

static int32_t row_of(int32_t fact)
{
    return (int32_t)bsi_names_row(&bsi_fact_names, fact);
}

const char *bsi_fact_keyword(int32_t fact)
{
    return facts[fact].keyword;
}

int32_t bsi_fact_find(const char *keyword)
{
    int32_t fact = bsi_name_find(&bsi_fact_names, keyword);
    return fact < 0 ? -1 : row_of(fact);
}

bool bsi_fact_is_of_side(int32_t fact)
{
    return facts[fact].is_of_side;
}

bool bsi_fact_is_name(int32_t fact)
{
    return facts[fact].is_legal == is_name;
}

const char *bsi_fact_fault(int32_t fact, const char *text)
{
    return facts[fact].is_legal(text) ? NULL : facts[fact].expected;
}

/* ---- reading and stating facts ---- */

/* Whether a row exists for a side; a fact of the game exists for NONE. */
static bool exists(int32_t row, int32_t side)
{
    if (row == BSI_FACTS)
        return false;
    return facts[row].is_of_side ? bsi_is_side(side) : side == BSHIP_SIDE_NONE;
}

/* There is no such fact, or it is of the game and a side is given, or the other way round. */
static bship_status fail_fact(int32_t fact, int32_t side, bship_error *error)
{
    int32_t row = row_of(fact);
    if (row == BSI_FACTS)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, fact, "there is no fact %d", (int)fact);
    if (facts[row].is_of_side)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, side,
                        "the fact %s is of a side: 1, side a, or 2, side b, not %d",
                        facts[row].keyword, (int)side);
    return bsi_fail(error, BSHIP_ERROR_ARGUMENT, side,
                    "the fact %s is of the game: its side is 0, not %d", facts[row].keyword,
                    (int)side);
}

const char *bship_record_get(const bship_record *record, int32_t fact, int32_t side)
{
    int32_t row = row_of(fact);
    if (!record || !exists(row, side))
        return NULL;
    const char *text = record->facts[row][side];
    return *text ? text : NULL;
}

bship_status bship_record_number(const bship_record *record, int32_t fact, int32_t side,
                                 uint64_t *out)
{
    int32_t row = row_of(fact);
    if (!record || !out || !exists(row, side) ||
        (facts[row].is_legal != is_number && facts[row].is_legal != is_work))
        return BSHIP_ERROR_ARGUMENT;
    if (!*record->facts[row][side])
        return BSHIP_ERROR_RANGE;
    *out = bsi_fact_number(record, row, side);
    return BSHIP_OK;
}

uint64_t bsi_fact_number(const bship_record *record, int32_t fact, int32_t side)
{
    uint64_t number = 0;
    const char *text = record->facts[fact][side];
    return bsi_number_read(&text, UINT64_MAX, &number) ? 0 : number;
}

double bsi_fact_strength(const bship_record *record, int32_t side)
{
    const char *text = record->facts[BSHIP_FACT_STRENGTH][side];
    return *text ? read_decimal(text) : 0;
}

int32_t bsi_fact_side(const bship_record *record, int32_t fact)
{
    int32_t side = bsi_name_find(&bsi_side_names, record->facts[fact][BSHIP_SIDE_NONE]);
    return bsi_is_side(side) ? side : BSHIP_SIDE_NONE;
}

int bship_record_is_game(const bship_record *record)
{
    return bship_record_get(record, BSHIP_FACT_BEGAN, BSHIP_SIDE_NONE) != NULL;
}

/* NULL if a fact may be stated or, if `text` is NULL, removed now; else a message. */
static const char *state_fault(const bship_record *record, int32_t fact, const char *text)
{
    bool is_began = fact == BSHIP_FACT_BEGAN, is_pending = record->pending.count > 0;
    if (fact == BSHIP_FACT_RESULT && text && is_pending)
        return "shots await their reports";
    if (fact == BSHIP_FACT_RESULT && text)
        return bsi_result_fault(bsi_result_find(text), record->outcome,
                                bship_record_is_game(record));
    if (is_began && (record->shots.count > 0 || is_pending))
        return "the side that began must be stated before the shots";
    /* Without shots every result is of the kind that only a game can have. */
    if (is_began && !text && bship_record_get(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE))
        return "only a game, with began, has the result that is stated";
    if ((is_began || fact == BSHIP_FACT_BEGINS) && text &&
        !bsi_may_begin(record->rules, bsi_name_find(&bsi_side_names, text)))
        return "by the rules the other side begins";
    if (is_began && text &&
        (bsi_layout_is_partial(record, BSHIP_SIDE_A) ||
         bsi_layout_is_partial(record, BSHIP_SIDE_B)))
        return "a ship is not placed yet";
    return NULL;
}

bship_status bship_record_set(bship_record *record, int32_t fact, int32_t side, const char *text,
                              bship_error *error)
{
    if (!record)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    int32_t row = row_of(fact);
    if (!exists(row, side))
        return fail_fact(fact, side, error);
    const char *fault = text ? bsi_fact_fault(row, text) : NULL;
    if (fault)
        return bsi_fail(error, BSHIP_ERROR_SYNTAX, -1, "%s", fault);
    fault = state_fault(record, row, text);
    if (fault)
        return bsi_fail(error, BSHIP_ERROR_STATE, -1, "%s", fault);
    bsi_record_state(record, row, side, text);
    return BSHIP_OK;
}

void bsi_record_state(bship_record *record, int32_t fact, int32_t side, const char *text)
{
    char *stated = record->facts[fact][side];
    size_t bytes = text ? strlen(text) : 0;
    if (bytes > 0)
        memmove(stated, text, bytes);
    stated[bytes] = '\0';
    record->places[fact][side] = (bsi_place){ 0, 0 };
}

void bsi_record_state_number(bship_record *record, int32_t fact, int32_t side, uint64_t number)
{
    char text[BSI_FACT_BYTES];
    snprintf(text, sizeof text, "%" PRIu64, number);
    bsi_record_state(record, fact, side, text);
}

void bsi_record_state_strength(bship_record *record, int32_t side, double strength)
{
    char text[DECIMAL_BYTES];
    write_decimal(text, strength);
    bsi_record_state(record, BSHIP_FACT_STRENGTH, side, text);
}
