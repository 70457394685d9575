/* Newton's method within MacKay's updates of the prior variances; see tilt.h. */
#include "inference/habits/tilt.h"

#include <math.h>
#include <string.h>

#include "base/cholesky.h"
#include "base/exponential.h"

enum {
    NEWTON_STEPS = 4, /* after the last update of the variances; between two of them, one */
    HALVINGS = 8,     /* of a step that overshoots */
    STEPS_PER_PLACEMENT = 60
};

/* Prior variances of coefficients of features whose own variance is 1. */
#define VARIANCE_START 0.25
#define VARIANCE_MIN 4e-3 /* a coefficient of a smaller one is 0 */
#define VARIANCE_MAX 4.0
/* A variance v has the prior density v^-(1 + sparsity); deviations of a band are rarer. */
#define SPARSITY 0.35
#define SPARSITY_OF_BANDS 1.0
/* What it costs, in nats, that the data have chosen the variance of a group. */
#define CHOICE 1.0
/* The same of orientations: one layout in sixteen has all of five ships alike, by chance. */
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
typedef struct fit {
    const bsi_habit_tables *tables;
    const double *room;
    bsi_work_budget *budget;
    bsi_tilt *tilt;
    band_sums bands[BSI_HABIT_BANDS];
    double log_likelihood; /* apart from the room of the ships seen */
    size_t active_count;   /* coefficients that are not 0 */
    uint8_t active[BSI_COEFFICIENTS];
    int used_count; /* features of active coefficients: the moments of the others are 0 */
    uint8_t used[BSI_FEATURES];
    double step[BSI_COEFFICIENTS];                      /* by active coefficient */
    double factor[BSI_COEFFICIENTS * BSI_COEFFICIENTS]; /* of the negative Hessian */
} fit;

/* ---- coefficients ---- */

void bsi_tilt_init(bsi_tilt *tilt)
{
    memset(tilt, 0, sizeof *tilt);
    for (int i = 0; i < BSI_TILT_VARIANCES; i++)
        tilt->variances[i] = VARIANCE_START;
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

void bsi_tilt_of_class(const bsi_tilt *tilt, const bsi_habit_class *class,
                       double theta[BSI_FEATURES])
{
    const double *own = tilt->coefficients + (class->band + 1) * BSI_FEATURES;
    for (int f = 0; f < BSI_FEATURES; f++)
        theta[f] = tilt->coefficients[f] + own[f];
}

static double product(const double *a, const double *b)
{
    double sum = 0;
    for (int f = 0; f < BSI_FEATURES; f++)
        sum += a[f] * b[f];
    return sum;
}

void bsi_tilt_weights(const bsi_tilt *tilt, const bsi_habit_tables *tables, double *weights)
{
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        double theta[BSI_FEATURES];
        bsi_tilt_of_class(tilt, class, theta);
        for (uint32_t i = class->first[0]; i < class->end; i++)
            weights[i] = product(theta, tables->features[i]);
    }
}

/* ---- likelihood ---- */

/* Sets what was observed: the sums of features by band, and the ships of each class. */
static void read_ships(fit *own, bsi_habit_ships ships)
{
    const bsi_habit_tables *tables = own->tables;
    memset(tables->class_weights, 0, (size_t)tables->class_count * sizeof *tables->class_weights);
    for (int b = 0; b < BSI_HABIT_BANDS; b++)
        memset(own->bands[b].observed, 0, sizeof own->bands[b].observed);
    for (size_t i = 0; i < ships.count; i++) {
        const bsi_habit_ship *ship = &ships.items[i];
        double *observed = own->bands[tables->classes[ship->class].band].observed;
        tables->class_weights[ship->class] += ship->weight;
        for (int f = 0; f < BSI_FEATURES; f++)
            observed[f] += ship->weight * tables->features[ship->placement][f];
    }
}

/* Sums of exp(room + theta . f) over the placements of a class: 1, f, and f f', of used features.
 */
