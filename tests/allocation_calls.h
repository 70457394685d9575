/*
 * The calls whose allocations are made to fail, and the world in which they run: one object of
 * every type, all in counted memory. test_allocation.c has the table.
 */
#ifndef TESTS_ALLOCATION_CALLS_H
#define TESTS_ALLOCATION_CALLS_H

#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/batch.h>
#include <battleship/experimental/explain.h>
#include <battleship/experimental/grid.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/hash.h>
#include <battleship/experimental/layouts.h>
#include <battleship/experimental/placing.h>
#include <battleship/experimental/question.h>
#include <battleship/experimental/review.h>
#include <battleship/experimental/search.h>

#include "support.h"

/* The results of constructors. */
struct made {
    bship_fleet *fleet;
    bship_rules *rules;
    bship_board *board;
    bship_chart *chart;
    bship_ai *ai;
    bship_game *game;
    bship_match *match;
    bship_record *record;
    bship_posterior *posterior;
    bship_sampler *sampler;
    bship_placer *placer;
    bship_batch *batch;
    bship_review *review;
    bship_habits *habits;
    bship_habits_snapshot *snapshot;
};

enum game_type {
    GAME_PLAIN,        /* one shot a turn, two boards; the AIs play */
    GAME_SALVO,        /* salvos of two */
    GAME_REMOTE,       /* side b is remote */
    GAME_REMOTE_TOTAL, /* and salvos are reported as totals */
    GAME_AUDITED,      /* side b is remote, and its reports are checked completely */
    GAME_OVER,         /* side b is remote, and a has resigned */
    GAME_PLACING,      /* not started */
    GAME_TYPES
};

struct world {
    struct memory memory;
    bship_fleet_options fleet_options;
    bship_rules *rules[GAME_TYPES];
    bship_game *games[GAME_TYPES];
    bship_ai *ais[BY_SIDE], *ai, *own;
    bship_board *board, *empty, *total_board; /* complete; without ships; of totals */
    bship_chart *chart, *copy, *total_chart;  /* `copy` is empty */
    bship_match *match, *full_match;          /* without entries; with two */
    bship_record *record;                     /* of the plain game, with layouts */
    bship_posterior *posterior;               /* of the chart */
    bship_sampler *sampler;                   /* of the plain game's rules */
    bship_placer *placer;                     /* the same; of style `balanced` */
    bship_batch *batch;                       /* the same; of two games */
    bship_review *review;                     /* of the chart, without its board */
    bship_habits *habits, *others;            /* with an observation each, so as not to be fitted */
    bship_habits_snapshot *snapshot;          /* of habits without observations */
    bship_rng rng;
    int creates, destroys; /* of own strategies */
    bship_error error;
    struct made made;
};

/* Water on every board of the world; it can be fired at any number of times: repeats are wasted. */
static const bship_cell water[] = { { 0, 0 }, { 1, 0 } };
static const bship_placement layout[] = { { 0, 0, 2, BSHIP_ORIENTATION_HORIZONTAL },
                                          { 1, 0, 4, BSHIP_ORIENTATION_HORIZONTAL } };

static const char *const rule_lines[GAME_TYPES] = {
    [GAME_PLAIN] = "",   [GAME_SALVO] = "turn salvo 2\n",
    [GAME_REMOTE] = "",  [GAME_REMOTE_TOTAL] = "turn salvo 2\nsalvo-report total\n",
    [GAME_AUDITED] = "", [GAME_OVER] = "",
    [GAME_PLACING] = "",
};

/* A custom strategy that always aims at the first unknown cells, two at most. */

static bship_status own_create(void **state, const bship_rules *rules, void *user)
{
    struct world *world = user;
    (void)rules;
    *state = world;
    world->creates++;
    return BSHIP_OK;
}

static bship_status own_aim(void *state, const bship_chart *chart, const bship_aim_options *options,
                            bship_cell *cells, size_t count, bship_rng *rng, void *user)
{
    const bship_rules *rules = bship_chart_rules(chart);
    size_t found = 0;

    (void)state, (void)options, (void)rng, (void)user;
    for (int32_t i = 0; i < cell_count(rules) && found < count; i++)
        if (bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_STATE_UNKNOWN)
            cells[found++] = cell_at(rules, i);
    return BSHIP_OK;
}

static bship_status own_place(void *state, const bship_rules *rules, bship_placement *placements,
                              size_t count, bship_rng *rng, void *user)
{
    (void)state, (void)rules, (void)rng, (void)user;
    memcpy(placements, layout, count * sizeof *placements);
    return BSHIP_OK;
}

static void own_destroy(void *state, void *user)
{
    (void)user;
    ((struct world *)state)->destroys++;
}

static const bship_strategy_callbacks own_callbacks = {
    sizeof(bship_strategy_callbacks), NULL, own_create, NULL, own_aim, own_place, own_destroy, NULL
};

/* Constructors. */

static bship_status make_fleet(struct world *w)
{
    static const int32_t lengths[] = { 3, 2 };
    static const char *const names[] = { "Long", "Short" };
    return bship_fleet_new(&w->made.fleet, lengths, names, 2, &w->fleet_options, &w->error);
}

