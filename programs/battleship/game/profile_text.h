/* Profiles as text; see profile.h. */
#ifndef PROGRAMS_BATTLESHIP_GAME_PROFILE_TEXT_H
#define PROGRAMS_BATTLESHIP_GAME_PROFILE_TEXT_H

#include <battleship/status.h>

#include "battleship/game/profile.h"

/* Adds an empty profile; NULL if out of memory. */
struct profile *profiles_add(struct profiles *profiles, const char *name);

/* Adds habits to a profile, which owns them from then on; false if out of memory. */
bool profile_add_habits(struct profile *profile, bship_habits *habits);

/*
 * Reads profiles; profiles_clear() is needed in any case. On failure `error` says why, with line
 * and column.
 */
bship_status profiles_parse(struct profiles *out, const char *text, size_t length,
                            bship_error *error);

/* Writes profiles, to be freed; NULL if out of memory. */
char *profiles_format(const struct profiles *profiles, size_t *length);

#endif
