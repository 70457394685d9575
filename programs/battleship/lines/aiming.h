/* What a person does when it is time to fire, or while the other one on another machine aims. */
#ifndef BATTLESHIP_LINES_AIMING_H
#define BATTLESHIP_LINES_AIMING_H

#include "battleship/lines/plain.h"

/*
 * Shows the game to a side and obeys what is typed, until the game has changed: by shots, by
 * undoing some, or by its end. If another side is to move, cells are refused until PLAIN_NEWS.
 */
enum plain_state plain_aim(struct plain *plain, int32_t side);

#endif