static bship_status make_points(struct world *w)
{
    const int32_t points[] = { 3, 2, 1, 1, 1, 1, 1, 1, 1, 1 };
    const bship_fleet *fleet = bship_rules_fleet(w->rules[0]);
    size_t count = (size_t)bship_fleet_count(fleet);
    return bship_fleet_new_points(&w->made.fleet, fleet, points, count, &w->error);
}

static bship_status make_preset(struct world *w)
{
    return bship_fleet_new_preset(&w->made.fleet, BSHIP_FLEET_PRESET_GERMAN, &w->fleet_options,
                                  NULL);
}

static bship_status parse_fleet(struct world *w)
{
    return bship_fleet_parse(&w->made.fleet, "A:3 \"B c\":2 1 1", &w->fleet_options, &w->error);
}

static bship_status make_rules(struct world *w)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    options.blocked = water;
    options.blocked_count = 2;
    return bship_rules_new(&w->made.rules, bship_rules_fleet(w->rules[0]), &options, &w->error);
}

static bship_status parse_rules(struct world *w)
{
    static const char text[] = "board 9x8\nblocked A1\nfleet A:3\nfleet 2 2\nblocked C3\n";
    return bship_rules_parse(&w->made.rules, text, sizeof text - 1, &w->fleet_options, &w->error);
}

static bship_status make_board(struct world *w)
{
    return bship_board_new(&w->made.board, w->rules[0], NULL, NULL);
}

static bship_status make_chart(struct world *w)
{
    return bship_chart_new(&w->made.chart, w->rules[0], NULL, NULL);
}

static bship_status make_ai(struct world *w)
{
    return bship_ai_new(&w->made.ai, w->rules[0], "density", NULL, &w->error);
}

static bship_status make_own_ai(struct world *w)
{
    int creates = w->creates;
    bship_status status =
        bship_ai_new_custom(&w->made.ai, w->rules[0], &own_callbacks, w, NULL, &w->error);
    cr_assert_eq(w->creates - creates, !status, "a state was created and lost");
    return status;
}

static bship_status make_game(struct world *w)
{
    return bship_game_new(&w->made.game, w->rules[0], NULL, &w->error);
}

static bship_status make_match(struct world *w)
{
    return bship_match_new(&w->made.match, w->rules[0], NULL, &w->error);
}

static bship_status make_posterior(struct world *w)
{
    return bship_posterior_new(&w->made.posterior, w->chart, NULL, &w->error);
}

static bship_status make_posterior_of_habits(struct world *w)
{
    return bship_posterior_new_habits(&w->made.posterior, w->chart, NULL, w->snapshot, &w->error);
}

static bship_status make_sampler(struct world *w)
{
    return bship_sampler_new(&w->made.sampler, w->rules[0], NULL, &w->error);
}

/* Samplers. */

static bship_status draw_layout(struct world *w)
{
    bship_placement placements[2];
    return bship_sampler_draw(w->sampler, &w->rng, placements, 2);
}

static bship_status place_drawn(struct world *w)
{
    return bship_sampler_place(w->sampler, &w->rng, w->empty);
}

/* Its layouts are not counted. */
static bship_status list_layout(struct world *w)
{
    bship_placement placements[2];
    bship_status status = bship_sampler_layout(w->sampler, 0, placements, 2);
    return status == BSHIP_ERROR_RANGE ? BSHIP_OK : status;
}

static bship_status make_sampler_of_chart(struct world *w)
{
    return bship_sampler_new_chart(&w->made.sampler, w->chart, NULL, &w->error);
}

static bship_status fill_layouts(struct world *w)
{
    int16_t layouts[2 * 2 * 3];
    return bship_sampler_fill(w->sampler, &w->rng, layouts, 2, 2);
}

/* Its layouts are not counted, but none are asked for. */
static bship_status list_layouts(struct world *w)
{
    int16_t layouts[1];
    return bship_sampler_list(w->sampler, 0, layouts, 0, 2);
}

static bship_status ask_question(struct world *w)
{
    static const uint8_t grids[] = { 1, 0, 0, 1 }, asked[] = { 1, 0 };
    double weights[] = { 1, 1 }, bits;
    uint8_t answers[2];
    bship_status status = bship_question_cells(grids, 2, asked, 2, answers);
    (void)w;
    if (!status)
        status = bship_question_bits(weights, answers, 2, 0.1, &bits);
    return status ? status : bship_question_weigh(weights, answers, 2, 1, 0.1, weights);
}

static bship_status draw_grids(struct world *w)
{
    static const int16_t layouts[] = { 0, 2, BSHIP_ORIENTATION_HORIZONTAL,
                                       0, 4, BSHIP_ORIENTATION_HORIZONTAL };
    uint8_t grids[72];
    return bship_rules_layout_grids(w->rules[0], layouts, grids, 1, 2, 72, &w->error);
}

/* Batches. */

static bship_status make_batch(struct world *w)
{
    return bship_batch_new(&w->made.batch, w->rules[0], 2, NULL, &w->error);
}

static bship_status make_review(struct world *w)
{
    return bship_review_new(&w->made.review, w->chart, w->board, NULL, &w->error);
}

