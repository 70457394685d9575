/* Preferences; see preferences.h. */
#include "battleship/game/preferences.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/placing.h>

#include "common/formatted.h"
#include "common/printed.h"
#include "common/text.h"
#include "common/tty.h"
#include "common/utf8.h"

#define HEADING "battleship-preferences 1"

/* The largest file that is read: rules with all cells blocked take 6 MB. */
#define TEXT_LIMIT ((size_t)16 << 20)

/* What is read from a file. */
struct reading {
    struct preferences *preferences;
    struct text rules;
    struct text others;
    uint32_t rules_line; /* the first line about the rules; 0: none */
    uint32_t fault_line; /* the first one with a fault; 0: none */
    const char *fault;
    bship_error error; /* of the rules */
};

static void note_fault(struct reading *reading, uint32_t line, const char *fault)
{
    if (reading->fault_line != 0)
        return;
    reading->fault_line = line;
    reading->fault = fault;
}

/* ---- the lines ---- */

typedef const char *line_reader(struct reading *reading, const char *value);

/* Finds a name; an item of an enumeration from `least` on. */
static bool find(int32_t enumeration, const char *value, int32_t least, int32_t *out)
{
    *out = bship_enum_find(enumeration, value);
    return *out >= least;
}

static const char *read_level(struct reading *reading, const char *value)
{
    int32_t level;
    if (!find(BSHIP_ENUM_LEVEL, value, BSHIP_LEVEL_EASY, &level))
        return "there is no such level";
    preferences_set_opponent(reading->preferences, level, NULL);
    return NULL;
}

static const char *read_strategy(struct reading *reading, const char *value)
{
    int32_t strategy;
    if (!find(BSHIP_ENUM_STRATEGY, value, 0, &strategy))
        return "there is no such strategy";
    preferences_set_opponent(reading->preferences, BSHIP_LEVEL_NONE,
                             bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
    return NULL;
}

static const char *read_rules(struct reading *reading, const char *value)
{
    bool is_kept =
        text_append_string(&reading->rules, value) && text_append_string(&reading->rules, "\n");
    return is_kept ? NULL : bship_status_message(BSHIP_ERROR_MEMORY);
}

static const char *read_style(struct reading *reading, const char *value)
{
    int32_t style;
    if (!find(BSHIP_ENUM_PLACEMENT_STYLE, value, 0, &style))
        return "there is no such placement style";
    reading->preferences->style = bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style);
    return NULL;
}

static const char *read_colour(struct reading *reading, const char *value)
{
    const char *name;
    for (int32_t choice = 0; (name = colour_choice_name(choice)); choice++) {
        if (strcmp(name, value) == 0) {
            reading->preferences->colour = choice;
            return NULL;
        }
    }
    return "expected auto, always or never";
}

static const char *read_name(struct reading *reading, const char *value)
{
    const char *fault = player_name_fault(value);
    if (!fault)
        snprintf(reading->preferences->name, sizeof reading->preferences->name, "%s", value);
    return fault;
}

static const char *read_address(struct reading *reading, const char *value)
{
    if (strlen(value) >= sizeof reading->preferences->address || !utf8_is_printable(value))
        return "expected an address, such as one.example.org:4796";
    snprintf(reading->preferences->address, sizeof reading->preferences->address, "%s", value);
    return NULL;
}

static const struct {
    const char *word;
    line_reader *read;
} words[] = {
    { "level", read_level },     { "strategy", read_strategy }, { "rules", read_rules },
    { "style", read_style },     { "color", read_colour },      { "name", read_name },
    { "address", read_address },
};

enum {
    WORDS = sizeof words / sizeof words[0]
};

/* Reads a line, which ends in a NUL. */
static void read_line(struct reading *reading, const char *line, uint32_t number)
{
    size_t length = strcspn(line, " ");
    const char *value = line[length] ? line + length + 1 : line + length;
    const char *fault = NULL;
    size_t i = 0;
    while (i < WORDS &&
           (strlen(words[i].word) != length || strncmp(words[i].word, line, length) != 0))
        i++;
    if (i < WORDS) {
        fault = words[i].read(reading, value);
        if (words[i].read == read_rules && reading->rules_line == 0)
            reading->rules_line = number;
    } else if (!text_append_string(&reading->others, line) ||
               !text_append_string(&reading->others, "\n")) {
        fault = bship_status_message(BSHIP_ERROR_MEMORY);
    }
    if (fault)
        note_fault(reading, number, fault);
}

/* Makes the rules of their lines. */
static void make_rules(struct reading *reading)
{
    bship_rules *rules = NULL;
    if (reading->rules_line == 0)
        return;
    bship_status status = bship_rules_parse(&rules, reading->rules.bytes, reading->rules.length,
                                            NULL, &reading->error);
    if (!status)
        reading->preferences->rules = rules;
    else
        note_fault(reading, reading->rules_line,
                   reading->error.text[0] ? reading->error.text : bship_status_message(status));
}

