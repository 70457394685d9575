/* A game in line mode, from laying the ships to its end: turns of people, of AIs and of others. */
#ifndef PROGRAMS_BATTLESHIP_LINES_PLAYING_H
#define PROGRAMS_BATTLESHIP_LINES_PLAYING_H

#include "battleship/lines/plain.h"

/* Plays the game from where it is. PLAIN_GOES_ON: it is over. */
enum plain_state plain_play(struct plain *plain);

#endif
