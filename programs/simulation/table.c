/* The results as text; the histograms are in study_histogram.c. */
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/agreement.h"
#include "simulation/cluster.h"
#include "simulation/columns.h"
#include "simulation/command.h"
#include "simulation/engines.h"
#include "simulation/page.h"
#include "simulation/stop.h"

enum {
    COLUMNS_MAX = 16, /* of a table of the text */
    MEAN_WIDTH = 16,  /* of a mean with its error */
    ROUNDS_WIDTH = 13 /* of a group of rounds, at least */
};

/* ---- rows of columns ---- */

/* A table of the text. */
struct view {
    struct rows rows;
    const struct plan *plan;
    const struct column *shown[COLUMNS_MAX]; /* its columns, without that of the labels */
};

/* Writes a number with so many decimals, or fewer if it takes more than `width` bytes. */
static const char *fit(char text[NUMBER_SIZE], int width, int decimals, double number)
{
    while (snprintf(text, NUMBER_SIZE, "%.*f", decimals, number) > width && decimals > 0)
        decimals--;
    return text;
}

/* Means over all layouts are exact, and have more decimals. */
static bool is_exact(const struct plan *plan, const struct column *column)
{
    return column->kind == COLUMN_MEAN && !plan_has_column(plan, PLAN_SAMPLED);
}

enum {
    EXACT_MORE = 3 /* decimals of an exact mean */
};

static void format_real(char text[PAGE_CELL_SIZE], const struct plan *plan,
                        const struct column *column, double real)
{
    char number[NUMBER_SIZE];
    int more = is_exact(plan, column) ? EXACT_MORE : 0;
    const char *shown = fit(number, column->width + more - 1, column->decimals + more, real);
    if (isnan(real))
        shown = "-";
    else if (isinf(real)) /* a rating */
        shown = real > 0 ? "highest" : "lowest";
    else if (column->kind == COLUMN_P_VALUE && real < 1e-99) /* perhaps below the least double */
        shown = "<1e-99";
    else if (column->kind == COLUMN_P_VALUE)
        snprintf(number, sizeof number, "%.2g", real);
    snprintf(text, PAGE_CELL_SIZE, "%s", shown);
}

static void format_interval(char text[PAGE_CELL_SIZE], const struct column *column, const void *row)
{
    const double scale = column->is_percent ? 100 : 1;
    const int width = column->width;
    char low[NUMBER_SIZE], high[NUMBER_SIZE];
    text[0] = '\0';
    if (isfinite(column_real(column, row, 0)))
        snprintf(text, PAGE_CELL_SIZE, "  [%*s, %*s]", width,
                 fit(low, width, column->decimals, scale * column_real(column, row, 0)), width,
                 fit(high, width, column->decimals, scale * column_real(column, row, 1)));
}

static void format_label(char text[PAGE_CELL_SIZE], const void *user, size_t row)
{
    const struct view *view = user;
    snprintf(text, PAGE_CELL_SIZE, "%s",
             column_text(&view->rows.table->columns[0], row_at(&view->rows, row)));
}

void column_show(char text[PAGE_CELL_SIZE], const struct plan *plan, const struct column *column,
                 const void *row)
{
    switch (column->kind) {
    case COLUMN_COUNT:
        if (column_count(column, row) == MISSING)
            snprintf(text, PAGE_CELL_SIZE, "-");
        else
            snprintf(text, PAGE_CELL_SIZE, "%" PRId64, column_count(column, row));
        break;
    case COLUMN_INTERVAL:
        format_interval(text, column, row);
        break;
    case COLUMN_SHARE:
        format_real(text, plan, column, 100 * column_real(column, row, 0));
        break;
    default:
        format_real(text, plan, column, column_real(column, row, 0));
    }
}

static void format_cell(char text[PAGE_CELL_SIZE], const void *user, size_t number, size_t shown)
{
    const struct view *view = user;
    column_show(text, view->plan, view->shown[shown], row_at(&view->rows, number));
}

/* The width of a column: numbers of games and shots have room, and a blank before them. */
static int width_of(const struct view *view, size_t shown)
{
    const struct column *column = view->shown[shown];
    int width = column->width + (is_exact(view->plan, column) ? EXACT_MORE : 0);
    if (column->kind == COLUMN_INTERVAL)
        return 2 * width + (int)strlen("  [, ]");
    for (size_t row = 0; row < view->rows.count && column->kind == COLUMN_COUNT; row++) {
        char text[PAGE_CELL_SIZE];
        format_cell(text, view, row, shown);
        int needed = (int)strlen(text) + 1;
        width = needed > width ? needed : width;
    }
    return width;
}

