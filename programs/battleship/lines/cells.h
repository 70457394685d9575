/* Cells as people type them: `E5`, `e 5`, `e5,f6` and `E 5 F 6` alike. */
#ifndef BATTLESHIP_LINES_CELLS_H
#define BATTLESHIP_LINES_CELLS_H

#include <stdbool.h>

#include <battleship/geometry.h>
#include <battleship/rules.h>

#include "battleship/lines/plain.h"

/*
 * Reads the next cell of a line, of one word or two, and moves the cursor behind it. `word` holds
 * what was read; it is empty at the end of the line. Returns whether it is a cell of the board; if
 * not, says what it is instead.
 */
bool cells_read(const struct plain *plain, char **cursor, bship_cell *cell,
                char word[CELL_WORD_SIZE]);

/* Prints that a word cannot be taken, and why: a sentence without a full stop. */
void cells_refuse(const struct plain *plain, const char *word, const char *why);

/* Prints cells with a blank before each. */
void cells_print(FILE *out, const bship_cell *cells, int32_t count);

#endif
