/**
 * @file
 * Shots and reports as text, in the words of a record: for a wire, a log or a prompt.
 *
 * | text | what it is |
 * |---|---|
 * | `C2, C3` | shots |
 * | `sunk 3` | a report |
 * | `C2 hit, C3 sunk 3` | a turn, reported shot by shot |
 * | `C2, C3: 2 hits, sunk 3` | a turn, reported by a total |
 * | `C2 sunk 3 A2 right` | a turn whose report shows where the sunk ship lies |
 *
 * The rules decide which form is expected: what a hit or a sinking discloses, whether a turn may
 * have several shots and whether they are reported by a total. The form of each is listed in the
 * guide to records. Blanks around a text and between its words are accepted. A parser reads one
 * line of at most 65536 bytes of UTF-8 without control characters, and checks the form of
 * the text and the names of ships. Whether a report can be true, such as a length that no ship has,
 * and whether the turn fits the game so far, is for a ::bship_chart or a ::bship_game to say.
 *
 * None of these calls allocates. Any number of threads may make them at a time.
 */
#ifndef BATTLESHIP_NOTATION_H
#define BATTLESHIP_NOTATION_H

#include <stddef.h>

#include <battleship/board.h>
#include <battleship/export.h>
#include <battleship/geometry.h>
#include <battleship/rules.h>
#include <battleship/status.h>

BSHIP_BEGIN_DECLS

/**
 * Writes shots, such as `C2, C3`, as snprintf() does.
 *
 * @param cells    `count` cells; one off every board gives `?`
 * @param count    how many
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL.
 */
BSHIP_API size_t bship_cells_format(const bship_cell *cells, size_t count, char *buffer,
                                    size_t capacity);

/**
 * Reads shots, such as `C2, C3`. More than one is accepted only where the rules have salvos.
 *
 * @param rules    the rules
 * @param text     text terminated by NUL
 * @param cells    receives at most `capacity` cells; on failure its contents are unspecified
 * @param capacity cells in the array: the most shots that are accepted
 * @param count    receives the number of shots
 * @param error    filled on failure, with line 1 and the column; may be NULL
 * @return #BSHIP_OK; #BSHIP_ERROR_SYNTAX; #BSHIP_ERROR_RANGE for a column or row beyond 1024;
 *         #BSHIP_ERROR_OFF_BOARD; #BSHIP_ERROR_BLOCKED; #BSHIP_ERROR_DUPLICATE;
 *         #BSHIP_ERROR_COUNT for more than `capacity` shots.
 */
BSHIP_API bship_status bship_cells_parse(const bship_rules *rules, const char *text,
                                         bship_cell *cells, size_t capacity, size_t *count,
                                         bship_error *error);

/**
 * Writes a turn, such as `C2 hit, C3 sunk 3` or `C2, C3: 2 hits, sunk 3`, as snprintf() does.
 *
 * @param rules    the rules
 * @param cells    `count` cells
 * @param count    how many
 * @param reports  `count` reports, where the rules prescribe them; else ignored
 * @param total    the total, where the rules prescribe one; else ignored
 * @param buffer   receives the text; may be NULL if `capacity` is 0
 * @param capacity bytes in the buffer
 * @return the length of the whole text, without the NUL. A report or total that is NULL, or that
 *         does not have the form that the rules prescribe, gives `?`.
 */
BSHIP_API size_t bship_turn_format(const bship_rules *rules, const bship_cell *cells, size_t count,
                                   const bship_report *reports, const bship_total *total,
                                   char *buffer, size_t capacity);

/**
 * Reads a turn, such as `C2 hit, C3 sunk 3` or `C2, C3: 2 hits, sunk 3`.
 *
 * @param rules    the rules
 * @param text     text terminated by NUL
 * @param cells    receives at most `capacity` cells; on failure the contents of all arrays are
 *                 unspecified
 * @param capacity items in `cells` and `reports`: the most shots that are accepted
 * @param count    receives the number of shots
 * @param reports  receives at most `capacity` reports, where the rules prescribe them; else
 *                 untouched, and may be NULL
 * @param total    receives the total, where the rules prescribe one; arrays that are NULL are
 *                 skipped; else untouched, and may be NULL
 * @param error    filled on failure, with line 1 and the column; may be NULL
 * @return as bship_cells_parse(); #BSHIP_ERROR_SYNTAX, #BSHIP_ERROR_NAME for a ship that the fleet
 *         does not have, and #BSHIP_ERROR_FLEET for a name that is too long, in a report or a
 *         total; #BSHIP_ERROR_SIZE.
 */
BSHIP_API bship_status bship_turn_parse(const bship_rules *rules, const char *text,
                                        bship_cell *cells, size_t capacity, size_t *count,
                                        bship_report *reports, bship_total *total,
                                        bship_error *error);

BSHIP_END_DECLS

#endif
