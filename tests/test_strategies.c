/* How the strategies play: their strength, typical choices, and games that never change. */
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>
#include <battleship/experimental/hash.h>

#include "support.h"

/* Strength. */

/* The work limit of search, so that its sets are small. */
#define SEARCH_WORK 5000000

static bship_ai *new_limited_ai(const bship_rules *rules, const char *strategy)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;

    if (strcmp(strategy, "search") == 0)
        options.work_limit = SEARCH_WORK;
    assert_ok(bship_ai_new(&ai, rules, strategy, &options, NULL), "%s", strategy);
    return ai;
}

/* The shots of an AI to clear the board, one game per layout. */
struct sample {
    double mean, error;
};

static struct sample play(const char *strategy, const char *text, int games)
{
    bship_rules *rules = rules_from(text);
    bship_rng rng = rng_of(1);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_limited_ai(rules, strategy);
    double sum = 0.0, squares = 0.0;

    for (int i = 0; i < games; i++) {
        double shots;
        assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
        bship_ai_reset(ai, (uint64_t)i);
        while (!bship_board_is_defeated(board))
            fire_by_ai(ai, board, chart);
        shots = (double)bship_board_shots(board);
        sum += shots;
        squares += shots * shots;
        bship_chart_reset(chart);
        bship_board_clear(board);
    }
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
    double mean = sum / games;
    return (struct sample){ mean, sqrt((squares / games - mean * mean) / games) };
}

/*
 * Mean shots, as measured on an independent implementation, with the rules that this was done
 * under; `random` is 17 * 101 / 18. That implementation breaks ties at random; how much the order
 * of ties matters to the last three strategies was measured over 100,000 games (doc/strategies.md).
 * Every strategy has a row, in the order of the registry.
 */
static const struct {
    const char *strategy, *rules;
    double low, high;
    int games;
} bands[] = {
    { "random", "", 95.0 + 7.0 / 18.0, 95.0 + 7.0 / 18.0, 20000 },
    { "hunt", "", 65.0, 67.0, 20000 },
    { "parity", "", 60.5, 62.0, 20000 },
    { "depth-first", "", 60.5, 62.0, 20000 },
    { "stalker-easy", "", 59.4, 59.8, 20000 },
    { "stalker", "", 50.3, 50.7, 20000 },
    { "stalker-density", "", 46.8, 47.3, 20000 },
    { "capacity", "contact none\nreveal-water yes\n", 40.35, 40.51, 20000 },
    { "density", "", 44.3, 44.7, 20000 },
    { "density", "contact none\n", 39.0, 39.3, 20000 },
    { "density", "disclosure hit\n", 54.0, 55.0, 20000 },
    { "posterior", "", 44.53, 44.57, 1000 },
    { "search", "board 6x6\nfleet 3 2\n", 14.37, 14.48, 400 },
};

Test(strength, is_as_expected)
{
    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++) {
        struct sample sample = play(bands[i].strategy, bands[i].rules, scaled(bands[i].games));
        double slack = 4.5 * sample.error;
        cr_assert(sample.mean > bands[i].low - slack && sample.mean < bands[i].high + slack,
                  "%s takes %.3f +- %.3f shots, not %.2f to %.2f, under\n%s", bands[i].strategy,
                  sample.mean, sample.error, bands[i].low, bands[i].high, bands[i].rules);
    }
}

Test(strategy, every_one_has_an_expected_strength)
{
    int32_t count = 0;

    for (size_t i = 0; i < sizeof bands / sizeof *bands; i++) {
        const char *name = bands[i].strategy;
        if (i > 0 && strcmp(name, bands[i - 1].strategy) == 0)
            continue;
        cr_assert_str_eq(bship_enum_name(BSHIP_ENUM_STRATEGY, count), name, "strategy %d",
                         (int)count);
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_STRATEGY, name), count, "%s", name);
        count++;
    }
    cr_assert_eq(bship_enum_count(BSHIP_ENUM_STRATEGY), count,
                 "another strategy needs a row of bands");
}

