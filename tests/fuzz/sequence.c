/*
 * The fuzz body of sequences of calls: the bytes are read as calls on a few objects - a board, two
 * charts, a game, a record, a posterior and an AI of one set of rules on a small board - with right
 * and wrong arguments, while allocations fail where the bytes say so. It checks what
 * battleship/status.h promises: after a refusal nothing has changed. And that no memory leaks, no
 * block is freed with a wrong size, and an AI fires at the same cell if it is asked again.
 */
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>
#include <battleship/experimental/hash.h>

#include "fuzz.h"

enum {
    CALLS_MAX = 24,
    CELLS_MAX = 25, /* of a board */
    SHIPS_MAX = 6,
    SHOTS_MAX = 6, /* of a call */
    LOG_MAX = 256, /* shots of a log that are compared */
    TEXT_SIZE = 8192
};

static const char *const rule_lines[] = {
    "board 4x4\nfleet 2 2\n",
    "board 4x4\nfleet 3 2 1\ncontact none\nreveal-water yes\n",
    "board 5x3\nfleet A:2 B:2 1\ndisclosure ship\nrepeat wasted\n",
    "board 4x4\nblocked B2\nfleet 3 2\nturn again-on-hit\n",
    "board 4x4\nfleet 2 2 1\nturn salvo 3\n",
    "board 4x4\nfleet 2 2 1\nturn salvo-afloat\nsalvo-report total\n",
    "board 5x4\nfleet P:2 Q:2\nturn salvo 2\nsalvo-report total\ndisclosure every-hit\n",
    "board 4x3\nfleet 2 1\ndisclosure hit\nending equal-turns\nfirst a\n",
    "board 3x3\nfleet 3 3\ncontact no-sides\nrepeat wasted\n",
    "board 4x4\nfleet 2 2 2\nturn salvo 2\nsalvo-report total\ndisclosure hit\n",
    "board 4x4\nfleet 3 2 1\nturn again-on-hit\nreveal-ship yes\n",
    "board 4x4\nfleet A:2 B:2\nturn salvo 2\ndisclosure every-hit\nreveal-ship yes\n",
    "board 4x4\nfleet 3 2\nhead-start 2\nending equal-turns\n",
};

static const char *const strategies[] = { "hunt",     "stalker",   "density",
                                          "capacity", "posterior", "search" };

_Thread_local int64_t sequence_calls;

/* ---- bytes ---- */

struct input {
    const uint8_t *data;
    size_t size;
};

/* The next byte; 0 at the end. */
static int byte(struct input *input)
{
    if (input->size == 0)
        return 0;
    input->size--;
    return *input->data++;
}

/* A number below a bound. */
static int below(struct input *input, int bound)
{
    return byte(input) % bound;
}

/* ---- memory ---- */

/* Blocks carry their size; the allocation that comes after `left` others fails. */
struct memory {
    long left; /* negative: none fails */
    long blocks;
};

union header {
    size_t size;
    max_align_t align;
};

static bool fails(struct memory *memory)
{
    return memory->left >= 0 && memory->left-- == 0;
}

static void *take(size_t size, void *user)
{
    struct memory *memory = user;
    union header *block = fails(memory) ? NULL : malloc(sizeof *block + size);
    if (!block)
        return NULL;
    block->size = size;
    memory->blocks++;
    return block + 1;
}

/* Aborts if a property does not hold, so that the fuzzer notices; says which. */
static void must(bool holds, const char *format, ...) __attribute__((format(printf, 2, 3)));

static void must(bool holds, const char *format, ...)
{
    va_list values;
    if (holds)
        return;
    va_start(values, format);
    vfprintf(stderr, format, values);
    va_end(values);
    fputc('\n', stderr);
    abort();
}

static void *resize(void *old, size_t old_size, size_t size, void *user)
{
    union header *block = (union header *)old - 1;
    must(block->size == old_size, "a block of %zu bytes is resized as one of %zu", block->size,
         old_size);
    union header *moved = fails(user) ? NULL : realloc(block, sizeof *block + size);
    if (!moved)
        return NULL;
    moved->size = size;
    return moved + 1;
}

static void give(void *old, size_t size, void *user)
{
    struct memory *memory = user;
    union header *block = (union header *)old - 1;
    must(block->size == size, "a block of %zu bytes is freed as one of %zu", block->size, size);
    memory->blocks--;
    free(block);
}

/* ---- the objects ---- */

enum object {
    BOARD,
    CHART,
    SPARE_CHART,
    GAME,
    RECORD,
    POSTERIOR,
    OBJECTS
};

static const char *const object_names[OBJECTS] = { "the board", "the chart",  "the spare chart",
                                                   "the game",  "the record", "the posterior" };

struct world {
    struct input input;
    struct memory memory;
    bship_rules *rules;
    bship_board *board;
    bship_chart *charts[2];
    bship_game *game;
    bship_record *record;
    bship_posterior *posterior;
    bship_ai *ai;          /* used by no game */
    bship_ai *game_ais[2]; /* NULL: none */
    bship_rng rng;
    bship_error error;
    uint64_t snapshots[OBJECTS];
};

