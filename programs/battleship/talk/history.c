/* The kept games of each person as a small chart; see history.h. */
#include "battleship/talk/history.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/hindsight.h"
#include "battleship/game/rules_summary.h"
#include "battleship/game/saves.h"
#include "battleship/game/series.h"
#include "battleship/talk/result.h"
#include "common/format.h"
#include "common/line_break.h"
#include "common/printed.h"
#include "common/sides.h"

enum {
    LABEL_COLUMNS = 14, /* before the bars */
    LAST_GAMES = 5,     /* whose mean is compared with that of all */
    LEAST_GAMES = 2,
    RULES_SIZE = 160,
    TEXT_SIZE = 320,
    BARS = 8
};

/* A game as one of its people has played it. */
struct played {
    char name[PLAYER_NAME_SIZE];
    char rules[RULES_SIZE];
    int32_t outcome; /* a bship_outcome, as if the person were side a */
    int64_t shots;
    bool has_sunk; /* the other fleet */
    double cost;   /* shots given away; NAN: not known */
    bool is_drawn; /* in a chart */
};

/* Those of all kept games, the oldest first. */
struct plays {
    struct played games[SIDES * KEPT_MAX];
    int count;
};

/* ---- what was played ---- */

static double read_cost(const bship_record *record, int32_t side)
{
    struct hindsight hindsight;
    bship_chart *chart = NULL;
    double cost = (double)NAN;
    if (!bship_chart_new(&chart, bship_record_rules(record), NULL, NULL) &&
        !bship_record_to_chart(record, side, chart, NULL) &&
        hindsight_read(&hindsight, record, side, chart)) {
        cost = hindsight.info.cost;
        hindsight_clear(&hindsight);
    }
    bship_chart_free(chart);
    return cost;
}

static void add(struct plays *plays, const bship_record *record, int32_t side)
{
    struct played *played = &plays->games[plays->count];
    const char *name = bship_record_get(record, BSHIP_FACT_PLAYER, side);
    struct result result;
    if (saves_player_kind(record, side) != PLAYER_HUMAN ||
        !result_of_record(&result, record, false) || result.outcome == BSHIP_OUTCOME_NONE)
        return;
    *played = (struct played){ .shots = result.shots[side], .cost = read_cost(record, side) };
    snprintf(played->name, sizeof played->name, "%s", name ? name : PLAYER_NAMELESS);
    rules_summary(bship_record_rules(record), played->rules, sizeof played->rules);
    played->outcome = result.outcome == BSHIP_OUTCOME_DRAW ? BSHIP_OUTCOME_DRAW
                      : result.outcome == side             ? BSHIP_OUTCOME_A
                                                           : BSHIP_OUTCOME_B;
    played->has_sunk = result.reason == BSHIP_END_REASON_SUNK && played->outcome == BSHIP_OUTCOME_A;
    plays->count++;
}

static void read_plays(struct plays *plays, const struct kept_games *kept)
{
    plays->count = 0;
    for (int i = kept->count - 1; i >= 0; i--)
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
            add(plays, kept->games[i].record, side);
}

/* Takes out the games of the person and the rules of one game; returns how many. */
static int take_group(struct plays *plays, const struct played *of,
                      const struct played *group[SIDES * KEPT_MAX])
{
    int count = 0;
    for (int i = 0; i < plays->count; i++) {
        struct played *played = &plays->games[i];
        if (strcmp(played->name, of->name) != 0 || strcmp(played->rules, of->rules) != 0)
            continue;
        played->is_drawn = true;
        group[count++] = played;
    }
    return count;
}

/* ---- the chart ---- */

/* Prints a bar for a number of shots, of which `most` is the highest one; the lowest bar is also that
 * of a game in which shots were saved. */
static void print_bar(FILE *out, double cost, double most, bool has_utf8)
{
    static const char *const bars[BARS] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    bool is_above = cost > 0 && most > 0;
    int level = is_above ? (int)(cost / most * (BARS - 1) + 0.5) : 0;
    if (isnan(cost))
        fputc('?', out);
    else if (has_utf8)
        fputs(bars[level], out);
    else
        fprintf(out, "%d", level + 1);
}

