/* Shared by the tests; see support.h. */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/enumeration.h>

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
                   bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)actual),
                   bship_enum_name(BSHIP_ENUM_STATUS, (int32_t)expected), message);
}

bool is_later_library(void)
{
    return getenv("BSHIP_LATER_LIBRARY");
}

int32_t rule_value_count(int32_t rule)
{
    static const int32_t counts[RULE_COUNT] = {
        [BSHIP_RULE_CONTACT] = BSHIP_CONTACT_NONE + 1,
        [BSHIP_RULE_TURN] = BSHIP_TURN_RULE_SALVO_LARGEST + 1,
        [BSHIP_RULE_DISCLOSURE] = BSHIP_DISCLOSURE_EVERY_HIT + 1,
        [BSHIP_RULE_SALVO_REPORT] = BSHIP_SALVO_REPORT_TOTAL + 1,
        [BSHIP_RULE_REVEAL_WATER] = BSHIP_REVEAL_WATER_YES + 1,
        [BSHIP_RULE_REPEAT] = BSHIP_REPEAT_WASTED + 1,
        [BSHIP_RULE_FIRST] = BSHIP_FIRST_B + 1,
        [BSHIP_RULE_ENDING] = BSHIP_ENDING_EQUAL_TURNS + 1,
        [BSHIP_RULE_SHOTS] = BSHIP_SHOTS_LIMITED + 1,
        [BSHIP_RULE_REVEAL_SHIP] = BSHIP_REVEAL_SHIP_YES + 1,
        [BSHIP_RULE_HEAD_START] = BSHIP_HEAD_START_TURNS + 1,
    };
    return counts[rule];
}

int scaled(int count)
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
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_USER, 0);
    return rng;
}

/* Rounds of SipHash, each of four steps: a sum, and a word that is rotated and combined with it. */
static void sip_rounds(uint64_t v[4], int count)
{
    static const struct {
        int sum, word, rotation;
        bool turns_sum;
    } steps[] = {
        { 0, 1, 13, true }, { 2, 3, 16, false }, { 0, 3, 21, false }, { 2, 1, 17, true }
    };
    for (int i = 0; i < 4 * count; i++) {
        uint64_t *sum = &v[steps[i % 4].sum], *word = &v[steps[i % 4].word];
        *sum += *word;
        *word = (*word << steps[i % 4].rotation | *word >> (64 - steps[i % 4].rotation)) ^ *sum;
        if (steps[i % 4].turns_sum)
            *sum = *sum << 32 | *sum >> 32;
    }
}

