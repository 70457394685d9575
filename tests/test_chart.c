/* Charts: the log and its hashes, truncation, copying and queries. */
#include <stdlib.h>
#include <string.h>

#include <battleship/experimental/hash.h>

#include "support.h"

#define CELLS_MAX 144
#define SHIPS_MAX 16
#define TURNS_MAX 400

static const struct shape any = { .width = 9, .height = 9, .ships = 6, .length = 5, .blocked = 6 };

/* fire_turn() asserts that the chart accepts every true report. */
Test(chart, never_refuses_the_truth)
{
    static const struct shape shapes[] = {
        { .width = 8, .height = 8, .ships = 10, .length = 4, .blocked = 8 },
        { .width = 3, .height = 3, .ships = 6, .length = 3, .blocked = 3 },
        { .width = 12, .height = 2, .ships = 6, .length = 6, .blocked = 4 },
        { .width = 7,
          .height = 7,
          .ships = 12,
          .length = 3,
          .pin[BSHIP_RULE_TURN] = 3,
          .pin[BSHIP_RULE_SALVO_REPORT] = 2,
          .salvo = 8 },
    };
    bship_rng rng = rng_of(3);

    for (int i = 0; i < scaled(4000); i++) {
        bship_rules *rules = random_rules(&rng, &shapes[i % 4]);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        for (int game = 0; game < 4; game++) {
            while (fire_at_random(board, chart, &rng) > 0)
                continue;
            cr_assert(bship_chart_is_defeated(chart), "the chart missed the end");
            bship_chart_reset(chart);
            bship_board_clear_shots(board);
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

/* The log. */

/* A random game to its end; the dumps after each number of turns. */
struct game {
    bship_rules *rules;
    bship_chart *chart;
    struct text dumps[TURNS_MAX];
    uint64_t hashes[TURNS_MAX];
    int64_t turns;
};

static void game_play(struct game *game, bship_rng *rng)
{
    bship_board *board;

    game->rules = random_rules(rng, &any);
    board = random_board(game->rules, rng);
    game->chart = new_chart(game->rules);
    game->turns = 0;
    do {
        game->dumps[game->turns] = chart_dump(game->chart);
        game->hashes[game->turns] = bship_chart_hash(game->chart, game->turns);
        game->turns = bship_chart_turns(game->chart) + 1;
    } while (game->turns < TURNS_MAX && fire_at_random(board, game->chart, rng) > 0);
    game->turns--;
    bship_board_free(board);
}

static void game_free(struct game *game)
{
    for (int64_t i = 0; i <= game->turns; i++)
        text_free(&game->dumps[i]);
    bship_chart_free(game->chart);
    bship_rules_unref(game->rules);
}

static struct text text_copy(const struct text *text)
{
    struct text copy = { NULL, 0, 0 };
    text_add(&copy, "%s", text->data);
    return copy;
}

Test(chart, truncated_is_as_it_was_then)
{
    static struct game game;
    bship_rng rng = rng_of(4);

    for (int i = 0; i < scaled(100); i++) {
        game_play(&game, &rng);
        assert_status(bship_chart_truncate(game.chart, game.turns + 1), BSHIP_ERROR_RANGE, "more");
        assert_status(bship_chart_truncate(game.chart, -1), BSHIP_ERROR_RANGE, "fewer than none");
        assert_same(text_copy(&game.dumps[game.turns]), chart_dump(game.chart), "a refusal");
        for (int64_t turns = game.turns; turns >= 0; turns -= between(&rng, 1, 4)) {
            assert_ok(bship_chart_truncate(game.chart, turns), "to %d", (int)turns);
            cr_assert_eq(bship_chart_turns(game.chart), turns, "the turns");
            assert_same(text_copy(&game.dumps[turns]), chart_dump(game.chart), "truncated");
        }
        bship_chart_reset(game.chart);
        assert_same(text_copy(&game.dumps[0]), chart_dump(game.chart), "reset");
        game_free(&game);
    }
}

/* Records a turn of one chart on another. */
static void replay(bship_chart *to, const bship_chart *from, int64_t turn)
{
    bship_turn entry = BSHIP_TURN_INIT;
    bship_cell cells[CELLS_MAX];
    bship_report reports[CELLS_MAX];
    int32_t sunk_of[SHIPS_MAX], hits_of[SHIPS_MAX];
    bship_total total = BSHIP_TOTAL_INIT;

    total.sunk_of = sunk_of;
    total.capacity = SHIPS_MAX;
    total.hits_of = hits_of;
    assert_ok(bship_chart_turn(from, turn, &entry), "turn %d", (int)turn);
    for (int32_t i = 0; i < entry.shots; i++)
        assert_ok(bship_chart_shot(from, entry.first_shot + i, &cells[i], &reports[i]), "a shot");
    if (!entry.is_total) {
        assert_ok(bship_chart_record_turn(to, cells, (size_t)entry.shots, reports, NULL), "a turn");
        return;
    }
    assert_ok(bship_chart_total(from, turn, &total), "a total");
    assert_ok(bship_chart_record_total(to, cells, (size_t)entry.shots, &total, NULL), "a total");
}

Test(chart, log_replayed_gives_the_same_chart)
{
    static struct game game;
    bship_rng rng = rng_of(5);

    for (int i = 0; i < scaled(200); i++) {
        bship_chart *again;
        game_play(&game, &rng);
        again = new_chart(game.rules);
        for (int64_t turn = 0; turn < game.turns; turn++) {
            replay(again, game.chart, turn);
            assert_same(text_copy(&game.dumps[turn + 1]), chart_dump(again), "replayed");
        }
        bship_chart_free(again);
        game_free(&game);
    }
}

Test(chart, copy_is_the_same_and_goes_its_own_way)
{
    static struct game game;
    bship_rng rng = rng_of(6);

    for (int i = 0; i < scaled(200); i++) {
        bship_chart *copy;
        int64_t turns;
        game_play(&game, &rng);
        copy = new_chart(game.rules);
        turns = between(&rng, 0, (int32_t)game.turns);
        assert_ok(bship_chart_truncate(game.chart, turns), "truncate");
        assert_ok(bship_chart_copy(copy, game.chart), "a copy");
        assert_same(chart_dump(game.chart), chart_dump(copy), "a copy");
        assert_ok(bship_chart_copy(copy, copy), "a copy of itself");
        assert_same(chart_dump(game.chart), chart_dump(copy), "a copy of itself");
        bship_chart_reset(game.chart);
        assert_same(text_copy(&game.dumps[turns]), chart_dump(copy), "the source went on");
        assert_ok(bship_chart_copy(copy, game.chart), "a copy of an empty chart");
        assert_same(text_copy(&game.dumps[0]), chart_dump(copy), "a copy of an empty chart");
        bship_chart_free(copy);
        game_free(&game);
    }
}

Test(chart, is_copied_between_equal_rules_only)
{
    bship_rules *rules = rules_from("board 5x5\nfleet 3\n");
    bship_rules *equal = rules_from("fleet 3\nboard 5x5\n");
    bship_rules *other = rules_from("board 5x5\nfleet 3\ncontact none\n");
    bship_chart *chart = new_chart(rules), *twin = new_chart(equal), *target = new_chart(other);
    bship_report miss = BSHIP_REPORT_INIT;
    struct text before = chart_dump(target);

    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 1 }, &miss, NULL), "a miss");
    assert_status(bship_chart_copy(target, chart), BSHIP_ERROR_RULES, "other rules");
    assert_same(before, chart_dump(target), "a refused copy changed the chart");
    assert_ok(bship_chart_copy(twin, chart), "equal rules");
    assert_same(chart_dump(chart), chart_dump(twin), "a copy under equal rules");
    bship_chart_free(chart);
    bship_chart_free(twin);
    bship_chart_free(target);
    bship_rules_unref(rules);
    bship_rules_unref(equal);
    bship_rules_unref(other);
}

