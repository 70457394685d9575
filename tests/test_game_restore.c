/*
 * Games restored from their records in one call: a game that is restored again and again is the
 * same, call for call, as one that was never interrupted, also if its sides are given other AIs;
 * what cannot be restored is refused with its place, and leaves nothing. test_game_set_ai.c has the
 * rest of giving a side another AI.
 */
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

#define RULES "board 6x6\nfleet 3 2\nfirst a\n"

/* ---- who plays ---- */

/* A custom strategy: any unknown cells. */
static bship_status aim_anywhere(void *state, const bship_chart *chart,
                                 const bship_aim_options *options, bship_cell *cells, size_t count,
                                 bship_rng *rng, void *user)
{
    const bship_rules *rules = bship_chart_rules(chart);
    int32_t from = (int32_t)bship_rng_below(rng, (uint64_t)cell_count(rules));
    (void)state, (void)options, (void)user;
    for (size_t chosen = 0; chosen < count; from = (from + 1) % cell_count(rules)) {
        bship_cell cell = cell_at(rules, from);
        if (bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN)
            cells[chosen++] = cell;
    }
    return BSHIP_OK;
}

static void count_destroy(void *state, void *user)
{
    (void)state;
    ++*(int *)user;
}

static bship_status new_custom(bship_ai **out, const bship_rules *rules, const char *name,
                               const bship_ai_options *options, int *destroyed)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    callbacks.name = name;
    callbacks.aim = aim_anywhere;
    callbacks.destroy = count_destroy;
    return bship_ai_new_custom(out, rules, &callbacks, destroyed, options, NULL);
}

/* Custom strategies are made here, all others by the library; `user` counts those destroyed. */
static bship_status make_ai(bship_ai **out, const bship_rules *rules, const char *strategy,
                            const bship_ai_options *options, void *user)
{
    if (strcmp(strategy, "any cell") == 0)
        return new_custom(out, rules, strategy, options, user);
    return BSHIP_OK;
}

static const char *const names[] = { "random",  "hunt",     "parity",  "depth-first",
                                     "stalker", "capacity", "density", "any cell" };

enum {
    NAMES = sizeof names / sizeof *names
};

/* An AI of random options, twice the same; NULL twice for a person or rules that it cannot play. */
static void make_twins(bship_ai *twins[2], const bship_rules *rules, bship_rng *rng, int *destroyed)
{
    static const char *const styles[] = { NULL, "uniform", "edge", "balanced" };
    const char *name = names[between(rng, 0, NAMES - 1)];
    bool is_nobody = between(rng, 0, 3) == 0, has_level = between(rng, 0, 3) == 0;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.seed = (uint64_t)between(rng, 0, 2);
    options.work_limit = between(rng, 0, 1) * 50000000;
    options.memory_limit = (uint64_t)between(rng, 0, 1) << 20;
    options.placing = styles[between(rng, 0, 3)];
    if (has_level && strcmp(name, "any cell") != 0)
        options.level = between(rng, BSHIP_LEVEL_EASY, BSHIP_LEVEL_HARD);
    if (options.level != BSHIP_LEVEL_NONE)
        name = NULL;
    for (int i = 0; i < 2; i++) {
        twins[i] = NULL;
        if (is_nobody)
            continue;
        bship_status status = name && strcmp(name, "any cell") == 0
                                  ? new_custom(&twins[i], rules, name, &options, destroyed)
                                  : bship_ai_new(&twins[i], rules, name, &options, NULL);
        cr_assert(!status || status == BSHIP_ERROR_UNSUPPORTED, "%s: %d", name, (int)status);
    }
}

/* ---- two games, call for call ---- */

enum {
    ENTRIES_MAX = 1024,
    CELLS_MAX = 64
};

/* One game is never interrupted, the other is restored from its record now and then. */
struct pair {
    const bship_rules *rules;
    bship_game *games[2];
    bship_board *hidden;                   /* of side b, if it is remote; else NULL */
    const char *who[BY_SIDE][ENTRIES_MAX]; /* the strategy at each entry; NULL: none */
    char text[BY_SIDE][ENTRIES_MAX][33];   /* what these point to */
    int destroyed;
};

