/*
 * Learning curves: the shots of a strategy and of the learner beside it, by the number of the game
 * in its series.
 *
 * The games of a series depend on each other, as a learner remembers; different series do not. So
 * errors and intervals are those of the means of whole series.
 */
#include "simulation/simulation.h"

#include <math.h>
#include <stdlib.h>

/* Shots by series, summed over a group of rounds. */
struct sums {
    int64_t *plain;
    int64_t *learner;
    size_t count;
};

/* The last round of the group that begins with a round: groups end at 1, 2, 3, 5, 10, 20, 50 ... */
static int32_t last_of_group(int32_t first, int32_t series)
{
    static const int32_t ends[] = { 1, 2, 5 };
    if (first == 3)
        return 3;
    for (int32_t power = 1;; power *= 10) {
        for (int i = 0; i < 3; i++) {
            if (power * ends[i] >= first)
                return power * ends[i] < series ? power * ends[i] : series;
        }
    }
}

/* Adds the shots of a series in the rounds of a group, if both finished all these games. */
static void add_series(const struct simulation *simulation, const struct curve *curve,
                       const struct curve_point *point, int64_t start, struct sums *sums)
{
    int64_t plain = 0, learner = 0;
    if (start + point->last > simulation->games)
        return;
    for (int64_t game = start + point->first - 1; game < start + point->last; game++) {
        if (curve->plain->shots[game] == 0 || curve->learner->shots[game] == 0)
            return;
        plain += curve->plain->shots[game];
        learner += curve->learner->shots[game];
    }
    sums->plain[sums->count] = plain;
    sums->learner[sums->count++] = learner;
}

static bship_status summarise(const int64_t *sums, size_t count, double rounds, double *mean,
                              double *error)
{
    bship_match_summary summary = BSHIP_MATCH_SUMMARY_INIT;
    bship_status status = bship_match_summarise(sums, count, &summary);
    *mean = summary.mean / rounds;
    *error = count > 1 ? summary.standard_error / rounds : (double)NAN;
    return status;
}

static bship_status compare(const struct sums *sums, double rounds, struct curve_point *point)
{
    bship_match_comparison comparison = BSHIP_MATCH_COMPARISON_INIT;
    point->difference = point->learner - point->plain;
    point->low = point->high = (double)NAN;
    if (sums->count < 2)
        return BSHIP_OK;
    bship_status status = bship_match_compare(sums->learner, sums->plain, sums->count, &comparison);
    point->low = comparison.low / rounds;
    point->high = comparison.high / rounds;
    return status;
}

/* Computes a point of a curve, unless no series has all its games. */
static bship_status draw_point(const struct simulation *simulation, struct curve *curve,
                               int32_t first, struct sums *sums)
{
    struct curve_point *point = &curve->points[curve->point_count];
    *point =
        (struct curve_point){ .first = first, .last = last_of_group(first, simulation->series) };
    sums->count = 0;
    for (int64_t start = 0; start < simulation->games; start += simulation->series)
        add_series(simulation, curve, point, start, sums);
    if (sums->count == 0)
        return BSHIP_OK;
    double rounds = point->last - point->first + 1;
    curve->point_count++;
    point->series = (int64_t)sums->count;
    bship_status status =
        summarise(sums->plain, sums->count, rounds, &point->plain, &point->plain_error);
    if (status == BSHIP_OK)
        status =
            summarise(sums->learner, sums->count, rounds, &point->learner, &point->learner_error);
    return status == BSHIP_OK ? compare(sums, rounds, point) : status;
}

static size_t count_groups(int32_t series)
{
    size_t count = 0;
    for (int32_t first = 1; first <= series; first = last_of_group(first, series) + 1)
        count++;
    return count;
}

/* Draws the curve of a learner, which follows the entry with its strategy. */
static bship_status draw_curve(struct simulation *simulation, const struct entry *learner,
                               struct sums *sums)
{
    struct curve *curve = &simulation->curves[simulation->curve_count];
    *curve = (struct curve){ .plain = learner - 1, .learner = learner };
    curve->points = calloc(count_groups(simulation->series), sizeof(*curve->points));
    if (curve->points == NULL)
        return BSHIP_ERROR_MEMORY;
    simulation->curve_count++;
    bship_status status = BSHIP_OK;
    for (int32_t first = 1; first <= simulation->series && status == BSHIP_OK;
         first = last_of_group(first, simulation->series) + 1)
        status = draw_point(simulation, curve, first, sums);
    return status;
}

bship_status simulation_draw_curves(struct simulation *simulation)
{
    if (!simulation->has_learners)
        return BSHIP_OK;
    size_t series = (size_t)((simulation->games - 1) / simulation->series + 1);
    struct sums sums = { calloc(series, sizeof(int64_t)), calloc(series, sizeof(int64_t)), 0 };
    simulation->curves = calloc(simulation->entry_count, sizeof(*simulation->curves));
    bship_status status = BSHIP_OK;
    if (sums.plain == NULL || sums.learner == NULL || simulation->curves == NULL)
        status = BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < simulation->entry_count && status == BSHIP_OK; i++) {
        if (simulation->entries[i].is_learner)
            status = draw_curve(simulation, &simulation->entries[i], &sums);
    }
    free(sums.plain);
    free(sums.learner);
    return status;
}