/* ---- snapshots: the results of the queries of an object, hashed by FNV-1a ---- */

static void add(uint64_t *hash, const void *bytes, size_t count)
{
    const uint8_t *at = bytes;
    for (size_t i = 0; i < count; i++)
        *hash = (*hash ^ at[i]) * UINT64_C(0x100000001b3);
}

static void add_number(uint64_t *hash, int64_t number)
{
    add(hash, &number, sizeof number);
}

static void add_board(uint64_t *hash, const bship_board *board)
{
    uint8_t states[CELLS_MAX];
    bship_placement layout[SHIPS_MAX];
    if (!board)
        return;
    add(hash, states, bship_board_states(board, states, CELLS_MAX));
    add(hash, layout, bship_board_layout(board, layout, SHIPS_MAX) * sizeof *layout);
    add_number(hash, bship_board_shots(board));
    add_number(hash, bship_board_ships_afloat(board));
    add_number(hash, bship_board_is_complete(board));
}

static void add_total(uint64_t *hash, const bship_chart *chart, int64_t turn)
{
    int32_t sunk_of[SHIPS_MAX] = { 0 }, hits_of[SHIPS_MAX] = { 0 };
    bship_total total = { sizeof total, 0, -1, sunk_of, hits_of, SHIPS_MAX };
    if (bship_chart_total(chart, turn, &total))
        return;
    add_number(hash, total.hits);
    add_number(hash, total.sunk);
    add(hash, sunk_of, sizeof sunk_of);
    add(hash, hits_of, sizeof hits_of);
}

static void add_log(uint64_t *hash, const bship_chart *chart)
{
    for (int64_t i = 0; i < bship_chart_turns(chart) && i < LOG_MAX; i++) {
        bship_turn turn = BSHIP_TURN_INIT;
        must(!bship_chart_turn(chart, i, &turn), "no turn %d", (int)i);
        add(hash, &turn, sizeof turn);
        add_total(hash, chart, i);
    }
    for (int64_t i = 0; i < bship_chart_shots(chart) && i < LOG_MAX; i++) {
        bship_report report = BSHIP_REPORT_INIT;
        bship_cell cell;
        must(!bship_chart_shot(chart, i, &cell, &report), "no shot %d", (int)i);
        add(hash, &cell, sizeof cell);
        add(hash, &report, sizeof report);
    }
}

static void add_chart(uint64_t *hash, const bship_chart *chart)
{
    uint8_t states[CELLS_MAX];
    bship_cell changes[CELLS_MAX];
    if (!chart)
        return;
    add(hash, states, bship_chart_states(chart, states, CELLS_MAX));
    add(hash, states, bship_chart_hit_states(chart, states, CELLS_MAX));
    add(hash, changes, bship_chart_changes(chart, changes, CELLS_MAX) * sizeof *changes);
    add_number(hash, bship_chart_turns(chart));
    add_number(hash, bship_chart_shots(chart));
    add_number(hash, (int64_t)bship_chart_hash(chart, bship_chart_turns(chart)));
    add_number(hash, bship_chart_ships_afloat(chart));
    add_number(hash, bship_chart_is_defeated(chart));
    add_log(hash, chart);
    for (int32_t i = 0; i < bship_chart_sinkings(chart); i++) {
        bship_sinking sinking = BSHIP_SINKING_INIT;
        must(!bship_chart_sinking(chart, i, &sinking), "no sinking %d", (int)i);
        add(hash, &sinking, sizeof sinking);
    }
}

static void add_game(uint64_t *hash, const bship_game *game)
{
    bship_cell cells[CELLS_MAX];
    int32_t numbers[] = { bship_game_phase(game),          bship_game_to_move(game),
                          bship_game_began(game),          bship_game_shots_due(game),
                          (int32_t)bship_game_round(game), bship_game_outcome(game),
                          bship_game_end_reason(game) };
    add(hash, numbers, sizeof numbers);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        add_number(hash, (int64_t)(intptr_t)bship_game_ai(game, side));
        add_board(hash, bship_game_board(game, side));
        add_chart(hash, bship_game_chart(game, side));
    }
    add(hash, cells, bship_game_pending(game, cells, CELLS_MAX) * sizeof *cells);
    for (int64_t i = 0; i < bship_game_log_length(game) && i < LOG_MAX; i++) {
        bship_game_entry entry = BSHIP_GAME_ENTRY_INIT;
        must(!bship_game_log_entry(game, i, &entry), "no entry %d", (int)i);
        add(hash, &entry, sizeof entry);
    }
}

static void add_record(uint64_t *hash, const bship_record *record)
{
    char text[TEXT_SIZE];
    size_t length = bship_record_format(record, text, sizeof text);
    add(hash, text, length < sizeof text ? length : sizeof text);
    add_number(hash, bship_record_is_game(record));
}

