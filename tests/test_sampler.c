/* Layout samplers: uniform with either method, shared by boards, games, matches and threads. */
#include <limits.h>
#include <math.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

#define LAYOUTS_MAX 8192
#define SHIPS_MAX 16

/* Rules for which rejection sampling is fast, and rules whose layouts must be counted. */
static const char full_rules[] = "fleet 10 10 10 10 10 10 10 10 10 10\n";
static const char fast_rules[] = "board 6x5\nfleet 3 2 2\ncontact no-sides\n";
static const char counted_rules[] = "board 7x9\nfleet german\ncontact none\n";
/* Rules whose count takes long enough to report progress. */
static const char long_rules[] = "board 9x9\nfleet german\ncontact none\n";

static void draw(const bship_sampler *sampler, bship_rng *rng, bship_placement *placements)
{
    int32_t ships = bship_fleet_count(bship_rules_fleet(bship_sampler_rules(sampler)));
    assert_ok(bship_sampler_draw(sampler, rng, placements, (size_t)ships), "a layout");
}

/* ---- all layouts ---- */

/* The placements of a layout as sorted numbers, the same for interchangeable ships. */
struct layout {
    int64_t numbers[SHIPS_MAX];
};

/* All layouts of small rules, by brute force, and how often each was drawn. */
struct layouts {
    bship_rules *rules;
    const bship_fleet *fleet;
    bship_board *board;
    int32_t ships;
    struct layout placed; /* the ships placed so far */
    struct layout all[LAYOUTS_MAX];
    long drawn[LAYOUTS_MAX];
    int count;
};

static int compare_numbers(const void *a, const void *b)
{
    const int64_t *x = a, *y = b;
    return (*x > *y) - (*x < *y);
}

static int compare_layouts(const void *a, const void *b)
{
    const struct layout *x = a, *y = b;
    for (int i = 0; i < SHIPS_MAX; i++)
        if (x->numbers[i] != y->numbers[i])
            return compare_numbers(&x->numbers[i], &y->numbers[i]);
    return 0;
}

/* The index of the same placement of the first ship of equal length. */
static int64_t number_of(const struct layouts *layouts, bship_placement at)
{
    at.ship = first_of_length(layouts->fleet, at.ship);
    return bship_rules_placement_index(layouts->rules, at);
}

static void sort(struct layouts *layouts, struct layout *layout)
{
    qsort(layout->numbers, (size_t)layouts->ships, sizeof *layout->numbers, compare_numbers);
}

/* Enumerates the placements of the ships from `ship` on, ascending within one length. */
static void enumerate(struct layouts *layouts, int32_t ship)
{
    int32_t first;
    int64_t after = -1;

    if (ship == layouts->ships) {
        cr_assert_lt(layouts->count, LAYOUTS_MAX, "too many layouts");
        layouts->all[layouts->count] = layouts->placed;
        sort(layouts, &layouts->all[layouts->count++]);
        return;
    }
    first = first_of_length(layouts->fleet, ship);
    if (ship > first)
        after = layouts->placed.numbers[ship - 1];
    for (int64_t index = after + 1; index < bship_rules_placement_count(layouts->rules); index++) {
        bship_placement at;
        assert_ok(bship_rules_placement(layouts->rules, index, &at), "number %d", (int)index);
        if (at.ship != first)
            continue;
        at.ship = ship;
        if (bship_board_place(layouts->board, at))
            continue;
        layouts->placed.numbers[ship] = index;
        enumerate(layouts, ship + 1);
        assert_ok(bship_board_remove(layouts->board, ship), "ship %d", (int)ship);
    }
}

static void layouts_init(struct layouts *layouts, const char *text)
{
    memset(layouts, 0, sizeof *layouts);
    layouts->rules = rules_from(text);
    layouts->fleet = bship_rules_fleet(layouts->rules);
    layouts->ships = bship_fleet_count(layouts->fleet);
    assert_ok(bship_board_new(&layouts->board, layouts->rules, NULL, NULL), "a board");
    enumerate(layouts, 0);
    qsort(layouts->all, (size_t)layouts->count, sizeof *layouts->all, compare_layouts);
}

static void layouts_free(struct layouts *layouts)
{
    bship_board_free(layouts->board);
    bship_rules_unref(layouts->rules);
}

/* The index of a drawn layout among all. */
static long find(struct layouts *layouts, const bship_placement *placements)
{
    struct layout layout = { { 0 } }, *found;

    for (int32_t ship = 0; ship < layouts->ships; ship++) {
        cr_assert_eq(placements[ship].ship, ship, "placement %d is of another ship", (int)ship);
        layout.numbers[ship] = number_of(layouts, placements[ship]);
    }
    sort(layouts, &layout);
    found = bsearch(&layout, layouts->all, (size_t)layouts->count, sizeof layout, compare_layouts);
    cr_assert_not_null(found, "a layout that is not legal under\n%s", rules_text(layouts->rules));
    return found - layouts->all;
}

