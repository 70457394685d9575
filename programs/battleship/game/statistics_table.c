/* The statistics as a table in plain text; see statistics.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/statistics.h"

/* The characters of UTF-8 text. */
static int characters(const char *text)
{
    int count = 0;
    for (; *text != '\0'; text++)
        count += ((unsigned char)*text & 0xc0) != 0x80;
    return count;
}

/* Writes a mean and its standard error, such as `48.2 +- 1.3`. */
static void format_mean(const struct series *series, double factor, bool has_sign, char *text,
                        size_t size)
{
    double mean = factor * series->mean;
    double error = factor * series_error(series);
    if (series->count == 0) {
        snprintf(text, size, "-");
        return;
    }
    int length = snprintf(text, size, "%s%.1f", has_sign && mean >= 0 ? "+" : "", mean);
    if (!isnan(error))
        snprintf(text + length, size - (size_t)length, " +- %.1f", error);
}

static void add_group(FILE *out, const struct statistics_group *group)
{
    char shots[32];
    char accuracy[32];
    char luck[32];
    format_mean(&group->winning_shots, 1, false, shots, sizeof(shots));
    format_mean(&group->accuracy, 100, false, accuracy, sizeof(accuracy));
    format_mean(&group->luck, 1, true, luck, sizeof(luck));
    int padding = 13 - characters(group->opponent);
    fprintf(out, "  %s%*s%5" PRId64 " %4" PRId64 " %4" PRId64 " %5" PRId64, group->opponent,
            padding > 1 ? padding : 1, "", group->games, group->outcomes[GAME_WON],
            group->outcomes[GAME_LOST], group->outcomes[GAME_DRAWN]);
    fprintf(out, " %12s %12s %11s %4" PRId64 "\n", shots, accuracy, luck, group->help);
}

static void add_groups(FILE *out, const struct statistics *statistics)
{
    const char *rules = "";
    for (size_t i = 0; i < statistics->count; i++) {
        const struct statistics_group *group = &statistics->groups[i];
        if (i == 0 || strcmp(rules, group->rules) != 0)
            fprintf(out, "\n%s\n", group->rules);
        rules = group->rules;
        add_group(out, group);
    }
}

/* Says what of the file was left out. */
static void add_remarks(FILE *out, const struct statistics *statistics)
{
    if (statistics->foreign > 0)
        fprintf(out, "\n%" PRId64 " line%s of the file left out: not written by this program.\n",
                statistics->foreign, statistics->foreign == 1 ? "" : "s");
    if (statistics->is_torn)
        fprintf(out, "\nThe last line of the file is incomplete and left out.\n");
}

char *statistics_table(const struct statistics *statistics)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    if (out == NULL)
        return NULL;
    if (statistics->games == 0)
        fputs("No game has been played to its end yet.\n", out);
    else
        fprintf(out, "%-14s%6s %4s %4s %5s %12s %12s %11s %4s\n", "opponent", "games", "won",
                "lost", "drawn", "shots to win", "% hits", "lucky hits", "help");
    add_groups(out, statistics);
    if (statistics->games > 0)
        fputs("\n+-: standard error of the mean. Lucky hits: those beyond what the chances "
              "promised.\n"
              "Help: hints, heat maps and undone turns; games with help stand apart.\n",
              out);
    add_remarks(out, statistics);
    if (fclose(out) == 0)
        return text;
    free(text);
    return NULL;
}
