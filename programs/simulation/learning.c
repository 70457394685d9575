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
static void summarise(const struct histogram *sums, double rounds, double *mean, double *error)
{
    struct summary summary = histogram_summarise(sums, CONFIDENCE);
    *mean = summary.mean / rounds;
    *error = summary.count > 1 ? summary.standard_error / rounds : (double)NAN;
}

/* The histogram is of plain - learner. */
static void compare(const struct histogram *differences, double rounds, struct curve_point *point)
{
    double mean, error;
    summarise(differences, rounds, &mean, &error);
    point->difference = 0.0 - mean;
    point->low = point->high = (double)NAN;
    if (differences->count < 2)
        return;
    struct comparison comparison = histogram_compare(differences, CONFIDENCE);
    point->low = 0.0 - comparison.high / rounds;
    point->high = 0.0 - comparison.low / rounds;
}

/* Computes a point of a curve, unless no series has all its games. */
static void draw_point(const struct simulation *simulation, struct curve *curve, int32_t group)
{
    const struct results *results = simulation->results;
    const int32_t plain = (int32_t)(curve->plain - simulation->entries);
    const int32_t learner = (int32_t)(curve->learner - simulation->entries);
    const struct histogram *differences = results_differences(results, group, plain, learner);
    struct curve_point *point = &curve->points[curve->point_count];
    *point = (struct curve_point){ .strategy = curve->plain->name, .series = differences->count };
    if (point->series == 0)
        return;
    curve->point_count++;
    int32_t first, last;
    results_rounds(results, group, &first, &last);
    point->first = first;
    point->last = last;
    if (first == last)
        snprintf(point->label, sizeof point->label, "game %d", (int)first);
    else
        snprintf(point->label, sizeof point->label, "games %d-%d", (int)first, (int)last);
    double rounds = last - first + 1;
    summarise(results_shots(results, group, plain), rounds, &point->plain, &point->plain_error);
    summarise(results_shots(results, group, learner), rounds, &point->learner,
              &point->learner_error);
    compare(differences, rounds, point);
}

/* Draws the curve of a learner, which follows the entry with its strategy. */
static bship_status draw_curve(struct simulation *simulation, const struct entry *learner)
{
    int32_t groups = results_groups(simulation->results);
    struct curve *curve = &simulation->curves[simulation->curve_count];
    *curve = (struct curve){ .plain = learner - 1, .learner = learner };
    curve->points = calloc((size_t)groups, sizeof *curve->points);
    if (!curve->points)
        return BSHIP_ERROR_MEMORY;
    simulation->curve_count++;
    for (int32_t group = 0; group < groups; group++)
        draw_point(simulation, curve, group);
    return BSHIP_OK;
}

bship_status simulation_draw_curves(struct simulation *simulation)
{
    if (!simulation->plan->has_learners)
        return BSHIP_OK;
    simulation->curves = calloc(simulation->entry_count, sizeof *simulation->curves);
    bship_status status = simulation->curves ? BSHIP_OK : BSHIP_ERROR_MEMORY;
    for (size_t i = 0; i < simulation->entry_count && !status; i++) {
        if (simulation->entries[i].player->is_learner)
            status = draw_curve(simulation, &simulation->entries[i]);
    }
    return status;
}
