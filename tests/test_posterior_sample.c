/*
 * Layouts drawn from a posterior: each agrees with the chart, and cells are covered with the
 * posterior's probabilities, for every method. And the standard errors of sampled results.
 */
#include <math.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/hash.h>

#include "support.h"

/* Asserts that a layout gives the reports of a chart. */
static void check_agrees(const bship_chart *chart, const bship_placement *placements, size_t ships)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_board *board = NULL;
    bship_chart *replay = new_chart(rules);

    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place_layout(board, placements, ships, NULL), "not legal under\n%s",
              rules_text(rules));
    for (int64_t turn = 0; turn < bship_chart_turns(chart); turn++) {
        bship_turn entry = BSHIP_TURN_INIT;
        bship_cell cells[64];
        assert_ok(bship_chart_turn(chart, turn, &entry), "turn %d", (int)turn);
        for (int32_t i = 0; i < entry.shots; i++)
            assert_ok(bship_chart_shot(chart, entry.first_shot + i, &cells[i], NULL), "a shot");
        fire_turn(board, replay, cells, (size_t)entry.shots);
    }
    cr_assert_eq(bship_chart_hash(chart, bship_chart_turns(chart)),
                 bship_chart_hash(replay, bship_chart_turns(replay)), "other reports under\n%s",
                 rules_text(rules));
    bship_chart_free(replay);
    bship_board_free(board);
}

/* Counts how often each cell is covered in draws. */
static void count_draws(bship_posterior *posterior, const bship_chart *chart, int draws,
                        int *covered)
{
    const bship_rules *rules = bship_chart_rules(chart);
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
    bship_placement placements[8];
    bship_rng rng = rng_of(4);

    for (int i = 0; i < draws; i++) {
        assert_ok(bship_posterior_sample(posterior, &rng, placements, ships), "a draw");
        if (i < 20)
            check_agrees(chart, placements, ships);
        for (size_t s = 0; s < ships; s++) {
            int32_t length = bship_fleet_length(bship_rules_fleet(rules), placements[s].ship);
            cr_assert_eq(placements[s].ship, (int32_t)s, "not in fleet order");
            for (int32_t j = 0; j < length; j++) {
                int down = placements[s].orientation == BSHIP_ORIENTATION_VERTICAL;
                bship_cell cell = { placements[s].x + (down ? 0 : j),
                                    placements[s].y + (down ? j : 0) };
                covered[cell_index(rules, cell)]++;
            }
        }
    }
}

static const struct {
    const char *rules;
    int turns;
} positions[] = {
    { "board 6x6\nfleet 4 3 3 2\n", 0 },
    { "board 6x5\nfleet 3 2 2 1\nblocked B2\ndisclosure sunk\n", 9 },
    { "board 7x6\nfleet 4 3 2 2 1\ncontact none\n", 8 },
    { "board 6x6\nfleet 3 3 2\ncontact no-sides\ndisclosure ship\n", 12 },
    { "board 6x6\nfleet A:3 B:3 C:2\ndisclosure every-hit\n", 10 },
    { "board 6x6\nfleet 3 2 2\nturn salvo 3\nsalvo-report total\n", 4 },
};

/* A posterior by a method, or NULL if it is not applicable. */
static bship_posterior *posterior_by(const bship_chart *chart, int32_t method)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;

    options.method = method;
    options.precision = 0.005;
    bship_status status = bship_posterior_new(&posterior, chart, &options, NULL);
    if (status != BSHIP_ERROR_UNSUPPORTED || !reports_totals(bship_chart_rules(chart)))
        assert_ok(status, "%s under\n%s", bship_enum_name(BSHIP_ENUM_METHOD, method),
                  rules_text(bship_chart_rules(chart)));
    return posterior;
}

static bship_chart *chart_of(const bship_rules *rules, int turns)
{
    bship_rng rng = rng_of(3);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);

    while (turns-- > 0)
        fire_at_random(board, chart, &rng);
    bship_board_free(board);
    return chart;
}

/* Draws of a Markov chain are correlated; all others are independent. */
static void check_draws(const bship_chart *chart, const double *truth, int32_t method)
{
    bship_posterior *posterior = posterior_by(chart, method);
    int draws = scaled(2000), cells = cell_count(bship_chart_rules(chart)), covered[64] = { 0 };
    double tolerance = method == BSHIP_METHOD_MCMC ? 10 : 5;

    if (!posterior)
        return;
    count_draws(posterior, chart, draws, covered);
    for (int i = 0; i < cells; i++) {
        double error = sqrt(truth[i] * (1 - truth[i]) / draws) + 0.5 / draws;
        double share = (double)covered[i] / draws;
        cr_assert(fabs(share - truth[i]) <= tolerance * error, "%s, cell %d: %f, not %f under\n%s",
                  bship_enum_name(BSHIP_ENUM_METHOD, method), i, share, truth[i],
                  rules_text(bship_chart_rules(chart)));
    }
    bship_posterior_free(posterior);
}

