/*
 * Ratings by maximum likelihood in the model of Bradley and Terry: with theta the ratings in
 * natural units, player i beats j with probability p = 1 / (1 + exp(theta_j - theta_i)). The
 * logarithm of the likelihood is concave in theta; its second derivatives, n p (1 - p) for n games
 * of a pair, are the information matrix, which is singular, as only differences count: its null
 * space is that of equal ratings. Added to it is a multiple of the matrix of ones, which changes no
 * solution whose sum is 0.
 */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "simulation/statistics/statistics.h"

static const double scale = 173.71779276130073; /* 400 / ln 10 */

struct rating {
    const int64_t *wins;
    const int64_t *draws;
    size_t players;
    unsigned char *chains; /* whether a chain of games not lost leads from the row to the column */
    size_t *members;       /* the players of the group that is rated */
    size_t count;          /* how many */
    size_t reference;      /* one of them */
    /* By member. */
    double *thetas;
    double *moved;    /* the next ratings */
    double *gradient; /* and the solution of the equations */
    double *matrix;   /* the information matrix, then its factor */
};

/* ---- games ---- */

/* Twice the score of i against j. */
static double points(const struct rating *rating, size_t i, size_t j)
{
    size_t at = i * rating->players + j;
    return 2.0 * (double)rating->wins[at] + (double)rating->draws[at];
}

/* ---- who can be rated ---- */

/* Transitive closure (S. Warshall, A theorem on Boolean matrices, Journal of the ACM 9, 1962). */
static void find_chains(struct rating *rating)
{
    size_t n = rating->players;
    unsigned char *chains = rating->chains;
    for (size_t i = 0; i < n; i++)
        for (size_t j = 0; j < n; j++)
            chains[i * n + j] = i == j || points(rating, i, j) > 0.0;
    for (size_t k = 0; k < n; k++)
        for (size_t i = 0; i < n; i++)
            for (size_t j = 0; chains[i * n + k] && j < n; j++)
                chains[i * n + j] |= chains[k * n + j];
}

static bool has_chain(const struct rating *rating, size_t from, size_t to)
{
    return rating->chains[from * rating->players + to] != 0;
}

/* Takes the players with chains to and from one as the group. */
static void take_group(struct rating *rating, size_t reference)
{
    rating->count = 0;
    rating->reference = reference;
    for (size_t i = 0; i < rating->players; i++) {
        if (has_chain(rating, i, reference) && has_chain(rating, reference, i))
            rating->members[rating->count++] = i;
    }
}

/* Takes the largest group. */
static void take_largest(struct rating *rating)
{
    size_t best = 0, most = 0;
    for (size_t i = 0; i < rating->players; i++) {
        take_group(rating, i);
        if (rating->count > most) {
            most = rating->count;
            best = i;
        }
    }
    take_group(rating, best);
}

/* The rating of a player outside of the group. */
static double rating_outside(const struct rating *rating, size_t player)
{
    if (has_chain(rating, player, rating->reference))
        return (double)INFINITY;
    return has_chain(rating, rating->reference, player) ? -(double)INFINITY : (double)NAN;
}

/* ---- the likelihood ---- */

/* Twice the logarithm of the likelihood. */
static double log_likelihood(const struct rating *rating, const double *thetas)
{
    double sum = 0.0;
    for (size_t a = 0; a < rating->count; a++) {
        for (size_t b = 0; b < rating->count; b++) {
            double lead = thetas[a] - thetas[b];
            double log_p = lead > 0.0 ? -log1p(exp(-lead)) : lead - log1p(exp(lead));
            sum += points(rating, rating->members[a], rating->members[b]) * log_p;
        }
    }
    return sum;
}

/* The information matrix, with the multiple of the matrix of ones, and the gradient. */
static void derive(struct rating *rating)
{
    size_t m = rating->count;
    double trace = 0.0;
    memset(rating->matrix, 0, m * m * sizeof *rating->matrix);
    memset(rating->gradient, 0, m * sizeof *rating->gradient);
    for (size_t a = 0; a < m; a++) {
        for (size_t b = 0; b < m; b++) {
            double scored = points(rating, rating->members[a], rating->members[b]) / 2.0;
            double lost = points(rating, rating->members[b], rating->members[a]) / 2.0;
            double p = 1.0 / (1.0 + exp(rating->thetas[b] - rating->thetas[a]));
            double q = 1.0 / (1.0 + exp(rating->thetas[a] - rating->thetas[b]));
            double information = (scored + lost) * p * q;
            if (a == b)
                continue;
            rating->gradient[a] += scored * q - lost * p;
            rating->matrix[a * m + b] -= information;
            rating->matrix[a * m + a] += information;
            trace += information;
        }
    }
    double weight = trace / (double)m / (double)m;
    for (size_t i = 0; i < m * m; i++)
        rating->matrix[i] += weight;
}

