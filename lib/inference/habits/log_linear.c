/* Newton's method within MacKay's updates of the prior variances; see log_linear.h. */
#include "inference/habits/log_linear.h"

#include <math.h>
#include <string.h>

#include "base/cholesky.h"
#include "base/exponential.h"

enum {
    NEWTON_STEPS = 4, /* after the last update of the variances; between two of them, one */
    HALVINGS = 8,     /* of a step that overshoots */
    STEPS_PER_PLACEMENT = 60
};

/* Prior variances of coefficients of features of variance 1. */
#define VARIANCE_START 0.25
#define VARIANCE_MIN 4e-3 /* a coefficient of a smaller one is 0 */
#define VARIANCE_MAX 4.0
/* The logarithm of a variance v has a prior density proportional to v^-sparsity, so that few groups
 * of features matter; deviations of a band are rarer. */
#define SPARSITY 0.35
#define SPARSITY_OF_BANDS 1.0
/* The penalty of the log evidence, in nats, for a group whose variance is fitted to the data. */
#define CHOICE 1.0
/* The same for the orientation: by chance, one layout of five ships in sixteen has all alike. */
#define CHOICE_OF_ORIENTATION 2.0
/* The gain of a step, in nats, at which Newton's method ends. */
#define PRECISION 1e-5

/* What the law of a band predicts of the features of the ships seen. */
typedef struct band_sums {
    double observed[BSI_FEATURES];
    double expected[BSI_FEATURES];
    double covariance[BSI_FEATURES][BSI_FEATURES]; /* lower triangle */
} band_sums;

/* The workspace of a fit. */
struct fit {
    const bsi_habit_tables *tables;
    const double *base;
    bsi_work_budget *budget;
    bsi_log_linear *law;
    band_sums bands[BSI_HABIT_BANDS];
    double log_likelihood; /* without the base measure of the ships seen */
    size_t active_count;   /* coefficients that are not 0 */
    uint8_t active[BSI_COEFFICIENTS];
    int used_count; /* features of active coefficients: the moments of the others are 0 */
    uint8_t used[BSI_FEATURES];
    double step[BSI_COEFFICIENTS];                      /* by active coefficient */
    double factor[BSI_COEFFICIENTS * BSI_COEFFICIENTS]; /* of the negative Hessian */
};

/* ---- coefficients ---- */

void bsi_log_linear_init(bsi_log_linear *law)
{
    memset(law, 0, sizeof *law);
    for (int i = 0; i < BSI_LOG_LINEAR_VARIANCES; i++)
        law->variances[i] = VARIANCE_START;
}

/* The index of a coefficient's variance. */
static int variance_of(int coefficient)
{
    int group = bsi_feature_group[coefficient % BSI_FEATURES];
    return coefficient < BSI_FEATURES ? group : BSI_FEATURE_GROUPS + group;
}

/* The band of a coefficient; -1: all classes. */
static int band_of(int coefficient)
{
    return coefficient / BSI_FEATURES - 1;
}

void bsi_log_linear_of_class(const bsi_log_linear *law, const bsi_habit_class *class,
                             double theta[BSI_FEATURES])
{
    const double *deviation = law->coefficients + (class->band + 1) * BSI_FEATURES;
    for (int f = 0; f < BSI_FEATURES; f++)
        theta[f] = law->coefficients[f] + deviation[f];
}

void bsi_log_linear_weights(const bsi_log_linear *law, const bsi_habit_tables *tables,
                            double *weights)
{
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        double theta[BSI_FEATURES];
        bsi_log_linear_of_class(law, class, theta);
        for (uint32_t i = class->first[0]; i < class->end; i++) {
            double sum = 0;
            for (int f = 0; f < BSI_FEATURES; f++)
                sum += theta[f] * tables->features[i][f];
            weights[i] = sum;
        }
    }
}

/* ---- likelihood ---- */

/* Sets what was observed: the sums of features by band, and the ships of each class. */
static void read_ships(struct fit *fit, bsi_habit_ships ships)
{
    const bsi_habit_tables *tables = fit->tables;
    memset(tables->class_weights, 0, (size_t)tables->class_count * sizeof *tables->class_weights);
    for (int b = 0; b < BSI_HABIT_BANDS; b++)
        memset(fit->bands[b].observed, 0, sizeof fit->bands[b].observed);
    for (size_t i = 0; i < ships.count; i++) {
        const bsi_habit_ship *ship = &ships.items[i];
        double *observed = fit->bands[tables->classes[ship->class].band].observed;
        tables->class_weights[ship->class] += ship->weight;
        for (int f = 0; f < BSI_FEATURES; f++)
            observed[f] += ship->weight * tables->features[ship->placement][f];
    }
}

