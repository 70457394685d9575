/*
 * A game with somebody on another machine: waiting for a guest or joining a host, waiting for the
 * other fleet, the link for the game itself, and the comparison of the fleets at the end.
 *
 *     struct connecting connecting;
 *     connecting_host(&connecting, &backdrop, &setup, PEER_PORT)  or  connecting_join(...)
 *     session_open(&session, &setup, ...), placing_run(&session, connecting_side(&connecting), ...)
 *     connecting_start(&connecting, &backdrop, &session)
 *     playing_run(&session, worker, &(struct playing_options){ .link = &connecting.link })
 *     connecting_finish(&connecting, &backdrop)
 *     connecting_listen(&connecting), while the end is shown
 *     connecting_rematch(&connecting, &backdrop, &setup, rules), and on from session_open()
 *     connecting_close(&connecting)
 *
 * From connecting_host() or connecting_join() to connecting_close() the other side is told now and
 * then that this one is still there, whatever the screen shows.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_CONNECTING_H
#define PROGRAMS_BATTLESHIP_SCREEN_CONNECTING_H

#include <stdbool.h>
#include <stdint.h>

#include "battleship/game/session.h"
#include "battleship/screen/dialog.h"
#include "battleship/talk/link.h"
#include "network/peer.h"

/* How a step of it ended. After anything but CONNECTING_DONE the game is not going to be played. */
enum connecting_result {
    CONNECTING_DONE,
    CONNECTING_LEFT,        /* given up by the player, by Escape or by refusing the rules */
    CONNECTING_FAILED,      /* the reason was shown */
    CONNECTING_INTERRUPTED, /* Ctrl-C */
    CONNECTING_CLOSED       /* the terminal has gone */
};

struct connecting {
    struct peer *peer; /* NULL: closed */
    struct link link;
    struct player own;
    char title[64];   /* of what is shown while waiting */
    char text[256];   /* this */
    char news[256];   /* and what has happened meanwhile */
    int seconds_left; /* last said of a connection that is lost */
    bool is_over;     /* nothing more will happen */
    bool has_failed;  /* for the reason in `news` */
};

/*
 * Waits for a guest at a port. The setup has the rules and, in players[BSHIP_SIDE_A], the own name;
 * if it is empty, that of the user is taken. The rest of the setup is filled in: the other player,
 * the seeds.
 */
enum connecting_result connecting_host(struct connecting *connecting,
                                       const struct backdrop *backdrop, struct setup *setup,
                                       const char *port);

/* The size of an address, such as one.example.org:4796. */
#define CONNECTING_ADDRESS_SIZE 256

/*
 * Joins a host at HOST:PORT or HOST, and waits for one who is not there yet; an empty address is
 * asked for first, and kept. Then asks whether to accept the rules. The setup, which must be empty
 * but for the own name in players[BSHIP_SIDE_B], is filled in.
 */
enum connecting_result connecting_join(struct connecting *connecting,
                                       const struct backdrop *backdrop, struct setup *setup,
                                       char address[CONNECTING_ADDRESS_SIZE]);

/* The own side. */
int32_t connecting_side(const struct connecting *connecting);

/*
 * Commits to the own fleet, which must be complete, waits until the other one is, and starts the
 * game, which from now on belongs to the link, too.
 */
enum connecting_result connecting_start(struct connecting *connecting,
                                        const struct backdrop *backdrop, struct session *session);

/*
 * After the game: waits until both fleets are revealed and compared, and shows why if they cannot
 * be. Then the game has the other board, or has lost its result by contradiction. Returns
 * CONNECTING_DONE as well if the reason was shown. The connection stays open for a rematch.
 */
enum connecting_result connecting_finish(struct connecting *connecting,
                                         const struct backdrop *backdrop);

/*
 * After connecting_finish(): what the other player wants, as a sentence; empty: nothing was heard
 * yet. It is valid until the next call.
 */
const char *connecting_listen(struct connecting *connecting);

/*
 * Asks for another game, and waits until the other player has, too. Fills in the setup, which must
 * be empty but for how ships are laid; rules other than those played before have to be accepted.
 */
enum connecting_result connecting_rematch(struct connecting *connecting,
                                          const struct backdrop *backdrop, struct setup *setup,
                                          const bship_rules *played);

/* Closes the connection. May be called in any state, and again. */
void connecting_close(struct connecting *connecting);

#endif
