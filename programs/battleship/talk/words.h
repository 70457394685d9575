/* The words of a line that was typed. */
#ifndef PROGRAMS_BATTLESHIP_TALK_WORDS_H
#define PROGRAMS_BATTLESHIP_TALK_WORDS_H

#include <stdbool.h>
#include <stddef.h>

#include <battleship/geometry.h>
#include <battleship/rules.h>

#include "battleship/talk/reply.h"

/*
 * Splits off the next word of a line, at blanks and commas, and moves the cursor behind it; NULL
 * if there is none.
 */
char *input_word(char **cursor);

/* Whether a word that was typed is another one or its first letter, ignoring case. */
bool words_is(const char *word, const char *whole);

/* The size of a chance in words. */
#define CHANCE_SIZE 16

/* The size of a cell as it was typed. */
#define CELL_WORD_SIZE 32

/*
 * Reads the next cell of a line, of one word or two (`E5`, `e 5`), and moves the cursor behind it.
 * `word` receives what was read; it is empty at the end of the line. Returns whether it is a cell
 * of the board; if it is something else, the reply says so.
 */
bool words_read_cell(const bship_rules *rules, char **cursor, bship_cell *cell,
                     char word[CELL_WORD_SIZE], struct reply *reply);

/* Refuses a letter that begins no column of the board; false if the key is something else. */
bool words_refuse_letter(const bship_rules *rules, int32_t key, struct reply *reply);

/* Refuses a key that does nothing where it was pressed; Escape is not mentioned. */
void words_refuse_key(int32_t key, struct reply *reply);

/* Writes cells with a blank between two: `E5 F6`; what does not fit is left out. */
void words_of_cells(const bship_cell *cells, size_t count, char *text, size_t size);

/*
 * Writes cells with their chances, which are given for all cells of the board, row by row:
 * `F8 51 %, G3 40 %`; what does not fit is left out.
 */
void words_of_chances(const bship_rules *rules, const bship_cell *cells, size_t count,
                      const double *chances, char *text, size_t size);

/* Writes a chance: `51 %`, and `2.3 %` of a small one. Returns the text. */
const char *words_of_chance(double chance, char text[CHANCE_SIZE]);

#endif
