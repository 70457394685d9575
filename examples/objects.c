/*
 * Each object of the library in about ten lines: how it is made, asked, changed and freed.
 *
 *     cc -o objects objects.c $(pkg-config --cflags --libs libbattleship)
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bship_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

static void show_fleet(void)
{
    bship_fleet *fleet = NULL;
    check(bship_fleet_parse(&fleet, "Cruiser:3 \"Patrol Boat\":2 2", NULL, NULL));
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++)
        printf("%s has %d cells\n", bship_fleet_name(fleet, ship), bship_fleet_length(fleet, ship));
    bship_fleet_unref(fleet);
}

static bship_rules *make_rules(void)
{
    char text[1024];
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    check(bship_rules_options_set(&options, "board", "8x8", NULL));
    options.contact = BSHIP_CONTACT_NO_SIDES;
    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL));
    check(bship_rules_new(&rules, fleet, &options, NULL));
    bship_fleet_unref(fleet); /* the rules keep it alive */
    bship_rules_format(rules, text, sizeof text);
    fputs(text, stdout);
    return rules;
}

static void show_sampler(const bship_rules *rules, bship_board *board)
{
    bship_rng rng;
    bship_sampler *sampler = NULL;
    check(bship_sampler_new(&sampler, rules, NULL, NULL));
    bship_rng_seed(&rng, 7, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    check(bship_sampler_place(sampler, &rng, board)); /* every legal layout is equally likely */
    bship_sampler_unref(sampler);
}

static void show_board_and_chart(bship_board *board, bship_chart *chart)
{
    for (int32_t x = 0; x < 8; x += 2) {
        const bship_cell at = { x, 3 };
        bship_report report;
        check(bship_board_fire(board, at, &report, NULL));
        check(bship_chart_record(chart, at, &report, NULL));
    }
    printf("hits: %d, unknown cells: %d\n", bship_chart_hits(chart), bship_chart_unknown(chart));
}

static void show_posterior(const bship_chart *chart)
{
    char cell[BSHIP_CELL_TEXT_SIZE];
    bship_cell best;
    bship_forecast forecast = BSHIP_FORECAST_INIT;
    bship_posterior *posterior = NULL;
    check(bship_posterior_new(&posterior, chart, NULL, NULL));
    bship_posterior_best(posterior, &best, 1);
    check(bship_posterior_forecast(posterior, best, &forecast));
    bship_cell_format(best, cell, sizeof cell);
    printf("the best shot, %s, misses with probability %.3f\n", cell, forecast.miss);
    bship_posterior_free(posterior);
}

static bship_ai *make_ai(const bship_rules *rules, const char *strategy, const bship_chart *chart)
{
    char cell[BSHIP_CELL_TEXT_SIZE];
    bship_cell at;
    bship_ai *ai = NULL;
    check(bship_ai_new(&ai, rules, strategy, NULL, NULL));
    check(bship_ai_aim(ai, chart, NULL, &at));
    bship_cell_format(at, cell, sizeof cell);
    printf("%s fires at %s\n", bship_ai_strategy(ai), cell);
    return ai;
}

static bship_game *play_game(const bship_rules *rules, bship_ai *ai_a, bship_ai *ai_b)
{
    bship_game *game = NULL;
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    options.ai_a = ai_a; /* borrowed: freed after the game */
    options.ai_b = ai_b;
    check(bship_game_new(&game, rules, &options, NULL));
    check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL));
    check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL));
    check(bship_game_start(game, NULL));
    while (bship_game_phase(game) != BSHIP_PHASE_OVER)
        check(bship_game_step(game, NULL, NULL, NULL));
    printf("side %s wins\n", bship_enum_name(BSHIP_ENUM_OUTCOME, bship_game_outcome(game)));
    return game;
}

static void show_record(const bship_game *game)
{
    bship_record *record = NULL;
    check(bship_record_new_game(&record, game, NULL, NULL));
    check(bship_record_set(record, BSHIP_FACT_PLAYER, BSHIP_SIDE_A, "Ann", NULL));
    printf("%lld turns are recorded\n", (long long)bship_record_log_length(record));
    bship_record_free(record);
}

static void show_match(const bship_rules *rules)
{
    bship_match *match = NULL;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match_summary shots = BSHIP_MATCH_SUMMARY_INIT;
    check(bship_match_new(&match, rules, &options, NULL));
    check(bship_match_add(match, "density", NULL, NULL));
    check(bship_match_run(match, NULL, NULL, NULL));
    check(bship_match_mean(match, 0, 0.95, &shots));
    printf("density: %.1f shots, standard error %.1f\n", shots.mean, shots.standard_error);
    bship_match_free(match);
}

int main(void)
{
    bship_board *board = NULL;
    bship_chart *chart = NULL;
    show_fleet();
    bship_rules *rules = make_rules();
    check(bship_board_new(&board, rules, NULL, NULL));
    check(bship_chart_new(&chart, rules, NULL, NULL));
    show_sampler(rules, board);
    show_board_and_chart(board, chart);
    show_posterior(chart);
    bship_ai *density = make_ai(rules, "density", chart), *hunt = make_ai(rules, "hunt", chart);
    bship_game *game = play_game(rules, density, hunt);
    show_record(game);
    show_match(rules);
    bship_game_free(game);
    bship_ai_free(density);
    bship_ai_free(hunt);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    return EXIT_SUCCESS;
}
