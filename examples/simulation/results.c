/* What a simulation came to: summaries and paired comparisons; see simulation.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/simulation.h"

int64_t simulation_games(const struct simulation *simulation)
{
    return bship_results_games(simulation->results);
}

bool simulation_has_whole_series(const struct simulation *simulation)
{
    int32_t series = simulation->plan->series;
    return series == 0 || simulation_games(simulation) % series == 0;
}

/* All entries play the same layouts. */
int64_t simulation_searched(const struct simulation *simulation)
{
    return simulation->entry_count > 0 ? simulation->entries[0].figures.searched : 0;
}

double entry_speed(const struct entry *entry)
{
    if (entry->figures.nanoseconds == 0)
        return (double)NAN;
    return 1e9 * (double)entry->figures.played / (double)entry->figures.nanoseconds;
}

double entry_turns(const struct entry *entry)
{
    return (double)entry->figures.turns / (double)entry->figures.finished;
}

int64_t entry_games_between(const struct entry *entry, int64_t from, int64_t to)
{
    int64_t games = 0;
    from = from < entry->summary.minimum ? entry->summary.minimum : from;
    to = to > entry->summary.maximum ? entry->summary.maximum : to;
    for (int64_t shots = from; shots <= to; shots++)
        games += bship_histogram_at(entry->shots, shots);
    return games;
}

bool entry_has_deviation(const struct entry *entry)
{
    return entry->summary.count > 1;
}

bool simulation_is_exact(const struct simulation *simulation)
{
    return simulation->plan->layouts.source == LAYOUTS_ALL;
}

bool entry_has_error(const struct simulation *simulation, const struct entry *entry)
{
    return !simulation_is_exact(simulation) && entry_has_deviation(entry);
}

/* The library says of its intervals that they are adequate from about fifty pairs. */
int64_t simulation_few_games(const struct simulation *simulation)
{
    enum {
        ENOUGH_GAMES = 50
    };
    int64_t fewest = ENOUGH_GAMES;
    for (size_t i = 0; i < simulation->pair_count; i++) {
        if (simulation->pairs[i].comparison.count < fewest)
            fewest = simulation->pairs[i].comparison.count;
    }
    return fewest < ENOUGH_GAMES ? fewest : 0;
}

bool plan_has_turns(const struct plan *plan)
{
    return bship_rules_get(plan->rules, BSHIP_RULE_TURN) != BSHIP_TURN_RULE_ONE;
}

int plan_label_width(const struct plan *plan)
{
    enum {
        WIDTH_MIN = 13
    };
    int widest = WIDTH_MIN;
    for (size_t i = 0; i < plan->player_count; i++) {
        int width = (int)strlen(plan->players[i].label);
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* ---- summing up ---- */

static bship_status sum_up_entry(struct simulation *simulation, size_t number)
{
    struct entry *entry = &simulation->entries[number];
    entry->figures = (bship_results_entry_info)BSHIP_RESULTS_ENTRY_INFO_INIT;
    entry->summary = (bship_summary)BSHIP_SUMMARY_INIT;
    entry->shots = bship_results_shots(simulation->results, (int32_t)number);
    bship_status status =
        bship_results_entry(simulation->results, (int32_t)number, &entry->figures);
    if (status != BSHIP_OK || bship_histogram_count(entry->shots) == 0)
        return status;
    return bship_histogram_summarise(entry->shots, CONFIDENCE, &entry->summary);
}

static bship_status compare_entries(struct simulation *simulation, size_t a, size_t b)
{
    struct pair *pair = &simulation->pairs[simulation->pair_count];
    const bship_histogram *differences =
        bship_results_differences(simulation->results, (int32_t)a, (int32_t)b);
    if (bship_histogram_count(differences) < 2)
        return BSHIP_OK;
    *pair = (struct pair){ &simulation->entries[a], &simulation->entries[b], BSHIP_COMPARISON_INIT,
                           1.0 };
    simulation->pair_count++;
    return bship_histogram_compare(differences, CONFIDENCE, &pair->comparison);
}

/*
 * S. Holm's step-down procedure: if every pair whose adjusted p-value is below 0.05 is called
 * different, the probability of any wrong call is below 0.05.
 */
static bship_status adjust_p_values(struct simulation *simulation)
{
    size_t count = simulation->pair_count;
    if (count == 0)
        return BSHIP_OK;
    double *values = calloc(2 * count, sizeof(*values));
    if (values == NULL)
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        values[i] = simulation->pairs[i].comparison.p_value;
    bship_status status = bship_holm(values, count, values + count);
    for (size_t i = 0; i < count; i++)
        simulation->pairs[i].adjusted = values[count + i];
    free(values);
    return status;
}

static bship_status compare_all(struct simulation *simulation)
{
    size_t count = simulation->entry_count;
    bship_status status = BSHIP_OK;
    simulation->pairs = calloc(count * count, sizeof(*simulation->pairs));
    if (simulation->pairs == NULL)
        return BSHIP_ERROR_MEMORY;
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count && status == BSHIP_OK; b++)
            status = compare_entries(simulation, a, b);
    return status == BSHIP_OK ? adjust_p_values(simulation) : status;
}

int simulation_sum_up(struct simulation *simulation)
{
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < simulation->entry_count && status == BSHIP_OK; i++)
        status = sum_up_entry(simulation, i);
    if (status == BSHIP_OK && simulation->plan->kind == BSHIP_MATCH_KIND_SOLO)
        status = compare_all(simulation);
    if (status == BSHIP_OK && simulation->plan->kind == BSHIP_MATCH_KIND_SOLO)
        status = simulation_draw_curves(simulation);
    if (status == BSHIP_OK)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": results: %s\n", bship_status_message(status));
    return EXIT_RUNTIME;
}
