/* Every call that returns a status refuses NULL for each pointer that it requires. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/batch.h>
#include <battleship/experimental/grid.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/layouts.h>
#include <battleship/experimental/question.h>
#include <battleship/experimental/review.h>
#include <battleship/experimental/search.h>

#include "support.h"

/* A call and what it returned. */
struct refusal {
    const char *call;
    bship_status status;
};

#define CALL(...)                                                                                  \
    {                                                                                              \
#__VA_ARGS__, __VA_ARGS__                                                                  \
    }

enum {
    CALLS_MAX = 256
};

static struct refusal refusals[CALLS_MAX];
static size_t refusal_count;

static void add(const struct refusal *rows, size_t count)
{
    cr_assert(refusal_count + count <= CALLS_MAX, "too many calls");
    memcpy(refusals + refusal_count, rows, count * sizeof *rows);
    refusal_count += count;
}

#define ADD(rows) add(rows, sizeof(rows) / sizeof *(rows))

static void call_model(const bship_rules *rules, bship_board *board, bship_chart *chart)
{
    static const bship_placement layout[] = { { 0, 0, 0, 0 } };
    static const int32_t lengths[] = { 2 };
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT, blocked = options;
    bship_report report = BSHIP_REPORT_INIT;
    bship_total total = BSHIP_TOTAL_INIT;
    bship_placement placement = layout[0];
    bship_turn turn = BSHIP_TURN_INIT;
    bship_sinking sinking = BSHIP_SINKING_INIT;
    const bship_fleet *fleet = bship_rules_fleet(rules);
    bship_rng rng = rng_of(1);
    bship_cell cell = { 0, 0 };
    bship_fleet *no_fleet = NULL;
    bship_rules *no_rules = NULL;
    bship_board *no_board = NULL;
    bship_chart *no_chart = NULL;
    size_t fired = 0, count = 0;
    int32_t width = 0, height = 0;

    blocked.blocked_count = 1;
    const struct refusal rows[] = {
        CALL(bship_cell_parse(NULL, &cell, NULL)),
        CALL(bship_cell_parse("A1", NULL, NULL)),
        CALL(bship_fleet_new(NULL, lengths, NULL, 1, NULL, NULL)),
        CALL(bship_fleet_new(&no_fleet, NULL, NULL, 1, NULL, NULL)),
        CALL(bship_fleet_new_points(NULL, fleet, lengths, 1, NULL)),
        CALL(bship_fleet_new_points(&no_fleet, NULL, lengths, 1, NULL)),
        CALL(bship_fleet_new_points(&no_fleet, fleet, NULL, 1, NULL)),
        CALL(bship_fleet_new_preset(NULL, 0, NULL, NULL)),
        CALL(bship_fleet_parse(NULL, "classic", NULL, NULL)),
        CALL(bship_fleet_parse(&no_fleet, NULL, NULL, NULL)),
        CALL(bship_rules_options_set(NULL, "turn", "one", NULL)),
        CALL(bship_rules_options_set(&options, NULL, "one", NULL)),
        CALL(bship_rules_options_set(&options, "turn", NULL, NULL)),
        CALL(bship_rules_new(NULL, fleet, NULL, NULL)),
        CALL(bship_rules_new(&no_rules, NULL, NULL, NULL)),
        CALL(bship_rules_new(&no_rules, fleet, &blocked, NULL)),
        CALL(bship_rules_parse(NULL, "", 0, NULL, NULL)),
        CALL(bship_rules_parse(&no_rules, NULL, 1, NULL, NULL)),
        CALL(bship_rules_describe(NULL, &options)),
        CALL(bship_rules_describe(rules, NULL)),
        CALL(bship_rules_placement(NULL, 0, &placement)),
        CALL(bship_rules_placement(rules, 0, NULL)),
        CALL(bship_board_new(NULL, rules, NULL, NULL)),
        CALL(bship_board_new(&no_board, NULL, NULL, NULL)),
        CALL(bship_board_copy(NULL, board)),
        CALL(bship_board_copy(board, NULL)),
        CALL(bship_board_check_place(NULL, layout[0])),
        CALL(bship_board_place(NULL, layout[0])),
        CALL(bship_board_place_layout(NULL, layout, 1, NULL)),
        CALL(bship_board_place_layout(board, NULL, 1, NULL)),
        CALL(bship_board_place_random(NULL, &rng, NULL, NULL)),
        CALL(bship_board_place_random(board, NULL, NULL, NULL)),
        CALL(bship_board_place_missing(NULL, &rng, NULL, NULL)),
        CALL(bship_board_place_missing(board, NULL, NULL, NULL)),
        CALL(bship_board_remove(NULL, 0)),
        CALL(bship_board_placement(NULL, 0, &placement)),
        CALL(bship_board_placement(board, 0, NULL)),
        CALL(bship_board_check_fire(NULL, cell)),
        CALL(bship_board_fire(NULL, cell, &report, NULL)),
        CALL(bship_board_fire(board, cell, NULL, NULL)),
        CALL(bship_board_fire_salvo(NULL, &cell, 1, &report, &fired, NULL)),
        CALL(bship_board_fire_salvo(board, NULL, 1, &report, &fired, NULL)),
        CALL(bship_board_fire_salvo(board, &cell, 1, NULL, &fired, NULL)),
        CALL(bship_board_fire_salvo(board, &cell, 1, &report, NULL, NULL)),
        CALL(bship_board_fire_total(NULL, &cell, 1, &total, &fired, NULL)),
        CALL(bship_board_fire_total(board, NULL, 1, &total, &fired, NULL)),
        CALL(bship_board_fire_total(board, &cell, 1, NULL, &fired, NULL)),
        CALL(bship_board_fire_total(board, &cell, 1, &total, NULL, NULL)),
        CALL(bship_chart_new(NULL, rules, NULL, NULL)),
        CALL(bship_chart_new(&no_chart, NULL, NULL, NULL)),
        CALL(bship_grid_size(NULL, 1, &width, &height, NULL)),
        CALL(bship_grid_size(".", 1, NULL, &height, NULL)),
        CALL(bship_grid_size(".", 1, &width, NULL, NULL)),
        CALL(bship_chart_parse_grid(NULL, rules, ".", 1, NULL, 0, NULL)),
        CALL(bship_chart_parse_grid(&no_chart, NULL, ".", 1, NULL, 0, NULL)),
        CALL(bship_chart_parse_grid(&no_chart, rules, NULL, 1, NULL, 0, NULL)),
        CALL(bship_chart_parse_grid(&no_chart, rules, ".", 1, NULL, 1, NULL)),
        CALL(bship_chart_truncate(NULL, 0)),
        CALL(bship_chart_copy(NULL, chart)),
        CALL(bship_chart_copy(chart, NULL)),
        CALL(bship_chart_check_fire(NULL, cell)),
        CALL(bship_chart_record(NULL, cell, &report, NULL)),
        CALL(bship_chart_record(chart, cell, NULL, NULL)),
        CALL(bship_chart_record_turn(NULL, &cell, 1, &report, NULL)),
        CALL(bship_chart_record_turn(chart, NULL, 1, &report, NULL)),
        CALL(bship_chart_record_turn(chart, &cell, 1, NULL, NULL)),
        CALL(bship_chart_record_total(NULL, &cell, 1, &total, NULL)),
        CALL(bship_chart_record_total(chart, NULL, 1, &total, NULL)),
        CALL(bship_chart_record_total(chart, &cell, 1, NULL, NULL)),
        CALL(bship_chart_check_layout(NULL, layout, 1, NULL)),
        CALL(bship_chart_check_layout(chart, NULL, 1, NULL)),
        CALL(bship_chart_turn(NULL, 0, &turn)),
        CALL(bship_chart_turn(chart, 0, NULL)),
        CALL(bship_chart_shot(NULL, 0, &cell, &report)),
        CALL(bship_chart_total(NULL, 0, &total)),
        CALL(bship_chart_total(chart, 0, NULL)),
        CALL(bship_chart_sinking(NULL, 0, &sinking)),
        CALL(bship_chart_sinking(chart, 0, NULL)),
        CALL(bship_cells_parse(NULL, "A1", &cell, 1, &count, NULL)),
        CALL(bship_cells_parse(rules, NULL, &cell, 1, &count, NULL)),
        CALL(bship_cells_parse(rules, "A1", &cell, 1, NULL, NULL)),
        CALL(bship_turn_parse(NULL, "A1 miss", &cell, 1, &count, &report, NULL, NULL)),
        CALL(bship_turn_parse(rules, NULL, &cell, 1, &count, &report, NULL, NULL)),
        CALL(bship_turn_parse(rules, "A1 miss", &cell, 1, NULL, &report, NULL, NULL)),
    };
    ADD(rows);
}

