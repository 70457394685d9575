/* The rows of the statistics as CSV; see statistics_rows.h. */
#include "battleship/game/statistics_rows.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/game.h>

#include "common/number.h"
#include "common/utf8.h"

static const char *const outcome_names[] = {
    [GAME_WON] = "won",
    [GAME_LOST] = "lost",
    [GAME_DRAWN] = "drawn",
};

/* The columns, in their order. */
enum column {
    COLUMN_DATE,
    COLUMN_PLAYER,
    COLUMN_OPPONENT,
    COLUMN_KIND,
    COLUMN_RULES,
    COLUMN_OUTCOME,
    COLUMN_REASON,
    COLUMN_ROUNDS,
    COLUMN_SHOTS,
    COLUMN_HITS,
    COLUMN_HINTS,
    COLUMN_HEAT_MAPS,
    COLUMN_UNDOS,
    COLUMN_LUCK,
    COLUMN_SEED, /* the last one of former versions */
    COLUMN_GIVEN_AWAY,
    COLUMN_COUNT
};

#define FORMER_HEADING                                                                             \
    "date,player,opponent,kind,rules,outcome,reason,rounds,shots,hits,hints,heat_maps,undos,luck," \
    "seed"

const char *rows_heading(void)
{
    return FORMER_HEADING ",given_away\n";
}

/* ---- writing ---- */

enum {
    VALUE_SIZE = 32 /* of a number of hits or shots as text */
};

/* Adds a field to a row that has room for it, in quotes if need be; control characters are left
 * out. */
static void add_text(char *row, const char *text)
{
    bool is_quoted = strpbrk(text, ",\"") != NULL;
    char *end = row + strlen(row);
    if (is_quoted)
        *end++ = '"';
    for (; *text; text++) {
        if (*text == '"')
            *end++ = '"';
        if ((unsigned char)*text >= ' ' && *text != 0x7f)
            *end++ = *text;
    }
    if (is_quoted)
        *end++ = '"';
    *end++ = ',';
    *end = '\0';
}

/* A value that may be unknown. */
static void format_value(double value, char text[VALUE_SIZE])
{
    text[0] = '\0';
    if (!isnan(value))
        snprintf(text, VALUE_SIZE, "%.3f", value);
}

void rows_format(const struct game_result *result, char text[ROW_TEXT_SIZE])
{
    char luck[VALUE_SIZE];
    char given_away[VALUE_SIZE];
    text[0] = '\0';
    add_text(text, result->date);
    add_text(text, result->player);
    add_text(text, result->opponent);
    add_text(text, result->kind);
    add_text(text, result->rules);
    add_text(text, outcome_names[result->outcome]);
    add_text(text, bship_enum_name(BSHIP_ENUM_END_REASON, result->reason));
    format_value(result->luck, luck);
    format_value(result->given_away, given_away);
    size_t length = strlen(text);
    snprintf(text + length, ROW_TEXT_SIZE - length,
             "%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%" PRId64 ",%s,%" PRIu64
             ",%s\n",
             result->rounds, result->shots, result->hits, result->hints, result->heat_maps,
             result->undos, luck, result->seed, given_away);
}

/* ---- reading ---- */

/* Ends a field in quotes, and undoubles those within; returns what follows, or NULL. */
static char *end_quoted(char *field)
{
    char *to = field;
    for (char *from = field; *from; from++) {
        if (*from == '"' && *++from != '"') {
            *to = '\0';
            return from;
        }
        *to++ = *from;
    }
    return NULL;
}

/* Splits a line into its fields, in place; false unless there are as many as columns, or as there
 * were in former versions. */
static bool split(char *line, char *fields[COLUMN_COUNT])
{
    for (int i = 0; i < COLUMN_COUNT; i++) {
        bool is_quoted = *line == '"';
        fields[i] = line + is_quoted;
        char *end = is_quoted ? end_quoted(fields[i]) : line + strcspn(line, ",");
        if (!end || (*end && *end != ','))
            return false;
        if (!*end) {
            fields[COLUMN_GIVEN_AWAY] = i == COLUMN_GIVEN_AWAY ? fields[i] : end;
            return i >= COLUMN_SEED;
        }
        *end = '\0';
        line = end + 1;
    }
    return false;
}