Test(hash, of_a_prefix_never_changes_and_all_differ)
{
    static struct game game;
    bship_rng rng = rng_of(7);

    for (int i = 0; i < scaled(200); i++) {
        game_play(&game, &rng);
        for (int64_t turns = 0; turns <= game.turns; turns++) {
            cr_assert_eq(bship_chart_hash(game.chart, turns), game.hashes[turns], "after %d turns",
                         (int)turns);
            for (int64_t fewer = 0; fewer < turns; fewer++)
                cr_assert_neq(game.hashes[turns], game.hashes[fewer], "%d and %d turns", (int)turns,
                              (int)fewer);
        }
        cr_assert_eq(bship_chart_hash(game.chart, game.turns + 1), 0, "more turns than there are");
        cr_assert_eq(bship_chart_hash(game.chart, -1), 0, "fewer turns than none");
        game_free(&game);
    }
}

Test(hash, distinguishes_cells_reports_order_and_turns)
{
    static const bship_report miss = { BSHIP_RESULT_MISS, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_cell ab[] = { { 0, 0 }, { 1, 0 } }, ba[] = { { 1, 0 }, { 0, 0 } };
    const bship_report misses[] = { miss, miss }, mixed[] = { miss, hit };
    bship_rules *rules = rules_from("board 4x4\nfleet 3\nturn salvo 2\n");
    bship_chart *charts[5];

    for (int i = 0; i < 5; i++)
        charts[i] = new_chart(rules);
    assert_ok(bship_chart_record_turn(charts[0], ab, 2, misses, NULL), "a salvo");
    assert_ok(bship_chart_record_turn(charts[1], ba, 2, misses, NULL), "the other order");
    assert_ok(bship_chart_record_turn(charts[2], ab, 2, mixed, NULL), "other reports");
    assert_ok(bship_chart_record(charts[3], ab[0], &miss, NULL), "two turns");
    assert_ok(bship_chart_record(charts[3], ab[1], &miss, NULL), "two turns");
    assert_ok(bship_chart_record(charts[4], ab[0], &miss, NULL), "one shot");
    for (int i = 0; i < 5; i++)
        for (int j = 0; j < i; j++)
            cr_assert_neq(bship_chart_hash(charts[i], bship_chart_turns(charts[i])),
                          bship_chart_hash(charts[j], bship_chart_turns(charts[j])), "%d and %d", i,
                          j);
    cr_assert_eq(bship_chart_hash(charts[3], 1), bship_chart_hash(charts[4], 1), "one prefix");
    for (int i = 0; i < 5; i++)
        bship_chart_free(charts[i]);
    bship_rules_unref(rules);
}

Test(chart, queries_beyond_the_log_are_refused)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 3\n");
    bship_chart *chart = new_chart(rules);
    bship_report report = BSHIP_REPORT_INIT;
    bship_turn entry = BSHIP_TURN_INIT;
    bship_sinking sinking = BSHIP_SINKING_INIT;
    bship_total total = BSHIP_TOTAL_INIT;
    bship_cell cell;

    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &report, NULL), "a miss");
    for (int64_t i = -1; i <= 1; i += 2) {
        assert_status(bship_chart_turn(chart, i, &entry), BSHIP_ERROR_RANGE, "turn %d", (int)i);
        assert_status(bship_chart_shot(chart, i, &cell, &report), BSHIP_ERROR_RANGE, "shot %d",
                      (int)i);
        assert_status(bship_chart_total(chart, i, &total), BSHIP_ERROR_RANGE, "total %d", (int)i);
        assert_status(bship_chart_sinking(chart, (int32_t)i, &sinking), BSHIP_ERROR_RANGE,
                      "sinking %d", (int)i);
    }
    assert_status(bship_chart_total(chart, 0, &total), BSHIP_ERROR_RANGE, "a turn without total");
    assert_ok(bship_chart_shot(chart, 0, NULL, NULL), "nothing is wanted of a shot");
    cr_assert_eq(bship_chart_state_at(chart, (bship_cell){ 4, 0 }), BSHIP_CHART_STATE_BLOCKED,
                 "state");
    cr_assert_eq(bship_chart_hit_state_at(chart, (bship_cell){ -1, 0 }), BSHIP_HIT_STATE_NONE,
                 "state");
    cr_assert_eq(bship_chart_ships_afloat_of_class(chart, 0), 1, "the class of the fleet");
    cr_assert_eq(bship_chart_ships_afloat_of_class(chart, 1), 0, "a class that the fleet has not");
    cr_assert_eq(bship_chart_ships_afloat_of_class(chart, -1), 0, "no class");
    cr_assert_eq(bship_chart_ships_afloat_of_name(chart, 1), 0, "no ship");
    bship_chart_free(NULL);
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

