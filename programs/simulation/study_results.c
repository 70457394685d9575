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

int64_t entry_games_between(const struct entry *entry, int64_t from, int64_t to)
{
    int64_t games = 0;
    from = from < entry->summary.minimum ? entry->summary.minimum : from;
    to = to > entry->summary.maximum ? entry->summary.maximum : to;
    for (int64_t shots = from; shots <= to; shots++)
        games += histogram_at(entry->shots, shots);
    return games;
}

bool simulation_range(const struct simulation *simulation, int64_t *first, int64_t *last)
{
    *first = INT64_MAX;
    *last = INT64_MIN;
    for (size_t i = 0; i < simulation->entry_count; i++) {
        const struct summary *summary = &simulation->entries[i].summary;
        if (summary->count == 0)
            continue;
        *first = summary->minimum < *first ? summary->minimum : *first;
        *last = summary->maximum > *last ? summary->maximum : *last;
    }
    return *first <= *last;
}

bool simulation_is_exact(const struct simulation *simulation)
{
    return simulation->plan->layouts.source == LAYOUTS_ALL;
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

bool simulation_has_turns(const struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->entry_count; i++) {
        if (simulation->entries[i].figures.turns != simulation->entries[i].figures.shots)
            return true;
    }
    return false;
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

/* The statistics of shots; those that these do not have are missing. */
static struct summary summarise(const struct histogram *shots, bool is_exact)
{
    const double none = (double)NAN;
    struct summary summary = { 0,       none,    none,    none, MISSING, MISSING,
                               MISSING, MISSING, MISSING, none, none };
    if (shots->count > 0)
        summary = histogram_summarise(shots, CONFIDENCE);
    if (shots->count < 2)
        summary.sd = none;
    if (shots->count < 2 || is_exact)
        summary.standard_error = summary.low = summary.high = none;
    return summary;
}

static double ratio(double numerator, int64_t denominator)
{
    return denominator > 0 ? numerator / (double)denominator : (double)NAN;
}

static void sum_up_entry(struct simulation *simulation, size_t number)
{
    struct entry *entry = &simulation->entries[number];
    const struct results_entry *figures = &simulation->results->entries[number];
    const struct player *player = entry->player;
    const struct histogram *shots =
        results_shots(simulation->results, RESULTS_ALL, (int32_t)number);
    const bool is_exact = simulation_is_exact(simulation);
    const int64_t counted =
        simulation->plan->kind == BSHIP_MATCH_KIND_SOLO ? figures->played : figures->finished;
    const struct summary points =
        summarise(results_points(simulation->results, (int32_t)number), is_exact);
    *entry = (struct entry){ .player = player,
                             .name = player->label,
                             .learner = player->is_learner ? player->strategy : NULL,
                             .figures = *figures,
                             .shots = shots,
                             .summary = summarise(shots, is_exact),
                             .turns = ratio((double)figures->turns, counted),
                             .cleared = ratio((double)figures->cleared, counted),
                             .points = points.mean,
                             .points_error = points.standard_error,
                             .speed = ratio(1e9 * (double)figures->played, figures->nanoseconds) };
    wilson(figures->cleared, counted, CONFIDENCE, &entry->cleared_low, &entry->cleared_high);
    if (is_exact || counted == 0)
        entry->cleared_low = entry->cleared_high = (double)NAN;
}

void pair_label(char label[PAIR_LABEL_SIZE], const struct plan *plan, const char *a, const char *b)
{
    snprintf(label, PAIR_LABEL_SIZE, "%-*s - %s", plan_label_width(plan), a, b);
}

static void compare_entries(struct simulation *simulation, size_t a, size_t b)
{
    const struct histogram *differences =
        results_differences(simulation->results, RESULTS_ALL, (int32_t)a, (int32_t)b);
    struct pair *pair = &simulation->pairs[simulation->pair_count];
    if (differences->count < 2)
        return;
    pair->a = simulation->entries[a].name;
    pair->b = simulation->entries[b].name;
    pair->comparison = histogram_compare(differences, CONFIDENCE);
    pair_label(pair->label, simulation->plan, pair->a, pair->b);
    simulation->pair_count++;
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
    double *values = calloc(2 * count, sizeof *values);
    if (!values)
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        values[i] = simulation->pairs[i].comparison.p_value;
    holm(values, count, values + count);
    for (size_t i = 0; i < count; i++) {
        struct pair *pair = &simulation->pairs[i];
        pair->adjusted = values[count + i];
        if (simulation_is_exact(simulation))
            pair->adjusted = pair->comparison.p_value = pair->comparison.low =
                pair->comparison.high = (double)NAN;
    }
    free(values);
    return BSHIP_OK;
}

static bship_status compare_all(struct simulation *simulation)
{
    size_t count = simulation->entry_count;
    simulation->pairs = calloc(count * count, sizeof *simulation->pairs);
    if (!simulation->pairs)
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
    if (!status && simulation->plan->kind == BSHIP_MATCH_KIND_SOLO)
        status = simulation_draw_curves(simulation);
    return check_status("results", status);
}