uint64_t strategy_seed(uint64_t secret, int32_t side)
{
    const uint64_t key[2] = { secret, UINT64_C(0x7967657461727473) };
    const uint64_t blocks[] = { (uint64_t)side, UINT64_C(0x0800000000000000) };
    uint64_t v[4] = { UINT64_C(0x736f6d6570736575) ^ key[0], UINT64_C(0x646f72616e646f6d) ^ key[1],
                      UINT64_C(0x6c7967656e657261) ^ key[0],
                      UINT64_C(0x7465646279746573) ^ key[1] };
    for (int i = 0; i < 2; i++) {
        v[3] ^= blocks[i];
        sip_rounds(v, 2);
        v[0] ^= blocks[i];
    }
    v[2] ^= 0xff;
    sip_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
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
    { { BSHIP_RULE_SALVO_REPORT, BSHIP_RULE_TURN },
      { BIT(BSHIP_SALVO_REPORT_TOTAL),
        BIT(BSHIP_TURN_RULE_ONE) | BIT(BSHIP_TURN_RULE_AGAIN_ON_HIT) } },
    { { BSHIP_RULE_REVEAL_WATER, BSHIP_RULE_CONTACT },
      { BIT(BSHIP_REVEAL_WATER_YES), BIT(BSHIP_CONTACT_ALLOWED) | BIT(BSHIP_CONTACT_NO_SIDES) } },
    { { BSHIP_RULE_REVEAL_WATER, BSHIP_RULE_DISCLOSURE },
      { BIT(BSHIP_REVEAL_WATER_YES), BIT(BSHIP_DISCLOSURE_HIT) } },
    { { BSHIP_RULE_REVEAL_WATER, BSHIP_RULE_SALVO_REPORT },
      { BIT(BSHIP_REVEAL_WATER_YES), BIT(BSHIP_SALVO_REPORT_TOTAL) } },
    { { BSHIP_RULE_REVEAL_SHIP, BSHIP_RULE_DISCLOSURE },
      { BIT(BSHIP_REVEAL_SHIP_YES), BIT(BSHIP_DISCLOSURE_HIT) | BIT(BSHIP_DISCLOSURE_SUNK) } },
    { { BSHIP_RULE_REVEAL_SHIP, BSHIP_RULE_SALVO_REPORT },
      { BIT(BSHIP_REVEAL_SHIP_YES), BIT(BSHIP_SALVO_REPORT_TOTAL) } },
    { { BSHIP_RULE_TURN, BSHIP_RULE_DISCLOSURE },
      { BIT(BSHIP_TURN_RULE_SALVO_AFLOAT), BIT(BSHIP_DISCLOSURE_HIT) } },
    { { BSHIP_RULE_TURN, BSHIP_RULE_DISCLOSURE },
      { BIT(BSHIP_TURN_RULE_SALVO_LARGEST),
        BIT(BSHIP_DISCLOSURE_HIT) | BIT(BSHIP_DISCLOSURE_SUNK) } },
    { { BSHIP_RULE_SHOTS, BSHIP_RULE_DISCLOSURE },
      { BIT(BSHIP_SHOTS_LIMITED), BIT(BSHIP_DISCLOSURE_HIT) } },
    { { 0, 0 }, { 0, 0 } },
};

bool in_conflict(const struct conflict *conflict, const int32_t *values)
{
    return (conflict->values[0] & BIT(values[conflict->rule[0]])) &&
           (conflict->values[1] & BIT(values[conflict->rule[1]]));
}

bool discloses_length(int32_t disclosure)
{
    return disclosure == BSHIP_DISCLOSURE_LENGTH || discloses_name(disclosure);
}

bool discloses_name(int32_t disclosure)
{
    return disclosure == BSHIP_DISCLOSURE_SHIP || disclosure == BSHIP_DISCLOSURE_EVERY_HIT;
}

int32_t *rule_option(bship_rules_options *options, int32_t rule)
{
    int32_t *rule_values[RULE_COUNT] = {
        &options->contact,      &options->turn,        &options->disclosure, &options->salvo_report,
        &options->reveal_water, &options->repeat,      &options->first,      &options->ending,
        &options->shots,        &options->reveal_ship, &options->head_start
    };
    return rule_values[rule];
}

static bool make_sense(const int32_t *values)
{
    const struct conflict *conflict = conflicts;
    while (conflict->values[0] && !in_conflict(conflict, values))
        conflict++;
    return !conflict->values[0];
}

bool shape_makes_sense(const struct shape *shape)
{
    int32_t values[RULE_COUNT];

    for (int32_t i = 0; i < RULE_COUNT; i++)
        values[i] = shape->pin[i] ? shape->pin[i] - 1 : 0;
    return make_sense(values);
}

static void random_rule_values(bship_rng *rng, const struct shape *shape,
                               bship_rules_options *options)
{
    int32_t values[RULE_COUNT];

    do
        for (int32_t i = 0; i < RULE_COUNT; i++) {
            int32_t count = i == BSHIP_RULE_SHOTS && !shape->shots ? 1 : rule_value_count(i);
            bool is_out = i == BSHIP_RULE_HEAD_START && !shape->head_start;
            values[i] = shape->pin[i] ? shape->pin[i] - 1 : is_out ? 0 : between(rng, 0, count - 1);
        }
    while (!make_sense(values));
    for (int32_t i = 0; i < RULE_COUNT; i++)
        *rule_option(options, i) = values[i];
    if (options->shots > 0)
        options->shots = between(rng, 1, limit(shape->shots, 40));
    if (options->head_start > 0)
        options->head_start = between(rng, 1, limit(shape->head_start, 10));
    if (options->turn == BSHIP_TURN_RULE_SALVO)
        options->salvo = between(rng, 1, limit(shape->salvo, 5));
}