static void call_inference(const bship_rules *rules, bship_board *board, const bship_chart *chart)
{
    bship_placement layout[] = { { 0, 0, 0, 0 } };
    bship_posterior *posterior = new_posterior(chart), *none = NULL;
    bship_sampler *sampler = new_sampler(rules), *no_sampler = NULL;
    bship_rng rng = rng_of(1);

    const struct refusal rows[] = {
        CALL(bship_posterior_new(NULL, chart, NULL, NULL)),
        CALL(bship_posterior_new(&none, NULL, NULL, NULL)),
        CALL(bship_posterior_new_habits(NULL, chart, NULL, NULL, NULL)),
        CALL(bship_posterior_new_habits(&none, NULL, NULL, NULL, NULL)),
        CALL(bship_posterior_update(NULL, chart, NULL)),
        CALL(bship_posterior_update(posterior, NULL, NULL)),
        CALL(bship_posterior_check(NULL, NULL, NULL)),
        CALL(bship_posterior_describe(posterior, NULL)),
        CALL(bship_posterior_describe(NULL, NULL)),
        CALL(bship_posterior_placement(posterior, layout[0], NULL)),
        CALL(bship_posterior_forecast(posterior, (bship_cell){ 0, 0 }, NULL)),
        CALL(bship_posterior_sample(NULL, &rng, layout, 1)),
        CALL(bship_posterior_sample(posterior, NULL, layout, 1)),
        CALL(bship_posterior_sample(posterior, &rng, NULL, 1)),
        CALL(bship_sampler_new(NULL, rules, NULL, NULL)),
        CALL(bship_sampler_new(&no_sampler, NULL, NULL, NULL)),
        CALL(bship_sampler_layout(NULL, 0, layout, 1)),
        CALL(bship_sampler_layout(sampler, 0, NULL, 1)),
        CALL(bship_sampler_draw(NULL, &rng, layout, 1)),
        CALL(bship_sampler_draw(sampler, NULL, layout, 1)),
        CALL(bship_sampler_draw(sampler, &rng, NULL, 1)),
        CALL(bship_sampler_place(NULL, &rng, board)),
        CALL(bship_sampler_place(sampler, &rng, NULL)),
        CALL(bship_sampler_place(sampler, NULL, board)),
    };
    ADD(rows);
    bship_posterior_free(posterior);
    bship_sampler_unref(sampler);
}

