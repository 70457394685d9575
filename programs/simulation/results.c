/* What a simulation came to: summaries and paired comparisons; see simulation.h. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/simulation.h"
#include "simulation/statistics/statistics.h"

int64_t simulation_games(const struct simulation *simulation)
{
    return simulation->results->games;
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
        games += histogram_at(entry->shots, shots);
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

/* Student's intervals are adequate from about fifty pairs. */
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

static void sum_up_entry(struct simulation *simulation, size_t number)
{
    struct entry *entry = &simulation->entries[number];
    entry->figures = simulation->results->entries[number];
    entry->shots = results_shots(simulation->results, RESULTS_ALL, (int32_t)number);
    entry->summary = (struct summary){ 0 };
    if (entry->shots->count > 0)
        entry->summary = histogram_summarise(entry->shots, CONFIDENCE);
}

static void compare_entries(struct simulation *simulation, size_t a, size_t b)
{
    const struct histogram *differences =
        results_differences(simulation->results, RESULTS_ALL, (int32_t)a, (int32_t)b);
    if (differences->count >= 2)
        simulation->pairs[simulation->pair_count++] =
            (struct pair){ &simulation->entries[a], &simulation->entries[b],
                           histogram_compare(differences, CONFIDENCE), 1.0 };
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
    holm(values, count, values + count);
    for (size_t i = 0; i < count; i++)
        simulation->pairs[i].adjusted = values[count + i];
    free(values);
    return BSHIP_OK;
}

static bship_status compare_all(struct simulation *simulation)
{
    size_t count = simulation->entry_count;
    simulation->pairs = calloc(count * count, sizeof(*simulation->pairs));
    if (simulation->pairs == NULL)
        return BSHIP_ERROR_MEMORY;
    for (size_t a = 0; a < count; a++)
        for (size_t b = a + 1; b < count; b++)
            compare_entries(simulation, a, b);
    return adjust_p_values(simulation);
}

int simulation_sum_up(struct simulation *simulation)
{
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < simulation->entry_count; i++)
        sum_up_entry(simulation, i);
    if (simulation->plan->kind == BSHIP_MATCH_KIND_SOLO)
        status = compare_all(simulation);
    if (status == BSHIP_OK && simulation->plan->kind == BSHIP_MATCH_KIND_SOLO)
        status = simulation_draw_curves(simulation);
    if (status == BSHIP_OK)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": results: %s\n", bship_status_message(status));
    return EXIT_RUNTIME;
}
