/* Cells that are listed in a text. */
#ifndef PROGRAMS_COMMON_CELL_LIST_H
#define PROGRAMS_COMMON_CELL_LIST_H

#include <stddef.h>

#include <battleship/rules.h>
#include <battleship/status.h>

/*
 * Appends the cells of a text such as `A1,B7`, which commas or blanks separate, to an array on the
 * heap; the caller frees it, even on failure. The error then has a text.
 */
bship_status cells_append(bship_cell **cells, size_t *count, const char *text, bship_error *error);

#endif