static void call_batches(const bship_rules *rules, const bship_chart *chart)
{
    static const int32_t cells[1] = { 0 };
    bship_posterior *posterior = new_posterior(chart);
    bship_sampler *sampler = new_sampler(rules), *no_sampler = NULL;
    bship_batch *batch = NULL, *no_batch = NULL;
    bship_batch_arrays arrays = BSHIP_BATCH_ARRAYS_INIT;
    bship_positions positions = BSHIP_POSITIONS_INIT, missing = positions;
    bship_posterior_arrays posteriors = BSHIP_POSTERIOR_ARRAYS_INIT;
    bship_rng rng = rng_of(1);
    int16_t layouts[3] = { 0 };
    uint8_t grids[16];

    assert_ok(bship_batch_new(&batch, rules, 1, NULL, NULL), "a batch");
    posteriors.cells = 16;
    missing.count = missing.shots = 1;
    const struct refusal rows[] = {
        CALL(bship_sampler_new_chart(NULL, chart, NULL, NULL)),
        CALL(bship_sampler_new_chart(&no_sampler, NULL, NULL, NULL)),
        CALL(bship_sampler_fill(NULL, &rng, layouts, 1, 1)),
        CALL(bship_sampler_fill(sampler, NULL, layouts, 1, 1)),
        CALL(bship_sampler_fill(sampler, &rng, NULL, 1, 1)),
        CALL(bship_sampler_list(NULL, 0, layouts, 0, 1)),
        CALL(bship_sampler_list(sampler, 0, NULL, 0, 1)),
        CALL(bship_posterior_fill(NULL, &rng, layouts, 1, 1)),
        CALL(bship_posterior_fill(posterior, NULL, layouts, 1, 1)),
        CALL(bship_posterior_fill(posterior, &rng, NULL, 1, 1)),
        CALL(bship_rules_layout_grids(NULL, layouts, grids, 1, 1, 16, NULL)),
        CALL(bship_rules_layout_grids(rules, NULL, grids, 1, 1, 16, NULL)),
        CALL(bship_rules_layout_grids(rules, layouts, NULL, 1, 1, 16, NULL)),
        CALL(bship_batch_new(NULL, rules, 1, NULL, NULL)),
        CALL(bship_batch_new(&no_batch, NULL, 1, NULL, NULL)),
        CALL(bship_batch_start(NULL, NULL, 1)),
        CALL(bship_batch_step(NULL, cells, 1, &arrays)),
        CALL(bship_batch_step(batch, NULL, 1, &arrays)),
        CALL(bship_batch_step(batch, cells, 1, NULL)),
        CALL(bship_batch_observe(NULL, &arrays)),
        CALL(bship_batch_observe(batch, NULL)),
        CALL(bship_batch_layouts(NULL, layouts, 1, 1)),
        CALL(bship_batch_layouts(batch, NULL, 1, 1)),
        CALL(bship_posterior_batch(NULL, &positions, NULL, 1, &posteriors, NULL)),
        CALL(bship_posterior_batch(rules, NULL, NULL, 1, &posteriors, NULL)),
        CALL(bship_posterior_batch(rules, &missing, NULL, 1, &posteriors, NULL)),
        CALL(bship_posterior_batch(rules, &positions, NULL, 1, NULL, NULL)),
    };
    ADD(rows);
    bship_batch_free(batch);
    bship_posterior_free(posterior);
    bship_sampler_unref(sampler);
}