static void pair_open(struct pair *pair, const bship_rules *rules, bool is_remote, bship_rng *rng)
{
    bship_game_options options[2] = { BSHIP_GAME_OPTIONS_INIT, BSHIP_GAME_OPTIONS_INIT };
    uint64_t seed = bship_rng_next(rng), first_seed = (uint64_t)between(rng, 0, 2);
    bship_ai *a[2], *b[2];
    memset(pair, 0, sizeof *pair);
    pair->rules = rules;
    pair->hidden = is_remote ? random_board(rules, rng) : NULL;
    make_twins(a, rules, rng, &pair->destroyed);
    make_twins(b, rules, rng, &pair->destroyed);
    for (int i = 0; i < 2; i++) {
        options[i].seed = seed;
        options[i].first_seed = first_seed;
        options[i].ai_a = a[i];
        options[i].ai_b = b[i];
        options[i].owns_ais = 1;
        options[i].location_b = is_remote ? BSHIP_LOCATION_REMOTE : BSHIP_LOCATION_LOCAL;
        assert_ok(bship_game_new(&pair->games[i], rules, &options[i], NULL), "a game");
    }
}

static void pair_close(struct pair *pair)
{
    bship_game_free(pair->games[0]);
    bship_game_free(pair->games[1]);
    bship_board_free(pair->hidden);
}

static void check_same(const struct pair *pair, const char *what)
{
    assert_same(game_and_boards_dump(pair->games[0]), game_and_boards_dump(pair->games[1]), what);
}

static const char *strategy_of(const bship_game *game, int32_t side)
{
    bship_ai *ai = bship_game_ai(game, side);
    return ai ? bship_ai_strategy(ai) : NULL;
}

static bool are_equal(const char *a, const char *b)
{
    return a && b ? strcmp(a, b) == 0 : a == b;
}

/* Notes who has the sides as an entry is fired. */
static void note_entry(struct pair *pair)
{
    const bship_game *game = pair->games[0];
    int64_t entry = bship_game_log_length(game);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const char *name = strategy_of(game, side);
        snprintf(pair->text[side][entry], sizeof pair->text[side][entry], "%s", name ? name : "");
        pair->who[side][entry] = name ? pair->text[side][entry] : NULL;
    }
}

/* Compares what a record says of who had the sides with what was noted. */
static void check_who(const struct pair *pair, const bship_record *record)
{
    int64_t entries = bship_record_log_length(record);
    bool is_awaited = bship_record_pending(record, NULL, 0) > 0;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        for (int64_t entry = 0; entry < entries + is_awaited; entry++)
            cr_assert(are_equal(bship_record_strategy(record, side, entry), pair->who[side][entry]),
                      "side %d at entry %lld of %lld", (int)side, (long long)entry,
                      (long long)entries);
        if (!is_awaited)
            cr_assert(are_equal(bship_record_strategy(record, side, entries),
                                strategy_of(pair->games[0], side)),
                      "side %d now", (int)side);
        cr_assert_null(bship_record_strategy(record, side, entries + 1), "beyond");
    }
}

/* Replaces the second game by one that is made from the text of its record. */
static void restore_second(struct pair *pair)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_restore_options options = BSHIP_RESTORE_OPTIONS_INIT;
    bship_record *record = NULL, *read = NULL, *again = NULL;
    assert_ok(bship_record_new_game(&record, pair->games[1], &whole_game, NULL), "a record");
    struct text text = record_text_of(record);
    assert_ok(bship_record_parse(&read, text.data, text.length, NULL, &error), "%u:%u: %s in\n%s",
              (unsigned)error.line, (unsigned)error.column, error.text, text.data);
    check_who(pair, read);
    bship_game_free(pair->games[1]);
    pair->games[1] = NULL;
    options.make_ai = make_ai;
    options.user = &pair->destroyed;
    assert_ok(bship_game_restore(&pair->games[1], read, &options, &error), "%s in\n%s", error.text,
              text.data);
    assert_ok(bship_record_new_game(&again, pair->games[1], &whole_game, NULL), "a record");
    assert_same(text, record_text_of(again), "saved, restored and saved");
    bship_record_free(again);
    bship_record_free(read);
    bship_record_free(record);
}

