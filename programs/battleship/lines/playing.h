/* A game in line mode, from laying the ships to its end: turns of people, of AIs and of others. */
#ifndef BATTLESHIP_LINES_PLAYING_H
#define BATTLESHIP_LINES_PLAYING_H

#include "battleship/lines/plain.h"

/* Plays the game from where it is. OUTCOME_DONE: it is over. */
int plain_play(struct plain *plain);

#endif
