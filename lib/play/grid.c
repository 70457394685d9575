/*
 * The chart of a grid; see battleship/experimental/grid.h.
 *
 * The shots are recorded in an order in which the reports say what the grid shows. When a ship is
 * recorded as sunk, all other hits on the chart are those of ships sunk before it. So it can only
 * lie in its own cells, whatever else its report discloses. Misses come first, since the water that
 * a sinking may reveal cannot be fired at, and after the last sinking nothing can.
 */
#include <battleship/experimental/grid.h>

#include <stdarg.h>
#include <stdio.h>

#include "base/memory.h"
#include "model/board.h"
#include "model/chart.h"
#include "play/grid.h"

bship_status bsi_grid_fail(const bsi_grid *grid, bship_status status, uint32_t position,
                           const char *format, ...)
{
    bsi_place place = grid->places[position];
    char text[sizeof grid->error->text];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bsi_fail_at(grid->error, status, place.line, place.column, "%s", text);
}

/* ---- recording ---- */

/* Records a shot of which the grid says that it had this effect. */
static bship_status record(const bsi_grid *grid, bship_chart *chart, uint32_t position,
                           bsi_effect effect)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_report report = bsi_disclose(&grid->ships, effect);
    bship_status status =
        bship_chart_record(chart, bsi_cell(grid->rules, position), &report, &error);
    return status ? bsi_grid_fail(grid, status, position, "%s", error.text) : BSHIP_OK;
}

/* Records the cells of a state, each as a shot with this result. */
static bship_status record_cells(const bsi_grid *grid, bship_chart *chart, uint8_t state,
                                 bship_result result)
{
    bship_status status = BSHIP_OK;
    for (uint32_t p = 0; p < grid->rules->positions && !status; p++) {
        if (grid->states[p] == state)
            status = record(grid, chart, p, (bsi_effect){ result, -1 });
    }
    return status;
}

/* Records the hits on a sunk ship, from its first cell to its last. */
static bship_status record_ship(const bsi_grid *grid, bship_chart *chart, int32_t ship)
{
    bsi_placement placement = grid->ships.placements[ship];
    int32_t length = grid->rules->fleet->ships[ship].length;
    uint32_t step = bsi_step(grid->rules, placement.orientation);
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; i < length && !status; i++) {
        bship_result result = i < length - 1 ? BSHIP_RESULT_HIT : BSHIP_RESULT_SUNK;
        status = record(grid, chart, placement.position + (uint32_t)i * step,
                        (bsi_effect){ result, ship });
    }
    return status;
}

static bship_status record_all(const bsi_grid *grid, bship_chart *chart)
{
    bship_status status = record_cells(grid, chart, BSHIP_CHART_STATE_MISS, BSHIP_RESULT_MISS);
    for (int32_t ship = 0; ship < grid->rules->fleet->count && !status; ship++) {
        if (grid->ships.placements[ship].position)
            status = record_ship(grid, chart, ship);
    }
    return status ? status : record_cells(grid, chart, BSHIP_CHART_STATE_HIT, BSHIP_RESULT_HIT);
}

/* ---- the grid ---- */

/* Refuses sunk cells under rules by which no report tells the length of a sunk ship. */
static bship_status check_sunk(const bsi_grid *grid)
{
    int32_t disclosure = bsi_rule(grid->rules, BSHIP_RULE_DISCLOSURE);
    const bsi_names *names = bsi_rule_values(BSHIP_RULE_DISCLOSURE);
    for (uint32_t p = 0; p < grid->rules->positions; p++) {
        if (grid->states[p] == BSHIP_CHART_STATE_SUNK && !bsi_discloses_length(grid->rules, true))
            return bsi_grid_fail(grid, BSHIP_ERROR_REPORT, p,
                                 "with disclosure %s no report tells which ship is sunk",
                                 bsi_name(names, disclosure));
    }
    return BSHIP_OK;
}

/* Refuses hits, all of ships that are not sunk, that touch a sunk ship where none may. */
static bship_status check_hits(const bsi_grid *grid)
{
    for (uint32_t p = 0; p < grid->rules->positions; p++) {
        bsi_placement alone = bsi_placement_of(0, BSHIP_ORIENTATION_HORIZONTAL, p);
        if (grid->states[p] == BSHIP_CHART_STATE_HIT && bsi_layout_check(&grid->ships, 1, alone))
            return bsi_grid_fail(grid, BSHIP_ERROR_CONTRADICTION, p,
                                 "the ship hit here would touch a sunk ship");
    }
    return BSHIP_OK;
}

/* Makes the chart of a grid that is read. */
static bship_status make_chart(bship_chart **out, bsi_grid *grid, const int32_t *sunk,
                               size_t sunk_count)
{
    bship_chart *chart = NULL;
    bship_status status = check_sunk(grid);
    if (!status)
        status = bsi_grid_find_ships(grid, sunk, sunk_count);
    if (!status)
        status = check_hits(grid);
    if (!status)
        status = bship_chart_new(&chart, grid->rules, NULL, grid->error);
    if (!status)
        status = record_all(grid, chart);
    if (status)
        bship_chart_free(chart);
    else
        *out = chart;
    return status;
}

static bship_status alloc_grid(bsi_grid *grid)
{
    const bship_allocator *allocator = &grid->rules->allocator;
    size_t positions = grid->rules->positions;
    grid->states = bsi_alloc(allocator, positions, sizeof *grid->states);
    grid->places = bsi_alloc(allocator, positions, sizeof *grid->places);
    bship_status status = bsi_layout_open(&grid->ships, grid->rules, allocator);
    return grid->states && grid->places ? status : BSHIP_ERROR_MEMORY;
}

static void free_grid(const bsi_grid *grid)
{
    const bship_allocator *allocator = &grid->rules->allocator;
    size_t positions = grid->rules->positions;
    bsi_free(allocator, grid->states, positions, sizeof *grid->states);
    bsi_free(allocator, grid->places, positions, sizeof *grid->places);
    bsi_layout_close(&grid->ships, allocator);
}

static bship_status check_size(const bship_rules *rules, const char *text, size_t length,
                               bship_error *error)
{
    int32_t width = 0, height = 0;
    bship_status status = bship_grid_size(text, length, &width, &height, error);
    if (status || (width == rules->width && height == rules->height))
        return status;
    return bsi_fail(error, BSHIP_ERROR_RULES, -1,
                    "the grid has %d columns and %d rows, and the board %d and %d", (int)width,
                    (int)height, (int)rules->width, (int)rules->height);
}

bship_status bship_grid_size(const char *text, size_t length, int32_t *width, int32_t *height,
                             bship_error *error)
{
    if ((!text && length > 0) || !width || !height)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return bsi_grid_read(text, length, NULL, width, height, error);
}

bship_status bship_chart_parse_grid(bship_chart **out, const bship_rules *rules, const char *text,
                                    size_t length, const int32_t *sunk, size_t sunk_count,
                                    bship_error *error)
{
    if (!out || !rules || (!text && length > 0) || (!sunk && sunk_count > 0))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = check_size(rules, text, length, error);
    if (status)
        return status;
    bsi_grid grid = { .rules = rules, .error = error };
    int32_t width, height;
    status = alloc_grid(&grid);
    if (status)
        bsi_fail_plain(error, status);
    else
        status = bsi_grid_read(text, length, &grid, &width, &height, error);
    if (!status)
        status = make_chart(out, &grid, sunk, sunk_count);
    free_grid(&grid);
    return status;
}