Test(posterior_sample, agrees_with_the_chart_and_with_the_occupancy)
{
    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        bship_rules *rules = rules_from(positions[i].rules);
        bship_chart *chart = chart_of(rules, positions[i].turns);
        bship_posterior *exact = posterior_by(chart, BSHIP_METHOD_ENUMERATION);
        double truth[64];
        bship_posterior_occupancy(exact, truth, 64);
        bship_posterior_free(exact);
        for (int32_t method = BSHIP_METHOD_AUTO; method <= BSHIP_METHOD_MCMC; method++)
            check_draws(chart, truth, method);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* ---- weights that are far apart ---- */

/* Rules under which the ways to meet the totals that weigh most put several ships into one place,
 * if weights are far apart: hardly any way is a layout. */
static const char narrow[] = "board 5x2\nblocked C1 E2\nfleet 1 1 1\ncontact no-sides\n"
                             "turn salvo 3\ndisclosure ship\nsalvo-report total\n";

/* The posterior by a method of a chart whose placements weigh from e^-30 to e^30; NULL if rounding
 * spoils it, or if its limit does not suffice. */
static bship_posterior *new_weighted(const bship_chart *chart, int32_t method, uint64_t seed,
                                     bship_progress_callback progress, void *user)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_rng rng = rng_of(seed);
    double weights[64];

    options.weight_count = (size_t)bship_rules_placement_count(rules);
    for (size_t i = 0; i < options.weight_count; i++)
        weights[i] = exp(0.03 * between(&rng, -1000, 1000));
    options.weights = weights;
    options.method = method;
    options.work_limit = 20000000;
    options.progress = progress;
    options.user = user;
    bship_status status = bship_posterior_new(&posterior, chart, &options, NULL);
    if (status != BSHIP_ERROR_UNSUPPORTED && status != BSHIP_ERROR_WORK_LIMIT)
        assert_ok(status, "seed %d", (int)seed);
    return posterior;
}

/* Asserts that a cell is covered in a share of draws. */
static void check_share(double share, double truth, int draws, int seed, int cell)
{
    double error = sqrt(truth * (1 - truth) / draws) + 0.5 / draws;
    cr_assert(fabs(share - truth) <= 5 * error, "seed %d, cell %d: %f, not %f", seed, cell, share,
              truth);
}

Test(posterior_sample, draws_what_was_counted_however_far_apart_weights_are)
{
    bship_rules *rules = rules_from(narrow);
    int draws = scaled(2000), drawn = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        bship_chart *chart = chart_of(rules, 1 + (int)seed % 2);
        bship_posterior *posterior = new_weighted(chart, BSHIP_METHOD_AUTO, seed, NULL, NULL);
        double truth[64];
        int covered[64] = { 0 };
        if (posterior) {
            count_draws(posterior, chart, draws, covered);
            bship_posterior_occupancy(posterior, truth, 64);
            for (int i = 0; i < cell_count(rules); i++)
                check_share((double)covered[i] / draws, truth[i], draws, (int)seed, i);
            drawn++;
        }
        bship_posterior_free(posterior);
        bship_chart_free(chart);
    }
    cr_assert(drawn > 10, "only %d posteriors", drawn);
    bship_rules_unref(rules);
}

/* Counts the calls of a progress callback. */
static int32_t count_call(double done, void *calls)
{
    (void)done;
    ++*(int *)calls;
    return BSHIP_PROGRESS_GO_ON;
}

Test(posterior_sample, is_refused_at_once_where_drawing_exceeds_the_limit)
{
    bship_rules *rules = rules_from(narrow);
    int refused = 0;

    for (uint64_t seed = 0; seed < 20; seed++) {
        int calls = 0;
        bship_chart *chart = chart_of(rules, 1 + (int)seed % 2);
        bship_posterior *posterior =
            new_weighted(chart, BSHIP_METHOD_SMC, seed, count_call, &calls);
        bship_placement layout[3];
        bship_rng rng = rng_of(seed);
        cr_assert_gt(calls, 0, "no call while counting");
        calls = 0;
        if (posterior && bship_posterior_sample(posterior, &rng, layout, 3)) {
            assert_status(bship_posterior_sample(posterior, &rng, layout, 3),
                          BSHIP_ERROR_WORK_LIMIT, "again");
            cr_assert_eq(calls, 0, "%d calls before it is refused", calls);
            refused++;
        }
        bship_posterior_free(posterior);
        bship_chart_free(chart);
    }
    cr_assert(refused > 0, "every draw was found");
    bship_rules_unref(rules);
}

/* In standard errors, the squares of what cells are off by are 1 on average; here less, as where
 * most layouts are seen, the errors have a floor. */
