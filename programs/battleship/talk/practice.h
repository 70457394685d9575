/*
 * Practice: the positions of a player's own costliest shots, from the kept games, are asked again.
 * Nothing is saved or counted. Games whose turns have several shots are left out.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_PRACTICE_H
#define PROGRAMS_BATTLESHIP_TALK_PRACTICE_H

#include "battleship/talk/front.h"

/* The positions of a practice: the costliest of the newest game first. */
#define PRACTICE_POSITIONS 5

/*
 * Finds the positions in the games that the player of this name played (NULL or empty: without a
 * name), reviewing those that have no review; asks them, and tells how many shots were better than
 * then. Returns how it was left: OUTCOME_BACK if by nothing else.
 */
int practice_run(const struct front *front, const char *name, struct worker *worker);

#endif
