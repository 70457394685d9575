/* Matches whose layouts are not drawn uniformly, and matches in series. */
#include <stdatomic.h>

#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>

#include "matches.h"

static const char *const quick[] = { "random", "hunt", NULL };

static bship_match_options options_of(int32_t kind, int64_t games)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.kind = kind;
    options.games = games;
    options.seed = 5;
    return options;
}

/* ---- layouts of the caller ---- */

/* Lays fleets as a match itself would. */
struct layer {
    const bship_sampler *sampler;
    int32_t kind;
    atomic_int calls;
};

static bship_status lay(bship_placement *placements, size_t count, int64_t game, int32_t side,
                        bship_rng *rng, void *user)
{
    struct layer *layer = user;
    int call = atomic_fetch_add(&layer->calls, 1);
    if (layer->kind == BSHIP_MATCH_KIND_SOLO) {
        cr_assert_eq(side, BSHIP_SIDE_NONE, "side %d of a solo match", (int)side);
        cr_assert_eq(game, call, "game %lld, not %d", (long long)game, call);
    } else {
        cr_assert_eq(side, call % 2 ? BSHIP_SIDE_B : BSHIP_SIDE_A, "side %d", (int)side);
        cr_assert_eq(game, call / 2, "game %lld of call %d", (long long)game, call);
    }
    return bship_sampler_draw(layer->sampler, rng, placements, count);
}

Test(match_series, layouts_of_the_caller_are_fired_at)
{
    static struct rows expected, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    bship_sampler *sampler = new_sampler(rules);
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        struct layer layer = { sampler, kind, 0 };
        bship_match_options options = options_of(kind, 60);
        options.alternate = kind == BSHIP_MATCH_KIND_DUEL;
        play_match(rules, &options, quick, &expected);
        options.layout = lay;
        options.user = &layer;
        play_match(rules, &options, quick, &rows);
        cr_assert_eq(atomic_load(&layer.calls), kind == BSHIP_MATCH_KIND_SOLO ? 60 : 120,
                     "%d calls", atomic_load(&layer.calls));
        for (int i = 0; i < expected.count; i++)
            expected.row[i].method = 0;
        assert_same_rows(&rows, &expected, "the same layouts");
    }
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

static bship_status lay_the_same(bship_placement *placements, size_t count, int64_t game,
                                 int32_t side, bship_rng *rng, void *user)
{
    (void)game, (void)side, (void)rng;
    return bship_sampler_layout(user, 7, placements, count);
}

/* Games of one layout and one seed are one game. */
Test(match_series, one_seed_leaves_only_the_layouts)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    bship_sampler_options counting = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_sampler *sampler = NULL;
    bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 20);

    counting.must_count = 1;
    assert_ok(bship_sampler_new(&sampler, rules, &counting, NULL), "a list");
    options.layout = lay_the_same;
    options.user = sampler;
    for (int same = 0; same <= 1; same++) {
        int64_t least = INT64_MAX, most = 0;
        options.same_seed = same;
        play_match(rules, &options, (const char *const[]){ "random", NULL }, &rows);
        for (int i = 0; i < rows.count; i++) {
            least = rows.row[i].shots < least ? rows.row[i].shots : least;
            most = rows.row[i].shots > most ? rows.row[i].shots : most;
        }
        cr_assert_eq(least == most, same, "%d to %d shots", (int)least, (int)most);
    }
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

/* What a layout is to fail with in game 3. */
struct failure {
    bship_status status;
    bool is_illegal;
};

static bship_status lay_once_more(bship_placement *placements, size_t count, int64_t game,
                                  int32_t side, bship_rng *rng, void *user)
{
    const struct failure *failure = user;
    bool fails = game == 3;
    (void)side, (void)rng;
    for (size_t i = 0; i < count; i++)
        placements[i] =
            (bship_placement){ (int32_t)i, 0, fails && failure->is_illegal ? 0 : (int32_t)i,
                               BSHIP_ORIENTATION_HORIZONTAL };
    return fails ? failure->status : BSHIP_OK;
}

