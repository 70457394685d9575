/* Counting pairs, sampling their numbers, and the evidence for a law; see pairs.h. */
#include "inference/habits/pairs.h"

#include <math.h>
#include <string.h>

#include "base/exponential.h"
#include "base/random.h"

enum {
    START_TRIES = 100,   /* restarts, to find a first layout */
    SHIP_TRIES = 200,    /* draws of a ship before a restart */
    BURN_IN = 32,        /* sweeps before the first sample */
    STEPS_PER_SHIP = 40, /* of a sweep, apart from comparing it with the others */
    NEAR_MIN = 2,
    NEAR_PART = 5 /* ships are near within this part of the shorter side */
};

/* The prior probability that a player has a habit of pairs. */
#define PAIR_HABIT 0.5
/* theta has a standard normal prior, on a grid from -GRID_END to GRID_END. */
#define GRID_END 4.0
/* Numbers of pairs that vary less than this carry no law. */
#define VARIANCE_MIN 1e-3

/* ---- geometry ---- */

bsi_rectangle bsi_rectangle_of(const bship_rules *rules, int32_t length, bsi_placement placement)
{
    return bsi_rectangle_from(bsi_cell(rules, placement.position),
                              placement.orientation == BSHIP_ORIENTATION_VERTICAL, length);
}

/* The distance of two intervals: 1 if they are side by side, 0 or less if they overlap. */
static inline int32_t distance(int32_t a_first, int32_t a_last, int32_t b_first, int32_t b_last)
{
    return a_first < b_first ? b_first - a_last : a_first - b_last;
}

/* The distances of two ships, in columns and in rows. */
typedef struct distances {
    int32_t columns, rows;
} distances;

static inline distances distances_of(const bsi_rectangle *a, const bsi_rectangle *b)
{
    return (distances){ distance(a->left, a->right, b->left, b->right),
                        distance(a->top, a->bottom, b->top, b->bottom) };
}

static inline int32_t greater(distances apart)
{
    return apart.columns > apart.rows ? apart.columns : apart.rows;
}

/* Whether the contact rule forbids two ships. */
static inline bool are_in_conflict(const bship_rules *rules, distances apart)
{
    int32_t nearest = rules->contact_count > 0;
    bool is_corner = rules->contact_count == 4 && apart.columns == 1 && apart.rows == 1;
    return greater(apart) <= nearest && !is_corner;
}

static int32_t near_distance(const bship_rules *rules)
{
    int32_t shorter = rules->width < rules->height ? rules->width : rules->height;
    return shorter / NEAR_PART > NEAR_MIN ? shorter / NEAR_PART : NEAR_MIN;
}

bsi_pair_counts bsi_count_pairs(const bship_rules *rules, const bsi_rectangle *ships, int32_t count)
{
    int32_t near = near_distance(rules);
    bsi_pair_counts counts = { { 0, 0 }, 0 };
    uint32_t touching = 0;
    for (int32_t a = 0; a < count; a++)
        for (int32_t b = a + 1; b < count; b++) {
            int32_t apart = greater(distances_of(&ships[a], &ships[b]));
            counts.pairs[0] = (uint16_t)(counts.pairs[0] + (apart <= 1));
            counts.pairs[1] = (uint16_t)(counts.pairs[1] + (apart <= near));
            touching |= apart <= 1 ? 1u << a | 1u << b : 0;
        }
    for (; touching; touching &= touching - 1)
        counts.touching++;
    return counts;
}

/* ---- sampling ---- */

bool bsi_has_pairs(const bship_rules *rules)
{
    return rules->fleet->count >= 2 && rules->fleet->count <= BSI_PAIR_SHIPS_MAX;
}

/* A layout that is being drawn. */
typedef struct walk {
    const bsi_habit_tables *tables;
    const double *sums; /* by placement: of the weights of its class up to it */
    bsi_rectangle ships[BSI_PAIR_SHIPS_MAX];
    int32_t count;
    bship_rng rng;
} walk;

