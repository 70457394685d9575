/* Rules: memory and queries. They are created in rules_new.c. */
#include "model/rules.h"

#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/reference.h"
#include "base/versioned.h"

/* ---- memory and references ---- */

bship_status bsi_rules_alloc_grids(bship_rules *rules)
{
    const bship_allocator *allocator = &rules->allocator;
    size_t positions = rules->positions;
    size_t cells = (size_t)rules->width * (size_t)rules->height;
    size_t ships = (size_t)rules->fleet->count;
    rules->blocked = bsi_alloc(allocator, positions, sizeof *rules->blocked);
    rules->run[0] = bsi_alloc(allocator, positions, sizeof *rules->run[0]);
    rules->run[1] = bsi_alloc(allocator, positions, sizeof *rules->run[1]);
    rules->free_cells = bsi_alloc(allocator, cells, sizeof *rules->free_cells);
    rules->free_index = bsi_alloc(allocator, positions, sizeof *rules->free_index);
    rules->cells = bsi_alloc(allocator, positions, sizeof *rules->cells);
    rules->by_length = bsi_alloc(allocator, ships, sizeof *rules->by_length);
    rules->index_base = bsi_alloc(allocator, ships + 1, sizeof *rules->index_base);
    bool is_complete = rules->blocked && rules->run[0] && rules->run[1] && rules->free_cells &&
                       rules->free_index && rules->cells && rules->by_length && rules->index_base;
    return is_complete ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

static void rules_free(bship_rules *rules)
{
    const bship_allocator allocator = rules->allocator;
    bship_fleet *fleet = rules->fleet;
    size_t positions = rules->positions;
    size_t cells = (size_t)rules->width * (size_t)rules->height;
    size_t ships = (size_t)rules->fleet->count;
    bsi_free(&allocator, rules->blocked, positions, sizeof *rules->blocked);
    bsi_free(&allocator, rules->run[0], positions, sizeof *rules->run[0]);
    bsi_free(&allocator, rules->run[1], positions, sizeof *rules->run[1]);
    bsi_free(&allocator, rules->free_cells, cells, sizeof *rules->free_cells);
    bsi_free(&allocator, rules->free_index, positions, sizeof *rules->free_index);
    bsi_free(&allocator, rules->cells, positions, sizeof *rules->cells);
    bsi_free(&allocator, rules->blocked_cells, rules->blocked_count, sizeof *rules->blocked_cells);
    bsi_free(&allocator, rules->by_length, ships, sizeof *rules->by_length);
    bsi_free(&allocator, rules->index_base, ships + 1, sizeof *rules->index_base);
    bsi_free(&allocator, rules, 1, sizeof *rules);
    bship_fleet_unref(fleet);
}

bship_rules *bship_rules_ref(const bship_rules *rules)
{
    return rules ? bsi_reference_add(rules, &rules->references) : NULL;
}

void bship_rules_unref(bship_rules *rules)
{
    if (rules && bsi_reference_drop(&rules->references))
        rules_free(rules);
}

/* ---- queries ---- */

int bship_rules_equal(const bship_rules *a, const bship_rules *b)
{
    if (a == b)
        return 1;
    return a->width == b->width && a->height == b->height &&
           memcmp(a->values, b->values, sizeof a->values) == 0 &&
           memcmp(a->numbers, b->numbers, sizeof a->numbers) == 0 &&
           bship_fleet_equal(a->fleet, b->fleet) &&
           memcmp(a->blocked, b->blocked, a->positions) == 0;
}

const bship_fleet *bship_rules_fleet(const bship_rules *rules)
{
    return rules->fleet;
}

int32_t bship_rules_width(const bship_rules *rules)
{
    return rules->width;
}

int32_t bship_rules_height(const bship_rules *rules)
{
    return rules->height;
}

int bship_rules_is_blocked(const bship_rules *rules, bship_cell cell)
{
    return bsi_on_board(rules, cell) && rules->blocked[bsi_position(rules, cell)];
}

size_t bship_rules_blocked(const bship_rules *rules, bship_cell *cells, size_t capacity)
{
    capacity = bsi_room(cells, capacity);
    size_t count = rules->blocked_count;
    if (count > 0 && capacity > 0)
        memcpy(cells, rules->blocked_cells, (count < capacity ? count : capacity) * sizeof *cells);
    return count;
}

int32_t bship_rules_get(const bship_rules *rules, int32_t rule)
{
    return rule >= 0 && rule < BSI_RULES ? rules->values[rule] : -1;
}

/* By bship_detail. */
static const struct {
    bsi_name_row row;
    uint32_t effect;
} details[] = {
    [BSHIP_DETAIL_SINKING] = { { "sinking", "that a ship sank" }, BSI_DISCLOSES_SINKINGS },
    [BSHIP_DETAIL_LENGTH] = { { "length", "the length of a ship that sank" },
                              BSI_DISCLOSES_LENGTHS },
    [BSHIP_DETAIL_NAME] = { { "name", "the name of a ship that sank" }, BSI_DISCLOSES_NAMES },
    [BSHIP_DETAIL_NAME_OF_HIT] = { { "name-of-hit",
                                     "the name and length of the ship at every hit" },
                                   BSI_DISCLOSES_HIT_NAMES },
    [BSHIP_DETAIL_POINTS] = { { "points", "what a ship that sank is worth" },
                              BSI_DISCLOSES_POINTS },
};

const bsi_names bsi_detail_names = BSI_NAMES(details);

int bship_rules_discloses(const bship_rules *rules, int32_t detail)
{
    return bsi_name(&bsi_detail_names, detail) && bsi_rules_have(rules, details[detail].effect);
}

bship_status bship_rules_describe(const bship_rules *rules, bship_rules_options *out)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    if (!rules)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_rules_options), NULL);
    if (status)
        return status;
    options.width = rules->width;
    options.height = rules->height;
    for (int32_t rule = 0; rule < BSI_RULES; rule++)
        bsi_rule_set(&options, rule, rules->values[rule], rules->numbers[rule]);
    options.blocked = rules->blocked_cells;
    options.blocked_count = rules->blocked_count;
    return bsi_versioned_write_options(out, BSI_VERSIONED(bship_rules_options), &options, NULL);
}

int32_t bship_rules_number(const bship_rules *rules, int32_t rule)
{
    return rule >= 0 && rule < BSI_RULES ? rules->numbers[rule] : 0;
}

int32_t bship_rules_feasibility(const bship_rules *rules)
{
    return rules->feasibility;
}

size_t bsi_copy_grid(const bship_rules *rules, const uint8_t *grid, uint8_t *out, size_t capacity)
{
    capacity = bsi_room(out, capacity);
    size_t width = (size_t)rules->width;
    size_t cells = width * (size_t)rules->height;
    for (int32_t y = 0; y < rules->height && (size_t)y * width < capacity; y++) {
        size_t done = (size_t)y * width;
        size_t room = capacity - done;
        memcpy(out + done, grid + bsi_position(rules, (bship_cell){ 0, y }),
               room < width ? room : width);
    }
    return cells;
}

/* ---- names ---- */

static const bsi_name_row feasibilities[] = {
    [BSHIP_FEASIBILITY_PROVED] = { "proved", "a layout was found" },
    [BSHIP_FEASIBILITY_UNDECIDED] = { "undecided", "the search was stopped by the work limit" },
};

const bsi_names bsi_feasibility_names = BSI_NAMES(feasibilities);