static double chi_square_of(const struct layouts *layouts, double draws)
{
    double expected = draws / layouts->count, sum = 0;
    for (int i = 0; i < layouts->count; i++)
        sum += pow((double)layouts->drawn[i] - expected, 2) / expected;
    return sum;
}

static void check_uniform(struct layouts *layouts, int32_t method, bship_rng *rng)
{
    bship_sampler *sampler = new_sampler(layouts->rules);
    int draws = (layouts->count > 1000 ? 20 : 200) * layouts->count;
    double chi_square;

    cr_assert_eq(bship_sampler_method(sampler), method, "another method than expected under\n%s",
                 rules_text(layouts->rules));
    /* Where reports name ships, layouts that exchange ships are listed separately. */
    if (method == BSHIP_METHOD_FRONTIER)
        cr_assert_geq(bship_sampler_count(sampler), (int64_t)layouts->count, "the number");
    else
        cr_assert_eq(bship_sampler_count(sampler), 0, "a number of layouts without a count");
    for (int i = 0; i < draws; i++) {
        bship_placement placements[SHIPS_MAX];
        draw(sampler, rng, placements);
        layouts->drawn[find(layouts, placements)]++;
    }
    chi_square = chi_square_of(layouts, draws);
    cr_assert_lt(chi_square, chi_square_limit(layouts->count - 1), "chi-square %g of %d under\n%s",
                 chi_square, layouts->count - 1, rules_text(layouts->rules));
    bship_sampler_unref(sampler);
}

Test(sampler, draws_every_layout_with_the_same_probability)
{
    static const struct {
        const char *text;
        int32_t method;
    } cases[] = {
        { "board 4x4\nfleet 3 2\n", BSHIP_METHOD_REJECTION },
        { "board 4x4\nfleet 2 2 1\ncontact none\n", BSHIP_METHOD_REJECTION },
        { "board 5x3\nfleet 3 2 1\nblocked B2 E1\ncontact no-sides\n", BSHIP_METHOD_REJECTION },
        { "board 3x3\nfleet A:2 B:2 1\ndisclosure ship\n", BSHIP_METHOD_REJECTION },
        { "board 5x5\nfleet 1 1 1 1 1 1 1 1\ncontact none\n", BSHIP_METHOD_FRONTIER },
        { "board 5x5\nfleet 3 3 2 2 1 1\ncontact no-sides\n", BSHIP_METHOD_FRONTIER },
        { "board 5x4\nfleet 2 2 2 2 2 2 2 2 2\nblocked A1 E4\n", BSHIP_METHOD_FRONTIER },
        { "board 5x5\nfleet 3 2 2 2 1\nblocked A1 B1 A2 E5 E4\ncontact no-sides\n",
          BSHIP_METHOD_FRONTIER },
        { "board 5x4\nfleet A:2 A:2 A:2 A:2 B:2 B:2 B:2 B:2 C:2\nblocked A1 E4\n"
          "disclosure ship\n",
          BSHIP_METHOD_FRONTIER },
        { "board 5x5\nfleet 2 2 2 1 1 1\ncontact none\n", BSHIP_METHOD_FRONTIER },
    };
    static struct layouts layouts;
    bship_rng rng = rng_of(1);

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        layouts_init(&layouts, cases[i].text);
        check_uniform(&layouts, cases[i].method, &rng);
        layouts_free(&layouts);
    }
}

static bship_sampler *new_counted(const bship_rules *rules)
{
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_sampler *sampler = NULL;

    options.must_count = 1;
    assert_ok(bship_sampler_new(&sampler, rules, &options, NULL), "a sampler");
    cr_assert_eq(bship_sampler_method(sampler), BSHIP_METHOD_FRONTIER, "it is counted");
    return sampler;
}

/* Every layout once for each way in which reports can name its ships. */
static void check_listed(struct layouts *layouts, uint64_t namings)
{
    bship_sampler *sampler = new_counted(layouts->rules);
    uint64_t count = bship_sampler_count(sampler);
    bship_placement placements[SHIPS_MAX];
    size_t ships = (size_t)layouts->ships;

    cr_assert_eq(count, namings * (uint64_t)layouts->count, "%d layouts", (int)count);
    for (uint64_t i = 0; i < count; i++) {
        assert_ok(bship_sampler_layout(sampler, i, placements, ships), "%d", (int)i);
        layouts->drawn[find(layouts, placements)]++;
    }
    for (int i = 0; i < layouts->count; i++)
        cr_assert_eq(layouts->drawn[i], (long)namings, "layout %d, %ld times", i,
                     layouts->drawn[i]);
    assert_status(bship_sampler_layout(sampler, count, placements, ships), BSHIP_ERROR_RANGE,
                  "beyond the last");
    assert_status(bship_sampler_layout(sampler, 0, placements, ships + 1), BSHIP_ERROR_COUNT,
                  "a ship more");
    assert_status(bship_sampler_layout(sampler, 0, NULL, ships), BSHIP_ERROR_ARGUMENT, "NULL");
    bship_sampler_unref(sampler);
}