static void give_twins(struct pair *pair, bship_rng *rng)
{
    bship_ai *twins[2];
    int32_t side = between(rng, BSHIP_SIDE_A, BSHIP_SIDE_B);
    make_twins(twins, pair->rules, rng, &pair->destroyed);
    for (int i = 0; i < 2; i++) {
        assert_ok(bship_game_set_ai(pair->games[i], side, twins[i], NULL), "another AI");
        cr_assert_eq(bship_game_ai(pair->games[i], side), twins[i], "it has it");
    }
}

/* The shots of a person: unknown cells, the same in both games. */
static void fire_as_person(struct pair *pair, bship_rng *rng)
{
    bship_game *game = pair->games[0];
    const bship_chart *chart = bship_game_chart(game, bship_game_to_move(game));
    size_t due = (size_t)bship_game_shots_due(game);
    bship_cell cells[CELLS_MAX];
    aim_anywhere(NULL, chart, NULL, cells, due, rng, NULL);
    for (int i = 0; i < 2; i++)
        assert_ok(bship_game_fire_salvo(pair->games[i], cells, due, NULL), "a person's shots");
}

static void fire(struct pair *pair, bship_rng *rng)
{
    bool is_ai = bship_game_ai(pair->games[0], bship_game_to_move(pair->games[0])) != NULL;
    note_entry(pair);
    /* Calls can be mixed: now and then somebody else chooses the cells. */
    if (!is_ai || between(rng, 0, 9) == 0) {
        fire_as_person(pair, rng);
        return;
    }
    for (int i = 0; i < 2; i++)
        assert_ok(bship_game_step(pair->games[i], NULL, NULL, NULL), "a step");
}

/* Has the remote side report the shots that await it. */
static void report(struct pair *pair)
{
    bship_report reports[CELLS_MAX];
    int32_t numbers[2 * CELLS_MAX];
    bship_cell cells[CELLS_MAX];
    bship_total total = { sizeof total, 0, -1, numbers, numbers + CELLS_MAX, CELLS_MAX };
    size_t count = bship_game_pending(pair->games[0], cells, CELLS_MAX), fired = 0;
    bool is_total = reports_totals(pair->rules);
    if (is_total)
        assert_ok(bship_board_fire_total(pair->hidden, cells, count, &total, &fired, NULL), "fire");
    else
        assert_ok(bship_board_fire_salvo(pair->hidden, cells, count, reports, &fired, NULL),
                  "fire");
    for (int i = 0; i < 2; i++)
        assert_ok(is_total ? bship_game_report_total(pair->games[i], &total, fired, NULL)
                           : bship_game_report(pair->games[i], reports, fired, NULL),
                  "a report");
}

static void end_early(struct pair *pair, bship_rng *rng)
{
    int32_t side = between(rng, BSHIP_SIDE_NONE, BSHIP_SIDE_B);
    for (int i = 0; i < 2; i++)
        assert_ok(side == BSHIP_SIDE_NONE ? bship_game_abandon(pair->games[i])
                                          : bship_game_resign(pair->games[i], side),
                  "an end");
}

static void undo(struct pair *pair)
{
    bship_status expected = bship_game_undo(pair->games[0]);
    assert_status(bship_game_undo(pair->games[1]), expected, "undo");
}

/* One call, or some, on both games. */
static void act(struct pair *pair, bship_rng *rng)
{
    int32_t phase = bship_game_phase(pair->games[0]);
    int choice = between(rng, 0, 99);
    if (choice < 10)
        restore_second(pair);
    else if (choice < 22)
        give_twins(pair, rng);
    else if (choice < 32 || phase == BSHIP_PHASE_OVER)
        undo(pair);
    else if (choice < 34)
        end_early(pair, rng);
    else if (phase == BSHIP_PHASE_AWAITING_REPORT)
        report(pair);
    else
        fire(pair, rng);
    check_same(pair, rules_text(pair->rules));
}

static void lay_and_start(struct pair *pair, bship_rng *rng)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        for (int i = 0; i < 2 && bship_game_board(pair->games[0], side); i++)
            assert_ok(bship_game_place_random(pair->games[i], side, NULL, NULL, NULL), "a layout");
        if (between(rng, 0, 1))
            restore_second(pair);
        if (between(rng, 0, 3) == 0)
            give_twins(pair, rng);
        check_same(pair, "while ships are laid");
    }
    for (int i = 0; i < 2; i++)
        assert_ok(bship_game_start(pair->games[i], NULL), "a start");
}