/* Sums of exp(base + theta . f) over the placements of a class: 1, f, and f f', of used features.
 */
typedef struct moments {
    double sum;
    double first[BSI_FEATURES];
    double second[BSI_FEATURES][BSI_FEATURES];
} moments;

static void add_placement(moments *sums, double weight, const double *features, int count)
{
    sums->sum += weight;
    for (int f = 0; f < count; f++) {
        double weighted = weight * features[f];
        sums->first[f] += weighted;
        for (int g = 0; g <= f; g++)
            sums->second[f][g] += weighted * features[g];
    }
}

static void sum_moments(const struct fit *fit, const bsi_habit_class *class, moments *out)
{
    double theta[BSI_FEATURES];
    double features[BSI_FEATURES];
    bsi_log_linear_of_class(fit->law, class, theta);
    memset(out, 0, sizeof *out);
    for (uint32_t i = class->first[0]; i < class->end; i++) {
        double exponent = 0;
        if (isinf(fit->base[i]))
            continue;
        for (int f = 0; f < fit->used_count; f++) {
            features[f] = fit->tables->features[i][fit->used[f]];
            exponent += theta[fit->used[f]] * features[f];
        }
        add_placement(out, bsi_exp(fit->base[i] + exponent), features, fit->used_count);
    }
}

/* Adds what a class predicts of so many ships to the sums of its band. */
static void add_class(struct fit *fit, const bsi_habit_class *class, double ships)
{
    band_sums *band = &fit->bands[class->band];
    moments sums;
    sum_moments(fit, class, &sums);
    fit->log_likelihood -= ships * bsi_log(sums.sum);
    for (int f = 0; f < fit->used_count; f++) {
        double mean = sums.first[f] / sums.sum;
        band->expected[fit->used[f]] += ships * mean;
        for (int g = 0; g <= f; g++)
            band->covariance[fit->used[f]][fit->used[g]] +=
                ships * (sums.second[f][g] / sums.sum - mean * sums.first[g] / sums.sum);
    }
}

/* The log likelihood at the present coefficients, its gradient and Hessian band by band. */
static bship_status evaluate(struct fit *fit)
{
    const bsi_habit_tables *tables = fit->tables;
    fit->log_likelihood = 0;
    for (int b = 0; b < tables->band_count; b++) {
        memset(fit->bands[b].expected, 0, sizeof fit->bands[b].expected);
        memset(fit->bands[b].covariance, 0, sizeof fit->bands[b].covariance);
    }
    for (int32_t c = 0; c < tables->class_count; c++)
        if (tables->class_weights[c] > 0)
            add_class(fit, &tables->classes[c], tables->class_weights[c]);
    for (int i = 0; i < BSI_COEFFICIENTS; i++) {
        int band = band_of(i);
        for (int b = 0; b < tables->band_count; b++)
            if (band == b || band < 0)
                fit->log_likelihood +=
                    fit->law->coefficients[i] * fit->bands[b].observed[i % BSI_FEATURES];
    }
    return bsi_work_charge(fit->budget, (int64_t)tables->placement_count * STEPS_PER_PLACEMENT);
}

/* The log prior density of the coefficients, apart from constants of the variances. */
static double log_prior(const struct fit *fit)
{
    double sum = 0;
    for (size_t i = 0; i < fit->active_count; i++) {
        double value = fit->law->coefficients[fit->active[i]];
        sum -= value * value / (2 * fit->law->variances[variance_of(fit->active[i])]);
    }
    return sum;
}

/* ---- Newton's method ---- */

