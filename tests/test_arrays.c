/* The caller's arrays: NULL has no room, whatever its capacity; totals need an item for each ship.
 */
#include <string.h>

#include <battleship/experimental/habits.h>
#include <battleship/experimental/review.h>
#include <battleship/experimental/search.h>

#include "header_text.h"
#include "support.h"

enum {
    CALLS_MAX = 64,
    TOO_MUCH = 1000
};

/* What a call that measures returned, with no capacity and with NULL beside a great one. */
struct measured {
    const char *call;
    size_t by_capacity, by_null;
};

static struct measured calls[CALLS_MAX];
static size_t call_count;

#define MEASURE(name, ...) add(#name, name(__VA_ARGS__, NULL, 0), name(__VA_ARGS__, NULL, TOO_MUCH))

static void add(const char *name, size_t by_capacity, size_t by_null)
{
    cr_assert_lt(call_count, CALLS_MAX, "too many calls");
    calls[call_count++] = (struct measured){ name, by_capacity, by_null };
}

static bool is_measured(const char *name)
{
    for (size_t i = 0; i < call_count; i++)
        if (strcmp(calls[i].call, name) == 0)
            return true;
    return false;
}

/* Checks that every function with a certain parameter that returns what it measures was called. */
static void check_calls(const char *text, const char *parameter)
{
    static const char declaration[] = "BSHIP_API size_t ";
    for (const char *at = text; (at = strstr(at, declaration));) {
        char name[64];
        const char *end = strchr(at, ';'), *found = strstr(at, parameter);
        copy_word(at + strlen(declaration), name, sizeof name);
        if (found && found < end)
            cr_assert(is_measured(name), "%s is not called", name);
        at = end;
    }
}

static void check_header(const char *text)
{
    check_calls(text, "size_t capacity");
}

static void measure_model(const bship_rules *rules, const bship_board *board,
                          const bship_chart *chart)
{
    const bship_cell cells[] = { { 0, 0 }, { 1, 0 } };
    const bship_report misses[] = { BSHIP_REPORT_INIT, BSHIP_REPORT_INIT };
    const bship_placement taken = { 1, 0, 0, 0 };
    MEASURE(bship_cell_format, cells[0]);
    MEASURE(bship_cells_format, cells, 2);
    MEASURE(bship_turn_format, rules, cells, 2, misses, NULL);
    MEASURE(bship_fleet_format, bship_rules_fleet(rules));
    MEASURE(bship_rules_format, rules);
    MEASURE(bship_rules_format_rule, rules, BSHIP_RULE_TURN);
    MEASURE(bship_rules_blocked, rules);
    MEASURE(bship_rules_placement_cells, rules, taken);
    MEASURE(bship_board_conflicts, board, taken);
    MEASURE(bship_board_layout, board);
    MEASURE(bship_board_states, board);
    MEASURE(bship_chart_states, chart);
    MEASURE(bship_chart_hit_states, chart);
    MEASURE(bship_chart_changes, chart);
}

static void measure_inference(const bship_rules *rules, const bship_chart *chart)
{
    bship_posterior *posterior = NULL;
    bship_habits *habits = NULL;
    bship_habits_snapshot *snapshot = NULL;
    assert_ok(bship_posterior_new(&posterior, chart, NULL, NULL), "a posterior");
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    assert_ok(bship_habits_snapshot_new(&snapshot, habits, NULL), "a snapshot");
    MEASURE(bship_posterior_format_layouts, posterior);
    MEASURE(bship_posterior_occupancy, posterior);
    MEASURE(bship_posterior_occupancy_of_class, posterior, 0);
    MEASURE(bship_posterior_standard_error, posterior);
    MEASURE(bship_posterior_best, posterior);
    MEASURE(bship_habits_format, habits);
    MEASURE(bship_habits_snapshot_weights, snapshot);
    bship_habits_snapshot_unref(snapshot);
    bship_habits_free(habits);
    bship_posterior_free(posterior);
}

static void measure_review(const bship_board *board, const bship_chart *chart)
{
    const bship_review_turn costly = { .cost = 2, .cost_error = 0.1 };
    bship_review *review = NULL;
    assert_ok(bship_review_new(&review, chart, board, NULL, NULL), "a review");
    assert_ok(bship_review_run(review, NULL), "its figures");
    MEASURE(bship_review_shots, review);
    MEASURE(bship_review_turns, review);
    MEASURE(bship_review_costliest, &costly, 1);
    bship_review_free(review);
}

