/* Laying ships on a grid, and drawing whole layouts. */
#include "model/layout.h"

#include <string.h>

/* Whether a ship at any neighbour that counts as contact touches the cell. */
static int touches(const bship_internal_layout *layout, uint32_t position)
{
    const bship_rules *rules = layout->rules;
    for (uint32_t i = 0; i < rules->contact_count; i++) {
        if (layout->grid[bship_internal_neighbour(rules, position, i)])
            return 1;
    }
    return 0;
}

bship_status bship_internal_layout_check(const bship_internal_layout *layout, int32_t length,
                                         bship_internal_spot spot)
{
    const bship_rules *rules = layout->rules;
    uint32_t step = bship_internal_step(rules, spot.orientation);
    if (rules->run[spot.orientation][spot.position] < length)
        return BSHIP_ERROR_BLOCKED;
    uint32_t position = spot.position;
    for (int32_t i = 0; i < length; i++, position += step) {
        if (layout->grid[position])
            return BSHIP_ERROR_OVERLAP;
    }
    position = spot.position;
    for (int32_t i = 0; rules->contact_count > 0 && i < length; i++, position += step) {
        if (touches(layout, position))
            return BSHIP_ERROR_CONTACT;
    }
    return BSHIP_OK;
}

static void paint(bship_internal_layout *layout, int32_t ship, uint16_t value)
{
    bship_internal_spot spot = layout->spots[ship];
    uint32_t step = bship_internal_step(layout->rules, spot.orientation);
    int32_t length = layout->rules->fleet->ships[ship].length;
    for (int32_t i = 0; i < length; i++)
        layout->grid[spot.position + (uint32_t)i * step] = value;
}

void bship_internal_layout_put(bship_internal_layout *layout, int32_t ship,
                               bship_internal_spot spot)
{
    layout->spots[ship] = spot;
    paint(layout, ship, (uint16_t)(ship + 1));
}

void bship_internal_layout_take(bship_internal_layout *layout, int32_t ship)
{
    paint(layout, ship, 0);
    layout->spots[ship] = (bship_internal_spot){ 0, BSHIP_RIGHT };
}

void bship_internal_layout_clear(bship_internal_layout *layout)
{
    for (int32_t i = 0; i < layout->rules->fleet->count; i++) {
        if (layout->spots[i].position)
            bship_internal_layout_take(layout, i);
    }
}

/* How many spots to the right, or down, a ship has. */
static uint32_t spots_along(int32_t side, int32_t other_side, int32_t length)
{
    return side < length ? 0 : (uint32_t)(side - length + 1) * (uint32_t)other_side;
}

uint32_t bship_internal_spot_count(const bship_rules *rules, int32_t length)
{
    uint32_t right = spots_along(rules->width, rules->height, length);
    uint32_t down = length > 1 ? spots_along(rules->height, rules->width, length) : 0;
    return right + down;
}

bship_internal_spot bship_internal_spot_at(const bship_rules *rules, int32_t length, uint32_t index)
{
    uint32_t right = spots_along(rules->width, rules->height, length);
    int32_t orientation = index < right ? BSHIP_RIGHT : BSHIP_DOWN;
    uint32_t width = (uint32_t)rules->width;
    if (orientation == BSHIP_RIGHT)
        width -= (uint32_t)length - 1;
    else
        index -= right;
    uint32_t y = index / width;
    return (bship_internal_spot){ (y + 1) * rules->stride + (index - y * width) + 1, orientation };
}

/* Lays the fleet in order, each ship drawn on its own; stops at the first that does not fit. */
static int draw_once(bship_internal_layout *layout, bship_rng *rng)
{
    const bship_rules *rules = layout->rules;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        int32_t length = rules->fleet->ships[i].length;
        uint32_t count = (uint32_t)(rules->index_base[i + 1] - rules->index_base[i]);
        if (count == 0)
            return 0;
        bship_internal_spot spot =
            bship_internal_spot_at(rules, length, bship_internal_rng_below(rng, count));
        if (bship_internal_layout_check(layout, length, spot))
            return 0;
        bship_internal_layout_put(layout, i, spot);
    }
    return 1;
}

bship_status bship_internal_layout_draw(bship_internal_layout *layout, bship_rng *rng,
                                        int64_t *work)
{
    while (*work > 0) {
        --*work;
        if (draw_once(layout, rng))
            return BSHIP_OK;
        bship_internal_layout_clear(layout);
    }
    return BSHIP_ERROR_WORK_LIMIT;
}