/* Numbers of up to 12 digits, so that sums cannot overflow. */
static bool read_number(const char *field, int64_t *out)
{
    uint64_t number = 0;
    bool is_number = number_parse(field, 0, UINT64_C(999999999999), &number);
    *out = (int64_t)number;
    return is_number;
}

static bool read_value(const char *field, double *out)
{
    char *end;
    *out = field[0] ? strtod(field, &end) : (double)NAN;
    return !field[0] || (!*end && isfinite(*out));
}

static bool read_outcome(const char *field, int32_t *out)
{
    for (*out = 0; *out < GAME_OUTCOMES; ++*out) {
        if (strcmp(field, outcome_names[*out]) == 0)
            return true;
    }
    return false;
}

static bool read_text(const char *field, char *out, size_t size)
{
    return (size_t)snprintf(out, size, "%s", field) < size;
}

static bool read_texts(char *const fields[COLUMN_COUNT], struct game_result *out)
{
    return read_text(fields[COLUMN_DATE], out->date, sizeof out->date) &&
           read_text(fields[COLUMN_PLAYER], out->player, sizeof out->player) &&
           read_text(fields[COLUMN_OPPONENT], out->opponent, sizeof out->opponent) &&
           read_text(fields[COLUMN_KIND], out->kind, sizeof out->kind) &&
           read_text(fields[COLUMN_RULES], out->rules, sizeof out->rules) &&
           read_outcome(fields[COLUMN_OUTCOME], &out->outcome);
}

static bool read_numbers(char *const fields[COLUMN_COUNT], struct game_result *out)
{
    out->reason = bship_enum_find(BSHIP_ENUM_END_REASON, fields[COLUMN_REASON]);
    return out->reason > BSHIP_END_REASON_NONE &&
           read_number(fields[COLUMN_ROUNDS], &out->rounds) &&
           read_number(fields[COLUMN_SHOTS], &out->shots) &&
           read_number(fields[COLUMN_HITS], &out->hits) &&
           read_number(fields[COLUMN_HINTS], &out->hints) &&
           read_number(fields[COLUMN_HEAT_MAPS], &out->heat_maps) &&
           read_number(fields[COLUMN_UNDOS], &out->undos) &&
           read_value(fields[COLUMN_LUCK], &out->luck) &&
           number_parse(fields[COLUMN_SEED], 0, UINT64_MAX, &out->seed) &&
           read_value(fields[COLUMN_GIVEN_AWAY], &out->given_away);
}

/* What a terminal could take for commands is no row of ours. */
bool rows_parse(char *line, struct game_result *out)
{
    char *fields[COLUMN_COUNT];
    return utf8_is_printable(line) && split(line, fields) && read_texts(fields, out) &&
           read_numbers(fields, out);
}

/* Makes room for one more row. */
static bool grow(struct rows *rows, size_t *capacity)
{
    if (rows->count < *capacity)
        return true;
    *capacity = *capacity == 0 ? 64 : 2 * *capacity;
    struct game_result *results = realloc(rows->results, *capacity * sizeof *results);
    if (!results)
        return false;
    rows->results = results;
    return true;
}

/* Takes a line without its end, and a carriage return before that. */
static void take_line(struct rows *rows, char *line)
{
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\r')
        line[--length] = '\0';
    bool is_former = strcmp(line, FORMER_HEADING) == 0;
    bool is_heading = strncmp(line, rows_heading(), length) == 0 && rows_heading()[length] == '\n';
    if (length == 0 || is_former || is_heading)
        return;
    if (rows_parse(line, &rows->results[rows->count]))
        rows->count++;
    else
        rows->foreign++;
}

bool rows_read(struct rows *rows, char *text)
{
    size_t capacity = 0;
    char *line = text;
    *rows = (struct rows){ 0 };
    for (char *end; (end = strchr(line, '\n')); line = end + 1) {
        if (!grow(rows, &capacity)) {
            rows_clear(rows);
            return false;
        }
        *end = '\0';
        take_line(rows, line);
    }
    rows->is_torn = *line != '\0';
    return true;
}

void rows_clear(struct rows *rows)
{
    free(rows->results);
    *rows = (struct rows){ 0 };
}