typedef struct moments {
    double sum;
    double first[BSI_FEATURES];
    double second[BSI_FEATURES][BSI_FEATURES];
} moments;

static void add_placement(moments *own, double weight, const double *features, int count)
{
    own->sum += weight;
    for (int f = 0; f < count; f++) {
        double weighted = weight * features[f];
        own->first[f] += weighted;
        for (int g = 0; g <= f; g++)
            own->second[f][g] += weighted * features[g];
    }
}

static void sum_moments(const fit *own, const bsi_habit_class *class, moments *out)
{
    double theta[BSI_FEATURES];
    double features[BSI_FEATURES];
    bsi_tilt_of_class(own->tilt, class, theta);
    memset(out, 0, sizeof *out);
    for (uint32_t i = class->first[0]; i < class->end; i++) {
        double tilt = 0;
        if (isinf(own->room[i]))
            continue;
        for (int f = 0; f < own->used_count; f++) {
            features[f] = own->tables->features[i][own->used[f]];
            tilt += theta[own->used[f]] * features[f];
        }
        add_placement(out, bsi_exp(own->room[i] + tilt), features, own->used_count);
    }
}

/* Adds what a class predicts of so many ships to the sums of its band. */
static void add_class(fit *own, const bsi_habit_class *class, double ships)
{
    band_sums *band = &own->bands[class->band];
    moments sums;
    sum_moments(own, class, &sums);
    own->log_likelihood -= ships * bsi_log(sums.sum);
    for (int f = 0; f < own->used_count; f++) {
        double mean = sums.first[f] / sums.sum;
        band->expected[own->used[f]] += ships * mean;
        for (int g = 0; g <= f; g++)
            band->covariance[own->used[f]][own->used[g]] +=
                ships * (sums.second[f][g] / sums.sum - mean * sums.first[g] / sums.sum);
    }
}

/* The log likelihood at the present coefficients, its gradient and Hessian band by band. */
static bship_status evaluate(fit *own)
{
    const bsi_habit_tables *tables = own->tables;
    own->log_likelihood = 0;
    for (int b = 0; b < tables->band_count; b++) {
        memset(own->bands[b].expected, 0, sizeof own->bands[b].expected);
        memset(own->bands[b].covariance, 0, sizeof own->bands[b].covariance);
    }
    for (int32_t c = 0; c < tables->class_count; c++)
        if (tables->class_weights[c] > 0)
            add_class(own, &tables->classes[c], tables->class_weights[c]);
    for (int i = 0; i < BSI_COEFFICIENTS; i++) {
        int band = band_of(i);
        for (int b = 0; b < tables->band_count; b++)
            if (band == b || band < 0)
                own->log_likelihood +=
                    own->tilt->coefficients[i] * own->bands[b].observed[i % BSI_FEATURES];
    }
    return bsi_work_charge(own->budget, (int64_t)tables->placement_count * STEPS_PER_PLACEMENT);
}

/* The log prior density of the coefficients, apart from constants of the variances. */
static double log_prior(const fit *own)
{
    double sum = 0;
    for (size_t i = 0; i < own->active_count; i++) {
        double value = own->tilt->coefficients[own->active[i]];
        sum -= value * value / (2 * own->tilt->variances[variance_of(own->active[i])]);
    }
    return sum;
}

/* ---- Newton's method ---- */

/* Lists the coefficients that are not bound to 0 by their prior, and sets the others to 0. */
static void list_active(fit *own)
{
    bool is_used[BSI_FEATURES] = { false };
    own->active_count = 0;
    own->used_count = 0;
    for (int i = 0; i < BSI_FEATURES * (1 + own->tables->band_count); i++) {
        bool is_deviation = i >= BSI_FEATURES;
        bool is_needed = !is_deviation || own->tables->band_count > 1;
        bool is_active = is_needed && own->tilt->variances[variance_of(i)] >= VARIANCE_MIN;
        if (is_active)
            own->active[own->active_count++] = (uint8_t)i;
        else
            own->tilt->coefficients[i] = 0;
        is_used[i % BSI_FEATURES] |= is_active;
    }
    for (int f = 0; f < BSI_FEATURES; f++)
        if (is_used[f])
            own->used[own->used_count++] = (uint8_t)f;
}