static void call_questions(void)
{
    uint8_t bytes[1] = { 0 };
    double weights[1] = { 1 }, bits;
    const struct refusal rows[] = {
        CALL(bship_question_cells(NULL, 1, bytes, 1, bytes)),
        CALL(bship_question_cells(bytes, 1, NULL, 1, bytes)),
        CALL(bship_question_cells(bytes, 1, bytes, 1, NULL)),
        CALL(bship_question_bits(NULL, bytes, 1, 0, &bits)),
        CALL(bship_question_bits(weights, NULL, 1, 0, &bits)),
        CALL(bship_question_bits(weights, bytes, 1, 0, NULL)),
        CALL(bship_question_weigh(NULL, bytes, 1, 0, 0, &bits)),
        CALL(bship_question_weigh(weights, NULL, 1, 0, 0, &bits)),
        CALL(bship_question_weigh(weights, bytes, 1, 0, 0, NULL)),
    };
    ADD(rows);
}

static void call_reviews(const bship_chart *chart)
{
    bship_review *review = NULL;
    bship_review_info info = BSHIP_REVIEW_INFO_INIT;

    assert_ok(bship_review_new(&review, chart, NULL, NULL, NULL), "a review");
    const struct refusal rows[] = {
        CALL(bship_review_new(NULL, chart, NULL, NULL, NULL)),
        CALL(bship_review_new(&review, NULL, NULL, NULL, NULL)),
        CALL(bship_review_run(NULL, NULL)),
        CALL(bship_review_describe(NULL, &info)),
        CALL(bship_review_describe(review, NULL)),
    };
    ADD(rows);
    bship_review_free(review);
}

