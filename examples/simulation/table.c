/* The results as text for a terminal of 80 columns; the histograms are in histogram.c. */
#include <inttypes.h>
#include <math.h>

#include "simulation/command.h"
#include "simulation/simulation.h"

enum {
    PAGE_WIDTH = 80
};

static void print_summary(FILE *out, const struct simulation *simulation, const struct entry *entry)
{
    const bship_summary *s = &entry->summary;
    fprintf(out, "%-14s", entry->player->label);
    if (simulation_is_exact(simulation))
        fprintf(out, "%11.6f%5s", s->mean, "");
    else if (entry_has_error(simulation, entry))
        fprintf(out, "%8.3f%8.3f", s->mean, s->standard_error);
    else
        fprintf(out, "%8.3f%8s", s->mean, "-");
    if (entry_has_deviation(entry))
        fprintf(out, "%8.2f", s->sd);
    else
        fprintf(out, "%8s", "-");
    fprintf(out, "%6" PRId64 "%6" PRId64 "%7" PRId64 "%6" PRId64 "%6" PRId64, s->minimum, s->p5,
            s->median, s->p95, s->maximum);
    if (isfinite(entry_speed(entry)))
        fprintf(out, "%11.0f", entry_speed(entry));
    fputc('\n', out);
}

static void print_summaries(FILE *out, const struct simulation *simulation)
{
    const char *error = simulation_is_exact(simulation) ? "" : "error";
    fprintf(out, "\n%-14s%8s%8s%8s%6s%6s%7s%6s%6s%s\n", "shots", "mean", error, "sd", "min", "5%",
            "median", "95%", "max", simulation->plan->has_timing ? "    games/s" : "");
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        int64_t failed = entry->figures.failed;
        if (entry->summary.count > 0)
            print_summary(out, simulation, entry);
        if (failed > 0)
            fprintf(out, "%-14sFAILED in %" PRId64 " of %" PRId64 " games; they are not counted\n",
                    entry->player->label, failed, entry->figures.played);
    }
}

static void print_turns(FILE *out, const struct simulation *simulation)
{
    fprintf(out, "\n%-14s%8s\n", "turns", "mean");
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        if (entry->figures.finished > 0)
            fprintf(out, "%-14s%8.3f\n", entry->player->label, entry_turns(entry));
    }
}

static void print_exact_pairs(FILE *out, const struct simulation *simulation)
{
    fprintf(out, "\ndifferences of shots over all layouts\n");
    for (size_t i = 0; i < simulation->pair_count; i++) {
        const struct pair *pair = &simulation->pairs[i];
        fprintf(out, "%-13s - %-13s%12.6f\n", pair->a->player->label, pair->b->player->label,
                pair->comparison.difference);
    }
}

/* A p-value is never 0, but may be less than the least double. */
static void print_p_value(FILE *out, double p_value)
{
    if (p_value < 1e-99)
        fprintf(out, "%10s\n", "<1e-99");
    else
        fprintf(out, "%10.2g\n", p_value);
}

static void print_pairs(FILE *out, const struct simulation *simulation)
{
    int64_t few = simulation_few_games(simulation);
    fprintf(out, "\ndifferences of shots on the same layouts, with 95%% intervals; p by Holm\n");
    for (size_t i = 0; i < simulation->pair_count; i++) {
        const struct pair *pair = &simulation->pairs[i];
        fprintf(out, "%-13s - %-13s%9.3f  [%8.3f, %8.3f]", pair->a->player->label,
                pair->b->player->label, pair->comparison.difference, pair->comparison.low,
                pair->comparison.high);
        print_p_value(out, pair->adjusted);
    }
    if (few > 0)
        fprintf(out,
                "Only %" PRId64 " games: with fewer than about 50, intervals and p-values "
                "are rough.\n",
                few);
}

/* A group of rounds: `game 3`, or `games 4-5`. */
static void print_rounds(FILE *out, const struct curve_point *point)
{
    char text[LABEL_SIZE];
    if (point->first == point->last)
        snprintf(text, sizeof(text), "game %d", (int)point->first);
    else
        snprintf(text, sizeof(text), "games %d-%d", (int)point->first, (int)point->last);
    fprintf(out, "%-13s", text);
}