Test(strategy, every_one_has_a_text_of_its_own)
{
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        cr_assert_str_not_empty(bship_enum_text(BSHIP_ENUM_STRATEGY, i), "%s has no text",
                                bship_enum_name(BSHIP_ENUM_STRATEGY, i));
        for (int32_t j = 0; j < i; j++)
            cr_assert_str_neq(bship_enum_text(BSHIP_ENUM_STRATEGY, i),
                              bship_enum_text(BSHIP_ENUM_STRATEGY, j), "%s and %s",
                              bship_enum_name(BSHIP_ENUM_STRATEGY, i),
                              bship_enum_name(BSHIP_ENUM_STRATEGY, j));
    }
}

/* Typical choices. */

/* A chart of a sequence of reports: "A1 B1! C1!3": a miss, a hit, a sinking of a ship of 3. */
static bship_chart *chart_of(const bship_rules *rules, const char *story)
{
    bship_chart *chart = new_chart(rules);

    while (*story) {
        bship_report report = BSHIP_REPORT_INIT;
        char text[BSHIP_CELL_TEXT_SIZE] = "";
        size_t length = strcspn(story, " !");
        bship_cell cell;
        memcpy(text, story, length);
        story += length;
        if (*story == '!') {
            report.length = (int32_t)strtol(story + 1, (char **)&story, 10);
            report.result = report.length ? BSHIP_RESULT_SUNK : BSHIP_RESULT_HIT;
        }
        assert_ok(bship_cell_parse(text, &cell, NULL), "%s", text);
        assert_ok(bship_chart_record(chart, cell, &report, NULL), "%s", text);
        story += *story == ' ';
    }
    return chart;
}

/* Whether a list such as "A1 B2" has a cell. */
static bool lists(const char *cells, bship_cell cell)
{
    char text[BSHIP_CELL_TEXT_SIZE];
    size_t length = bship_cell_format(cell, text, sizeof text);

    for (; *cells; cells += *cells == ' ') {
        size_t word = strcspn(cells, " ");
        if (word == length && strncmp(cells, text, length) == 0)
            return true;
        cells += word;
    }
    return false;
}

