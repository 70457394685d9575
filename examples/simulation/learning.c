/*
 * Learning curves: the shots of a strategy and of the learner beside it, by the number of the game
 * in its series.
 *
 * The games of a series depend on each other, as a learner remembers; different series do not. So
 * errors and intervals are those of the means of whole series.
 */
#include <math.h>
#include <stdlib.h>

#include "simulation/simulation.h"

/* The mean shots of a game in a group of rounds, from the sums over the group. */
static bship_status summarise(const bship_histogram *sums, double rounds, double *mean,
                              double *error)
{
    bship_summary summary = BSHIP_SUMMARY_INIT;
    bship_status status = bship_histogram_summarise(sums, CONFIDENCE, &summary);
    *mean = summary.mean / rounds;
    *error = summary.count > 1 ? summary.standard_error / rounds : (double)NAN;
    return status;
}

/* The histogram is of plain - learner. */
static bship_status compare(const bship_histogram *differences, double rounds,
                            struct curve_point *point)
{
    bship_comparison comparison = BSHIP_COMPARISON_INIT;
    double mean, error;
    bship_status status = summarise(differences, rounds, &mean, &error);
    point->difference = 0.0 - mean;
    point->low = point->high = (double)NAN;
    if (status != BSHIP_OK || bship_histogram_count(differences) < 2)
        return status;
    status = bship_histogram_compare(differences, CONFIDENCE, &comparison);
    point->low = 0.0 - comparison.high / rounds;
    point->high = 0.0 - comparison.low / rounds;
    return status;
}

/* Computes a point of a curve, unless no series has all its games. */
static bship_status draw_point(const struct simulation *simulation, struct curve *curve,
                               int32_t group)
{
    const bship_results *results = simulation->results;
    const int32_t plain = (int32_t)(curve->plain - simulation->entries);
    const int32_t learner = (int32_t)(curve->learner - simulation->entries);
    const bship_histogram *differences =
        bship_results_group_differences(results, group, plain, learner);
    struct curve_point *point = &curve->points[curve->point_count];
    *point = (struct curve_point){ .series = bship_histogram_count(differences) };
    if (point->series == 0)
        return BSHIP_OK;
    curve->point_count++;
    bship_status status = bship_results_rounds(results, group, &point->first, &point->last);
    double rounds = point->last - point->first + 1;
    if (status == BSHIP_OK)
        status = summarise(bship_results_group_shots(results, group, plain), rounds, &point->plain,
                           &point->plain_error);
    if (status == BSHIP_OK)
        status = summarise(bship_results_group_shots(results, group, learner), rounds,
                           &point->learner, &point->learner_error);
    return status == BSHIP_OK ? compare(differences, rounds, point) : status;
}

/* Draws the curve of a learner, which follows the entry with its strategy. */
static bship_status draw_curve(struct simulation *simulation, const struct entry *learner)
{
    int32_t groups = bship_results_groups(simulation->results);
    struct curve *curve = &simulation->curves[simulation->curve_count];
    *curve = (struct curve){ .plain = learner - 1, .learner = learner };
    curve->points = calloc((size_t)groups, sizeof(*curve->points));
    if (curve->points == NULL)
        return BSHIP_ERROR_MEMORY;
    simulation->curve_count++;
    bship_status status = BSHIP_OK;
    for (int32_t group = 0; group < groups && status == BSHIP_OK; group++)
        status = draw_point(simulation, curve, group);
    return status;
}

bship_status simulation_draw_curves(struct simulation *simulation)
{
    if (!simulation->plan->has_learners)
        return BSHIP_OK;
    simulation->curves = calloc(simulation->entry_count, sizeof(*simulation->curves));
    bship_status status = simulation->curves != NULL ? BSHIP_OK : BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < simulation->entry_count && status == BSHIP_OK; i++) {
        if (simulation->entries[i].player->is_learner)
            status = draw_curve(simulation, &simulation->entries[i]);
    }
    return status;
}