Test(sampler, lists_every_layout)
{
    static const struct {
        const char *text;
        uint64_t namings;
    } cases[] = {
        { "board 4x4\nfleet 3 2\n", 1 },
        { "board 5x3\nfleet 3 2 1\nblocked B2 E1\ncontact no-sides\n", 1 },
        { "board 3x3\nfleet A:2 B:2 1\n", 1 },
        { "board 3x3\nfleet A:2 B:2 1\ndisclosure ship\n", 2 },
        { "board 5x5\nfleet 2 2 2 1 1 1\ncontact none\n", 1 },
    };
    static struct layouts layouts;

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        layouts_init(&layouts, cases[i].text);
        check_listed(&layouts, cases[i].namings);
        layouts_free(&layouts);
    }
}

Test(sampler, lists_nothing_that_was_not_counted)
{
    bship_rules *rules = rules_from(fast_rules);
    bship_sampler *sampler = new_sampler(rules);
    bship_placement placements[3];

    cr_assert_eq(bship_sampler_count(sampler), 0, "a list");
    assert_status(bship_sampler_layout(sampler, 0, placements, 3), BSHIP_ERROR_RANGE, "first");
    assert_status(bship_sampler_layout(NULL, 0, placements, 3), BSHIP_ERROR_ARGUMENT, "NULL");
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

/* Each of the ships of one length is equally likely to be the first on the board. */
Test(sampler, assigns_placements_to_ships_of_one_length_at_random)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 1 1 1 1 1 1 1 1\ncontact none\n");
    bship_sampler *sampler = new_sampler(rules);
    bship_rng rng = rng_of(2);
    double first[8] = { 0 }, chi_square = 0;
    int draws = 4000;

    for (int i = 0; i < draws; i++) {
        bship_placement at[8];
        int least = 0;
        draw(sampler, &rng, at);
        for (int ship = 1; ship < 8; ship++)
            if (at[ship].y * 5 + at[ship].x < at[least].y * 5 + at[least].x)
                least = ship;
        first[least]++;
    }
    for (int ship = 0; ship < 8; ship++)
        chi_square += pow(first[ship] - draws / 8.0, 2) / (draws / 8.0);
    cr_assert_lt(chi_square, chi_square_limit(7), "chi-square %g", chi_square);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

Test(sampler, draws_what_the_posterior_of_an_empty_chart_draws)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_rules *rules = rules_from(counted_rules);
    bship_sampler *sampler = new_sampler(rules);
    bship_chart *chart = new_chart(rules);
    bship_posterior *posterior = NULL;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_rng rng = rng_of(3), twin = rng_of(3);

    options.method = BSHIP_METHOD_FRONTIER;
    assert_ok(bship_posterior_new(&posterior, chart, &options, NULL), "a posterior");
    assert_ok(bship_posterior_describe(posterior, &info), "the whole");
    cr_assert_eq(info.layouts, (double)bship_sampler_count(sampler), "%g layouts", info.layouts);
    for (int i = 0; i < 200; i++) {
        bship_placement mine[SHIPS_MAX], theirs[SHIPS_MAX];
        draw(sampler, &rng, mine);
        assert_ok(bship_posterior_sample(posterior, &twin, theirs, 10), "draw %d", i);
        cr_assert_arr_eq(mine, theirs, 10 * sizeof *mine, "draw %d", i);
    }
    bship_posterior_free(posterior);
    bship_chart_free(chart);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

/* ---- boards, games and matches ---- */

Test(sampler, places_on_a_board_what_it_draws)
{
    static const char *const texts[] = { fast_rules, counted_rules };

    for (int i = 0; i < 2; i++) {
        bship_rules *rules = rules_from(texts[i]);
        bship_sampler *sampler = new_sampler(rules);
        bship_board *drawn = NULL, *placed = NULL;
        bship_rng rng = rng_of(4), twin = rng_of(4);
        size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules));

        assert_ok(bship_board_new(&drawn, rules, NULL, NULL), "a board");
        assert_ok(bship_board_new(&placed, rules, NULL, NULL), "a board");
        for (int j = 0; j < 100; j++) {
            bship_placement placements[SHIPS_MAX];
            draw(sampler, &rng, placements);
            assert_ok(bship_board_place_layout(drawn, placements, ships, NULL), "a legal layout");
            assert_ok(bship_sampler_place(sampler, &twin, placed), "the same");
            cr_assert(bship_board_is_complete(placed), "a ship is missing");
            assert_same(board_dump(drawn), board_dump(placed), "the same layout");
        }
        bship_board_free(drawn);
        bship_board_free(placed);
        bship_sampler_unref(sampler);
        bship_rules_unref(rules);
    }
}

