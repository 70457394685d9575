/*
 * Matches: every row against the same game played by hand through the public API, and the
 * contracts about rows, entries and memory.
 */
#include <stdbool.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "matches.h"

/* A match of as many games as there is room for rows. */
static bship_match_options options_of(int32_t kind, uint64_t seed, int64_t first, int64_t games)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.kind = kind;
    options.seed = seed;
    options.first_game = first;
    options.games = games;
    return options;
}

static const char *any_strategy(bship_rng *rng)
{
    /* Not the last, which is slow. */
    return bship_enum_name(BSHIP_ENUM_STRATEGY,
                           between(rng, 0, bship_enum_count(BSHIP_ENUM_STRATEGY) - 2));
}

static uint64_t first_number(uint64_t seed, int32_t purpose, int64_t game)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, purpose, (uint64_t)game);
    return bship_rng_next(&rng);
}

static uint64_t ai_seed(uint64_t seed, int32_t side, int64_t game)
{
    return strategy_seed(first_number(seed, BSHIP_RNG_PURPOSE_AI_A + side - BSHIP_SIDE_A, game),
                         side);
}

static bool again_on_hit(const bship_rules *rules)
{
    return bship_rules_get(rules, BSHIP_RULE_TURN) == BSHIP_TURN_RULE_AGAIN_ON_HIT;
}

/* The turns in a chart's log; where a hit earns another shot, counted run by run. */
static int64_t turns_of(const bship_chart *chart)
{
    int64_t turns = 0;
    bool goes_on = false;
    if (!again_on_hit(bship_chart_rules(chart)))
        return bship_chart_turns(chart);
    for (int64_t i = 0; i < bship_chart_shots(chart); i++) {
        bship_report report;
        assert_ok(bship_chart_shot(chart, i, NULL, &report), "shot %lld", (long long)i);
        turns += !goes_on;
        goes_on = report.result == BSHIP_RESULT_HIT || report.result == BSHIP_RESULT_SUNK;
    }
    return turns;
}

static void check_row(const bship_match_row *row, int64_t game, int32_t entry,
                      const bship_chart *chart)
{
    const char *text = rules_text(bship_chart_rules(chart));
    cr_assert_eq(row->game, game, "row of game %lld, not %lld", (long long)row->game,
                 (long long)game);
    cr_assert_eq(row->entry, entry, "row of entry %d, not %d", (int)row->entry, (int)entry);
    cr_assert_eq(row->status, BSHIP_OK, "%s under\n%s",
                 bship_enum_name(BSHIP_ENUM_STATUS, row->status), text);
    cr_assert_eq(row->shots, bship_chart_shots(chart), "%lld shots, not %lld, under\n%s",
                 (long long)row->shots, (long long)bship_chart_shots(chart), text);
    cr_assert_eq(row->wasted, wasted_shots(chart), "wasted shots under\n%s", text);
    if (bship_chart_points(chart) >= 0)
        cr_assert_eq(row->points, bship_chart_points(chart), "points under\n%s", text);
    cr_assert_eq(row->turns, turns_of(chart), "%lld turns, not %lld, under\n%s",
                 (long long)row->turns, (long long)turns_of(chart), text);
}

/* ---- solo ---- */

/* Plays a solo game by hand; the chart is the caller's to free. */
static bship_chart *play_by_hand(const bship_rules *rules, const char *strategy, uint64_t seed,
                                 int64_t game)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)game);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, strategy, ai_seed(seed, BSHIP_SIDE_A, game));
    size_t due;
    while (!bship_board_is_defeated(board) &&
           (due = (size_t)bship_rules_shots_due(rules, NULL, chart)) > 0) {
        bship_cell cells[64];
        assert_ok(bship_ai_aim_salvo(ai, chart, NULL, cells, due), "%s", strategy);
        fire_turn(board, chart, cells, due);
    }
    bship_ai_free(ai);
    bship_board_free(board);
    return chart;
}

/* Random rules that every strategy supports. */
static bship_rules *playable_rules(bship_rng *rng)
{
    static const struct shape shape = {
        .blocked = 6, .shots = 30, .has_points = true, .pin[BSHIP_RULE_SALVO_REPORT] = 1
    };
    return random_rules(rng, &shape);
}

