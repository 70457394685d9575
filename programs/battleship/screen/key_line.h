/* The line of keys of a place, from the table of commands. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_KEY_LINE_H
#define PROGRAMS_BATTLESHIP_SCREEN_KEY_LINE_H

#include <stddef.h>
#include <stdint.h>

/* Writes the keys of a place that fit into a width; that of the menu of commands is last. */
void key_line_write(int32_t place, int columns, char *text, size_t size);

#endif
