/**
 * @file
 * A position as a picture: a chart from rows of letters, one for each cell.
 *
 * People have a picture of a board, not a list of shots. Such a *grid* has a line for each row of
 * the board and a letter for each cell, in either case:
 *
 * | letters | the cell |
 * |---|---|
 * | `.` `-` `?` `~` | unknown |
 * | `m` `o` `w` `0` | a miss |
 * | `h` `x` `1` | a hit on a ship that is not known to be sunk |
 * | `d` `s` `#` | a cell of a sunk ship |
 *
 * Blanks and tabs may stand anywhere, and lines without letters are skipped.
 *
 * This header is experimental: it may change in any minor version, as
 * battleship/experimental/epoch.h says.
 */
#ifndef BATTLESHIP_EXPERIMENTAL_GRID_H
#define BATTLESHIP_EXPERIMENTAL_GRID_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/chart.h>
#include <battleship/experimental/epoch.h>
#include <battleship/export.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * The size of a grid, of which to make the rules of its board.
 *
 * @param text   `length` bytes; may be NULL if that is 0
 * @param length bytes of the text
 * @param width  receives the letters of a row, 1..#BSHIP_BOARD_EDGE_MAX
 * @param height receives the rows, 1..#BSHIP_BOARD_EDGE_MAX
 * @param error  filled on failure, with line and column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX for another letter, for rows that have not all the same
 *         number of letters, and for a text without letters; #BSHIP_ERROR_RANGE for too many rows
 *         or columns.
 */
BSHIP_API bship_status bship_grid_size(const char *text, size_t length, int32_t *width,
                                       int32_t *height, bship_error *error);

/**
 * Makes the chart that a grid shows.
 *
 * The sunk cells are taken as shown: as the cells of whole ships. Which ships these are follows
 * from the grid if the fleet can cover the sunk cells, and no others, by ships of one set of
 * lengths only; else `sunk` must say it. Ships of the same lengths may lie in the same cells in
 * two ways, as two ships of 2 in a square do. Then one is taken, for it makes no difference to
 * the other cells.
 *
 * The chart has a turn of one shot for each cell that is not unknown: the misses, then the cells
 * of one sunk ship after the other, then the other hits. So each sinking is settled when it is
 * recorded, and the layouts that agree with the chart are those in which these ships lie in the
 * sunk cells, no ship lies in a miss, and ships that are not sunk lie in the other hits. No report
 * of shots in another order could tell more. Under disclosure `hit` the ships of the hits may be
 * sunk.
 *
 * A grid says less than some rules do. Under disclosures that do not tell the length of a sunk
 * ship, sunk cells are refused; under `every-hit`, where a hit names its ship, hits are; and if
 * salvos are reported by totals, all shots are. Names of sunk ships are those of the first ships of
 * their lengths.
 *
 * @param out        the new chart, owned by the caller
 * @param rules      the rules, with a board of the size of the grid; the chart takes a reference
 * @param text       `length` bytes; may be NULL if that is 0
 * @param length     bytes of the text
 * @param sunk       `sunk_count` lengths, those of the ships that are sunk, in any order; may be
 *                   NULL if that is 0
 * @param sunk_count the number of sunk ships; 0: as the cells tell
 * @param error      filled on failure, with line and column where a cell of the grid is at fault,
 *                   or with the `index` of the length at fault; may be NULL
 * @return #BSHIP_OK; as bship_grid_size(); #BSHIP_ERROR_RULES if the board has another size;
 *         #BSHIP_ERROR_BLOCKED for a letter other than unknown in a blocked cell;
 *         #BSHIP_ERROR_REPORT where the grid says less, or more, than a report under these rules;
 *         #BSHIP_ERROR_ARGUMENT if the sunk cells may be ships of other lengths too, which the
 *         text lists; #BSHIP_ERROR_CONTRADICTION if no ships of the fleet, or of the lengths
 *         given, cover the sunk cells, or if as bship_chart_record() finds no layout agrees;
 *         #BSHIP_ERROR_WORK_LIMIT if there are too many ways to try; #BSHIP_ERROR_MEMORY.
 */
BSHIP_API bship_status bship_chart_parse_grid(bship_chart **out, const bship_rules *rules,
                                              const char *text, size_t length, const int32_t *sunk,
                                              size_t sunk_count, bship_error *error);

BSHIP_END_DECLS

#endif
