/* Ratings: known answers, players who cannot be rated, and how often the errors are right. */
#include <math.h>
#include <string.h>

#include "simulation/statistics/statistics.h"
#include "support.h"

static const int64_t no_draws[49] = { 0 };
static const double scale = 173.71779276130073; /* 400 / ln 10 */

Test(elo, two_players_have_the_odds_of_their_games)
{
    static const int64_t wins[] = { 0, 3, 1, 0 };
    double ratings[2], errors[2], difference = 400 * log10(3), error = scale / sqrt(0.75);
    assert_ok(elo(wins, no_draws, 2, ratings, errors), "ratings");
    cr_assert_float_eq(ratings[0], difference / 2, 1e-9, "%.12g", ratings[0]);
    cr_assert_float_eq(ratings[1], -difference / 2, 1e-9, "%.12g", ratings[1]);
    cr_assert_float_eq(errors[0], error / 2, 1e-9, "+- %.12g", errors[0]);
    cr_assert_float_eq(errors[1], error / 2, 1e-9, "+- %.12g", errors[1]);
}

Test(elo, a_draw_is_half_a_win)
{
    static const int64_t wins[] = { 0, 4, 0, 0 }, draws[] = { 0, 4, 4, 0 };
    static const int64_t halves[] = { 0, 6, 2, 0 };
    double ratings[2], errors[2], expected[2], expected_errors[2];
    assert_ok(elo(wins, draws, 2, ratings, errors), "draws");
    assert_ok(elo(halves, no_draws, 2, expected, expected_errors), "none");
    cr_assert_arr_eq(ratings, expected, sizeof ratings, "%g, not %g", ratings[1], expected[1]);
    cr_assert_arr_eq(errors, expected_errors, sizeof errors, "%g", errors[1]);
}

/*
 * Baseball teams of the American League, 1987 (A. Agresti, Categorical Data Analysis, 2nd edition
 * 2002, table 10.10): Milwaukee, Detroit, Toronto, New York, Boston, Cleveland, Baltimore.
 * Abilities are those that the R package BradleyTerry2 prints (H. Turner, D. Firth, Journal of
 * Statistical Software 48, 2012), less that of Baltimore. Errors are those of the differences to
 * the mean, by the covariances of which it prints the variances.
 */
Test(elo, teams_have_the_published_abilities)
{
    static const int64_t wins[] = {
        0,  7,      9, 7,  7, 9, 11, /**/ 6, 0, 7, 5,  11,     9, 9, /**/ 4, 6, 0,
        7,  7,      8, 12, 6, 8, 6,  0,      6, 7, 10, /**/ 6, 2, 6, 7,      0, 7,
        12, /**/ 4, 4, 5,  6, 6, 0,  6,      2, 4, 1,  3,      1, 7, 0,
    };
    static const double abilities[][2] = { { 1.5814, 0.2074 }, { 1.4364, 0.2042 },
                                           { 1.2945, 0.2021 }, { 1.2476, 0.2016 },
                                           { 1.1077, 0.2009 }, { 0.6839, 0.2050 },
                                           { 0, 0.2325 } };
    double ratings[7], errors[7];
    assert_ok(elo(wins, no_draws, 7, ratings, errors), "a league");
    for (int i = 0; i < 7; i++) {
        const double ability = (ratings[i] - ratings[6]) / scale;
        cr_assert_float_eq(ability, abilities[i][0], 6e-5, "team %d: %.5f", i, ability);
        cr_assert_float_eq(errors[i] / scale, abilities[i][1], 6e-5, "team %d: +- %.5f", i,
                           errors[i] / scale);
    }
}

/* Of the players a > b = c > d, with e apart: b and c have beaten each other. */
Test(elo, players_who_cannot_be_compared_have_no_finite_rating)
{
    static const int64_t wins[] = { 0, 3, 3,      1, 0, /**/ 0, 0, 1,      2, 0, /**/ 0, 1, 0,
                                    2, 0, /**/ 0, 0, 0, 0,      0, /**/ 0, 0, 0, 0,      0 };
    double ratings[5], errors[5];
    assert_ok(elo(wins, no_draws, 5, ratings, errors), "the largest group");
    cr_assert(isinf(ratings[0]) && ratings[0] > 0, "who won all: %g", ratings[0]);
    cr_assert_float_eq(ratings[1], 0, 1e-9, "one of two equals: %g", ratings[1]);
    cr_assert_float_eq(ratings[2], 0, 1e-9, "the other: %g", ratings[2]);
    cr_assert(isinf(ratings[3]) && ratings[3] < 0, "who lost all: %g", ratings[3]);
    cr_assert(isnan(ratings[4]), "who played nobody: %g", ratings[4]);
    cr_assert(isinf(errors[0]) && isinf(errors[3]) && isnan(errors[4]), "their errors");
    cr_assert(errors[1] > 0 && isfinite(errors[1]), "error %g", errors[1]);

    assert_ok(elo(wins, no_draws, 1, ratings, errors), "one player");
    cr_assert(ratings[0] == 0 && errors[0] == 0, "one player: %g +- %g", ratings[0], errors[0]);
}