Test(match, solo_rows_are_games_as_played_by_hand)
{
    bship_rng rng = rng_of(1);
    for (int i = 0; i < scaled(60); i++) {
        bship_rules *rules = playable_rules(&rng);
        uint64_t seed = bship_rng_next(&rng);
        const char *strategies[2] = { any_strategy(&rng), any_strategy(&rng) };
        bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, seed, i, 3);
        bship_match *match = new_match(rules, &options);
        struct rows rows;

        add_entry(match, strategies[0]);
        add_entry(match, strategies[1]);
        cr_assert_eq(bship_match_entries(match), 2, "two entries");
        for (int32_t entry = 0; entry < 2; entry++)
            cr_assert_str_eq(bship_match_entry_name(match, entry), strategies[entry], "its name");
        run_match(match, &rows);
        cr_assert_eq(rows.count, 6, "%d rows", rows.count);
        for (int k = 0; k < rows.count; k++) {
            bship_chart *chart = play_by_hand(rules, strategies[k % 2], seed, i + k / 2);
            check_row(&rows.row[k], i + k / 2, k % 2, chart);
            cr_assert_eq(rows.row[k].side, BSHIP_SIDE_A, "a solo game has one side");
            cr_assert_eq(rows.row[k].outcome, BSHIP_OUTCOME_NONE, "and no outcome");
            cr_assert_eq(rows.row[k].reason,
                         bship_chart_is_defeated(chart) ? BSHIP_END_REASON_SUNK
                                                        : BSHIP_END_REASON_SHOTS,
                         "why it ended under\n%s", rules_text(rules));
            bship_chart_free(chart);
        }
        bship_match_free(match);
        bship_rules_unref(rules);
    }
}

Test(match, solo_rows_are_right_for_totals)
{
    bship_rng rng = rng_of(2);
    for (int i = 0; i < scaled(60); i++) {
        static const struct shape shape = { .shots = 30, .pin[BSHIP_RULE_SALVO_REPORT] = 2 };
        bship_rules *rules = random_rules(&rng, &shape);
        bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 1, i, 1);
        bship_match *match = new_match(rules, &options);
        struct rows rows;

        add_entry(match, "random");
        run_match(match, &rows);
        cr_assert_eq(rows.count, 1, "%d rows", rows.count);
        bship_chart *chart = play_by_hand(rules, "random", 1, i);
        check_row(&rows.row[0], i, 0, chart);
        bship_chart_free(chart);
        bship_match_free(match);
        bship_rules_unref(rules);
    }
}

Test(match, rows_do_not_depend_on_other_games_or_entries)
{
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 2\n");
    bship_match_options all = options_of(BSHIP_MATCH_KIND_SOLO, 9, 0, 40);
    bship_match_options late = options_of(BSHIP_MATCH_KIND_SOLO, 9, 25, 15);
    bship_match *whole = new_match(rules, &all), *part = new_match(rules, &late);
    static struct rows rows, again, some;

    add_entry(whole, "density");
    add_entry(whole, "random");
    add_entry(part, "random");
    run_match(whole, &rows);
    run_match(whole, &again);
    run_match(part, &some);
    cr_assert(rows.count == again.count &&
                  memcmp(rows.row, again.row, sizeof rows.row[0] * (size_t)rows.count) == 0,
              "the same match twice gives other rows");
    for (int i = 0; i < some.count; i++) {
        const bship_match_row *same = &rows.row[2 * (25 + i) + 1];
        cr_assert_eq(some.row[i].game, same->game, "row %d is of another game", i);
        cr_assert_eq(some.row[i].shots, same->shots, "game %lld differs", (long long)same->game);
    }
    bship_match_free(whole);
    bship_match_free(part);
    bship_rules_unref(rules);
}

/* ---- duels ---- */