static double gradient_of(const fit *own, int coefficient)
{
    int band = band_of(coefficient);
    int feature = coefficient % BSI_FEATURES;
    double sum =
        -own->tilt->coefficients[coefficient] / own->tilt->variances[variance_of(coefficient)];
    for (int b = 0; b < own->tables->band_count; b++)
        if (band == b || band < 0)
            sum += own->bands[b].observed[feature] - own->bands[b].expected[feature];
    return sum;
}

/* The entry of the negative Hessian of two coefficients. */
static double curvature_of(const fit *own, int i, int j)
{
    int first = i % BSI_FEATURES;
    int second = j % BSI_FEATURES;
    int row = first > second ? first : second;
    int column = first > second ? second : first;
    double sum = i == j ? 1 / own->tilt->variances[variance_of(i)] : 0;
    for (int b = 0; b < own->tables->band_count; b++)
        if ((band_of(i) == b || band_of(i) < 0) && (band_of(j) == b || band_of(j) < 0))
            sum += own->bands[b].covariance[row][column];
    return sum;
}

/* Factors the negative Hessian; false if rounding made it indefinite. */
static bool factor_curvature(fit *own)
{
    for (size_t i = 0; i < own->active_count; i++)
        for (size_t j = 0; j <= i; j++)
            own->factor[i * own->active_count + j] =
                curvature_of(own, own->active[i], own->active[j]);
    return bsi_cholesky_factor(own->factor, own->active_count, own->active_count);
}

static void move(fit *own, double scale)
{
    for (size_t i = 0; i < own->active_count; i++)
        own->tilt->coefficients[own->active[i]] += scale * own->step[i];
}

/* Takes a step, halved until the objective does not fall; sets what it gained. */
static bship_status take_step(fit *own, double *gain)
{
    double before = own->log_likelihood + log_prior(own);
    double scale = 1;
    move(own, 1);
    bship_status status = evaluate(own);
    *gain = own->log_likelihood + log_prior(own) - before;
    for (int i = 0; !status && !(*gain >= 0) && i < HALVINGS; i++) {
        scale /= 2;
        move(own, -scale);
        status = evaluate(own);
        *gain = own->log_likelihood + log_prior(own) - before;
    }
    if (!status && !(*gain >= 0)) {
        move(own, -scale);
        status = evaluate(own);
        *gain = 0;
    }
    return status;
}

/* Maximizes the posterior density of the coefficients; afterwards `factor` is of its curvature. */
static bship_status maximize(fit *own, int steps)
{
    double gain = (double)INFINITY;
    list_active(own);
    bship_status status = evaluate(own);
    for (int i = 0; !status && i < steps && gain > PRECISION; i++) {
        if (!factor_curvature(own))
            break;
        for (size_t j = 0; j < own->active_count; j++)
            own->step[j] = gradient_of(own, own->active[j]);
        bsi_cholesky_solve(own->factor, own->active_count, own->active_count, own->step);
        status = take_step(own, &gain);
    }
    if (!status)
        (void)factor_curvature(own);
    return status;
}

/* ---- evidence ---- */

/* Sets the covariance of the coefficients: the inverse of the curvature. */
static void invert_curvature(fit *own)
{
    double column[BSI_COEFFICIENTS];
    memset(own->tilt->covariance, 0, sizeof own->tilt->covariance);
    for (size_t i = 0; i < own->active_count; i++) {
        memset(column, 0, sizeof column);
        column[i] = 1;
        bsi_cholesky_solve(own->factor, own->active_count, own->active_count, column);
        for (size_t j = 0; j < own->active_count; j++)
            own->tilt->covariance[own->active[i]][own->active[j]] = column[j];
    }
}