bool column_is_shown(const struct plan *plan, const struct rows *rows, const struct column *column)
{
    bool is_left_out = column->is_rare;
    for (size_t row = 0; row < rows->count && is_left_out; row++)
        is_left_out = column_count(column, row_at(rows, row)) == 0;
    return column->title && !is_left_out && plan_has_column(plan, column->text_plan);
}

/* Prints the columns of a part of a table. */
static void print_rows(FILE *out, const struct plan *plan, struct rows rows, int part,
                       const char *heading, int label_width)
{
    struct view view = { .rows = rows, .plan = plan };
    struct page_column columns[COLUMNS_MAX];
    size_t count = 0;
    for (size_t i = 1; i < rows.table->count && count < COLUMNS_MAX; i++) {
        const struct column *column = &rows.table->columns[i];
        if (column->part != part || !column_is_shown(plan, &rows, column))
            continue;
        view.shown[count] = column;
        columns[count] =
            (struct page_column){ column->title, width_of(&view, count), column->is_joined,
                                  column->kind == COLUMN_INTERVAL && column->title[0] };
        count++;
    }
    const struct page_table table = { .heading = heading,
                                      .label_width = label_width,
                                      .columns = columns,
                                      .column_count = count,
                                      .row_count = rows.count,
                                      .label = format_label,
                                      .cell = format_cell,
                                      .user = &view };
    page_print_table(out, &table);
}

/* ---- the parts of a simulation ---- */

static bool has_failures(const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++)
        if (simulation->entries[i].figures.failed > 0)
            return true;
    return false;
}

static void print_entries(FILE *out, const struct simulation *simulation)
{
    const struct rows rows = { &entry_table, simulation->entries, simulation->entry_count };
    const int width = plan_label_width(simulation->plan) + 1;
    print_rows(out, simulation->plan, rows, 0, "shots", width);
    if (has_failures(simulation))
        page_text(out, "A game that a player failed counts as %" PRId64 " shots.",
                  plan_failed_shots(simulation->plan));
    if (simulation_has_turns(simulation))
        print_rows(out, simulation->plan, rows, 1, "turns", width);
    if (plan_has_column(simulation->plan, PLAN_LIMITED))
        print_rows(out, simulation->plan, rows, 2, "in these shots", width);
}

static void print_pairs(FILE *out, const struct simulation *simulation)
{
    const int64_t few = simulation_few_games(simulation);
    const struct rows rows = { &pair_table, simulation->pairs, simulation->pair_count };
    if (simulation_is_exact(simulation))
        page_text(out, "\ndifferences of shots over %s layouts",
                  simulation_games(simulation) < simulation->plan->games ? "these" : "all");
    else
        page_text(out,
                  "\ndifferences of shots on the same layouts, with 95%% intervals; p by Holm");
    print_rows(out, simulation->plan, rows, 0, NULL, 2 * plan_label_width(simulation->plan) + 3);
    if (!simulation_is_exact(simulation) && few > 0)
        page_text(out,
                  "Only %" PRId64 " games: with fewer than about 50, intervals and p-values are "
                  "rough.",
                  few);
}

static void print_curves(FILE *out, const struct simulation *simulation)
{
    page_text(out,
              "\n* learns the habits of whoever lays the fleets, anew in every series of %d games\n"
              "mean shots by the game's number in its series; differences with 95%% intervals\n"
              "(of whole series: games of one series depend on each other, so that the errors "
              "and intervals above are rough)",
              (int)simulation->plan->series);
    for (size_t i = 0; i < simulation->curve_count; i++) {
        const struct curve *curve = &simulation->curves[i];
        const struct rows rows = { &point_table, curve->points, curve->point_count };
        int width = ROUNDS_WIDTH;
        for (size_t point = 0; point < curve->point_count; point++)
            if ((int)strlen(curve->points[point].label) > width)
                width = (int)strlen(curve->points[point].label);
        print_rows(out, simulation->plan, rows, 0, curve->plain->name, width);
    }
}

/* ---- duels ---- */