/* Reads a text, whose ends of line become NULs. */
static void read_text(struct reading *reading, char *text)
{
    uint32_t number = 0;
    while (*text) {
        char *end = text + strcspn(text, "\n");
        bool is_last = !*end;
        *end = '\0';
        if (++number == 1 && strcmp(text, HEADING) != 0) {
            note_fault(reading, 1, "expected " HEADING);
            return;
        }
        if (number > 1 && text[0])
            read_line(reading, text, number);
        text = is_last ? end : end + 1;
    }
    make_rules(reading);
}

/* Takes over a text that was read, and keeps a copy, so that it is only written if it changes. */
static bool take_text(struct preferences *preferences, char *text, char why[FILES_WHY_SIZE])
{
    struct reading reading = { .preferences = preferences, .error = BSHIP_ERROR_INIT };
    size_t size = strlen(text) + 1;
    preferences->text = malloc(size);
    if (preferences->text)
        memcpy(preferences->text, text, size);
    read_text(&reading, text);
    if (reading.fault_line != 0)
        files_say_fault(preferences->path, reading.fault_line, 1, reading.fault, why);
    if (reading.fault_line == 1) { /* another file of that name */
        free(preferences->path);
        preferences->path = NULL;
    }
    preferences->others = reading.others.bytes;
    text_clear(&reading.rules);
    return reading.fault_line == 0;
}

/* ---- the file ---- */

bool preferences_open(struct preferences *preferences, char why[FILES_WHY_SIZE])
{
    char *text = NULL;
    size_t length = 0;
    *preferences = (struct preferences)PREFERENCES_INIT;
    preferences->path = files_state_path("battleship", "preferences", why);
    if (!preferences->path) /* as is said where games cannot be saved */
        return true;
    if (access(preferences->path, F_OK) != 0 && errno == ENOENT)
        return true;
    bool is_read = files_read(preferences->path, TEXT_LIMIT, &text, &length, why);
    if (!is_read) {
        free(preferences->path);
        preferences->path = NULL;
    }
    is_read = is_read && take_text(preferences, text, why);
    free(text);
    return is_read;
}

void preferences_set_opponent(struct preferences *preferences, int32_t level, const char *strategy)
{
    preferences->level = strategy ? BSHIP_LEVEL_NONE : level;
    preferences->strategy = strategy;
}

void preferences_set_rules(struct preferences *preferences, const bship_rules *rules)
{
    bship_rules *before = preferences->rules;
    preferences->rules = bship_rules_ref(rules);
    bship_rules_unref(before);
}

/* Writes a line, unless there is no value. */
static void write_line(FILE *out, const char *word, const char *value)
{
    if (value && value[0])
        fprintf(out, "%s %s\n", word, value);
}

/* Writes each line of rules behind its word; false if out of memory. */
static bool write_rules(FILE *out, const bship_rules *rules)
{
    char *text = formatted_rules(rules);
    if (!text)
        return false;
    for (char *line = text; *line;) {
        size_t length = strcspn(line, "\n");
        fprintf(out, "rules %.*s\n", (int)length, line);
        line += length + (line[length] != '\0');
    }
    free(text);
    return true;
}

/* The text of the file, to be freed; NULL if out of memory. */
static char *format(const struct preferences *preferences)
{
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    FILE *out = printed.out;
    fputs(HEADING "\n", out);
    if (preferences->level != BSHIP_LEVEL_NONE)
        write_line(out, "level", bship_enum_name(BSHIP_ENUM_LEVEL, preferences->level));
    write_line(out, "strategy", preferences->strategy);
    bool is_written = !preferences->rules || write_rules(out, preferences->rules);
    write_line(out, "style", preferences->style);
    if (preferences->colour >= 0)
        write_line(out, "color", colour_choice_name(preferences->colour));
    write_line(out, "name", preferences->name);
    write_line(out, "address", preferences->address);
    fputs(preferences->others ? preferences->others : "", out);
    return printed_close(&printed, is_written);
}

bool preferences_keep(struct preferences *preferences, char why[FILES_WHY_SIZE])
{
    if (!preferences->path)
        return true;
    char *text = format(preferences);
    bool is_new = text && (!preferences->text || strcmp(text, preferences->text) != 0);
    bool is_empty = is_new && !preferences->text && strcmp(text, HEADING "\n") == 0;
    bool is_kept = text != NULL;
    if (!text)
        files_fail_memory(why);
    else if (is_new && !is_empty)
        is_kept = files_write(preferences->path, text, strlen(text), FILE_PRIVATE, why);
    if (is_kept && is_new) {
        free(preferences->text);
        preferences->text = text;
    } else {
        free(text);
    }
    bool is_news = !is_kept && !preferences->is_failing;
    preferences->is_failing = !is_kept;
    return !is_news;
}

void preferences_close(struct preferences *preferences)
{
    bship_rules_unref(preferences->rules);
    free(preferences->path);
    free(preferences->text);
    free(preferences->others);
    *preferences = (struct preferences)PREFERENCES_INIT;
}
