/*
 * A game on the full screen, from the first shot to the last: aiming, salvos, hints, heat maps,
 * notes, the log, undo; the machine's turns; two people at one terminal; a game to watch; an
 * opponent on another machine.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_PLAYING_H
#define PROGRAMS_BATTLESHIP_SCREEN_PLAYING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/geometry.h>
#include <battleship/status.h>

#include "battleship/game/saves.h"
#include "battleship/game/session.h"
#include "battleship/game/worker.h"

/* How a game left the screen. */
enum playing_result {
    PLAYING_OVER,   /* it has ended: finale_run() is next */
    PLAYING_MENU,   /* left, and saved if the game is kept: back to the menu */
    PLAYING_QUIT,   /* left likewise, and the program is to end */
    PLAYING_CLOSED, /* the terminal is gone: saved if the game is kept; the program must end */
    PLAYING_FAILED  /* a call failed; the reason was shown */
};

/* What an opponent on another machine has done. */
enum link_event {
    LINK_NOTHING, /* nothing more has arrived */
    LINK_CHANGED, /* shots or reports arrived, and were applied to the game */
    LINK_NEWS,    /* nothing has changed, but there are news to show: connection lost, or back */
    LINK_ENDED    /* the game is over: resigned, contradicted or abandoned, as the game now says;
                     the news say why */
};

/* The size of news for the status line. */
#define LINK_NEWS_SIZE 160

/*
 * The connection to a remote side. None of these waits: what cannot be sent at once is kept by the
 * link. `user` is passed to each.
 */
struct playing_link {
    /* The file descriptor to wait for until it is readable; -1: none at present. */
    int (*fd)(void *user);
    /*
     * Reads and applies what has arrived, one event a call; called when `fd` is readable and, for
     * timeouts and what is still to be sent, some times a second. News are written into `news`;
     * empty: none.
     */
    int32_t (*advance)(void *user, struct session *session, char news[LINK_NEWS_SIZE]);
    /* Fires the shots due of the local side: at the game and across the link. */
    bship_status (*fire)(void *user, struct session *session, const bship_cell *cells, size_t count,
                         bship_error *error);
    /* The local side gives up: in the game and across the link. */
    void (*resign)(void *user, struct session *session);
    void *user;
};

struct playing_options {
    struct saves *saves;             /* saves_autosave() after every turn; NULL: not kept */
    const struct playing_link *link; /* to the remote side; NULL: there is none */
};

/*
 * Plays a started game until it is over or left. The worker, idle, does the thinking. The terminal
 * is open.
 */
enum playing_result playing_run(struct session *session, struct worker *worker,
                                const struct playing_options *options);

#endif
