/* The cells of a board, and their places in arrays that have an item for each cell, row by row. */
#ifndef PROGRAMS_COMMON_BOARD_CELLS_H
#define PROGRAMS_COMMON_BOARD_CELLS_H

#include <stdbool.h>
#include <stddef.h>

#include <battleship/rules.h>

/* How many there are. */
static inline size_t board_cells(const bship_rules *rules)
{
    return (size_t)bship_rules_width(rules) * (size_t)bship_rules_height(rules);
}

static inline size_t board_index(const bship_rules *rules, bship_cell cell)
{
    return (size_t)cell.y * (size_t)bship_rules_width(rules) + (size_t)cell.x;
}

static inline bship_cell board_cell(const bship_rules *rules, size_t index)
{
    size_t width = (size_t)bship_rules_width(rules);
    return (bship_cell){ (int32_t)(index % width), (int32_t)(index / width) };
}

static inline bool is_same_cell(bship_cell a, bship_cell b)
{
    return a.x == b.x && a.y == b.y;
}

#endif
