/* The results of a simulation: summaries, histograms and paired comparisons. */
#include "simulation/simulation.h"

#include <stdlib.h>

void placement_label(char label[LABEL_SIZE], const struct placement *placement)
{
    if (placement->strength > 0)
        snprintf(label, LABEL_SIZE, "%s:%g", placement->style, placement->strength);
    else
        snprintf(label, LABEL_SIZE, "%s", placement->style);
}

int64_t entry_failed(const struct simulation *simulation, const struct entry *entry)
{
    return simulation->games - entry->finished;
}

/* All entries play the same layouts. */
int64_t simulation_searched(const struct simulation *simulation)
{
    return simulation->entry_count > 0 ? simulation->entries[0].searched : 0;
}

double entry_speed(const struct simulation *simulation, const struct entry *entry)
{
    return (double)simulation->games / entry->seconds;
}

double entry_turns(const struct entry *entry)
{
    return (double)entry->turns / (double)entry->finished;
}

int64_t entry_games_between(const struct entry *entry, int64_t from, int64_t to)
{
    int64_t games = 0;
    if (from < entry->summary.minimum)
        from = entry->summary.minimum;
    if (to > entry->summary.maximum)
        to = entry->summary.maximum;
    for (int64_t shots = from; entry->histogram != NULL && shots <= to; shots++)
        games += entry->histogram[shots - entry->summary.minimum];
    return games;
}

int entry_has_deviation(const struct entry *entry)
{
    return entry->summary.count > 1;
}

int entry_has_error(const struct simulation *simulation, const struct entry *entry)
{
    return simulation->layouts == NULL && entry_has_deviation(entry);
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

int simulation_has_turns(const struct simulation *simulation)
{
    return bship_rules_get(simulation->rules, BSHIP_RULE_TURN) != BSHIP_TURN_ONE;
}

/*
 * Collects the shots of the games that both entries finished: a failed game must not count
 * as one of few shots.
 */
static size_t common_games(const struct entry *a, const struct entry *b, int64_t games,
                           int64_t *of_a, int64_t *of_b)
{
    size_t count = 0;
    for (int64_t game = 0; game < games; game++) {
        if (a->shots[game] > 0 && b->shots[game] > 0) {
            of_a[count] = a->shots[game];
            of_b[count++] = b->shots[game];
        }
    }
    return count;
}

static bship_status count_games(struct entry *entry, const int64_t *shots, size_t count)
{
    int64_t minimum = entry->summary.minimum;
    size_t bins = (size_t)(entry->summary.maximum - minimum) + 1;
    entry->histogram = calloc(bins, sizeof(*entry->histogram));
    if (entry->histogram == NULL)
        return BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < count; i++)
        entry->histogram[shots[i] - minimum]++;
    return BSHIP_OK;
}

/* Here and below, `shots` and `other` have room for all games. */
static bship_status sum_up_entry(const struct simulation *simulation, struct entry *entry,
                                 int64_t *shots, int64_t *other)
{
    size_t count = common_games(entry, entry, simulation->games, shots, other);
    if (count == 0)
        return BSHIP_OK;
    bship_status status = bship_match_summarise(shots, count, &entry->summary);
    if (status == BSHIP_OK)
        status = count_games(entry, shots, count);
    return status;
}

static bship_status compare_entries(struct simulation *simulation, const struct entry *a,
                                    const struct entry *b, int64_t *shots, int64_t *other)
{
    struct pair *pair = &simulation->pairs[simulation->pair_count];
    size_t count = common_games(a, b, simulation->games, shots, other);
    if (count < 2)
        return BSHIP_OK;
    *pair = (struct pair){ a, b, BSHIP_MATCH_COMPARISON_INIT, 1.0 };
    simulation->pair_count++;
    return bship_match_compare(shots, other, count, &pair->comparison);
}

/* How many pairs have a p-value of at least this one's. */
static size_t count_as_great(const struct simulation *simulation, double p_value)
{
    size_t count = 0;
    for (size_t i = 0; i < simulation->pair_count; i++)
        count += simulation->pairs[i].comparison.p_value >= p_value;
    return count;
}

/*
 * The step-down procedure of S. Holm (A simple sequentially rejective multiple test procedure,
 * 1979): if every pair whose adjusted p-value is below 0.05 is called different, the probability
 * of any wrong call is below 0.05.
 */
static void adjust_p_values(struct simulation *simulation)
{
    for (size_t i = 0; i < simulation->pair_count; i++) {
        struct pair *pair = &simulation->pairs[i];
        pair->adjusted = 0.0;
        for (size_t j = 0; j < simulation->pair_count; j++) {
            double p_value = simulation->pairs[j].comparison.p_value;
            double adjusted = p_value * (double)count_as_great(simulation, p_value);
            if (p_value <= pair->comparison.p_value && adjusted > pair->adjusted)
                pair->adjusted = adjusted < 1.0 ? adjusted : 1.0;
        }
    }
}

static bship_status sum_up_all(struct simulation *simulation, int64_t *shots, int64_t *other)
{
    struct entry *entries = simulation->entries;
    bship_status status = BSHIP_OK;
    for (size_t i = 0; i < simulation->entry_count && status == BSHIP_OK; i++)
        status = sum_up_entry(simulation, &entries[i], shots, other);
    for (size_t i = 0; i < simulation->entry_count; i++)
        for (size_t j = i + 1; j < simulation->entry_count && status == BSHIP_OK; j++)
            status = compare_entries(simulation, &entries[i], &entries[j], shots, other);
    adjust_p_values(simulation);
    return status == BSHIP_OK ? simulation_draw_curves(simulation) : status;
}

int simulation_sum_up(struct simulation *simulation)
{
    size_t games = (size_t)simulation->games, count = simulation->entry_count;
    int64_t *shots = calloc(games, sizeof(*shots));
    int64_t *other = calloc(games, sizeof(*other));
    simulation->pairs = calloc(count * count, sizeof(*simulation->pairs));
    bship_status status = BSHIP_ERROR_MEMORY;
    if (shots != NULL && other != NULL && simulation->pairs != NULL)
        status = sum_up_all(simulation, shots, other);
    free(shots);
    free(other);
    if (status == BSHIP_OK)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": results: %s\n", bship_status_message(status));
    return EXIT_RUNTIME;
}
