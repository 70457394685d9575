/*
 * A game with a player on another machine, for both front ends: finding each other, a game
 * played across the connection, what is said of that, rematches, and coming back to a game that was
 * left.
 *
 *     struct remote remote = { .saves = saves };
 *     remote_host(&remote, setup, port)  or  remote_join(&remote, setup, address, milliseconds)
 *     ...remote_step() until `is_connected`; then the players meet:
 *     remote_meet(&remote, &setup), session_open(&session, &setup, ...)
 *     remote_accept(&remote, &session), the ships are laid
 *     remote_commit(&remote)
 *     ...remote_step() until `is_ready`: bship_game_start(session.game, NULL)
 *     play_open() with it, to the end
 *     ...remote_step() until `is_finished`: the other fleet is known
 *     remote_rematch(&remote), and on from `is_connected`
 *     remote_close(&remote)
 *
 * The game is saved after every change, before the other side hears of it, if `saves` is set. A
 * session that was resumed goes on by remote_rejoin() instead of all that precedes the game.
 */
#ifndef PROGRAMS_BATTLESHIP_TALK_REMOTE_H
#define PROGRAMS_BATTLESHIP_TALK_REMOTE_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/game/saves.h"
#include "battleship/game/session.h"
#include "battleship/talk/front.h"
#include "network/peer.h"

/* How long a side whose connection was lost waits for the other one to come back. */
#define REMOTE_PATIENCE_SECONDS 60

enum {
    REMOTE_NEWS_SIZE = 320 /* of the news: whole sentences */
};

/* What has happened at the other end. */
enum remote_event {
    REMOTE_NOTHING, /* nothing more has arrived */
    REMOTE_CHANGED, /* shots or reports arrived, and were applied to the game */
    REMOTE_NEWS,    /* the game is as it was, but there are news: connection lost, or back */
    REMOTE_ENDED    /* the game is over: resigned, contradicted or abandoned, as the game now says;
                       the news say why */
};

/* Zeroes, but for `saves`, `limits` and `counts_seconds`, are one without a connection. */
struct remote {
    struct peer *peer; /* NULL: there is none, or it is closed */
    struct player own;
    struct saves *saves;               /* where the game is kept; NULL: it is not */
    struct session *session;           /* the game being played; NULL: none yet */
    char news[REMOTE_NEWS_SIZE];       /* the latest, in whole sentences */
    int32_t event;                     /* the latest enum peer_event */
    const struct peer_options *limits; /* times of a program that plays by itself; NULL: those of
                                          people */
    bool counts_seconds;               /* while the connection is lost, each second is news */
    int seconds_left;                  /* as last said */
    bool is_connected;                 /* the players have met */
    bool is_ready;                     /* both fleets are fixed */
    bool is_finished;                  /* the game is over, and both fleets were compared */
    bool is_over;                      /* nothing more will happen in this game */
    bool has_failed;                   /* for the reason in `news` */
    bool is_left;                      /* the other player is not there any more */
    bool is_rejoining; /* the game was resumed, and the other side was not found yet */
};

/*
 * Waits for a guest at a port. The setup has the rules, whether help is agreed to and, in the
 * players, the own name; if that is empty, the name of the user is taken. False: out of memory; any
 * other failure is news.
 */
bool remote_host(struct remote *remote, const struct setup *setup, const char *port);

/* Whether a host cannot have its port. */
bool remote_lacks_port(const struct remote *remote);

/* Writes where a guest can join: `port 4796 (192.0.2.7)`. */
void remote_describe_port(const struct remote *remote, char *text, size_t size);

/* Joins a host at HOST:PORT or HOST, and tries again for so long if nobody is there; likewise. */
bool remote_join(struct remote *remote, const struct setup *setup, const char *address,
                 int milliseconds);

/* Goes on with a session that was resumed: looks for the other side. */
bool remote_rejoin(struct remote *remote, struct session *session);

/* How many games count together, as the host says, once the two are connected; 0: each stands
 * alone. */
int32_t remote_best_of(const struct remote *remote);

/* Fills in a setup with what the two machines have agreed on, and a secret seed. The score stays if
 * as many games count together as before. */
void remote_meet(const struct remote *remote, struct setup *setup);

/* What is agreed on about help, as a sentence, once the two are connected. */
const char *remote_say_help(const struct remote *remote);

/* Sends away a guest whom this host does not want; another one can be waited for. */
void remote_send_away(struct remote *remote);

/* Leaves the host whose rules this side does not want to play by; remote_close() is still needed.
 */
void remote_refuse_rules(struct remote *remote);

/* Begins the game of a session, for which ships are to be laid: from now on it can be resumed. */
void remote_accept(struct remote *remote, struct session *session);

/* Commits to the own fleet, which must be complete. */
void remote_commit(struct remote *remote);

/*
 * Takes what has happened, one event a call: an enum remote_event, and perhaps `news`. Neither this
 * nor anything below waits: what cannot be sent at once is kept.
 */
int32_t remote_step(struct remote *remote);

/* Takes all that has happened; returns the news, which are empty if there were none. */
const char *remote_listen(struct remote *remote);

/* Writes the descriptors to wait for; returns how many. */
size_t remote_fds(const struct remote *remote, struct pollfd fds[PEER_FDS_MAX]);

/* The time until remote_step() is to be called in any case, in milliseconds; -1: never. */
int remote_milliseconds(const struct remote *remote);

/* Tells the other side that this one is still there, while nothing else is done. */
void remote_keep_alive(struct remote *remote);

/* Tells the other side what help was used, after the session has counted it. */
void remote_tell_help(struct remote *remote);

/* The side here gives up: the game ends now or, if the other is there, when it has heard. */
void remote_resign(struct remote *remote);

/* Asks for another game, or accepts one: on from `is_connected`. */
void remote_rematch(struct remote *remote);

/*
 * Closes the connection; may be called again. The other side waits for this one if the game can go
 * on; otherwise it is told that nobody is there any more.
 */
void remote_close(struct remote *remote);

/*
 * Whether the game has failed, and both sides may find each other again: remote_ask() then puts the
 * question what is next.
 */
bool remote_can_rejoin(const struct remote *remote);

enum remote_choice {
    REMOTE_LATER,  /* the game stays saved */
    REMOTE_AGAIN,  /* it is looked for the other side once more */
    REMOTE_GIVE_UP /* the game ends, as abandoned */
};

/* Asks what is next: an enum remote_choice, or an enum outcome. */
int remote_ask(const struct remote *remote, const struct front *front);

#endif