Test(chart, grids_are_cut_to_the_buffer)
{
    bship_rules *rules = rules_from("board 5x4\nfleet 3\nblocked B2\n");
    bship_chart *chart = new_chart(rules);
    uint8_t part[24];

    cr_assert_eq(bship_chart_states(chart, NULL, 0), 20, "states without a buffer");
    cr_assert_eq(bship_chart_hit_states(chart, NULL, 0), 20, "states without a buffer");
    for (size_t capacity = 0; capacity <= sizeof part; capacity++) {
        size_t filled = capacity < 20 ? capacity : 20;
        memset(part, 0x55, sizeof part);
        cr_assert_eq(bship_chart_states(chart, part, capacity), 20, "the whole length");
        for (size_t i = 0; i < sizeof part; i++)
            cr_assert_eq(part[i],
                         i >= filled ? 0x55
                         : i == 6    ? BSHIP_CHART_STATE_BLOCKED
                                     : 0,
                         "state %zu of %zu", i, capacity);
        memset(part, 0x55, sizeof part);
        cr_assert_eq(bship_chart_hit_states(chart, part, capacity), 20, "the whole length");
        for (size_t i = 0; i < sizeof part; i++)
            cr_assert_eq(part[i], i >= filled ? 0x55 : 0, "state %zu of %zu", i, capacity);
    }
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* ---- what the last turn changed ---- */

enum {
    CHANGES_MAX = 100
};

/* Compares the changes with the cells that differ in a chart without the last turn. */
static void check_changes(const bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_chart *before = new_chart(rules);
    bship_cell changed[CHANGES_MAX];
    size_t count = bship_chart_changes(chart, changed, CHANGES_MAX), next = 0;

    assert_ok(bship_chart_copy(before, chart), "a copy");
    assert_ok(bship_chart_truncate(before, bship_chart_turns(chart) - 1), "one turn less");
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        if (bship_chart_state_at(before, cell) == bship_chart_state_at(chart, cell) &&
            bship_chart_hit_state_at(before, cell) == bship_chart_hit_state_at(chart, cell))
            continue;
        cr_assert(next < count && changed[next].x == cell.x && changed[next].y == cell.y,
                  "%d,%d is missing under\n%s", (int)cell.x, (int)cell.y, rules_text(rules));
        next++;
    }
    cr_assert_eq(next, count, "%zu changes, expected %zu under\n%s", count, next,
                 rules_text(rules));
    cr_assert_eq(bship_chart_changes(chart, NULL, 0), count, "without memory");
    bship_chart_free(before);
}