static void print_error(FILE *out, double error)
{
    if (isfinite(error))
        fprintf(out, "%8.3f", error);
    else
        fprintf(out, "%8s", "-");
}

static void print_curve(FILE *out, const struct curve *curve)
{
    fprintf(out, "\n%-13s%9s%8s%11s%8s%12s\n", "series", curve->plain->player->label, "error",
            curve->learner->player->label, "error", "difference");
    for (size_t i = 0; i < curve->point_count; i++) {
        const struct curve_point *point = &curve->points[i];
        print_rounds(out, point);
        fprintf(out, "%9.3f", point->plain);
        print_error(out, point->plain_error);
        fprintf(out, "%11.3f", point->learner);
        print_error(out, point->learner_error);
        fprintf(out, "%10.3f", point->difference);
        if (isfinite(point->low))
            fprintf(out, "  [%7.3f,%8.3f]", point->low, point->high);
        fputc('\n', out);
    }
}

static void print_curves(FILE *out, const struct simulation *simulation)
{
    fprintf(out,
            "\n* learns the habits of whoever lays the fleets, anew in every series of %d games\n"
            "mean shots by the game's number in its series; differences with 95%% intervals\n"
            "(of whole series: games of one series depend on each other, so that the errors\n"
            "and intervals above are rough)\n",
            (int)simulation->plan->series);
    for (size_t i = 0; i < simulation->curve_count; i++)
        print_curve(out, &simulation->curves[i]);
}

static void print_simulation(FILE *out, const struct simulation *simulation)
{
    if (simulation_games(simulation) < simulation->plan->games)
        fprintf(out, "%" PRId64 " games were played\n", simulation_games(simulation));
    if (simulation_searched(simulation) > 0)
        fprintf(out, "%" PRId64 " layouts were found by search, not drawn uniformly\n",
                simulation_searched(simulation));
    print_summaries(out, simulation);
    if (plan_has_turns(simulation->plan))
        print_turns(out, simulation);
    if (simulation->pair_count > 0 && simulation_is_exact(simulation))
        print_exact_pairs(out, simulation);
    else if (simulation->pair_count > 0)
        print_pairs(out, simulation);
    if (simulation->curve_count > 0)
        print_curves(out, simulation);
    print_histograms(out, simulation);
}

/* Prints the mean shots of all entries against some of the placements. */
static void print_means(FILE *out, const struct simulation *simulations, size_t count)
{
    char label[LABEL_SIZE];
    fprintf(out, "\n%-14s", "mean shots");
    for (size_t i = 0; i < count; i++) {
        placement_label(label, &simulations[i].placement);
        fprintf(out, "%16s", label);
    }
    fputc('\n', out);
    for (size_t entry = 0; entry < simulations->entry_count; entry++) {
        fprintf(out, "%-14s", simulations->entries[entry].player->label);
        for (size_t i = 0; i < count; i++) {
            const struct entry *of = &simulations[i].entries[entry];
            if (entry_has_error(&simulations[i], of))
                fprintf(out, "%9.3f +-%5.3f", of->summary.mean, of->summary.standard_error);
            else
                fprintf(out, "%16s", "-");
        }
        fputc('\n', out);
    }
}

/* Prints the means against every placement, a few placements at a time. */
static void print_placements(FILE *out, const struct study *study)
{
    enum {
        ABREAST = 4
    };
    for (size_t i = 0; i < study->count; i += ABREAST)
        print_means(out, &study->simulations[i],
                    study->count - i < ABREAST ? study->count - i : ABREAST);
}

/* Prints the command line, wrapped between its words, so that it can be pasted into a shell. */
static void print_command(FILE *out, const char *command)
{
    int width = fprintf(out, "command");
    while (*command != '\0') {
        int length = (int)command_word(command);
        if (width + length + 1 > PAGE_WIDTH - 2)
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
        fprintf(out, "%" PRId64 " games%s", plan->games,
                plan->layouts.source == LAYOUTS_ALL ? ", one for each layout," : "");
    fprintf(out, " from seed %" PRIu64 "\n", plan->seed);
    if (!study->is_complete)
        fputs("INCOMPLETE: interrupted before all games were played\n", out);
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
