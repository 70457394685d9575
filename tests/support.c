/* What the tests share; support.h says what. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

void fail_status(bship_status actual, bship_status expected, const char *call, const char *file,
                 int line, const char *format, ...)
{
    char message[4096];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(message, sizeof message, format, arguments);
    va_end(arguments);
    cr_assert_fail("%s:%d: %s is %s, not %s: %s", file, line, call,
                   bship_status_name((int32_t)actual), bship_status_name((int32_t)expected),
                   message);
}

int effort(int count)
{
    const char *text = getenv("BSHIP_TEST_EFFORT");
    long percent = text ? strtol(text, NULL, 10) : 100;
    long scaled = (long)count * (percent > 0 ? percent : 1) / 100;
    return scaled > 0 ? (int)scaled : 1;
}

/* A block of counted memory begins with its size; the union keeps what follows aligned. */
union header {
    size_t size;
    max_align_t align;
};

static bool memory_fails(struct memory *memory)
{
    long call = memory->calls++;
    bool fails = call >= memory->fail_from && call - memory->fail_from < memory->fail_count;
    memory->failed += fails;
    return fails;
}

static void *memory_alloc(size_t size, void *user)
{
    struct memory *memory = user;
    union header *block;

    memory->misused += size == 0;
    if (memory_fails(memory) || !(block = malloc(sizeof *block + size)))
        return NULL;
    block->size = size;
    memset(block + 1, 0xa5, size);
    memory->blocks++;
    memory->bytes += size;
    if (memory->peak < memory->bytes)
        memory->peak = memory->bytes;
    return block + 1;
}

static void memory_free(void *data, size_t size, void *user)
{
    struct memory *memory = user;
    union header *block = data;

    if (!data || block[-1].size != size) {
        memory->misused++;
        return;
    }
    memory->blocks--;
    memory->bytes -= size;
    memset(data, 0x5a, size);
    free(block - 1);
}

static void *memory_realloc(void *data, size_t old_size, size_t new_size, void *user)
{
    struct memory *memory = user;
    void *moved;

    if (!data || new_size == 0 || ((union header *)data)[-1].size != old_size) {
        memory->misused++;
        return NULL;
    }
    moved = memory_alloc(new_size, user);
    if (!moved)
        return NULL;
    memcpy(moved, data, old_size < new_size ? old_size : new_size);
    memory_free(data, old_size, user);
    return moved;
}

void memory_init(struct memory *memory)
{
    memset(memory, 0, sizeof *memory);
    memory->allocator = (bship_allocator){ memory_alloc, memory_realloc, memory_free, memory };
}

void memory_fail(struct memory *memory, long from, long count)
{
    memory->calls = memory->failed = 0;
    memory->fail_from = from;
    memory->fail_count = count;
}

void memory_check(const struct memory *memory, const char *what)
{
    cr_assert_eq(memory->misused, 0, "%s: %ld calls with a wrong block or size", what,
                 memory->misused);
    cr_assert_eq(memory->blocks, 0, "%s: %ld blocks of %zu bytes leaked", what, memory->blocks,
                 memory->bytes);
}

int32_t between(bship_rng *rng, int32_t low, int32_t high)
{
    return low + (int32_t)bship_rng_below(rng, (uint64_t)(high - low + 1));
}

bship_rng rng_of(uint64_t seed)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_USER, 0);
    return rng;
}

double chi_square_limit(double freedom)
{
    /* Wilson and Hilferty: its cube root is nearly normal. */
    double spread = 2.0 / (9.0 * freedom);
    return freedom * pow(1.0 - spread + 4.5 * sqrt(spread), 3.0);
}

/* A limit, or its default where it is 0. */
static int32_t limit(int32_t value, int32_t usual)
{
    return value ? value : usual;
}

