/* Bots as players: battleship-engine plays as the strategy that it serves. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include <battleship/enumeration.h>

#include "engine/client.h"
#include "matches.h"

static struct engine *open_engine(const char *options, const bship_rules *rules)
{
    static char text[512];
    char why[ENGINE_WHY_SIZE];
    struct bot_command command = { text, { 60000, 0, 0 }, NULL, false };
    signal(SIGPIPE, SIG_IGN);
    snprintf(text, sizeof text, "exec %s %s", ENGINE, options);
    struct engine *engine = NULL;
    assert_ok(engine_open(&engine, &command, rules, why, NULL), "%s: %s", options, why);
    return engine;
}

/*
 * The strategy that an engine serves, without a process between: an AI of the library for each
 * side, which is given the seeds that a strategy is given.
 */
struct served {
    const char *strategy, *placing; /* `placing`: NULL for no style */
};

struct wrapped {
    bship_ai *ais[2]; /* of sides a and b */
    bship_ai *ai;     /* the one of this game */
};

static bship_status wrapped_create(void **state, const bship_rules *rules, void *user)
{
    const struct served *served = user;
    struct wrapped *self = calloc(1, sizeof *self);
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.placing = served->placing;
    for (int i = 0; i < 2; i++) {
        options.side = i == 0 ? BSHIP_SIDE_A : BSHIP_SIDE_B;
        assert_ok(bship_ai_new(&self->ais[i], rules, served->strategy, &options, NULL), "an AI");
    }
    *state = self;
    return BSHIP_OK;
}

static void wrapped_reset(void *state, uint64_t seed, int32_t side, void *user)
{
    struct wrapped *self = state;
    (void)user;
    self->ai = self->ais[side == BSHIP_SIDE_B];
    bship_ai_reset(self->ai, seed);
}

static bship_status wrapped_aim(void *state, const bship_chart *chart,
                                const bship_aim_options *options, bship_cell *cells, size_t count,
                                bship_rng *rng, void *user)
{
    struct wrapped *self = state;
    (void)rng;
    (void)user;
    return bship_ai_aim_salvo(self->ai, chart, options, cells, count);
}

/* An engine places by a stream of the seed that it is told. */
static bship_status wrapped_place(void *state, const bship_rules *rules,
                                  bship_placement *placements, size_t count, bship_rng *rng,
                                  void *user)
{
    struct wrapped *self = state;
    bship_board *board = new_board(rules);
    bship_rng layout;
    (void)user;
    bship_rng_seed(&layout, bship_rng_next(rng), BSHIP_RNG_PURPOSE_LAYOUT, 0);
    assert_ok(bship_ai_place(self->ai, &layout, NULL, board, NULL), "a fleet");
    cr_assert_eq(bship_board_layout(board, placements, count), count, "a layout");
    bship_board_free(board);
    return BSHIP_OK;
}

static void wrapped_destroy(void *state, void *user)
{
    struct wrapped *self = state;
    (void)user;
    for (int i = 0; i < 2; i++)
        bship_ai_free(self->ais[i]);
    free(self);
}

static bship_strategy_callbacks wrapped_callbacks(const struct served *served)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    callbacks.create = wrapped_create;
    callbacks.reset = wrapped_reset;
    callbacks.aim = wrapped_aim;
    callbacks.place = served->placing ? wrapped_place : NULL;
    callbacks.destroy = wrapped_destroy;
    return callbacks;
}

/* Two AIs of equal side and seed: one that wraps a strategy, and one behind an engine. */
struct pair {
    struct served served;
    struct engine *engine;
    bship_ai *own, *distant;
};

static void open_pair(struct pair *pair, const bship_rules *rules, const char *strategy,
                      int32_t side)
{
    char options[64];
    bship_ai_options ai = BSHIP_AI_OPTIONS_INIT;
    *pair = (struct pair){ .served = { strategy, NULL } };
    bship_strategy_callbacks callbacks = wrapped_callbacks(&pair->served);
    ai.side = side;
    snprintf(options, sizeof options, "--strategy %s", strategy);
    pair->engine = open_engine(options, rules);
    assert_ok(bship_ai_new_custom(&pair->own, rules, &callbacks, &pair->served, &ai, NULL), "%s",
              strategy);
    assert_ok(bship_ai_new_custom(&pair->distant, rules, engine_callbacks(pair->engine),
                                  pair->engine, &ai, NULL),
              "%s", strategy);
}

static void free_pair(struct pair *pair)
{
    bship_ai_free(pair->own);
    bship_ai_free(pair->distant);
    cr_assert_eq(engine_fault_count(pair->engine), 0, "%s", engine_fault(pair->engine, 0)->reason);
    engine_close(pair->engine);
}

