/* The line of keys and the page of help of a place, from the table of commands. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_KEY_LINE_H
#define PROGRAMS_BATTLESHIP_SCREEN_KEY_LINE_H

#include <stddef.h>
#include <stdint.h>

#include "battleship/screen/dialog.h"

/* Writes the keys of a place that fit into a width; that of the menu, or page of help, is last. */
void key_line_write(int32_t place, int columns, char *text, size_t size);

/* Shows the keys of a place, then `count` further rows. Returns as dialog_help(). */
int key_line_help(const struct backdrop *backdrop, const char *title, int32_t place,
                  const struct dialog_help_row *rows, int count);

#endif
