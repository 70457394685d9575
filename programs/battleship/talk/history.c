/* The games of each person as a small chart; see history.h. */
#include "battleship/talk/history.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/game.h>

#include "battleship/game/series.h"
#include "common/format.h"
#include "common/line_break.h"
#include "common/printed.h"

enum {
    LABEL_COLUMNS = 14, /* before the bars */
    LAST_GAMES = 5,     /* whose mean is compared with that of all */
    LEAST_GAMES = 2,
    TEXT_SIZE = 320,
    BARS = 8
};

/* The games of one person by the same rules, the oldest first. */
struct games {
    const struct game_result **results;
    size_t count;
};

/* Takes out the games of the person and the rules of one game, which is not taken yet. */
static void take_games(struct games *games, const struct rows *rows, const struct game_result *of,
                       bool *is_taken)
{
    games->count = 0;
    for (size_t i = 0; i < rows->count; i++) {
        const struct game_result *result = &rows->results[i];
        if (is_taken[i] || strcmp(result->player, of->player) != 0 ||
            strcmp(result->rules, of->rules) != 0)
            continue;
        is_taken[i] = true;
        games->results[games->count++] = result;
    }
}

/* The last games of them. */
static struct games last_games(const struct games *games, size_t count)
{
    size_t shown = count < games->count ? count : games->count;
    return (struct games){ games->results + games->count - shown, shown };
}

/* ---- the chart ---- */

/* Prints a bar for a number of shots, of which `most` is the highest one; the lowest bar is also
 * that of a game in which shots were saved. */
static void print_bar(FILE *out, double given_away, double most, bool has_utf8)
{
    static const char *const bars[BARS] = { "▁", "▂", "▃", "▄", "▅", "▆", "▇", "█" };
    bool is_above = given_away > 0 && most > 0;
    int level = is_above ? (int)(given_away / most * (BARS - 1) + 0.5) : 0;
    if (isnan(given_away))
        fputc('?', out);
    else if (has_utf8)
        fputs(bars[level], out);
    else
        fprintf(out, "%d", level + 1);
}

static void print_bars(FILE *out, const struct games *games, bool has_utf8)
{
    static const char signs[GAME_OUTCOMES] = {
        [GAME_WON] = '+', [GAME_LOST] = '-', [GAME_DRAWN] = '='
    };
    double most = 0;
    for (size_t i = 0; i < games->count; i++)
        most = fmax(most, games->results[i]->given_away); /* NAN is left out */
    fprintf(out, "%-*s", LABEL_COLUMNS, "  given away");
    for (size_t i = 0; i < games->count; i++)
        print_bar(out, games->results[i]->given_away, most, has_utf8);
    fprintf(out, "\n%-*s", LABEL_COLUMNS, "  won");
    for (size_t i = 0; i < games->count; i++)
        fputc(signs[games->results[i]->outcome], out);
    fputc('\n', out);
}

static struct series mean_given_away(const struct games *games)
{
    struct series series = { 0 };
    for (size_t i = 0; i < games->count; i++)
        if (!isnan(games->results[i]->given_away))
            series_add(&series, games->results[i]->given_away);
    return series;
}

/* The games won in a row, up to the newest one. */
static size_t count_streak(const struct games *games)
{
    size_t streak = 0;
    while (streak < games->count && games->results[games->count - 1 - streak]->outcome == GAME_WON)
        streak++;
    return streak;
}

/* The fewest shots that have sunk a fleet; 0: none has. */
static int64_t find_best(const struct games *games)
{
    int64_t best = 0;
    for (size_t i = 0; i < games->count; i++) {
        const struct game_result *result = games->results[i];
        bool has_sunk = result->outcome == GAME_WON && result->reason == BSHIP_END_REASON_SUNK;
        if (has_sunk && (best == 0 || result->shots < best))
            best = result->shots;
    }
    return best;
}

static void write_sentence(const struct games *games, char text[TEXT_SIZE])
{
    struct games last = last_games(games, LAST_GAMES);
    struct series all = mean_given_away(games);
    struct series latest = mean_given_away(&last);
    size_t streak = count_streak(games);
    int64_t best = find_best(games);
    text[0] = '\0';
    if (all.count > 0)
        snprintf(text, TEXT_SIZE, "%.1f shots given away a game, luck taken out", all.mean);
    if (games->count > LAST_GAMES && latest.count > 0)
        format_append(text, TEXT_SIZE, "; %.1f in the last five", latest.mean);
    if (text[0])
        format_append(text, TEXT_SIZE, ".");
    if (streak > 1)
        format_sentence(text, TEXT_SIZE, "%zu won in a row.", streak);
    if (best > 0)
        format_sentence(text, TEXT_SIZE, "Best: won in %" PRId64 " shots.", best);
}

static void print_games(FILE *out, const struct games *games, int columns, bool has_utf8)
{
    char text[TEXT_SIZE];
    struct games shown =
        last_games(games, columns > LABEL_COLUMNS ? (size_t)(columns - LABEL_COLUMNS) : 0);
    fprintf(out, "\n%s, %s: %zu games, the newest on the right\n", games->results[0]->player,
            games->results[0]->rules, games->count);
    if (shown.count > 0)
        print_bars(out, &shown, has_utf8);
    write_sentence(games, text);
    if (text[0])
        line_break_print(out, text, columns, 2, 2);
}

char *history_draw(const struct rows *rows, int columns, bool has_utf8)
{
    struct printed printed;
    struct games games = { calloc(rows->count + 1, sizeof *games.results), 0 };
    bool *is_taken = calloc(rows->count + 1, sizeof *is_taken);
    if (!games.results || !is_taken || !printed_open(&printed)) {
        free(games.results);
        free(is_taken);
        return NULL;
    }
    for (size_t i = rows->count; i-- > 0;) {
        if (is_taken[i])
            continue;
        take_games(&games, rows, &rows->results[i], is_taken);
        if (games.count >= LEAST_GAMES)
            print_games(printed.out, &games, columns, has_utf8);
    }
    free(games.results);
    free(is_taken);
    return printed_close(&printed, true);
}
