/* A game being played in line mode: turns of people, of AIs and of others. */
#ifndef PROGRAMS_BATTLESHIP_LINES_LINES_PLAYING_H
#define PROGRAMS_BATTLESHIP_LINES_LINES_PLAYING_H

#include "battleship/lines/conversation.h"
#include "battleship/talk/play.h"

/* Plays a game that has started, as front.play(). */
int lines_play(void *user, struct play *play);

#endif