/* Its work depends on earlier charts, and is not compared. */
static void add_posterior(uint64_t *hash, const bship_posterior *posterior)
{
    double grid[CELLS_MAX];
    char text[64];
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    if (bship_posterior_describe(posterior, &info))
        return;
    add_number(hash, info.method);
    add(hash, &info.layouts, sizeof info.layouts);
    add(hash, text, bship_posterior_format_layouts(posterior, text, sizeof text));
    add(hash, grid, bship_posterior_occupancy(posterior, grid, CELLS_MAX) * sizeof *grid);
    add(hash, grid, bship_posterior_standard_error(posterior, grid, CELLS_MAX) * sizeof *grid);
}

static uint64_t snapshot(const struct world *w, enum object object)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    switch (object) {
    case BOARD:
        add_board(&hash, w->board);
        break;
    case CHART:
    case SPARE_CHART:
        add_chart(&hash, w->charts[object - CHART]);
        break;
    case GAME:
        add_game(&hash, w->game);
        break;
    case RECORD:
        add_record(&hash, w->record);
        break;
    default:
        add_posterior(&hash, w->posterior);
    }
    return hash;
}

/* ---- arguments: often right, now and then absurd ---- */

static bship_cell any_cell(struct world *w)
{
    static const int32_t absurd[] = { -1, 5, INT32_MAX, INT32_MIN };
    int value = byte(&w->input);
    bship_cell cell = { value % 5, value / 5 % 5 };
    if (value >= 240)
        cell.x = absurd[value % 4];
    return cell;
}

static bship_placement any_placement(struct world *w, int32_t ship)
{
    bship_cell cell = any_cell(w);
    int value = byte(&w->input);
    return (bship_placement){ value >= 240 ? value - 243 : ship, cell.x, cell.y,
                              value >= 230 ? value : value % 2 };
}

/* Placements of a whole fleet; returns how many, at times too few or too many. */
static size_t any_layout(struct world *w, bship_placement layout[SHIPS_MAX])
{
    int32_t ships = bship_fleet_count(bship_rules_fleet(w->rules));
    for (int32_t i = 0; i < SHIPS_MAX; i++)
        layout[i] = i < ships ? any_placement(w, i) : (bship_placement){ i, 0, 0, 0 };
    int value = byte(&w->input);
    return value >= 240 ? (size_t)(value % (SHIPS_MAX + 1)) : (size_t)ships;
}

/* A layout that is legal, unless no memory or no luck is left. */
static size_t good_layout(struct world *w, bship_placement layout[SHIPS_MAX])
{
    bship_board *board = NULL;
    size_t count = 0;
    if (!bship_board_new(&board, w->rules, NULL, NULL) &&
        !bship_board_place_random(board, &w->rng, NULL, NULL))
        count = bship_board_layout(board, layout, SHIPS_MAX);
    bship_board_free(board);
    return count;
}

static size_t some_layout(struct world *w, bship_placement layout[SHIPS_MAX])
{
    return below(&w->input, 2) ? good_layout(w, layout) : any_layout(w, layout);
}

static bship_report any_report(struct world *w)
{
    bship_report report = BSHIP_REPORT_INIT;
    int value = byte(&w->input);
    report.result = value % 4;
    if (report.result == BSHIP_RESULT_SUNK)
        report.length = 1 + value / 4 % 3;
    if (value / 12 % 4 == 1)
        report.ship = value / 48 - 1;
    if (value >= 250)
        report.result = value;
    if (report.length > 0 && bship_rules_get(w->rules, BSHIP_RULE_REVEAL_SHIP) > 0) {
        value = byte(&w->input);
        report.is_shown = value < 250;
        report.x = value % 5;
        report.y = value / 5 % 5;
        report.orientation = value / 25 % 2;
    }
    return report;
}

/* Cells to fire at: as many as are due, or not. */
static size_t any_cells(struct world *w, int32_t due, bship_cell cells[SHOTS_MAX])
{
    int value = byte(&w->input);
    size_t count = value >= 200 || due > SHOTS_MAX ? (size_t)value % (SHOTS_MAX + 1) : (size_t)due;
    for (size_t i = 0; i < count; i++)
        cells[i] = any_cell(w);
    return count;
}

struct numbers {
    int32_t sunk_of[CELLS_MAX], hits_of[CELLS_MAX];
};

static bship_total any_total(struct world *w, struct numbers *numbers)
{
    memset(numbers, 0, sizeof *numbers);
    bship_total total = { sizeof total,     below(&w->input, 5), below(&w->input, 5) - 1,
                          numbers->sunk_of, numbers->hits_of,    SHIPS_MAX };
    numbers->sunk_of[below(&w->input, SHIPS_MAX)] = below(&w->input, 4) - 1;
    numbers->hits_of[below(&w->input, SHIPS_MAX)] = below(&w->input, 4) - 1;
    if (byte(&w->input) >= 250)
        total.size = (size_t)byte(&w->input) % sizeof total;
    return total;
}

static int32_t any_side(struct world *w)
{
    int value = byte(&w->input);
    return value >= 240 ? value - 242 : BSHIP_SIDE_A + value % 2;
}

