/* Saving the game being played, and what is said of it. */
#ifndef PROGRAMS_BATTLESHIP_TALK_KEEPING_H
#define PROGRAMS_BATTLESHIP_TALK_KEEPING_H

#include <stdbool.h>

#include "battleship/game/saves.h"
#include "battleship/talk/reply.h"

struct keeping {
    struct saves *saves; /* NULL: games are not kept */
    bool is_failing;     /* the game could not be saved, as was said */
    bool has_saved;      /* it was saved, perhaps some turns ago */
};

/* Whether a game is kept, and can be resumed: once it has begun or, with another machine, before.
 */
bool keeping_is_kept(const struct keeping *keeping, const struct session *session);

/* Saves the game after a change, if it is kept. A failure is said once; false while it lasts. */
bool keeping_save(struct keeping *keeping, const struct session *session, struct reply *reply);

/* Saves the game because somebody asks for it: in the file of that name, or where it is kept. */
void keeping_save_now(struct keeping *keeping, const struct session *session, const char *file,
                      struct reply *reply);

/* Writes where a saved game is, after its state, and how it is gone on with: `The game is saved;
 * --resume goes on with it: FILE`. */
void keeping_tell(const struct keeping *keeping, const char *state, char *text, size_t size);

/*
 * As the program ends: saves the game if it is kept and was not left without saving, and writes
 * what has become of it, or nothing if it is over. Returns whether it can be resumed.
 */
bool keeping_farewell(struct keeping *keeping, const struct session *session, char *text,
                      size_t size);

#endif