/* If rejection sampling is fast, a game has the same layouts with and without a sampler. */
Test(sampler, places_the_fleets_of_both_sides_of_a_game)
{
    static const char *const texts[] = { fast_rules, counted_rules };

    for (int i = 0; i < 2; i++) {
        bship_rules *rules = rules_from(texts[i]);
        bship_sampler *sampler = new_sampler(rules);
        bship_ai *ai = new_ai(rules, "random", 0);
        bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
        bship_game *game = NULL, *plain = NULL;
        bship_board *board = NULL;

        options.seed = 11;
        assert_ok(bship_game_new(&plain, rules, &options, NULL), "a game without a sampler");
        options.sampler = sampler;
        options.ai_b = ai;
        assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
        assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
            bship_draw_options limit = BSHIP_DRAW_OPTIONS_INIT;
            int32_t method = 0;
            bship_rng rng;
            bship_rng_seed(&rng, 11, BSHIP_RNG_PURPOSE_LAYOUT, side == BSHIP_SIDE_B);
            assert_ok(bship_sampler_place(sampler, &rng, board), "by hand");
            limit.work_limit = -1;
            assert_status(bship_game_place_random(game, side, &limit, &method, NULL),
                          BSHIP_ERROR_RANGE, "a negative limit");
            limit.work_limit = 1;
            assert_ok(bship_game_place_random(game, side, &limit, &method, NULL), "by the game");
            cr_assert_eq(method, BSHIP_DRAW_METHOD_UNIFORM, "the method");
            assert_same(board_dump(board), board_dump(bship_game_board(game, side)), "a layout");
            if (i > 0)
                continue;
            assert_ok(bship_game_place_random(plain, side, NULL, &method, NULL),
                      "without a sampler");
            assert_same(board_dump(board), board_dump(bship_game_board(plain, side)), "a layout");
        }
        bship_board_free(board);
        bship_game_free(game);
        bship_game_free(plain);
        bship_ai_free(ai);
        bship_sampler_unref(sampler);
        bship_rules_unref(rules);
    }
}

struct rows {
    int64_t shots[64];
    int count;
    int searched;
};

static int32_t receive(const bship_match_row *row, void *user)
{
    struct rows *rows = user;
    cr_assert_eq(row->status, BSHIP_OK, "%s", bship_enum_name(BSHIP_ENUM_STATUS, row->status));
    rows->shots[rows->count++] = row->shots;
    rows->searched += row->method != BSHIP_DRAW_METHOD_UNIFORM;
    return 0;
}

static void play_match(const bship_rules *rules, int32_t kind, bship_sampler *sampler,
                       struct rows *rows)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *match = NULL;

    options.kind = kind;
    options.games = 16;
    options.alternate = kind == BSHIP_MATCH_KIND_DUEL;
    options.sampler = sampler;
    memset(rows, 0, sizeof *rows);
    assert_ok(bship_match_new(&match, rules, &options, NULL), "a match");
    for (int entry = 0; entry < 2; entry++)
        assert_ok(bship_match_add(match, entry ? "hunt" : "random", NULL, NULL), "an entry");
    bship_sampler_unref(sampler);
    assert_ok(bship_match_run(match, receive, rows, NULL), "a match");
    bship_match_free(match);
}

/* It draws the same layouts as the sampler that a match makes for itself. */
Test(sampler, draws_the_layouts_of_all_games_of_a_match)
{
    bship_rules *rules = rules_from(counted_rules);
    bship_sampler *sampler = new_sampler(rules);

    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        struct rows own, given;
        play_match(rules, kind, NULL, &own);
        play_match(rules, kind, bship_sampler_ref(sampler), &given);
        cr_assert_eq(own.count, 32, "%d rows", own.count);
        cr_assert_eq(own.searched + given.searched, 0, "layouts that were searched");
        cr_assert_arr_eq(own.shots, given.shots, sizeof own.shots, "other layouts");
    }
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

static int32_t cancel_at_once(double done, void *user)
{
    (void)done;
    return ++*(int *)user;
}