void print_duel_tables(FILE *out, const struct tournament *tournament)
{
    const int width = plan_label_width(tournament->plan);
    const struct plan *plan = tournament->plan;
    const struct rows duels = { &duel_table, tournament->duels, tournament->duel_count };
    const struct rows ratings = { &rating_table, tournament->ratings, tournament->rating_count };
    print_rows(out, plan, duels, 0, "duels", 2 * width + 3);
    print_rows(out, plan, duels, 1, "who fires first", 2 * width + 3);
    print_rows(out, plan, ratings, 0, "ratings", width + 1);
    page_text(out, "\nPercentages are of the games that somebody won. Players change sides after "
                   "each game. A game that a player fails is lost.");
    if (plan->rounds > 0)
        page_text(out,
                  "In each of the %" PRId64 " rounds, players with about as many points duel. "
                  "A duel won, or a round without an opponent, is 1 point, a duel drawn 0.5.",
                  plan->rounds);
    for (size_t i = 0; i < tournament->rating_count; i++) {
        if (isinf(tournament->ratings[i].elo)) {
            page_text(out,
                      "There is no finite rating for who lost no game to a rated player (highest), "
                      "or won none (lowest).");
            break;
        }
    }
}

/* ---- agreement ---- */

/* By how much more alike than usual. */
static int compare_alike(const void *a, const void *b)
{
    const struct likeness *first = a, *second = b;
    const double difference = (first->share - first->usual) - (second->share - second->usual);
    return difference > 0 ? -1 : difference < 0;
}

/* Prints pairs; the name of a strategy that does not play may be longer than that of any player. */
static void print_alike(FILE *out, const struct plan *plan, struct likeness *alike, size_t count)
{
    int width = 2 * plan_label_width(plan) + 3;
    for (size_t i = 0; i < count; i++) {
        int length = (int)strlen(alike[i].label);
        width = length > width ? length : width;
    }
    print_rows(out, plan, (struct rows){ &alike_table, alike, count }, 0, "alike", width);
}

/* Prints how many pairs decide more alike than usual and, unless there is no memory, the first. */
static void print_agreement(FILE *out, const struct plan *plan, const struct agreement *agreement)
{
    struct likeness *alike = calloc(agreement->pair_count + 1, sizeof *alike);
    size_t count = 0, copies = 0;
    for (size_t i = 0; i < agreement->pair_count; i++) {
        const enum alike how = agreement_judge(agreement, &agreement->pairs[i]);
        if (how == ALIKE_USUALLY)
            continue;
        if (alike)
            alike[count] = agreement->pairs[i];
        count++;
        copies += how == ALIKE_COPIES;
    }
    page_text(
        out,
        "\nThe same decisions in %" PRId64 " positions: %zu pairs agree more than usual, %zu of "
        "them as copies do: in most positions, and as often as either agrees with itself "
        "under another seed. Usual is the median of what either has in common with the others. "
        "(Name) is a strategy of the library that does not play.",
        agreement->positions, count, copies);
    if (alike && count > 0) {
        qsort(alike, count, sizeof *alike, compare_alike);
        print_alike(out, plan, alike, count < ALIKE_SHOWN ? count : ALIKE_SHOWN);
    }
    free(alike);
}

/* ---- all ---- */

static const char *games_word(int64_t games)
{
    return games == 1 ? "game" : "games";
}

/* Prints how many games the results are of, unless they are those that were asked for. */
static void print_games(FILE *out, const struct simulation *simulation)
{
    const struct plan *plan = simulation->plan;
    int64_t games = simulation_games(simulation);
    if (games < plan->games)
        fprintf(out, "%" PRId64 " %s played\n", games, games == 1 ? "game was" : "games were");
    if (games < plan->games && simulation_is_exact(simulation))
        page_text(out,
                  "These layouts are %sthe first ones in order, not a random sample: their means "
                  "say little about all layouts.",
                  cluster_size() > 1 ? "some of " : "");
}

static void print_simulation(FILE *out, const struct simulation *simulation)
{
    print_games(out, simulation);
    if (simulation_searched(simulation) > 0)
        fprintf(out, "%" PRId64 " layouts were found by search, not drawn uniformly\n",
                simulation_searched(simulation));
    print_entries(out, simulation);
    if (simulation->pair_count > 0)
        print_pairs(out, simulation);
    if (simulation->curve_count > 0)
        print_curves(out, simulation);
    print_histograms(out, simulation);
}

static void format_player(char text[PAGE_CELL_SIZE], const void *user, size_t row)
{
    const struct study *study = user;
    snprintf(text, PAGE_CELL_SIZE, "%s", study->plan.players[row].label);
}

