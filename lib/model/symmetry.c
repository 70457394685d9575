/* Images of placements and cells; see symmetry.h. */
#include "model/symmetry.h"

/* An element is a set of these bits; transposition is applied first. */
enum {
    MIRROR_X = 1,
    MIRROR_Y = 2,
    TRANSPOSE = 4
};

bool bsi_symmetry_fits(const bship_rules *rules, uint8_t element)
{
    return !(element & TRANSPOSE) || rules->width == rules->height;
}

bsi_placement bsi_symmetry_image(const bship_rules *rules, uint8_t element, int32_t length,
                                 bsi_placement placement)
{
    bship_cell cell = bsi_cell(rules, placement.position);
    if (element & TRANSPOSE) {
        cell = (bship_cell){ cell.y, cell.x };
        /* A ship of one cell is always horizontal. */
        if (length > 1)
            placement.orientation = placement.orientation == BSHIP_ORIENTATION_HORIZONTAL
                                        ? BSHIP_ORIENTATION_VERTICAL
                                        : BSHIP_ORIENTATION_HORIZONTAL;
    }
    if (element & MIRROR_X)
        cell.x = rules->width - 1 - cell.x -
                 (placement.orientation == BSHIP_ORIENTATION_HORIZONTAL ? length - 1 : 0);
    if (element & MIRROR_Y)
        cell.y = rules->height - 1 - cell.y -
                 (placement.orientation == BSHIP_ORIENTATION_VERTICAL ? length - 1 : 0);
    placement.position = bsi_position(rules, cell);
    return placement;
}

uint32_t bsi_symmetry_cell(const bship_rules *rules, uint8_t element, uint32_t position)
{
    return bsi_symmetry_image(rules, element, 1,
                              bsi_placement_of(0, BSHIP_ORIENTATION_HORIZONTAL, position))
        .position;
}