/* A fleet of random lengths; half of the fleets have names, of which some repeat. */
static bship_fleet *random_fleet(bship_rng *rng, const struct shape *shape, int32_t side_max)
{
    static const char *const colours[] = { "Red", "Blue Sea", "Grün:", "#4" };
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    int32_t lengths[64];
    char names[64][BSHIP_NAME_MAX + 1];
    const char *pointers[64];
    int32_t count = between(rng, 1, limit(shape->ships, 5));
    int32_t length_max = limit(shape->length, 5);

    if (length_max > side_max)
        length_max = side_max;
    for (int32_t i = 0; i < count; i++) {
        lengths[i] = between(rng, 1, length_max);
        snprintf(names[i], sizeof names[i], "%s %d", colours[between(rng, 0, 3)], (int)lengths[i]);
        pointers[i] = names[i];
    }
    if (shape->memory)
        options.allocator = shape->memory->allocator;
    assert_ok(bship_fleet_new(&fleet, lengths, between(rng, 0, 1) ? pointers : NULL, (size_t)count,
                              &options, NULL),
              "a random fleet");
    return fleet;
}

#define BIT(value) (1 << (value))

const struct conflict conflicts[] = {
    { { BSHIP_AXIS_SALVO_REPORT, BSHIP_AXIS_TURN },
      { BIT(BSHIP_SALVO_REPORT_TOTAL), BIT(BSHIP_TURN_ONE) | BIT(BSHIP_TURN_AGAIN_ON_HIT) } },
    { { BSHIP_AXIS_REVEAL_WATER, BSHIP_AXIS_CONTACT },
      { BIT(BSHIP_REVEAL_WATER_YES), BIT(BSHIP_CONTACT_ALLOWED) | BIT(BSHIP_CONTACT_NO_SIDES) } },
    { { BSHIP_AXIS_REVEAL_WATER, BSHIP_AXIS_DISCLOSURE },
      { BIT(BSHIP_REVEAL_WATER_YES), BIT(BSHIP_DISCLOSURE_HIT) } },
    { { BSHIP_AXIS_REVEAL_WATER, BSHIP_AXIS_SALVO_REPORT },
      { BIT(BSHIP_REVEAL_WATER_YES), BIT(BSHIP_SALVO_REPORT_TOTAL) } },
    { { BSHIP_AXIS_TURN, BSHIP_AXIS_DISCLOSURE },
      { BIT(BSHIP_TURN_SALVO_AFLOAT), BIT(BSHIP_DISCLOSURE_HIT) } },
    { { 0, 0 }, { 0, 0 } },
};

bool in_conflict(const struct conflict *conflict, const int32_t *values)
{
    return (conflict->values[0] & BIT(values[conflict->axis[0]])) &&
           (conflict->values[1] & BIT(values[conflict->axis[1]]));
}

int32_t *axis_option(bship_rules_options *options, int32_t axis)
{
    int32_t *axes[AXES] = { &options->contact,      &options->turn,         &options->disclosure,
                            &options->salvo_report, &options->reveal_water, &options->repeat,
                            &options->first,        &options->ending };
    return axes[axis];
}

static bool make_sense(const int32_t *values)
{
    const struct conflict *conflict = conflicts;
    while (conflict->values[0] && !in_conflict(conflict, values))
        conflict++;
    return !conflict->values[0];
}

static void random_axes(bship_rng *rng, const struct shape *shape, bship_rules_options *options)
{
    int32_t values[AXES];

    do
        for (int32_t i = 0; i < AXES; i++)
            values[i] =
                shape->pin[i] ? shape->pin[i] - 1 : between(rng, 0, bship_rules_value_count(i) - 1);
    while (!make_sense(values));
    for (int32_t i = 0; i < AXES; i++)
        *axis_option(options, i) = values[i];
    if (options->turn == BSHIP_TURN_SALVO)
        options->salvo = between(rng, 1, limit(shape->salvo, 5));
}

