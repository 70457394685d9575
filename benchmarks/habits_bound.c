/*
 * The most that can be learnt of a habit of pairs: the log-likelihood, in nats a layout, that an
 * ideal Bayesian gains after some layouts of a player; 10x10, ships of 5, 4, 3, 3 and 2, contact
 * allowed.
 *
 * He knows that the probability of a layout is proportional to exp(theta k), where k is the number
 * of pairs of ships within two columns and two rows of each other, as the placement styles
 * `clustered` and `spread` have it; what he does not know is theta, for which he takes a normal law
 * (theta times the standard deviation of k is standard normal), nor whether there is a habit at
 * all, of which the columns give his prior probability. The sum of k over the layouts is a
 * sufficient statistic, so everything is computed exactly but for the law of k in uniform layouts:
 * a sample.
 *
 * Usage: benchmark-habits-bound [LAYOUTS [SAMPLE [SEED]]]: how many layouts he has seen, the size
 * of the sample, the seed.
 */
#include <math.h>
#include <string.h>

#include "near_pairs.h"
#include "timing.h"

#define SHIPS 5
#define PAIRS 10 /* the most near pairs of a layout */
#define LAYOUTS_MAX 100
#define SUMS (LAYOUTS_MAX * PAIRS + 1)
#define GRID 161 /* values of theta, from -THETA_END to THETA_END standard deviations of k */
#define THETA_END 4.0

#define COUNT(array) ((int)(sizeof(array) / sizeof((array)[0])))

static const double strengths[] = { 6, 8, 10, 12, -6 };
static const double priors[] = { 1, 0.9, 0.7, 0.5, 0.3 };

/* The law of k in uniform layouts, and all laws of the family. */
struct family {
    double base[PAIRS + 1];
    double scores[PAIRS + 1]; /* k less its mean, divided by its standard deviation */
    double log_means[GRID];   /* of exp(theta score) */
};

/* ---- uniform layouts ---- */

static void sample_base(struct family *family, int sample, uint64_t seed)
{
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_placer *placer = NULL;
    bship_rng rng;

    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), "fleet");
    check(bship_rules_new(&rules, fleet, NULL, NULL), "rules");
    check(bship_placer_new(&placer, rules, "uniform", NULL, NULL), "placer");
    bship_rng_seed(&rng, seed, 0, 0);
    for (int i = 0; i < sample; i++) {
        bship_placement layout[SHIPS];
        check(bship_placer_draw(placer, &rng, layout, SHIPS, NULL), "layout");
        family->base[near_pairs(fleet, layout, SHIPS)] += 1.0 / sample;
    }
    bship_placer_free(placer);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
}

static double theta_at(int i)
{
    return THETA_END * (2.0 * i / (GRID - 1) - 1);
}

static double deviation(const double *law)
{
    double mean = 0, square = 0;

    for (int k = 0; k <= PAIRS; k++) {
        mean += law[k] * k;
        square += law[k] * k * k;
    }
    return sqrt(square - mean * mean);
}

static void family_init(struct family *family, int sample, uint64_t seed)
{
    double mean = 0;

    memset(family, 0, sizeof *family);
    sample_base(family, sample, seed);
    for (int k = 0; k <= PAIRS; k++)
        mean += family->base[k] * k;
    for (int k = 0; k <= PAIRS; k++)
        family->scores[k] = (k - mean) / deviation(family->base);
    for (int i = 0; i < GRID; i++) {
        double sum = 0;
        for (int k = 0; k <= PAIRS; k++)
            sum += family->base[k] * exp(theta_at(i) * family->scores[k]);
        family->log_means[i] = log(sum);
    }
}

/* ---- the player and the Bayesian ---- */

/* The law of k for a style of a strength, whose weights are e^(strength x share of pairs). */
static void law_of(const struct family *family, double strength, double law[PAIRS + 1])
{
    double sum = 0;

    for (int k = 0; k <= PAIRS; k++) {
        law[k] = family->base[k] * exp(strength * k / PAIRS);
        sum += law[k];
    }
    for (int k = 0; k <= PAIRS; k++)
        law[k] /= sum;
}