/* A match whose table of layouts does not fit searches for layouts, and says so in its rows. */
Test(sampler, need_not_fit_for_a_match)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    struct rows rows;

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(full_rules, &fleet);
    for (int way = 0; way < 3; way++) {
        bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
        bship_match *match = NULL;
        memset(&rows, 0, sizeof rows);
        options.games = 4;
        options.memory_limit = way == 1 ? 100000 : 0;
        assert_ok(bship_match_new(&match, rules, &options, NULL), "a match");
        assert_ok(bship_match_add(match, "random", NULL, NULL), "an entry");
        if (way == 2)
            memory_fail(&memory, 0, LONG_MAX);
        assert_ok(bship_match_run(match, receive, &rows, NULL), "way %d", way);
        memory_fail(&memory, 0, 0);
        cr_assert_eq(rows.count, 4, "%d rows", rows.count);
        cr_assert(way == 0 ? rows.searched == 0 : rows.searched > 0, "way %d: %d searched", way,
                  rows.searched);
        bship_match_free(match);
    }
    bship_rules_unref(rules);
    memory_check(&memory, "matches");
}

Test(sampler, can_be_cancelled_in_a_match)
{
    bship_rules *rules = rules_from(full_rules);
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *match = NULL;
    struct rows rows;
    int calls = 0;

    memset(&rows, 0, sizeof rows);
    options.progress = cancel_at_once;
    options.user = &calls;
    assert_ok(bship_match_new(&match, rules, &options, NULL), "a match");
    assert_ok(bship_match_add(match, "random", NULL, NULL), "an entry");
    assert_status(bship_match_run(match, receive, &rows, NULL), BSHIP_ERROR_CANCELLED, "a match");
    cr_assert_eq(calls, 1, "%d calls", calls);
    cr_assert_eq(rows.count, 0, "%d rows", rows.count);
    bship_match_free(match);
    bship_rules_unref(rules);
}

/* With the german fleet, one count serves all boards and draws. */
Test(sampler, is_counted_once_for_all_boards)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_board *boards[2] = { NULL, NULL };
    bship_rng rng = rng_of(5);

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with("fleet german\ncontact none\n", &fleet);
    size_t before = memory.bytes;
    bship_sampler *sampler = new_sampler(rules);
    size_t counted = memory.bytes - before;
    cr_assert_eq(bship_sampler_method(sampler), BSHIP_METHOD_FRONTIER, "it was not counted");
    cr_assert_eq(bship_sampler_count(sampler), 26509655816984u, "the layouts");
    cr_assert_gt(counted, 100000000u, "%zu bytes", counted);
    cr_assert_lt(memory.peak - before, (size_t)BSHIP_SAMPLER_MEMORY_DEFAULT, "the peak");
    for (int i = 0; i < 2; i++)
        assert_ok(bship_board_new(&boards[i], rules, NULL, NULL), "a board");
    memory_fail(&memory, 0, LONG_MAX);
    for (int i = 0; i < 200; i++) {
        bship_placement placements[10];
        assert_ok(bship_sampler_place(sampler, &rng, boards[i % 2]), "a board");
        assert_ok(bship_sampler_draw(sampler, &rng, placements, 10), "a layout");
    }
    cr_assert_eq(memory.calls, 0, "%ld allocations of draws from a count", memory.calls);
    memory_fail(&memory, 0, 0);
    cr_assert_lt(memory.bytes, before + counted + 100000, "the boards hold %zu bytes",
                 memory.bytes - before - counted);
    bship_board_free(boards[0]);
    bship_sampler_unref(sampler);
    bship_board_free(boards[1]);
    bship_rules_unref(rules);
    memory_check(&memory, "a sampler");
}

/* ---- threads ---- */

enum {
    THREADS = 4,
    DRAWS = 300
};

struct drawer {
    pthread_t thread;
    bship_sampler *sampler;
    uint64_t seed;
    bship_placement drawn[DRAWS][SHIPS_MAX];
};

static void draw_all(struct drawer *drawer)
{
    bship_rng rng = rng_of(drawer->seed);
    for (int i = 0; i < DRAWS; i++)
        draw(drawer->sampler, &rng, drawer->drawn[i]);
}

static void *run_thread(void *user)
{
    struct drawer *drawer = user;
    draw_all(drawer);
    bship_sampler_unref(drawer->sampler);
    return NULL;
}

