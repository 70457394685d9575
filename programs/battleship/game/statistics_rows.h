/* The rows of the statistics as CSV, after RFC 4180; no field spans lines. */
#ifndef PROGRAMS_BATTLESHIP_GAME_STATISTICS_ROWS_H
#define PROGRAMS_BATTLESHIP_GAME_STATISTICS_ROWS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* How a game ended for the player. */
enum game_outcome {
    GAME_WON,
    GAME_LOST,
    GAME_DRAWN,
    GAME_OUTCOMES
};

/* One game, seen by one player: a row of the file, whose columns are these in this order. */
struct game_result {
    char date[24];     /* when it ended, as 2024-12-31T23:59:59Z */
    char player[33];   /* a name */
    char opponent[33]; /* what it was called: an AI by its level or its strategy */
    char kind[8];      /* of the opponent: `human`, `ai` or `remote` */
    char rules[160];   /* as rules_summary() */
    int32_t outcome;   /* an enum game_outcome: `won`, `lost` or `drawn` */
    int32_t reason;    /* a bship_end_reason */
    int64_t rounds;
    int64_t shots; /* of the player, as all that follows */
    int64_t hits;
    int64_t hints;
    int64_t heat_maps;
    int64_t undos;
    double luck; /* hits beyond those that the chances promised; NAN, an empty column: unknown */
    uint64_t seed;
    double given_away; /* shots, by the review, luck taken out; NAN, an empty column: unknown. Rows
                          of former versions have no such column */
};

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
