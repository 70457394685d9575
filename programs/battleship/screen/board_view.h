/*
 * One board in an area of the screen: a title, the letters of the columns, and rows of cells, each
 * two columns wide, with a cursor in brackets. On a large screen a cell has twice as many columns,
 * and two rows.
 *
 *       WATERS OF MEDIUM
 *       A B C D E F G H I J
 *     1 . . . o . .[.]. . .
 *     2 . . X . . . . . . .
 *
 * A board that is larger than its area scrolls; the title then says to which sides there is more.
 *
 *     struct board_view view;
 *     board_view_init(&view, &panel);                // borrowed, as all else
 *     view.area = (struct area){ row, column, rows, columns };
 *     view.has_cursor = true;
 *     board_view_show(&view, view.cursor);
 *     board_view_draw(&view);
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_BOARD_VIEW_H
#define PROGRAMS_BATTLESHIP_SCREEN_BOARD_VIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/geometry.h>
#include <battleship/rules.h>

#include "battleship/game/panel.h"
#include "battleship/screen/area.h"

/* The caller fills all members but `first` and `is_scrolled`; pointers are borrowed and may be
 * NULL. */
struct board_view {
    struct area area;
    const bship_rules *rules;
    const char *title;
    int scale;             /* 1, or 2: twice as large */
    const uint8_t *marks;  /* an enum mark for each cell, row by row, MARK_FRESH added or not */
    const uint8_t *joints; /* 0 or enum joint, added up, for each cell, row by row */
    bship_cell first;      /* the upper left cell in sight: scrolling */
    bool is_scrolled; /* away from the cursor, by board_view_scroll(), until the cursor moves */
    bool is_flashing; /* hits and sunk ships that are fresh take the whole width of a cell */
    bool has_cursor;
    bship_cell cursor;
    const double *heat; /* the chance of a hit for each cell, row by row; shown on water only */
    const char *notes;  /* a printable character for each cell, 0: none; shown on water only */
    const bship_cell *salvo; /* cells marked for a salvo, numbered in this order */
    size_t salvo_count;
    const bship_cell *ghost; /* the cells of a ship being laid; those off the board are left out */
    size_t ghost_count;
    bool ghost_fits;
    const bship_cell *conflicts; /* cells in the way of the ghost */
    size_t conflict_count;
};

/* A view of what is in a panel, in no area yet. */
void board_view_init(struct board_view *view, const struct panel *panel);

/* Draws the view. */
void board_view_draw(const struct board_view *view);

/* Draws what the colours or digits of its heat map mean, from the left edge of its area on. */
void board_view_draw_legend(const struct board_view *view, int row, int columns);

/* The rows and columns that show the whole board. */
int board_view_needed_rows(const bship_rules *rules, int scale);
int board_view_needed_columns(const bship_rules *rules, int scale);

/* Whether a position on the screen belongs to a cell, and to which. */
bool board_view_cell_at(const struct board_view *view, int row, int column, bship_cell *cell);

/* Scrolls so that a cell is in sight, as little as possible; keeps within the board. */
void board_view_show(struct board_view *view, bship_cell cell);

/* Moves the cursor, staying on the board, and scrolls with it. */
void board_view_move(struct board_view *view, int dx, int dy);

/* Scrolls without the cursor, as a wheel does. */
void board_view_scroll(struct board_view *view, int dx, int dy);

/*
 * Takes a key that moves the cursor: arrows; Home and End to the first and last column, PgUp and
 * PgDn to the first and last row. Returns false for another key.
 */
bool board_view_take_key(struct board_view *view, int32_t key);

#endif
