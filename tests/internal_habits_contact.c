/* Hypotheses about a player's contact rule: what is learnt, and mixtures of posteriors. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "inference/habits/contact.h"
#include "inference/habits/habits.h"
#include "inference/habits/snapshot.h"
#include "inference/posterior.h"
#include "internal_support.h"

#define SHIPS 3
#define CELLS 36

static const char small[] = "board 6x6\nfleet 3 2 2\n";

/* Rules that differ in contact only. */
static bship_rules *with_contact(const bship_rules *rules, int32_t contact)
{
    bship_rules *out = NULL;
    assert_ok(bsi_rules_with_contact(&out, rules, contact), "rules");
    cr_assert_not_null(out, "the fleet fits");
    return out;
}

static size_t ships_of(const bship_rules *rules)
{
    return (size_t)bship_fleet_count(bship_rules_fleet(rules));
}

/* Habits of a player who lays ships uniformly under a contact rule. */
static bship_habits *learn(const bship_rules *rules, int32_t contact, int layouts, uint64_t seed)
{
    bship_rng rng = rng_of(seed);
    bship_rules *stricter = with_contact(rules, contact);
    bship_habits *habits = NULL;
    bship_board *board = NULL;
    bship_placement layout[SHIPS_MAX];
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    assert_ok(bship_board_new(&board, stricter, NULL, NULL), "a board");
    for (int i = 0; i < layouts; i++) {
        assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
        for (int32_t k = 0; k < (int32_t)ships_of(rules); k++)
            assert_ok(bship_board_placement(board, k, &layout[k]), "a ship");
        assert_ok(bship_habits_observe(habits, layout, ships_of(rules), 1, NULL), "observed");
    }
    bship_board_free(board);
    bship_rules_unref(stricter);
    return habits;
}

static bship_habits_snapshot *snapshot_of(bship_habits *habits)
{
    bship_habits_snapshot *snapshot = NULL;
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    bship_habits_free(habits);
    return snapshot;
}

/* ---- rules ---- */

Test(habits_contact, stricter_rules_differ_in_contact_only)
{
    bship_rules *rules = rules_from("board 7x6\nblocked B2\nblocked G6\nfleet 3 2\nturn salvo 3\n"
                                    "contact no-sides\ndisclosure ship\n");
    bship_rules *none = with_contact(rules, BSHIP_CONTACT_NONE);
    bship_rules *again = with_contact(none, BSHIP_CONTACT_NO_SIDES);
    cr_assert_eq(bship_rules_get(none, BSHIP_RULE_CONTACT), BSHIP_CONTACT_NONE, "the contact");
    cr_assert(!bship_rules_equal(rules, none) && bship_rules_equal(rules, again), "the rest");
    bship_rules_unref(again);
    bship_rules_unref(none);
    bship_rules_unref(rules);
}

Test(habits_contact, rules_under_which_the_fleet_does_not_fit_are_left_out)
{
    static const struct {
        const char *lines;
        int32_t count;
    } rows[] = {
        { "board 6x6\nfleet 3 2 2\n", 3 },
        { "board 6x6\nfleet 3 2 2\ncontact no-sides\n", 2 },
        { "board 6x6\nfleet 3 2 2\ncontact none\n", 1 },
        { "board 3x2\nfleet 3 3\n", 1 },
        { "board 2x2\nfleet 1 1\n", 2 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        bship_rules *rules = rules_from(rows[i].lines);
        bsi_contacts contacts;
        assert_ok(bsi_contacts_open(&contacts, rules), "contacts");
        cr_assert_eq(contacts.count, rows[i].count, "row %zu: %d", i, (int)contacts.count);
        cr_assert_eq(contacts.rules[0], rules, "the game's rule first");
        bsi_contacts_close(&contacts);
        bship_rules_unref(rules);
    }
}

/* Where two ships of length 2 and 1 lie, and what follows. */
Test(habits_contact, ships_touch_at_sides_and_corners)
{
    static const struct {
        bship_placement second;
        uint32_t kept;
        int32_t touching;
    } rows[] = {
        { { 1, 3, 2, 0 }, 0, 2 }, { { 1, 1, 3, 0 }, 0, 2 }, { { 1, 3, 3, 0 }, 4, 2 },
        { { 1, 0, 1, 0 }, 4, 2 }, { { 1, 4, 2, 0 }, 8, 0 }, { { 1, 1, 4, 0 }, 8, 0 },
        { { 1, 4, 3, 0 }, 8, 0 },
    };
    bship_rules *rules = rules_from("board 6x6\nfleet 2 1\n");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const bship_placement ships[2] = { { 0, 1, 2, BSHIP_ORIENTATION_HORIZONTAL },
                                           rows[i].second };
        int32_t touching;
        cr_assert_eq(bsi_contact_kept(rules, ships, 2, &touching), rows[i].kept, "row %zu", i);
        cr_assert_eq(touching, rows[i].touching, "row %zu: %d touch", i, (int)touching);
        cr_assert_eq(bsi_contact_kept(rules, ships, 1, NULL), 8, "one ship");
    }
    bship_rules_unref(rules);
}

