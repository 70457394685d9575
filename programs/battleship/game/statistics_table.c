/* The statistics as a table in plain text; see statistics.h. */
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/statistics.h"
#include "common/format.h"
#include "common/line_break.h"
#include "common/printed.h"
#include "common/utf8.h"

/* How much is shown: below these columns, means without their errors. */
#define WIDE_COLUMNS 80

/* A table being written. */
struct table {
    FILE *out;
    int columns;
};

static bool is_wide(const struct table *table)
{
    return table->columns >= WIDE_COLUMNS;
}

/* Writes a mean and, where there is room, its standard error, such as `48.2 +- 1.3`. */
static void format_mean(const struct table *table, const struct series *series, double factor,
                        bool has_sign, char text[32])
{
    double mean = factor * series->mean;
    double error = factor * series_error(series);
    if (series->count == 0) {
        snprintf(text, 32, "-");
        return;
    }
    snprintf(text, 32, "%s%.1f", has_sign && mean >= 0 ? "+" : "", mean);
    if (!isnan(error) && is_wide(table))
        format_append(text, 32, " +- %.1f", error);
}

static void add_heading(const struct table *table)
{
    if (is_wide(table))
        fprintf(table->out, "%-14s%6s %4s %4s %5s %12s %12s %11s %4s\n", "opponent", "games", "won",
                "lost", "drawn", "shots to win", "% hits", "extra hits", "help");
    else
        fprintf(table->out, "%-13s%6s %4s %4s %5s %5s %6s %5s %4s\n", "opponent", "games", "won",
                "lost", "drawn", "shots", "% hits", "extra", "help");
}

static void add_group(const struct table *table, const struct statistics_group *group)
{
    char shots[32];
    char accuracy[32];
    char luck[32];
    format_mean(table, &group->winning_shots, 1, false, shots);
    format_mean(table, &group->accuracy, 100, false, accuracy);
    format_mean(table, &group->luck, 1, true, luck);
    bool wide = is_wide(table);
    int padding = (wide ? 13 : 12) - utf8_count(group->opponent) - group->is_helped;
    fprintf(table->out, "  %s%s%*s%5" PRId64 " %4" PRId64 " %4" PRId64 " %5" PRId64,
            group->opponent, group->is_helped ? "*" : "", padding > 1 ? padding : 1, "",
            group->games, group->outcomes[GAME_WON], group->outcomes[GAME_LOST],
            group->outcomes[GAME_DRAWN]);
    fprintf(table->out, " %*s %*s %*s %4" PRId64 "\n", wide ? 12 : 5, shots, wide ? 12 : 6,
            accuracy, wide ? 11 : 5, luck, group->help);
}

/* Adds a text, broken into lines. */
static void add_text(const struct table *table, const char *text)
{
    line_break_print(table->out, text, table->columns, 0, 0);
}

static void add_groups(const struct table *table, const struct statistics *statistics)
{
    const char *rules = "";
    for (size_t i = 0; i < statistics->count; i++) {
        const struct statistics_group *group = &statistics->groups[i];
        if (i == 0 || strcmp(rules, group->rules) != 0) {
            fputc('\n', table->out);
            add_text(table, group->rules);
        }
        rules = group->rules;
        add_group(table, group);
    }
}

/* Says what the columns are, and what of the file was left out. */
static void add_remarks(const struct table *table, const struct statistics *statistics)
{
    char text[128];
    if (statistics->rows.count > 0) {
        fputc('\n', table->out);
        add_text(table, is_wide(table) ? "+-: standard error of the mean."
                                       : "Shots: to win, by sinking the fleet. Means only: a wider "
                                         "window shows their errors.");
        add_text(table, "Extra hits: those above what the chances of the cells promised. That is "
                        "not the luck of a review, which counts shots: hits can come late, or tell "
                        "little.");
        add_text(table, "Help: hints, heat maps and undone turns; games with it have a *.");
    }
    if (statistics->rows.foreign > 0) {
        snprintf(text, sizeof text,
                 "\n%" PRId64 " line%s of the file left out: not written by this program.",
                 statistics->rows.foreign, statistics->rows.foreign == 1 ? "" : "s");
        add_text(table, text);
    }
    if (statistics->rows.is_torn)
        add_text(table, "\nThe last line of the file is incomplete and left out.");
}

char *statistics_table(const struct statistics *statistics, int columns)
{
    struct printed printed;
    if (!printed_open(&printed))
        return NULL;
    struct table table = { printed.out, columns };
    if (statistics->rows.count == 0)
        add_text(&table, "No game has been played to its end yet.");
    else
        add_heading(&table);
    add_groups(&table, statistics);
    add_remarks(&table, statistics);
    return printed_close(&printed, true);
}