Test(posterior_sample, standard_errors_are_right)
{
    double squares[BSHIP_METHOD_MCMC + 1] = { 0 };
    int cells[BSHIP_METHOD_MCMC + 1] = { 0 };

    for (size_t i = 0; i < sizeof positions / sizeof *positions; i++) {
        bship_rules *rules = rules_from(positions[i].rules);
        bship_chart *chart = chart_of(rules, positions[i].turns);
        bship_posterior *exact = posterior_by(chart, BSHIP_METHOD_ENUMERATION);
        double truth[64], found[64], errors[64];
        bship_posterior_occupancy(exact, truth, 64);
        bship_posterior_standard_error(exact, errors, 64);
        for (int c = 0; c < cell_count(rules); c++)
            cr_assert_eq(errors[c], 0, "an exact value with an error");
        for (int32_t method = BSHIP_METHOD_REJECTION; method <= BSHIP_METHOD_MCMC; method++) {
            bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
            bship_posterior *sampled = posterior_by(chart, method);
            if (!sampled)
                continue;
            assert_ok(bship_posterior_describe(sampled, &info), "what it is");
            cr_assert(!info.is_exact && info.method == method, "not by %d", (int)method);
            cr_assert(isnan(info.layouts) == (method == BSHIP_METHOD_MCMC), "the number");
            bship_posterior_occupancy(sampled, found, 64);
            bship_posterior_standard_error(sampled, errors, 64);
            for (int c = 0; c < cell_count(rules); c++) {
                double off = errors[c] > 0 ? (found[c] - truth[c]) / errors[c] : 0;
                squares[method] += off * off;
                cells[method] += errors[c] > 0;
                cr_assert(fabs(found[c] - truth[c]) < 6 * errors[c] + 1e-3, "%f, not %f +- %f",
                          found[c], truth[c], errors[c]);
            }
            bship_posterior_free(sampled);
        }
        bship_posterior_free(exact);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
    for (int32_t method = BSHIP_METHOD_REJECTION; method <= BSHIP_METHOD_MCMC; method++) {
        double mean = squares[method] / cells[method];
        cr_assert(mean > 0.25 && mean < 1.5, "%d: the mean square is %f", (int)method, mean);
    }
}

Test(posterior_sample, needs_a_posterior_and_room_for_the_fleet)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3 2\n");
    bship_chart *chart = new_chart(rules), *other = new_chart(rules);
    bship_posterior *posterior = new_posterior(chart);
    bship_placement placements[3] = { { -1, 0, 0, 0 } };
    bship_rng rng = rng_of(0);

    assert_status(bship_posterior_sample(NULL, &rng, placements, 2), BSHIP_ERROR_ARGUMENT, "none");
    assert_status(bship_posterior_sample(posterior, NULL, placements, 2), BSHIP_ERROR_ARGUMENT,
                  "no stream");
    assert_status(bship_posterior_sample(posterior, &rng, placements, 3), BSHIP_ERROR_COUNT, "3");
    assert_status(bship_posterior_update(posterior, NULL, NULL), BSHIP_ERROR_ARGUMENT, "NULL");
    assert_status(bship_posterior_sample(posterior, &rng, placements, 2), BSHIP_ERROR_UNSUPPORTED,
                  "no results");
    cr_assert_eq(placements[0].ship, -1, "a refusal wrote a placement");
    assert_ok(bship_posterior_update(posterior, other, NULL), "another chart");
    assert_ok(bship_posterior_sample(posterior, &rng, placements, 2), "results again");
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_chart_free(other);
    bship_rules_unref(rules);
}

/* Two ships cover a square of hits side by side, lying or standing; standing weighs nine times. */
Test(posterior_sample, draws_ships_that_cover_hits_by_their_weights)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2 1\ndisclosure hit\n");
    bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_chart *chart = new_chart(rules);
    bship_rng rng = rng_of(4);
    double weights[128];
    int draws = 1000, lying = 0;

    options.weight_count = (size_t)bship_rules_placement_count(rules);
    for (int64_t i = 0; i < (int64_t)options.weight_count; i++) {
        bship_placement placement;
        assert_ok(bship_rules_placement(rules, i, &placement), "placement %d", (int)i);
        weights[i] = placement.orientation == BSHIP_ORIENTATION_VERTICAL ? 3 : 1;
    }
    options.weights = weights;
    options.method = BSHIP_METHOD_ENUMERATION;
    for (int32_t i = 0; i < 4; i++)
        assert_ok(bship_chart_record(chart, (bship_cell){ 1 + i % 2, 1 + i / 2 }, &hit, NULL),
                  "a hit");
    for (int32_t i = 0; i < 16; i++) {
        bship_report miss = BSHIP_REPORT_INIT;
        if (i != 0 && bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_STATE_UNKNOWN)
            assert_ok(bship_chart_record(chart, cell_at(rules, i), &miss, NULL), "a miss");
    }
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a posterior");
    for (int i = 0; i < draws; i++) {
        bship_placement layout[3];
        assert_ok(bship_posterior_sample(posterior, &rng, layout, 3), "a draw");
        lying += layout[0].orientation == BSHIP_ORIENTATION_HORIZONTAL;
    }
    cr_assert(lying > draws / 20 && lying < draws * 3 / 20, "%d of %d lie, not a tenth", lying,
              draws);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
