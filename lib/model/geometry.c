/* Cells as text: letters for the column, digits for the row. */
#include "model/geometry.h"

#include <string.h>

#include <battleship/rules.h>

#include "base/error.h"
#include "base/names.h"
#include "base/number.h"
#include "base/text.h"

_Static_assert(sizeof(bship_cell) == 8, "bship_cell is frozen");
_Static_assert(sizeof(bship_placement) == 16, "bship_placement is frozen");

/* 0 for `a` and `A` to 25 for `z` and `Z`; -1 for anything else. */
static int letter_value(char c)
{
    if (c >= 'a' && c <= 'z')
        return c - 'a';
    return c >= 'A' && c <= 'Z' ? c - 'A' : -1;
}

/* Sets where the fault is and what was expected there; returns the status. */
static bship_status fault(const char **text, const char *at, const char **expected,
                          const char *what, bship_status status)
{
    *text = at;
    *expected = what;
    return status;
}

bship_status bsi_cell_parse(const char **text, const char *ends, bship_cell *out,
                            const char **expected)
{
    const char *begin = *text, *at = begin;
    int32_t x = 0;
    uint64_t y = 0;
    for (; letter_value(*at) >= 0; at++)
        x = x > BSHIP_BOARD_EDGE_MAX ? x : x * 26 + letter_value(*at) + 1;
    const char *row = at;
    bship_status status = bsi_number_read(&at, BSHIP_BOARD_EDGE_MAX, &y);
    if (row == begin)
        return fault(text, begin, expected, "expected a cell such as A1", BSHIP_ERROR_SYNTAX);
    if (y == 0)
        return fault(text, row, expected, "expected a row number from 1", BSHIP_ERROR_SYNTAX);
    if (*at && !strchr(ends, *at))
        return fault(text, at, expected, "expected the end of the cell", BSHIP_ERROR_SYNTAX);
    if (x > BSHIP_BOARD_EDGE_MAX)
        return fault(text, begin, expected, "expected a column from A to AMJ", BSHIP_ERROR_RANGE);
    if (status)
        return fault(text, row, expected, "expected a row from 1 to 1024", BSHIP_ERROR_RANGE);
    *text = at;
    *out = (bship_cell){ x - 1, (int32_t)y - 1 };
    return BSHIP_OK;
}

bship_status bship_cell_parse(const char *text, bship_cell *out, bship_error *error)
{
    const char *at = text, *expected = NULL;
    if (!text || !out)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_cell_parse(&at, "", out, &expected);
    return status ? bsi_fail_at(error, status, 1, (size_t)(at - text) + 1, "%s", expected)
                  : BSHIP_OK;
}

size_t bship_cell_format(bship_cell cell, char *buffer, size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    if (cell.x < 0 || cell.x >= BSHIP_BOARD_EDGE_MAX || cell.y < 0 ||
        cell.y >= BSHIP_BOARD_EDGE_MAX) {
        bsi_text_add(&text, "?");
        return text.length;
    }
    char letters[4];
    char *first = letters + sizeof letters - 1;
    *first = '\0';
    for (int32_t column = cell.x + 1; column > 0; column = (column - 1) / 26)
        *--first = (char)('A' + (column - 1) % 26);
    bsi_text_add(&text, "%s%d", first, (int)cell.y + 1);
    return text.length;
}

/* ---- names ---- */

static const bsi_name_row orientations[] = {
    [BSHIP_ORIENTATION_HORIZONTAL] = { "right", "to the right" },
    [BSHIP_ORIENTATION_VERTICAL] = { "down", "downwards" },
};

const bsi_names bsi_orientation_names = BSI_NAMES(orientations);