/* Sums the weights of each class; of placements over blocked cells they are 0. */
static void sum_weights(const bsi_habit_tables *tables, const double *weights, double *sums)
{
    for (int32_t c = 0; c < tables->class_count; c++) {
        double sum = 0;
        for (uint32_t i = tables->classes[c].first[0]; i < tables->classes[c].end; i++) {
            if (!isinf(tables->uniform_room[i]))
                sum += weights ? weights[i] : 1;
            sums[i] = sum;
        }
    }
}

bsi_rectangle bsi_rectangle_at(const bsi_habit_class *class, uint32_t placement)
{
    bool is_vertical = placement >= class->first[1];
    uint32_t number = placement - class->first[is_vertical];
    uint32_t columns = class->columns[is_vertical];
    bship_cell first = { (int32_t)(number % columns), (int32_t)(number / columns) };
    return bsi_rectangle_from(first, is_vertical, class->length);
}

/* Draws a placement of a ship by weight. */
static bsi_rectangle propose(walk *own, int32_t ship)
{
    const bsi_habit_class *class = bsi_habit_class_of(own->tables, ship);
    uint32_t low = class->first[0], high = class->end - 1;
    double at = bsi_rng_unit(&own->rng) * own->sums[high];
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (own->sums[middle] > at)
            high = middle;
        else
            low = middle + 1;
    }
    return bsi_rectangle_at(class, low);
}

/* Whether a ship can lie there beside the first ships but itself. */
static bool fits(const walk *own, int32_t ship, const bsi_rectangle *there)
{
    for (int32_t i = 0; i < own->count; i++)
        if (i != ship && are_in_conflict(own->tables->rules, distances_of(there, &own->ships[i])))
            return false;
    return true;
}

/* Finds a first layout; returns whether there is one. */
static bool start(walk *own, bsi_work_budget *budget, bship_status *status)
{
    int32_t ships = own->tables->rules->fleet->count;
    for (int i = 0; i < START_TRIES && !*status; i++) {
        int tries = 0;
        for (own->count = 0; own->count < ships && tries < SHIP_TRIES; tries++) {
            own->ships[own->count] = propose(own, own->count);
            if (!fits(own, own->count, &own->ships[own->count]))
                continue;
            own->count++;
            tries = 0;
        }
        if (own->count == ships)
            return true;
        *status = bsi_work_charge(budget, SHIP_TRIES * STEPS_PER_SHIP);
    }
    return false;
}

/* Proposes a new placement of each ship, which is accepted if it is legal. */
static void sweep(walk *own)
{
    for (int32_t i = 0; i < own->count; i++) {
        bsi_rectangle there = propose(own, i);
        if (fits(own, i, &there))
            own->ships[i] = there;
    }
}

bship_status bsi_pair_sample_draw(bsi_pair_sample *sample, const bsi_habit_tables *tables,
                                  const double *weights, double *sums, bsi_work_budget *budget)
{
    const bship_rules *rules = tables->rules;
    int64_t ships = rules->fleet->count;
    bship_status status = BSHIP_OK;
    walk own = { .tables = tables, .sums = sums };
    sample->is_drawn = false;
    sum_weights(tables, weights, sums);
    bship_rng_seed(&own.rng, 0, BSHIP_RNG_PURPOSE_SAMPLE, 0);
    if (!start(&own, budget, &status))
        return status;
    for (int i = -BURN_IN; !status && i < BSI_PAIR_SAMPLES; i++) {
        sweep(&own);
        if (i >= 0)
            sample->items[i] = bsi_count_pairs(rules, own.ships, own.count);
        status = bsi_work_charge(budget, ships * (STEPS_PER_SHIP + 4 * ships));
    }
    sample->is_drawn = !status;
    return status;
}