/* Checks the changes of a chart, and of those that are made otherwise than turn by turn. */
static void check_changes_of_copies(bship_chart *chart, bship_chart *other, bship_rng *rng)
{
    int64_t turns = bship_chart_turns(chart);
    int64_t kept = between(rng, 1, (int32_t)turns);

    check_changes(chart);
    assert_ok(bship_chart_copy(other, chart), "a copy");
    check_changes(other);
    assert_ok(bship_chart_truncate(other, turns), "all turns are kept");
    check_changes(other);
    assert_ok(bship_chart_truncate(other, kept), "some turns are kept");
    check_changes(other);
    bship_chart_reset(other);
    cr_assert_eq(bship_chart_changes(other, NULL, 0), 0, "no turn");
}

Test(chart, changes_are_the_cells_that_differ_from_the_turn_before)
{
    static const struct shape shape = { .width = 9, .height = 9, .ships = 6, .blocked = 6 };
    bship_rng rng = rng_of(31);

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules), *other = new_chart(rules);
        cr_assert_eq(bship_chart_changes(chart, NULL, 0), 0, "no turn yet");
        while (fire_at_random(board, chart, &rng) > 0)
            check_changes_of_copies(chart, other, &rng);
        bship_chart_free(chart);
        bship_chart_free(other);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
}

Test(chart, changes_tell_what_a_sinking_reveals_and_settles)
{
    bship_rules *rules = rules_from("board 4x3\nfleet 2 1\ncontact none\nreveal-water yes\n");
    bship_chart *chart = new_chart(rules);
    static const bship_report hit = { BSHIP_RESULT_HIT, -1, 0, 0, 0, 0, 0, 0 };
    static const bship_report sunk = { BSHIP_RESULT_SUNK, -1, 2, 0, 0, 0, 0, 0 };
    bship_cell cells[12] = { { 9, 9 } };

    assert_ok(bship_chart_record(chart, (bship_cell){ 1, 0 }, &hit, NULL), "a hit");
    cr_assert_eq(bship_chart_changes(chart, cells, 12), 1, "the hit");
    cr_assert(cells[0].x == 1 && cells[0].y == 0, "the hit");
    assert_ok(bship_chart_record(chart, (bship_cell){ 0, 0 }, &sunk, NULL), "a sinking");
    cells[2] = (bship_cell){ 9, 9 };
    cr_assert_eq(bship_chart_changes(chart, cells, 2), 6, "two cells and the water around them");
    cr_assert(cells[0].x == 0 && cells[1].x == 1 && cells[1].y == 0, "the ship");
    cr_assert_eq(cells[2].x, 9, "no more than there is room for");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}