static bship_chart *any_chart(struct world *w)
{
    return w->charts[below(&w->input, 2)];
}

static bship_draw_options draw_options(struct world *w)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    options.work_limit = byte(&w->input) - 10;
    return options;
}

static bship_aim_options aim_options(struct world *w)
{
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    options.work_limit = 200 * byte(&w->input) - 200;
    return options;
}

/* ---- calls on boards ---- */

static bship_status place(struct world *w)
{
    bship_placement placement = any_placement(w, below(&w->input, SHIPS_MAX));
    bship_status expected = bship_board_check_place(w->board, placement);
    bship_status status = bship_board_place(w->board, placement);
    must(status == expected, "a placement: %d, but %d", (int)expected, (int)status);
    return status;
}

static bship_status place_layout(struct world *w)
{
    bship_placement layout[SHIPS_MAX];
    size_t count = some_layout(w, layout);
    return bship_board_place_layout(w->board, layout, count, &w->error);
}

static bship_status place_random(struct world *w)
{
    bship_draw_options options = draw_options(w);
    return bship_board_place_random(w->board, &w->rng, &options, NULL);
}

static bship_status place_missing(struct world *w)
{
    bship_draw_options options = draw_options(w);
    return bship_board_place_missing(w->board, &w->rng, &options, NULL);
}

static bship_status remove_ship(struct world *w)
{
    return bship_board_remove(w->board, byte(&w->input) % (SHIPS_MAX + 2) - 1);
}

static bship_status clear(struct world *w)
{
    if (below(&w->input, 2))
        bship_board_clear(w->board);
    else
        bship_board_clear_shots(w->board);
    return BSHIP_OK;
}

static bship_status copy_board(struct world *w)
{
    return bship_board_copy(w->board, bship_game_board(w->game, any_side(w)));
}

static bship_status board_fire(struct world *w)
{
    bship_report report = BSHIP_REPORT_INIT;
    bship_cell cell = any_cell(w);
    bship_status expected = bship_board_check_fire(w->board, cell);
    bship_status status = bship_board_fire(w->board, cell, &report, NULL);
    must(status == expected || status == BSHIP_ERROR_REPORT, "a shot: %d, but %d", (int)expected,
         (int)status);
    return status;
}

static bship_status board_fire_salvo(struct world *w)
{
    bship_cell cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    size_t fired = 0, count = any_cells(w, bship_rules_number(w->rules, BSHIP_RULE_TURN), cells);
    return bship_board_fire_salvo(w->board, cells, count, reports, &fired, &w->error);
}

static bship_status board_fire_total(struct world *w)
{
    bship_cell cells[SHOTS_MAX];
    struct numbers numbers;
    bship_total total = any_total(w, &numbers);
    size_t fired = 0, count = any_cells(w, bship_rules_number(w->rules, BSHIP_RULE_TURN), cells);
    return bship_board_fire_total(w->board, cells, count, &total, &fired, &w->error);
}

/* ---- calls on charts ---- */

static bship_status record_shot(struct world *w)
{
    bship_report report = any_report(w);
    return bship_chart_record(w->charts[0], any_cell(w), &report, NULL);
}

static bship_status record_turn(struct world *w)
{
    bship_cell cells[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    size_t count = any_cells(w, bship_rules_number(w->rules, BSHIP_RULE_TURN), cells);
    for (size_t i = 0; i < count; i++)
        reports[i] = any_report(w);
    return bship_chart_record_turn(w->charts[0], cells, count, reports, &w->error);
}

static bship_status record_total(struct world *w)
{
    bship_cell cells[SHOTS_MAX];
    struct numbers numbers;
    bship_total total = any_total(w, &numbers);
    size_t count = any_cells(w, 2, cells);
    return bship_chart_record_total(w->charts[0], cells, count, &total, &w->error);
}

static bship_status truncate_chart(struct world *w)
{
    return bship_chart_truncate(w->charts[0], byte(&w->input) % 20 - 1);
}

static bship_status reset_chart(struct world *w)
{
    bship_chart_reset(w->charts[0]);
    return BSHIP_OK;
}

static bship_status copy_from_spare(struct world *w)
{
    return bship_chart_copy(w->charts[0], w->charts[1]);
}

static bship_status copy_from_game(struct world *w)
{
    return bship_chart_copy(w->charts[1], bship_game_chart(w->game, any_side(w)));
}

static bship_status check_layout(struct world *w)
{
    bship_placement layout[SHIPS_MAX];
    size_t count = some_layout(w, layout);
    return bship_chart_check_layout(any_chart(w), layout, count, &w->error);
}

/* ---- calls on posteriors ---- */

/* After a failure it is empty. */
static bship_status update(struct world *w)
{
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_status status = bship_posterior_update(w->posterior, any_chart(w), &w->error);
    must(!status || (bship_posterior_occupancy(w->posterior, NULL, 0) == 0 &&
                     bship_posterior_describe(w->posterior, &info) == BSHIP_ERROR_UNSUPPORTED),
         "a posterior has results after a failure");
    return status;
}

static bship_status sample(struct world *w)
{
    bship_placement layout[SHIPS_MAX];
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(w->rules));
    return bship_posterior_sample(w->posterior, &w->rng, layout,
                                  byte(&w->input) >= 240 ? ships - 1 : ships);
}

