/*
 * The connection to a side on another machine, as a game uses it. None of these functions waits:
 * what cannot be sent at once is kept by the link. `user` is passed to each.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_LINK_H
#define PROGRAMS_BATTLESHIP_TALK_LINK_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "battleship/game/session.h"

/* What has happened at the other end. */
enum link_event {
    LINK_NOTHING, /* nothing more has arrived */
    LINK_CHANGED, /* shots or reports arrived, and were applied to the game */
    LINK_NEWS,    /* the game is as it was, but there are news: connection lost, or back */
    LINK_ENDED    /* the game is over: resigned, contradicted or abandoned, as the game now says;
                     the news say why */
};

enum {
    LINK_NEWS_SIZE = 320, /* of the news: whole sentences */
    LINK_FDS_MAX = 8
};

struct link {
    /* Writes the descriptors to wait for; returns how many, at most LINK_FDS_MAX. */
    size_t (*fds)(void *user, struct pollfd fds[LINK_FDS_MAX]);
    /* The time until `advance` is to be called in any case, in milliseconds; -1: never. */
    int (*milliseconds)(void *user);
    /*
     * Reads and applies what has arrived, one event a call. The news are written into `news`;
     * empty: none. Before the game, the session may be empty.
     */
    int32_t (*advance)(void *user, struct session *session, char news[LINK_NEWS_SIZE]);
    /* Tells the other side that this one is still there, while nothing else is done. */
    void (*keep_alive)(void *user);
    /* Sends the shots that the game has just been told. */
    void (*fire)(void *user);
    /* Whether both players have agreed to hints and heat maps. */
    bool (*allows_help)(void *user);
    /* Tells the other side what help was used, after the session has counted it. */
    void (*tell_help)(void *user, const struct session *session);
    /* The side here gives up: the game ends now or, if the other is there, when it has heard. */
    void (*resign)(void *user, struct session *session);
    void *user;
};

#endif