/* Lists the coefficients that are not bound to 0 by their prior, and sets the others to 0. */
static void list_active(struct fit *fit)
{
    bool is_used[BSI_FEATURES] = { false };
    fit->active_count = 0;
    fit->used_count = 0;
    for (int i = 0; i < BSI_FEATURES * (1 + fit->tables->band_count); i++) {
        bool is_deviation = i >= BSI_FEATURES;
        bool is_needed = !is_deviation || fit->tables->band_count > 1;
        bool is_active = is_needed && fit->law->variances[variance_of(i)] >= VARIANCE_MIN;
        if (is_active)
            fit->active[fit->active_count++] = (uint8_t)i;
        else
            fit->law->coefficients[i] = 0;
        is_used[i % BSI_FEATURES] |= is_active;
    }
    for (int f = 0; f < BSI_FEATURES; f++)
        if (is_used[f])
            fit->used[fit->used_count++] = (uint8_t)f;
}

static double gradient_of(const struct fit *fit, int coefficient)
{
    int band = band_of(coefficient);
    int feature = coefficient % BSI_FEATURES;
    double sum =
        -fit->law->coefficients[coefficient] / fit->law->variances[variance_of(coefficient)];
    for (int b = 0; b < fit->tables->band_count; b++)
        if (band == b || band < 0)
            sum += fit->bands[b].observed[feature] - fit->bands[b].expected[feature];
    return sum;
}

/* The entry of the negative Hessian of two coefficients. */
static double curvature_of(const struct fit *fit, int i, int j)
{
    int first = i % BSI_FEATURES;
    int second = j % BSI_FEATURES;
    int row = first > second ? first : second;
    int column = first > second ? second : first;
    double sum = i == j ? 1 / fit->law->variances[variance_of(i)] : 0;
    for (int b = 0; b < fit->tables->band_count; b++)
        if ((band_of(i) == b || band_of(i) < 0) && (band_of(j) == b || band_of(j) < 0))
            sum += fit->bands[b].covariance[row][column];
    return sum;
}

/* Factors the negative Hessian; false if rounding made it indefinite. */
static bool factor_curvature(struct fit *fit)
{
    for (size_t i = 0; i < fit->active_count; i++)
        for (size_t j = 0; j <= i; j++)
            fit->factor[i * fit->active_count + j] =
                curvature_of(fit, fit->active[i], fit->active[j]);
    return bsi_cholesky_factor(fit->factor, fit->active_count, fit->active_count);
}

static void move(struct fit *fit, double scale)
{
    for (size_t i = 0; i < fit->active_count; i++)
        fit->law->coefficients[fit->active[i]] += scale * fit->step[i];
}

/* Takes a step, halved until the objective does not fall; sets what it gained. */
static bship_status take_step(struct fit *fit, double *gain)
{
    double before = fit->log_likelihood + log_prior(fit);
    double scale = 1;
    move(fit, 1);
    bship_status status = evaluate(fit);
    *gain = fit->log_likelihood + log_prior(fit) - before;
    for (int i = 0; !status && !(*gain >= 0) && i < HALVINGS; i++) {
        scale /= 2;
        move(fit, -scale);
        status = evaluate(fit);
        *gain = fit->log_likelihood + log_prior(fit) - before;
    }
    if (!status && !(*gain >= 0)) {
        move(fit, -scale);
        status = evaluate(fit);
        *gain = 0;
    }
    return status;
}

/* Maximizes the posterior density of the coefficients; afterwards `factor` is of its curvature. */
static bship_status maximize(struct fit *fit, int steps)
{
    double gain = (double)INFINITY;
    list_active(fit);
    bship_status status = evaluate(fit);
    for (int i = 0; !status && i < steps && gain > PRECISION; i++) {
        if (!factor_curvature(fit))
            break;
        for (size_t j = 0; j < fit->active_count; j++)
            fit->step[j] = gradient_of(fit, fit->active[j]);
        bsi_cholesky_solve(fit->factor, fit->active_count, fit->active_count, fit->step);
        status = take_step(fit, &gain);
    }
    if (!status)
        (void)factor_curvature(fit);
    return status;
}

/* ---- evidence ---- */

/* Sets the covariance of the coefficients: the inverse of the curvature. */
static void invert_curvature(struct fit *fit)
{
    double column[BSI_COEFFICIENTS];
    memset(fit->law->covariance, 0, sizeof fit->law->covariance);
    for (size_t i = 0; i < fit->active_count; i++) {
        memset(column, 0, sizeof column);
        column[i] = 1;
        bsi_cholesky_solve(fit->factor, fit->active_count, fit->active_count, column);
        for (size_t j = 0; j < fit->active_count; j++)
            fit->law->covariance[fit->active[i]][fit->active[j]] = column[j];
    }
}