/* ---- learning ---- */

/* The probability of a hypothesis is the prior one times the ratio of the numbers of layouts. */
Test(habits_contact, one_layout_is_worth_the_ratio_of_the_numbers_of_layouts)
{
    bship_rules *rules = rules_from(small);
    const bsi_contact_seen seen = { 8, true, 1 };
    const bsi_contact_seen part = { 8, false, 1 };
    const bsi_contact_seen touching = { 4, false, 1 };
    bsi_contacts contacts;
    bsi_contact_fit prior, fit, broken;
    bsi_work_budget budget = no_limit();
    assert_ok(bsi_contacts_open(&contacts, rules), "contacts");
    assert_ok(bsi_contacts_fit(&contacts, NULL, NULL, 0, &prior, &budget), "nothing seen");
    cr_assert(!contacts.is_counted, "nothing needs counting");
    assert_ok(bsi_contacts_fit(&contacts, NULL, &part, 1, &fit, &budget), "a part");
    cr_assert_arr_eq(fit.probability, prior.probability, sizeof fit.probability, "says nothing");
    assert_ok(bsi_contacts_fit(&contacts, NULL, &touching, 1, &broken, &budget), "a slip");
    cr_assert_float_eq(broken.probability[2] / broken.probability[1],
                       BSI_CONTACT_SLIP * prior.probability[2] / prior.probability[1], 1e-12);
    assert_ok(bsi_contacts_fit(&contacts, NULL, &seen, 1, &fit, &budget), "a layout");
    for (int32_t i = 1; i < 3; i++) {
        bship_chart *charts[2] = { new_chart(rules), new_chart(contacts.rules[i]) };
        bship_posterior *counts[2] = { new_posterior(charts[0]), new_posterior(charts[1]) };
        double layouts[2];
        for (int k = 0; k < 2; k++)
            layouts[k] = exp2(bsi_posterior_log2_layouts(counts[k]));
        double odds = fit.probability[i] / fit.probability[0];
        double expected = prior.probability[i] / prior.probability[0] * layouts[0] / layouts[1];
        cr_assert_float_eq(odds, expected, 1e-9 * expected, "%g, not %g", odds, expected);
        for (int k = 0; k < 2; k++) {
            bship_posterior_free(counts[k]);
            bship_chart_free(charts[k]);
        }
    }
    bsi_contacts_close(&contacts);
    bship_rules_unref(rules);
}

/* What is learnt of players under each rule, on the classic board. */
Test(habits_contact, the_rule_of_a_player_is_recognised)
{
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    for (int32_t contact = BSHIP_CONTACT_ALLOWED; contact <= BSHIP_CONTACT_NONE; contact++) {
        bship_habits *habits = learn(rules, contact, 6, 3);
        assert_ok(bsi_habits_fit(habits), "a fit");
        const bsi_contact_fit *fit = bsi_habits_model_belief(habits->model).contact;
        cr_assert_gt(fit->probability[contact], 0.9, "contact %d: %g", (int)contact,
                     fit->probability[contact]);
        bship_habits_free(habits);
    }
    bship_rules_unref(rules);
}

/* ---- posteriors ---- */

