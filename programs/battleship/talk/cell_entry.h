/* A cell that is being typed, such as `F2`: letters that are a column of the board, then digits. */
#ifndef PROGRAMS_BATTLESHIP_TALK_CELL_ENTRY_H
#define PROGRAMS_BATTLESHIP_TALK_CELL_ENTRY_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/geometry.h>
#include <battleship/rules.h>

/* Zeroes: nothing is typed. There is room for a digit more than any cell has: it is not dropped. */
struct cell_entry {
    char text[BSHIP_CELL_TEXT_SIZE + 1];
};

/*
 * Takes a key: a letter that is a column of the board begins an entry, or goes on with it if there
 * is such a column; digits go on, also beyond the board, so that `a12` does not end as A1;
 * Backspace takes back, Escape all. Returns whether the key was taken.
 */
bool cell_entry_take(struct cell_entry *entry, const bship_rules *rules, int32_t key);

void cell_entry_clear(struct cell_entry *entry);

/* Whether anything was typed. */
bool cell_entry_is_active(const struct cell_entry *entry);

/* Whether digits were typed, too. */
bool cell_entry_has_row(const struct cell_entry *entry);

/* The letter if nothing else was typed, in lower case; else 0. */
int32_t cell_entry_letter(const struct cell_entry *entry);

/* Whether the entry is a cell of the board, and which. */
bool cell_entry_cell(const struct cell_entry *entry, const bship_rules *rules, bship_cell *cell);

#endif
