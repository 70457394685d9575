/* Many layouts as arrays of numbers: rows of a column, a row and an orientation for each ship. */
#include <string.h>

#include <battleship/experimental/layouts.h>

#include "base/error.h"
#include "base/random.h"
#include "inference/posterior.h"
#include "inference/sampler.h"

_Static_assert(BSHIP_BOARD_EDGE_MAX <= INT16_MAX, "columns and rows fit the numbers of an array");

enum {
    NUMBERS = 3 /* of a ship */
};

/* ---- rows ---- */

/* Writes placements, which are in the order of the fleet, as a row; returns where the next is. */
static int16_t *write_row(int16_t *row, const bship_placement *placements, size_t ships)
{
    for (size_t i = 0; i < ships; i++) {
        *row++ = (int16_t)placements[i].x;
        *row++ = (int16_t)placements[i].y;
        *row++ = (int16_t)placements[i].orientation;
    }
    return row;
}

/* The placement of a ship in a row. */
static bship_placement read_ship(const int16_t *row, int32_t ship)
{
    const int16_t *numbers = row + NUMBERS * ship;
    return (bship_placement){ ship, numbers[0], numbers[1], numbers[2] };
}

/* Checks an array of rows: OK, ARGUMENT or COUNT. */
static bship_status check_rows(const bship_rules *rules, const int16_t *layouts, size_t ships)
{
    if (!layouts)
        return BSHIP_ERROR_ARGUMENT;
    return ships == (size_t)rules->fleet->count ? BSHIP_OK : BSHIP_ERROR_COUNT;
}

/* ---- samplers ---- */

bship_status bship_sampler_fill(const bship_sampler *sampler, bship_rng *rng, int16_t *layouts,
                                size_t count, size_t ships)
{
    bship_placement placements[BSHIP_FLEET_SHIPS_MAX];
    bsi_drawer drawer;
    if (!sampler || !rng)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_rows(bship_sampler_rules(sampler), layouts, ships);
    if (status)
        return status;
    bsi_rng_check(rng);
    status = bsi_drawer_open(&drawer, sampler);
    for (size_t i = 0; !status && i < count; i++) {
        bsi_drawer_draw(&drawer, rng, placements);
        layouts = write_row(layouts, placements, ships);
    }
    bsi_drawer_close(&drawer);
    return status;
}

bship_status bship_sampler_list(const bship_sampler *sampler, int64_t first, int16_t *layouts,
                                size_t count, size_t ships)
{
    bship_placement placements[BSHIP_FLEET_SHIPS_MAX];
    if (!sampler)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_rows(bship_sampler_rules(sampler), layouts, ships);
    if (status)
        return status;
    int64_t listed = bship_sampler_count(sampler);
    if (first < 0 || first > listed || count > (uint64_t)(listed - first))
        return BSHIP_ERROR_RANGE;
    for (size_t i = 0; i < count; i++) {
        (void)bship_sampler_layout(sampler, first + (int64_t)i, placements, ships);
        layouts = write_row(layouts, placements, ships);
    }
    return BSHIP_OK;
}

/* ---- posteriors ---- */

bship_status bship_posterior_fill(bship_posterior *posterior, bship_rng *rng, int16_t *layouts,
                                  size_t count, size_t ships)
{
    bship_placement placements[BSHIP_FLEET_SHIPS_MAX];
    if (!posterior || !rng)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_rows(posterior->rules, layouts, ships);
    if (!status && !posterior->has_marginals)
        status = BSHIP_ERROR_UNSUPPORTED;
    for (size_t i = 0; !status && i < count; i++) {
        status = bship_posterior_sample(posterior, rng, placements, ships);
        if (!status)
            layouts = write_row(layouts, placements, ships);
    }
    return status;
}

/* ---- grids ---- */

/* Draws a ship on a grid: OK, ARGUMENT or OFF_BOARD. */
static bship_status draw_ship(const bship_rules *rules, bship_placement placement, uint8_t *grid)
{
    int32_t length = rules->fleet->ships[placement.ship].length;
    bool is_vertical = placement.orientation == BSHIP_ORIENTATION_VERTICAL;
    int32_t columns = is_vertical ? 1 : length, rows = is_vertical ? length : 1;
    if (!bsi_is_orientation(placement.orientation))
        return BSHIP_ERROR_ARGUMENT;
    if (placement.x < 0 || placement.x > rules->width - columns || placement.y < 0 ||
        placement.y > rules->height - rows)
        return BSHIP_ERROR_OFF_BOARD;
    uint8_t number = (uint8_t)(placement.ship < UINT8_MAX ? placement.ship + 1 : UINT8_MAX);
    uint8_t *cell = grid + (ptrdiff_t)placement.y * rules->width + placement.x;
    for (; length > 0; length--, cell += is_vertical ? rules->width : 1)
        *cell = number;
    return BSHIP_OK;
}

bship_status bship_rules_layout_grids(const bship_rules *rules, const int16_t *layouts,
                                      uint8_t *grids, size_t count, size_t ships, size_t cells,
                                      bship_error *error)
{
    if (!rules || !grids)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = check_rows(rules, layouts, ships);
    if (!status && cells != (size_t)rules->width * (size_t)rules->height)
        status = BSHIP_ERROR_COUNT;
    if (status)
        return bsi_fail_plain(error, status);
    for (size_t i = 0; i < count; i++, grids += cells, layouts += ships * NUMBERS) {
        memset(grids, 0, cells);
        for (int32_t ship = 0; !status && ship < rules->fleet->count; ship++)
            status = draw_ship(rules, read_ship(layouts, ship), grids);
        if (status)
            return bsi_fail(error, status, (int64_t)i, "layout %zu: %s", i,
                            bship_status_message(status));
    }
    return BSHIP_OK;
}