/* Plays a duel by hand, with fleets from the match's stream; the caller frees the game. */
static bship_game *duel_by_hand(const bship_rules *rules, bship_ai *const *ais, uint64_t seed,
                                int64_t number)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    bship_rng rng;

    options.seed = first_number(seed, BSHIP_RNG_PURPOSE_FIRST, number);
    options.ai_a = ais[0];
    options.ai_b = ais[1];
    assert_ok(bship_game_new(&game, rules, &options, NULL), "%s", rules_text(rules));
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)number);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bship_board *drawn = random_board(rules, &rng);
        for (int32_t ship = 0; ship < bship_fleet_count(bship_rules_fleet(rules)); ship++) {
            bship_placement placement;
            assert_ok(bship_board_placement(drawn, ship, &placement), "ship %d", (int)ship);
            assert_ok(place_ship(game, side, placement), "ship %d", (int)ship);
        }
        bship_board_free(drawn);
        bship_ai_reset(ais[side - BSHIP_SIDE_A], ai_seed(seed, side, number));
    }
    assert_ok(bship_game_start(game, NULL), "%s", rules_text(rules));
    while (bship_game_phase(game) != BSHIP_PHASE_OVER)
        assert_ok(bship_game_step(game, NULL, NULL, NULL), "%s", rules_text(rules));
    return game;
}

Test(match, duel_rows_are_games_as_played_by_hand)
{
    bship_rng rng = rng_of(3);
    for (int i = 0; i < scaled(60); i++) {
        bship_rules *rules = playable_rules(&rng);
        const char *strategies[2] = { any_strategy(&rng), any_strategy(&rng) };
        bship_match_options options = options_of(BSHIP_MATCH_KIND_DUEL, (uint64_t)i, i, 4);
        struct rows rows;

        options.alternate = i % 2;
        bship_match *match = new_match(rules, &options);
        add_entry(match, strategies[0]);
        add_entry(match, strategies[1]);
        run_match(match, &rows);
        cr_assert_eq(rows.count, 8, "%d rows", rows.count);
        for (int k = 0; k < rows.count; k++) {
            int32_t entry = k % 2;
            int64_t number = i + k / 2;
            int32_t swapped = options.alternate && number % 2;
            bship_ai *ais[2] = { new_ai(rules, strategies[swapped], 0),
                                 new_ai(rules, strategies[1 - swapped], 0) };
            bship_game *game = duel_by_hand(rules, ais, (uint64_t)i, number);
            int32_t side = (entry == 0) != swapped ? BSHIP_SIDE_A : BSHIP_SIDE_B;
            cr_assert_eq(rows.row[k].side, side, "entry %d of game %lld plays %d", (int)entry,
                         (long long)number, (int)rows.row[k].side);
            cr_assert_eq(rows.row[k].outcome, bship_game_outcome(game), "game %lld under\n%s",
                         (long long)number, rules_text(rules));
            check_row(&rows.row[k], number, entry, bship_game_chart(game, side));
            bship_game_free(game);
            bship_ai_free(ais[0]);
            bship_ai_free(ais[1]);
        }
        bship_match_free(match);
        bship_rules_unref(rules);
    }
}

/* ---- custom strategies ---- */

/* What a custom strategy does wrong, and what it saw. */
struct faulty {
    int good_aims;       /* valid aims, at the first unknown cell */
    bship_status status; /* then returns this */
    bool heap;           /* places all its ships on the same cells */
    int destroyed;
};

static bship_status faulty_aim(void *state, const bship_chart *chart,
                               const bship_aim_options *options, bship_cell *cells, size_t count,
                               bship_rng *rng, void *user)
{
    const struct faulty *faulty = user;
    const bship_rules *rules = bship_chart_rules(chart);
    (void)state, (void)options, (void)rng;
    for (size_t i = 0; i < count; i++)
        cells[i] = (bship_cell){ -1, -1 };
    if (bship_chart_turns(chart) >= faulty->good_aims)
        return faulty->status;
    size_t chosen = 0;
    for (int32_t i = 0; i < cell_count(rules) && chosen < count; i++) {
        if (bship_chart_state_at(chart, cell_at(rules, i)) == BSHIP_CHART_STATE_UNKNOWN)
            cells[chosen++] = cell_at(rules, i);
    }
    return BSHIP_OK;
}

static bship_status faulty_place(void *state, const bship_rules *rules, bship_placement *placements,
                                 size_t count, bship_rng *rng, void *user)
{
    const struct faulty *faulty = user;
    (void)state, (void)rules, (void)rng;
    for (size_t i = 0; i < count; i++)
        placements[i] = (bship_placement){ (int32_t)i, 0, faulty->heap ? 0 : (int32_t)i,
                                           BSHIP_ORIENTATION_HORIZONTAL };
    return BSHIP_OK;
}

