/*
 * The words of shots and reports, in records and in the public notation: `C2 hit, C3 sunk 2`.
 *
 * Readers move `*at` behind what they read and the blanks after it. On failure they fill the
 * line's error.
 */
#ifndef BSI_PLAY_NOTATION_H
#define BSI_PLAY_NOTATION_H

#include <stdbool.h>
#include <stdint.h>

#include "base/lines.h"
#include "base/text.h"
#include "model/chart.h"

/* Whether the report of a shot says `wasted`. */
typedef enum bsi_wasted {
    BSI_WASTED_NEVER,  /* the cell was unknown, or repeats are refused */
    BSI_WASTED_ALWAYS, /* the cell was known */
    BSI_WASTED_UNKNOWN /* the reader does not know the earlier shots */
} bsi_wasted;

/* The item of a total about the ships of one name or length. */
typedef struct bsi_item {
    int32_t ship; /* the first ship of the name or length */
    int32_t hits;
    int32_t sunk;
} bsi_item;

/* The reader of a turn, which passes its shots, then the items of its total, to callbacks. */
typedef struct bsi_turn_reader {
    const bship_rules *rules;
    bool has_reports; /* false: the turn consists of cells only */
    size_t most;      /* the largest number of shots accepted */
    size_t count;     /* the number of shots read */
    int32_t hits;     /* of the total */
    int32_t sunk;     /* of the total; -1: not disclosed */
    /* Whether the cell may be fired at: OK, or a status that the error then explains. */
    bship_status (*check)(bship_cell cell, bsi_wasted *wasted, void *user);
    /* Takes a shot: OK or MEMORY. */
    bship_status (*add_shot)(const bsi_shot *shot, void *user);
    /* Takes an item of a total: OK or MEMORY. */
    bship_status (*add_item)(bsi_item item, void *user);
    void *user;
} bsi_turn_reader;

/* ---- notation_read.c ---- */

bship_status bsi_read_cell(const bsi_line *line, const char **at, bship_cell *out);

/*
 * Reads a ship, `NAME` or `LENGTH`: the first ship of its name or length. `*length` is 0 for a
 * name.
 */
bship_status bsi_read_ship(const bsi_line *line, const bship_rules *rules, const char **at,
                           int32_t *ship, int32_t *length);

/*
 * Reads where a ship of `length` lies, behind its name or length: its first cell and orientation,
 * as in `A3 right`. A ship of length 1 must have `right`, so that equal layouts have equal texts.
 */
bship_status bsi_read_where(const bsi_line *line, const char **at, int32_t length,
                            bship_cell *first, int32_t *orientation);

/* Reads a turn, up to the end of the line. */
bship_status bsi_read_turn(const bsi_line *line, bsi_turn_reader *reader, const char *at);

/* ---- notation.c ---- */

/* A total to be written; its items are in the order of the fleet. */
typedef struct bsi_total_words {
    int32_t hits;
    int32_t sunk;
    size_t count;
    bsi_item (*item)(size_t i, const void *user);
    const void *user;
} bsi_total_words;

/* A blank and the name of a ship, quoted if it would be read as the length of others too. */
void bsi_ship_write(bsi_text *text, const bship_fleet *fleet, int32_t ship);

void bsi_cell_write(bsi_text *text, bship_cell cell);

/* A blank, and where a ship of `length` lies, as in `A3 right`. */
void bsi_where_write(bsi_text *text, bship_cell first, int32_t orientation, int32_t length);

void bsi_report_write(bsi_text *text, const bship_rules *rules, const bsi_shot *shot);
void bsi_total_write(bsi_text *text, const bship_rules *rules, const bsi_total_words *total);

#endif