/* A chart under each contact rule of a snapshot, with the same shots; NULL: they contradict it. */
struct charts {
    const bship_habits_snapshot *snapshot;
    bship_chart *of[BSI_CONTACTS_MAX];
};

static void charts_init(struct charts *charts, const bship_habits_snapshot *snapshot)
{
    *charts = (struct charts){ .snapshot = snapshot };
    for (int32_t i = 0; i < snapshot->prior.contact_count; i++)
        charts->of[i] = new_chart(snapshot->prior.contacts[i].rules);
}

static void charts_free(struct charts *charts)
{
    for (int32_t i = 0; i < BSI_CONTACTS_MAX; i++)
        bship_chart_free(charts->of[i]);
}

static void record(struct charts *charts, bship_cell cell, const bship_report *report)
{
    assert_ok(bship_chart_record(charts->of[0], cell, report, NULL), "the game's rule");
    for (int32_t i = 1; i < BSI_CONTACTS_MAX; i++) {
        if (charts->of[i] && bship_chart_record(charts->of[i], cell, report, NULL)) {
            bship_chart_free(charts->of[i]);
            charts->of[i] = NULL;
        }
    }
}

/* The posterior of a part; NULL: it has no layout. */
static bship_posterior *part_of(const struct charts *charts, int32_t i)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    options.weights = charts->snapshot->prior.weights;
    options.weight_count =
        options.weights ? bship_rules_placement_count(charts->snapshot->prior.rules) : 0;
    if (!charts->of[i])
        return NULL;
    bship_status status = bship_posterior_new(&posterior, charts->of[i], &options, NULL);
    cr_assert(!status || status == BSHIP_ERROR_CONTRADICTION, "part %d", (int)i);
    return posterior;
}

/* The occupancies by Bayes' rule; returns the number of parts that are used. */
static int expect(const struct charts *charts, double grid[CELLS])
{
    double weights[BSI_CONTACTS_MAX] = { 0 }, sum = 0, used = 0;
    double grids[BSI_CONTACTS_MAX][CELLS];
    int count = 0;
    for (int32_t i = 0; i < charts->snapshot->prior.contact_count; i++) {
        const bsi_contact_share *contact = &charts->snapshot->prior.contacts[i];
        bship_posterior *posterior = part_of(charts, i);
        if (!posterior)
            continue;
        weights[i] =
            contact->share * exp2(bsi_posterior_log2_layouts(posterior) - contact->log2_empty);
        bship_posterior_occupancy(posterior, grids[i], CELLS);
        bship_posterior_free(posterior);
        sum += weights[i];
    }
    memset(grid, 0, CELLS * sizeof *grid);
    for (int32_t i = 0; i < BSI_CONTACTS_MAX; i++) {
        if (weights[i] < BSI_CONTACT_SHARE_MIN * sum)
            continue;
        for (int c = 0; c < CELLS; c++)
            grid[c] += weights[i] * grids[i][c];
        used += weights[i];
        count++;
    }
    for (int c = 0; c < CELLS; c++)
        grid[c] /= used;
    return count;
}

static bship_posterior *posterior_of(const bship_chart *chart, const bship_habits_snapshot *habits,
                                     int32_t method)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    options.method = method;
    options.exact_only = method == BSHIP_METHOD_AUTO;
    assert_ok(bship_posterior_new_habits(&posterior, chart, &options, habits, NULL), "a posterior");
    return posterior;
}

static void assert_mixed(const struct charts *charts)
{
    double expected[CELLS], grid[CELLS], of_placements[CELLS] = { 0 };
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior *posterior = posterior_of(charts->of[0], charts->snapshot, BSHIP_METHOD_AUTO);
    const bship_rules *rules = charts->snapshot->prior.rules;
    int parts = expect(charts, expected);
    bship_posterior_occupancy(posterior, grid, CELLS);
    for (int64_t i = 0; i < bship_rules_placement_count(rules); i++) {
        bship_placement at;
        double share;
        assert_ok(bship_rules_placement(rules, i, &at), "a placement");
        assert_ok(bship_posterior_placement(posterior, at, &share), "its share");
        /* Both ships of length 2 are one class. */
        for (int32_t k = 0;
             at.ship < 2 && k < bship_fleet_length(bship_rules_fleet(rules), at.ship); k++)
            of_placements[(at.y + (at.orientation ? k : 0)) * 6 + at.x +
                          (at.orientation ? 0 : k)] += share;
    }
    for (int c = 0; c < CELLS; c++) {
        cr_assert_float_eq(grid[c], expected[c], 1e-9, "cell %d: %g, not %g", c, grid[c],
                           expected[c]);
        cr_assert_float_eq(of_placements[c], grid[c], 1e-9, "placements of cell %d", c);
    }
    assert_ok(bship_posterior_describe(posterior, &info), "a description");
    cr_assert(info.is_exact && !bship_posterior_ignores_contact(posterior), "exact");
    cr_assert(parts > 1 || posterior->counts.is_whole || charts->snapshot->prior.weights,
              "a single part without weights stays in whole numbers");
    bship_posterior_free(posterior);
}

