/* Batches of games against plain models of boards, game by game and shot by shot. */
#include <stdlib.h>
#include <string.h>

#include <battleship/experimental/batch.h>
#include <battleship/experimental/layouts.h>

#include "board_model.h"

enum {
    GAMES = 7,
    SHIP_NUMBERS = 3 /* of a ship in an array of layouts */
};

/* The results of a step, with a byte behind each array that no call may change. */
struct results {
    uint8_t observation[GAMES * CELLS_MAX + 1], mask[GAMES * CELLS_MAX + 1], result[GAMES + 1],
        done[GAMES + 1];
    int16_t ship[GAMES + 1];
    float points[GAMES + 1];
    int32_t status[GAMES + 1], shown[GAMES + 1];
};

static bship_batch_arrays arrays_of(struct results *results, const bship_rules *rules, size_t games)
{
    bship_batch_arrays arrays = BSHIP_BATCH_ARRAYS_INIT;
    memset(results, 0xee, sizeof *results);
    arrays.count = games;
    arrays.cells = (size_t)cell_count(rules);
    arrays.observation = results->observation;
    arrays.mask = results->mask;
    arrays.result = results->result;
    arrays.ship = results->ship;
    arrays.done = results->done;
    arrays.points = results->points;
    arrays.status = results->status;
    arrays.shown = results->shown;
    return arrays;
}

/* A game as it is played without a batch. */
struct game {
    struct model model;
    bship_rng rng;
    uint8_t reported[CELLS_MAX]; /* the bship_chart_state that the report of a shot says */
    int32_t shots, limit;
    int32_t end;
};

/* Lays the next fleet of the stream. */
static void game_start(struct game *game, const bship_sampler *sampler)
{
    const bship_rules *rules = bship_sampler_rules(sampler);
    bship_placement placements[SHIPS_MAX];
    int32_t ships = bship_fleet_count(bship_rules_fleet(rules));
    assert_ok(bship_sampler_draw(sampler, &game->rng, placements, (size_t)ships), "a layout");
    model_init(&game->model, rules);
    for (int32_t i = 0; i < ships; i++)
        model_place(&game->model, placements[i]);
    memset(game->reported, BSHIP_CHART_STATE_UNKNOWN, sizeof game->reported);
    game->shots = 0;
    game->end = BSHIP_BATCH_END_NONE;
}

static int32_t observed(const struct game *game, int32_t cell)
{
    const struct model *model = &game->model;
    if (bship_rules_is_blocked(model->rules, cell_at(model->rules, cell)))
        return BSHIP_CHART_STATE_BLOCKED;
    if (game->reported[cell] == BSHIP_CHART_STATE_UNKNOWN && model->revealed[cell])
        return BSHIP_CHART_STATE_KNOWN_WATER;
    return game->reported[cell];
}

/* What is expected of a shot. */
struct expected {
    bship_status status;
    int32_t result, ship, done, shown;
    float points;
};

static struct expected game_fire(struct game *game, int32_t cell)
{
    static const uint8_t states[] = { [BSHIP_RESULT_MISS] = BSHIP_CHART_STATE_MISS,
                                      [BSHIP_RESULT_HIT] = BSHIP_CHART_STATE_HIT,
                                      [BSHIP_RESULT_SUNK] = BSHIP_CHART_STATE_SUNK };
    struct model *model = &game->model;
    struct expected expected = { BSHIP_OK, BSHIP_RESULT_WASTED, -1, game->end, -1, 0 };
    int32_t points = 0;

    if (game->end)
        expected.status = BSHIP_ERROR_STATE;
    else if (cell < 0 || cell >= cell_count(model->rules))
        expected.status = BSHIP_ERROR_OFF_BOARD;
    else
        expected.status = model_can_fire(model, cell);
    if (expected.status)
        return expected;
    for (int32_t i = 0; i < model->ships; i++)
        points -= model_is_sunk(model, i) ? bship_fleet_points(model->fleet, i) : 0;
    bship_report report = model_fire(model, cell);
    model_reveal(model);
    for (int32_t i = 0; i < model->ships; i++)
        points += model_is_sunk(model, i) ? bship_fleet_points(model->fleet, i) : 0;
    expected.points = (float)points;
    expected.result = report.result;
    expected.ship = report.ship;
    for (int32_t i = model->ships - 1; i >= 0 && report.ship < 0 && report.length > 0; i--) {
        if (bship_fleet_length(model->fleet, i) == report.length)
            expected.ship = i;
    }
    if (report.result != BSHIP_RESULT_WASTED)
        game->reported[cell] = states[report.result];
    if (report.is_shown) {
        expected.shown = 2 * (report.y * model->width + report.x) + report.orientation;
        for (int32_t i = 0; i < cell_count(model->rules); i++) {
            if (model->owner[i] == model->owner[cell])
                game->reported[i] = BSHIP_CHART_STATE_SUNK;
        }
    }
    game->shots++;
    if (model_is_defeated(model))
        game->end = BSHIP_BATCH_END_SUNK;
    else if (game->shots == game->limit)
        game->end = BSHIP_BATCH_END_SHOTS;
    expected.done = game->end;
    return expected;
}