Test(game_restore, restored_again_and_again_is_never_interrupted)
{
    static struct pair pair;
    static const struct shape shape = { .blocked = 4 };
    bship_rng rng = rng_of(36);
    for (int i = 0; i < scaled(400); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bool is_remote = i % 3 == 2;
        pair_open(&pair, rules, is_remote, &rng);
        lay_and_start(&pair, &rng);
        for (int call = 0; call < 300; call++) {
            bool is_over = bship_game_phase(pair.games[0]) == BSHIP_PHASE_OVER;
            if (is_over && (is_remote || between(&rng, 0, 4) == 0))
                break;
            act(&pair, &rng);
        }
        restore_second(&pair);
        check_same(&pair, "the end");
        pair_close(&pair);
        bship_rules_unref(rules);
    }
}

/* ---- what the caller makes ---- */

/* What a callback is to do, and what it was asked. */
struct maker {
    const bship_rules *rules; /* of the AI; NULL: those that are given */
    bool fails;
    bool repeats; /* gives its first AI again */
    bool declines;
    bship_status status;
    int asked, destroyed;
    bship_ai *first;
    char strategy[BY_SIDE][33];
    bship_ai_options options[BY_SIDE];
    char placing[BY_SIDE][33];
};

static bship_status make_as_told(bship_ai **out, const bship_rules *rules, const char *strategy,
                                 const bship_ai_options *options, void *user)
{
    struct maker *maker = user;
    int32_t side = options->side;
    bship_ai_options used = *options;
    cr_assert_null(*out, "nothing is made before");
    snprintf(maker->strategy[side], 33, "%s", strategy);
    snprintf(maker->placing[side], 33, "%s", options->placing ? options->placing : "none");
    maker->options[side] = *options;
    maker->asked++;
    if (maker->declines)
        return BSHIP_OK;
    if (maker->fails)
        return maker->status;
    used.level = BSHIP_LEVEL_NONE;
    *out = maker->repeats ? maker->first : NULL;
    bship_status status = *out ? BSHIP_OK
                               : new_custom(out, maker->rules ? maker->rules : rules, "mine", &used,
                                            &maker->destroyed);
    maker->first = *out;
    maker->repeats = maker->asked == 1 && maker->repeats;
    return status;
}

static int32_t keep_going(double done, void *user)
{
    (void)done, (void)user;
    return BSHIP_PROGRESS_GO_ON;
}

static bship_record *record_from(const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_record *record = NULL;
    assert_ok(bship_record_parse(&record, text, strlen(text), NULL, &error), "%u:%u: %s",
              (unsigned)error.line, (unsigned)error.column, error.text);
    return record;
}

#define HEADER "battleship 1\n" RULES

Test(game_restore, caller_is_asked_for_every_ai_with_all_that_the_record_states)
{
    struct maker maker = { .declines = false };
    bship_restore_options options = BSHIP_RESTORE_OPTIONS_INIT;
    bship_game *game = NULL;
    bship_record *record = record_from(HEADER "strategy a \"Deep Sea\"\nwork a 12\nmemory a 34\n"
                                              "placing a edge\nstrength a 1.5\nplacing-seed a 7\n"
                                              "strategy b density\nlevel b hard\n");
    options.make_ai = make_as_told;
    options.progress = keep_going;
    options.user = &maker;
    assert_ok(bship_game_restore(&game, record, &options, NULL), "restored");
    bship_record_free(record);
    const bship_ai_options *a = &maker.options[BSHIP_SIDE_A], *b = &maker.options[BSHIP_SIDE_B];
    cr_assert_eq(maker.asked, 2, "for both");
    cr_assert_str_eq(maker.strategy[BSHIP_SIDE_A], "Deep Sea", "a custom strategy");
    cr_assert(a->size == sizeof *a && a->work_limit == 12 && a->memory_limit == 34 && a->seed == 7,
              "the limits and the seed of the style");
    cr_assert(a->side == BSHIP_SIDE_A && a->placing_strength == 1.5, "the style");
    cr_assert(a->progress == keep_going && a->user == &maker, "what watches it");
    cr_assert_eq(a->level, BSHIP_LEVEL_NONE, "no level");
    cr_assert_str_eq(maker.placing[BSHIP_SIDE_A], "edge", "its name");
    cr_assert_str_eq(maker.strategy[BSHIP_SIDE_B], "density", "a strategy of the library");
    cr_assert(b->level == BSHIP_LEVEL_HARD && b->side == BSHIP_SIDE_B, "its level");
    cr_assert_str_eq(strategy_of(game, BSHIP_SIDE_B), "mine", "the caller may make that, too");
    bship_game_free(game);
    cr_assert_eq(maker.destroyed, 2, "the game owns both");
}

