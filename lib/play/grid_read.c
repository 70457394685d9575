/* Reading the letters of a grid; see grid.h. */
#include "play/grid.h"

#include <string.h>

#include "model/chart.h"

/* The letters of what a grid says of a cell, by bship_chart_state. */
static const char *const letters[] = {
    [BSHIP_CHART_STATE_UNKNOWN] = ".-?~",
    [BSHIP_CHART_STATE_MISS] = "mow0",
    [BSHIP_CHART_STATE_HIT] = "hx1",
    [BSHIP_CHART_STATE_SUNK] = "ds#",
};

enum {
    LETTER_STATES = sizeof letters / sizeof *letters
};

/* Where the reader is, in the text and on the board. */
struct reader {
    bsi_grid *grid;     /* receives the letters; NULL: they are only counted */
    bship_error *error; /* the caller's */
    bsi_place place;    /* of the next byte */
    bship_cell cell;    /* of the next letter */
    int32_t width;      /* the letters of the first row; 0 until it ends */
};

static bship_status fail(const struct reader *reader, bship_status status, const char *text)
{
    return bsi_fail_at(reader->error, status, reader->place.line, reader->place.column, "%s", text);
}

/* The bship_chart_state of a letter in either case; LETTER_STATES if it is none. */
static int state_of(char letter)
{
    int state = 0;
    if (letter >= 'A' && letter <= 'Z')
        letter = (char)(letter - 'A' + 'a');
    while (state < LETTER_STATES && (!letter || !strchr(letters[state], letter)))
        state++;
    return state;
}

static bship_status fail_letter(const struct reader *reader)
{
    return bsi_fail_at(reader->error, BSHIP_ERROR_SYNTAX, reader->place.line, reader->place.column,
                       "expected a letter of %s for an unknown cell, %s for a miss, %s for a hit "
                       "or %s for a sunk ship",
                       letters[BSHIP_CHART_STATE_UNKNOWN], letters[BSHIP_CHART_STATE_MISS],
                       letters[BSHIP_CHART_STATE_HIT], letters[BSHIP_CHART_STATE_SUNK]);
}

static bship_status fail_row(const struct reader *reader)
{
    return bsi_fail_at(reader->error, BSHIP_ERROR_SYNTAX, reader->place.line, reader->place.column,
                       "expected %d cells in this row, as in the first", (int)reader->width);
}

/* Puts a letter into its cell of the grid. */
static bship_status store(const struct reader *reader, int state)
{
    bsi_grid *grid = reader->grid;
    uint32_t position = bsi_position(grid->rules, reader->cell);
    grid->states[position] = (uint8_t)state;
    grid->places[position] = reader->place;
    return state != BSHIP_CHART_STATE_UNKNOWN && grid->rules->blocked[position]
               ? bsi_grid_fail(grid, BSHIP_ERROR_BLOCKED, position, "the cell is blocked")
               : BSHIP_OK;
}

static bship_status take_letter(struct reader *reader, char letter)
{
    int state = state_of(letter);
    if (state == LETTER_STATES)
        return fail_letter(reader);
    if (reader->width > 0 && reader->cell.x == reader->width)
        return fail_row(reader);
    if (reader->cell.x == BSHIP_BOARD_EDGE_MAX || reader->cell.y == BSHIP_BOARD_EDGE_MAX)
        return fail(reader, BSHIP_ERROR_RANGE, "a board has at most 1024 columns and 1024 rows");
    bship_status status = reader->grid ? store(reader, state) : BSHIP_OK;
    reader->cell.x++;
    return status;
}

/* Ends a row; a line without letters is none. */
static bship_status end_row(struct reader *reader)
{
    if (reader->cell.x == 0)
        return BSHIP_OK;
    if (reader->width > 0 && reader->cell.x < reader->width)
        return fail_row(reader);
    reader->width = reader->cell.x;
    reader->cell = (bship_cell){ 0, reader->cell.y + 1 };
    return BSHIP_OK;
}

static bship_status take_byte(struct reader *reader, char byte)
{
    bship_status status = BSHIP_OK;
    if (byte == '\n') {
        status = end_row(reader);
        reader->place = (bsi_place){ reader->place.line + 1, 1 };
        return status;
    }
    if (byte != ' ' && byte != '\t' && byte != '\r')
        status = take_letter(reader, byte);
    reader->place.column++;
    return status;
}

bship_status bsi_grid_read(const char *text, size_t length, bsi_grid *grid, int32_t *width,
                           int32_t *height, bship_error *error)
{
    static const char byte_order_mark[] = "\xef\xbb\xbf";
    struct reader reader = { .grid = grid, .error = error, .place = { 1, 1 } };
    size_t i = length >= 3 && memcmp(text, byte_order_mark, 3) == 0 ? 3 : 0;
    bship_status status = BSHIP_OK;
    for (; i < length && !status; i++)
        status = take_byte(&reader, text[i]);
    if (!status)
        status = end_row(&reader);
    if (!status && reader.width == 0)
        status = fail(&reader, BSHIP_ERROR_SYNTAX, "expected rows of letters, one for each cell");
    if (status)
        return status;
    *width = reader.width;
    *height = reader.cell.y;
    return BSHIP_OK;
}