static bship_status ask_review(struct world *w)
{
    bship_review_info info = BSHIP_REVIEW_INFO_INIT;
    bship_review_shot shot;
    bship_review_turn turn;
    int64_t number;
    bship_review_shots(w->review, &shot, 1);
    size_t turns = bship_review_turns(w->review, &turn, 1);
    bship_review_costliest(&turn, turns > 0, &number, 1);
    return bship_review_describe(w->review, &info);
}

static bship_status step_batch(struct world *w)
{
    static const int32_t cells[] = { 0, 71 };
    bship_batch_arrays arrays = BSHIP_BATCH_ARRAYS_INIT;
    int16_t layouts[2 * 2 * 3];
    arrays.count = bship_batch_games(w->batch);
    arrays.cells = 72;
    cr_assert_eq(bship_batch_rules(w->batch), w->rules[0], "the rules");
    assert_ok(bship_batch_step(w->batch, cells, 2, &arrays), "a step");
    assert_ok(bship_batch_observe(w->batch, &arrays), "what it left");
    assert_ok(bship_batch_layouts(w->batch, layouts, 2, 2), "the fleets");
    assert_ok(bship_batch_start(w->batch, NULL, 2), "the next games");
    bship_batch_reset(w->batch, 1);
    return BSHIP_OK;
}

/* A game of two shots, and one of none. */
static bship_status compute_posteriors(struct world *w)
{
    static const int32_t cells[] = { 0, 40, -1, -1 };
    static const uint8_t results[] = { BSHIP_RESULT_MISS, BSHIP_RESULT_MISS, 0, 0 };
    bship_positions positions = BSHIP_POSITIONS_INIT;
    bship_posterior_arrays arrays = BSHIP_POSTERIOR_ARRAYS_INIT;
    int32_t statuses[2];
    positions.count = arrays.count = 2;
    positions.shots = 2;
    positions.cells = cells;
    positions.results = results;
    arrays.cells = 72;
    arrays.status = statuses;
    bship_status status =
        bship_posterior_batch(w->rules[0], &positions, NULL, 2, &arrays, &w->error);
    /* What an item lacks is told by its own status. */
    return status ? status : (bship_status)(statuses[0] ? statuses[0] : statuses[1]);
}

/* Placers. */

static bship_status make_placer(struct world *w)
{
    return bship_placer_new(&w->made.placer, w->rules[0], "balanced", NULL, &w->error);
}

static bship_status draw_by_style(struct world *w)
{
    bship_placement placements[2];
    bship_board_clear(w->empty);
    assert_ok(bship_placer_draw(w->placer, &w->rng, placements, 2, NULL), "a layout");
    return bship_placer_place(w->placer, &w->rng, w->empty, NULL);
}

static bship_status place_style(struct world *w)
{
    bship_board_clear(w->empty);
    return bship_board_place_style(w->empty, "balanced", &w->rng, NULL, NULL, &w->error);
}

static bship_status ask_placer(struct world *w)
{
    (void)bship_placer_rules(w->placer), (void)bship_placer_strength(w->placer);
    bship_placer_reset(w->placer, 1);
    int32_t style = bship_placer_style(w->placer);
    (void)bship_placing_style_strength(style),
        (void)bship_enum_text(BSHIP_ENUM_PLACEMENT_STYLE, style);
    return bship_enum_find(BSHIP_ENUM_PLACEMENT_STYLE,
                           bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style)) == style
               ? BSHIP_OK
               : BSHIP_ERROR_ARGUMENT;
}

static bship_status ask_sampler(struct world *w)
{
    bship_sampler_unref(bship_sampler_ref(w->sampler));
    cr_assert_eq(bship_sampler_rules(w->sampler), w->rules[0], "the rules");
    cr_assert_eq(bship_sampler_method(w->sampler), BSHIP_METHOD_REJECTION, "the method");
    return BSHIP_OK;
}

/* Habits. */

static bship_status make_habits(struct world *w)
{
    return bship_habits_new(&w->made.habits, w->rules[0], NULL, &w->error);
}

static bship_status parse_habits(struct world *w)
{
    static const char text[] = "battleship-habits 1\nhalf-life 5\nboard 4x4\nfleet 3 2\n"
                               "layout 0 1 A1 right, -\nend\n";
    return bship_habits_parse(&w->made.habits, text, sizeof text - 1, &w->fleet_options, &w->error);
}

static bship_status make_snapshot(struct world *w)
{
    return bship_habits_snapshot_new(&w->made.snapshot, w->habits, &w->error);
}

static bship_status observe(struct world *w)
{
    assert_ok(bship_habits_observe_chart(w->habits, w->chart, 1), "a chart");
    assert_ok(bship_habits_merge(w->habits, w->others), "a merge");
    assert_ok(bship_habits_observe(w->habits, layout, 2, 1, NULL), "a layout");
    return bship_habits_observe_record(w->habits, w->record, BSHIP_SIDE_A, 1);
}

static bship_status describe_habits(struct world *w)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    return bship_habits_describe(w->habits, &info);
}

static bship_status ask_trait(struct world *w)
{
    bship_habits_trait_info info = BSHIP_HABITS_TRAIT_INFO_INIT;
    return bship_habits_trait(w->habits, 0, &info);
}