/* The coefficients of a variance: how many, well determined by the data, and their squares. */
typedef struct group_sums {
    double count;
    double determined;
    double squares;
} group_sums;

static group_sums sum_group(const fit *own, int variance)
{
    group_sums sums = { 0, 0, 0 };
    for (size_t i = 0; i < own->active_count; i++) {
        int at = own->active[i];
        if (variance_of(at) != variance)
            continue;
        sums.count++;
        sums.determined += 1 - own->tilt->covariance[at][at] / own->tilt->variances[variance];
        sums.squares += own->tilt->coefficients[at] * own->tilt->coefficients[at];
    }
    return sums;
}

/* MacKay's update of the variances; returns the largest change of a logarithm. */
static double update_variances(fit *own)
{
    double change = 0;
    for (int i = 0; i < BSI_TILT_VARIANCES; i++) {
        group_sums sums = sum_group(own, i);
        double *variance = &own->tilt->variances[i];
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

/* The log evidence for one coefficient that the data do not need: Occam's factor. */
static double needless(const fit *own)
{
    double ships = 0;
    for (int32_t c = 0; c < own->tables->class_count; c++)
        ships += own->tables->class_weights[c];
    return -bsi_log1p(ships * VARIANCE_START) / 2;
}

static double choice_of(int variance)
{
    return variance % BSI_FEATURE_GROUPS == BSI_ORIENTATION_GROUP ? CHOICE_OF_ORIENTATION : CHOICE;
}

/* Laplace's approximation of the log evidence, apart from the room of the ships. */
static double log_evidence(const fit *own)
{
    double sum =
        own->log_likelihood + log_prior(own) -
        bsi_cholesky_log_determinant(own->factor, own->active_count, own->active_count) / 2;
    for (size_t i = 0; i < own->active_count; i++)
        sum -= bsi_log(own->tilt->variances[variance_of(own->active[i])]) / 2;
    for (int i = 0; i < BSI_TILT_VARIANCES; i++) {
        group_sums sums = sum_group(own, i);
        if (sums.count > 0)
            sum -= choice_of(i) * sums.determined / sums.count;
    }
    return own->active_count > 0 ? sum : sum + needless(own);
}

/* The log likelihood of the uniform law, apart from the room under the tilted one. */
static double uniform_log_likelihood(const fit *own, bsi_habit_ships ships)
{
    const bsi_habit_tables *tables = own->tables;
    double sum = 0;
    for (size_t i = 0; i < ships.count; i++) {
        uint32_t at = ships.items[i].placement;
        sum += ships.items[i].weight * (tables->uniform_room[at] - own->room[at]);
    }
    for (int32_t c = 0; c < tables->class_count; c++)
        sum -= tables->class_weights[c] * tables->classes[c].uniform_sum;
    return sum;
}

bship_status bsi_tilt_fit(bsi_tilt *tilt, const bsi_habit_tables *tables, const double *room,
                          bsi_habit_ships ships, int rounds, bsi_work_budget *budget)
{
    fit own = { .tables = tables, .room = room, .budget = budget, .tilt = tilt };
    read_ships(&own, ships);
    bship_status status = maximize(&own, rounds > 0 ? 1 : NEWTON_STEPS);
    for (int i = 0; !status && i < rounds; i++) {
        invert_curvature(&own);
        double change = update_variances(&own);
        bool is_last = change < 0.02 || i == rounds - 1;
        status = maximize(&own, is_last ? NEWTON_STEPS : 1);
        if (is_last)
            break;
    }
    if (status)
        return status;
    invert_curvature(&own);
    tilt->is_flat = own.active_count == 0;
    tilt->evidence = log_evidence(&own) - uniform_log_likelihood(&own, ships);
    return BSHIP_OK;
}