Test(strategy, aims_where_its_description_says)
{
    static const struct {
        const char *strategy, *rules, *story, *aims;
    } cases[] = {
        /* A hit adds its neighbours, and a sinking removes none. */
        { "hunt", "", "E5!", "D5 F5 E4 E6" },
        { "hunt", "", "A1!", "A2 B1" },
        { "hunt", "", "E5! E6!2", "D5 F5 E4 D6 F6 E7" },
        { "hunt", "", "E5! E6! E4", "D5 F5 D6 F6 E7" },
        { "parity", "", "E5!", "D5 F5 E4 E6" },
        { "depth-first", "", "E5!", "D5 F5 E4 E6" },
        /* The last hit's neighbours first; then those of the one before. */
        { "depth-first", "", "E5! E6!", "D6 F6 E7" },
        { "depth-first", "", "E5! E6!2", "D6 F6 E7" },
        { "depth-first", "", "E5! E6! D6 F6 E7", "D5 F5 E4" },
        /* A run is followed at its ends. */
        { "stalker", "", "E5!", "D5 F5 E4 E6" },
        { "stalker", "", "E5! E6!", "E4 E7" },
        { "stalker", "", "E5! E6! E7", "E4" },
        /* One end until it is blocked, then the other; the oldest hit first. */
        { "stalker", "", "E5! E6! E7!", "E8" },
        { "stalker", "", "E5! E6! E4!", "E3" },
        { "stalker-density", "", "E5! E6! E4!", "E3" },
        { "stalker-easy", "", "E5! E6! E7!", "E8" },
        { "stalker-easy", "", "E5! E6! E4! E3", "E7" },
        { "stalker", "", "B2! H8!", "A2 C2 B1 B3" },
        { "stalker", "", "B2! H8! H9!2", "A2 C2 B1 B3" },
        { "stalker-easy", "", "H8! B2!", "G8 I8 H7 H9" },
        { "stalker-easy", "", "E5! E6! E7", "E4" },
        { "stalker", "", "A1! A2!", "A3" },
        { "stalker", "fleet 5 4\n", "C3! D3! B3 E3", "C2 D2 C4 D4" },
        { "stalker-easy", "", "E5! F5! H5!", "D5 G5" },
        { "capacity", "", "E5!", "D5 F5 E4 E6" },
        { "capacity", "", "E5! E6!", "E4 E7" },
        { "capacity", "fleet 5 4\n", "C3! D3! B3 E3", "C2 D2 C4 D4" },
        { "density", "", "E5! E6!", "E4 E7" },
        /* The diagonals of the shortest ship afloat: here of 4. */
        { "stalker", "board 4x4\nfleet 4\n", "", "A1 B2 C3 D4" },
        { "stalker", "board 5x4\nfleet 4\n", "", "A1 B2 C3 D4 E1" },
        /* The corner is in the fewest placements, the middle in the most. */
        { "capacity", "board 3x3\nfleet 3\n", "", "A1 A2 A3 B1 B2 B3 C1 C2 C3" },
        { "capacity", "board 3x3\nfleet 2\n", "", "B2" },
        { "density", "board 3x3\nfleet 2\n", "", "B2" },
        { "density", "board 5x1\nfleet 3\n", "", "C1" },
        /* Next to a wreck there is no ship if contact is forbidden. */
        { "density", "board 5x1\nfleet 1 2\ncontact none\n", "A1!1", "D1" },
        { "capacity", "board 5x1\nfleet 1 2\ncontact none\n", "A1!1", "D1" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        bship_chart *chart = chart_of(rules, cases[i].story);
        bship_ai *ai = new_ai(rules, cases[i].strategy, 0);
        for (uint64_t seed = 0; seed < 100; seed++) {
            bship_cell cell;
            bship_ai_reset(ai, seed);
            assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "%s", cases[i].strategy);
            cr_assert(lists(cases[i].aims, cell), "%s after \"%s\" aims at %d,%d, not at %s",
                      cases[i].strategy, cases[i].story, (int)cell.x, (int)cell.y, cases[i].aims);
        }
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* The seed decides; every cell that may be chosen is chosen under some seed. */
/* Asserts that cells are chosen from which the contact rule excludes a ship only where none is left
 * that it allows; returns how many cells it excludes. */
static int check_contact(const bship_chart *chart, const bship_cell *cells, size_t count,
                         const char *strategy)
{
    const bship_rules *rules = bship_chart_rules(chart);
    size_t allowed = 0;
    int excluded = 0;

    for (int32_t i = 0; i < cell_count(rules); i++) {
        if (bship_chart_state_at(chart, cell_at(rules, i)) != BSHIP_CHART_STATE_UNKNOWN)
            continue;
        if (contact_excludes(chart, cell_at(rules, i)))
            excluded++;
        else
            allowed++;
    }
    for (size_t i = 0; i < count && i < allowed; i++)
        cr_assert(!contact_excludes(chart, cells[i]), "%s fires at %d,%d after %d turns under\n%s",
                  strategy, (int)cells[i].x, (int)cells[i].y, (int)bship_chart_turns(chart),
                  rules_text(rules));
    return excluded;
}

Test(strategy, leaves_out_cells_from_which_the_contact_rule_excludes_ships)
{
    static const char *const names[] = { "hunt",         "parity",  "depth-first",
                                         "stalker-easy", "stalker", "stalker-density" };
    int excluded = 0;

    for (int i = 0; i < scaled(400); i++) {
        bship_rng rng = rng_of((uint64_t)i);
        const char *name = names[i % 6];
        int32_t contact = i % 2 ? BSHIP_CONTACT_NONE : BSHIP_CONTACT_NO_SIDES;
        bship_rules *rules = random_rules(
            &rng, &(struct shape){ .blocked = 3, .pin = { [BSHIP_RULE_CONTACT] = 1 + contact } });
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        bship_ai *ai = new_ai(rules, name, (uint64_t)i);
        while (!bship_board_is_defeated(board)) {
            bship_cell cells[5];
            size_t count = (size_t)between(&rng, 1, has_salvos(rules) ? 5 : 1);
            if (count > (size_t)bship_chart_unknown(chart))
                count = (size_t)bship_chart_unknown(chart);
            assert_ok(bship_ai_aim_salvo(ai, chart, NULL, cells, count), "%s", name);
            excluded += check_contact(chart, cells, count, name);
            fire_turn(board, chart, cells, count);
        }
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
    cr_assert_gt(excluded, scaled(400), "only %d cells were excluded", excluded);
}

Test(strategy, breaks_ties_at_random)
{
    static const struct {
        const char *strategy, *rules, *story, *aims;
        int count;
    } cases[] = {
        { "hunt", "", "E5!", "D5 F5 E4 E6", 4 },
        { "parity", "", "E5!", "D5 F5 E4 E6", 4 },
        { "depth-first", "", "E5!", "D5 F5 E4 E6", 4 },
        { "stalker", "", "E5! E6!", "E4 E7", 2 },
        { "stalker-easy", "", "E5!", "D5 F5 E4 E6", 4 },
        { "capacity", "", "E5!", "D5 F5 E4 E6", 4 },
        { "density", "board 4x4\nfleet 4\n", "", "A1 D1 A4 D4", 4 },
        { "random", "board 3x3\nfleet 2\n", "", "", 9 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        bship_chart *chart = chart_of(rules, cases[i].story);
        bship_ai *ai = new_ai(rules, cases[i].strategy, 0);
        bool chosen[100] = { false };
        int count = 0;
        for (uint64_t seed = 0; seed < 400; seed++) {
            bship_cell cell;
            bship_ai_reset(ai, seed);
            assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "%s", cases[i].strategy);
            count += !chosen[cell_index(rules, cell)];
            chosen[cell_index(rules, cell)] = true;
        }
        cr_assert_eq(count, cases[i].count, "%s after \"%s\" has %d choices, not %d",
                     cases[i].strategy, cases[i].story, count, cases[i].count);
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

/* How many of the first cells, all misses, are of the first one's colour. */
static int same_colour(bship_ai *ai, bship_chart *chart, int count, int *colour)
{
    bship_report miss = BSHIP_REPORT_INIT;
    int same = 0;

    for (int i = 0; i < count; i++) {
        bship_cell cell;
        assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
        if (i == 0)
            *colour = (cell.x + cell.y) % 2;
        same += (cell.x + cell.y) % 2 == *colour;
        assert_ok(bship_chart_record(chart, cell, &miss, NULL), "a miss");
    }
    bship_chart_reset(chart);
    return same;
}

Test(strategy, of_the_chequerboard_hunts_on_one_colour_which_the_seed_draws)
{
    static const char *const strategies[] = { "parity", "depth-first" };
    bship_rules *rules = rules_from("board 8x8\nfleet 2\n");
    bship_chart *chart = new_chart(rules);

    for (int i = 0; i < 2; i++) {
        bship_ai *ai = new_ai(rules, strategies[i], 0);
        int colours[2] = { 0, 0 };
        for (uint64_t seed = 0; seed < 40; seed++) {
            int colour = 0;
            bship_ai_reset(ai, seed);
            cr_assert_eq(same_colour(ai, chart, 32, &colour), 32, "%s leaves its colour",
                         strategies[i]);
            colours[colour]++;
        }
        cr_assert(colours[0] > 5 && colours[1] > 5, "%s: %d and %d", strategies[i], colours[0],
                  colours[1]);
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(strategy, stalker_hunts_on_the_diagonals_of_the_shortest_ship)
{
    bship_rules *rules = rules_from("board 12x12\nfleet 5 4\n");
    bship_report miss = BSHIP_REPORT_INIT;

    for (uint64_t seed = 0; seed < 20; seed++) {
        bship_chart *chart = new_chart(rules);
        bship_ai *ai = new_ai(rules, "stalker", seed);
        for (int i = 0; i < 36; i++) { /* a quarter of the cells: then the lattice is exhausted */
            bship_cell cell;
            assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
            cr_assert_eq((cell.x - cell.y + 12) % 4, 0, "%d,%d is on no diagonal", (int)cell.x,
                         (int)cell.y);
            assert_ok(bship_chart_record(chart, cell, &miss, NULL), "a miss");
        }
        bship_ai_free(ai);
        bship_chart_free(chart);
    }
    bship_rules_unref(rules);
}

/* Under `hit` a run of two, blocked at both ends, counts as sunk if a ship has that length. */
Test(strategy, stalker_takes_a_blocked_run_for_sunk_where_sinkings_are_not_disclosed)
{
    static const struct {
        const char *rules;
        bool is_ship;
    } cases[] = {
        { "fleet 5 4 3 2\ndisclosure hit\n", true },
        { "fleet 5 4 3 3\ndisclosure hit\n", false },
    };

    for (size_t i = 0; i < 2; i++) {
        bship_rules *rules = rules_from(cases[i].rules);
        bship_chart *chart = chart_of(rules, "A1! B1! C1");
        bship_ai *ai = new_ai(rules, "stalker", 0);
        int beside = 0;
        for (uint64_t seed = 0; seed < 100; seed++) {
            bship_cell cell;
            bship_ai_reset(ai, seed);
            assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "an aim");
            beside += lists("A2 B2", cell);
        }
        cr_assert(cases[i].is_ship ? beside < 20 : beside == 100, "%d of 100 beside, under\n%s",
                  beside, cases[i].rules);
        bship_ai_free(ai);
        bship_chart_free(chart);
        bship_rules_unref(rules);
    }
}

Test(strategy, salvo_is_the_same_choice_made_on_one_state_of_knowledge)
{
    /* Both ends of the run, not the cell that a miss at one of them would suggest. */
    bship_rules *rules = rules_from("turn salvo 2\n");
    bship_chart *chart = chart_of(rules, "E5! E6!");
    static const char *const strategies[] = { "stalker", "stalker-density", "capacity", "density" };

    for (size_t i = 0; i < 4; i++) {
        bship_ai *ai = new_ai(rules, strategies[i], 0);
        for (uint64_t seed = 0; seed < 50; seed++) {
            bship_cell cells[2];
            bship_ai_reset(ai, seed);
            assert_ok(bship_ai_aim_salvo(ai, chart, NULL, cells, 2), "%s", strategies[i]);
            cr_assert(lists("E4 E7", cells[0]) && lists("E4 E7", cells[1]), "%s: %d,%d %d,%d",
                      strategies[i], (int)cells[0].x, (int)cells[0].y, (int)cells[1].x,
                      (int)cells[1].y);
        }
        bship_ai_free(ai);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Whether a strategy analyses positions. */
static bool analyses(const char *strategy)
{
    return strcmp(strategy, "posterior") == 0 || strcmp(strategy, "search") == 0;
}

/* Cells with unknown results give no targets; a total of hits only determines their results. */
Test(strategy, follows_hits_that_a_total_settles)
{
    static const bship_cell cells[] = { { 0, 0 }, { 0, 1 } };
    bship_rules *rules = rules_from("turn salvo 2\nsalvo-report total\n");
    int32_t none[5] = { 0 };

    for (int32_t strategy = 1; strategy < bship_enum_count(BSHIP_ENUM_STRATEGY); strategy++)
        for (int32_t hits = 1; hits <= 2; hits++) {
            bship_ai *ai = new_ai(rules, bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), 0);
            bship_chart *chart = new_chart(rules);
            bship_total total = { sizeof total, hits, 0, none, NULL, 5 };
            int followed = 0;
            assert_ok(bship_chart_record_total(chart, cells, 2, &total, NULL), "a total");
            for (uint64_t seed = 0; seed < 50; seed++) {
                bship_cell cell;
                bship_ai_reset(ai, seed);
                assert_ok(bship_ai_aim(ai, chart, NULL, &cell), "%s", bship_ai_strategy(ai));
                followed += lists("B1 B2 A3", cell);
            }
            /* An exact analysis sees that the ship extends to either cell. */
            bool may_follow = hits == 2 || analyses(bship_enum_name(BSHIP_ENUM_STRATEGY, strategy));
            cr_assert(may_follow ? followed == 50 : followed < 45, "%s follows %d of 50 times",
                      bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), followed);
            bship_ai_free(ai);
            bship_chart_free(chart);
        }
    bship_rules_unref(rules);
}

/* Same seed, same game: on every platform, with every compiler, in every build. */

#define STRATEGIES 11
#define PINNED_GAMES 50
/* For a strategy whose games take long. */
#define PINNED_GAMES_SLOW 2

static const char *const pinned_rules[] = {
    "",
    "contact none\nreveal-water yes\n",
    "disclosure hit\nrepeat wasted\n",
    "board 8x9\nfleet russian\ncontact no-sides\ndisclosure sunk\nblocked C3 D4 H9\n",
    "board 14x7\nfleet A:4 A:4 B:4 C:2 D:1\ndisclosure every-hit\nturn salvo 3\n",
    "disclosure ship\nturn salvo 2\nsalvo-report total\n",
    "turn salvo-afloat\ncontact no-sides\nending equal-turns\n",
};

#define PINNED_RULES (sizeof pinned_rules / sizeof *pinned_rules)

/* A hash of some games: of every cell, report and layout. */
static uint64_t hash_of_games(const char *strategy, const char *text)
{
    bship_rules *rules = rules_from(text);
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_limited_ai(rules, strategy);
    bship_board *board = NULL;
    uint64_t hash = 0, games = PINNED_GAMES;

    if (analyses(strategy))
        games = PINNED_GAMES_SLOW;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    for (uint64_t game = 0; game < games; game++) {
        bship_rng rng;
        bship_rng_seed(&rng, 2, BSHIP_RNG_PURPOSE_LAYOUT, game);
        assert_ok(bship_board_place_random(board, &rng, NULL, NULL), "a layout");
        bship_ai_reset(ai, game);
        while (!bship_board_is_defeated(board))
            fire_by_ai(ai, board, chart);
        hash = (hash ^ bship_chart_hash(chart, bship_chart_turns(chart))) *
               UINT64_C(0x9e3779b97f4a7c15);
        bship_chart_reset(chart);
        bship_board_clear(board);
    }
    bship_ai_free(ai);
    bship_board_free(board);
    bship_chart_free(chart);
    bship_rules_unref(rules);
    return hash;
}

/* A row for each strategy, a column for each set of rules. The test prints changed values. */
static const uint64_t pinned[STRATEGIES][PINNED_RULES] = {
    { UINT64_C(0x43325b7f8829d38f), UINT64_C(0x25789e92a2763305), UINT64_C(0x8719c17ebf97408b),
      UINT64_C(0x7c77b0a2fbe663d8), UINT64_C(0x910cf2578f596269), UINT64_C(0x7e4e0d43cf2de5a3),
      UINT64_C(0xc8ee2441cf84d48d) },
    { UINT64_C(0xa9af4e1dd7a53f1f), UINT64_C(0x4671af1d3b8fcc87), UINT64_C(0x8532c87951ca7273),
      UINT64_C(0x42d0ff941108dee4), UINT64_C(0x195a760a97409250), UINT64_C(0xeb2b28b25f9541eb),
      UINT64_C(0x40d81e091cc008d4) },
    { UINT64_C(0x28fae8e7ac58b460), UINT64_C(0x964d1e3a9715d501), UINT64_C(0x4be973b34365d3c0),
      UINT64_C(0x6fa8789843aaaaa3), UINT64_C(0xfeb6bf556dababd9), UINT64_C(0xcf4ba04dc9b1f14d),
      UINT64_C(0xdf7ffac1b1fee55f) },
    { UINT64_C(0xa3a0345ba1c74108), UINT64_C(0x944e39f6eef8a9e1), UINT64_C(0x2781b416cf74595f),
      UINT64_C(0xf9ccf3304d7281fe), UINT64_C(0x1cebd792d757b29e), UINT64_C(0xca4e43bc80317797),
      UINT64_C(0x017ba5715bb6cc19) },
    { UINT64_C(0x36c2873231d66e86), UINT64_C(0xe6754ceab345bcc6), UINT64_C(0xf90ff240f5759f7a),
      UINT64_C(0xb6ec5e4a092ca8ef), UINT64_C(0x113ff3a66bbfd9a2), UINT64_C(0x5e41f4b62577bd9f),
      UINT64_C(0xdc545e219911f11a) },
    { UINT64_C(0xf0438e48eb106d16), UINT64_C(0x90910e49f82a809e), UINT64_C(0x21771fd7770651f3),
      UINT64_C(0x9be5d321e7e8dd6d), UINT64_C(0x33cff26cb2836d95), UINT64_C(0x8f0aa1c7773aeca0),
      UINT64_C(0x3f5fd5a41b3a2541) },
    { UINT64_C(0xdb09650d2e001195), UINT64_C(0x3e148c1253e46ac6), UINT64_C(0xe8756920b8932fe1),
      UINT64_C(0x818108197562d4bb), UINT64_C(0xb992f7f14dfae1fe), UINT64_C(0xb84dd85f25e6bd38),
      UINT64_C(0x048b6fa5fd40b753) },
    { UINT64_C(0x90175b8cd6e4040c), UINT64_C(0x390410fad9004524), UINT64_C(0xcd33ce4844b1e82a),
      UINT64_C(0x827b35a603ea98c0), UINT64_C(0xab4b6965a3250d58), UINT64_C(0x9e1e09dc5ad09beb),
      UINT64_C(0xe60913b52af2f178) },
    { UINT64_C(0xab549c4289da7767), UINT64_C(0xffff5d3cb6e85ddc), UINT64_C(0x1c7b441f451eae94),
      UINT64_C(0xa33f5f21956de78c), UINT64_C(0xb2a3873af05ecb94), UINT64_C(0x537878eda02665b1),
      UINT64_C(0x121b1f66629249ff) },
    { UINT64_C(0xecf1e61fbe18330b), UINT64_C(0xdd538f93e69b2209), UINT64_C(0xd1478f17bcdc1bf6),
      UINT64_C(0x19fec7af0bb72342), UINT64_C(0xa46ab24c9be0ccb9), UINT64_C(0xf8d983d94ebc955e),
      UINT64_C(0x5d863145cc0a8c66) },
    { UINT64_C(0x23eee0bbaf934af3), UINT64_C(0x20a963e354926520), UINT64_C(0xe3ba7d7fe3c169fa),
      UINT64_C(0xc16e2119d17fab4c), UINT64_C(0x64958d8dc9b1ab99), UINT64_C(0xf8d983d94ebc955e),
      UINT64_C(0x345c16c3602900e0) },
};

Test(strategy, games_of_a_seed_never_change)
{
    struct text table = { NULL, 0, 0 };
    bool same = true;

    cr_assert_eq(bship_enum_count(BSHIP_ENUM_STRATEGY), STRATEGIES,
                 "another strategy needs a row here");
    for (int32_t strategy = 0; strategy < STRATEGIES; strategy++) {
        text_add(&table, "    { ");
        for (size_t i = 0; i < PINNED_RULES; i++) {
            uint64_t hash =
                hash_of_games(bship_enum_name(BSHIP_ENUM_STRATEGY, strategy), pinned_rules[i]);
            same = same && hash == pinned[strategy][i];
            text_add(&table, "UINT64_C(0x%016llx)%s", (unsigned long long)hash,
                     i + 1 < PINNED_RULES ? ", " : " },\n");
        }
    }
    cr_assert(same, "the games have changed; the table is now\n%s", table.data);
    text_free(&table);
}