/* Has ships be worth points by their lengths, unless reports would then not tell what counts. */
static bship_fleet *add_points(bship_fleet *fleet, bship_rng *rng,
                               const bship_rules_options *options)
{
    int32_t points[64];
    size_t count = (size_t)bship_fleet_count(fleet);
    bship_fleet *worth = NULL;

    if (options->shots > 0 && options->disclosure == BSHIP_DISCLOSURE_SUNK)
        return fleet;
    for (size_t i = 0; i < count; i++)
        points[i] = between(rng, 1, 4);
    for (size_t i = 0; i < count; i++)
        points[i] = points[first_of_length(fleet, (int32_t)i)];
    assert_ok(bship_fleet_new_points(&worth, fleet, points, count, NULL), "points");
    bship_fleet_unref(fleet);
    return worth;
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
    random_rule_values(rng, shape, &options);
    fleet =
        random_fleet(rng, shape, options.width > options.height ? options.width : options.height);
    if (shape->has_points)
        fleet = add_points(fleet, rng, &options);
    status = bship_rules_new(&rules, fleet, &options, &error);
    bship_fleet_unref(fleet);
    if (status == BSHIP_ERROR_INFEASIBLE)
        return NULL;
    assert_ok(status, "random rules are refused: %s", error.text);
    if (bship_rules_feasibility(rules) == BSHIP_FEASIBILITY_PROVED)
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

bship_board *random_board(const bship_rules *rules, bship_rng *rng)
{
    bship_board *board = NULL;
    bship_sampler *sampler = NULL;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    if (!bship_sampler_new(&sampler, rules, NULL, NULL))
        assert_ok(bship_sampler_place(sampler, rng, board), "%s", rules_text(rules));
    else
        assert_ok(bship_board_place_random(board, rng, NULL, NULL), "%s", rules_text(rules));
    bship_sampler_unref(sampler);
    return board;
}

bship_sampler *new_sampler(const bship_rules *rules)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_sampler *sampler = NULL;
    bship_status status = bship_sampler_new(&sampler, rules, NULL, &error);

    assert_ok(status, "%s under\n%s", error.text, rules_text(rules));
    return sampler;
}

bship_board *new_board(const bship_rules *rules)
{
    bship_board *board = NULL;
    assert_ok(bship_board_new(&board, rules, NULL, NULL), "a board");
    return board;
}

bship_chart *new_chart(const bship_rules *rules)
{
    bship_chart *chart = NULL;
    assert_ok(bship_chart_new(&chart, rules, NULL, NULL), "a chart");
    return chart;
}

bship_posterior *new_posterior(const bship_chart *chart)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_posterior *posterior = NULL;
    bship_status status = bship_posterior_new(&posterior, chart, NULL, &error);

    assert_ok(status, "%s under\n%s", error.text, rules_text(bship_chart_rules(chart)));
    return posterior;
}

bship_ai *new_ai(const bship_rules *rules, const char *strategy, uint64_t seed)
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

bship_ai *random_ai(const bship_rules *rules, bship_rng *rng)
{
    static const char *const names[] = { "random", "hunt", "density", "stalker" };
    bship_ai *ai = NULL;
    size_t pick = (size_t)between(rng, 0, 4);

    if (pick < 4 && bship_ai_new(&ai, rules, names[pick], NULL, NULL))
        ai = NULL;
    return ai;
}

int32_t class_of_length(const bship_fleet *fleet, int32_t length)
{
    int32_t i = bship_fleet_class_count(fleet) - 1;
    while (i >= 0 && bship_fleet_class_length(fleet, i) != length)
        i--;
    return i;
}

int32_t first_of_length(const bship_fleet *fleet, int32_t ship)
{
    int32_t length = bship_fleet_length(fleet, ship), first = 0;
    while (length > 0 && bship_fleet_length(fleet, first) != length)
        first++;
    return length > 0 ? first : -1;
}

