/* A cell that is being typed, such as `F2`: letters, then digits. */
#ifndef PROGRAMS_BATTLESHIP_TALK_CELL_ENTRY_H
#define PROGRAMS_BATTLESHIP_TALK_CELL_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/geometry.h>
#include <battleship/rules.h>

#include "battleship/talk/reply.h"

/* Zeroes: nothing is typed. There is room for a digit more than any cell has: it is not dropped. */
struct cell_entry {
    char text[BSHIP_CELL_TEXT_SIZE + 1];
    bship_cell from; /* where the cursor was before it followed what is typed */
};

/*
 * Takes a key: a letter goes on with a column if there is such a column, and else begins an entry;
 * digits go on. What is typed may be off the board, or no cell at all: it is not dropped, so that
 * whoever then presses Enter does not fire at another cell. Backspace takes back, Escape all.
 * Returns whether the key was taken.
 */
bool cell_entry_take(struct cell_entry *entry, const bship_rules *rules, int32_t key);

void cell_entry_clear(struct cell_entry *entry);

/* Whether anything was typed. */
bool cell_entry_is_active(const struct cell_entry *entry);

/* Whether it begins with a letter. */
bool cell_entry_has_column(const struct cell_entry *entry);

/* Whether digits were typed, too. */
bool cell_entry_has_row(const struct cell_entry *entry);

/* Whether the entry is a cell of the board, and which. */
bool cell_entry_cell(const struct cell_entry *entry, const bship_rules *rules, bship_cell *cell);

/* What a key was for an entry. */
enum cell_key {
    CELL_KEY_OTHER,  /* none of its keys: what was typed is dropped */
    CELL_KEY_TYPED,  /* a part of it */
    CELL_KEY_ENDS,   /* its end: the cell is where the cursor is now */
    CELL_KEY_REFUSED /* its end, but it is no cell, as the reply says */
};

/*
 * Takes a key that may belong to an entry, which it ends if `is_end`: an enum cell_key. The cursor
 * follows as soon as there is a cell. If what was typed is no cell in the end, it goes back to
 * where it was: it does not stay at B1 because B11 is off the board.
 */
int cell_entry_follow(struct cell_entry *entry, const bship_rules *rules, int32_t key, bool is_end,
                      bship_cell *cursor, struct reply *reply);

#endif