Test(match_series, layout_that_fails_ends_the_match)
{
    static const struct {
        struct failure failure;
        bship_status expected;
    } cases[] = {
        { { BSHIP_ERROR_IO, false }, BSHIP_ERROR_IO },
        { { BSHIP_ERROR_CANCELLED, false }, BSHIP_ERROR_CANCELLED },
        { { (bship_status)12345, false }, BSHIP_ERROR_STRATEGY },
        { { BSHIP_OK, true }, BSHIP_ERROR_OVERLAP },
    };
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
            struct failure failure = cases[i].failure;
            bship_match_options options = options_of(kind, 8);
            options.layout = lay_once_more;
            options.user = &failure;
            bship_match *match = new_match(rules, &options);
            add_entry(match, "random");
            add_entry(match, "hunt");
            rows.count = 0;
            assert_status(bship_match_run(match, take_row, &rows, NULL), cases[i].expected,
                          "case %zu", i);
            cr_assert_eq(rows.count, 6, "%d rows of three games", rows.count);
            bship_match_free(match);
        }
    }
    bship_rules_unref(rules);
}

/* ---- series ---- */

Test(match_series, rows_are_those_without_series_but_for_the_round)
{
    static struct rows expected, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 4 3 2\n");
    for (int32_t series = 1; series < 200; series = series * 3 + 1) {
        bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 150);
        options.first_game = series * (int64_t)7;
        play_match(rules, &options, quick, &expected);
        options.series = series;
        play_match(rules, &options, quick, &rows);
        for (int i = 0; i < expected.count; i++) {
            cr_assert_eq(expected.row[i].round, 0, "there are no rounds without series");
            expected.row[i].round = (int32_t)(i / 2 % series) + 1;
        }
        assert_same_rows(&rows, &expected, "series");
    }
    bship_rules_unref(rules);
}

/* ---- learners ---- */

enum {
    SERIES = 4
};

/* A player who lays one of two layouts, as the game's number says. */
static bship_status lay_one_of_two(bship_placement *placements, size_t count, int64_t game,
                                   int32_t side, bship_rng *rng, void *user)
{
    int32_t column = (int32_t)(game / SERIES % 2) * 3;
    (void)side, (void)rng, (void)user;
    for (size_t i = 0; i < count; i++)
        placements[i] =
            (bship_placement){ (int32_t)i, column + (int32_t)i, 0, BSHIP_ORIENTATION_VERTICAL };
    return BSHIP_OK;
}

static bship_habits *new_habits(const bship_rules *rules)
{
    bship_habits *habits = NULL;
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    return habits;
}

static void add_learner(bship_match *match)
{
    bship_error error = BSHIP_ERROR_INIT;
    assert_ok(bship_match_add_learner(match, "posterior", NULL, NULL, &error), "%s", error.text);
}

static uint64_t first_number(const bship_match_options *options, int32_t purpose, int64_t game)
{
    bship_rng rng;
    bship_rng_seed(&rng, options->seed, purpose, (uint64_t)game);
    return bship_rng_next(&rng);
}

static uint64_t ai_seed(const bship_match_options *options, int32_t side, int64_t game)
{
    int32_t purpose = BSHIP_RNG_PURPOSE_AI_A + side - BSHIP_SIDE_A;
    return strategy_seed(first_number(options, purpose, game), side);
}

/* The shots of a game in which an AI knows what habits have learnt, which then learn of it. */
static int64_t shots_by_hand(bship_ai *ai, bship_habits *habits, uint64_t seed,
                             const bship_placement *layout, size_t ships)
{
    const bship_rules *rules = bship_ai_rules(ai);
    bship_habits_snapshot *snapshot = NULL;
    bship_board *board = NULL;
    bship_chart *chart = new_chart(rules);
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    assert_ok(bship_ai_set_habits(ai, snapshot), "its use");
    bship_habits_snapshot_unref(snapshot);
    bship_ai_reset(ai, seed);
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    assert_ok(bship_board_place_layout(board, layout, ships, NULL), "a layout");
    while (!bship_board_is_defeated(board))
        fire_by_ai(ai, board, chart);
    assert_ok(bship_habits_observe(habits, layout, ships, 1.0, NULL), "the layout");
    int64_t shots = bship_chart_shots(chart);
    bship_board_free(board);
    bship_chart_free(chart);
    return shots;
}