static bship_status ask_habits(struct world *w)
{
    bship_habits_snapshot_unref(bship_habits_snapshot_ref(w->snapshot));
    cr_assert_eq(bship_habits_snapshot_rules(w->snapshot), w->rules[0], "the rules");
    cr_assert_eq(bship_habits_rules(w->habits), w->rules[0], "the rules");
    bship_habits_snapshot_weights(w->snapshot, NULL, 0);
    cr_assert_eq(bship_habits_snapshot_is_uniform(w->snapshot), 1, "nothing was observed");
    bship_habits_format(w->habits, NULL, 0);
    bship_habits_set_progress(w->habits, NULL, NULL);
    bship_habits_reset(w->habits);
    return BSHIP_OK;
}

/* Makes what the next function needs, which takes too long for every world. */
static void make_learner(struct world *w, bship_ai **ai, bship_habits_snapshot **snapshot)
{
    struct memory before = w->memory;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_cell cell;
    options.memory_limit = 1 << 20;
    memory_fail(&w->memory, 0, 0);
    assert_ok(bship_ai_new(ai, w->rules[0], "posterior", &options, NULL), "a learner");
    assert_ok(bship_ai_aim(*ai, w->chart, NULL, &cell), "its first aim");
    for (int i = 0; i < 8; i++)
        assert_ok(bship_habits_observe(w->habits, layout, 2, 1, NULL), "a layout");
    assert_ok(bship_habits_snapshot_new(snapshot, w->habits, NULL), "what it is to learn");
    w->memory.fail_from = before.fail_from;
    w->memory.fail_count = before.fail_count;
    w->memory.calls = before.calls;
    w->memory.failed = before.failed;
}

static bship_status set_habits(struct world *w)
{
    bship_ai *ai = NULL;
    bship_habits_snapshot *snapshot = NULL;
    make_learner(w, &ai, &snapshot);
    bship_status status = bship_ai_set_habits(ai, snapshot);
    bship_ai_free(ai);
    bship_habits_snapshot_unref(snapshot);
    return status;
}

/* Boards and charts. */

static bship_status place_random(struct world *w)
{
    return bship_board_place_random(w->empty, &w->rng, NULL, NULL);
}

static bship_status place(struct world *w)
{
    assert_ok(bship_board_check_place(w->empty, layout[0]), "can_place");
    assert_ok(bship_board_place(w->empty, layout[0]), "place");
    return bship_board_remove(w->empty, 0);
}

static bship_status move_ship(struct world *w)
{
    assert_ok(bship_board_place(w->empty, layout[0]), "place");
    assert_ok(bship_board_place(w->empty, (bship_placement){ 0, 1, 1, 0 }), "move");
    assert_ok(bship_board_place(w->empty, layout[0]), "move back");
    cr_assert_eq(bship_board_layout(w->empty, NULL, 0), 1, "one ship");
    cr_assert_eq(bship_board_conflicts(w->empty, layout[0], NULL, 0), 0, "no conflicts");
    cr_assert_eq(bship_board_missing(w->empty, 0), 1, "the other ship");
    return bship_board_place_missing(w->empty, &w->rng, NULL, NULL);
}

static bship_status place_layout(struct world *w)
{
    return bship_board_place_layout(w->empty, layout, 2, NULL);
}

static bship_status copy_board(struct world *w)
{
    return bship_board_copy(w->empty, w->board);
}

static bship_status clear_board(struct world *w)
{
    bship_board_clear(w->board);
    return BSHIP_OK;
}

static bship_status clear_shots(struct world *w)
{
    bship_board_clear_shots(w->board);
    return BSHIP_OK;
}

static bship_status fire(struct world *w)
{
    bship_report report;
    return bship_board_fire(w->board, water[0], &report, NULL);
}

static bship_status fire_salvo(struct world *w)
{
    bship_report reports[2];
    size_t fired;
    return bship_board_fire_salvo(w->board, water, 2, reports, &fired, NULL);
}

static bship_status fire_total(struct world *w)
{
    bship_total total = BSHIP_TOTAL_INIT;
    size_t fired;
    return bship_board_fire_total(w->total_board, water, 2, &total, &fired, NULL);
}

/* The true report of a shot at water. */
static bship_report report_of(const bship_chart *chart, bship_cell cell)
{
    bship_report report = BSHIP_REPORT_INIT;
    if (bship_chart_state_at(chart, cell) != BSHIP_CHART_STATE_UNKNOWN)
        report.result = BSHIP_RESULT_WASTED;
    return report;
}

static bship_status record_shot(struct world *w)
{
    bship_report report = report_of(w->chart, water[0]);
    return bship_chart_record(w->chart, water[0], &report, NULL);
}

/* The fleet has ships of 3 and 2, so the sunk one is the second. */
static bship_status parse_grid(struct world *w)
{
    char text[1024];
    size_t length = 0;
    for (int32_t y = 0; y < bship_rules_height(w->rules[0]); y++) {
        for (int32_t x = 0; x < bship_rules_width(w->rules[0]); x++)
            text[length++] = y == 0 && x < 2 ? 'd' : '.';
        text[length++] = '\n';
    }
    return bship_chart_parse_grid(&w->made.chart, w->rules[0], text, length, NULL, 0, &w->error);
}