/* A game in which side a has fired, and whose side b, which is remote, is to report again. */
static void measure_game(const bship_rules *rules, const bship_board *board)
{
    const bship_cell first[] = { { 0, 0 }, { 1, 0 } }, second[] = { { 0, 1 }, { 1, 1 } };
    const bship_report misses[] = { BSHIP_REPORT_INIT, BSHIP_REPORT_INIT };
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    bship_record *record = NULL;
    options.location_b = BSHIP_LOCATION_REMOTE;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    assert_ok(bship_game_set_board(game, BSHIP_SIDE_A, board, NULL), "a board");
    assert_ok(bship_game_start(game, NULL), "a start");
    assert_ok(bship_game_fire_salvo(game, first, 2, NULL), "a salvo");
    assert_ok(bship_game_report(game, misses, 2, NULL), "its reports");
    MEASURE(bship_game_log_shots, game, 0, NULL);
    assert_ok(bship_game_fire_salvo(game, first, 2, NULL), "the other side's");
    assert_ok(bship_game_fire_salvo(game, second, 2, NULL), "a salvo that waits");
    MEASURE(bship_game_pending, game);
    assert_ok(bship_record_new_game(&record, game, &whole_game, NULL), "a record");
    MEASURE(bship_record_format, record);
    MEASURE(bship_record_layout, record, BSHIP_SIDE_A);
    MEASURE(bship_record_pending, record);
    bship_record_free(record);
    bship_game_free(game);
}

static bship_board *board_with_layout(const bship_rules *rules)
{
    static const bship_placement layout[] = { { 0, 0, 0, 0 }, { 1, 0, 3, 0 } };
    bship_board *board = new_board(rules);
    assert_ok(bship_board_place_layout(board, layout, 2, NULL), "a layout");
    return board;
}

Test(arrays, that_are_null_have_no_room)
{
    bship_rules *rules = rules_from("board 4x4\nblocked D1\nfleet 2 2\nturn salvo 2\nfirst a\n");
    bship_board *board = board_with_layout(rules);
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;

    call_count = 0;
    assert_ok(bship_chart_record(chart, (bship_cell){ 2, 0 }, &miss, NULL), "a miss");
    measure_model(rules, board, chart);
    measure_inference(rules, chart);
    measure_review(board, chart);
    measure_game(rules, board);
    for (size_t i = 0; i < call_count; i++) {
        cr_assert_gt(calls[i].by_capacity, 0, "%s has something to write", calls[i].call);
        cr_assert_eq(calls[i].by_null, calls[i].by_capacity, "%s: %zu, not %zu", calls[i].call,
                     calls[i].by_null, calls[i].by_capacity);
    }
    each_header(check_header);
    bship_chart_free(chart);
    bship_board_free(board);
    bship_rules_unref(rules);
}

/* Calls that return a status obey the same rule: they measure or, where the array bounds what is
 * read, find no room. */
Test(arrays, that_are_null_have_no_room_where_a_call_can_fail)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_chart *chart = new_chart(rules);
    bship_ai *ai = new_ai(rules, "search", 0);
    bship_cell cell = { 0, 0 };
    bship_report report;
    size_t count = 0, full = 0;

    assert_ok(bship_ai_scores(ai, chart, NULL, NULL, TOO_MUCH), "scores");
    assert_ok(bship_ai_candidates(ai, chart, NULL, NULL, 0, &full), "candidates");
    assert_ok(bship_ai_candidates(ai, chart, NULL, NULL, TOO_MUCH, &count), "candidates");
    cr_assert_eq(count, full, "%zu candidates, not %zu", count, full);
    assert_status(bship_cells_parse(rules, "A1", NULL, TOO_MUCH, &count, NULL), BSHIP_ERROR_COUNT,
                  "cells");
    assert_status(bship_turn_parse(rules, "A1 miss", NULL, TOO_MUCH, &count, &report, NULL, NULL),
                  BSHIP_ERROR_COUNT, "the cells of a turn");
    assert_status(bship_turn_parse(rules, "A1 miss", &cell, 1, &count, NULL, NULL, NULL),
                  BSHIP_ERROR_COUNT, "its reports");
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- texts ---- */