/* Fires at random cells of a random layout, and compares after each shot. */
static void play(const bship_habits_snapshot *snapshot, int32_t contact, bship_rng *rng)
{
    bship_rules *stricter = with_contact(snapshot->prior.rules, contact);
    bship_board *laid = random_board(stricter, rng), *board = NULL;
    struct charts charts;
    charts_init(&charts, snapshot);
    assert_ok(bship_board_new(&board, snapshot->prior.rules, NULL, NULL), "a board");
    for (int32_t k = 0; k < SHIPS; k++) {
        bship_placement at;
        assert_ok(bship_board_placement(laid, k, &at), "a ship");
        assert_ok(bship_board_place(board, at), "the same");
    }
    assert_mixed(&charts);
    for (int i = 0; i < 40 && !bship_board_is_defeated(board); i++) {
        bship_cell cell = { between(rng, 0, 5), between(rng, 0, 5) };
        bship_report report = BSHIP_REPORT_INIT;
        if (bship_board_fire(board, cell, &report, NULL))
            continue;
        record(&charts, cell, &report);
        if (!bship_board_is_defeated(board))
            assert_mixed(&charts);
    }
    charts_free(&charts);
    bship_board_free(board);
    bship_board_free(laid);
    bship_rules_unref(stricter);
}

Test(habits_contact, posteriors_are_mixed_by_bayes_rule)
{
    bship_rules *rules = rules_from(small);
    bship_rng rng = rng_of(8);
    for (int i = 0; i < scaled(30); i++) {
        bship_habits_snapshot *snapshot = NULL;
        int32_t contact = BSHIP_CONTACT_NO_SIDES + i % 2;
        for (int layouts = 1 + i % 3; !snapshot; layouts++) {
            snapshot = snapshot_of(learn(rules, contact, layouts, (uint64_t)i));
            if (snapshot->prior.known == 0 && snapshot->prior.contact_count > 1)
                break;
            bship_habits_snapshot_unref(snapshot);
            snapshot = NULL;
        }
        for (int32_t laid = 0; laid < 3; laid++)
            play(snapshot, laid, &rng);
        bship_habits_snapshot_unref(snapshot);
    }
    bship_rules_unref(rules);
}

/* The share of ships that touch in draws is that of the mixture. */
Test(habits_contact, draws_follow_the_mixture)
{
    enum {
        DRAWS = 20000
    };
    bship_rules *rules = rules_from(small);
    bship_habits_snapshot *snapshot = snapshot_of(learn(rules, BSHIP_CONTACT_NONE, 2, 5));
    struct charts charts;
    double expected[CELLS], drawn[CELLS] = { 0 };
    bship_rng rng = rng_of(2);
    bship_report miss = BSHIP_REPORT_INIT;
    cr_assert_gt(snapshot->prior.contact_count, 1, "several rules");
    charts_init(&charts, snapshot);
    record(&charts, (bship_cell){ 2, 2 }, &miss);
    cr_assert_gt(expect(&charts, expected), 1, "several parts");
    bship_posterior *posterior = posterior_of(charts.of[0], snapshot, BSHIP_METHOD_AUTO);
    for (int i = 0; i < DRAWS; i++) {
        bship_placement layout[SHIPS];
        assert_ok(bship_posterior_sample(posterior, &rng, layout, SHIPS), "a draw");
        for (int32_t k = 0; k < SHIPS; k++)
            for (int32_t j = 0; j < bship_fleet_length(bship_rules_fleet(rules), k); j++) {
                bship_placement at = layout[k];
                drawn[(at.y + (at.orientation ? j : 0)) * 6 + at.x + (at.orientation ? 0 : j)] +=
                    1.0 / DRAWS;
            }
    }
    for (int c = 0; c < CELLS; c++)
        cr_assert_float_eq(drawn[c], expected[c],
                           5 * sqrt(expected[c] * (1 - expected[c]) / DRAWS) + 1e-9,
                           "cell %d: %g, not %g", c, drawn[c], expected[c]);
    bship_posterior_free(posterior);
    charts_free(&charts);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}