/* Different random cells of a board. */
static size_t random_cells(bship_rng *rng, int32_t width, int32_t height, int32_t count,
                           bship_cell *cells)
{
    size_t kept = 0;

    for (int32_t i = 0; i < count; i++) {
        bship_cell cell = { between(rng, 0, width - 1), between(rng, 0, height - 1) };
        size_t same = 0;
        while (same < kept && (cells[same].x != cell.x || cells[same].y != cell.y))
            same++;
        if (same == kept)
            cells[kept++] = cell;
    }
    return kept;
}

/* Random rules, or NULL if the fleet does not fit or is not known to. */
static bship_rules *try_rules(bship_rng *rng, const struct shape *shape)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_cell blocked[64];
    bship_rules *rules = NULL;
    bship_fleet *fleet;
    bship_status status;

    options.width = between(rng, 1, limit(shape->width, 8));
    options.height = between(rng, 1, limit(shape->height, 8));
    options.blocked = blocked;
    options.blocked_count =
        random_cells(rng, options.width, options.height, between(rng, 0, shape->blocked), blocked);
    random_axes(rng, shape, &options);
    fleet =
        random_fleet(rng, shape, options.width > options.height ? options.width : options.height);
    status = bship_rules_new(&rules, fleet, &options, &error);
    bship_fleet_unref(fleet);
    if (status == BSHIP_ERROR_INFEASIBLE)
        return NULL;
    assert_ok(status, "random rules are refused: %s", error.text);
    if (bship_rules_feasibility(rules) == BSHIP_FEASIBLE)
        return rules;
    bship_rules_unref(rules);
    return NULL;
}

bship_rules *random_rules(bship_rng *rng, const struct shape *shape)
{
    static const struct shape any;
    bship_rules *rules;

    do
        rules = try_rules(rng, shape ? shape : &any);
    while (!rules);
    return rules;
}

bship_rules *rules_from_with(const char *text, const bship_fleet_options *options)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_rules *rules = NULL;
    bship_status status = bship_rules_parse(&rules, text, strlen(text), options, &error);
    assert_ok(status, "%s, at %u:%u of\n%s", error.text, (unsigned)error.line,
              (unsigned)error.column, text);
    return rules;
}

bship_rules *rules_from(const char *text)
{
    return rules_from_with(text, NULL);
}

const char *rules_text(const bship_rules *rules)
{
    static char text[65536];
    bship_rules_format(rules, text, sizeof text);
    return text;
}

bship_board *random_board(bship_rules *rules, bship_rng *rng)
{
    bship_board *board = NULL;
    assert_ok(bship_board_new(&board, rules), "a board");
    assert_ok(bship_board_place_random(board, rng, 0, NULL), "%s", rules_text(rules));
    return board;
}

bship_chart *new_chart(bship_rules *rules)
{
    bship_chart *chart = NULL;
    assert_ok(bship_chart_new(&chart, rules), "a chart");
    return chart;
}

bship_ai *new_ai(bship_rules *rules, const char *strategy, uint64_t seed)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_error error = BSHIP_ERROR_INIT;
    bship_ai *ai = NULL;
    bship_status status;

    options.seed = seed;
    status = bship_ai_new(&ai, rules, strategy, &options, &error);
    assert_ok(status, "%s: %s\n%s", strategy, error.text, rules_text(rules));
    return ai;
}

bship_cell cell_at(const bship_rules *rules, int32_t index)
{
    int32_t width = bship_rules_width(rules);
    return (bship_cell){ index % width, index / width };
}

int32_t cell_index(const bship_rules *rules, bship_cell cell)
{
    return cell.y * bship_rules_width(rules) + cell.x;
}

int32_t cell_count(const bship_rules *rules)
{
    return bship_rules_width(rules) * bship_rules_height(rules);
}