double bsi_pair_sample_touching(const bsi_pair_sample *sample, int32_t ships)
{
    double sum = 0;
    for (int i = 0; sample->is_drawn && i < BSI_PAIR_SAMPLES; i++)
        sum += sample->items[i].touching;
    return sample->is_drawn ? sum / BSI_PAIR_SAMPLES / ships : (double)NAN;
}

/* ---- evidence ---- */

/* The law of the number of pairs with one feature, at every theta. */
typedef struct family {
    double base[BSI_PAIRS_MAX + 1]; /* by number: its probability without a law */
    double standard[BSI_PAIRS_MAX + 1];
    double log_means[BSI_PAIR_GRID]; /* log Z */
    double posterior[BSI_PAIR_GRID]; /* of theta */
    double evidence;                 /* log, against no law */
} family;

static double theta_at(int i)
{
    return GRID_END * (2.0 * i / (BSI_PAIR_GRID - 1) - 1);
}

/* Sets the probabilities of the numbers without a law. A number that was seen can occur, however
 * rarely: it counts as half a layout of the sample. Returns the number of pairs. */
static int set_base(family *own, int feature, const bsi_pair_sample *sample,
                    const bsi_pair_seen *seen, size_t count)
{
    double total = BSI_PAIR_SAMPLES;
    int most = 0;
    memset(own->base, 0, sizeof own->base);
    for (int i = 0; i < BSI_PAIR_SAMPLES; i++)
        own->base[sample->items[i].pairs[feature]]++;
    for (size_t i = 0; i < count; i++) {
        double *base = &own->base[seen[i].counts.pairs[feature]];
        total += *base > 0 ? 0 : 0.5;
        *base = fmax(*base, 0.5);
    }
    for (int k = 0; k <= BSI_PAIRS_MAX; k++) {
        own->base[k] /= total;
        most = own->base[k] > 0 ? k : most;
    }
    return most;
}

/* Standardizes the numbers; returns whether they vary. */
static bool standardize(family *own)
{
    double mean = 0, square = 0;
    for (int k = 0; k <= BSI_PAIRS_MAX; k++) {
        mean += own->base[k] * k;
        square += own->base[k] * k * k;
    }
    double variance = square - mean * mean;
    for (int k = 0; k <= BSI_PAIRS_MAX; k++)
        own->standard[k] = (k - mean) / sqrt(fmax(variance, VARIANCE_MIN));
    return variance > VARIANCE_MIN;
}

/* Sets the log of the mean of exp(theta z) at every theta. */
static void set_means(family *own, int most)
{
    for (int i = 0; i < BSI_PAIR_GRID; i++) {
        double sum = 0;
        for (int k = 0; k <= most; k++)
            if (own->base[k] > 0)
                sum += own->base[k] * bsi_exp(theta_at(i) * own->standard[k]);
        own->log_means[i] = bsi_log(sum);
    }
}

/* Sets the posterior of theta, and the evidence. */
static void integrate(family *own, int feature, const bsi_pair_seen *seen, size_t count)
{
    double weight = 0, sum = 0, most = (double)-INFINITY, total = 0, prior = 0;
    for (size_t i = 0; i < count; i++) {
        weight += seen[i].weight;
        sum += seen[i].weight * own->standard[seen[i].counts.pairs[feature]];
    }
    for (int i = 0; i < BSI_PAIR_GRID; i++) {
        own->posterior[i] = theta_at(i) * sum - weight * own->log_means[i];
        most = fmax(most, own->posterior[i]);
    }
    for (int i = 0; i < BSI_PAIR_GRID; i++) {
        double density = bsi_exp(-theta_at(i) * theta_at(i) / 2);
        prior += density;
        own->posterior[i] = density * bsi_exp(own->posterior[i] - most);
        total += own->posterior[i];
    }
    for (int i = 0; i < BSI_PAIR_GRID; i++)
        own->posterior[i] /= total;
    own->evidence = most + bsi_log(total / prior);
}

