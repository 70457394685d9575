/*
 * Prints what must be the same on every machine: the fleets of every placement style, the shots of
 * every strategy under several rules, with habits and without, and the numbers of posteriors, exact
 * and sampled, to the last bit. check.sh runs it on several machines and compares. It uses the
 * public headers only, so that a cross compiler needs nothing but this file and the library.
 */
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>

enum {
    CELLS_MAX = 100,
    SHIPS_MAX = 8,
    SHOTS_MAX = 4,   /* of a turn */
    TURNS_MAX = 20,  /* of a game */
    LAYOUTS = 5,     /* that habits have seen */
    WORK = 2000000,  /* of an aim */
    TOTAL_SIZE = 101 /* ships or lengths with a number of their own */
};

static const char *const rule_lines[] = {
    "board 7x6\nfleet 4 3 2 2\n",
    "board 8x7\nfleet 4 3 2 1\ncontact none\nreveal-water yes\n",
    "board 6x6\nblocked C3\nfleet P:3 Q:3 2\nturn salvo 2\ndisclosure every-hit\nrepeat wasted\n",
    "board 5x5\nfleet 3 2 2\nturn salvo-afloat\nsalvo-report total\n",
};

/* Ends the program if a call fails, with its name. */
static void need(bship_status status, const char *what)
{
    if (!status)
        return;
    fprintf(stderr, "%s: %s\n", what, bship_status_message((int32_t)status));
    exit(EXIT_FAILURE);
}

static bship_rules *make_rules(const char *text)
{
    bship_rules *rules = NULL;
    need(bship_rules_parse(&rules, text, strlen(text), NULL, NULL), "rules");
    return rules;
}

static void print_layout(const bship_board *board)
{
    bship_placement layout[SHIPS_MAX];
    size_t count = bship_board_layout(board, layout, SHIPS_MAX);
    for (size_t i = 0; i < count; i++)
        printf(" %d,%d%c", (int)layout[i].x, (int)layout[i].y, layout[i].orientation ? 'v' : 'h');
    printf("\n");
}

/* Lays a fleet by a style. */
static bship_board *lay(const bship_rules *rules, int32_t style, uint64_t seed)
{
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_board *board = NULL;
    bship_rng rng;
    options.seed = seed;
    options.work_limit = 20 * WORK;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_USER, 0);
    need(bship_board_new(&board, rules, NULL, NULL), "a board");
    need(bship_board_place_style(board, bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style), &rng,
                                 &options, NULL, NULL),
         "a style");
    return board;
}

/* What layouts of a style have taught; NULL if habits do not support the rules. */
static bship_habits_snapshot *learn(const bship_rules *rules)
{
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;
    need(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    for (uint64_t i = 0; i < LAYOUTS; i++) {
        bship_placement layout[SHIPS_MAX];
        bship_board *board = lay(rules, 1, i);
        size_t count = bship_board_layout(board, layout, SHIPS_MAX);
        need(bship_habits_observe(habits, layout, count, 1, NULL), "a layout");
        bship_board_free(board);
    }
    need(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    bship_habits_free(habits);
    return snapshot;
}

/* Fires a turn; returns whether the game goes on. */
static int fire(bship_ai *ai, bship_board *board, bship_chart *chart)
{
    const bship_rules *rules = bship_board_rules(board);
    bship_cell cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    int32_t sunk_of[TOTAL_SIZE] = { 0 }, hits_of[TOTAL_SIZE] = { 0 };
    bship_total total = {
        sizeof total, 0, -1, sunk_of, hits_of, sizeof sunk_of / sizeof sunk_of[0]
    };
    int32_t turn = bship_rules_get(rules, BSHIP_RULE_TURN);
    size_t fired = 0, count = 1;
    if (turn == BSHIP_TURN_RULE_SALVO)
        count = (size_t)bship_rules_number(rules, BSHIP_RULE_TURN);
    else if (turn == BSHIP_TURN_RULE_SALVO_AFLOAT)
        count = 3;
    if ((int32_t)count > bship_chart_unknown(chart))
        count = (size_t)bship_chart_unknown(chart);
    need(bship_ai_aim_salvo(ai, chart, NULL, cells, count), "an aim");
    if (bship_rules_get(rules, BSHIP_RULE_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL) {
        need(bship_board_fire_total(board, cells, count, &total, &fired, NULL), "a salvo");
        need(bship_chart_record_total(chart, cells, fired, &total, NULL), "a total");
    } else {
        need(bship_board_fire_salvo(board, cells, count, reports, &fired, NULL), "a salvo");
        need(bship_chart_record_turn(chart, cells, fired, reports, NULL), "reports");
    }
    for (size_t i = 0; i < fired; i++)
        printf(" %d,%d", (int)cells[i].x, (int)cells[i].y);
    return !bship_board_is_defeated(board);
}

/* Plays the first turns of a game. A strategy that does not play the rules says so. */
static void play(const bship_rules *rules, const char *strategy, int32_t style,
                 const bship_habits_snapshot *habits)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    bship_chart *chart = NULL;
    bship_board *board = lay(rules, style, 3);
    int turns = 0;

    options.seed = 11;
    options.work_limit = WORK;
    need(bship_chart_new(&chart, rules, NULL, NULL), "a chart");
    printf("%s, %s, %s:", strategy, bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style),
           habits ? "habits" : "none");
    bship_status status = bship_ai_new(&ai, rules, strategy, &options, NULL);
    if (!status)
        need(bship_ai_set_habits(ai, habits), "habits");
    if (status)
        printf(" %s", bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status));
    while (ai && turns < TURNS_MAX && fire(ai, board, chart))
        turns++;
    printf("\n");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
}

