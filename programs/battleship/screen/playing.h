/*
 * A game on the full screen, from the first shot to the last. What happens in it is decided by
 * talk/play.h; here it is drawn, and keys and the mouse are read.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLAYING_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLAYING_H

#include "battleship/talk/play.h"

struct playing_options {
    struct saves *saves;   /* saves_autosave() after every turn; NULL: not kept */
    struct remote *remote; /* the remote side; NULL: there is none */
    bool is_calm;          /* hits do not flash */
};

/*
 * Plays a started game until it is over or left; a failure was shown. The worker, idle, does the
 * thinking. The terminal is open.
 */
int playing_run(struct session *session, struct worker *worker,
                const struct playing_options *options);

#endif