static void faulty_destroy(void *state, void *user)
{
    struct faulty *faulty = user;
    (void)state;
    faulty->destroyed++;
}

static void add_faulty(bship_match *match, struct faulty *faulty)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    callbacks.aim = faulty_aim;
    callbacks.place = faulty_place;
    callbacks.destroy = faulty_destroy;
    assert_ok(bship_match_add_custom(match, &callbacks, faulty, NULL, NULL), "a strategy");
}

Test(match, failing_strategy_is_a_row_and_the_match_goes_on)
{
    static const struct {
        struct faulty faulty;
        int32_t status;
        int64_t shots;
    } cases[] = {
        { { 3, BSHIP_OK, false, 0 }, BSHIP_ERROR_STRATEGY, 3 },
        { { 0, BSHIP_OK, false, 0 }, BSHIP_ERROR_STRATEGY, 0 },
        { { 2, BSHIP_ERROR_CANCELLED, false, 0 }, BSHIP_ERROR_CANCELLED, 2 },
    };
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 0, 0, 5);
        bship_match *match = new_match(rules, &options);
        struct faulty faulty = cases[i].faulty;
        struct rows rows;

        add_faulty(match, &faulty);
        add_entry(match, "random");
        run_match(match, &rows);
        cr_assert_eq(rows.count, 10, "case %zu: %d rows", i, rows.count);
        for (int k = 0; k < rows.count; k += 2) {
            cr_assert_eq(rows.row[k].status, cases[i].status, "case %zu: %s", i,
                         bship_enum_name(BSHIP_ENUM_STATUS, rows.row[k].status));
            cr_assert_eq(rows.row[k].shots, cases[i].shots, "case %zu: shots before", i);
            cr_assert_eq(rows.row[k].at_fault, 1, "case %zu: at fault", i);
            cr_assert_eq(rows.row[k + 1].status, BSHIP_OK, "case %zu: the other entry", i);
            cr_assert_eq(rows.row[k + 1].at_fault, 0, "case %zu: the other entry", i);
        }
        bship_match_free(match);
        cr_assert_eq(faulty.destroyed, 1, "case %zu: destroyed %d times", i, faulty.destroyed);
    }
    bship_rules_unref(rules);
}

static bship_status stubborn_aim(void *state, const bship_chart *chart,
                                 const bship_aim_options *options, bship_cell *cells, size_t count,
                                 bship_rng *rng, void *user)
{
    (void)state, (void)chart, (void)options, (void)count, (void)rng, (void)user;
    cells[0] = (bship_cell){ 0, 0 };
    return BSHIP_OK;
}