/* One game in a billion is lost. */
Test(elo, great_differences_are_found)
{
    static const int64_t wins[] = { 0, 1000000000, 0, 1, 0, 1000000000, 0, 1, 0 };
    double ratings[3], errors[3];
    assert_ok(elo(wins, no_draws, 3, ratings, errors), "a ladder");
    cr_assert_float_eq(ratings[0], 3600, 1e-6, "%.12g", ratings[0]);
    cr_assert_float_eq(ratings[1], 0, 1e-6, "%.12g", ratings[1]);
    cr_assert_float_eq(ratings[2], -3600, 1e-6, "%.12g", ratings[2]);
}

/* Of rated players the expected score is the true one. */
Test(elo, expected_scores_are_those_of_the_games)
{
    enum {
        PLAYERS = 12
    };
    bship_rng rng = rng_of(1);
    for (int k = 0; k < scaled(50); k++) {
        int64_t wins[PLAYERS * PLAYERS] = { 0 }, draws[PLAYERS * PLAYERS] = { 0 };
        double ratings[PLAYERS], errors[PLAYERS], sum = 0;
        for (int i = 0; i < PLAYERS; i++)
            for (int j = 0; j < i; j++) {
                wins[i * PLAYERS + j] = between(&rng, 0, 1) * between(&rng, 1, 100);
                wins[j * PLAYERS + i] = between(&rng, 0, 1) * between(&rng, 1, 100);
                draws[i * PLAYERS + j] = draws[j * PLAYERS + i] = between(&rng, 0, 3);
            }
        assert_ok(elo(wins, draws, PLAYERS, ratings, errors), "ratings");
        for (int i = 0; i < PLAYERS; i++) {
            double score = 0, expected = 0;
            for (int j = 0; j < PLAYERS; j++) {
                int at = i * PLAYERS + j, back = j * PLAYERS + i;
                double games = (double)(wins[at] + wins[back] + draws[at]);
                score += (double)wins[at] + (double)draws[at] / 2;
                expected += games / (1 + pow(10, (ratings[j] - ratings[i]) / 400));
            }
            cr_assert_float_eq(score, expected, 1e-6, "case %d: %g, not %g", k, expected, score);
            sum += ratings[i];
        }
        cr_assert_float_eq(sum, 0, 1e-6, "case %d: the mean is %g", k, sum / PLAYERS);
    }
}

Test(elo, ratings_cover_the_truth)
{
    static const double truth[] = { 150, 20, -50, -120 };
    bship_rng rng = rng_of(2);
    int cases = scaled(3000), covered = 0;
    for (int k = 0; k < cases; k++) {
        int64_t wins[16] = { 0 };
        double ratings[4], errors[4];
        for (int i = 0; i < 4; i++)
            for (int j = 0; j < i; j++) {
                double p = 1 / (1 + pow(10, (truth[j] - truth[i]) / 400));
                for (int game = 0; game < 100; game++) {
                    bool won = (double)(bship_rng_next(&rng) >> 11) / 9007199254740992.0 < p;
                    wins[won ? i * 4 + j : j * 4 + i]++;
                }
            }
        assert_ok(elo(wins, no_draws, 4, ratings, errors), "ratings");
        for (int i = 0; i < 4; i++)
            covered += fabs(ratings[i] - truth[i]) <= 1.959964 * errors[i];
    }
    /* The ratings of one case depend on each other. */
    double tolerance = scaled(100) >= 100 ? 0.01 : 4 * sqrt(0.95 * 0.05 / cases);
    cr_assert_float_eq(covered / (4.0 * cases), 0.95, tolerance, "%.4f", covered / (4.0 * cases));
}

/* A draw tells more than a game that is won or lost, which the errors leave out. */
Test(elo, errors_are_too_great_where_there_are_draws)
{
    bship_rng rng = rng_of(3);
    int cases = scaled(3000), covered = 0;
    for (int k = 0; k < cases; k++) {
        int64_t wins[4] = { 0 }, draws[4] = { 0 };
        double ratings[2], errors[2];
        for (int game = 0; game < 100; game++) {
            int outcome = between(&rng, 0, 3);
            wins[1] += outcome == 0;
            wins[2] += outcome == 1;
            draws[1] = draws[2] += outcome > 1;
        }
        assert_ok(elo(wins, draws, 2, ratings, errors), "ratings");
        covered += fabs(ratings[1]) <= 1.959964 * errors[1];
    }
    cr_assert(covered > 0.98 * cases, "%d of %d", covered, cases);
}
