/* Styles and text on the screen. Part of the terminal: only terminal.c uses it directly. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_DRAWING_H
#define PROGRAMS_BATTLESHIP_SCREEN_DRAWING_H

#include "battleship/screen/terminal.h"

/* Prepares colours and glyphs; curses has the terminal. */
void drawing_open(const struct terminal_options *options);

#endif
