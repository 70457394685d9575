/* The results as text; the histograms are in histogram.c. */
#include <inttypes.h>
#include <math.h>

#include "simulation/cluster.h"
#include "simulation/command.h"
#include "simulation/page.h"
#include "simulation/simulation.h"
#include "simulation/stop.h"

enum {
    MEAN_WIDTH = 16, /* of a mean with its error */
    SPEED_WIDTH = 11,
    EXACT_WIDTH = 12,
    DIFFERENCE_WIDTH = 41,
    CURVE_WIDTH = 30,
    ROUNDS_WIDTH = 13, /* of a group of rounds, at least */
    NUMBER_SIZE = 32   /* of a number as text */
};

/* ---- what each player needed ---- */

/* Writes a number with so many decimals, or fewer if it takes more than `width` bytes. */
static const char *fit(char text[NUMBER_SIZE], int width, int decimals, double number)
{
    while (snprintf(text, NUMBER_SIZE, "%.*f", decimals, number) > width && decimals > 0)
        decimals--;
    return text;
}

/* The width of a column of numbers of shots: the board may have many cells. */
static int shots_width(const struct plan *plan, int least)
{
    return page_number_width(
        (int64_t)bship_rules_width(plan->rules) * bship_rules_height(plan->rules), least);
}

/* A mean of all layouts is exact, and takes the room of an error too. */
static void print_mean(struct page *page, const struct simulation *simulation,
                       const struct entry *entry)
{
    const struct summary *summary = &entry->summary;
    if (simulation_is_exact(simulation)) {
        page_cell(page, MEAN_WIDTH, "%11.6f%5s", summary->mean, "");
        return;
    }
    char mean[NUMBER_SIZE], error[NUMBER_SIZE] = "-";
    if (entry_has_error(simulation, entry))
        fit(error, 7, 3, summary->standard_error);
    page_cell(page, MEAN_WIDTH, "%8s%8s", fit(mean, 7, 3, summary->mean), error);
}

/* A number of shots. */
static void print_shots(struct page *page, int width, int64_t shots)
{
    page_cell(page, width, "%*" PRId64, width, shots);
}

static void print_summary(struct page *page, const struct simulation *simulation,
                          const struct entry *entry)
{
    const struct summary *s = &entry->summary;
    int width = shots_width(simulation->plan, 6);
    char deviation[NUMBER_SIZE] = "-";
    if (entry_has_deviation(entry))
        fit(deviation, 7, 2, s->sd);
    page_label(page, entry->player->label);
    print_mean(page, simulation, entry);
    page_cell(page, 8, "%8s", deviation);
    print_shots(page, width, s->minimum);
    print_shots(page, width, s->p5);
    print_shots(page, shots_width(simulation->plan, 7), s->median);
    print_shots(page, width, s->p95);
    print_shots(page, width, s->maximum);
    if (isfinite(entry_speed(entry)))
        page_cell(page, SPEED_WIDTH, "%11.0f", entry_speed(entry));
    page_end_line(page);
}

static void print_summary_head(struct page *page, const struct simulation *simulation)
{
    int width = shots_width(simulation->plan, 6);
    int median_width = shots_width(simulation->plan, 7);
    page_head(page, "shots");
    page_cell(page, MEAN_WIDTH, "%8s%8s", "mean", simulation_is_exact(simulation) ? "" : "error");
    page_cell(page, 8, "%8s", "sd");
    page_cell(page, width, "%*s", width, "min");
    page_cell(page, width, "%*s", width, "5%");
    page_cell(page, median_width, "%*s", median_width, "median");
    page_cell(page, width, "%*s", width, "95%");
    page_cell(page, width, "%*s", width, "max");
    if (simulation->plan->has_timing)
        page_cell(page, SPEED_WIDTH, "%11s", "games/s");
    page_end_line(page);
}

static void print_summaries(FILE *out, const struct simulation *simulation)
{
    int width = plan_label_width(simulation->plan) + 1;
    struct page page;
    page_open(&page, out, width, MEAN_WIDTH);
    do {
        print_summary_head(&page, simulation);
        for (size_t i = 0; i < simulation->entry_count; i++) {
            const struct entry *entry = &simulation->entries[i];
            int64_t failed = entry->figures.failed;
            if (entry->summary.count > 0)
                print_summary(&page, simulation, entry);
            if (failed > 0 && page_is_first_block(&page))
                fprintf(out,
                        "%-*sFAILED in %" PRId64 " of %" PRId64 " games; they are not counted\n",
                        width, entry->player->label, failed, entry->figures.played);
        }
    } while (page_has_more(&page));
}

