/* What there is to learn from a game: the cell that was left for too long. */
#ifndef PROGRAMS_BATTLESHIP_TALK_LESSON_H
#define PROGRAMS_BATTLESHIP_TALK_LESSON_H

#include <stdbool.h>
#include <stddef.h>

#include "battleship/game/hindsight.h"
#include "battleship/talk/result.h"

/*
 * Writes a sentence about the cell that an expert would have fired at, and a side has left, at the
 * highest price: `After the hit at E6 you left E7, 47 %, for nine turns: 6.1 shots.` False if none
 * certainly cost half a shot.
 */
bool lesson_say(const struct hindsight *hindsight, const struct called *called, char *text,
                size_t size);

#endif