Test(game_restore, what_the_caller_leaves_to_the_library_is_made_by_it)
{
    struct maker maker = { .declines = true };
    bship_restore_options options = BSHIP_RESTORE_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_game *game = NULL;
    bship_record *record = record_from(HEADER "strategy a hunt\n");
    options.make_ai = make_as_told;
    options.user = &maker;
    assert_ok(bship_game_restore(&game, record, &options, NULL), "restored");
    cr_assert_eq(maker.asked, 1, "side b has no AI");
    cr_assert_str_eq(strategy_of(game, BSHIP_SIDE_A), "hunt", "of the library");
    cr_assert_null(bship_game_ai(game, BSHIP_SIDE_B), "no AI");
    bship_game_free(game);
    bship_record_free(record);
    game = NULL;
    record = record_from(HEADER "strategy a hunt\nstrategy b hers\n");
    assert_status(bship_game_restore(&game, record, &options, &error), BSHIP_ERROR_NAME, "hers");
    cr_assert_null(game, "no game");
    cr_assert(error.line == 6 && error.column == 12 && error.index == BSHIP_SIDE_B, "%u:%u",
              (unsigned)error.line, (unsigned)error.column);
    bship_record_free(record);
}

/* All that the caller can do wrong, for one side or both: nothing is left over. */
Test(game_restore, mistakes_of_the_caller_are_refused_and_leave_nothing)
{
    bship_rules *others = rules_from("board 5x5\nfleet 2\n");
    const struct {
        struct maker maker;
        bship_status status;
        unsigned line;
        int64_t index;
        int destroyed;
    } cases[] = {
        { { .fails = true, .status = BSHIP_ERROR_IO }, BSHIP_ERROR_IO, 5, BSHIP_SIDE_A, 0 },
        { { .fails = true, .status = (bship_status)12345 },
          BSHIP_ERROR_STRATEGY,
          5,
          BSHIP_SIDE_A,
          0 },
        { { .repeats = true }, BSHIP_ERROR_ARGUMENT, 0, BSHIP_SIDE_B, 1 },
        { { .rules = others }, BSHIP_ERROR_RULES, 0, BSHIP_SIDE_A, 2 },
    };
    bship_record *record = record_from(HEADER "strategy a mine\nstrategy b mine\n");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct maker maker = cases[i].maker;
        bship_restore_options options = BSHIP_RESTORE_OPTIONS_INIT;
        bship_error error = BSHIP_ERROR_INIT;
        bship_game *game = NULL;
        options.make_ai = make_as_told;
        options.user = &maker;
        assert_status(bship_game_restore(&game, record, &options, &error), cases[i].status,
                      "case %zu: %s", i, error.text);
        cr_assert_null(game, "case %zu: a game", i);
        cr_assert_eq(error.status, (int32_t)cases[i].status, "case %zu", i);
        cr_assert(error.line == cases[i].line && error.index == cases[i].index,
                  "case %zu: line %u, index %lld", i, (unsigned)error.line, (long long)error.index);
        cr_assert_eq(maker.destroyed, cases[i].destroyed, "case %zu: %d freed", i, maker.destroyed);
    }
    bship_record_free(record);
    bship_rules_unref(others);
}

/* ---- records that cannot be restored ---- */

#define SHIPS "a ship 3 A1 right\na ship 2 A3 right\nb ship 3 A1 right\nb ship 2 A3 right\n"

