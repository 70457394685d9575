/**
 * @file
 * Cells and placements, and the text form of a cell.
 */
#ifndef BATTLESHIP_GEOMETRY_H
#define BATTLESHIP_GEOMETRY_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/export.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * A cell: column `x` from the left and row `y` from the top, both from 0.
 * Frozen: 8 bytes.
 *
 * Grids of cells are row-major: cell (x, y) is item y * width + x.
 */
typedef struct bship_cell {
    int32_t x; /**< the column; 0 is A */
    int32_t y; /**< the row; 0 is written 1 */
} bship_cell;

/**
 * The direction of a ship from its first cell, which is the leftmost or topmost one. Later versions
 * may have ships of other shapes, and up to eight orientations.
 */
typedef enum bship_orientation {
    BSHIP_ORIENTATION_HORIZONTAL = 0, /**< `right`: to the right; also every ship of length 1 */
    BSHIP_ORIENTATION_VERTICAL = 1    /**< `down`: downwards */
} bship_orientation;

/** The placement of a ship. Frozen: 16 bytes. */
typedef struct bship_placement {
    int32_t ship; /**< its index in the fleet */
    int32_t x;    /**< the leftmost of its columns; of a straight ship, that of its first cell */
    int32_t y;    /**< the topmost of its rows; of a straight ship, that of its first cell */
    int32_t orientation; /**< a ::bship_orientation */
} bship_placement;

/**
 * Bytes that suffice for the text of any cell, including the NUL, with every library of version 1.
 * Today's longest is `AMJ1024`; there is room for six letters and nine digits, so that a program
 * need not be compiled again for larger boards.
 */
#define BSHIP_CELL_TEXT_SIZE 16

/**
 * Reads a cell such as `A1`, `j10` or `AMJ1024`: letters for the column (A..Z,
 * AA.., in any case), digits for the row without a leading zero.
 *
 * The text must contain nothing else. Columns and rows up to 1024 can be read, whatever the
 * size of the board.
 *
 * @param text   text terminated by NUL
 * @param out    the cell
 * @param error  filled on failure, with line 1 and the column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX if the text is not a cell;
 *         #BSHIP_ERROR_RANGE if its column or row is beyond 1024.
 */
BSHIP_API bship_status bship_cell_parse(const char *text, bship_cell *out, bship_error *error);

/**
 * Writes a cell as text such as `A1`, as snprintf() does.
 *
 * @param cell     the cell; a column or row outside 0..1023 gives `?`
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer; #BSHIP_CELL_TEXT_SIZE always suffices
 * @return the length of the whole text, without the NUL.
 */
BSHIP_API size_t bship_cell_format(bship_cell cell, char *buffer, size_t capacity);

BSHIP_END_DECLS

#endif