Test(match, game_with_a_wasted_shot_per_cell_is_abandoned)
{
    bship_rules *rules = rules_from("board 4x5\nblocked B1\nfleet 4 3\nrepeat wasted\n");
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        bship_match_options options = options_of(kind, 0, 0, 2);
        bship_match *match = new_match(rules, &options);
        bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
        struct rows rows;

        callbacks.aim = stubborn_aim;
        for (int entry = 0; entry < 2; entry++)
            assert_ok(bship_match_add_custom(match, &callbacks, NULL, NULL, NULL), "entry");
        run_match(match, &rows);
        cr_assert_eq(rows.count, 4, "%d rows", rows.count);
        for (int k = 0; k < rows.count; k++) {
            cr_assert_eq(rows.row[k].status, BSHIP_ERROR_WASTED, "kind %d: %s", (int)kind,
                         bship_enum_name(BSHIP_ENUM_STATUS, rows.row[k].status));
            cr_assert(rows.row[k].wasted == 20 ||
                          (kind == BSHIP_MATCH_KIND_DUEL && rows.row[k].wasted == 19),
                      "kind %d: %lld wasted", (int)kind, (long long)rows.row[k].wasted);
            cr_assert_eq(rows.row[k].shots, rows.row[k].wasted + 1, "kind %d: shots", (int)kind);
            cr_assert_eq(rows.row[k].at_fault,
                         kind == BSHIP_MATCH_KIND_SOLO || rows.row[k].fired_first,
                         "kind %d: at fault is who was the first", (int)kind);
        }
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

Test(match, duel_reports_the_failure_of_either_entry_in_both_rows)
{
    static const struct {
        struct faulty faulty;
        int32_t status;
    } cases[] = {
        { { 100, BSHIP_OK, false, 0 }, BSHIP_OK },
        { { 100, BSHIP_OK, true, 0 }, BSHIP_ERROR_STRATEGY },
        { { 3, BSHIP_OK, false, 0 }, BSHIP_ERROR_STRATEGY },
    };
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_match_options options = options_of(BSHIP_MATCH_KIND_DUEL, 0, 0, 4);
        struct faulty faulty = cases[i].faulty;
        struct rows rows;

        options.alternate = 1;
        bship_match *match = new_match(rules, &options);
        add_faulty(match, &faulty);
        add_entry(match, "random");
        run_match(match, &rows);
        cr_assert_eq(rows.count, 8, "case %zu: %d rows", i, rows.count);
        for (int k = 0; k < rows.count; k++) {
            bool failed = cases[i].status != BSHIP_OK;
            cr_assert_eq(rows.row[k].at_fault && !failed, 0, "case %zu: at fault", i);
            cr_assert_eq(rows.row[k].status, cases[i].status, "case %zu: %s", i,
                         bship_enum_name(BSHIP_ENUM_STATUS, rows.row[k].status));
            if (!failed)
                continue;
            bool is_side_a = rows.row[k].side == BSHIP_SIDE_A;
            bool has_won = rows.row[k].outcome == (is_side_a ? BSHIP_OUTCOME_A : BSHIP_OUTCOME_B);
            cr_assert_eq(rows.row[k].at_fault, k % 2 == 0, "case %zu: at fault", i);
            cr_assert_eq(has_won, k % 2 == 1, "case %zu: the other has won", i);
        }
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

Test(match, failure_of_one_layout_is_not_forgotten_over_the_other)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3\n");
    bship_match_options options = options_of(BSHIP_MATCH_KIND_DUEL, 0, 0, 1);
    bship_match *match = new_match(rules, &options);
    struct faulty heap = { 100, BSHIP_OK, true, 0 }, fine = { 100, BSHIP_OK, false, 0 };
    struct rows rows;

    add_faulty(match, &heap);
    add_faulty(match, &fine);
    run_match(match, &rows);
    cr_assert_eq(rows.count, 2, "%d rows", rows.count);
    cr_assert_eq(rows.row[0].status, BSHIP_ERROR_STRATEGY, "the row of the heap");
    cr_assert_eq(rows.row[1].status, BSHIP_ERROR_STRATEGY, "the row of the other");
    bship_match_free(match);
    bship_rules_unref(rules);
}

Test(match, want_of_memory_is_no_row)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3\n");
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        bship_match_options options = options_of(kind, 0, 0, 5);
        bship_match *match = new_match(rules, &options);
        struct faulty faulty = { 2, BSHIP_ERROR_MEMORY, false, 0 };
        struct rows rows = { .count = 0 };

        add_faulty(match, &faulty);
        add_entry(match, "random");
        assert_status(bship_match_run(match, take_row, &rows, NULL), BSHIP_ERROR_MEMORY, "kind %d",
                      (int)kind);
        cr_assert_eq(rows.count, 0, "kind %d: %d rows", (int)kind, rows.count);
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

/* ---- time ---- */

Test(match, time_is_measured_if_asked_for_and_changes_no_row)
{
    static struct rows plain, timed;
    bship_rules *rules = rules_from("");
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        static const char *const strategies[] = { "density", "random", NULL };
        bship_match_options options = options_of(kind, 0, 0, 20);
        int64_t sum = 0;
        play_match(rules, &options, strategies, &plain);
        options.timing = 1;
        play_match(rules, &options, strategies, &timed);
        for (int k = 0; k < timed.count; k++) {
            cr_assert_eq(plain.row[k].nanoseconds, 0, "no clock is read");
            cr_assert_geq(timed.row[k].nanoseconds, 0, "time runs backwards");
            sum += timed.row[k].nanoseconds;
            timed.row[k].nanoseconds = 0;
        }
        cr_assert_gt(sum, 0, "no time was measured");
        assert_same_rows(&timed, &plain, "timing");
    }
    bship_rules_unref(rules);
}

