/* The levels in the words of a player, who need not know how the machine computes. */
#ifndef PROGRAMS_BATTLESHIP_GAME_LEVEL_TEXT_H
#define PROGRAMS_BATTLESHIP_GAME_LEVEL_TEXT_H

#include <stdint.h>

/*
 * How strong a level is and how it plays, in a line. The shots are the means of `battleship-sim
 * --games 20000 --seed 1`: the classic rules, against fleets laid at random. NULL: no such level.
 */
const char *level_text(int32_t level);

#endif
