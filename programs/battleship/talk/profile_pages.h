/*
 * What the program says of the profile of a player: what the machine knows of how somebody lays
 * ships, whether it may know it, and whether that is to be erased. The profiles are in
 * game/profile.h.
 *
 * What puts a question returns an enum outcome: OUTCOME_INTERRUPTED or OUTCOME_CLOSED if the
 * program is to be left, anything else to go on.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_PROFILE_PAGES_H
#define PROGRAMS_BATTLESHIP_TALK_PROFILE_PAGES_H

#include <stddef.h>

#include "battleship/game/profile.h"
#include "battleship/talk/front.h"
#include "battleship/talk/reply.h"

/* Writes the state of a player's profile in some words; an empty name is nobody's. */
void talk_profile_state(const char *name, char *text, size_t size);

/*
 * All that is known of a player, who is called as `shown` says, or by name if that is NULL; of all
 * players if the name is NULL. The text is to be freed; NULL on failure.
 */
char *talk_profile_text(const char *name, const char *shown, char why[FILES_WHY_SIZE]);

/* Asks the person of a setup whether there may be a profile, if that is to be asked. */
int talk_profile_ask(const struct setup *setup, const struct front *front, struct reply *reply);

/* Shows what is known of a player. */
void talk_profile_show(const char *name, const char *shown, const struct front *front,
                       struct reply *reply);

/* Erases it, after a question. */
int talk_profile_forget(const char *name, const char *shown, const struct front *front,
                        struct reply *reply);

/* Shows the state of a player's profile and what can be done about it, until the player goes back.
 */
int talk_profile_visit(const char *name, const struct front *front);

#endif