/* The law of the sum of k over some layouts. */
static void convolve(const double law[PAIRS + 1], int layouts, double sums[SUMS])
{
    memset(sums, 0, SUMS * sizeof *sums);
    sums[0] = 1;
    for (int n = 0; n < layouts; n++)
        for (int s = (n + 1) * PAIRS; s >= 0; s--) {
            double sum = 0;
            for (int k = 0; k <= PAIRS && k <= s; k++)
                sum += law[k] * sums[s - k];
            sums[s] = sum;
        }
}

/*
 * What the Bayesian believes after layouts with that sum of k: the factors of the next layout's
 * probability against the uniform law, by k.
 */
static void predict(const struct family *family, int layouts, int sum, double prior,
                    double factors[PAIRS + 1])
{
    const double score =
        layouts * family->scores[0] + sum * (family->scores[1] - family->scores[0]);
    double total = 0, density = 0;

    memset(factors, 0, (PAIRS + 1) * sizeof *factors);
    for (int i = 0; i < GRID; i++) {
        const double theta = theta_at(i), normal = exp(-theta * theta / 2);
        const double weight = normal * exp(theta * score - layouts * family->log_means[i]);
        density += normal;
        total += weight;
        for (int k = 0; k <= PAIRS; k++)
            factors[k] += weight * exp(theta * family->scores[k] - family->log_means[i]);
    }
    const double habit = prior * total / density / (prior * total / density + 1 - prior);
    for (int k = 0; k <= PAIRS; k++)
        factors[k] = 1 - habit + habit * factors[k] / total;
}

/* The nats a layout that he gains on average against the uniform law. */
static double gain(const struct family *family, const double law[PAIRS + 1], int layouts,
                   double prior)
{
    double sums[SUMS], factors[PAIRS + 1], mean = 0;

    convolve(law, layouts, sums);
    for (int s = 0; s <= layouts * PAIRS; s++) {
        if (sums[s] < 1e-15)
            continue;
        predict(family, layouts, s, prior, factors);
        for (int k = 0; k <= PAIRS; k++)
            mean += sums[s] * law[k] * log(factors[k]);
    }
    return mean;
}

/* What whoever knows the law gains. */
static double most(const struct family *family, const double law[PAIRS + 1])
{
    double sum = 0;

    for (int k = 0; k <= PAIRS; k++)
        sum += law[k] > 0 ? law[k] * log(law[k] / family->base[k]) : 0;
    return sum;
}

static void print_laws(const struct family *family, int layouts)
{
    double law[PAIRS + 1];

    for (int i = 0; i < COUNT(strengths); i++) {
        law_of(family, strengths[i], law);
        printf("%-10s%4.0f%12.3f", strengths[i] < 0 ? "spread" : "clustered", fabs(strengths[i]),
               most(family, law));
        for (int j = 0; j < COUNT(priors); j++)
            printf("%8.1f%%", 100 * gain(family, law, layouts, priors[j]) / most(family, law));
        printf("\n");
    }
    printf("%-14s%12s", "uniform, nats", "");
    for (int j = 0; j < COUNT(priors); j++)
        printf("%9.4f", gain(family, family->base, layouts, priors[j]));
    printf("\n");
}

int main(int argc, char **argv)
{
    const int layouts = argc > 1 ? atoi(argv[1]) : 10;
    const int sample = argc > 2 ? atoi(argv[2]) : 200000;
    const uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : SEED;
    struct family family;

    if (layouts < 0 || layouts > LAYOUTS_MAX || sample < 1) {
        fprintf(stderr, "0 to %d layouts, and a sample of at least 1\n", LAYOUTS_MAX);
        return EXIT_FAILURE;
    }
    family_init(&family, sample, seed);
    printf("the share of what whoever knows the law gains, after %d layouts, by the prior\n"
           "probability of a habit; %d uniform layouts\n\n%-14s%12s",
           layouts, sample, "habit", "knows, nats");
    for (int j = 0; j < COUNT(priors); j++)
        printf("%9.2f", priors[j]);
    printf("\n");
    print_laws(&family, layouts);
    return finish_output();
}
