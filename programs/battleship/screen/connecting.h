/*
 * A game with somebody on another machine, as far as it is waited for on the full screen: for a
 * guest or a host, for the other fleet, for the comparison of the fleets. The game itself is that
 * of talk/remote.h.
 *
 *     struct remote remote = { .saves = saves };
 *     connecting_host(&remote, &setup, PEER_PORT)  or  connecting_join(&remote, &setup, address)
 *     session_open(&session, &setup, ...), placing_run(&session, peer_side(remote.peer), ...)
 *     connecting_start(&remote, &session)
 *     playing_run(&session, worker, &(struct playing_options){ .remote = &remote })
 *     connecting_finish(&remote)
 *     connecting_listen(&remote), while the end is shown
 *     connecting_rematch(&remote, &setup, rules), and on from session_open()
 *     connecting_close(&remote)
 *
 * From connecting_host(), connecting_join() or connecting_rejoin() to connecting_close() the other
 * side is told now and then that this one is still there, whatever the screen shows.
 *
 * After anything but OUTCOME_DONE the game is not going to be played.
 */
#ifndef PROGRAMS_BATTLESHIP_SCREEN_CONNECTING_H
#define PROGRAMS_BATTLESHIP_SCREEN_CONNECTING_H

/* The saved game that was found is to be resumed. */
#define CONNECTING_AGAIN 1

#include "battleship/game/session.h"
#include "battleship/talk/remote.h"

/*
 * Waits for a guest at a port. The setup has the rules and, in players[BSHIP_SIDE_A], the own name;
 * if it is empty, that of the user is taken. The rest of the setup is filled in: the other player,
 * the seeds.
 */
int connecting_host(struct remote *remote, struct setup *setup, const char *port);

/* The size of an address, such as one.example.org:4796. */
#define CONNECTING_ADDRESS_SIZE 256

/*
 * Joins a host at HOST:PORT or HOST, and waits for one who is not there yet; an empty address is
 * asked for first, and kept. Then asks whether to accept the rules. The setup, which must be empty
 * but for the own name in players[BSHIP_SIDE_B], is filled in.
 */
int connecting_join(struct remote *remote, struct setup *setup,
                    char address[CONNECTING_ADDRESS_SIZE]);

/* Goes on with a session that was resumed: the other side is looked for while it is shown. */
int connecting_rejoin(struct remote *remote, struct session *session);

/*
 * Commits to the own fleet, which must be complete, waits until the other one is, and starts the
 * game, which from now on belongs to the other machine, too.
 */
int connecting_start(struct remote *remote, struct session *session);

/*
 * After the game: waits until both fleets are revealed and compared, and shows why if they cannot
 * be. Then the game has the other board, or has lost its result by contradiction. Returns
 * OUTCOME_DONE as well if the reason was shown. The connection stays open for a rematch. A game
 * that can go on later is left for that, if the player wishes.
 */
int connecting_finish(struct remote *remote);

/*
 * After connecting_finish(): what the other player wants, as a sentence; empty: nothing was heard
 * yet. It is valid until the next call.
 */
const char *connecting_listen(struct remote *remote);

/*
 * Asks for another game, and waits until the other player has, too. Fills in the setup, which must
 * be empty but for how ships are laid; rules other than those played before have to be accepted.
 */
int connecting_rematch(struct remote *remote, struct setup *setup, const bship_rules *played);

/* Closes the connection. May be called in any state, and again. */
void connecting_close(struct remote *remote);

#endif
