/* When a simulation is over; see stop.h. */
#include "simulation/stop.h"

#include <math.h>

/* With fewer games than this an error is itself too rough to stop by. */
enum {
    STOP_UNIT = 100
};

int64_t plan_next_stop(const struct plan *plan, int64_t games)
{
    int64_t series = plan->series > 0 ? plan->series : 1;
    int64_t unit = (STOP_UNIT + series - 1) / series * series;
    int64_t stop = unit;
    if (plan->target_error <= 0)
        return plan->games;
    while (stop <= games)
        stop += stop / 10 > unit ? stop / 10 / unit * unit : unit;
    return stop < plan->games ? stop : plan->games;
}

static double shots_error(const struct histogram *shots)
{
    if (shots->count < 2)
        return (double)INFINITY;
    return histogram_summarise(shots, CONFIDENCE).standard_error;
}

/*
 * Of the mean of `won` ones, `drawn` halves and zeros. Two wins and two losses are added, since the
 * error would be 0 where one player won every game (A. Agresti, B. Coull, Approximate is better
 * than "exact" for interval estimation of binomial proportions, The American Statistician 52,
 * 1998).
 */
static double points_error(const struct results_entry *figures)
{
    double games = (double)figures->played + 4;
    double won = (double)figures->won + 2, drawn = (double)figures->drawn;
    double mean = (won + 0.5 * drawn) / games;
    double variance = (won + 0.25 * drawn) / games - mean * mean;
    return sqrt(variance / (games - 1));
}

double simulation_error(const struct simulation *simulation)
{
    double greatest = 0;
    for (int32_t i = 0; i < (int32_t)simulation->entry_count; i++) {
        double error = simulation->plan->kind == BSHIP_MATCH_KIND_SOLO
                           ? shots_error(results_shots(simulation->results, RESULTS_ALL, i))
                           : points_error(&simulation->results->entries[i]);
        greatest = error > greatest ? error : greatest;
    }
    return greatest;
}

bool simulation_misses_target(const struct simulation *simulation)
{
    double target = simulation->plan->target_error;
    return target > 0 && simulation_error(simulation) > target;
}

bool simulation_is_over(const struct simulation *simulation)
{
    const struct plan *plan = simulation->plan;
    int64_t games = simulation->results->games;
    if (games >= plan->games)
        return true;
    return games > 0 && plan->target_error > 0 && plan_next_stop(plan, games - 1) == games &&
           !simulation_misses_target(simulation);
}