Test(match_series, learner_plays_as_by_hand_and_begins_every_series_anew)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 3 * SERIES - 1);
    options.series = SERIES;
    options.first_game = SERIES;
    options.layout = lay_one_of_two;
    bship_match *match = new_match(rules, &options);
    add_learner(match);
    add_entry(match, "posterior");
    run_match(match, &rows);
    cr_assert_eq(rows.count, 2 * (3 * SERIES - 1), "%d rows", rows.count);

    bship_habits *habits = new_habits(rules);
    bship_ai *ai = new_ai(rules, "posterior", 0);
    int64_t learner = 0, plain = 0;
    for (int i = 0; i < rows.count / 2; i++) {
        bship_placement layout[2];
        int64_t game = options.first_game + i;
        if (i % SERIES == 0)
            bship_habits_reset(habits);
        lay_one_of_two(layout, 2, game, BSHIP_SIDE_NONE, NULL, NULL);
        int64_t shots = shots_by_hand(ai, habits, ai_seed(&options, BSHIP_SIDE_A, game), layout, 2);
        cr_assert_eq(rows.row[2 * i].shots, shots, "game %d: %d shots, not %d", (int)game,
                     (int)rows.row[2 * i].shots, (int)shots);
        if (i % SERIES == 0)
            cr_assert_eq(shots, rows.row[2 * i + 1].shots, "nothing is known in the first game");
        learner += shots;
        plain += rows.row[2 * i + 1].shots;
    }
    cr_assert_lt(learner, plain, "%d shots with habits, %d without", (int)learner, (int)plain);
    bship_ai_free(ai);
    bship_habits_free(habits);
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* Plays a duel of two learners by hand; `habits` are of the players, as `ais` are. */
static void duel_by_hand(bship_game *game, const bship_match_options *options, int64_t number,
                         struct rows *rows)
{
    bship_placement layout[2];
    bool swapped = number % 2 != 0;
    bship_game_reset(game, first_number(options, BSHIP_RNG_PURPOSE_FIRST, number), 0);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        lay_one_of_two(layout, 2, number, side, NULL, NULL);
        assert_ok(place_fleet(game, side, layout, 2), "a layout");
        bship_ai_reset(bship_game_ai(game, side), ai_seed(options, side, number));
    }
    assert_ok(bship_game_start(game, NULL), "the start");
    while (bship_game_phase(game) != BSHIP_PHASE_OVER)
        assert_ok(bship_game_step(game, NULL, NULL, NULL), "a turn");
    for (int32_t entry = 0; entry < 2; entry++) {
        int32_t side = (entry == 0) != swapped ? BSHIP_SIDE_A : BSHIP_SIDE_B;
        rows->row[rows->count++] = (bship_match_row){
            .size = sizeof(bship_match_row),
            .game = number,
            .entry = entry,
            .shots = bship_chart_shots(bship_game_chart(game, side)),
            .turns = bship_chart_turns(bship_game_chart(game, side)),
            .side = side,
            .outcome = bship_game_outcome(game),
            .round = (int32_t)(number % SERIES) + 1,
            .fired_first = bship_game_began(game) == side,
            .points = bship_game_points(game, side),
            .reason = bship_game_end_reason(game),
        };
    }
}

Test(match_series, duel_of_learners_is_as_games_with_habits)
{
    static struct rows rows, expected;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = options_of(BSHIP_MATCH_KIND_DUEL, 2 * SERIES);
    options.series = SERIES;
    options.alternate = 1;
    options.layout = lay_one_of_two;
    bship_match *match = new_match(rules, &options);
    add_learner(match);
    add_learner(match);
    run_match(match, &rows);
    bship_match_free(match);

    /* By entry; an entry's habits are what it learns of the other one. */
    bship_ai *ais[2] = { new_ai(rules, "posterior", 0), new_ai(rules, "posterior", 0) };
    bship_habits *habits[2] = { new_habits(rules), new_habits(rules) };
    for (int64_t number = 0; number < options.games; number++) {
        bship_game_options settings = BSHIP_GAME_OPTIONS_INIT;
        bship_game *game = NULL;
        int a = number % 2, b = 1 - a; /* the entries of the sides */
        settings.ai_a = ais[a];
        settings.ai_b = ais[b];
        for (int i = 0; i < 2 && number % SERIES == 0; i++)
            bship_habits_reset(habits[i]);
        assert_ok(bship_game_new(&game, rules, &settings, NULL), "a game");
        assert_ok(bship_game_set_habits(game, BSHIP_SIDE_A, habits[b]), "habits");
        assert_ok(bship_game_set_habits(game, BSHIP_SIDE_B, habits[a]), "habits");
        duel_by_hand(game, &options, number, &expected);
        bship_game_free(game);
    }
    assert_same_rows(&rows, &expected, "a duel");
    for (int i = 0; i < 2; i++) {
        bship_ai_free(ais[i]);
        bship_habits_free(habits[i]);
    }
    bship_rules_unref(rules);
}

