/*
 * Creating rules: checks the options, fills the grids that are shared by everything made from the
 * rules, and searches for a layout to decide whether the fleet fits.
 */
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/versioned.h"
#include "model/layout.h"
#include "model/rules.h"

/* ---- checks ---- */

static bship_status check_values(const bship_rules_options *options, const bship_fleet *fleet,
                                 bship_error *error)
{
    for (int32_t rule = 0; rule < BSI_RULES; rule++) {
        int32_t value = bsi_rule_value(options, rule);
        if (!bsi_rule_has(rule, value))
            return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "%s has no value %d",
                            bsi_name(&bsi_rule_names, rule), (int)value);
    }
    const bsi_conflict *conflict = bsi_conflict_in(options, fleet);
    if (!conflict)
        return BSHIP_OK;
    int32_t a = (int32_t)conflict->rule_a, b = (int32_t)conflict->rule_b;
    char value_a[32], value_b[32];
    bsi_text text_a = bsi_text_of(value_a, sizeof value_a);
    bsi_text text_b = bsi_text_of(value_b, sizeof value_b);
    bsi_rule_add(&text_a, a, bsi_rule_value(options, a), bsi_rule_number(options, a));
    bsi_rule_add(&text_b, b, bsi_rule_value(options, b), bsi_rule_number(options, b));
    return bsi_fail(error, BSHIP_ERROR_CONFLICT, -1, "%s %s conflicts with %s %s%s",
                    bsi_name(&bsi_rule_names, a), value_a, bsi_name(&bsi_rule_names, b), value_b,
                    conflict->effects_b == BSI_DISCLOSES_POINTS
                        ? ", which does not tell the points of a sunk ship"
                        : "");
}

static bship_status check_numbers(const bship_rules_options *options, bship_error *error)
{
    if (options->width < 1 || options->width > BSHIP_BOARD_EDGE_MAX || options->height < 1 ||
        options->height > BSHIP_BOARD_EDGE_MAX)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a board is 1x1 to 1024x1024, not %dx%d",
                        (int)options->width, (int)options->height);
    for (int32_t rule = 0; rule < BSI_RULES; rule++) {
        bship_status status = bsi_rule_check_number(options, rule, error);
        if (status)
            return status;
    }
    if (options->work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a work limit must not be negative");
    if (options->blocked_count > 0 && !options->blocked)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return BSHIP_OK;
}

/* ---- filling the struct ---- */

uint64_t bsi_rules_bytes(int32_t width, int32_t height, size_t ships)
{
    const bship_rules *rules = NULL;
    const size_t position_bytes = sizeof *rules->blocked + 2 * sizeof *rules->run[0] +
                                  sizeof *rules->free_cells + sizeof *rules->free_index +
                                  sizeof *rules->cells + sizeof *rules->blocked_cells +
                                  sizeof(uint16_t);
    const size_t ship_bytes = sizeof(bsi_ship) + sizeof(bsi_class) + sizeof *rules->by_length +
                              sizeof *rules->index_base + sizeof(bsi_placement) + sizeof(uint32_t);
    uint64_t positions = ((uint64_t)width + 2) * ((uint64_t)height + 2);
    return sizeof *rules + sizeof(bship_fleet) + positions * position_bytes +
           (ships + 1) * ship_bytes;
}

/* Sets the values of the rules, and what follows from them and from the size of the board. */
static void set_values(bship_rules *rules, const bship_rules_options *options)
{
    rules->width = options->width;
    rules->height = options->height;
    for (int32_t rule = 0; rule < BSI_RULES; rule++) {
        rules->values[rule] = bsi_rule_value(options, rule);
        rules->numbers[rule] = bsi_rule_number(options, rule);
    }
    rules->effects = bsi_rules_effects(options, rules->fleet);
    int32_t stride = rules->width + 1;
    const int32_t neighbours[8] = { -1,          1,           -stride,    stride,
                                    -stride - 1, -stride + 1, stride - 1, stride + 1 };
    rules->stride = (uint32_t)stride;
    rules->steps[BSHIP_ORIENTATION_HORIZONTAL] = 1;
    rules->steps[BSHIP_ORIENTATION_VERTICAL] = rules->stride;
    rules->positions = (uint32_t)(rules->height + 2) * rules->stride + 2;
    memcpy(rules->neighbours, neighbours, sizeof neighbours);
    rules->contact_count = bsi_kept_neighbours(rules->effects);
}