bool tells_totals(const bship_rules *rules)
{
    return bship_rules_axis(rules, BSHIP_AXIS_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL;
}

static size_t shoot_for_total(bship_board *board, bship_chart *chart, const bship_cell *cells,
                              size_t count)
{
    bship_rules *rules = bship_board_rules(board);
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules)), fired = 0;
    bship_total total = BSHIP_TOTAL_INIT;

    total.sunk_of = calloc(ships, sizeof *total.sunk_of);
    total.hits_of = calloc(ships, sizeof *total.hits_of);
    assert_ok(bship_board_fire_total(board, cells, count, &total, &fired), "%s", rules_text(rules));
    if (chart)
        assert_ok(bship_chart_record_total(chart, cells, fired, &total),
                  "the truth is refused:\n%s", rules_text(rules));
    free(total.sunk_of);
    free(total.hits_of);
    return fired;
}

size_t shoot(bship_board *board, bship_chart *chart, const bship_cell *cells, size_t count)
{
    bship_rules *rules = bship_board_rules(board);
    bship_report *reports;
    size_t fired = 0;

    if (tells_totals(rules))
        return shoot_for_total(board, chart, cells, count);
    reports = calloc(count, sizeof *reports);
    assert_ok(bship_board_fire_salvo(board, cells, count, reports, &fired), "%s",
              rules_text(rules));
    if (chart)
        assert_ok(bship_chart_record_turn(chart, cells, fired, reports),
                  "the truth is refused:\n%s", rules_text(rules));
    free(reports);
    return fired;
}

/*
 * The cells that may be shot at, those of ships in front. Where repeats are wasted a few of the
 * cells already shot are among them.
 */
static size_t cells_to_shoot(const bship_board *board, bship_rng *rng, bship_cell *cells,
                             size_t *ships)
{
    bship_rules *rules = bship_board_rules(board);
    size_t count = 0;

    *ships = 0;
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        bship_board_state state = bship_board_state_at(board, cell);
        bool fresh = state == BSHIP_BOARD_WATER || state == BSHIP_BOARD_SHIP;
        if (bship_board_can_fire(board, cell) != BSHIP_OK || (!fresh && between(rng, 0, 15)))
            continue;
        cells[count++] = cell;
        if (state == BSHIP_BOARD_SHIP) {
            cells[count - 1] = cells[*ships];
            cells[(*ships)++] = cell;
        }
    }
    return count;
}

size_t shoot_at_random(bship_board *board, bship_chart *chart, bship_rng *rng)
{
    bship_rules *rules = bship_board_rules(board);
    bship_cell *cells = calloc((size_t)cell_count(rules), sizeof *cells);
    size_t ships, count = cells_to_shoot(board, rng, cells, &ships), fired = 0;
    int32_t turn = bship_rules_axis(rules, BSHIP_AXIS_TURN);
    bool salvo = turn == BSHIP_TURN_SALVO || turn == BSHIP_TURN_SALVO_AFLOAT;

    if (ships > 0) {
        size_t wanted = salvo ? (size_t)between(rng, 1, 5) : 1;
        if (wanted > count)
            wanted = count;
        for (size_t i = 0; i < wanted; i++) {
            bool aimed = i < ships && between(rng, 0, 2) == 0;
            size_t from = i + (size_t)bship_rng_below(rng, (aimed ? ships : count) - i);
            bship_cell chosen = cells[from];
            cells[from] = cells[i];
            cells[i] = chosen;
        }
        fired = shoot(board, chart, cells, wanted);
    }
    free(cells);
    return fired;
}

/* The shots of a turn, nobody shooting back. */
static size_t turn_size(const bship_rules *rules, const bship_chart *chart)
{
    int32_t turn = bship_rules_axis(rules, BSHIP_AXIS_TURN), size = 1;

    if (turn == BSHIP_TURN_SALVO)
        size = bship_rules_salvo(rules);
    if (turn == BSHIP_TURN_SALVO_AFLOAT)
        size = bship_fleet_count(bship_rules_fleet(rules));
    return (size_t)(size < bship_chart_untried(chart) ? size : bship_chart_untried(chart));
}

