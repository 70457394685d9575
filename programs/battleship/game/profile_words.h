/* What the machine has learnt of a player, in words. */
#ifndef PROGRAMS_BATTLESHIP_GAME_PROFILE_WORDS_H
#define PROGRAMS_BATTLESHIP_GAME_PROFILE_WORDS_H

#include "battleship/game/profile.h"

/* The size of a sentence, including its NUL. */
#define PROFILE_SENTENCE_SIZE 160

/*
 * Writes what somebody knows who has learnt habits, as a sentence: `Expert knows 12 of your fleets:
 * 61 % on the edge (29 % by chance).` What is told is the trait that is surest to differ
 * from chance. Returns the number of fleets, or -1 if out of memory.
 */
int32_t profile_sentence(bship_habits *habits, const char *subject,
                         char text[PROFILE_SENTENCE_SIZE]);

/*
 * All that is known of a player, who is called by a name as it can be shown, in lines, to be freed;
 * NULL if out of memory.
 */
char *profile_report(const struct profile *profile, const char *name);

#endif