Test(match_series, learner_that_makes_no_sense_is_refused)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 4);
    bship_match *plain = new_match(rules, &options);
    options.series = 2;
    bship_match *match = new_match(rules, &options);
    bship_ai_options seed = BSHIP_AI_OPTIONS_INIT;
    bship_habits_options half_life = BSHIP_HABITS_OPTIONS_INIT;
    seed.seed = 1;
    half_life.half_life = -1.0;
    assert_status(bship_match_add_learner(NULL, "posterior", NULL, NULL, NULL),
                  BSHIP_ERROR_ARGUMENT, "no match");
    assert_status(bship_match_add_learner(plain, "posterior", NULL, NULL, NULL), BSHIP_ERROR_STATE,
                  "no series");
    assert_status(bship_match_add_learner(match, "nobody", NULL, NULL, NULL), BSHIP_ERROR_NAME,
                  "no such strategy");
    assert_status(bship_match_add_learner(match, "hunt", NULL, NULL, NULL), BSHIP_ERROR_UNSUPPORTED,
                  "a strategy without habits");
    assert_status(bship_match_add_learner(match, "posterior", &seed, NULL, NULL),
                  BSHIP_ERROR_ARGUMENT, "a seed");
    assert_status(bship_match_add_learner(match, "posterior", NULL, &half_life, NULL),
                  BSHIP_ERROR_RANGE, "a half-life");
    cr_assert_eq(bship_match_entries(match), 0, "%d entries", (int)bship_match_entries(match));
    bship_match_free(plain);
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* An entry may know habits from elsewhere; the match keeps them for all its players. */
Test(match_series, entry_keeps_the_habits_it_was_given)
{
    static struct rows alone, rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_placement layout[2];
    bship_habits *habits = new_habits(rules);
    lay_one_of_two(layout, 2, 0, BSHIP_SIDE_NONE, NULL, NULL);
    for (int i = 0; i < 20; i++)
        assert_ok(bship_habits_observe(habits, layout, 2, 1.0, NULL), "the layout");
    bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, SERIES);
    options.layout = lay_one_of_two;
    for (options.threads = 1; options.threads <= 3; options.threads += 2) {
        bship_match *match = new_match(rules, &options);
        bship_habits_snapshot *snapshot = NULL;
        assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
        add_entry(match, "posterior");
        add_entry(match, "posterior");
        assert_ok(bship_match_set_habits(match, 0, snapshot), "habits");
        bship_habits_snapshot_unref(snapshot);
        run_match(match, options.threads == 1 ? &alone : &rows);
        bship_match_free(match);
    }
    assert_same_rows(&rows, &alone, "threads");
    cr_assert_lt(rows.row[0].shots, rows.row[1].shots, "habits help");
    bship_habits_free(habits);
    bship_rules_unref(rules);
}