Test(game_restore, faults_of_a_record_have_their_place)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned line, column;
        int64_t index;
        const char *words;
    } cases[] = {
        { "a A1 miss\n", BSHIP_ERROR_STATE, 5, 3, -1, "a position, not a game" },
        { "strategy b Deep-Blue\n", BSHIP_ERROR_NAME, 5, 12, BSHIP_SIDE_B, "'Deep-Blue'" },
        { "strategy b custom\n", BSHIP_ERROR_UNSUPPORTED, 5, 12, BSHIP_SIDE_B, "custom strategy" },
        { "strategy a posterior\nhabits a known\n", BSHIP_ERROR_UNSUPPORTED, 6, 10, BSHIP_SIDE_A,
          "habits" },
        { "strategy a hunt\nplacing a nowhere\n", BSHIP_ERROR_NAME, 6, 11, BSHIP_SIDE_A,
          "side a: " },
        { "began a\nlocation b local\n", BSHIP_ERROR_NOT_PLACED, 6, 12, BSHIP_SIDE_B,
          "side b is local" },
        { "began a\n" SHIPS "awaiting a F6\n", BSHIP_ERROR_STATE, 10, 12, -1, "a local side" },
        { "began a\n" SHIPS "a F6 miss\nb A1 miss\n", BSHIP_ERROR_CONTRADICTION, 11, 3, -1, "" },
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        char text[512];
        bship_error error = BSHIP_ERROR_INIT;
        bship_game *game = NULL;
        snprintf(text, sizeof text, HEADER "%s", cases[i].text);
        bship_record *record = record_from(text);
        assert_status(bship_game_restore(&game, record, NULL, &error), cases[i].status, "%s", text);
        cr_assert_null(game, "%s", text);
        cr_assert(error.line == cases[i].line && error.column == cases[i].column, "%u:%u in\n%s",
                  (unsigned)error.line, (unsigned)error.column, text);
        cr_assert_eq(error.index, cases[i].index, "%lld in\n%s", (long long)error.index, text);
        cr_assert_not_null(strstr(error.text, cases[i].words), "%s in\n%s", error.text, text);
        bship_record_free(record);
    }
}

Test(game_restore, fact_that_a_program_has_set_has_no_place)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_game *game = NULL;
    bship_record *record = record_from(HEADER "strategy a hunt\n");
    assert_ok(bship_record_set(record, BSHIP_FACT_STRATEGY, BSHIP_SIDE_A, "hers", NULL), "set");
    assert_status(bship_game_restore(&game, record, NULL, &error), BSHIP_ERROR_NAME, "hers");
    cr_assert(error.line == 0 && error.column == 0 && error.index == BSHIP_SIDE_A, "%u:%u",
              (unsigned)error.line, (unsigned)error.column);
    bship_record_free(record);
}

Test(game_restore, options_are_checked)
{
    bship_rules *others = rules_from("board 5x5\nfleet 2\n");
    bship_sampler *sampler = new_sampler(others);
    bship_record *record = record_from(HEADER "strategy a hunt\n");
    bship_restore_options small = BSHIP_RESTORE_OPTIONS_INIT, strange = small;
    bship_game *game = NULL;
    small.size = 8;
    strange.sampler = sampler;
    assert_status(bship_game_restore(NULL, record, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no output");
    assert_status(bship_game_restore(&game, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "no record");
    assert_status(bship_game_restore(&game, record, &small, NULL), BSHIP_ERROR_SIZE, "a size");
    assert_status(bship_game_restore(&game, record, &strange, NULL), BSHIP_ERROR_RULES, "sampler");
    cr_assert_null(game, "no game");
    bship_record_free(record);
    bship_sampler_unref(sampler);
    bship_rules_unref(others);
}

Test(game_restore, sampler_of_the_options_draws_the_layouts_to_come)
{
    bship_rules *rules = rules_from(RULES);
    bship_restore_options options = BSHIP_RESTORE_OPTIONS_INIT;
    bship_game_options made = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL, *again = NULL;
    bship_record *record = NULL;
    bship_sampler *sampler = new_sampler(rules);
    made.seed = 3;
    made.sampler = options.sampler = sampler;
    assert_ok(bship_game_new(&game, rules, &made, NULL), "a game");
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "a layout");
    assert_ok(bship_record_new_game(&record, game, &whole_game, NULL), "a record");
    assert_ok(bship_game_restore(&again, record, &options, NULL), "restored");
    bship_sampler_unref(sampler);
    assert_ok(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "a layout");
    assert_ok(bship_game_place_random(again, BSHIP_SIDE_B, NULL, NULL, NULL), "the same");
    assert_same(game_and_boards_dump(game), game_and_boards_dump(again), "layouts");
    bship_record_free(record);
    bship_game_free(again);
    bship_game_free(game);
    bship_rules_unref(rules);
}