/* The coefficients of a variance: how many, well determined by the data, and their squares. */
typedef struct group_sums {
    double count;
    double determined;
    double squares;
} group_sums;

static group_sums sum_group(const struct fit *fit, int variance)
{
    group_sums sums = { 0, 0, 0 };
    for (size_t i = 0; i < fit->active_count; i++) {
        int at = fit->active[i];
        if (variance_of(at) != variance)
            continue;
        sums.count++;
        sums.determined += 1 - fit->law->covariance[at][at] / fit->law->variances[variance];
        sums.squares += fit->law->coefficients[at] * fit->law->coefficients[at];
    }
    return sums;
}

/* MacKay's update of the variances, with their prior: the mode of their logarithms. Returns the
 * largest relative change. */
static double update_variances(struct fit *fit)
{
    double change = 0;
    for (int i = 0; i < BSI_LOG_LINEAR_VARIANCES; i++) {
        group_sums sums = sum_group(fit, i);
        double *variance = &fit->law->variances[i];
        double old = *variance;
        if (sums.count == 0)
            continue;
        double sparsity = i < BSI_FEATURE_GROUPS ? SPARSITY : SPARSITY_OF_BANDS;
        *variance = fmin(sums.squares / (sums.determined + 2 * sparsity), VARIANCE_MAX);
        if (*variance < VARIANCE_MIN)
            *variance = 0;
        change = fmax(change, fabs(*variance - old) / old);
    }
    return change;
}

/* The log evidence of a law with one coefficient that the data do not need: its Occam factor. */
static double needless(const struct fit *fit)
{
    double ships = 0;
    for (int32_t c = 0; c < fit->tables->class_count; c++)
        ships += fit->tables->class_weights[c];
    return -bsi_log1p(ships * VARIANCE_START) / 2;
}

/* Laplace's approximation of the log evidence, without the base measure of the ships. */
static double log_evidence(const struct fit *fit)
{
    double sum =
        fit->log_likelihood + log_prior(fit) -
        bsi_cholesky_log_determinant(fit->factor, fit->active_count, fit->active_count) / 2;
    for (size_t i = 0; i < fit->active_count; i++)
        sum -= bsi_log(fit->law->variances[variance_of(fit->active[i])]) / 2;
    for (int i = 0; i < BSI_LOG_LINEAR_VARIANCES; i++) {
        group_sums sums = sum_group(fit, i);
        bool is_orientation = i % BSI_FEATURE_GROUPS == BSI_ORIENTATION_GROUP;
        double choice = is_orientation ? CHOICE_OF_ORIENTATION : CHOICE;
        if (sums.count > 0)
            sum -= choice * sums.determined / sums.count;
    }
    return fit->active_count > 0 ? sum : sum + needless(fit);
}

/* The log likelihood of the uniform law, without the base measure of the fitted one. */
static double uniform_log_likelihood(const struct fit *fit, bsi_habit_ships ships)
{
    const bsi_habit_tables *tables = fit->tables;
    double sum = 0;
    for (size_t i = 0; i < ships.count; i++) {
        uint32_t at = ships.items[i].placement;
        sum += ships.items[i].weight * (tables->uniform_base[at] - fit->base[at]);
    }
    for (int32_t c = 0; c < tables->class_count; c++)
        sum -= tables->class_weights[c] * tables->classes[c].uniform_sum;
    return sum;
}

bship_status bsi_log_linear_fit(bsi_log_linear *law, const bsi_habit_tables *tables,
                                const double *base, bsi_habit_ships ships, int rounds,
                                bsi_work_budget *budget)
{
    struct fit fit = { .tables = tables, .base = base, .budget = budget, .law = law };
    read_ships(&fit, ships);
    bship_status status = maximize(&fit, rounds > 0 ? 1 : NEWTON_STEPS);
    for (int i = 0; !status && i < rounds; i++) {
        invert_curvature(&fit);
        double change = update_variances(&fit);
        bool is_last = change < 0.02 || i == rounds - 1;
        status = maximize(&fit, is_last ? NEWTON_STEPS : 1);
        if (is_last)
            break;
    }
    if (status)
        return status;
    invert_curvature(&fit);
    law->is_flat = fit.active_count == 0;
    law->evidence = log_evidence(&fit) - uniform_log_likelihood(&fit, ships);
    return BSHIP_OK;
}