Test(match_series, habits_that_come_late_or_do_not_fit_are_refused)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n"), *others = rules_from("fleet 3 2\n");
    bship_habits *habits = new_habits(rules), *foreign = new_habits(others);
    bship_habits_snapshot *snapshot = NULL, *of_others = NULL;
    bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, SERIES);
    options.series = SERIES;
    bship_match *match = new_match(rules, &options);
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    assert_ok(bship_habits_snapshot_new(&of_others, foreign, NULL), "another");
    add_entry(match, "hunt");
    add_entry(match, "posterior");
    add_learner(match);
    assert_status(bship_match_set_habits(NULL, 1, snapshot), BSHIP_ERROR_ARGUMENT, "no match");
    assert_status(bship_match_set_habits(match, -1, snapshot), BSHIP_ERROR_RANGE, "no entry");
    assert_status(bship_match_set_habits(match, 3, snapshot), BSHIP_ERROR_RANGE, "no entry");
    assert_status(bship_match_set_habits(match, 0, snapshot), BSHIP_ERROR_UNSUPPORTED, "hunt");
    assert_status(bship_match_set_habits(match, 2, snapshot), BSHIP_ERROR_UNSUPPORTED, "a learner");
    assert_status(bship_match_set_habits(match, 1, of_others), BSHIP_ERROR_RULES, "other rules");
    assert_ok(bship_match_set_habits(match, 1, snapshot), "habits");
    assert_ok(bship_match_set_habits(match, 1, NULL), "none any more");
    assert_ok(bship_match_set_habits(match, 0, NULL), "none for a strategy that uses none");
    run_match(match, &rows);
    assert_status(bship_match_set_habits(match, 1, snapshot), BSHIP_ERROR_STATE, "it has run");
    bship_match_free(match);
    bship_habits_snapshot_unref(of_others);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_free(foreign);
    bship_habits_free(habits);
    bship_rules_unref(others);
    bship_rules_unref(rules);
}

/* ---- placement styles ---- */

Test(match_series, layouts_of_a_style_are_those_of_its_placer)
{
    static struct rows rows;
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    bship_sampler *sampler = new_sampler(rules);
    bship_match_options options = options_of(BSHIP_MATCH_KIND_SOLO, 3 * SERIES);
    options.series = SERIES;
    options.placing = "repeat";
    options.placing_strength = 5.0;
    play_match(rules, &options, quick, &rows);

    bship_placer_options settings = BSHIP_PLACER_OPTIONS_INIT;
    bship_placer *placer = NULL;
    settings.sampler = sampler;
    settings.strength = 5.0;
    assert_ok(bship_placer_new(&placer, rules, "repeat", &settings, NULL), "a placer");
    bship_ai *ai = new_ai(rules, "hunt", 0);
    for (int64_t game = 0; game < options.games; game++) {
        bship_board *board = NULL;
        bship_rng rng;
        bship_rng_seed(&rng, options.seed, BSHIP_RNG_PURPOSE_PLACING, (uint64_t)(game / SERIES));
        if (game % SERIES == 0)
            bship_placer_reset(placer, bship_rng_next(&rng));
        assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
        bship_rng_seed(&rng, options.seed, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)game);
        int32_t method = -1;
        assert_ok(bship_placer_place(placer, &rng, board, &method), "a layout");
        bship_chart *chart = new_chart(rules);
        bship_ai_reset(ai, ai_seed(&options, BSHIP_SIDE_A, game));
        while (!bship_board_is_defeated(board))
            fire_by_ai(ai, board, chart);
        const bship_match_row *row = &rows.row[2 * game + 1];
        cr_assert_eq(row->shots, bship_chart_shots(chart), "game %d", (int)game);
        cr_assert_eq(row->method, method, "game %d: the method", (int)game);
        bship_chart_free(chart);
        bship_board_free(board);
    }
    bship_ai_free(ai);
    bship_placer_free(placer);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

Test(match_series, style_that_makes_no_sense_is_refused)
{
    static const struct {
        const char *style;
        double strength;
        bship_match_layout layout;
        int32_t kind;
        bship_status expected;
    } cases[] = {
        { "nothing", 0.0, NULL, BSHIP_MATCH_KIND_SOLO, BSHIP_ERROR_NAME },
        { "edge", -1.0, NULL, BSHIP_MATCH_KIND_SOLO, BSHIP_ERROR_RANGE },
        { "edge", 1.0, lay_one_of_two, BSHIP_MATCH_KIND_SOLO, BSHIP_ERROR_ARGUMENT },
        { "edge", 1.0, NULL, BSHIP_MATCH_KIND_DUEL, BSHIP_ERROR_ARGUMENT },
    };
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        bship_match_options options = options_of(cases[i].kind, 4);
        bship_match *match = NULL;
        options.placing = cases[i].style;
        options.placing_strength = cases[i].strength;
        options.layout = cases[i].layout;
        assert_status(bship_match_new(&match, rules, &options, NULL), cases[i].expected, "case %zu",
                      i);
        cr_assert_null(match, "case %zu wrote its output", i);
    }
    bship_rules_unref(rules);
}