/* Writes the mean of an entry in a simulation, with its error. */
static void format_mean(char text[PAGE_CELL_SIZE], const void *user, size_t row, size_t column)
{
    const struct study *study = user;
    const struct summary *summary = &study->simulations[column].entries[row].summary;
    char mean[NUMBER_SIZE], error[NUMBER_SIZE];
    if (isnan(summary->standard_error))
        snprintf(text, PAGE_CELL_SIZE, "-");
    else
        snprintf(text, PAGE_CELL_SIZE, "%s +-%s", fit(mean, 7, 3, summary->mean),
                 fit(error, 5, 3, summary->standard_error));
}

/* Prints the mean shots of all players against every placement. */
static void print_placements(FILE *out, const struct study *study)
{
    struct page_column *columns = calloc(study->count, sizeof *columns);
    char(*labels)[LABEL_SIZE] = calloc(study->count, sizeof *labels);
    const struct page_table table = { .heading = "mean shots",
                                      .label_width = plan_label_width(&study->plan) + 1,
                                      .columns = columns,
                                      .column_count = study->count,
                                      .row_count = study->plan.player_count,
                                      .label = format_player,
                                      .cell = format_mean,
                                      .user = study };
    for (size_t i = 0; i < study->count && columns && labels; i++) {
        placement_label(labels[i], &study->simulations[i].placement);
        int needed = (int)strlen(labels[i]) + 1;
        columns[i] = (struct page_column){ .title = labels[i],
                                           .width = needed > MEAN_WIDTH ? needed : MEAN_WIDTH };
    }
    if (columns && labels)
        page_print_table(out, &table);
    free(columns);
    free(labels);
}

/* Prints the command line, wrapped between its words, so that it can be pasted into a shell. */
static void print_command(FILE *out, const char *command)
{
    int width = fprintf(out, "command");
    while (*command) {
        int length = (int)command_word(command);
        if (width + length + 1 > page_width(out) - 2)
            width = fprintf(out, " \\\n       ") - 3;
        width += fprintf(out, " %.*s", length, command);
        command += length;
        command += *command == ' ';
    }
    fputc('\n', out);
}

static void print_head(FILE *out, const struct study *study)
{
    const struct plan *plan = &study->plan;
    fprintf(out, PROGRAM " %s\n", bship_version_string());
    print_command(out, study->command);
    char error[NUMBER_SIZE];
    fputs(plan->rules_text, out);
    if (plan->target_error > 0)
        fprintf(out, "at most %" PRId64 " games, until no error is above %s,", plan->games,
                number_format(error, plan->target_error));
    else
        fprintf(out, "%" PRId64 " %s%s", plan->games, games_word(plan->games),
                plan->layouts.source == LAYOUTS_ALL ? ", one for each layout," : "");
    fprintf(out, " from seed %" PRIu64 "\n", plan->seed);
    for (size_t i = 0; i < plan->disqualified_count; i++)
        page_text(out, "%s is disqualified: it %s", plan->disqualified[i].name,
                  plan->disqualified[i].why);
    if (!study->is_complete)
        fputs("INCOMPLETE: interrupted before all games were played\n", out);
}

/* Says whether all games that were allowed left an error above that which was asked for. */
static void print_shortfall(FILE *out, const struct simulation *simulations, size_t count)
{
    const struct plan *plan = simulations->plan;
    bool falls_short = false;
    for (size_t i = 0; i < count; i++)
        if (simulation_games(&simulations[i]) >= plan->games &&
            simulation_misses_target(&simulations[i]))
            falls_short = true;
    char error[NUMBER_SIZE];
    if (falls_short)
        page_text(out, "These games were too few: an error is still above %s",
                  number_format(error, plan->target_error));
}

/* Prints the results of a placement; `number` counts them. */
static void print_part(FILE *out, const struct study *study, size_t number)
{
    const struct simulation *first = &study->simulations[number * study->group];
    char label[LABEL_SIZE];
    if (first->placement.style) {
        placement_label(label, &first->placement);
        fprintf(out, "%splacement %s\n", number > 0 ? "\n" : "", label);
    }
    print_shortfall(out, first, study->group);
    if (!study->tournaments) {
        print_simulation(out, first);
        return;
    }
    print_duel_tables(out, &study->tournaments[number]);
    if (study->plan.has_learners)
        fprintf(out, "* learns the habits of the others, anew in every series of %d games\n",
                (int)study->plan.series);
}

void print_table(FILE *out, const struct study *study)
{
    print_head(out, study);
    for (size_t i = 0; i < study->count / study->group; i++)
        print_part(out, study, i);
    if (!study->tournaments && study->count > 1)
        print_placements(out, study);
    if (study->agreement)
        print_agreement(out, &study->plan, study->agreement);
}