/* The predictive factor of a number of pairs. */
static double factor_of(const family *own, int number)
{
    double sum = 0;
    for (int i = 0; i < BSI_PAIR_GRID; i++)
        sum += own->posterior[i] * bsi_exp(theta_at(i) * own->standard[number] - own->log_means[i]);
    return sum;
}

/* ---- the share of touching ships ---- */

/* The share at one theta, of the mean share by number of touching pairs. */
static double share_at(const family *own, const double *shares, int theta)
{
    double sum = 0;
    for (int k = 0; k <= BSI_PAIRS_MAX; k++)
        if (own->base[k] > 0)
            sum += own->base[k] * shares[k] *
                   bsi_exp(theta_at(theta) * own->standard[k] - own->log_means[theta]);
    return sum;
}

/* The first theta of the grid up to which the posterior has so much probability. */
static int quantile(const family *own, double probability)
{
    double sum = own->posterior[0];
    int i = 0;
    while (i < BSI_PAIR_GRID - 1 && sum < probability)
        sum += own->posterior[++i];
    return i;
}

/* The mean share of touching ships by number of touching pairs; where no sample has the number, of
 * what was seen it is the least that it can be. */
static void set_shares(double *shares, const bsi_pair_sample *sample, int32_t ships)
{
    double counts[BSI_PAIRS_MAX + 1] = { 0 };
    memset(shares, 0, (BSI_PAIRS_MAX + 1) * sizeof *shares);
    for (int i = 0; i < BSI_PAIR_SAMPLES; i++) {
        shares[sample->items[i].pairs[0]] += (double)sample->items[i].touching / ships;
        counts[sample->items[i].pairs[0]]++;
    }
    for (int k = 0; k <= BSI_PAIRS_MAX; k++)
        shares[k] = counts[k] > 0 ? shares[k] / counts[k] : k > 0 ? shares[k - 1] : 0;
}

static bsi_pair_share touching_share(const family *own, const bsi_pair_law *law,
                                     const bsi_pair_sample *sample, int32_t ships)
{
    double shares[BSI_PAIRS_MAX + 1], sum = 0, factors = 0;
    set_shares(shares, sample, ships);
    for (int i = 0; i < BSI_PAIR_SAMPLES; i++) {
        double factor = bsi_pair_factor(law, sample->items[i]);
        factors += factor;
        sum += factor * sample->items[i].touching / ships;
    }
    double low = share_at(own, shares, quantile(own, 0.025));
    double high = share_at(own, shares, quantile(own, 0.975));
    return (bsi_pair_share){ sum / factors, fmin(low, high), fmax(low, high) };
}

void bsi_pairs_fit(bsi_pair_fit *fit, const bsi_habit_tables *tables, const bsi_pair_sample *sample,
                   const bsi_pair_seen *seen, size_t count)
{
    family families[BSI_PAIR_FEATURES];
    double odds[BSI_PAIR_FEATURES] = { 0, 0 }, total = 1;
    int32_t ships = tables->rules->fleet->count;
    memset(fit, 0, sizeof *fit);
    for (int i = 0; i < BSI_PAIR_FEATURES; i++) {
        int most = set_base(&families[i], i, sample, seen, count);
        bool varies = standardize(&families[i]);
        set_means(&families[i], most);
        integrate(&families[i], i, seen, count);
        if (varies)
            odds[i] = PAIR_HABIT / (1 - PAIR_HABIT) / BSI_PAIR_FEATURES *
                      bsi_exp(fmin(families[i].evidence, 500));
        total += odds[i];
    }
    fit->law.probability = 1 - 1 / total;
    fit->evidence = bsi_log((1 - PAIR_HABIT) * total);
    for (int i = 0; i < BSI_PAIR_FEATURES; i++)
        for (int k = 0; odds[i] > 0 && k <= ships * (ships - 1) / 2; k++)
            fit->law.factors[i][k] = odds[i] / total * factor_of(&families[i], k);
    fit->touching = touching_share(&families[0], &fit->law, sample, ships);
}