static void print_turns(FILE *out, const struct simulation *simulation)
{
    struct page page;
    page_open(&page, out, plan_label_width(simulation->plan) + 1, 8);
    page_head(&page, "turns");
    page_cell(&page, 8, "%8s", "mean");
    page_end_line(&page);
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        if (entry->figures.finished == 0)
            continue;
        page_label(&page, entry->player->label);
        page_cell(&page, 8, "%8.3f", entry_turns(entry));
        page_end_line(&page);
    }
}

/* ---- how they differ ---- */

void pair_label(char text[PAIR_LABEL_SIZE], int width, const struct player *a,
                const struct player *b)
{
    snprintf(text, PAIR_LABEL_SIZE, "%-*s - %s", width, a->label, b->label);
}

/* A p-value is never 0, but may be less than the least double. */
static void format_p_value(char text[NUMBER_SIZE], double p_value)
{
    if (p_value < 1e-99)
        snprintf(text, NUMBER_SIZE, "<1e-99");
    else
        snprintf(text, NUMBER_SIZE, "%.2g", p_value);
}

static void print_difference(struct page *page, const struct pair *pair, bool is_exact)
{
    const struct comparison *comparison = &pair->comparison;
    char difference[NUMBER_SIZE], low[NUMBER_SIZE], high[NUMBER_SIZE], p_value[NUMBER_SIZE];
    if (is_exact) {
        page_cell(page, EXACT_WIDTH, "%12.6f", comparison->difference);
        return;
    }
    format_p_value(p_value, pair->adjusted);
    page_cell(page, DIFFERENCE_WIDTH, "%9s  [%8s, %8s]%10s",
              fit(difference, 8, 3, comparison->difference), fit(low, 8, 3, comparison->low),
              fit(high, 8, 3, comparison->high), p_value);
}

static void print_pairs(FILE *out, const struct simulation *simulation)
{
    bool is_exact = simulation_is_exact(simulation);
    int width = plan_label_width(simulation->plan);
    struct page page;
    page_open(&page, out, 2 * width + 3, is_exact ? EXACT_WIDTH : DIFFERENCE_WIDTH);
    if (is_exact)
        page_text(out, "\ndifferences of shots over %s layouts",
                  simulation_games(simulation) < simulation->plan->games ? "these" : "all");
    else
        page_text(out,
                  "\ndifferences of shots on the same layouts, with 95%% intervals; p by Holm");
    for (size_t i = 0; i < simulation->pair_count; i++) {
        const struct pair *pair = &simulation->pairs[i];
        char label[PAIR_LABEL_SIZE];
        pair_label(label, width, pair->a->player, pair->b->player);
        page_label(&page, label);
        print_difference(&page, pair, is_exact);
        page_end_line(&page);
    }
    if (!is_exact && simulation_few_games(simulation) > 0)
        page_text(out,
                  "Only %" PRId64 " games: with fewer than about 50, intervals and p-values are "
                  "rough.",
                  simulation_few_games(simulation));
}

/* ---- learners ---- */

/* Writes a group of rounds, as `game 3` or `games 4-5`; returns its length. */
static int format_rounds(char text[LABEL_SIZE], const struct curve_point *point)
{
    if (point->first == point->last)
        return snprintf(text, LABEL_SIZE, "game %d", (int)point->first);
    return snprintf(text, LABEL_SIZE, "games %d-%d", (int)point->first, (int)point->last);
}

/* The width of the groups of a curve. The last one may be a single round. */
static int rounds_width(const struct curve *curve)
{
    int widest = ROUNDS_WIDTH;
    for (size_t i = 0; i < curve->point_count; i++) {
        char text[LABEL_SIZE];
        int width = format_rounds(text, &curve->points[i]);
        widest = width > widest ? width : widest;
    }
    return widest;
}

static void print_error(struct page *page, double error)
{
    char text[NUMBER_SIZE] = "-";
    if (isfinite(error))
        fit(text, 7, 3, error);
    page_cell(page, 8, "%8s", text);
}

static void print_point(struct page *page, const struct curve_point *point)
{
    char rounds[LABEL_SIZE], number[NUMBER_SIZE], low[NUMBER_SIZE], high[NUMBER_SIZE];
    format_rounds(rounds, point);
    page_label(page, rounds);
    page_cell(page, 9, "%9s", fit(number, 8, 3, point->plain));
    print_error(page, point->plain_error);
    page_cell(page, 11, "%11s", fit(number, 10, 3, point->learner));
    print_error(page, point->learner_error);
    fit(number, 9, 3, point->difference);
    if (isfinite(point->low))
        page_cell(page, CURVE_WIDTH, "%10s  [%7s,%8s]", number, fit(low, 7, 3, point->low),
                  fit(high, 8, 3, point->high));
    else
        page_cell(page, CURVE_WIDTH, "%10s", number);
    page_end_line(page);
}