static bship_status check(struct world *w)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    options.method = byte(&w->input) % 8 - 1;
    options.work_limit = 200 * byte(&w->input) + 1;
    return bship_posterior_check(any_chart(w), &options, &w->error);
}

static bship_status forecast(struct world *w)
{
    bship_forecast out = BSHIP_FORECAST_INIT;
    return bship_posterior_forecast(w->posterior, any_cell(w), &out);
}

/* ---- calls on AIs ---- */

/* The same chart gives the same cell, whatever has failed in between. */
static bship_status aim(struct world *w)
{
    bship_aim_options options = aim_options(w);
    const bship_chart *chart = any_chart(w);
    bship_cell cell = { -1, -1 }, again = { -1, -1 };
    bship_status status = bship_ai_aim(w->ai, chart, &options, &cell);
    must(status || bship_chart_state_at(chart, cell) == BSHIP_CHART_STATE_UNKNOWN,
         "an aim at %d,%d, which is known", (int)cell.x, (int)cell.y);
    must(!status || cell.x == -1, "a failed aim has written a cell");
    if (!status && !bship_ai_aim(w->ai, chart, &options, &again))
        must(cell.x == again.x && cell.y == again.y, "two aims: %d,%d and %d,%d", (int)cell.x,
             (int)cell.y, (int)again.x, (int)again.y);
    return status;
}

static bship_status aim_salvo(struct world *w)
{
    bship_aim_options options = aim_options(w);
    bship_cell cells[SHOTS_MAX];
    return bship_ai_aim_salvo(w->ai, any_chart(w), &options, cells,
                              (size_t)below(&w->input, SHOTS_MAX + 1));
}

static bship_status scores(struct world *w)
{
    bship_aim_options options = aim_options(w);
    double grid[CELLS_MAX];
    return bship_ai_scores(w->ai, any_chart(w), &options, grid, CELLS_MAX);
}

static bship_status ai_place(struct world *w)
{
    return bship_ai_place(w->ai, &w->rng, NULL, w->board, NULL);
}

/* ---- calls on games ---- */

/* Gives a side an AI of the game's, which may be the other side's, or none. */
static bship_status set_ai(struct world *w)
{
    int choice = below(&w->input, 3);
    bship_ai *ai = choice < 2 ? w->game_ais[choice] : NULL;
    int32_t side = any_side(w);
    bship_ai *before = bship_game_ai(w->game, side);
    bship_status status = bship_game_set_ai(w->game, side, ai, &w->error);
    must(bship_game_ai(w->game, side) == (status ? before : ai), "the AI of a side is another one");
    return status;
}

static bship_status set_board(struct world *w)
{
    return bship_game_set_board(w->game, any_side(w), w->board, &w->error);
}

static bship_status game_place_random(struct world *w)
{
    bship_draw_options options = draw_options(w);
    return bship_game_place_random(w->game, any_side(w), &options, NULL, NULL);
}

static bship_status start(struct world *w)
{
    return bship_game_start(w->game, NULL);
}

static bship_status game_fire(struct world *w)
{
    return bship_game_fire(w->game, any_cell(w), NULL, NULL);
}

static bship_status game_fire_salvo(struct world *w)
{
    bship_cell cells[SHOTS_MAX];
    size_t count = any_cells(w, bship_game_shots_due(w->game), cells);
    return bship_game_fire_salvo(w->game, cells, count, &w->error);
}

static bship_status step(struct world *w)
{
    bship_aim_options options = aim_options(w);
    return bship_game_step(w->game, &options, NULL, NULL);
}

static bship_status game_report(struct world *w)
{
    bship_report reports[CELLS_MAX];
    size_t count = bship_game_pending(w->game, NULL, 0);
    for (size_t i = 0; i < CELLS_MAX; i++)
        reports[i] = i < count ? any_report(w) : (bship_report)BSHIP_REPORT_INIT;
    if (byte(&w->input) >= 240)
        count = (size_t)below(&w->input, CELLS_MAX);
    return bship_game_report(w->game, reports, count < CELLS_MAX ? count : CELLS_MAX, &w->error);
}

static bship_status game_report_total(struct world *w)
{
    struct numbers numbers;
    bship_total total = any_total(w, &numbers);
    size_t count = bship_game_pending(w->game, NULL, 0);
    return bship_game_report_total(w->game, &total, byte(&w->input) >= 240 ? count + 1 : count,
                                   &w->error);
}

static bship_status undo(struct world *w)
{
    return bship_game_undo(w->game);
}

static bship_status resign(struct world *w)
{
    return bship_game_resign(w->game, any_side(w));
}

