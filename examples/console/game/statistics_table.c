/* The statistics as a table in plain text; see statistics.h. */
#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "console/game/statistics.h"

/* The size of a line: a table row, or the rules of some groups. */
#define LINE_SIZE 256

/* A text that grows; once memory has run out it is NULL and stays so. */
struct text {
    char *data;
    size_t length;
    size_t capacity;
};

static void add(struct text *text, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

static void add(struct text *text, const char *format, ...)
{
    va_list values;
    if (text->data == NULL)
        return;
    if (text->capacity - text->length < LINE_SIZE) {
        char *data = realloc(text->data, 2 * text->capacity);
        if (data == NULL)
            free(text->data);
        text->data = data;
        text->capacity *= 2;
    }
    if (text->data == NULL)
        return;
    va_start(values, format);
    vsnprintf(text->data + text->length, LINE_SIZE, format, values);
    va_end(values);
    text->length += strlen(text->data + text->length);
}

/* The characters of UTF-8 text. */
static int characters(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Writes a mean and its standard error, such as `48.2 +- 1.3`. */
static void format_mean(const struct sample *sample, double factor, bool has_sign, char *text,
                        size_t size)
{
    double mean = factor * sample->mean;
    double error = factor * sample_error(sample);
    if (sample->count == 0) {
        snprintf(text, size, "-");
        return;
    }
    int length = snprintf(text, size, "%s%.1f", has_sign && mean >= 0 ? "+" : "", mean);
    if (!isnan(error))
        snprintf(text + length, size - (size_t)length, " +- %.1f", error);
}

static void add_group(struct text *text, const struct statistics_group *group)
{
    char shots[32];
    char accuracy[32];
    char luck[32];
    format_mean(&group->winning_shots, 1, false, shots, sizeof(shots));
    format_mean(&group->accuracy, 100, false, accuracy, sizeof(accuracy));
    format_mean(&group->luck, 1, true, luck, sizeof(luck));
    int padding = 13 - characters(group->opponent);
    add(text, "  %s%*s%5" PRId64 " %4" PRId64 " %4" PRId64 " %5" PRId64, group->opponent,
        padding > 1 ? padding : 1, "", group->games, group->outcomes[GAME_WON],
        group->outcomes[GAME_LOST], group->outcomes[GAME_DRAWN]);
    add(text, " %12s %12s %11s %4" PRId64 "\n", shots, accuracy, luck, group->help);
}

static void add_groups(struct text *text, const struct statistics *statistics)
{
    const char *rules = "";
    for (size_t i = 0; i < statistics->count; i++) {
        const struct statistics_group *group = &statistics->groups[i];
        if (i == 0 || strcmp(rules, group->rules) != 0)
            add(text, "\n%s\n", group->rules);
        rules = group->rules;
        add_group(text, group);
    }
}

/* Says what of the file was left out. */
static void add_remarks(struct text *text, const struct statistics *statistics)
{
    if (statistics->foreign > 0)
        add(text, "\n%" PRId64 " line%s of the file left out: not written by this program.\n",
            statistics->foreign, statistics->foreign == 1 ? "" : "s");
    if (statistics->is_torn)
        add(text, "\nThe last line of the file is incomplete and left out.\n");
}

char *statistics_table(const struct statistics *statistics)
{
    struct text text = { malloc(4 * LINE_SIZE), 0, 4 * LINE_SIZE };
    if (statistics->games == 0)
        add(&text, "No game has been played to its end yet.\n");
    else
        add(&text, "%-14s%6s %4s %4s %5s %12s %12s %11s %4s\n", "opponent", "games", "won", "lost",
            "drawn", "shots to win", "% hits", "luck", "help");
    add_groups(&text, statistics);
    if (statistics->games > 0)
        add(&text, "\n+-: standard error of the mean. Luck: hits beyond what the chances "
                   "promised.\nHelp: hints, heat maps and undone turns; games with help stand "
                   "apart.\n");
    add_remarks(&text, statistics);
    return text.data;
}
