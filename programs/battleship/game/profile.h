/*
 * Profiles: what the machine remembers of how people lay their ships, if they have allowed it. All
 * are in one text file of the state directory, which may be read, edited and deleted by hand:
 *
 *     battleship-profiles 1
 *     player "Ann" on 83719
 *     battleship-habits 1          one for each set of rules, as bship_habits_format() writes them
 *     ...
 *     end
 *     player "Ben" off
 *
 * `on` and `off` are the answers to the question whether there may be a profile, and the number is
 * the seed of the game that was learnt last.
 *
 * Changes are made under a lock, and the file is replaced as a whole. A file that cannot be read
 * stays as it is; `why` says what is wrong as FILE:LINE:COLUMN: REASON.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_PROFILE_H
#define PROGRAMS_BATTLESHIP_GAME_PROFILE_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/board.h>

#include "battleship/game/profile_text.h"
#include "common/files.h"

/* The path of the file, to be freed; creates the state directory. NULL on failure. */
char *profiles_path(char why[FILES_WHY_SIZE]);

/* Reads the file; none is one without players. profiles_clear() is needed in any case. */
bool profiles_read(const char *path, struct profiles *out, char why[FILES_WHY_SIZE]);

/*
 * Notes whether a player may have a profile. PROFILE_OFF erases what was learnt, PROFILE_UNASKED
 * all that the file says of the player.
 */
bool profiles_allow(const char *path, const char *name, int32_t consent, char why[FILES_WHY_SIZE]);

/*
 * Adds the layout of a player on a board, at the end of the game with this seed. Does nothing if
 * the player has not allowed it, if that game was the last one to be learnt - the program was ended
 * before it had removed the saved game -, or if the rules are too large for habits.
 */
bool profiles_learn(const char *path, const char *name, uint64_t seed, const bship_board *board,
                    char why[FILES_WHY_SIZE]);

#endif