static void call_game(const bship_rules *rules, const bship_board *board)
{
    static const bship_placement layout[] = { { 0, 0, 0, 0 } };
    bship_game *game = NULL, *none = NULL;
    bship_report report = BSHIP_REPORT_INIT;
    bship_total total = BSHIP_TOTAL_INIT;
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
    bship_cell cell = { 0, 0 };

    assert_ok(bship_game_new(&game, rules, NULL, NULL), "a game");
    const struct refusal rows[] = {
        CALL(bship_game_new(NULL, rules, NULL, NULL)),
        CALL(bship_game_new(&none, NULL, NULL, NULL)),
        CALL(bship_game_set_board(NULL, BSHIP_SIDE_A, board, NULL)),
        CALL(bship_game_set_board(game, BSHIP_SIDE_A, NULL, NULL)),
        CALL(bship_game_place_random(NULL, BSHIP_SIDE_A, NULL, NULL, NULL)),
        CALL(bship_game_start(NULL, NULL)),
        CALL(bship_game_set_ai(NULL, BSHIP_SIDE_A, NULL, NULL)),
        CALL(bship_game_set_ai(game, 3, NULL, NULL)),
        CALL(bship_game_fire(NULL, cell, &report, NULL)),
        CALL(bship_game_fire_salvo(NULL, &cell, 1, NULL)),
        CALL(bship_game_fire_salvo(game, NULL, 1, NULL)),
        CALL(bship_game_step(NULL, NULL, NULL, NULL)),
        CALL(bship_game_report(NULL, &report, 1, NULL)),
        CALL(bship_game_report(game, NULL, 1, NULL)),
        CALL(bship_game_report_total(NULL, &total, 1, NULL)),
        CALL(bship_game_report_total(game, NULL, 1, NULL)),
        CALL(bship_game_log_entry(NULL, 0, &entry)),
        CALL(bship_game_log_entry(game, 0, NULL)),
        CALL(bship_game_log_entry(NULL, -1, &entry)),
        CALL(bship_game_observe_found(NULL, BSHIP_SIDE_A)),
        CALL(bship_game_set_habits(NULL, BSHIP_SIDE_A, NULL)),
        CALL(bship_game_undo(NULL)),
        CALL(bship_game_resign(NULL, BSHIP_SIDE_A)),
        CALL(bship_game_abandon(NULL)),
        CALL(bship_game_claim_contradiction(NULL)),
        CALL(bship_game_claim_unrevealed(NULL, BSHIP_SIDE_B)),
        CALL(bship_game_claim_unrevealed(game, BSHIP_SIDE_NONE)),
        CALL(bship_game_reveal(NULL, BSHIP_SIDE_A, layout, 1, NULL)),
        CALL(bship_game_reveal(game, BSHIP_SIDE_A, NULL, 1, NULL)),
    };
    ADD(rows);
    bship_game_free(game);
}

static bship_status aim_at_nothing(void *state, const bship_chart *chart,
                                   const bship_aim_options *options, bship_cell *cells,
                                   size_t count, bship_rng *rng, void *user)
{
    (void)state, (void)chart, (void)options, (void)cells, (void)count, (void)rng, (void)user;
    return BSHIP_ERROR_STRATEGY;
}

