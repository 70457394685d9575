/*
 * What is said before a game: the saved game that can be resumed, games over a network that this
 * program cannot play. Opponents are in opponent.h, profiles in profile.h.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_SETUP_H
#define PROGRAMS_BATTLESHIP_TALK_SETUP_H

#include <stdbool.h>
#include <stddef.h>

#include "battleship/game/saves.h"
#include "battleship/talk/front.h"

enum {
    SETUP_SAVED_SIZE = 320
};

/*
 * Describes the saved game, if there is one: `Ann against medium, classic, 12 shots, 2026-11-23
 * 18:07`. False: there is none.
 */
bool setup_describe_saved(struct saves *saves, char text[SETUP_SAVED_SIZE]);

/*
 * Asks whether to go on with the saved game that was found last, which is described: 1 yes, 0 no,
 * or an enum outcome.
 */
int setup_ask_to_resume(const struct saves *saves, const char *saved, const struct front *front);

/* All saved games that can be resumed, the newest first. */
struct setup_saved {
    int count;
    int32_t numbers[SAVES_MAX]; /* for saves_take() */
    char games[SAVES_MAX][SETUP_SAVED_SIZE];
};

/* Lists them; the newest one is then the one that is found. */
void setup_list_saved(struct saves *saves, struct setup_saved *out);

/* What is said where a game over a network is chosen that this program cannot play. */
#define SETUP_NO_NETWORK                                                                           \
    "Games over a network are off: this program was built without libsodium. Install it (Debian: " \
    "libsodium-dev), and run ./scripts/play again."

/*
 * Writes the rules of a game, and what is special about it: `classic, daily 2026-11-28, par 43`, or
 * `classic, best of 3, 1 to 0`.
 */
void setup_describe_game(const struct session *session, char *text, size_t size);

#endif