/*
 * Moves by the step in the gradient's place, or by less of it if that is less likely, by more than
 * rounding errors can explain. Returns how far the rating moved that moved most.
 */
static double move(struct rating *rating)
{
    enum {
        HALVINGS = 60
    };
    double before = log_likelihood(rating, rating->thetas), part = 1.0, farthest = 0.0;
    double least = before - 1e-12 * fabs(before);
    for (int i = 0; i < HALVINGS; i++, part /= 2.0) {
        for (size_t a = 0; a < rating->count; a++)
            rating->moved[a] = rating->thetas[a] + part * rating->gradient[a];
        if (log_likelihood(rating, rating->moved) >= least)
            break;
    }
    for (size_t a = 0; a < rating->count; a++)
        farthest = fmax(farthest, fabs(rating->moved[a] - rating->thetas[a]));
    memcpy(rating->thetas, rating->moved, rating->count * sizeof *rating->thetas);
    return farthest;
}

/* The product of the first `count` numbers of two rows. */
static double dot(const double *a, const double *b, size_t count)
{
    double sum = 0.0;
    for (size_t i = 0; i < count; i++)
        sum += a[i] * b[i];
    return sum;
}

/* Cholesky's factorization: replaces the lower triangle of the matrix by L, whose product with its
 * transpose it is; false if the matrix is not positive definite. */
static bool factor(double *matrix, size_t n)
{
    for (size_t i = 0; i < n; i++) {
        double *row = matrix + i * n;
        for (size_t j = 0; j < i; j++)
            row[j] = (row[j] - dot(row, matrix + j * n, j)) / matrix[j * n + j];
        double square = row[i] - dot(row, row, i);
        if (!(square > 0.0))
            return false;
        row[i] = sqrt(square);
    }
    return true;
}

/* Replaces b by the solution of the equations with a factored matrix. */
static void solve(const double *matrix, size_t n, double *b)
{
    for (size_t i = 0; i < n; i++)
        b[i] = (b[i] - dot(matrix + i * n, b, i)) / matrix[i * n + i];
    for (size_t i = n; i-- > 0;) {
        b[i] /= matrix[i * n + i];
        for (size_t j = 0; j < i; j++)
            b[j] -= matrix[i * n + j] * b[i];
    }
}

/* Newton's method. Leaves the factor of the information matrix at the solution. */
static void maximise(struct rating *rating)
{
    enum {
        STEPS_MAX = 200
    };
    const double enough = 1e-12;
    size_t m = rating->count;
    memset(rating->thetas, 0, m * sizeof *rating->thetas);
    for (int step = 0; step < STEPS_MAX; step++) {
        derive(rating);
        if (!factor(rating->matrix, m))
            return;
        solve(rating->matrix, m, rating->gradient);
        if (move(rating) < enough)
            return;
    }
}

/* ---- results ---- */

/* The variance of the difference of a member's rating to the mean. */
static double variance_of(const struct rating *rating, size_t member)
{
    size_t m = rating->count;
    double *column = rating->moved;
    if (m == 1)
        return 0.0;
    for (size_t a = 0; a < m; a++)
        column[a] = (a == member) - 1.0 / (double)m;
    solve(rating->matrix, m, column);
    return column[member] > 0.0 ? column[member] : 0.0;
}

static double mean_rating(const struct rating *rating)
{
    double sum = 0.0;
    for (size_t a = 0; a < rating->count; a++)
        sum += rating->thetas[a];
    return sum / (double)rating->count;
}

static void write_ratings(const struct rating *rating, double *ratings, double *errors)
{
    double origin = mean_rating(rating);
    for (size_t i = 0; i < rating->players; i++) {
        ratings[i] = rating_outside(rating, i);
        errors[i] = isnan(ratings[i]) ? (double)NAN : (double)INFINITY;
    }
    for (size_t a = 0; a < rating->count; a++) {
        ratings[rating->members[a]] = scale * (rating->thetas[a] - origin);
        errors[rating->members[a]] = scale * sqrt(variance_of(rating, a));
    }
}

/* ---- the call ---- */

bship_status elo(const int64_t *wins, const int64_t *draws, size_t players, double *ratings,
                 double *errors)
{
    struct rating rating = { .wins = wins, .draws = draws, .players = players };
    rating.chains = malloc(players * players);
    rating.members = calloc(players, sizeof *rating.members);
    double *numbers = calloc(players * (players + 3), sizeof *numbers);
    bool has_room = rating.chains && rating.members && numbers;
    if (has_room) {
        rating.thetas = numbers;
        rating.moved = numbers + players;
        rating.gradient = numbers + 2 * players;
        rating.matrix = numbers + 3 * players;
        find_chains(&rating);
        take_largest(&rating);
        maximise(&rating);
        write_ratings(&rating, ratings, errors);
    }
    free(numbers);
    free(rating.members);
    free(rating.chains);
    return has_room ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}
