/* A game in line mode, from laying the ships to its end: turns of people, of AIs and of others. */
#ifndef CONSOLE_PLAIN_PLAYING_H
#define CONSOLE_PLAIN_PLAYING_H

#include "console/plain/plain.h"

/* Plays the game from where it is. PLAIN_GOES_ON: it is over. */
enum plain_state plain_play(struct plain *plain);

#endif