bship_status place_fleet(bship_game *game, int32_t side, const bship_placement *placements,
                         size_t count)
{
    bship_board *board = new_board(bship_game_rules(game));
    bship_status status = bship_board_place_layout(board, placements, count, NULL);
    if (!status)
        status = bship_game_set_board(game, side, board, NULL);
    bship_board_free(board);
    return status;
}

bship_status place_ship(bship_game *game, int32_t side, bship_placement placement)
{
    bship_board *board = new_board(bship_game_rules(game));
    assert_ok(bship_board_copy(board, bship_game_board(game, side)), "a copy");
    bship_status status = bship_board_place(board, placement);
    if (!status)
        status = bship_game_set_board(game, side, board, NULL);
    bship_board_free(board);
    return status;
}

int64_t wasted_shots(const bship_chart *chart)
{
    const bship_rules *rules = bship_chart_rules(chart);
    int64_t wasted = bship_chart_shots(chart);
    for (int32_t i = 0; i < cell_count(rules); i++) {
        int32_t state = bship_chart_state_at(chart, cell_at(rules, i));
        wasted -= state == BSHIP_CHART_STATE_MISS || state == BSHIP_CHART_STATE_HIT ||
                  state == BSHIP_CHART_STATE_SUNK || state == BSHIP_CHART_STATE_SHOT;
    }
    return wasted;
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

/* Whether a straight run of cells through a cell, with the hits that continue it, can be a ship:
 * none of its hits is of a sunk ship, and no other hit touches it. */
static bool can_be_ship(const bship_chart *chart, bship_cell cell, bool down, bool corners)
{
    int32_t begin = 0, end = 0, dx = !down, dy = down;

    while (bship_chart_hit_state_at(
        chart, (bship_cell){ cell.x + (begin - 1) * dx, cell.y + (begin - 1) * dy }))
        begin--;
    while (bship_chart_hit_state_at(
        chart, (bship_cell){ cell.x + (end + 1) * dx, cell.y + (end + 1) * dy }))
        end++;
    for (int32_t along = begin - 1; along <= end + 1; along++)
        for (int32_t across = -1; across <= 1; across++) {
            bship_cell at = { cell.x + along * dx + across * dy,
                              cell.y + along * dy + across * dx };
            int32_t state = bship_chart_hit_state_at(chart, at);
            bool is_inside = along >= begin && along <= end;
            if (across == 0 ? is_inside && state == BSHIP_HIT_STATE_ATTRIBUTED
                            : (is_inside || corners) && state)
                return false;
        }
    return true;
}

bool contact_excludes(const bship_chart *chart, bship_cell cell)
{
    int32_t contact = bship_rules_get(bship_chart_rules(chart), BSHIP_RULE_CONTACT);
    bool corners = contact == BSHIP_CONTACT_NONE;

    return contact != BSHIP_CONTACT_ALLOWED && !can_be_ship(chart, cell, false, corners) &&
           !can_be_ship(chart, cell, true, corners);
}

bool reports_totals(const bship_rules *rules)
{
    return bship_rules_get(rules, BSHIP_RULE_SALVO_REPORT) == BSHIP_SALVO_REPORT_TOTAL;
}

bool has_salvos(const bship_rules *rules)
{
    int32_t turn = bship_rules_get(rules, BSHIP_RULE_TURN);
    return turn != BSHIP_TURN_RULE_ONE && turn != BSHIP_TURN_RULE_AGAIN_ON_HIT;
}

static size_t fire_turn_for_total(bship_board *board, bship_chart *chart, const bship_cell *cells,
                                  size_t count)
{
    const bship_rules *rules = bship_board_rules(board);
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(rules)), fired = 0;
    bship_total total = BSHIP_TOTAL_INIT;

    total.sunk_of = calloc(ships, sizeof *total.sunk_of);
    total.capacity = ships;
    total.hits_of = calloc(ships, sizeof *total.hits_of);
    assert_ok(bship_board_fire_total(board, cells, count, &total, &fired, NULL), "%s",
              rules_text(rules));
    if (chart)
        assert_ok(bship_chart_record_total(chart, cells, fired, &total, NULL),
                  "the truth is refused:\n%s", rules_text(rules));
    free(total.sunk_of);
    free(total.hits_of);
    return fired;
}

