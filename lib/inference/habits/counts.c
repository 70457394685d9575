/* The Dirichlet-multinomial distribution; see counts.h. */
#include "inference/habits/counts.h"

#include <math.h>
#include <string.h>

#include "base/exponential.h"

enum {
    CONCENTRATIONS = 4
};

static const double concentrations[CONCENTRATIONS] = { 4, 16, 64, 256 };

/* The prior probability that the concentration is finite. */
#define PARTICULAR 0.1

/*
 * The logarithm of gamma(a) for a > 0, by Stirling's series after recurrence. lgamma() of the C
 * library writes a global variable.
 */
static double log_gamma(double a)
{
    const double half_log_two_pi = 0.91893853320467274178;
    double product = 1;
    for (; a < 10; a++)
        product *= a;
    double inverse = 1 / a;
    double square = inverse * inverse;
    double series =
        inverse * (1.0 / 12 - square * (1.0 / 360 - square * (1.0 / 1260 - square / 1680)));
    return (a - 0.5) * bsi_log(a) - a + half_log_two_pi + series - bsi_log(product);
}

/* Sets the counts of placements, and of all ships of each class. */
static void count_ships(const bsi_habit_tables *tables, bsi_habit_ships ships, double *counts)
{
    memset(counts, 0, tables->placement_count * sizeof *counts);
    memset(tables->class_weights, 0, (size_t)tables->class_count * sizeof *tables->class_weights);
    for (size_t i = 0; i < ships.count; i++) {
        counts[ships.items[i].placement] += ships.items[i].weight;
        tables->class_weights[ships.items[i].class] += ships.items[i].weight;
    }
}

/* The log evidence for a concentration, against an infinite one. */
static double log_evidence(const bsi_habit_tables *tables, const double *law, const double *counts,
                           double concentration)
{
    double sum = 0;
    for (uint32_t i = 0; i < tables->placement_count; i++)
        if (counts[i] > 0 && law[i] > 0) {
            double prior = concentration * law[i];
            sum += log_gamma(counts[i] + prior) - log_gamma(prior) - counts[i] * bsi_log(law[i]);
        }
    for (int32_t c = 0; c < tables->class_count; c++)
        sum += log_gamma(concentration) - log_gamma(tables->class_weights[c] + concentration);
    return sum;
}

/* The factors of a class's weights, averaged over the concentrations. */
static void scale_class(const bsi_habit_tables *tables, const bsi_habit_class *class,
                        const double *law, const double *counts, const double *probabilities,
                        double *weights)
{
    double all = tables->class_weights[class - tables->classes];
    for (uint32_t i = class->first[0]; i < class->end; i++) {
        double factor = 1;
        for (int k = 0; law[i] > 0 && k < CONCENTRATIONS; k++) {
            double c = concentrations[k];
            double ratio = (counts[i] / law[i] + c) / (all + c);
            factor += probabilities[k] * (ratio - 1);
        }
        weights[i] *= factor;
    }
}

double bsi_habit_counts_apply(const bsi_habit_tables *tables, bsi_habit_ships ships,
                              const double *law, double sure, double *counts, double *weights)
{
    double probabilities[CONCENTRATIONS];
    double odds = 0; /* of any finite concentration */
    count_ships(tables, ships, counts);
    for (int k = 0; k < CONCENTRATIONS; k++) {
        double evidence = log_evidence(tables, law, counts, concentrations[k]);
        probabilities[k] =
            PARTICULAR / (1 - PARTICULAR) / CONCENTRATIONS * bsi_exp(fmin(evidence, 500));
        odds += probabilities[k];
    }
    for (int k = 0; k < CONCENTRATIONS; k++)
        probabilities[k] /= 1 + odds;
    if (odds / (1 + odds) < sure)
        return odds / (1 + odds);
    for (int32_t c = 0; c < tables->class_count; c++)
        scale_class(tables, &tables->classes[c], law, counts, probabilities, weights);
    return odds / (1 + odds);
}
