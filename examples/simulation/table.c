/* The results as text for a terminal of 80 columns; the histograms are in histogram.c. */
#include "simulation/simulation.h"

#include <inttypes.h>

static void print_summary(FILE *out, const struct simulation *simulation, const struct entry *entry)
{
    const bship_match_summary *s = &entry->summary;
    fprintf(out, "%-14s", entry->strategy);
    if (simulation->layouts != NULL)
        fprintf(out, "%11.6f%5s", s->mean, "");
    else if (entry_has_error(simulation, entry))
        fprintf(out, "%8.3f%8.3f", s->mean, s->standard_error);
    else
        fprintf(out, "%8.3f%8s", s->mean, "-");
    if (entry_has_deviation(entry))
        fprintf(out, "%8.2f", s->sd);
    else
        fprintf(out, "%8s", "-");
    fprintf(out, "%6" PRId64 "%6" PRId64 "%7" PRId64 "%6" PRId64 "%6" PRId64 "%11.0f\n", s->minimum,
            s->p5, s->median, s->p95, s->maximum, entry_speed(simulation, entry));
}

static void print_summaries(FILE *out, const struct simulation *simulation)
{
    const char *error = simulation->layouts != NULL ? "" : "error";
    fprintf(out, "\n%-14s%8s%8s%8s%6s%6s%7s%6s%6s%11s\n", "shots", "mean", error, "sd", "min", "5%",
            "median", "95%", "max", "games/s");
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        int64_t failed = entry_failed(simulation, entry);
        if (entry->summary.count > 0)
            print_summary(out, simulation, entry);
        if (failed > 0)
            fprintf(out, "%-14sFAILED in %" PRId64 " of %" PRId64 " games; they are not counted\n",
                    entry->strategy, failed, simulation->games);
    }
}

static void print_turns(FILE *out, const struct simulation *simulation)
{
    fprintf(out, "\n%-14s%8s\n", "turns", "mean");
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct entry *entry = &simulation->entries[i];
        if (entry->finished > 0)
            fprintf(out, "%-14s%8.3f\n", entry->strategy, entry_turns(entry));
    }
}

static void print_exact_pairs(FILE *out, const struct simulation *simulation)
{
    fprintf(out, "\ndifferences of shots over all layouts\n");
    for (size_t i = 0; i < simulation->pair_count; i++) {
        const struct pair *pair = &simulation->pairs[i];
        fprintf(out, "%-13s - %-13s%12.6f\n", pair->a->strategy, pair->b->strategy,
                pair->comparison.difference);
    }
}

static void print_pairs(FILE *out, const struct simulation *simulation)
{
    int64_t few = simulation_few_games(simulation);
    fprintf(out, "\ndifferences of shots on the same layouts, with 95%% intervals; p by Holm\n");
    for (size_t i = 0; i < simulation->pair_count; i++) {
        const struct pair *pair = &simulation->pairs[i];
        fprintf(out, "%-13s - %-13s%9.3f  [%8.3f, %8.3f]%10.2g\n", pair->a->strategy,
                pair->b->strategy, pair->comparison.difference, pair->comparison.low,
                pair->comparison.high, pair->adjusted);
    }
    if (few > 0)
        fprintf(out,
                "Only %" PRId64 " games: with fewer than about 50, intervals and p-values "
                "are rough.\n",
                few);
}

void print_table(FILE *out, const struct simulation *simulation)
{
    fprintf(out, "%s%" PRId64 " games%s from seed %" PRIu64 "\n", simulation->rules_text,
            simulation->games, simulation->layouts != NULL ? ", one for each layout," : "",
            simulation->seed);
    if (simulation_searched(simulation) > 0)
        fprintf(out, "%" PRId64 " layouts were found by search, not drawn uniformly\n",
                simulation_searched(simulation));
    print_summaries(out, simulation);
    if (simulation_has_turns(simulation))
        print_turns(out, simulation);
    if (simulation->pair_count > 0 && simulation->layouts != NULL)
        print_exact_pairs(out, simulation);
    else if (simulation->pair_count > 0)
        print_pairs(out, simulation);
    print_histograms(out, simulation);
}