Test(sampler, is_drawn_from_by_threads_at_the_same_time)
{
    static const char *const texts[] = { fast_rules, counted_rules };
    static struct drawer drawers[THREADS], alone;

    for (int i = 0; i < 2; i++) {
        bship_rules *rules = rules_from(texts[i]);
        bship_sampler *sampler = new_sampler(rules);
        for (uint64_t t = 0; t < THREADS; t++) {
            drawers[t].sampler = bship_sampler_ref(sampler);
            drawers[t].seed = t;
            cr_assert_eq(pthread_create(&drawers[t].thread, NULL, run_thread, &drawers[t]), 0,
                         "a thread");
        }
        for (uint64_t t = 0; t < THREADS; t++) {
            cr_assert_eq(pthread_join(drawers[t].thread, NULL), 0, "a thread");
            memset(alone.drawn, 0, sizeof alone.drawn);
            alone.sampler = sampler;
            alone.seed = t;
            draw_all(&alone);
            for (int d = 0; d < DRAWS; d++)
                cr_assert_arr_eq(alone.drawn[d], drawers[t].drawn[d],
                                 (size_t)bship_fleet_count(bship_rules_fleet(rules)) *
                                     sizeof(bship_placement),
                                 "thread %d has drawn another layout", (int)t);
        }
        bship_sampler_unref(sampler);
        bship_rules_unref(rules);
    }
}

/* ---- limits ---- */

struct listener {
    int calls;
    int stop_at; /* 0: never */
    double done;
};

static int32_t listen(double done, void *user)
{
    struct listener *listener = user;
    cr_assert(done >= 0 && done <= 1, "%g is done", done);
    listener->done = done;
    return ++listener->calls == listener->stop_at;
}

/* Expects that a sampler is refused, without output or leak. */
static bship_error refuse(const bship_rules *rules, const bship_sampler_options *options,
                          const struct memory *memory, bship_status expected)
{
    bship_sampler *sampler = NULL;
    bship_error error = BSHIP_ERROR_INIT;
    size_t before = memory->bytes;

    assert_status(bship_sampler_new(&sampler, rules, options, &error), expected, "refused");
    cr_assert_null(sampler, "a sampler was written");
    cr_assert_eq(error.status, (int32_t)expected, "the error's status");
    cr_assert_eq(memory->bytes, before, "%zu bytes stay in use", memory->bytes - before);
    return error;
}

Test(sampler, counting_can_be_cancelled_at_any_report)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    struct listener listener = { 0, 0, 0 };
    bship_sampler *sampler = NULL;

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(long_rules, &fleet);
    options.progress = listen;
    options.user = &listener;
    assert_ok(bship_sampler_new(&sampler, rules, &options, NULL), "never cancelled");
    bship_sampler_unref(sampler);
    int calls = listener.calls;
    cr_assert_gt(calls, 20, "%d reports", calls);
    cr_assert_gt(listener.done, 0.9, "%g at the end", listener.done);
    for (int stop = 1; stop <= calls; stop += 1 + stop / 4) {
        listener = (struct listener){ .stop_at = stop };
        refuse(rules, &options, &memory, BSHIP_ERROR_CANCELLED);
        cr_assert_eq(listener.calls, stop, "%d reports after the %dth", listener.calls, stop);
    }
    bship_rules_unref(rules);
    memory_check(&memory, "a sampler");
}

Test(sampler, stops_at_the_work_limit_and_reports_the_steps_needed)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_sampler *sampler = NULL;

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(long_rules, &fleet);
    options.work_limit = 1;
    for (int round = 0; !sampler; round++) {
        bship_error error = BSHIP_ERROR_INIT;
        cr_assert_lt(round, 30, "%lld steps do not suffice", (long long)options.work_limit);
        if (!bship_sampler_new(&sampler, rules, &options, NULL))
            break;
        error = refuse(rules, &options, &memory, BSHIP_ERROR_WORK_LIMIT);
        cr_assert_gt(error.index, options.work_limit, "%lld steps", (long long)error.index);
        options.work_limit = error.index;
    }
    cr_assert_gt(options.work_limit, 1000000, "the last of %lld steps",
                 (long long)options.work_limit);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
    memory_check(&memory, "a sampler");
}

Test(sampler, keeps_to_the_memory_limit_and_reports_it)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_sampler *sampler = NULL;

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(counted_rules, &fleet);
    for (options.memory_limit = 1;; options.memory_limit *= 2) {
        memory.peak = memory.bytes;
        size_t before = memory.bytes;
        bool made = !bship_sampler_new(&sampler, rules, &options, NULL);
        /* Outside the limit: the chart and the trials, which are freed before the count. */
        cr_assert_lt(memory.peak - before, options.memory_limit + 20000, "%zu bytes of %llu",
                     memory.peak - before, (unsigned long long)options.memory_limit);
        if (made)
            break;
        bship_error error = refuse(rules, &options, &memory, BSHIP_ERROR_MEMORY);
        cr_assert_not_null(strstr(error.text, "bytes allowed"), "%s", error.text);
    }
    cr_assert_gt(options.memory_limit, 100000, "%llu bytes suffice",
                 (unsigned long long)options.memory_limit);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
    memory_check(&memory, "a sampler");
}