static void check_cells(const struct game *game, const struct results *results, size_t number)
{
    const bship_rules *rules = game->model.rules;
    int32_t cells = cell_count(rules);
    for (int32_t i = 0; i < cells; i++) {
        size_t at = number * (size_t)cells + (size_t)i;
        cr_assert_eq(results->observation[at], observed(game, i), "game %d, cell %d: %d of\n%s",
                     (int)number, (int)i, results->observation[at], rules_text(rules));
        cr_assert_eq(results->mask[at], observed(game, i) == BSHIP_CHART_STATE_UNKNOWN,
                     "the mask of cell %d", (int)i);
    }
}

static void check_shot(const struct expected *expected, const struct results *results, size_t i)
{
    assert_status((bship_status)results->status[i], expected->status, "game %d", (int)i);
    cr_assert_eq(results->result[i], expected->result, "the result of game %d", (int)i);
    cr_assert_eq(results->ship[i], expected->ship, "the ship of game %d: %d, not %d", (int)i,
                 results->ship[i], (int)expected->ship);
    cr_assert_eq(results->done[i], expected->done, "the end of game %d", (int)i);
    cr_assert_eq(results->points[i], expected->points, "the points of game %d", (int)i);
    cr_assert_eq(results->shown[i], expected->shown, "the ship shown in game %d", (int)i);
}

/* A cell to fire at: mostly a good one, with ships more often than chance; now and then any. */
static int32_t choose(const struct game *game, bship_rng *rng)
{
    int32_t cells = cell_count(game->model.rules), cell = 0;
    if (bship_rng_below(rng, 20) == 0)
        return between(rng, -2, cells + 1);
    for (int tries = 0; tries < 12; tries++) {
        cell = between(rng, 0, cells - 1);
        if (!model_can_fire(&game->model, cell) && !game->model.shot[cell] &&
            (game->model.owner[cell] >= 0 || tries > 3))
            break;
    }
    return cell;
}

static void check_nothing_behind(const struct results *results, const bship_rules *rules,
                                 size_t games)
{
    size_t cells = games * (size_t)cell_count(rules);
    cr_assert(results->observation[cells] == 0xee && results->mask[cells] == 0xee &&
                  results->result[games] == 0xee && results->done[games] == 0xee &&
                  results->ship[games] == (int16_t)0xeeee &&
                  results->status[games] == (int32_t)0xeeeeeeee &&
                  results->shown[games] == (int32_t)0xeeeeeeee,
              "something is written behind an array");
}