static void set_cells(bship_rules *rules)
{
    memset(rules->blocked, 1, rules->positions);
    for (int32_t y = 0; y < rules->height; y++) {
        for (int32_t x = 0; x < rules->width; x++) {
            uint32_t position = bsi_position(rules, (bship_cell){ x, y });
            rules->blocked[position] = 0;
            rules->cells[position] = (bship_cell){ x, y };
        }
    }
}

/* Lists the blocked cells, row by row. */
static bship_status list_blocked(bship_rules *rules, size_t count, bship_error *error)
{
    if (count == 0)
        return BSHIP_OK;
    rules->blocked_cells = bsi_alloc(&rules->allocator, count, sizeof *rules->blocked_cells);
    if (!rules->blocked_cells)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    for (int32_t y = 0; y < rules->height; y++) {
        for (int32_t x = 0; x < rules->width; x++) {
            bship_cell cell = { x, y };
            if (rules->blocked[bsi_position(rules, cell)])
                rules->blocked_cells[rules->blocked_count++] = cell;
        }
    }
    return BSHIP_OK;
}

static bship_status set_blocked(bship_rules *rules, const bship_rules_options *options,
                                bship_error *error)
{
    for (size_t i = 0; i < options->blocked_count; i++) {
        bship_cell cell = options->blocked[i];
        bship_status status = BSHIP_OK;
        if (!bsi_on_board(rules, cell))
            status = BSHIP_ERROR_OFF_BOARD;
        else if (rules->blocked[bsi_position(rules, cell)])
            status = BSHIP_ERROR_DUPLICATE;
        if (status) {
            char text[BSHIP_CELL_TEXT_SIZE];
            bship_cell_format(cell, text, sizeof text);
            return bsi_fail(error, status, (int64_t)i, "the blocked cell %s is %s", text,
                            status == BSHIP_ERROR_DUPLICATE ? "listed twice" : "off the board");
        }
        rules->blocked[bsi_position(rules, cell)] = 1;
    }
    return list_blocked(rules, options->blocked_count, error);
}

/* Lists the free cells and computes the run lengths, each from that of the next cell. */
static void set_runs(bship_rules *rules)
{
    for (uint32_t p = 0; p < rules->positions; p++) {
        if (rules->blocked[p])
            continue;
        rules->free_cells[rules->free_count++] = p;
        rules->free_index[p] = rules->free_count;
    }
    for (uint32_t i = rules->free_count; i-- > 0;) {
        uint32_t p = rules->free_cells[i];
        rules->run[BSHIP_ORIENTATION_HORIZONTAL][p] =
            (uint16_t)(rules->run[BSHIP_ORIENTATION_HORIZONTAL][p + 1] + 1);
        rules->run[BSHIP_ORIENTATION_VERTICAL][p] =
            (uint16_t)(rules->run[BSHIP_ORIENTATION_VERTICAL][p + rules->stride] + 1);
    }
}

static void set_ships(bship_rules *rules)
{
    const bship_fleet *fleet = rules->fleet;
    int32_t next = 0;
    for (int32_t k = 0; k < fleet->class_count; k++) {
        for (int32_t i = 0; i < fleet->count; i++) {
            if (fleet->ships[i].length_class == k)
                rules->by_length[next++] = i;
        }
    }
    for (int32_t i = 0; i < fleet->count; i++)
        rules->index_base[i + 1] =
            rules->index_base[i] + bsi_placement_count(rules, fleet->ships[i].length);
}