static bship_status record_turn(struct world *w)
{
    bship_report reports[] = { report_of(w->chart, water[0]), report_of(w->chart, water[1]) };
    return bship_chart_record_turn(w->chart, water, 2, reports, NULL);
}

static bship_status record_total(struct world *w)
{
    int32_t none[2] = { 0, 0 };
    bship_total total = { sizeof total, 0, 0, none, NULL, 2 };
    return bship_chart_record_total(w->total_chart, water, 2, &total, NULL);
}

static bship_status check_layout(struct world *w)
{
    return bship_chart_check_layout(w->chart, layout, 2, NULL);
}

static bship_status copy_chart(struct world *w)
{
    return bship_chart_copy(w->copy, w->chart);
}

static bship_status reset_chart(struct world *w)
{
    bship_chart_reset(w->chart);
    return BSHIP_OK;
}

static bship_status truncate_chart(struct world *w)
{
    return bship_chart_truncate(w->chart, bship_chart_turns(w->chart) / 2);
}

/* AIs. */

static bship_status aim(struct world *w)
{
    bship_cell cell;
    bship_status status = bship_ai_aim(w->ai, w->chart, NULL, &cell);
    return status ? status : bship_ai_aim(w->own, w->chart, NULL, &cell);
}

/* Enough shots that a custom strategy gets a separate array. */
static bship_status aim_salvo(struct world *w)
{
    bship_cell cells[70];
    assert_ok(bship_ai_aim_salvo(w->ai, w->chart, NULL, cells, 70), "the library's strategy");
    return bship_ai_aim_salvo(w->own, w->chart, NULL, cells, 70);
}

static bship_status score_cells(struct world *w)
{
    double scores[72];
    return bship_ai_scores(w->ai, w->chart, NULL, scores, 72);
}

static bship_status list_candidates(struct world *w)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    size_t count;
    options.work_limit = 5000000;
    bship_status status = bship_ai_new(&ai, w->rules[0], "search", &options, NULL);
    if (!status)
        status = bship_ai_candidates(ai, w->chart, NULL, NULL, 0, &count);
    bship_ai_free(ai);
    return status;
}

static bship_status evaluate_cells(struct world *w)
{
    static const bship_cell cells[] = { { 4, 4 }, { 5, 5 } };
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai_candidate candidates[2];
    int32_t statuses[2];
    bship_ai *ai = NULL;
    options.work_limit = 5000000;
    bship_status status = bship_ai_new(&ai, w->rules[0], "search", &options, NULL);
    if (!status)
        status = bship_ai_evaluate(ai, w->chart, NULL, cells, 2, candidates, statuses);
    bship_ai_free(ai);
    return status;
}

static bship_status ai_place(struct world *w)
{
    return bship_ai_place(w->own, &w->rng, NULL, w->empty, NULL);
}

static bship_status reset_ai(struct world *w)
{
    bship_ai_reset(w->ai, 7);
    bship_ai_reset(w->own, 7);
    return BSHIP_OK;
}

/* Games and matches. */

static bship_status game_fire(struct world *w)
{
    return bship_game_fire(w->games[GAME_PLAIN], water[0], NULL, NULL);
}

static bship_status game_fire_salvo(struct world *w)
{
    return bship_game_fire_salvo(w->games[GAME_SALVO], water, 2, NULL);
}

static bship_status game_step(struct world *w)
{
    return bship_game_step(w->games[GAME_PLAIN], NULL, NULL, NULL);
}

static bship_status result_one(bship_game *game)
{
    bship_report report = report_of(bship_game_chart(game, BSHIP_SIDE_A), water[0]);
    return bship_game_report(game, &report, 1, NULL);
}

static bship_status result_total(bship_game *game)
{
    int32_t none[2] = { 0, 0 };
    bship_total total = { sizeof total, 0, 0, none, NULL, 2 };
    return bship_game_report_total(game, &total, 2, NULL);
}

static bship_status game_result(struct world *w)
{
    return result_one(w->games[GAME_AUDITED]);
}

static bship_status game_result_total(struct world *w)
{
    return result_total(w->games[GAME_REMOTE_TOTAL]);
}

/* The game borrows both AIs: side a has the other one afterwards. */
static bship_status give_ai(struct world *w)
{
    bship_game *game = w->games[GAME_PLAIN];
    bship_ai *before = bship_game_ai(game, BSHIP_SIDE_A);
    bship_ai *ai = before == w->ai ? w->ais[BSHIP_SIDE_A] : w->ai;
    bship_status status = bship_game_set_ai(game, BSHIP_SIDE_A, ai, &w->error);
    cr_assert_eq(bship_game_ai(game, BSHIP_SIDE_A), status ? before : ai, "the AI of side a");
    return status;
}

static bship_status game_undo(struct world *w)
{
    return bship_game_undo(w->games[GAME_SALVO]);
}

static bship_status game_resign(struct world *w)
{
    return bship_game_resign(w->games[GAME_REMOTE], BSHIP_SIDE_B);
}

static bship_status game_abandon(struct world *w)
{
    return bship_game_abandon(w->games[GAME_REMOTE]);
}

