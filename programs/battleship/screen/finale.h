/*
 * The end of a game on the full screen: the result, both fleets revealed, and, filling in as it is
 * found, the review.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_FINALE_H
#define PROGRAMS_BATTLESHIP_SCREEN_FINALE_H

#include "battleship/screen/next.h"
#include "battleship/talk/ending.h"

/* Another player who is listened to meanwhile: returns a sentence, or an empty text. */
struct finale_listener {
    const char *(*listen)(void *user);
    void *user;
};

/*
 * Shows the end of a game until the user chooses. Its reviews go on meanwhile; the worker is idle
 * before and after. `listener` may be NULL.
 */
enum next finale_run(struct ending *ending, const struct finale_listener *listener);

#endif