static void call_strategies(const bship_rules *rules, bship_board *board, const bship_chart *chart)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT, without = callbacks;
    bship_ai *ai = new_ai(rules, "random", 0), *none = NULL;
    bship_match *match = NULL, *no_match = NULL;
    bship_match_options match_options = BSHIP_MATCH_OPTIONS_INIT;
    bship_ai_candidate candidate;
    bship_rng rng = rng_of(1);
    bship_cell cell = { 0, 0 };
    double grid[1];
    int32_t item;

    callbacks.aim = aim_at_nothing;
    assert_ok(bship_match_new(&match, rules, NULL, NULL), "a match");
    const struct refusal rows[] = {
        CALL(bship_ai_new(NULL, rules, "random", NULL, NULL)),
        CALL(bship_ai_new(&none, NULL, "random", NULL, NULL)),
        CALL(bship_ai_new(&none, rules, NULL, NULL, NULL)),
        CALL(bship_ai_new_custom(NULL, rules, &callbacks, NULL, NULL, NULL)),
        CALL(bship_ai_new_custom(&none, NULL, &callbacks, NULL, NULL, NULL)),
        CALL(bship_ai_new_custom(&none, rules, NULL, NULL, NULL, NULL)),
        CALL(bship_ai_new_custom(&none, rules, &without, NULL, NULL, NULL)),
        CALL(bship_ai_aim(NULL, chart, NULL, &cell)),
        CALL(bship_ai_aim(ai, NULL, NULL, &cell)),
        CALL(bship_ai_aim(ai, chart, NULL, NULL)),
        CALL(bship_ai_aim_salvo(NULL, chart, NULL, &cell, 1)),
        CALL(bship_ai_aim_salvo(ai, NULL, NULL, &cell, 1)),
        CALL(bship_ai_aim_salvo(ai, chart, NULL, NULL, 1)),
        CALL(bship_ai_evaluate(NULL, chart, NULL, &cell, 1, &candidate, &item)),
        CALL(bship_ai_evaluate(ai, NULL, NULL, &cell, 1, &candidate, &item)),
        CALL(bship_ai_evaluate(ai, chart, NULL, NULL, 1, &candidate, &item)),
        CALL(bship_ai_evaluate(ai, chart, NULL, &cell, 1, NULL, &item)),
        CALL(bship_ai_evaluate(ai, chart, NULL, &cell, 1, &candidate, NULL)),
        CALL(bship_ai_describe(ai, NULL)),
        CALL(bship_ai_describe(NULL, NULL)),
        CALL(bship_ai_scores(NULL, chart, NULL, grid, 1)),
        CALL(bship_ai_scores(ai, NULL, NULL, grid, 1)),
        CALL(bship_ai_place(NULL, &rng, NULL, board, NULL)),
        CALL(bship_ai_place(ai, &rng, NULL, NULL, NULL)),
        CALL(bship_ai_place(ai, NULL, NULL, board, NULL)),
        CALL(bship_match_new(NULL, rules, NULL, NULL)),
        CALL(bship_match_new(&no_match, NULL, NULL, NULL)),
        CALL(bship_match_add(NULL, "random", NULL, NULL)),
        CALL(bship_match_add(match, NULL, NULL, NULL)),
        CALL(bship_match_add_custom(NULL, &callbacks, NULL, NULL, NULL)),
        CALL(bship_match_add_custom(match, NULL, NULL, NULL, NULL)),
        CALL(bship_match_set_habits(NULL, 0, NULL)),
        CALL(bship_match_describe(NULL, &match_options)),
        CALL(bship_match_describe(match, NULL)),
        CALL(bship_match_run(NULL, NULL, NULL, NULL)),
    };
    ADD(rows);
    bship_ai_free(ai);
    bship_match_free(match);
}