/* The numbers of a posterior after a few shots in the dark. */
static void print_posterior(const bship_rules *rules, int32_t method)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *posterior = NULL;
    bship_ai *ai = NULL;
    bship_chart *chart = NULL;
    bship_board *board = lay(rules, 0, 5);
    double grid[CELLS_MAX];

    options.method = method;
    options.work_limit = 10 * WORK;
    options.precision = 0.02;
    need(bship_chart_new(&chart, rules, NULL, NULL), "a chart");
    need(bship_ai_new(&ai, rules, "hunt", NULL, NULL), "an AI");
    printf("%s:", bship_enum_name(BSHIP_ENUM_METHOD, method));
    for (int i = 0; i < 4; i++)
        fire(ai, board, chart);
    bship_status status = bship_posterior_new(&posterior, chart, &options, NULL);
    printf(" %s", bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)status));
    size_t count = bship_posterior_occupancy(posterior, grid, CELLS_MAX);
    for (size_t i = 0; i < count; i++) {
        uint64_t bits;
        memcpy(&bits, &grid[i], sizeof bits);
        printf(" %016" PRIx64, bits);
    }
    printf("\n");
    bship_posterior_free(posterior);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_board_free(board);
}

static void print_all(const char *text, int is_first)
{
    bship_rules *rules = make_rules(text);
    bship_habits_snapshot *habits = learn(rules);
    int32_t styles = bship_enum_count(BSHIP_ENUM_PLACEMENT_STYLE);
    for (int32_t style = 0; style < styles; style++) {
        bship_board *board = lay(rules, style, 9);
        printf("%s:", bship_enum_name(BSHIP_ENUM_PLACEMENT_STYLE, style));
        print_layout(board);
        bship_board_free(board);
    }
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        const char *strategy = bship_enum_name(BSHIP_ENUM_STRATEGY, i);
        for (int32_t style = 0; style < (is_first ? styles : 1); style++)
            play(rules, strategy, style, NULL);
        if (bship_strategy_uses_habits(i))
            play(rules, strategy, 1, habits);
    }
    for (int32_t method = 0; method < bship_enum_count(BSHIP_ENUM_METHOD); method++)
        print_posterior(rules, method);
    bship_habits_snapshot_unref(habits);
    bship_rules_unref(rules);
}

int main(void)
{
    for (size_t i = 0; i < sizeof rule_lines / sizeof *rule_lines; i++) {
        printf("%s", rule_lines[i]);
        print_all(rule_lines[i], i == 0);
    }
    return EXIT_SUCCESS;
}