size_t fire_turn(bship_board *board, bship_chart *chart, const bship_cell *cells, size_t count)
{
    const bship_rules *rules = bship_board_rules(board);
    bship_report *reports;
    size_t fired = 0;

    if (reports_totals(rules))
        return fire_turn_for_total(board, chart, cells, count);
    reports = calloc(count, sizeof *reports);
    assert_ok(bship_board_fire_salvo(board, cells, count, reports, &fired, NULL), "%s",
              rules_text(rules));
    if (chart)
        assert_ok(bship_chart_record_turn(chart, cells, fired, reports, NULL),
                  "the truth is refused:\n%s", rules_text(rules));
    free(reports);
    return fired;
}

/*
 * The cells that can be fired at, those of ships first. Where repeats are wasted, a few known
 * cells are among them.
 */
static size_t cells_to_fire_at(const bship_board *board, bship_rng *rng, bship_cell *cells,
                               size_t *ships)
{
    const bship_rules *rules = bship_board_rules(board);
    size_t count = 0;

    *ships = 0;
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        int32_t state = bship_board_state_at(board, cell);
        bool fresh = state == BSHIP_BOARD_STATE_WATER || state == BSHIP_BOARD_STATE_SHIP;
        if (bship_board_check_fire(board, cell) || (!fresh && between(rng, 0, 15)))
            continue;
        cells[count++] = cell;
        if (state == BSHIP_BOARD_STATE_SHIP) {
            cells[count - 1] = cells[*ships];
            cells[(*ships)++] = cell;
        }
    }
    return count;
}

size_t fire_at_random(bship_board *board, bship_chart *chart, bship_rng *rng)
{
    const bship_rules *rules = bship_board_rules(board);
    bship_cell *cells = calloc((size_t)cell_count(rules), sizeof *cells);
    size_t ships, count = cells_to_fire_at(board, rng, cells, &ships), fired = 0;

    if (ships > 0) {
        size_t wanted = has_salvos(rules) ? (size_t)between(rng, 1, 5) : 1;
        if (wanted > count)
            wanted = count;
        for (size_t i = 0; i < wanted; i++) {
            bool aimed = i < ships && between(rng, 0, 2) == 0;
            size_t from = i + (size_t)bship_rng_below(rng, (aimed ? ships : count) - i);
            bship_cell chosen = cells[from];
            cells[from] = cells[i];
            cells[i] = chosen;
        }
        fired = fire_turn(board, chart, cells, wanted);
    }
    free(cells);
    return fired;
}

size_t fire_by_ai(bship_ai *ai, bship_board *board, bship_chart *chart)
{
    const bship_rules *rules = bship_board_rules(board);
    bship_cell few[8], *cells = few;
    size_t count = (size_t)bship_rules_shots_due(rules, NULL, chart), fired;

    if (count > 8)
        cells = calloc(count, sizeof *cells);
    assert_ok(bship_ai_aim_salvo(ai, chart, NULL, cells, count), "%s after %d turns under\n%s",
              bship_ai_strategy(ai), (int)bship_chart_turns(chart), rules_text(rules));
    fired = fire_turn(board, chart, cells, count);
    if (cells != few)
        free(cells);
    return fired;
}

bool has_placement(const bship_record *record, int32_t side, int32_t ship, bship_placement *out)
{
    bship_placement layout[BSHIP_FLEET_SHIPS_MAX];
    size_t count = bship_record_layout(record, side, layout, BSHIP_FLEET_SHIPS_MAX);
    for (size_t i = 0; i < count; i++) {
        if (layout[i].ship == ship) {
            *out = layout[i];
            return true;
        }
    }
    return false;
}