/* Lets both aim at a chart. */
static size_t aim_both(const struct pair *pair, const bship_chart *chart, bship_cell *cells)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_cell others[64];
    int32_t count = bship_rules_shots_due(rules, NULL, chart);
    assert_ok(bship_ai_aim_salvo(pair->own, chart, NULL, cells, (size_t)count), "own");
    assert_ok(bship_ai_aim_salvo(pair->distant, chart, NULL, others, (size_t)count), "%s\n%s",
              rules_text(rules), engine_fault(pair->engine, 0)->reason);
    cr_assert_eq(memcmp(cells, others, (size_t)count * sizeof *cells), 0,
                 "other shots than %s after %d\n%s", engine_name(pair->engine),
                 (int)bship_chart_shots(chart), rules_text(rules));
    return (size_t)count;
}

static void play(const struct pair *pair, const bship_rules *rules, uint64_t seed)
{
    bship_rng rng = rng_of(seed);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    bship_cell cells[64];
    bship_ai_reset(pair->own, seed);
    bship_ai_reset(pair->distant, seed);
    while (!bship_board_is_defeated(board)) {
        size_t count = aim_both(pair, chart, cells);
        fire_turn(board, chart, cells, count);
    }
    bship_chart_free(chart);
    bship_board_free(board);
}

static void check_rules(const bship_rules *rules, const char *strategy, int games)
{
    static int number;
    struct pair pair;
    open_pair(&pair, rules, strategy, number++ % 2);
    for (int game = 0; game < games; game++)
        play(&pair, rules, UINT64_MAX - (uint64_t)game);
    free_pair(&pair);
}

Test(engine_client, every_strategy_fires_as_without_a_process_between)
{
    bship_rules *rules = rules_from("board 7x6\nfleet 4 3 2\ncontact no-sides\n");
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_STRATEGY); i++) {
        const char *name = bship_enum_name(BSHIP_ENUM_STRATEGY, i);
        if (strcmp(name, bship_level_strategy(BSHIP_LEVEL_MASTER)) != 0)
            check_rules(rules, name, scaled(3));
    }
    bship_rules_unref(rules);
}

Test(engine_client, all_rules_are_understood)
{
    const struct shape shape = { .ships = 5, .blocked = 4, .salvo = 5 };
    bship_rng rng = rng_of(14);
    for (int i = scaled(60); i > 0; i--) {
        bship_rules *rules = random_rules(&rng, &shape);
        check_rules(rules, i % 2 ? "density" : "posterior", 1);
        bship_rules_unref(rules);
    }
}

Test(engine_client, a_game_may_go_back_or_be_another_one)
{
    bship_rules *rules = rules_from("board 6x6\nfleet 3 2\n");
    struct pair pair;
    bship_rng rng = rng_of(3);
    bship_board *board = random_board(rules, &rng);
    bship_chart *chart = new_chart(rules);
    bship_cell cells[64];
    open_pair(&pair, rules, "stalker", BSHIP_SIDE_B);
    for (int turn = 0; turn < 9; turn++)
        fire_turn(board, chart, cells, aim_both(&pair, chart, cells));
    for (int64_t turns = 9; turns > 0; turns -= 2) {
        assert_ok(bship_chart_truncate(chart, turns), "%d", (int)turns);
        aim_both(&pair, chart, cells);
    }
    bship_chart_free(chart);
    bship_board_free(board);
    free_pair(&pair);
    bship_rules_unref(rules);
}

Test(engine_client, fleets_are_those_of_the_style_and_the_seed)
{
    bship_rules *rules = rules_from("board 8x8\nfleet \"Tug, old\":4 Submarine:3 3 2 1\n");
    struct engine *engine = open_engine("--strategy hunt --placing edge", rules);
    struct served served = { "hunt", "edge" };
    bship_strategy_callbacks callbacks = wrapped_callbacks(&served);
    bship_ai *own = NULL, *distant = NULL;
    bship_board *boards[2] = { new_board(rules), new_board(rules) };
    bship_rng rng = rng_of(5);
    assert_ok(bship_ai_new_custom(&distant, rules, engine_callbacks(engine), engine, NULL, NULL),
              "a distant one");
    assert_ok(bship_ai_new_custom(&own, rules, &callbacks, &served, NULL, NULL), "an own one");
    for (int i = 0; i < 20; i++) {
        bship_rng copy = rng;
        bship_ai_reset(distant, (uint64_t)i);
        assert_ok(bship_ai_place(own, &copy, NULL, boards[0], NULL), "own");
        assert_ok(bship_ai_place(distant, &rng, NULL, boards[1], NULL), "%s: %s",
                  engine_fault(engine, 0)->reason, engine_fault(engine, 0)->detail);
        for (int32_t ship = 0; ship < 5; ship++) {
            bship_placement a, b;
            assert_ok(bship_board_placement(boards[0], ship, &a), "a ship");
            assert_ok(bship_board_placement(boards[1], ship, &b), "a ship");
            cr_assert_eq(memcmp(&a, &b, sizeof a), 0, "another layout");
        }
    }
    for (int i = 0; i < 2; i++)
        bship_board_free(boards[i]);
    bship_ai_free(own);
    bship_ai_free(distant);
    engine_close(engine);
    bship_rules_unref(rules);
}