/* A sinking without a run of hits is a contradiction. */
static bship_status game_claim(struct world *w)
{
    bship_game *game = w->games[GAME_REMOTE];
    bship_report report = { BSHIP_RESULT_SUNK, -1, 3, 0, 0, 0, 0, 0 };

    bship_game_reset(game, 7, 0);
    assert_ok(bship_board_place_layout(w->empty, layout, 2, NULL), "a layout");
    assert_ok(bship_game_set_board(game, BSHIP_SIDE_A, w->empty, NULL), "a board");
    assert_ok(bship_game_start(game, NULL), "the start");
    assert_ok(bship_game_fire(game, water[0], NULL, NULL), "a shot");
    assert_status(bship_game_report(game, &report, 1, NULL), BSHIP_ERROR_CONTRADICTION, "a lie");
    return bship_game_claim_contradiction(game);
}

static bship_status game_reveal(struct world *w)
{
    return bship_game_reveal(w->games[GAME_OVER], BSHIP_SIDE_B, layout, 2, &w->error);
}

static bship_status game_claim_unrevealed(struct world *w)
{
    return bship_game_claim_unrevealed(w->games[GAME_OVER], BSHIP_SIDE_B);
}

static bship_status game_set_habits(struct world *w)
{
    return bship_game_set_habits(w->games[GAME_PLACING], BSHIP_SIDE_B, NULL);
}

static bship_status game_observe_found(struct world *w)
{
    return bship_game_observe_found(w->games[GAME_OVER], BSHIP_SIDE_B);
}

static bship_status game_place_random(struct world *w)
{
    return bship_game_place_random(w->games[GAME_PLACING], BSHIP_SIDE_A, NULL, NULL, NULL);
}

static bship_status game_place(struct world *w)
{
    bship_game *game = w->games[GAME_PLACING];
    assert_ok(bship_board_place_layout(w->empty, layout, 2, NULL), "a layout");
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_set_board(game, side, w->empty, NULL), "a board");
    return bship_game_start(game, NULL);
}

static bship_status reset_game(struct world *w)
{
    for (int type = 0; type < GAME_TYPES; type++)
        bship_game_reset(w->games[type], 7, 0);
    return BSHIP_OK;
}

static bship_status match_add(struct world *w)
{
    return bship_match_add(w->match, "stalker", NULL, &w->error);
}

static bship_status match_set_habits(struct world *w)
{
    return bship_match_set_habits(w->full_match, 0, NULL);
}

static bship_status match_add_learner(struct world *w)
{
    return bship_match_add_learner(w->match, "posterior", NULL, NULL, &w->error);
}

static bship_status match_add_own(struct world *w)
{
    int creates = w->creates;
    bship_status status = bship_match_add_custom(w->match, &own_callbacks, w, NULL, &w->error);
    cr_assert(!status || w->creates == creates || w->creates == w->destroys + 2,
              "a state was created and lost");
    return status;
}

static int32_t check_row(const bship_match_row *row, void *user)
{
    (void)user;
    assert_ok((bship_status)row->status, "a game");
    return 0;
}

static bship_status match_run(struct world *w)
{
    return bship_match_run(w->full_match, check_row, NULL, NULL);
}

/* Queries: none of them allocates. */

static bship_status ask_words(struct world *w)
{
    char text[64];
    size_t count = 0;
    bship_cell cell, size;
    bship_report report = BSHIP_REPORT_INIT;

    assert_ok(bship_cell_parse("B2", &cell, NULL), "a cell");
    bship_cell_format(cell, text, sizeof text);
    assert_ok(bship_cells_parse(w->rules[0], text, &cell, 1, &count, NULL), "shots");
    bship_cells_format(&cell, count, text, sizeof text);
    bship_turn_format(w->rules[0], &cell, 1, &report, NULL, text, sizeof text);
    assert_ok(bship_turn_parse(w->rules[0], text, &cell, 1, &count, &report, NULL, NULL), "a turn");
    assert_ok(bship_grid_size(".m", 2, &size.x, &size.y, NULL), "a grid");
    cr_assert_not_null(
        bship_enum_name(BSHIP_ENUM_STRATEGY, bship_enum_find(BSHIP_ENUM_STRATEGY, "hunt")),
        "a strategy");
    cr_assert_not_null(bship_enum_name(BSHIP_ENUM_LEVEL, bship_enum_find(BSHIP_ENUM_LEVEL, "easy")),
                       "a level");
    cr_assert_geq(bship_enum_count(BSHIP_ENUM_ENUM), 1000, "enumerations");
    cr_assert_not_null(bship_enum_text(BSHIP_ENUM_RULE, BSHIP_RULE_TURN), "a text");
    cr_assert_eq(bship_constant("BSHIP_NAME_MAX"), BSHIP_NAME_MAX, "a constant");
    cr_assert_eq(bship_struct_size("bship_cell"), 8, "a struct");
    cr_assert_eq(bship_field_offset("bship_cell", "y"), 4, "a field");
    bship_experimental_epoch();
    return BSHIP_OK;
}

static bship_status ask_references(struct world *w)
{
    bship_fleet_unref(bship_fleet_ref(bship_rules_fleet(w->rules[0])));
    bship_rules_unref(bship_rules_ref(w->rules[0]));
    return BSHIP_OK;
}

