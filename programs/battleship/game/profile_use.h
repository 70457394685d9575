/*
 * The profile of a person who plays against the machine: asked for before a game, used in it, and
 * added to at its end. See profile.h.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_PROFILE_USE_H
#define PROGRAMS_BATTLESHIP_GAME_PROFILE_USE_H

#include "battleship/game/profile.h"

/* profiles_read() and profiles_allow() of the file in the state directory. */
bool profile_read_all(struct profiles *out, char why[FILES_WHY_SIZE]);
bool profile_allow(const char *name, int32_t consent, char why[FILES_WHY_SIZE]);

/*
 * The name of the person who is to be asked: one with a name, who was not asked yet, against an
 * opponent that uses habits. NULL: nobody is.
 */
const char *profile_to_ask(const struct setup *setup);

/*
 * Has the AI of a session that was just opened play against what is known of the person. `known` of
 * the session then says what that is, and what there is to tell. A session that was resumed keeps
 * what was known when it began: if that was something else, it is told.
 */
void profile_use(struct session *session);

/* Adds the layout of the person to the profile, if there is one, once the session has ended. */
bool profile_learn(const struct session *session, char why[FILES_WHY_SIZE]);

#endif