/* Plays games of random rules in a batch and by models. */
static void compare_with_models(bship_rng *rng, const struct shape *shape)
{
    bship_batch_options options = BSHIP_BATCH_OPTIONS_INIT;
    bship_rules *rules = random_rules(rng, shape);
    bship_batch *batch = NULL;
    struct results results;
    struct game games[GAMES];
    size_t count = (size_t)between(rng, 1, GAMES);

    options.seed = bship_rng_next(rng);
    options.shots = between(rng, 0, 1) * between(rng, 1, cell_count(rules));
    options.starts_again = between(rng, 0, 1);
    bship_sampler *sampler = new_sampler(rules);
    options.sampler = between(rng, 0, 1) ? sampler : NULL;
    assert_ok(bship_batch_new(&batch, rules, count, &options, NULL), "%s", rules_text(rules));
    cr_assert(bship_batch_rules(batch) == rules && bship_batch_games(batch) == count,
              "rules and games");
    bship_batch_arrays arrays = arrays_of(&results, rules, count);
    assert_ok(bship_batch_observe(batch, &arrays), "before the first shot");
    cr_assert_eq(results.result[0], 0xee, "an observation has no results");
    for (size_t i = 0; i < count; i++) {
        games[i].limit =
            options.shots ? options.shots : bship_rules_number(rules, BSHIP_RULE_SHOTS);
        bship_rng_seed(&games[i].rng, options.seed, BSHIP_RNG_PURPOSE_LAYOUT, i);
        game_start(&games[i], sampler);
        check_cells(&games[i], &results, i);
    }
    for (int step = 0; step < 3 * cell_count(rules); step++) {
        struct expected expected[GAMES];
        int32_t cells[GAMES];
        for (size_t i = 0; i < count; i++) {
            cells[i] = choose(&games[i], rng);
            expected[i] = game_fire(&games[i], cells[i]);
            if (games[i].end && options.starts_again)
                game_start(&games[i], sampler);
        }
        assert_ok(bship_batch_step(batch, cells, count, &arrays), "step %d", step);
        for (size_t i = 0; i < count; i++) {
            check_shot(&expected[i], &results, i);
            check_cells(&games[i], &results, i);
        }
    }
    check_nothing_behind(&results, rules, count);
    bship_batch_free(batch);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

static const struct shape shot_by_shot = { .blocked = 6,
                                           .shots = 30,
                                           .has_points = true,
                                           .pin = { [BSHIP_RULE_SALVO_REPORT] =
                                                        1 + BSHIP_SALVO_REPORT_EACH } };

Test(batch, steps_agree_with_plain_models)
{
    bship_rng rng = rng_of(51);
    for (int i = 0; i < scaled(400); i++)
        compare_with_models(&rng, &shot_by_shot);
}

Test(batch, steps_agree_with_plain_models_on_boards_of_several_words)
{
    struct shape shape = shot_by_shot;
    bship_rng rng = rng_of(52);
    shape.width = shape.height = 12;
    shape.ships = 9;
    shape.length = 4;
    for (int i = 0; i < scaled(100); i++)
        compare_with_models(&rng, &shape);
}

Test(batch, steps_agree_with_plain_models_where_water_is_revealed)
{
    struct shape shape = shot_by_shot;
    bship_rng rng = rng_of(53);
    shape.pin[BSHIP_RULE_CONTACT] = 1 + BSHIP_CONTACT_NONE;
    shape.pin[BSHIP_RULE_REVEAL_WATER] = 1 + BSHIP_REVEAL_WATER_YES;
    for (int i = 0; i < scaled(100); i++)
        compare_with_models(&rng, &shape);
}

/* ---- seeds ---- */

static bship_batch *new_batch(const bship_rules *rules, size_t games, uint64_t seed)
{
    bship_batch_options options = BSHIP_BATCH_OPTIONS_INIT;
    bship_batch *batch = NULL;
    options.seed = seed;
    assert_ok(bship_batch_new(&batch, rules, games, &options, NULL), "a batch");
    return batch;
}

Test(batch, a_game_depends_on_its_seed_and_number_alone)
{
    enum {
        LARGE = 100,
        FEW = 5
    };
    int16_t of_large[LARGE][5][SHIP_NUMBERS], of_few[FEW][5][SHIP_NUMBERS];
    uint8_t chosen[LARGE] = { 0 };
    bship_rules *rules = rules_from("");
    bship_batch *large = new_batch(rules, LARGE, 9), *few = new_batch(rules, FEW, 10);

    bship_batch_reset(few, 9);
    for (int game = 0; game < 3; game++) {
        assert_ok(bship_batch_layouts(large, &of_large[0][0][0], LARGE, 5), "the fleets of many");
        assert_ok(bship_batch_layouts(few, &of_few[0][0][0], FEW, 5), "the fleets of few");
        cr_assert_arr_eq(of_large, of_few, sizeof of_few, "game %d", game);
        for (int i = 0; i < LARGE; i++)
            chosen[i] = i < FEW || i % 3 == 0;
        assert_ok(bship_batch_start(large, chosen, LARGE), "the next games");
        assert_ok(bship_batch_start(few, NULL, FEW), "the next games");
    }
    bship_batch_reset(few, 10);
    assert_ok(bship_batch_layouts(few, &of_few[0][0][0], FEW, 5), "of another seed");
    cr_assert(memcmp(of_large, of_few, sizeof of_few) != 0, "another seed has the same fleets");
    bship_batch_free(large);
    bship_batch_free(few);
    bship_rules_unref(rules);
}

Test(batch, fleets_are_those_of_the_sampler)
{
    static const char *const texts[] = {
        "",
        "board 7x9\nfleet german\ncontact none\n",
        "board 11x12\nfleet 4 3 2 1 1 1 1 1 1 1 1 1 1 1 1 1\n",
        "board 1x40\nfleet 9 1 1\n",
    };
    for (size_t t = 0; t < sizeof texts / sizeof *texts; t++) {
        bship_rules *rules = rules_from(texts[t]);
        bship_batch_options options = BSHIP_BATCH_OPTIONS_INIT;
        bship_sampler *sampler = new_sampler(rules);
        bship_batch *batch = NULL;
        size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));
        int16_t layouts[GAMES * SHIPS_MAX * SHIP_NUMBERS], drawn[SHIPS_MAX * SHIP_NUMBERS];
        size_t row = ships * SHIP_NUMBERS;

        options.seed = 4;
        options.sampler = sampler;
        assert_ok(bship_batch_new(&batch, rules, GAMES, &options, NULL), "a batch");
        bship_sampler_unref(sampler);
        assert_ok(bship_batch_layouts(batch, layouts, GAMES, ships), "the fleets");
        for (uint64_t i = 0; i < GAMES; i++) {
            bship_rng rng;
            bship_rng_seed(&rng, 4, BSHIP_RNG_PURPOSE_LAYOUT, i);
            assert_ok(bship_sampler_fill(sampler, &rng, drawn, 1, ships), "a layout");
            cr_assert_arr_eq(&layouts[i * row], drawn, row * sizeof *drawn, "game %d of rules %d",
                             (int)i, (int)t);
        }
        bship_batch_free(batch);
        bship_rules_unref(rules);
    }
}