enum {
    TEXT_MAX = 400
};

/* Checks what a call wrote to a buffer of TEXT_MAX bytes, all of them 'x' before. */
static void check_text(const char *call, const char *buffer, size_t capacity, size_t length)
{
    size_t written = length < capacity ? length : capacity - 1;
    for (size_t i = capacity; i < TEXT_MAX; i++)
        cr_assert_eq(buffer[i], 'x', "%s: byte %zu, behind a buffer of %zu", call, i, capacity);
    if (capacity > 0)
        cr_assert(memchr(buffer, '\0', capacity) == buffer + written,
                  "%s: %zu bytes are not terminated after %zu of %zu", call, capacity, written,
                  length);
}

/* Calls a function that writes text with buffers of every size. */
#define WRITE(name, ...)                                                                           \
    do {                                                                                           \
        char buffer[TEXT_MAX];                                                                     \
        add(#name, 0, 0);                                                                          \
        for (size_t capacity = 0; capacity < sizeof buffer; capacity++) {                          \
            memset(buffer, 'x', sizeof buffer);                                                    \
            check_text(#name, buffer, capacity, name(__VA_ARGS__, buffer, capacity));              \
        }                                                                                          \
    } while (0)

/* Texts that are empty, whatever the reason. */
static void write_empty_texts(const bship_rules *rules, const bship_chart *chart)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    bship_posterior *uncounted = NULL;
    options.method = BSHIP_METHOD_MCMC;
    assert_ok(bship_posterior_new(&uncounted, chart, &options, NULL), "a posterior");
    WRITE(bship_cells_format, NULL, 0);
    WRITE(bship_turn_format, rules, NULL, 0, NULL, NULL);
    WRITE(bship_rules_format_rule, rules, 99);
    WRITE(bship_rules_format_rule, rules, -1);
    WRITE(bship_posterior_format_layouts, NULL);
    WRITE(bship_posterior_format_layouts, uncounted);
    WRITE(bship_record_format, NULL);
    WRITE(bship_habits_format, NULL);
    bship_posterior_free(uncounted);
}

static void write_texts(const bship_rules *rules, const bship_chart *chart)
{
    const bship_cell cells[] = { { 0, 0 }, { -1, 0 } };
    const bship_report misses[] = { BSHIP_REPORT_INIT, BSHIP_REPORT_INIT };
    bship_posterior *posterior = NULL;
    bship_habits *habits = NULL;
    bship_record *record = NULL;
    assert_ok(bship_posterior_new(&posterior, chart, NULL, NULL), "a posterior");
    assert_ok(bship_habits_new(&habits, rules, NULL, NULL), "habits");
    assert_ok(bship_record_new(&record, rules, NULL, NULL), "a record");
    for (size_t i = 0; i < 2; i++)
        WRITE(bship_cell_format, cells[i]);
    WRITE(bship_cells_format, cells, 2);
    WRITE(bship_turn_format, rules, cells, 2, misses, NULL);
    WRITE(bship_turn_format, rules, cells, 2, NULL, NULL);
    WRITE(bship_fleet_format, bship_rules_fleet(rules));
    WRITE(bship_rules_format, rules);
    WRITE(bship_rules_format_rule, rules, BSHIP_RULE_TURN);
    WRITE(bship_posterior_format_layouts, posterior);
    WRITE(bship_record_format, record);
    WRITE(bship_habits_format, habits);
    bship_record_free(record);
    bship_habits_free(habits);
    bship_posterior_free(posterior);
}

static void check_texts(const char *text)
{
    check_calls(text, "char *buffer");
}

Test(arrays, texts_are_terminated_whatever_is_returned)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2 2\nturn salvo 2\n");
    bship_chart *chart = new_chart(rules);

    call_count = 0;
    write_empty_texts(rules, chart);
    write_texts(rules, chart);
    each_header(check_texts);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- totals ---- */

enum {
    SHIPS = 3
};

/* What takes part in the calls with a total. */
struct with_total {
    bship_rules *rules;
    bship_board *board;
    bship_chart *chart;
    bship_record *record;
    bship_game *game;
};

static const bship_cell salvo[] = { { 0, 4 }, { 1, 4 } };

static bship_status fire_total(struct with_total *w, bship_total *total)
{
    size_t fired;
    return bship_board_fire_total(w->board, salvo, 2, total, &fired, NULL);
}

static bship_status record_total(struct with_total *w, bship_total *total)
{
    return bship_chart_record_total(w->chart, salvo, 2, total, NULL);
}

static bship_status report_total(struct with_total *w, bship_total *total)
{
    return bship_game_report_total(w->game, total, 2, NULL);
}

static bship_status total_of_chart(struct with_total *w, bship_total *total)
{
    return bship_chart_total(w->chart, 0, total);
}

static bship_status total_of_record(struct with_total *w, bship_total *total)
{
    return bship_record_total(w->record, 0, total);
}

static bship_status parse_total(struct with_total *w, bship_total *total)
{
    bship_cell cells[2];
    size_t count;
    return bship_turn_parse(w->rules, "A5, B5: 0 hits", cells, 2, &count, NULL, total, NULL);
}

static bship_status format_total(struct with_total *w, bship_total *total)
{
    char text[64];
    bship_turn_format(w->rules, salvo, 2, NULL, total, text, sizeof text);
    return strchr(text, '?') ? BSHIP_ERROR_COUNT : BSHIP_OK;
}

static struct with_total begin_total(void)
{
    static const char text[] = "battleship 1\nboard 5x5\nfleet 2 2 3\nturn salvo 2\n"
                               "salvo-report total\n\na A5, B5: 0 hits\n";
    static const bship_placement layout[] = { { 0, 0, 0, 0 }, { 1, 0, 1, 0 }, { 2, 0, 2, 0 } };
    struct with_total w = { 0 };
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    options.location_a = options.location_b = BSHIP_LOCATION_REMOTE;
    assert_ok(bship_record_parse(&w.record, text, strlen(text), NULL, NULL), "a record");
    w.rules = bship_rules_ref(bship_record_rules(w.record));
    w.board = new_board(w.rules);
    w.chart = new_chart(w.rules);
    assert_ok(bship_board_place_layout(w.board, layout, SHIPS, NULL), "a layout");
    assert_ok(bship_game_new(&w.game, w.rules, &options, NULL), "a game");
    assert_ok(bship_game_start(w.game, NULL), "a start");
    assert_ok(bship_game_fire_salvo(w.game, salvo, 2, NULL), "a salvo");
    return w;
}

static void end_total(struct with_total *w)
{
    bship_game_free(w->game);
    bship_record_free(w->record);
    bship_chart_free(w->chart);
    bship_board_free(w->board);
    bship_rules_unref(w->rules);
}

Test(arrays, of_totals_have_an_item_for_each_ship)
{
    static const struct {
        const char *what;
        bship_status (*call)(struct with_total *w, bship_total *total);
        bool reads;
    } cases[] = {
        { "board_fire_total", fire_total, false },   { "chart_record_total", record_total, true },
        { "game_report_total", report_total, true }, { "chart_total", total_of_chart, false },
        { "record_total", total_of_record, false },  { "turn_parse", parse_total, false },
        { "turn_format", format_total, true },
    };
    struct with_total w = begin_total();

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        /* The item behind the array shows that no call writes there. */
        int32_t counts[SHIPS + 1] = { 0, 0, 0, 77 };
        bship_total total = { sizeof total, 0, 0, counts, NULL, SHIPS - 1 };
        struct text before = chart_dump(w.chart);
        assert_status(cases[i].call(&w, &total), BSHIP_ERROR_COUNT, "%s: too few items",
                      cases[i].what);
        assert_same(before, chart_dump(w.chart), cases[i].what);
        total.capacity = SHIPS;
        assert_ok(cases[i].call(&w, &total), "%s: an item for each ship", cases[i].what);
        cr_assert_eq(counts[SHIPS], 77, "%s: behind the array", cases[i].what);
        cr_assert_eq(total.capacity, SHIPS, "%s: the capacity is kept", cases[i].what);
        if (cases[i].reads || cases[i].call == fire_total)
            continue;
        total = (bship_total)BSHIP_TOTAL_INIT;
        total.capacity = 1;
        assert_ok(cases[i].call(&w, &total), "%s: no arrays", cases[i].what);
    }
    end_total(&w);
}
