/*
 * A player on another machine, as far as he is waited for on the full screen: for a guest or a
 * host, for the other fleet, for the comparison of the fleets. What is waited for is told by
 * talk/course.h.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_CONNECTING_H
#define PROGRAMS_BATTLESHIP_SCREEN_CONNECTING_H

#include <stdbool.h>

#include "battleship/game/preferences.h"
#include "battleship/talk/remote.h"

/* Waits as front.hear(): until the flag is set, or nothing more will happen. */
int connecting_hear(const char *title, const char *text, struct remote *remote, const bool *flag);

/* Asks for the address of a host; what `address` has is the one that is offered. */
int connecting_ask(char address[PREFERENCES_ADDRESS_SIZE]);

/*
 * From now on the other side is told now and then that this one is still there, whatever the
 * screen shows; NULL: not any more.
 */
void connecting_link(struct remote *remote);

#endif
