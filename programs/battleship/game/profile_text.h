/* Profiles in memory, and as text. */
#ifndef PROGRAMS_BATTLESHIP_GAME_PROFILE_TEXT_H
#define PROGRAMS_BATTLESHIP_GAME_PROFILE_TEXT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/experimental/habits.h>
#include <battleship/status.h>

#include "battleship/game/session.h"

/* Whether the machine may learn how somebody lays ships. */
enum profile_consent {
    PROFILE_UNASKED,
    PROFILE_OFF,
    PROFILE_ON
};

/* The profile of a player. */
struct profile {
    char name[PLAYER_NAME_SIZE];
    int32_t consent;       /* an enum profile_consent */
    bool has_learnt;       /* whether a game was learnt */
    uint64_t last_seed;    /* of the game that was learnt last */
    bship_habits **habits; /* one for each set of rules */
    size_t count;
};

struct profiles {
    struct profile *players;
    size_t count;
};

/* Frees all of it, and empties it. */
void profiles_clear(struct profiles *profiles);

/* The profile of a player; NULL if there is none. */
struct profile *profiles_find(const struct profiles *profiles, const char *name);

/* The habits of a profile under rules; NULL if there are none. */
bship_habits *profile_habits(const struct profile *profile, const bship_rules *rules);

/* Adds an empty profile; NULL if out of memory. */
struct profile *profiles_add(struct profiles *profiles, const char *name);

/* Frees the habits of a profile. */
void profile_forget_habits(struct profile *profile);

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