static void print_curve(FILE *out, const struct curve *curve)
{
    struct page page;
    page_open(&page, out, rounds_width(curve), CURVE_WIDTH);
    do {
        page_head(&page, "series");
        page_cell(&page, 9, "%9s", curve->plain->player->label);
        page_cell(&page, 8, "%8s", "error");
        page_cell(&page, 11, "%11s", curve->learner->player->label);
        page_cell(&page, 8, "%8s", "error");
        page_cell(&page, CURVE_WIDTH, "%12s", "difference");
        page_end_line(&page);
        for (size_t i = 0; i < curve->point_count; i++)
            print_point(&page, &curve->points[i]);
    } while (page_has_more(&page));
}

static void print_curves(FILE *out, const struct simulation *simulation)
{
    page_text(out,
              "\n* learns the habits of whoever lays the fleets, anew in every series of %d games\n"
              "mean shots by the game's number in its series; differences with 95%% intervals\n"
              "(of whole series: games of one series depend on each other, so that the errors "
              "and intervals above are rough)",
              (int)simulation->plan->series);
    for (size_t i = 0; i < simulation->curve_count; i++)
        print_curve(out, &simulation->curves[i]);
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
    print_summaries(out, simulation);
    if (plan_has_turns(simulation->plan))
        print_turns(out, simulation);
    if (simulation->pair_count > 0)
        print_pairs(out, simulation);
    if (simulation->curve_count > 0)
        print_curves(out, simulation);
    print_histograms(out, simulation);
}

/* A mean with its error. */
static void print_short_mean(struct page *page, const struct simulation *simulation,
                             const struct entry *entry)
{
    const struct summary *summary = &entry->summary;
    char mean[NUMBER_SIZE], error[NUMBER_SIZE], text[2 * NUMBER_SIZE + 3] = "-";
    if (entry_has_error(simulation, entry))
        snprintf(text, sizeof(text), "%s +-%s", fit(mean, 7, 3, summary->mean),
                 fit(error, 5, 3, summary->standard_error));
    page_cell(page, MEAN_WIDTH, "%16s", text);
}

/* Prints the mean shots of all entries against every placement. */
static void print_placements(FILE *out, const struct study *study)
{
    struct page page;
    page_open(&page, out, plan_label_width(&study->plan) + 1, MEAN_WIDTH);
    do {
        char label[LABEL_SIZE];
        page_head(&page, "mean shots");
        for (size_t i = 0; i < study->count; i++) {
            placement_label(label, &study->simulations[i].placement);
            page_cell(&page, MEAN_WIDTH, "%16s", label);
        }
        page_end_line(&page);
        for (size_t entry = 0; entry < study->plan.player_count; entry++) {
            page_label(&page, study->plan.players[entry].label);
            for (size_t i = 0; i < study->count; i++)
                print_short_mean(&page, &study->simulations[i],
                                 &study->simulations[i].entries[entry]);
            page_end_line(&page);
        }
    } while (page_has_more(&page));
}

/* Prints the command line, wrapped between its words, so that it can be pasted into a shell. */
static void print_command(FILE *out, const char *command)
{
    int width = fprintf(out, "command");
    while (*command != '\0') {
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
    fputs(plan->rules_text, out);
    if (plan->target_error > 0)
        fprintf(out, "at most %" PRId64 " games, until no error is above %g,", plan->games,
                plan->target_error);
    else
        fprintf(out, "%" PRId64 " %s%s", plan->games, games_word(plan->games),
                plan->layouts.source == LAYOUTS_ALL ? ", one for each layout," : "");
    fprintf(out, " from seed %" PRIu64 "\n", plan->seed);
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
    if (falls_short)
        page_text(out, "These games were too few: an error is still above %g", plan->target_error);
}

/* Prints the results of a placement; `number` counts them. */
static void print_part(FILE *out, const struct study *study, size_t number)
{
    const struct simulation *first = &study->simulations[number * study->group];
    char label[LABEL_SIZE];
    if (first->placement.style != NULL) {
        placement_label(label, &first->placement);
        fprintf(out, "%splacement %s\n", number > 0 ? "\n" : "", label);
    }
    print_shortfall(out, first, study->group);
    if (study->tournaments == NULL) {
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
    if (study->tournaments == NULL && study->count > 1)
        print_placements(out, study);
}