static void call_record(const bship_rules *rules, bship_board *board, bship_chart *chart)
{
    bship_record *record = NULL, *none = NULL;
    bship_game *game = NULL, *no_game = NULL;
    bship_placement placement = { 0, 0, 0, 0 };
    bship_record_entry entry = BSHIP_RECORD_ENTRY_INIT;
    bship_game_options game_options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    const char *strategy = NULL;
    uint64_t number;
    bship_total total = BSHIP_TOTAL_INIT;
    bship_report report = BSHIP_REPORT_INIT;
    bship_cell cell = { 0, 0 };

    assert_ok(bship_record_new(&record, rules, NULL, NULL), "a record");
    assert_ok(bship_game_new(&game, rules, NULL, NULL), "a game");
    const struct refusal rows[] = {
        CALL(bship_record_new(NULL, rules, NULL, NULL)),
        CALL(bship_record_new(&none, NULL, NULL, NULL)),
        CALL(bship_record_new_chart(NULL, chart, BSHIP_SIDE_A, NULL)),
        CALL(bship_record_new_chart(&none, NULL, BSHIP_SIDE_A, NULL)),
        CALL(bship_record_new_game(NULL, game, NULL, NULL)),
        CALL(bship_record_new_game(&none, NULL, NULL, NULL)),
        CALL(bship_record_parse(NULL, "", 0, NULL, NULL)),
        CALL(bship_record_parse(&none, NULL, 1, NULL, NULL)),
        CALL(bship_record_read(NULL, NULL, NULL, NULL, NULL)),
        CALL(bship_record_read(&none, NULL, NULL, NULL, NULL)),
        CALL(bship_record_write(NULL, NULL, NULL)),
        CALL(bship_record_write(record, NULL, NULL)),
        CALL(bship_record_set(NULL, 0, BSHIP_SIDE_NONE, "1", NULL)),
        CALL(bship_record_add_extra(NULL, "a b", NULL)),
        CALL(bship_record_add_extra(record, NULL, NULL)),
        CALL(bship_record_number(NULL, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, &number)),
        CALL(bship_record_number(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, NULL)),
        CALL(bship_record_to_game_options(NULL, &game_options, NULL)),
        CALL(bship_record_to_game_options(record, NULL, NULL)),
        CALL(bship_record_to_ai_options(NULL, BSHIP_SIDE_A, &strategy, &ai_options, NULL)),
        CALL(bship_record_to_ai_options(record, BSHIP_SIDE_A, NULL, &ai_options, NULL)),
        CALL(bship_record_to_ai_options(record, BSHIP_SIDE_A, &strategy, NULL, NULL)),
        CALL(bship_record_to_ai_options(record, 3, &strategy, &ai_options, NULL)),
        CALL(bship_record_set_layout(NULL, BSHIP_SIDE_A, &placement, 1, NULL)),
        CALL(bship_record_set_layout(record, BSHIP_SIDE_A, NULL, 1, NULL)),
        CALL(bship_record_log_entry(NULL, 0, &entry)),
        CALL(bship_record_log_entry(record, 0, NULL)),
        CALL(bship_record_shot(NULL, 0, &cell, &report)),
        CALL(bship_record_total(NULL, 0, &total)),
        CALL(bship_record_total(record, 0, NULL)),
        CALL(bship_habits_observe_record(NULL, record, BSHIP_SIDE_A, 1)),
        CALL(bship_record_to_board(NULL, BSHIP_SIDE_A, board)),
        CALL(bship_record_to_board(record, BSHIP_SIDE_A, NULL)),
        CALL(bship_record_to_chart(NULL, BSHIP_SIDE_A, chart, NULL)),
        CALL(bship_record_to_chart(record, BSHIP_SIDE_A, NULL, NULL)),
        CALL(bship_record_to_game(NULL, game, NULL)),
        CALL(bship_record_to_game(record, NULL, NULL)),
        CALL(bship_game_restore(NULL, record, NULL, NULL)),
        CALL(bship_game_restore(&no_game, NULL, NULL, NULL)),
    };
    ADD(rows);
    bship_record_free(record);
    bship_game_free(game);
}

/* Whether a call of a function is among the refusals. */
static bool is_called(const char *name)
{
    for (size_t i = 0; i < refusal_count; i++) {
        size_t length = strlen(name);
        if (strncmp(refusals[i].call, name, length) == 0 && refusals[i].call[length] == '(')
            return true;
    }
    return false;
}

/* Checks that every function of a header that returns a status has been called. */
static void check_header(const char *header)
{
    static const char declaration[] = "BSHIP_API bship_status ";
    char path[1024], line[256];
    snprintf(path, sizeof path, "%s/%s.h", BSHIP_HEADERS, header);
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    while (fgets(line, sizeof line, file)) {
        if (strncmp(line, declaration, strlen(declaration)) != 0)
            continue;
        char *name = line + strlen(declaration);
        name[strcspn(name, "(")] = '\0';
        cr_assert(is_called(name), "%s is not called with NULL", name);
    }
    fclose(file);
}

Test(arguments, that_are_required_and_missing_are_refused)
{
    static const char *const headers[] = { "geometry",
                                           "fleet",
                                           "rules",
                                           "board",
                                           "chart",
                                           "notation",
                                           "game",
                                           "sampler",
                                           "record",
                                           "experimental/batch",
                                           "experimental/layouts",
                                           "experimental/question",
                                           "experimental/review" };
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_board *board = new_board(rules);
    bship_chart *chart = new_chart(rules);

    struct text wrong = { NULL, 0, 0 };

    refusal_count = 0;
    call_model(rules, board, chart);
    call_inference(rules, board, chart);
    call_batches(rules, chart);
    call_questions();
    call_reviews(chart);
    call_game(rules, board);
    call_strategies(rules, board, chart);
    call_record(rules, board, chart);
    for (size_t i = 0; i < refusal_count; i++)
        if (refusals[i].status != BSHIP_ERROR_ARGUMENT)
            text_add(&wrong, "%s is %s\n", refusals[i].call,
                     bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)refusals[i].status));
    cr_assert_eq(wrong.length, 0, "%s", wrong.data);
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        check_header(headers[i]);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
}