/* ---- ends ---- */

Test(batch, a_shot_that_sinks_the_fleet_at_the_limit_sinks_it)
{
    static const int32_t all[] = { 0, 1, 2 };
    bship_batch_options options = BSHIP_BATCH_OPTIONS_INIT;
    bship_rules *rules = rules_from("board 3x1\nfleet 3\n");
    bship_batch *batch = NULL;
    struct results results;
    bship_batch_arrays arrays = arrays_of(&results, rules, 1);
    for (int32_t shots = 2; shots <= 3; shots++) {
        options.shots = shots;
        assert_ok(bship_batch_new(&batch, rules, 1, &options, NULL), "a batch");
        for (int32_t i = 0; i < shots; i++) {
            int32_t end = i + 1 < shots ? BSHIP_BATCH_END_NONE
                          : shots == 3  ? BSHIP_BATCH_END_SUNK
                                        : BSHIP_BATCH_END_SHOTS;
            assert_ok(bship_batch_step(batch, &all[i], 1, &arrays), "shot %d", (int)i);
            cr_assert_eq(results.done[0], end, "limit %d, shot %d", (int)shots, (int)i);
        }
        results.done[0] = 0xee;
        assert_ok(bship_batch_observe(batch, &arrays), "afterwards");
        cr_assert_neq(results.done[0], BSHIP_BATCH_END_NONE, "a game that is over");
        assert_ok(bship_batch_start(batch, NULL, 1), "the next game");
        assert_ok(bship_batch_observe(batch, &arrays), "the next game");
        cr_assert_eq(results.done[0], BSHIP_BATCH_END_NONE, "the next game");
        bship_batch_free(batch);
    }
    bship_rules_unref(rules);
}

/* ---- refusals ---- */

Test(batch, arrays_may_be_missing)
{
    static const int32_t cells[2] = { 3, 40 };
    bship_rules *rules = rules_from("");
    bship_batch *batch = new_batch(rules, 2, 1), *same = new_batch(rules, 2, 1);
    bship_batch_arrays none = BSHIP_BATCH_ARRAYS_INIT, arrays;
    struct results results, others;
    none.count = 2;
    none.cells = 100;
    assert_ok(bship_batch_step(batch, cells, 2, &none), "a step without arrays");
    assert_ok(bship_batch_observe(batch, &none), "nothing is observed");
    arrays = arrays_of(&results, rules, 2);
    assert_ok(bship_batch_step(same, cells, 2, &arrays), "a step");
    assert_ok(bship_batch_observe(same, &arrays), "what it left");
    arrays = arrays_of(&others, rules, 2);
    assert_ok(bship_batch_observe(batch, &arrays), "what the other left");
    cr_assert_arr_eq(results.observation, others.observation, 200, "the same shot");
    bship_batch_free(batch);
    bship_batch_free(same);
    bship_rules_unref(rules);
}