Test(match, its_description_makes_an_equal_one)
{
    static struct rows rows, again;
    static const char *const strategies[] = { "density", "random", NULL };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 7, 20, 20);
    bship_match_options described = BSHIP_MATCH_OPTIONS_INIT, copied = BSHIP_MATCH_OPTIONS_INIT;
    char style[] = "hard";
    options.series = 10;
    options.placing = style;
    options.placing_strength = 2.5;
    play_match(rules, &options, strategies, &rows);
    bship_match *match = new_match(rules, &options);
    memset(style, 'x', sizeof style - 1);
    assert_ok(bship_match_describe(match, &described), "the options");
    cr_assert_str_eq(described.placing, "hard", "the style");
    cr_assert(described.kind == options.kind && described.seed == 7 && described.games == 20 &&
                  described.first_game == 20 && described.series == 10 &&
                  described.placing_strength == 2.5,
              "the options as given");
    cr_assert(described.threads == 1 && described.work_limit == BSHIP_DRAW_WORK_DEFAULT &&
                  described.memory_limit == BSHIP_SAMPLER_MEMORY_DEFAULT,
              "the defaults for which 0 stands");
    bship_match *copy = new_match(rules, &described);
    assert_ok(bship_match_describe(copy, &copied), "the options of the copy");
    cr_assert(memcmp(&described, &copied, sizeof copied) == 0, "other options");
    play_match(rules, &described, strategies, &again);
    assert_same_rows(&again, &rows, "of the copy");
    bship_match_free(match);
    bship_match_free(copy);
    bship_rules_unref(rules);
}

/* ---- refusals and memory ---- */

#define MATCH_OF_ONE .size = sizeof(bship_match_options), .games = 1

