/*
 * Reading a grid, a picture of a position, in three steps: the letters (grid_read.c), the ships
 * that the sunk cells are (grid_ships.c), and the shots that make the chart (grid.c).
 */
#ifndef BSI_PLAY_GRID_H
#define BSI_PLAY_GRID_H

#include <stddef.h>
#include <stdint.h>

#include "base/lines.h"
#include "model/layout.h"

/* A grid that is read. */
typedef struct bsi_grid {
    const bship_rules *rules;
    uint8_t *states;    /* by position: a bship_chart_state of UNKNOWN, MISS, HIT and SUNK */
    bsi_place *places;  /* by position: where its letter is in the text */
    bsi_layout ships;   /* the sunk ships; others are not placed */
    bship_error *error; /* the caller's */
} bsi_grid;

/*
 * Reads the letters of a text and tells their columns and rows: as bship_grid_size(). Unless NULL,
 * `grid`, whose board must have that size, receives them: also BLOCKED.
 */
bship_status bsi_grid_read(const char *text, size_t length, bsi_grid *grid, int32_t *width,
                           int32_t *height, bship_error *error);

/* Finds the ships in the sunk cells: OK, ARGUMENT, CONTRADICTION, WORK_LIMIT or MEMORY. */
bship_status bsi_grid_find_ships(bsi_grid *grid, const int32_t *sunk, size_t sunk_count);

/* Fills the caller's error with a fault in a cell; returns `status`. */
bship_status bsi_grid_fail(const bsi_grid *grid, bship_status status, uint32_t position,
                           const char *format, ...) BSI_PRINTF(4, 5);

#endif
