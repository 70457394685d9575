/* A cell that is being typed, such as `F2`: letters, then digits. */
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

#endif