static bship_status abandon(struct world *w)
{
    return bship_game_abandon(w->game);
}

static bship_status claim(struct world *w)
{
    return bship_game_claim_contradiction(w->game);
}

static bship_status claim_unrevealed(struct world *w)
{
    return bship_game_claim_unrevealed(w->game, any_side(w));
}

/* A layout that contradicts the reports ends the game otherwise: no change for other refusals. */
static bship_status reveal(struct world *w)
{
    bship_placement layout[SHIPS_MAX];
    size_t count = some_layout(w, layout);
    bship_status status = bship_game_reveal(w->game, any_side(w), layout, count, &w->error);
    if (status == BSHIP_ERROR_CONTRADICTION)
        w->snapshots[GAME] = snapshot(w, GAME);
    return status;
}

static bship_status reset_game(struct world *w)
{
    bship_game_reset(w->game, (uint64_t)byte(&w->input), (uint64_t)byte(&w->input));
    return BSHIP_OK;
}

/* ---- calls on records ---- */

/* Replaces the record by one that was made. */
static bship_status keep_record(struct world *w, bship_status status, bship_record *made)
{
    must((!status) == (made != NULL), "a record was made by a call that failed");
    if (status)
        return status;
    bship_record_free(w->record);
    w->record = made;
    return BSHIP_OK;
}

static bship_status record_of_game(struct world *w)
{
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    bship_record *made = NULL;
    int value = byte(&w->input);
    options.layouts = value & 1;
    options.seeds = value >> 1 & 1;
    options.settings = value >> 2 & 1;
    options.view = value / 8 % 4;
    bship_status status = bship_record_new_game(&made, w->game, &options, &w->error);
    return keep_record(w, status, made);
}

static bship_status record_of_chart(struct world *w)
{
    bship_record *made = NULL;
    int32_t side = any_side(w);
    bship_status status = bship_record_new_chart(&made, any_chart(w), side, NULL);
    return keep_record(w, status, made);
}

/* Reads the record's own text, perhaps with a byte that was changed. */
static bship_status parse_record(struct world *w)
{
    char text[TEXT_SIZE];
    bship_record_options options = BSHIP_RECORD_OPTIONS_INIT;
    bship_record *made = NULL;
    size_t length = bship_record_format(w->record, text, sizeof text);
    int changed = byte(&w->input);
    options.allocator = (bship_allocator){ take, resize, give, &w->memory };
    if (length >= sizeof text)
        return BSHIP_OK;
    if (changed > 0)
        text[(size_t)changed * 7 % length] = (char)byte(&w->input);
    bship_status status = bship_record_parse(&made, text, length, &options, &w->error);
    must(changed > 0 || !status || status == BSHIP_ERROR_MEMORY, "a record cannot be read: %s",
         w->error.text);
    /* Other rules would not fit the other objects. */
    if (status || !bship_rules_equal(bship_record_rules(made), w->rules)) {
        bship_record_free(made);
        return status ? status : BSHIP_OK;
    }
    return keep_record(w, status, made);
}

static bship_status set_fact(struct world *w)
{
    static const char *const texts[] = { "a",        "b",          "name \"x",   "7",
                                         "hunt",     "2024-02-29", "2023-02-29", "a resigned",
                                         "remote",   "complete",   "known",      NULL,
                                         "balanced", "1.5",        "draw",       "" };
    int32_t fact = byte(&w->input) % 24 - 1;
    return bship_record_set(w->record, fact, below(&w->input, 4) - 1, texts[below(&w->input, 16)],
                            &w->error);
}

static bship_status add_extra(struct world *w)
{
    static const char *const lines[] = { "x-a b", "y", "x-\n", "", "# x", "optional-until a 1" };
    return bship_record_add_extra(w->record, lines[below(&w->input, 6)], &w->error);
}

static bship_status set_layout(struct world *w)
{
    bship_placement layout[SHIPS_MAX];
    size_t count = some_layout(w, layout);
    return bship_record_set_layout(w->record, any_side(w), layout, count, &w->error);
}

static bship_status to_board(struct world *w)
{
    return bship_record_to_board(w->record, any_side(w), w->board);
}

static bship_status to_chart(struct world *w)
{
    return bship_record_to_chart(w->record, any_side(w), w->charts[0], &w->error);
}

/* The game is reset if memory runs out, or by a contradiction. */
static bship_status to_game(struct world *w)
{
    bship_status status = bship_record_to_game(w->record, w->game, &w->error);
    if (status == BSHIP_ERROR_MEMORY || status == BSHIP_ERROR_CONTRADICTION) {
        must(bship_game_phase(w->game) == BSHIP_PHASE_PLACING, "a game was left half restored");
        w->snapshots[GAME] = snapshot(w, GAME);
    }
    return status;
}

/* Writes the whole record of a game; its length, or 0 if memory has run out. */
static size_t save(struct world *w, const bship_game *game, char text[TEXT_SIZE])
{
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    bship_record *record = NULL;
    bship_status status = bship_record_new_game(&record, game, &options, &w->error);
    size_t length = bship_record_format(record, text, TEXT_SIZE);
    must(!status || status == BSHIP_ERROR_MEMORY, "a game cannot be saved");
    bship_record_free(record);
    return length;
}

