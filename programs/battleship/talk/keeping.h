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

#endif
