/* Geometry as numbers; see features.h. */
#include "inference/habits/features.h"

#include <math.h>
#include <string.h>

enum {
    EDGE,       /* on the border of the board */
    CORNER,     /* near both a left or right and an upper or lower border */
    CENTRE,     /* in the middle half of columns and of rows */
    DEPTH,      /* distance from the nearest border */
    RIGHT_HALF, /* +1 in the right half, -1 in the left */
    LOWER_HALF,
    DIAGONAL, /* +1 in the upper left and lower right quadrants, -1 in the others */
    COLUMN,   /* from -1 at the left to +1 at the right */
    ROW,
    COLUMN_BAND, /* square of COLUMN: outer columns against middle ones */
    ROW_BAND,
    VERTICAL /* 1 or -1; 0 for a ship of one cell */
};

const uint8_t bsi_feature_group[BSI_FEATURES] = {
    [EDGE] = 0,       [CORNER] = 1,      [CENTRE] = 2,   [DEPTH] = 3,
    [RIGHT_HALF] = 4, [LOWER_HALF] = 4,  [DIAGONAL] = 5, [COLUMN] = 6,
    [ROW] = 6,        [COLUMN_BAND] = 7, [ROW_BAND] = 7, [VERTICAL] = BSI_ORIENTATION_GROUP,
};

/* A coordinate from -1 to 1; exactly odd about the middle of the side. */
static double centred(int32_t at, int32_t side)
{
    return side > 1 ? (double)(2 * at - (side - 1)) / (side - 1) : 0;
}

static double sign(double value)
{
    return value > 0 ? 1 : value < 0 ? -1 : 0;
}

static int32_t border_distance(int32_t at, int32_t side)
{
    return at < side - 1 - at ? at : side - 1 - at;
}

/* Whether a border is within a fifth of the side, but at least one cell. */
static bool is_near_border(int32_t at, int32_t side)
{
    return border_distance(at, side) < (side + 4) / 5;
}

static void add_cell(const bship_rules *rules, bship_cell cell, double features[BSI_FEATURES])
{
    double x = centred(cell.x, rules->width);
    double y = centred(cell.y, rules->height);
    int32_t across = border_distance(cell.x, rules->width);
    int32_t down = border_distance(cell.y, rules->height);
    int32_t nearest = across < down ? across : down;
    int32_t shorter = rules->width < rules->height ? rules->width : rules->height;
    features[EDGE] += nearest == 0;
    features[CORNER] +=
        is_near_border(cell.x, rules->width) && is_near_border(cell.y, rules->height);
    features[CENTRE] += fabs(x) <= 0.5 && fabs(y) <= 0.5;
    features[DEPTH] += (double)nearest / shorter;
    features[RIGHT_HALF] += sign(x);
    features[LOWER_HALF] += sign(y);
    features[DIAGONAL] += sign(x) * sign(y);
    features[COLUMN] += x;
    features[ROW] += y;
    features[COLUMN_BAND] += x * x;
    features[ROW_BAND] += y * y;
}

void bsi_features_of(const bship_rules *rules, int32_t length, bsi_placement placement,
                     double features[BSI_FEATURES])
{
    uint32_t step = bsi_step(rules, placement.orientation);
    memset(features, 0, BSI_FEATURES * sizeof *features);
    for (int32_t i = 0; i < length; i++)
        add_cell(rules, bsi_cell(rules, placement.position + (uint32_t)i * step), features);
    for (int i = 0; i < BSI_FEATURES; i++)
        features[i] /= length;
    if (length > 1)
        features[VERTICAL] = placement.orientation == BSHIP_ORIENTATION_VERTICAL ? 1 : -1;
}
