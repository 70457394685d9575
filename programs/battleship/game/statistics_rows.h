/* The rows of the statistics as CSV, after RFC 4180; no field spans lines. */
#ifndef PROGRAMS_BATTLESHIP_GAME_STATISTICS_ROWS_H
#define PROGRAMS_BATTLESHIP_GAME_STATISTICS_ROWS_H

#include <stdbool.h>
#include <stddef.h>

#include "battleship/game/statistics.h"

/* The size of any row as text, including its end of line and its NUL. */
#define ROW_TEXT_SIZE 1024

/* The rows of a file. */
struct rows {
    struct game_result *results;
    size_t count;
    int64_t foreign; /* lines that are no rows */
    bool is_torn;    /* whether the last line has no end; it is not among the others */
};

/* The heading, with its end of line. */
const char *rows_heading(void);

/* Writes a row, with its end of line. */
void rows_format(const struct game_result *result, char text[ROW_TEXT_SIZE]);

/* Reads a line without its end; false if it is no row. The line is overwritten. */
bool rows_parse(char *line, struct game_result *out);

/* Reads all lines of a text, which is overwritten. False if out of memory; else rows_clear(). */
bool rows_read(struct rows *rows, char *text);

void rows_clear(struct rows *rows);

#endif