/* Marks the cells of the ship at a shot, if that ship has sunk. */
static void mark_sunk(const bship_board *board, bship_cell shot, bool *is_marked)
{
    const bship_rules *rules = bship_board_rules(board);
    int32_t ship = bship_board_ship_at(board, shot);
    bship_placement placement;
    bship_cell cells[CHANGES_MAX];

    if (ship < 0 ||
        bship_board_hits_of_ship(board, ship) < bship_fleet_length(bship_rules_fleet(rules), ship))
        return;
    assert_ok(bship_board_placement(board, ship, &placement), "a placement");
    size_t count = bship_rules_placement_cells(rules, placement, cells, CHANGES_MAX);
    for (size_t i = 0; i < count; i++)
        is_marked[cells[i].y * bship_rules_width(rules) + cells[i].x] = true;
}

/* Whoever redraws only the cells that are named in board.h misses no cell of the own grid. Returns
   how many cells the changes of the chart alone would have missed. */
static int check_own_grid(const bship_board *board, const bship_chart *chart, const uint8_t *before)
{
    const bship_rules *rules = bship_board_rules(board);
    bool is_marked[CHANGES_MAX] = { false }, is_sunk[CHANGES_MAX] = { false };
    bship_cell cells[CHANGES_MAX];
    uint8_t states[CHANGES_MAX];
    int64_t shots = bship_chart_shots(chart);
    bship_turn turn = BSHIP_TURN_INIT;
    int missed = 0;

    size_t count = bship_chart_changes(chart, cells, CHANGES_MAX);
    for (size_t i = 0; i < count; i++)
        is_marked[cells[i].y * bship_rules_width(rules) + cells[i].x] = true;
    assert_ok(bship_chart_turn(chart, bship_chart_turns(chart) - 1, &turn), "the last turn");
    for (int64_t shot = turn.first_shot; shot < shots; shot++) {
        bship_cell cell;
        assert_ok(bship_chart_shot(chart, shot, &cell, NULL), "a shot");
        mark_sunk(board, cell, is_sunk);
    }
    bship_board_states(board, states, CHANGES_MAX);
    for (int32_t i = 0; i < cell_count(rules); i++) {
        cr_assert(states[i] == before[i] || is_marked[i] || is_sunk[i], "cell %d under\n%s", (int)i,
                  rules_text(rules));
        missed += states[i] != before[i] && !is_marked[i];
    }
    return missed;
}

Test(chart, changes_and_the_ships_that_sank_are_what_changes_of_the_own_grid)
{
    static const struct shape shape = { .width = 9, .height = 9, .ships = 6, .blocked = 6 };
    bship_rng rng = rng_of(32);
    int missed = 0;

    for (int i = 0; i < scaled(300); i++) {
        bship_rules *rules = random_rules(&rng, &shape);
        bship_board *board = random_board(rules, &rng);
        bship_chart *chart = new_chart(rules);
        uint8_t before[CHANGES_MAX];
        bship_board_states(board, before, CHANGES_MAX);
        while (fire_at_random(board, chart, &rng) > 0) {
            missed += check_own_grid(board, chart, before);
            bship_board_states(board, before, CHANGES_MAX);
        }
        bship_chart_free(chart);
        bship_board_free(board);
        bship_rules_unref(rules);
    }
    cr_assert_gt(missed, 0, "the changes alone suffice");
}

/* The answer depends on the log alone: after an undo it is that of the turn before. */
Test(chart, changes_after_an_undo_are_those_of_the_turn_that_is_then_the_last)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\n");
    bship_chart *chart = new_chart(rules);
    bship_report miss = BSHIP_REPORT_INIT;
    bship_cell first = { 1, 2 }, second = { 3, 0 }, changed;

    assert_ok(bship_chart_record(chart, first, &miss, NULL), "a turn");
    assert_ok(bship_chart_record(chart, second, &miss, NULL), "another");
    cr_assert_eq(bship_chart_changes(chart, &changed, 1), 1, "one cell");
    cr_assert(memcmp(&changed, &second, sizeof changed) == 0, "that of the last turn");
    assert_ok(bship_chart_truncate(chart, 1), "an undo");
    cr_assert_eq(bship_chart_changes(chart, &changed, 1), 1, "one cell");
    cr_assert(memcmp(&changed, &first, sizeof changed) == 0, "that of the turn before");
    assert_ok(bship_chart_truncate(chart, 0), "another undo");
    cr_assert_eq(bship_chart_changes(chart, &changed, 1), 0, "no turn");
    bship_chart_free(chart);
    bship_rules_unref(rules);
}