/* The game as it is restored from its own record has the same record. */
static bship_status restore_saved(struct world *w)
{
    char before[TEXT_SIZE], after[TEXT_SIZE];
    bship_record_game_options options = BSHIP_RECORD_GAME_OPTIONS_SAVE;
    bship_record *record = NULL;
    bship_game *game = NULL;
    bship_status status = bship_record_new_game(&record, w->game, &options, &w->error);
    if (!status)
        status = bship_game_restore(&game, record, NULL, &w->error);
    bship_record_free(record);
    must(!status || status == BSHIP_ERROR_MEMORY, "a saved game is refused: %s", w->error.text);
    size_t length = status ? 0 : save(w, w->game, before);
    if (length > 0 && save(w, game, after) > 0)
        must(strcmp(before, after) == 0, "restored:\n%s\nsaved:\n%s", after, before);
    bship_game_free(game);
    return status;
}

/* Any record; what cannot be restored leaves nothing. */
static bship_status restore(struct world *w)
{
    bship_game *game = NULL;
    bship_status status = bship_game_restore(&game, w->record, NULL, &w->error);
    must((!status) == (game != NULL), "a game was made by a call that failed");
    bship_game_free(game);
    return status;
}

static bship_status to_options(struct world *w)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_ai_options ai_options = BSHIP_AI_OPTIONS_INIT;
    const char *strategy = NULL;
    bship_status status = bship_record_to_game_options(w->record, &options, NULL);
    return status ? status
                  : bship_record_to_ai_options(w->record, any_side(w), &strategy, &ai_options,
                                               &w->error);
}

/* ---- running ---- */

/* Lets one of the next allocations fail. */
static bship_status fail_soon(struct world *w)
{
    w->memory.left = below(&w->input, 32);
    return BSHIP_OK;
}

enum {
    NOTHING = OBJECTS /* what a call changes that only reads */
};

static const struct {
    const char *name;
    bship_status (*call)(struct world *w);
    int changes; /* an enum object, or NOTHING */
} calls[] = {
    { "board_place", place, BOARD },
    { "board_place_layout", place_layout, BOARD },
    { "board_place_random", place_random, BOARD },
    { "board_place_missing", place_missing, BOARD },
    { "board_remove", remove_ship, BOARD },
    { "board_clear", clear, BOARD },
    { "board_copy", copy_board, BOARD },
    { "board_fire", board_fire, BOARD },
    { "board_fire_salvo", board_fire_salvo, BOARD },
    { "board_fire_total", board_fire_total, BOARD },
    { "chart_record", record_shot, CHART },
    { "chart_record_turn", record_turn, CHART },
    { "chart_record_total", record_total, CHART },
    { "chart_truncate", truncate_chart, CHART },
    { "chart_reset", reset_chart, CHART },
    { "chart_copy", copy_from_spare, CHART },
    { "chart_copy of the game's", copy_from_game, SPARE_CHART },
    { "chart_check_layout", check_layout, NOTHING },
    { "posterior_update", update, POSTERIOR },
    { "posterior_sample", sample, NOTHING },
    { "posterior_check", check, NOTHING },
    { "posterior_forecast", forecast, NOTHING },
    { "ai_aim", aim, NOTHING },
    { "ai_aim_salvo", aim_salvo, NOTHING },
    { "ai_scores", scores, NOTHING },
    { "ai_place", ai_place, BOARD },
    { "game_set_board", set_board, GAME },
    { "game_place_random", game_place_random, GAME },
    { "game_start", start, GAME },
    { "game_fire", game_fire, GAME },
    { "game_fire_salvo", game_fire_salvo, GAME },
    { "game_step", step, GAME },
    { "game_report", game_report, GAME },
    { "game_report_total", game_report_total, GAME },
    { "game_undo", undo, GAME },
    { "game_resign", resign, GAME },
    { "game_abandon", abandon, GAME },
    { "game_claim_contradiction", claim, GAME },
    { "game_claim_unrevealed", claim_unrevealed, GAME },
    { "game_reveal", reveal, GAME },
    { "game_reset", reset_game, GAME },
    { "record_new_game", record_of_game, RECORD },
    { "record_new_chart", record_of_chart, RECORD },
    { "record_parse", parse_record, RECORD },
    { "record_set", set_fact, RECORD },
    { "record_add_extra", add_extra, RECORD },
    { "record_set_layout", set_layout, RECORD },
    { "record_to_board", to_board, BOARD },
    { "record_to_chart", to_chart, CHART },
    { "record_to_game", to_game, GAME },
    { "record_to_options", to_options, NOTHING },
    { "failing memory", fail_soon, NOTHING },
    /* Later calls come last, so that the bytes of the corpus keep their meaning. */
    { "game_set_ai", set_ai, GAME },
    { "game_restore", restore, NOTHING },
    { "game_restore of the game's record", restore_saved, NOTHING },
};