static void print_bars(FILE *out, const struct played *const *games, int count, bool has_utf8)
{
    double most = 0;
    for (int i = 0; i < count; i++)
        most = isnan(games[i]->cost) ? most : fmax(most, games[i]->cost);
    fprintf(out, "%-*s", LABEL_COLUMNS, "  given away");
    for (int i = 0; i < count; i++)
        print_bar(out, games[i]->cost, most, has_utf8);
    fprintf(out, "\n%-*s", LABEL_COLUMNS, "  won");
    for (int i = 0; i < count; i++)
        fputc(games[i]->outcome == BSHIP_OUTCOME_A   ? '+'
              : games[i]->outcome == BSHIP_OUTCOME_B ? '-'
                                                     : '=',
              out);
    fputc('\n', out);
}

static struct series mean_cost(const struct played *const *games, int count)
{
    struct series series = { 0 };
    for (int i = 0; i < count; i++)
        if (!isnan(games[i]->cost))
            series_add(&series, games[i]->cost);
    return series;
}

/* The games won in a row, up to the newest one. */
static int count_streak(const struct played *const *games, int count)
{
    int streak = 0;
    while (streak < count && games[count - 1 - streak]->outcome == BSHIP_OUTCOME_A)
        streak++;
    return streak;
}

/* The fewest shots that have sunk a fleet; 0: none has. */
static int64_t find_best(const struct played *const *games, int count)
{
    int64_t best = 0;
    for (int i = 0; i < count; i++)
        if (games[i]->has_sunk && (best == 0 || games[i]->shots < best))
            best = games[i]->shots;
    return best;
}

static void write_sentence(const struct played *const *games, int count, char text[TEXT_SIZE])
{
    int last = count < LAST_GAMES ? count : LAST_GAMES;
    struct series all = mean_cost(games, count);
    struct series latest = mean_cost(games + count - last, last);
    int streak = count_streak(games, count);
    int64_t best = find_best(games, count);
    text[0] = '\0';
    if (all.count > 0)
        snprintf(text, TEXT_SIZE, "%.1f shots given away a game, luck taken out", all.mean);
    if (count > LAST_GAMES && latest.count > 0)
        format_append(text, TEXT_SIZE, "; %.1f in the last five", latest.mean);
    if (text[0])
        format_append(text, TEXT_SIZE, ".");
    if (streak > 1)
        format_sentence(text, TEXT_SIZE, "%d won in a row.", streak);
    if (best > 0)
        format_sentence(text, TEXT_SIZE, "Best: won in %" PRId64 " shots.", best);
}

/* Prints a text in lines that are indented. */
static void print_text(FILE *out, const char *text, int columns)
{
    while (text) {
        const char *line = text;
        int length = (int)line_break(&text, columns - 2, NULL);
        fprintf(out, "  %.*s\n", length, line);
    }
}

static void print_group(FILE *out, const struct played *const *games, int count, int columns,
                        bool has_utf8)
{
    char text[TEXT_SIZE];
    int room = columns - LABEL_COLUMNS;
    int shown = count < room ? count : room > 0 ? room : 0;
    fprintf(out, "\n%s, %s: %d games, the newest on the right\n", games[0]->name, games[0]->rules,
            count);
    if (shown > 0)
        print_bars(out, games + count - shown, shown, has_utf8);
    write_sentence(games, count, text);
    if (text[0])
        print_text(out, text, columns);
}

char *history_draw(const struct kept_games *kept, int columns, bool has_utf8)
{
    struct printed printed;
    struct plays *plays = malloc(sizeof *plays);
    if (!plays || !printed_open(&printed)) {
        free(plays);
        return NULL;
    }
    read_plays(plays, kept);
    for (int i = plays->count - 1; i >= 0; i--) {
        const struct played *group[SIDES * KEPT_MAX];
        int count = plays->games[i].is_drawn ? 0 : take_group(plays, &plays->games[i], group);
        if (count >= LEAST_GAMES)
            print_group(printed.out, group, count, columns, has_utf8);
    }
    free(plays);
    return printed_close(&printed, true);
}

char *history_read(int columns, bool has_utf8)
{
    char why[FILES_WHY_SIZE];
    struct kept_games kept;
    (void)kept_read(&kept, why);
    char *text = history_draw(&kept, columns, has_utf8);
    kept_clear(&kept);
    return text;
}