static bship_status ask_fleet(struct world *w)
{
    const bship_fleet *fleet = bship_rules_fleet(w->rules[0]);
    char text[64];

    bship_fleet_format(fleet, text, sizeof text);
    bship_fleet_find(fleet, bship_fleet_name(fleet, 0));
    bship_fleet_equal(fleet, bship_rules_fleet(w->rules[1]));
    return BSHIP_OK;
}

static bship_status ask_rules(struct world *w)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_placement placement;
    char text[16];

    cr_assert_not_null(rules_text(w->rules[0]), "the rules as text");
    bship_rules_equal(w->rules[0], w->rules[1]);
    bship_rules_blocked(w->rules[0], NULL, 0);
    bship_rules_number(w->rules[0], BSHIP_RULE_TURN);
    bship_rule_number_range(BSHIP_RULE_TURN, BSHIP_TURN_RULE_SALVO, NULL, NULL);
    bship_rules_discloses(w->rules[0], BSHIP_DETAIL_NAME);
    assert_ok(bship_rules_describe(w->rules[0], &options), "the options");
    bship_rules_format_rule(w->rules[0], 0, text, sizeof text);
    assert_ok(bship_rules_placement(w->rules[0], 3, &placement), "a placement");
    bship_rules_placement_index(w->rules[0], placement);
    bship_rules_placement_cells(w->rules[0], placement, NULL, 0);
    return bship_rules_options_set(&options, "turn", "salvo 3", NULL);
}

static bship_status ask_board(struct world *w)
{
    struct text text = board_dump(w->board);
    uint8_t states[72];

    text_free(&text);
    bship_board_states(w->board, states, sizeof states);
    bship_board_shots_due(w->board, w->chart);
    bship_board_points(w->board);
    return BSHIP_OK;
}

static bship_status ask_chart(struct world *w)
{
    struct text text = chart_dump(w->chart);
    uint8_t grid[72];

    text_free(&text);
    text = chart_dump(w->total_chart);
    text_free(&text);
    bship_chart_states(w->chart, grid, sizeof grid);
    bship_rules_shots_due(bship_chart_rules(w->chart), NULL, w->chart);
    bship_chart_points(w->chart);
    bship_chart_hit_states(w->chart, grid, sizeof grid);
    bship_chart_sinking_at(w->chart, water[0]);
    bship_chart_changes(w->chart, NULL, 0);
    return BSHIP_OK;
}

static bship_status ask_ai(struct world *w)
{
    bship_match_summary summary = BSHIP_MATCH_SUMMARY_INIT;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    assert_status(bship_ai_describe(w->ai, &info), BSHIP_ERROR_UNSUPPORTED, "no analysis");
    cr_assert_eq(bship_ai_rules(w->ai), w->rules[0], "the rules");
    cr_assert_str_eq(bship_ai_strategy(w->own), "custom", "the strategy");
    cr_assert_eq(bship_match_entries(w->full_match), 2, "the entries");
    cr_assert_str_eq(bship_match_entry_name(w->full_match, 1), "custom", "the second");
    assert_ok(bship_match_describe(w->full_match, &options), "the options");
    cr_assert(options.kind == BSHIP_MATCH_KIND_DUEL && options.series == 2, "the options");
    assert_ok(bship_match_score(w->full_match, 0, 0.95, &summary), "a score");
    assert_status(bship_match_mean(w->full_match, 0, 0.95, &summary), BSHIP_ERROR_STATE, "a duel");
    assert_status(bship_match_difference(w->full_match, 0, 1, 0.95, &summary), BSHIP_ERROR_STATE,
                  "a duel");
    return BSHIP_OK;
}

static bship_status ask_game(struct world *w)
{
    for (int type = 0; type < GAME_TYPES; type++) {
        struct text text = game_and_boards_dump(w->games[type]);
        text_free(&text);
        bship_game_points(w->games[type], BSHIP_SIDE_A);
    }
    return BSHIP_OK;
}

/* Records. */

static bship_status make_record(struct world *w)
{
    return bship_record_new(&w->made.record, w->rules[0], NULL, NULL);
}

static bship_status make_record_of_game(struct world *w)
{
    return bship_record_new_game(&w->made.record, w->games[GAME_PLAIN], &whole_game, NULL);
}

static bship_status make_record_of_chart(struct world *w)
{
    return bship_record_new_chart(&w->made.record, w->total_chart, BSHIP_SIDE_A, NULL);
}

static const char record_text[] =
    "battleship 1\nboard 9x8\nblocked A1\nfleet A:3 2\nx-note\nturn salvo 2\n"
    "salvo-report total\nbegan a\na ship A A3 right\na ship 2 A5 right\n"
    "a B1, C1: 0 hits\nb B1, C1: 1 hit, sunk 2\n";

static bship_status parse_record(struct world *w)
{
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    options.allocator = w->memory.allocator;
    return bship_record_parse(&w->made.record, record_text, sizeof record_text - 1, &options,
                              &w->error);
}

static int give_text(char *buffer, size_t capacity, size_t *count, void *user)
{
    const char **at = user;
    *count = strlen(*at) < capacity ? strlen(*at) : capacity;
    memcpy(buffer, *at, *count);
    *at += *count;
    return 0;
}

