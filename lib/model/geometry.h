/* Reading a cell within a text. */
#ifndef BSI_MODEL_GEOMETRY_H
#define BSI_MODEL_GEOMETRY_H

#include <battleship/geometry.h>

#include "base/names.h"

/*
 * Reads a cell and advances `*text` past it, to the end of the text or one of the characters
 * `ends`. On failure `*text` points to the fault and `*expected` says what was expected there:
 * SYNTAX or RANGE.
 */
bship_status bsi_cell_parse(const char **text, const char *ends, bship_cell *out,
                            const char **expected);

/* The names of bship_orientation. */
extern const bsi_names bsi_orientation_names;

#endif