Test(match, options_that_make_no_sense_are_refused)
{
    const struct {
        bship_match_options options;
        bship_status expected;
    } cases[] = {
        { { MATCH_OF_ONE, .kind = 2 }, BSHIP_ERROR_ARGUMENT },
        { { MATCH_OF_ONE, .kind = -1 }, BSHIP_ERROR_ARGUMENT },
        { { MATCH_OF_ONE, .alternate = 2 }, BSHIP_ERROR_ARGUMENT },
        { { MATCH_OF_ONE, .same_seed = 2 }, BSHIP_ERROR_ARGUMENT },
        { { .size = sizeof(bship_match_options), .games = -1 }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .first_game = -1 }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .first_game = INT64_MAX }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .threads = -1 }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .threads = BSHIP_MATCH_THREADS_MAX + 1 }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .work_limit = -1 }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .series = -1 }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .series = BSHIP_MATCH_SERIES_MAX + 1 }, BSHIP_ERROR_RANGE },
        { { MATCH_OF_ONE, .series = 10, .first_game = 15 }, BSHIP_ERROR_RANGE },
        { { .size = sizeof(size_t) }, BSHIP_ERROR_SIZE },
    };
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_match *match = NULL;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        assert_status(bship_match_new(&match, rules, &cases[i].options, &error), cases[i].expected,
                      "case %zu", i);
        cr_assert_null(match, "case %zu wrote its output", i);
        cr_assert_eq(error.status, (int32_t)cases[i].expected, "case %zu: the error's status", i);
    }
    assert_status(bship_match_new(NULL, rules, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no output");
    assert_status(bship_match_new(&match, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no rules");
    bship_rules_unref(rules);
}

Test(match, entries_that_make_no_sense_are_refused)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3 2\n");
    bship_match_options options = options_of(BSHIP_MATCH_KIND_DUEL, 0, 0, 1);
    bship_match *match = new_match(rules, &options);
    bship_ai_options seed = BSHIP_AI_OPTIONS_INIT, side = seed, level = seed;
    bship_strategy_callbacks none = BSHIP_STRATEGY_CALLBACKS_INIT;
    struct rows rows;

    memset(&rows, 0, sizeof rows);
    seed.seed = 1;
    side.side = BSHIP_SIDE_B;
    level.level = BSHIP_LEVEL_EASY;
    assert_status(bship_match_add(NULL, "random", NULL, NULL), BSHIP_ERROR_ARGUMENT, "no match");
    assert_status(bship_match_add(match, "random", &seed, NULL), BSHIP_ERROR_ARGUMENT, "a seed");
    assert_status(bship_match_add(match, "random", &side, NULL), BSHIP_ERROR_ARGUMENT, "a side");
    assert_status(bship_match_add(match, "nobody", NULL, NULL), BSHIP_ERROR_NAME, "no such name");
    assert_status(bship_match_add_custom(match, NULL, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "no callbacks");
    assert_status(bship_match_add_custom(match, &none, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "no aim");
    cr_assert_eq(bship_match_entries(match), 0, "a refused entry was entered");
    add_entry(match, "random");
    assert_status(bship_match_run(match, take_row, &rows, NULL), BSHIP_ERROR_STATE,
                  "a duel of one");
    assert_ok(bship_match_add(match, NULL, &level, NULL), "a level instead of a name");
    cr_assert_str_eq(bship_match_entry_name(match, 1), "hunt", "the strategy of the level");
    cr_assert_null(bship_match_entry_name(match, -1), "no entry -1");
    cr_assert_null(bship_match_entry_name(match, 2), "no entry 2");
    assert_status(bship_match_add(match, "random", NULL, NULL), BSHIP_ERROR_STATE, "a third");
    assert_status(bship_match_run(NULL, take_row, &rows, NULL), BSHIP_ERROR_ARGUMENT, "no match");
    bship_match_free(match);
    bship_match_free(NULL);
    match = new_match(rules, NULL);
    assert_status(bship_match_run(match, take_row, &rows, NULL), BSHIP_ERROR_STATE, "no entries");
    bship_match_free(match);
    bship_rules_unref(rules);
}

Test(match, callback_cancels_and_an_impossible_draw_ends_it)
{
    bship_rules *rules = rules_from("fleet german\ncontact none\n");
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        bship_match_options options = options_of(kind, 0, 0, 10);
        struct rows rows = { .stop_at = 3 };
        bship_match *match = new_match(rules, &options);
        add_entry(match, "random");
        add_entry(match, "random");
        assert_status(bship_match_run(match, take_row, &rows, NULL), BSHIP_ERROR_CANCELLED,
                      "at row 3");
        cr_assert_eq(rows.count, 4, "%d rows are not those of whole games", rows.count);
        bship_match_free(match);

        rows.count = 0;
        options.work_limit = 1;
        match = new_match(rules, &options);
        add_entry(match, "random");
        add_entry(match, "random");
        assert_status(bship_match_run(match, take_row, &rows, NULL), BSHIP_ERROR_WORK_LIMIT,
                      "one try");
        cr_assert_eq(rows.count, 0, "%d rows", rows.count);
        bship_match_free(match);
    }
    bship_rules_unref(rules);
}

/* Makes allocations fail from some row on. */
static int32_t take_memory_away(const bship_match_row *row, void *user)
{
    struct memory *memory = user;
    cr_assert_eq(row->status, BSHIP_OK, "%s", bship_enum_name(BSHIP_ENUM_STATUS, row->status));
    if (row->game == 20 && row->entry == 0)
        memory_fail(memory, 0, 1000000);
    return 0;
}

Test(match, games_allocate_nothing_once_warm)
{
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        struct memory memory;
        bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
        bship_match_options options = options_of(kind, 0, 0, 200);

        memory_init(&memory);
        fleet.allocator = memory.allocator;
        options.alternate = 1;
        bship_rules *rules = rules_from_with("board 5x5\nfleet 3 2\n", &fleet);
        bship_match *match = new_match(rules, &options);
        add_entry(match, "density");
        add_entry(match, "random");
        assert_ok(bship_match_run(match, take_memory_away, &memory, NULL), "kind %d", (int)kind);
        cr_assert_eq(memory.calls, 0, "kind %d: %ld allocations", (int)kind, memory.calls);
        bship_match_free(match);
        bship_rules_unref(rules);
        memory_check(&memory, "a match");
    }
}