/* Ships that touch all the same: what contradicts the player's rule leaves the game's. */
Test(habits_contact, what_contradicts_a_stricter_rule_leaves_the_plain_posterior)
{
    bship_rules *rules = rules_from(small);
    bship_habits_snapshot *snapshot = snapshot_of(learn(rules, BSHIP_CONTACT_NONE, 12, 5));
    bship_chart *chart = new_chart(rules);
    double grid[CELLS], plain[CELLS];
    /* A ship of length 3 beside one of length 2. */
    static const bship_cell cells[] = { { 1, 1 }, { 2, 1 }, { 3, 1 }, { 1, 2 }, { 2, 2 } };
    for (size_t i = 0; i < sizeof cells / sizeof *cells; i++) {
        bship_report report = BSHIP_REPORT_INIT;
        report.result = i == 2 || i == 4 ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
        report.length = i == 2 ? 3 : i == 4 ? 2 : 0;
        assert_ok(bship_chart_record(chart, cells[i], &report, NULL), "shot %zu", i);
    }
    bship_posterior *with = posterior_of(chart, snapshot, BSHIP_METHOD_AUTO);
    bship_posterior *without = new_posterior(chart);
    bship_posterior_occupancy(with, grid, CELLS);
    bship_posterior_occupancy(without, plain, CELLS);
    if (!snapshot->prior.weights && snapshot->prior.known == 0)
        cr_assert_arr_eq(grid, plain, sizeof grid, "the game's rule alone");
    bship_posterior_free(with);
    bship_posterior_free(without);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}

/* Markov chains know no totals, and neither do salvos that report them: that is told. */
Test(habits_contact, without_totals_the_rule_of_the_game_is_used)
{
    static const char *const lines[] = { "board 6x6\nfleet 3 2 2\n",
                                         "board 6x6\nfleet 3 2 2\nturn salvo 2\n"
                                         "salvo-report total\n" };
    for (size_t i = 0; i < 2; i++) {
        bship_rules *rules = rules_from(lines[i]);
        bship_habits_snapshot *snapshot = snapshot_of(learn(rules, BSHIP_CONTACT_NONE, 4, 5));
        bship_chart *chart = new_chart(rules);
        cr_assert_gt(snapshot->prior.contact_count, 1, "several rules");
        bship_posterior *posterior =
            posterior_of(chart, snapshot, i == 0 ? BSHIP_METHOD_MCMC : BSHIP_METHOD_AUTO);
        cr_assert_eq(bship_posterior_ignores_contact(posterior), 1, "it is told");
        bship_posterior_free(posterior);
        bship_chart_free(chart);
        bship_habits_snapshot_unref(snapshot);
        bship_rules_unref(rules);
    }
}

/* A posterior is a function of the options and the chart, not of the charts before. */
Test(habits_contact, equal_charts_give_equal_posteriors)
{
    bship_rules *rules = rules_from(small);
    bship_habits_snapshot *snapshot = snapshot_of(learn(rules, BSHIP_CONTACT_NONE, 2, 5));
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;
    bship_posterior *a = posterior_of(chart, snapshot, BSHIP_METHOD_AUTO);
    double grids[2][CELLS];
    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 1 }, &miss, NULL), "a miss");
    assert_ok(bship_posterior_update(a, chart, NULL), "an update");
    bship_posterior *b = posterior_of(chart, snapshot, BSHIP_METHOD_AUTO);
    bship_posterior_occupancy(a, grids[0], CELLS);
    bship_posterior_occupancy(b, grids[1], CELLS);
    cr_assert_arr_eq(grids[0], grids[1], sizeof grids[0], "the same occupancies");
    bship_posterior_free(a);
    bship_posterior_free(b);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}

