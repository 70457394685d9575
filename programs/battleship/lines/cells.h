/* Cells as people type them in line mode. */
#ifndef BATTLESHIP_LINES_CELLS_H
#define BATTLESHIP_LINES_CELLS_H

#include <stdbool.h>

#include <battleship/geometry.h>

#include "battleship/lines/plain.h"

/* As words_read_cell(), and prints what the reply says. */
bool cells_read(const struct plain *plain, char **cursor, bship_cell *cell,
                char word[CELL_WORD_SIZE]);

/* Prints that a word cannot be taken, and why: a sentence without a full stop. */
void cells_refuse(const struct plain *plain, const char *word, const char *why);

/* Prints cells with a blank before each. */
void cells_print(FILE *out, const bship_cell *cells, int32_t count);

#endif