size_t shoot_by_ai(bship_ai *ai, bship_board *board, bship_chart *chart)
{
    bship_rules *rules = bship_board_rules(board);
    bship_cell few[8], *cells = few;
    size_t count = turn_size(rules, chart), fired;

    if (count > 8)
        cells = calloc(count, sizeof *cells);
    assert_ok(bship_ai_aim_salvo(ai, chart, count, cells), "%s after %d turns under\n%s",
              bship_ai_strategy(ai), (int)bship_chart_turns(chart), rules_text(rules));
    fired = shoot(board, chart, cells, count);
    if (cells != few)
        free(cells);
    return fired;
}

void text_add(struct text *text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    if (text->length + (size_t)length + 1 > text->capacity) {
        text->capacity = 2 * (text->length + (size_t)length + 1);
        text->data = realloc(text->data, text->capacity);
        cr_assert_not_null(text->data, "no memory for a text");
    }
    va_start(arguments, format);
    vsnprintf(text->data + text->length, (size_t)length + 1, format, arguments);
    va_end(arguments);
    text->length += (size_t)length;
}

void text_free(struct text *text)
{
    free(text->data);
    *text = (struct text){ NULL, 0, 0 };
}

struct text board_dump(const bship_board *board)
{
    struct text text = { NULL, 0, 0 };
    bship_rules *rules = bship_board_rules(board);

    text_add(&text, "complete %d defeated %d hits %d shots %lld afloat %d\n",
             bship_board_is_complete(board), bship_board_is_defeated(board),
             (int)bship_board_hits(board), (long long)bship_board_shots(board),
             (int)bship_board_ships_afloat(board));
    for (int32_t ship = 0; ship < bship_fleet_count(bship_rules_fleet(rules)); ship++) {
        bship_placement at = { -1, -1, -1, -1 };
        bship_status status = bship_board_placement(board, ship, &at);
        text_add(&text, "ship %d: %s %d %d %d %d, hits %d\n", (int)ship,
                 bship_status_name((int32_t)status), (int)at.ship, (int)at.x, (int)at.y,
                 (int)at.orientation, (int)bship_board_hits_on(board, ship));
    }
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        text_add(&text, "cell %d,%d: %d %d %s\n", (int)cell.x, (int)cell.y,
                 (int)bship_board_state_at(board, cell), (int)bship_board_ship_at(board, cell),
                 bship_status_name((int32_t)bship_board_can_fire(board, cell)));
    }
    return text;
}

static void dump_total(struct text *text, const bship_chart *chart, int64_t turn)
{
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(bship_chart_rules(chart)));
    bship_total total = BSHIP_TOTAL_INIT;

    total.sunk_of = calloc(ships, sizeof *total.sunk_of);
    total.hits_of = calloc(ships, sizeof *total.hits_of);
    assert_ok(bship_chart_total(chart, turn, &total), "turn %lld", (long long)turn);
    text_add(text, " total: hits %d, sunk %d;", (int)total.hits, (int)total.sunk);
    for (size_t i = 0; i < ships; i++)
        text_add(text, " %d/%d", (int)total.sunk_of[i], (int)total.hits_of[i]);
    text_add(text, "\n");
    free(total.sunk_of);
    free(total.hits_of);
}

