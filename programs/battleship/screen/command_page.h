/* The menu of all commands of a place on the full screen. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_COMMAND_PAGE_H
#define PROGRAMS_BATTLESHIP_SCREEN_COMMAND_PAGE_H

#include <stddef.h>
#include <stdint.h>

#include "battleship/screen/dialog.h"

/*
 * Shows the commands of a place until one is chosen: by Enter, by the mouse, by its own key or, if
 * that is Ctrl and a letter, by the letter. Returns an enum command, or an enum outcome.
 */
int command_page_run(const struct backdrop *backdrop, const char *title, int32_t place);

#endif