/* ---- interruptions ---- */

/* Calls of progress; the one numbered `stop_at` has an answer. */
struct calls {
    int count;
    int stop_at;
    int32_t answer;
};

static int32_t count_call(double done, void *user)
{
    struct calls *calls = user;
    (void)done;
    return ++calls->count == calls->stop_at ? calls->answer : BSHIP_PROGRESS_GO_ON;
}

static bship_status update(bship_posterior *posterior, const bship_chart *chart,
                           struct calls *calls, bool *is_finishing)
{
    posterior->options.progress = calls ? count_call : NULL;
    posterior->options.user = calls;
    posterior->is_finishing = is_finishing;
    bship_status status = bship_posterior_update(posterior, chart, NULL);
    posterior->options.progress = NULL;
    posterior->is_finishing = NULL;
    return status;
}

static void assert_occupancy(const bship_posterior *posterior, const double *expected, size_t cells,
                             const char *what, int call)
{
    double grid[100];
    cr_assert_eq(bship_posterior_occupancy(posterior, grid, 100), cells, "%s %d", what, call);
    for (size_t i = 0; i < cells; i++)
        cr_assert_eq(grid[i], expected[i], "%s at call %d: cell %zu", what, call, i);
}

/*
 * Stopped at any call, an update has no answer if it is cancelled; if it is to finish, it has none,
 * or that of the game's contact rule alone. The next update is that of a posterior never stopped.
 */
Test(habits_contact, updates_stop_at_every_call_without_a_trace)
{
    bship_rules *rules = rules_from("board 10x10\nfleet classic\n");
    bship_habits_snapshot *snapshot = snapshot_of(learn(rules, BSHIP_CONTACT_NONE, 3, 5));
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;
    struct calls calls = { 0, 0, 0 };
    double mixed[100], plain[100];
    int finished = 0;
    cr_assert_gt(snapshot->prior.contact_count, 1, "several rules");
    assert_ok(bship_chart_record(chart, (bship_cell){ 3, 3 }, &miss, NULL), "a miss");
    bship_posterior *posterior = new_posterior(chart);
    bship_posterior_occupancy(posterior, plain, 100);
    bship_posterior_free(posterior);
    posterior = posterior_of(chart, snapshot, BSHIP_METHOD_AUTO);
    bship_posterior_occupancy(posterior, mixed, 100);
    assert_ok(update(posterior, chart, &calls, NULL), "the calls");
    int total = calls.count;
    cr_assert_gt(total, 3, "%d calls", total);
    for (int call = 1; call <= total; call++) {
        bool is_finishing = false;
        calls = (struct calls){ 0, call, BSHIP_PROGRESS_CANCEL };
        assert_status(update(posterior, chart, &calls, &is_finishing), BSHIP_ERROR_CANCELLED,
                      "call %d", call);
        cr_assert(!is_finishing && calls.count == call, "call %d", call);
        cr_assert_eq(bship_posterior_occupancy(posterior, NULL, 0), 0, "an answer at %d", call);
        cr_assert_not(bship_posterior_ignores_contact(posterior), "an answer at %d", call);
        calls = (struct calls){ 0, call, BSHIP_PROGRESS_FINISH };
        bship_status status = update(posterior, chart, &calls, &is_finishing);
        cr_assert(is_finishing && calls.count == call, "call %d", call);
        if (status) {
            assert_status(status, BSHIP_ERROR_CANCELLED, "call %d", call);
        } else {
            finished++;
            assert_occupancy(posterior, plain, 100, "finished", call);
            cr_assert(bship_posterior_ignores_contact(posterior), "call %d", call);
        }
        assert_ok(update(posterior, chart, NULL, NULL), "after call %d", call);
        assert_occupancy(posterior, mixed, 100, "updated", call);
        cr_assert_not(bship_posterior_ignores_contact(posterior), "after call %d", call);
    }
    cr_assert_gt(finished, 0, "none of %d calls finished", total);
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    bship_rules_unref(rules);
}
