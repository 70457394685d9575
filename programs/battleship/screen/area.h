/* A part of the screen. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_AREA_H
#define PROGRAMS_BATTLESHIP_SCREEN_AREA_H

#include <stdbool.h>

struct area {
    int row, column;   /* its upper left corner, from 0 */
    int rows, columns; /* its size */
};

/* Whether a position on the screen is within an area. */
static inline bool area_has(const struct area *area, int row, int column)
{
    return row >= area->row && row < area->row + area->rows && column >= area->column &&
           column < area->column + area->columns;
}

#endif
