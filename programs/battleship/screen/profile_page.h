/* The profile of a player on the full screen: asked for, shown, switched off and erased. */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PROFILE_PAGE_H
#define PROGRAMS_BATTLESHIP_SCREEN_PROFILE_PAGE_H

#include <stddef.h>

#include "battleship/game/session.h"

/* Writes the state of a player's profile in some words; an empty name is nobody's. */
void profile_page_describe(const char *name, char *text, size_t size);

/* Shows the page until it is left; returns an enum dialog_result. */
int profile_page_run(const char *name);

/*
 * Asks the person of a setup whether there may be a profile, if that is to be asked. Returns an
 * enum dialog_result, 0 or more to go on; the answer was noted, or why not was said.
 */
int profile_page_ask(const struct setup *setup);

#endif