/* The mutilated chequerboard: dominoes cannot cover it, which only a count proves. */
Test(sampler, of_rules_without_a_layout_is_refused)
{
    static const bship_cell corners[] = { { 0, 0 }, { 3, 3 } };
    struct memory memory;
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet_options fleet_options = BSHIP_FLEET_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;

    memory_init(&memory);
    fleet_options.allocator = memory.allocator;
    options.width = options.height = 4;
    options.blocked = corners;
    options.blocked_count = 2;
    options.work_limit = 10;
    assert_ok(bship_fleet_parse(&fleet, "2 2 2 2 2 2 2", &fleet_options, NULL), "a fleet");
    assert_ok(bship_rules_new(&rules, fleet, &options, NULL), "the search was cut short");
    refuse(rules, NULL, &memory, BSHIP_ERROR_INFEASIBLE);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    memory_check(&memory, "a sampler");
}

Test(sampler, of_layouts_beyond_counting_is_refused)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    char text[200] = "board 30x30\ncontact none\nfleet";

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    for (int i = 0; i < 40; i++)
        strcat(text, " 6");
    strcat(text, "\n");
    bship_rules *rules = rules_from_with(text, &fleet);
    bship_error error = refuse(rules, NULL, &memory, BSHIP_ERROR_UNSUPPORTED);
    cr_assert_not_null(strstr(error.text, "cannot be counted"), "%s", error.text);
    bship_rules_unref(rules);
    memory_check(&memory, "a sampler");
}

/* ---- failing allocations ---- */

/* Makes a sampler, draws from it and places a fleet: a failing call changes nothing. */
static bool fail_once(const char *text, long from, long count)
{
    struct memory memory;
    bship_fleet_options fleet = BSHIP_FLEET_OPTIONS_INIT;
    bship_sampler *sampler = NULL;
    bship_board *board = NULL;
    bship_rng rng = rng_of(6);
    bship_placement placements[SHIPS_MAX], untouched[SHIPS_MAX];
    bool failed;

    memory_init(&memory);
    fleet.allocator = memory.allocator;
    bship_rules *rules = rules_from_with(text, &fleet);
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    memset(placements, 0x55, sizeof placements);
    memcpy(untouched, placements, sizeof placements);
    memory_fail(&memory, from, count);
    bship_status status = bship_sampler_new(&sampler, rules, NULL, NULL);
    if (!status)
        status = bship_sampler_draw(sampler, &rng, placements, 10);
    failed = memory.failed > 0;
    memory_fail(&memory, 0, LONG_MAX);
    if (sampler)
        assert_ok(bship_sampler_place(sampler, &rng, board), "placing a layout takes no memory");
    memory_fail(&memory, 0, 0);
    assert_status(status, failed ? BSHIP_ERROR_MEMORY : BSHIP_OK, "allocation %ld under\n%s", from,
                  text);
    if (failed)
        cr_assert_arr_eq(placements, untouched, sizeof placements,
                         "a draw that failed has written");
    bship_sampler_unref(sampler);
    bship_board_free(board);
    bship_rules_unref(rules);
    memory_check(&memory, text);
    return failed;
}

Test(sampler, failing_allocations_change_nothing)
{
    static const char *const texts[] = { "fleet russian\ncontact none\n", counted_rules };
    long step = scaled(100) < 100 ? 10 : 1;

    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
        for (int lasting = 0; lasting < 2; lasting++)
            for (long from = 0; fail_once(texts[i], from, lasting ? LONG_MAX : 1); from += step)
                cr_assert_lt(from, 1000, "allocations without end");
}

/* The german preset with its own contact rule: the first and the last allocations of its count. */
Test(sampler, failing_allocations_of_the_german_preset_change_nothing)
{
    static const long numbers[] = { 0, 1, 2, 3, 5, 8, 13, 60, 120, 174, 175 };

    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        cr_assert(fail_once("fleet german\ncontact none\n", numbers[i], 1), "allocation %ld",
                  numbers[i]);
}

/* ---- refusals ---- */