Test(batch, wrong_numbers_are_refused_and_change_nothing)
{
    static const int32_t cells[2] = { 0, 0 };
    uint8_t before[GAMES * CELLS_MAX], chosen[2] = { 1, 1 };
    int16_t fleets[2][5 * SHIP_NUMBERS], layouts[2][5 * SHIP_NUMBERS];
    bship_rules *rules = rules_from("");
    bship_batch *batch = new_batch(rules, 2, 1);
    struct results results;
    bship_batch_arrays arrays = arrays_of(&results, rules, 2), wrong;

    assert_ok(bship_batch_layouts(batch, fleets[0], 2, 5), "the fleets");
    assert_ok(bship_batch_observe(batch, &arrays), "before");
    memcpy(before, results.observation, sizeof before);
    assert_status(bship_batch_step(batch, cells, 1, &arrays), BSHIP_ERROR_COUNT, "one cell");
    wrong = arrays;
    wrong.count = 3;
    assert_status(bship_batch_step(batch, cells, 2, &wrong), BSHIP_ERROR_COUNT, "three rows");
    assert_status(bship_batch_observe(batch, &wrong), BSHIP_ERROR_COUNT, "three rows");
    wrong = arrays;
    wrong.cells = 99;
    assert_status(bship_batch_step(batch, cells, 2, &wrong), BSHIP_ERROR_COUNT, "99 cells");
    wrong = arrays;
    wrong.size = 8;
    assert_status(bship_batch_step(batch, cells, 2, &wrong), BSHIP_ERROR_SIZE, "a short struct");
    assert_status(bship_batch_start(batch, chosen, 1), BSHIP_ERROR_COUNT, "one flag");
    assert_status(bship_batch_layouts(batch, layouts[0], 1, 5), BSHIP_ERROR_COUNT, "one fleet");
    assert_status(bship_batch_layouts(batch, layouts[0], 2, 4), BSHIP_ERROR_COUNT, "four ships");
    assert_ok(bship_batch_layouts(batch, layouts[0], 2, 5), "the fleets");
    cr_assert_arr_eq(layouts, fleets, sizeof layouts, "a refused call replaced a game");
    assert_ok(bship_batch_observe(batch, &arrays), "after");
    cr_assert_arr_eq(results.observation, before, sizeof before, "a refused step fired");
    bship_batch_free(batch);
    bship_rules_unref(rules);
}

Test(batch, wrong_options_are_refused)
{
    bship_rules *rules = rules_from(""), *other = rules_from("board 9x9\n");
    bship_rules *total = rules_from("turn salvo 2\nsalvo-report total\n");
    bship_batch_options options = BSHIP_BATCH_OPTIONS_INIT;
    bship_sampler *sampler = new_sampler(other);
    bship_batch *batch = NULL;

    assert_status(bship_batch_new(&batch, rules, 0, NULL, NULL), BSHIP_ERROR_RANGE, "no game");
    assert_status(bship_batch_new(&batch, rules, BSHIP_BATCH_GAMES_MAX + 1, NULL, NULL),
                  BSHIP_ERROR_RANGE, "too many games");
    assert_status(bship_batch_new(&batch, total, 1, NULL, NULL), BSHIP_ERROR_REPORT, "totals");
    options.shots = -1;
    assert_status(bship_batch_new(&batch, rules, 1, &options, NULL), BSHIP_ERROR_RANGE, "shots");
    options.shots = 0;
    options.starts_again = 2;
    assert_status(bship_batch_new(&batch, rules, 1, &options, NULL), BSHIP_ERROR_ARGUMENT,
                  "a flag");
    options.starts_again = 0;
    options.sampler = sampler;
    assert_status(bship_batch_new(&batch, rules, 1, &options, NULL), BSHIP_ERROR_RULES, "rules");
    options.size = 3;
    assert_status(bship_batch_new(&batch, rules, 1, &options, NULL), BSHIP_ERROR_SIZE, "a size");
    cr_assert_null(batch, "a refused batch is made");
    bship_batch_free(NULL);
    bship_sampler_unref(sampler);
    bship_rules_unref(total);
    bship_rules_unref(other);
    bship_rules_unref(rules);
}