static bship_status read_record(struct world *w)
{
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    const char *at = record_text;
    options.allocator = w->memory.allocator;
    return bship_record_read(&w->made.record, give_text, &at, &options, &w->error);
}

static bship_status add_extra(struct world *w)
{
    return bship_record_add_extra(w->record, "x-y z", &w->error);
}

static bship_status set_fact(struct world *w)
{
    return bship_record_set(w->record, BSHIP_FACT_DATE, BSHIP_SIDE_NONE, "2024-02-29", &w->error);
}

static bship_status set_layout(struct world *w)
{
    return bship_record_set_layout(w->record, BSHIP_SIDE_A, layout, 2, &w->error);
}

static bship_status record_to_board(struct world *w)
{
    return bship_record_to_board(w->record, BSHIP_SIDE_A, w->empty);
}

static bship_status record_to_chart(struct world *w)
{
    return bship_record_to_chart(w->record, BSHIP_SIDE_A, w->copy, &w->error);
}

static bship_status record_to_game(struct world *w)
{
    return bship_record_to_game(w->record, w->games[GAME_PLACING], &w->error);
}

/* Side a is played by an own strategy, side b by one of the library. */
static bship_status restore_ai(bship_ai **out, const bship_rules *rules, const char *strategy,
                               const bship_ai_options *options, void *user)
{
    (void)strategy;
    return options->side == BSHIP_SIDE_A
               ? bship_ai_new_custom(out, rules, &own_callbacks, user, options, NULL)
               : BSHIP_OK;
}

static bship_status restore_game(struct world *w)
{
    bship_restore_options options = BSHIP_RESTORE_OPTIONS_INIT;
    int left = w->creates - w->destroys;
    options.make_ai = restore_ai;
    options.user = w;
    bship_status status = bship_game_restore(&w->made.game, w->record, &options, &w->error);
    cr_assert_eq(w->creates - w->destroys - left, !status, "an AI was made and lost");
    return status;
}

static int take_text(const char *text, size_t count, void *user)
{
    (void)text;
    *(size_t *)user += count;
    return 0;
}

static bship_status ask_record(struct world *w)
{
    bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
    bship_total total = BSHIP_TOTAL_INIT;
    bship_placement placement;
    bship_cell cell;
    size_t length = 0;

    if (bship_record_log_length(w->record) > 0) {
        assert_ok(bship_record_log_entry(w->record, 0, &entry), "an entry");
        assert_ok(bship_record_shot(w->record, 0, &cell, NULL), "a shot");
        assert_status(bship_record_total(w->record, 0, &total), BSHIP_ERROR_RANGE, "no total");
    }
    cr_assert(has_placement(w->record, BSHIP_SIDE_A, 1, &placement), "a placement");
    cr_assert_eq(bship_record_rules(w->record), w->rules[0], "the rules");
    bship_game_options game_options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    const char *strategy = NULL;
    uint64_t seed;
    assert_ok(bship_record_to_game_options(w->record, &game_options, NULL), "options of the game");
    assert_ok(bship_record_to_ai_options(w->record, BSHIP_SIDE_A, &strategy, &ai_options, NULL),
              "options of an AI");
    assert_ok(bship_record_number(w->record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, &seed), "a number");
    cr_assert_str_eq(bship_record_strategy(w->record, BSHIP_SIDE_A, 0), "stalker", "the strategy");
    cr_assert_eq(bship_record_pending(w->record, NULL, 0), 0, "nothing is awaited");
    cr_assert(bship_record_is_game(w->record), "it is of a game");
    cr_assert_not_null(bship_record_get(w->record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE), "the seed");
    cr_assert_null(bship_record_extra(w->record, bship_record_extras(w->record)), "no such line");
    assert_ok(bship_record_write(w->record, take_text, &length), "written");
    cr_assert_eq(bship_record_format(w->record, NULL, 0), length, "the length");
    return BSHIP_OK;
}

/* Posteriors. */

static bship_status update_posterior(struct world *w)
{
    return bship_posterior_update(w->posterior, w->chart, &w->error);
}

static bship_status check_posterior(struct world *w)
{
    return bship_posterior_check(w->chart, NULL, &w->error);
}

static bship_status ask_posterior(struct world *w)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior_explanation explanation = BSHIP_POSTERIOR_EXPLANATION_INIT;
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    bship_cell best[72];
    double grid[72];
    char text[32];

    assert_ok(bship_posterior_describe(w->posterior, &info), "the whole");
    assert_ok(bship_posterior_explain(w->posterior, info.method, &explanation), "the method");
    cr_assert_eq(bship_posterior_ignores_contact(w->posterior), 0, "no habits");
    assert_ok(bship_posterior_forecast(w->posterior, ((bship_cell){ 5, 5 }), &forecast),
              "a forecast");
    assert_ok(bship_posterior_placement(w->posterior, ((bship_placement){ 0, 0, 0, 0 }), grid),
              "a placement");
    bship_posterior_format_layouts(w->posterior, text, sizeof text);
    bship_posterior_occupancy(w->posterior, grid, 72);
    bship_posterior_occupancy_of_class(w->posterior, 0, grid, 72);
    bship_posterior_standard_error(w->posterior, grid, 72);
    bship_posterior_best(w->posterior, best, 72);
    return BSHIP_OK;
}

#endif