Test(sampler, options_that_make_no_sense_are_refused)
{
    bship_rules *rules = rules_from(fast_rules);
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_sampler *sampler = NULL;
    bship_error error = BSHIP_ERROR_INIT;

    assert_status(bship_sampler_new(NULL, rules, NULL, &error), BSHIP_ERROR_ARGUMENT, "no output");
    assert_status(bship_sampler_new(&sampler, NULL, NULL, &error), BSHIP_ERROR_ARGUMENT,
                  "no rules");
    options.work_limit = -1;
    assert_status(bship_sampler_new(&sampler, rules, &options, &error), BSHIP_ERROR_RANGE,
                  "a limit");
    cr_assert_eq(error.status, (int32_t)BSHIP_ERROR_RANGE, "the error's status");
    options = (bship_sampler_options)BSHIP_SAMPLER_OPTIONS_INIT;
    options.must_count = 2;
    assert_status(bship_sampler_new(&sampler, rules, &options, &error), BSHIP_ERROR_ARGUMENT,
                  "neither yes nor no");
    options = (bship_sampler_options)BSHIP_SAMPLER_OPTIONS_INIT;
    options.size--;
    assert_status(bship_sampler_new(&sampler, rules, &options, &error), BSHIP_ERROR_SIZE, "a size");
    cr_assert_null(sampler, "a refusal wrote its output");
    options = (bship_sampler_options)BSHIP_SAMPLER_OPTIONS_INIT;
    assert_ok(bship_sampler_new(&sampler, rules, &options, &error), "the defaults");
    cr_assert_eq(bship_sampler_rules(sampler), rules, "the rules");
    cr_assert_null(bship_sampler_ref(NULL), "no sampler");
    bship_sampler_unref(NULL);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

static void check_draws_refused(const bship_sampler *sampler, bship_board *board)
{
    bship_rng rng = rng_of(9), untouched = rng;
    bship_placement placements[SHIPS_MAX];
    struct text before = board_dump(board);

    assert_status(bship_sampler_draw(NULL, &rng, placements, 3), BSHIP_ERROR_ARGUMENT, "sampler");
    assert_status(bship_sampler_draw(sampler, NULL, placements, 3), BSHIP_ERROR_ARGUMENT, "rng");
    assert_status(bship_sampler_draw(sampler, &rng, NULL, 3), BSHIP_ERROR_ARGUMENT, "placements");
    assert_status(bship_sampler_draw(sampler, &rng, placements, 2), BSHIP_ERROR_COUNT, "two");
    assert_status(bship_sampler_draw(sampler, &rng, placements, 4), BSHIP_ERROR_COUNT, "four");
    assert_status(bship_sampler_place(NULL, &rng, board), BSHIP_ERROR_ARGUMENT, "sampler");
    assert_status(bship_sampler_place(sampler, &rng, NULL), BSHIP_ERROR_ARGUMENT, "board");
    assert_status(bship_sampler_place(sampler, NULL, board), BSHIP_ERROR_ARGUMENT, "rng");
    cr_assert_arr_eq(&rng, &untouched, sizeof rng, "the stream has advanced");
    assert_same(before, board_dump(board), "a refusal changed the board");
}

Test(sampler, illegal_draws_are_refused)
{
    bship_rules *rules = rules_from(fast_rules);
    bship_sampler *sampler = new_sampler(rules);
    bship_rng rng = rng_of(9);
    bship_board *board = random_board(rules, &rng);
    bship_report report;

    check_draws_refused(sampler, board);
    assert_ok(bship_board_fire(board, ((bship_cell){ 0, 0 }), &report, NULL), "a shot");
    assert_status(bship_sampler_place(sampler, &rng, board), BSHIP_ERROR_STARTED, "a shot");
    bship_board_free(board);
    bship_sampler_unref(sampler);
    bship_rules_unref(rules);
}

Test(sampler, of_other_rules_is_refused)
{
    bship_rules *rules = rules_from(fast_rules), *equal = rules_from(fast_rules),
                *others = rules_from("board 6x5\nfleet 3 2 2\n");
    bship_sampler *foreign = new_sampler(others), *sampler = new_sampler(equal);
    bship_game_options game_options = BSHIP_GAME_OPTIONS_INIT;
    bship_match_options match_options = BSHIP_MATCH_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_game *game = NULL;
    bship_match *match = NULL;
    bship_rng rng = rng_of(10);
    bship_board *board = random_board(rules, &rng);
    struct text before = board_dump(board);

    assert_status(bship_sampler_place(foreign, &rng, board), BSHIP_ERROR_RULES, "a board");
    assert_same(before, board_dump(board), "a refusal changed the board");
    game_options.sampler = match_options.sampler = foreign;
    assert_status(bship_game_new(&game, rules, &game_options, &error), BSHIP_ERROR_RULES, "a game");
    assert_status(bship_match_new(&match, rules, &match_options, &error), BSHIP_ERROR_RULES,
                  "a match");
    cr_assert(!game && !match, "a refusal wrote its output");
    game_options.sampler = match_options.sampler = sampler;
    assert_ok(bship_sampler_place(sampler, &rng, board), "equal rules");
    assert_ok(bship_game_new(&game, rules, &game_options, &error), "equal rules");
    assert_ok(bship_match_new(&match, rules, &match_options, &error), "equal rules");
    bship_game_free(game);
    bship_match_free(match);
    bship_board_free(board);
    bship_sampler_unref(sampler);
    bship_sampler_unref(foreign);
    bship_rules_unref(rules);
    bship_rules_unref(equal);
    bship_rules_unref(others);
}