/* A match of an engine, or of the strategy that it serves, against another strategy. */
static void play_match_of(struct rows *rows, const bship_rules *rules, int32_t kind,
                          int32_t threads, struct engine *engine)
{
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = scaled(20);
    options.kind = kind;
    options.alternate = kind == BSHIP_MATCH_KIND_DUEL;
    options.threads = threads;
    bship_match *match = new_match(rules, &options);
    if (engine)
        assert_ok(bship_match_add_custom(match, engine_callbacks(engine), engine, NULL, NULL),
                  "an engine");
    else
        add_entry(match, "parity");
    add_entry(match, "hunt");
    run_match(match, rows);
    bship_match_free(match);
}

Test(engine_client, matches_go_as_without_a_process_between)
{
    static struct rows expected, rows;
    bship_rules *rules = rules_from("board 7x7\nfleet 4 3 2\nturn salvo-afloat\n");
    struct engine *engine = open_engine("--strategy parity", rules);
    for (int32_t kind = BSHIP_MATCH_KIND_SOLO; kind <= BSHIP_MATCH_KIND_DUEL; kind++) {
        play_match_of(&expected, rules, kind, 1, NULL);
        for (int32_t threads = 1; threads <= 3; threads++) {
            play_match_of(&rows, rules, kind, threads, engine);
            assert_same_rows(&rows, &expected, bship_enum_name(BSHIP_ENUM_MATCH_KIND, kind));
        }
    }
    cr_assert_eq(engine_fault_count(engine), 0, "%s", engine_fault(engine, 0)->reason);
    engine_close(engine);
    bship_rules_unref(rules);
}

/* An engine of a shell script, which does something when it is to aim. */
static struct engine *open_script(const bship_rules *rules, const char *at_aim,
                                  struct bot_command *command)
{
    static char text[512];
    char why[ENGINE_WHY_SIZE];
    snprintf(text, sizeof text,
             "while read -r word rest; do case $word in"
             " battleship-engine) printf 'battleship-engine 1\\nready\\n';;"
             " end) echo ready;; aim) %s;; quit) exit;; esac; done",
             at_aim);
    command->text = text;
    signal(SIGPIPE, SIG_IGN);
    struct engine *engine = NULL;
    assert_ok(engine_open(&engine, command, rules, why, NULL), "%s: %s", at_aim, why);
    return engine;
}

/* Has an engine fail in some games, each of which must find a new process. */
static void check_failing(const char *at_aim, int milliseconds, const char *reason)
{
    static struct rows rows;
    struct bot_command command = { NULL, { milliseconds, 0, 0 }, NULL, false };
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    struct engine *engine = open_script(rules, at_aim, &command);
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    options.games = 3;
    bship_match *match = new_match(rules, &options);
    assert_ok(bship_match_add_custom(match, engine_callbacks(engine), engine, NULL, NULL), "it");
    run_match(match, &rows);
    bship_match_free(match);
    for (int i = 0; i < rows.count; i++)
        cr_assert_eq(rows.row[i].status, BSHIP_ERROR_STRATEGY, "%s: game %d", at_aim, i);
    cr_assert_eq(engine_fault_count(engine), 1, "%s: more than one reason", at_aim);
    cr_assert_str_eq(engine_fault(engine, 0)->reason, reason, "%s", at_aim);
    cr_assert_eq(engine_fault(engine, 0)->count, 3, "%s: once a game", at_aim);
    cr_assert(waitpid(-1, NULL, WNOHANG) == -1 && errno == ECHILD, "%s: a process is left", at_aim);
    engine_close(engine);
    bship_rules_unref(rules);
}

Test(engine_client, no_process_is_left_whatever_bots_do)
{
    enum {
        SHORT = 200,
        LONG = 20000
    };
    check_failing("exit 3", LONG, "ended with exit status 3");
    check_failing("kill -9 $$", LONG, "ended with signal 9");
    check_failing(":", SHORT, "did not answer within 200 ms");
    check_failing("sleep 60", SHORT, "did not answer within 200 ms");
    check_failing("exec >&-; sleep 60", LONG, "closed its output");
    check_failing("sleep 60 & exit 0", LONG, "ended with exit status 0");
    check_failing("trap '' TERM INT HUP; sleep 60 & echo fire Z9", LONG,
                  "fired illegally: off the board");
}

static volatile bool is_cancelled;

static bool ask_whether_cancelled(void)
{
    return is_cancelled;
}

Test(engine_client, a_wait_can_be_cancelled)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    struct bot_command command = { NULL, { 60000, 0, 0 }, ask_whether_cancelled, false };
    struct engine *engine = open_script(rules, "sleep 60", &command);
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = NULL;
    bship_cell cell;
    assert_ok(bship_ai_new_custom(&ai, rules, engine_callbacks(engine), engine, NULL, NULL), "it");
    is_cancelled = true;
    assert_status(bship_ai_aim(ai, chart, NULL, &cell), BSHIP_ERROR_CANCELLED, "an aim");
    cr_assert_eq(engine_fault_count(engine), 0, "nobody is to blame");
    bship_ai_free(ai);
    bship_chart_free(chart);
    engine_close(engine);
    bship_rules_unref(rules);
}