/* ---- feasibility ---- */

static bship_status search_layout(bship_rules *rules, int64_t work_limit)
{
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    budget.limit = work_limit ? work_limit : BSHIP_RULES_WORK_DEFAULT;
    bsi_layout layout;
    bship_status status = bsi_layout_open(&layout, rules, allocator);
    uint32_t *scratch = bsi_alloc(allocator, ships, sizeof *scratch);
    if (!scratch)
        status = BSHIP_ERROR_MEMORY;
    if (!status)
        status = bsi_layout_search(&layout, NULL, &budget, scratch);
    bsi_layout_close(&layout, allocator);
    bsi_free(allocator, scratch, ships, sizeof *scratch);
    return status;
}

/* Decides whether the fleet fits: checks two cheap necessary conditions, then searches a layout. */
static bship_status set_feasibility(bship_rules *rules, int64_t work_limit, bship_error *error)
{
    const bship_fleet *fleet = rules->fleet;
    if ((uint32_t)fleet->cells > rules->free_count)
        return bsi_fail(error, BSHIP_ERROR_INFEASIBLE, -1,
                        "the fleet has more cells than the board");
    /* Without contact, ships enlarged by one cell to the right and below are disjoint. */
    int64_t enlarged = 0;
    for (int32_t i = 0; i < fleet->count; i++)
        enlarged += 2 * ((int64_t)fleet->ships[i].length + 1);
    if (rules->contact_count == 8 && enlarged > ((int64_t)rules->width + 1) * (rules->height + 1))
        return bsi_fail(error, BSHIP_ERROR_INFEASIBLE, -1,
                        "the fleet does not fit without contact");
    bship_status status = search_layout(rules, work_limit);
    if (status && status != BSHIP_ERROR_WORK_LIMIT)
        return bsi_fail_plain(error, status);
    rules->feasibility = status ? BSHIP_FEASIBILITY_UNDECIDED : BSHIP_FEASIBILITY_PROVED;
    return BSHIP_OK;
}

/* ---- creation ---- */

static bship_status fill_rules(bship_rules *rules, const bship_rules_options *options,
                               bship_error *error)
{
    bship_status status = bsi_rules_alloc_grids(rules);
    if (status)
        return bsi_fail_plain(error, status);
    set_cells(rules);
    status = set_blocked(rules, options, error);
    if (status)
        return status;
    set_runs(rules);
    set_ships(rules);
    return set_feasibility(rules, options->work_limit, error);
}

bship_status bship_rules_new(bship_rules **out, const bship_fleet *fleet,
                             const bship_rules_options *given, bship_error *error)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    if (!out || !fleet)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_rules_options), given, error);
    if (status)
        return status;
    options.width = options.width ? options.width : BSHIP_BOARD_EDGE_DEFAULT;
    options.height = options.height ? options.height : BSHIP_BOARD_EDGE_DEFAULT;
    status = check_values(&options, fleet, error);
    if (!status)
        status = check_numbers(&options, error);
    if (status)
        return status;
    bship_rules *rules = bsi_alloc(&fleet->allocator, 1, sizeof *rules);
    if (!rules)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    atomic_init(&rules->references, 1);
    rules->allocator = fleet->allocator;
    rules->fleet = bship_fleet_ref(fleet);
    set_values(rules, &options);
    status = fill_rules(rules, &options, error);
    if (status) {
        bship_rules_unref(rules);
        return status;
    }
    *out = rules;
    return BSHIP_OK;
}

bship_status bsi_rules_with_contact(bship_rules **out, const bship_rules *rules, int32_t contact)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_rules_describe(rules, &options);
    options.contact = contact;
    bship_status status = bship_rules_new(out, rules->fleet, &options, NULL);
    return status == BSHIP_ERROR_MEMORY ? status : BSHIP_OK;
}