static void dump_log(struct text *text, const bship_chart *chart)
{
    for (int64_t i = 0; i < bship_chart_turns(chart); i++) {
        bship_turn_entry turn = BSHIP_TURN_ENTRY_INIT;
        assert_ok(bship_chart_turn(chart, i, &turn), "turn %lld", (long long)i);
        text_add(text, "turn from %lld: %d, total %d, hash %llx\n", (long long)turn.first_shot,
                 (int)turn.shots, (int)turn.is_total,
                 (unsigned long long)bship_chart_hash(chart, i + 1));
        if (turn.is_total)
            dump_total(text, chart, i);
    }
    for (int64_t i = 0; i < bship_chart_shots(chart); i++) {
        bship_report report = BSHIP_REPORT_INIT;
        bship_cell cell = { -1, -1 };
        assert_ok(bship_chart_shot(chart, i, &cell, &report), "shot %lld", (long long)i);
        text_add(text, "shot %d,%d: %d %d %d\n", (int)cell.x, (int)cell.y, (int)report.answer,
                 (int)report.ship, (int)report.length);
    }
}

static void dump_sinkings(struct text *text, const bship_chart *chart)
{
    for (int32_t i = 0; i < bship_chart_sinkings(chart); i++) {
        bship_sinking s = BSHIP_SINKING_INIT;
        assert_ok(bship_chart_sinking(chart, i, &s), "sinking %d", (int)i);
        text_add(text, "sinking %lld at %d,%d: ship %d length %d settled %d at %d: %d,%d %d\n",
                 (long long)s.shot, (int)s.cell.x, (int)s.cell.y, (int)s.ship, (int)s.length,
                 (int)s.is_settled, (int)s.placement.ship, (int)s.placement.x, (int)s.placement.y,
                 (int)s.placement.orientation);
    }
}

struct text chart_dump(const bship_chart *chart)
{
    struct text text = { NULL, 0, 0 };
    bship_rules *rules = bship_chart_rules(chart);
    bship_fleet *fleet = bship_rules_fleet(rules);

    text_add(&text, "wasted %lld untried %d hits %d afloat %d defeated %d hash %llx\n",
             (long long)bship_chart_wasted(chart), (int)bship_chart_untried(chart),
             (int)bship_chart_hits(chart), (int)bship_chart_ships_afloat(chart),
             bship_chart_is_defeated(chart), (unsigned long long)bship_chart_hash(chart, 0));
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++)
        text_add(&text, "ship %d: afloat of its length %d, of its name %d\n", (int)ship,
                 (int)bship_chart_afloat(chart, bship_fleet_length(fleet, ship)),
                 (int)bship_chart_afloat_of_name(chart, ship));
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        text_add(&text, "cell %d,%d: %d %d %s\n", (int)cell.x, (int)cell.y,
                 (int)bship_chart_state_at(chart, cell), (int)bship_chart_hit_at(chart, cell),
                 bship_status_name((int32_t)bship_chart_can_shoot(chart, cell)));
    }
    dump_log(&text, chart);
    dump_sinkings(&text, chart);
    return text;
}

struct text record_text_of(const bship_record *record)
{
    struct text text = { NULL, 0, 0 };

    text.length = bship_record_format(record, NULL, 0);
    text.capacity = text.length + 1;
    text.data = malloc(text.capacity);
    cr_assert_not_null(text.data, "no memory for a text");
    cr_assert_eq(bship_record_format(record, text.data, text.capacity), text.length, "the length");
    return text;
}

/* The line in which a text has a byte. */
static void line_at(const struct text *text, size_t at, char *line, size_t capacity)
{
    size_t start = at < text->length ? at : text->length, end;

    while (start > 0 && text->data[start - 1] != '\n')
        start--;
    end = start;
    while (end < text->length && text->data[end] != '\n')
        end++;
    snprintf(line, capacity, "%.*s", (int)(end - start), text->data + start);
}

void assert_same(struct text before, struct text after, const char *what)
{
    char old_line[256], new_line[256];
    size_t at = 0;

    while (at < before.length && at < after.length && before.data[at] == after.data[at])
        at++;
    line_at(&before, at, old_line, sizeof old_line);
    line_at(&after, at, new_line, sizeof new_line);
    cr_assert(before.length == after.length && at == before.length, "%s: was \"%s\", is \"%s\"",
              what, old_line, new_line);
    text_free(&before);
    text_free(&after);
}