enum {
    CALLS = sizeof calls / sizeof *calls
};

/* Makes one call, and compares what it may change; the rest is compared at the end. */
static void make_call(struct world *w)
{
    int i = below(&w->input, CALLS);
    sequence_calls++;
    w->error = (bship_error)BSHIP_ERROR_INIT;
    bship_status status = calls[i].call(w);
    must(!w->error.status || w->error.status == (int32_t)status || !status,
         "%s returned %d with the error of %d", calls[i].name, (int)status, (int)w->error.status);
    if (calls[i].changes == NOTHING)
        return;
    uint64_t after = snapshot(w, (enum object)calls[i].changes);
    /* A failed update leaves a posterior empty, as documented; its call has checked that. */
    must(!status || calls[i].changes == POSTERIOR || after == w->snapshots[calls[i].changes],
         "%s failed with %d, and has changed %s", calls[i].name, (int)status,
         object_names[calls[i].changes]);
    w->snapshots[calls[i].changes] = after;
}

static bship_status make_ais(struct world *w)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_status status = BSHIP_OK;
    options.work_limit = 20000;
    options.memory_limit = 1 << 16;
    for (int i = 0; i < 3 && !status; i++) {
        bship_ai **out = i < 2 ? &w->game_ais[i] : &w->ai;
        int choice = below(&w->input, 8);
        const char *strategy = strategies[choice < 6 ? choice : 1];
        options.seed = (uint64_t)i;
        if (i < 2 && choice >= 6)
            continue;
        /* The library's searches are slow compared with all else: one input in eight has one. */
        if (choice >= 4 && byte(&w->input) % 8)
            strategy = "hunt";
        options.work_limit = strcmp(strategy, "hunt") == 0 ? 0 : 20000;
        options.memory_limit = strcmp(strategy, "hunt") == 0 ? 0 : 1 << 16;
        status = bship_ai_new(out, w->rules, strategy, &options, &w->error);
        if (status == BSHIP_ERROR_UNSUPPORTED)
            status = bship_ai_new(out, w->rules, "hunt", NULL, &w->error);
    }
    return status;
}

static bship_status make_game(struct world *w)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    int value = byte(&w->input);
    options.seed = 7;
    options.first_seed = 9;
    options.ai_a = w->game_ais[0];
    options.ai_b = w->game_ais[1];
    options.location_a = value & 1;
    options.location_b = value >> 1 & 1;
    options.audit = value >> 2 & 1;
    options.audit_work_limit = 20000;
    return bship_game_new(&w->game, w->rules, &options, &w->error);
}

static bship_status make_world(struct world *w)
{
    bship_fleet_options fleet_options = BSHIP_FLEET_OPTIONS_INIT;
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    const char *text = rule_lines[below(&w->input, sizeof rule_lines / sizeof *rule_lines)];
    fleet_options.allocator = (bship_allocator){ take, resize, give, &w->memory };
    options.work_limit = 40000;
    int value = byte(&w->input);
    w->memory.left = value < 128 ? -1 : value;
    bship_status status = bship_rules_parse(&w->rules, text, strlen(text), &fleet_options, NULL);
    if (!status)
        status = bship_board_new(&w->board, w->rules, NULL, NULL);
    for (int i = 0; i < 2 && !status; i++)
        status = bship_chart_new(&w->charts[i], w->rules, NULL, NULL);
    if (!status)
        status = make_ais(w);
    if (!status)
        status = make_game(w);
    if (!status)
        status = bship_record_new(&w->record, w->rules, NULL, NULL);
    if (!status)
        status = bship_posterior_new(&w->posterior, w->charts[0], &options, NULL);
    must(!status || status == BSHIP_ERROR_MEMORY, "the objects cannot be made: %d %s", (int)status,
         w->error.text);
    return status;
}

static void free_world(struct world *w)
{
    bship_posterior_free(w->posterior);
    bship_record_free(w->record);
    bship_game_free(w->game);
    bship_ai_free(w->ai);
    bship_ai_free(w->game_ais[0]);
    bship_ai_free(w->game_ais[1]);
    bship_chart_free(w->charts[0]);
    bship_chart_free(w->charts[1]);
    bship_board_free(w->board);
    bship_rules_unref(w->rules);
    must(w->memory.blocks == 0, "%ld blocks are lost", w->memory.blocks);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct world w = { .input = { data, size }, .error = BSHIP_ERROR_INIT };
    if (!make_world(&w)) {
        for (int i = 0; i < OBJECTS; i++)
            w.snapshots[i] = snapshot(&w, (enum object)i);
        for (int i = 0; i < CALLS_MAX && w.input.size > 0; i++)
            make_call(&w);
        for (int i = 0; i < OBJECTS; i++)
            must(w.snapshots[i] == snapshot(&w, (enum object)i), "a call on others has changed %s",
                 object_names[i]);
    }
    free_world(&w);
    return 0;
}
