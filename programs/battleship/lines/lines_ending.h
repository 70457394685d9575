/* The end of a game in line mode: both fleets, who won, how well and how luckily it was played. */
#ifndef PROGRAMS_BATTLESHIP_LINES_LINES_ENDING_H
#define PROGRAMS_BATTLESHIP_LINES_LINES_ENDING_H

#include "battleship/lines/conversation.h"

/* How long the review of a game plays on for people. */
#define LINES_REVIEW_SECONDS 4.0

/* Shows the end, and asks what is next, as front.end() and front.choose_next(). */
int lines_end(void *user, struct ending *ending);
int lines_choose_next(void *user, struct ending *ending);

#endif
