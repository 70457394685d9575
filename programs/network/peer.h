/*
 * A game with another process over TCP: the protocol of doc/network.md as a state machine that
 * never waits. Whoever plays gives it a ::bship_game with a remote side, waits for its file
 * descriptors together with everything else, and asks peer_step() what has happened:
 *
 *     struct peer *peer = peer_join(&options, "one.example.org:4796");
 *     for (;;) {
 *         count = peer_fds(peer, fds);
 *         poll(fds, count, peer_timeout(peer));
 *         while ((event = peer_step(peer)) != PEER_NOTHING)
 *             ...
 *     }
 *
 * The order of a game:
 *
 * 1. PEER_CONNECTED: peer_rules(), peer_name() and peer_first_seed() are known. Both players make
 *    their games, call peer_accept() and lay their fleets; one who does not want to play by these
 *    rules, or with this player, calls peer_decline().
 * 2. peer_commit() sends the hash of the own fleet, once it is complete.
 * 3. PEER_READY: both fleets are fixed. The player calls bship_game_start(); until then nothing
 *    that the other side sends is read.
 * 4. PEER_FIRED: the other side's shots were fired in the game, and their report was sent. To fire,
 *    the player calls bship_game_fire_salvo() or bship_game_step(), then peer_fire();
 *    PEER_REPORTED: the reports have come, and are in the game.
 * 5. The game ends by sinking, or PEER_RESIGNED. Both fleets are revealed without further calls;
 *    PEER_REVEALED: the other one agrees with the hash and with all reports.
 * 6. PEER_FINISHED: the other side has accepted the own fleet too. The peer forgets the game, which
 *    may be freed.
 * 7. Either player may call peer_rematch(), which the other one hears of by PEER_INVITED. Once both
 *    have, it begins again at PEER_CONNECTED. PEER_LEFT: the other player has gone; it is the last
 *    event.
 *
 * PEER_FAILED can come at any moment before PEER_FINISHED, and is the last event. The game is then
 * over, as abandoned, as resigned, or by contradiction if the other side has lied. A side that does
 * not reveal its fleet after the last shot, or reveals another one, has lied, too, whatever the
 * shots have decided. The record of the game can be kept.
 *
 * A connection that breaks after both have accepted gives PEER_LOST, and PEER_BACK once the same
 * two sides have found each other again. What the connection has swallowed is sent again;
 * peer_fire() and peer_resign() may be called meanwhile. A program that has ended can come back,
 * too, if it has kept the game with what peer_save() adds to its record: see peer_resume().
 *
 * The other side may think as long as it likes. Time limits apply to what its program does by
 * itself, and lines that keep the connection alive tell a player who thinks from one who is gone.
 *
 * A peer is used by one thread, and uses the game during its calls only.
 *
 * The seed of the own fleet is as secret as the fleet: draw it with peer_draw_seed(), use it for
 * one game, and do not show it before the end. The peer does not know it.
 */
#ifndef PROGRAMS_NETWORK_PEER_H
#define PROGRAMS_NETWORK_PEER_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/game.h>
#include <battleship/record.h>
#include <battleship/rules.h>

/* The port where a game is hosted unless another one is chosen; not assigned to any service. */
#define PEER_PORT "4796"

enum {
    PEER_NAME_SIZE = 33,  /* a name of a player with its NUL, as in a record */
    PEER_TEXT_SIZE = 512, /* a sentence with its NUL */
    PEER_FDS_MAX = 8      /* file descriptors at a time */
};

/* What has happened. */
enum peer_event {
    PEER_NOTHING,     /* nothing more for now */
    PEER_TURNED_AWAY, /* somebody was sent away, for the reason in peer_text(); the host still
                         waits, or the game goes on */
    PEER_CONNECTED,   /* the other player is there, and the rules are known */
    PEER_READY,       /* both fleets are fixed: the game may start */
    PEER_FIRED,       /* the other side has fired: the last entry of the game's log */
    PEER_REPORTED,    /* the own shots were reported: the last entry of the game's log */
    PEER_RESIGNED,    /* a side has resigned, and the game is over: see bship_game_outcome() */
    PEER_LOST,        /* the connection is lost, for the reason in peer_text(): trying again */
    PEER_BACK,        /* the connection is back, and the game goes on */
    PEER_REVEALED,    /* the other side's fleet agrees with everything: the game has its board */
    PEER_FINISHED,    /* the game is over, and both fleets were as reported */
    PEER_HELPED,      /* the other player has used help: peer_help() */
    PEER_INVITED,     /* the other player wants a rematch */
    PEER_LEFT,        /* after the game, the other player has gone */
    PEER_FAILED       /* the game cannot go on: peer_failure() and peer_text() say why */
};

/* Why a peer failed, or somebody was turned away. */
enum peer_failure {
    PEER_FAILURE_NONE,
    PEER_FAILURE_ADDRESS,    /* what was given as an address is none */
    PEER_FAILURE_PORT,       /* a host cannot have its port: known before the first step */
    PEER_FAILURE_CONNECTION, /* no connection, or it was lost */
    PEER_FAILURE_LEFT,       /* the other side has ended the game, and said why */
    PEER_FAILURE_DECLINED,   /* the other side does not want to play, or not by these rules */
    PEER_FAILURE_PROTOCOL,   /* the other side has broken the rules or the protocol */
    PEER_FAILURE_LOCAL       /* this side cannot go on, for instance without memory */
};

struct peer_options {
    const char *name;         /* of the own player: 1 to 32 bytes of UTF-8, no control characters */
    const bship_rules *rules; /* of the host; the guest is told them: NULL */
    int64_t cells_max;        /* the guest's: a larger board is refused; 0: none is */
    int wait_milliseconds;    /* the longest wait for a player; 0: the host waits for ever, and the
                                 guest not at all */
    int answer_milliseconds;  /* the longest wait for what a program sends by itself */
    int silence_milliseconds; /* the longest wait for any line at all */
    int reconnect_milliseconds; /* the longest wait for a lost connection; 0: the game then fails */
    bool wants_help;            /* whether this side agrees to hints and heat maps for both */
    int32_t best_of; /* the host's: how many games count together, which the guest is told; 0: each
                        stands alone */
    /*
     * Keeps the game, if it is not NULL: called with `user` whenever it has changed, and before the
     * other side hears of that, so that a game that was kept is never behind what was sent.
     */
    void (*keep)(void *user);
    void *user;
};

/* Help that a player has used. */
struct peer_help {
    int32_t hints, heat_maps;
};

#define PEER_OPTIONS_INIT                                                                          \
    {                                                                                              \
        "player", NULL, 0, 0, 600000, 30000, 60000, false, 0, NULL, NULL                           \
    }

/* A game with another process. */
struct peer;

/*
 * Whether games over a network can be played at all: they need libsodium. If not, peer_text(NULL)
 * says so, and every peer fails at once for that reason.
 */
bool peer_is_available(void);

/* A seed for the own side's fleet and AI, drawn from the operating system's random numbers. */
uint64_t peer_draw_seed(void);

/*
 * Waits for a player at a port, such as "4796"; "0": at any free one. The host is side a. Copies
 * the options and takes a reference to the rules. NULL: out of memory; any other failure is an
 * event.
 */
struct peer *peer_host(const struct peer_options *options, const char *port);

/* Whether a text is HOST:PORT, HOST or [HOST]:PORT, with a port from 1 to 65535. */
bool peer_is_address(const char *text);

/* Joins the player who waits at such an address. The guest is side b. Else likewise. */
struct peer *peer_join(const struct peer_options *options, const char *address);

/*
 * Tells the other side why, unless `reason` is NULL or the connection is closed; closes it and
 * frees the peer, which may be NULL. Leaves the game as it is.
 */
void peer_close(struct peer *peer, const char *reason);

/*
 * From PEER_CONNECTED on: closes the peer of a side that does not want to play with the other one,
 * or by the host's rules, which that is told.
 */
void peer_decline(struct peer *peer);

/*
 * Tells the other side that this one is still there, without anything else. To be called at least
 * every few seconds while peer_step() is not: during a dialogue, for instance.
 */
void peer_keep_alive(struct peer *peer);

/* Does what can be done without waiting; returns the next ::peer_event. Call until PEER_NOTHING. */
int32_t peer_step(struct peer *peer);

/* Fills in what to wait for before the next peer_step(); returns how many: up to PEER_FDS_MAX. */
size_t peer_fds(const struct peer *peer, struct pollfd fds[PEER_FDS_MAX]);

/*
 * After how many milliseconds peer_step() is due at the latest, whatever happens to the file
 * descriptors; -1: never. It is short while there is something to be sent or connected, so that it
 * suffices to wait until one of them can be read.
 */
int peer_timeout(const struct peer *peer);

/*
 * From PEER_CONNECTED on: this side plays, and lays its ships. Once the other side has said so,
 * too, a lost connection is waited for, and the game can be kept. The game must have equal rules,
 * the public seed peer_first_seed(), the own side local and the other one remote; it must not have
 * started, and outlive the peer, which borrows it.
 */
void peer_accept(struct peer *peer, bship_game *game);

/* After peer_accept(): commits to the own fleet, which must be complete. */
void peer_commit(struct peer *peer);

/* Sends the shots that the own side has just fired in the game, and whose reports it awaits. */
void peer_fire(struct peer *peer);

/*
 * Gives the game up. The game ends with PEER_RESIGNED, once the other side has heard of it; if both
 * resign at the same time, then the host does.
 */
void peer_resign(struct peer *peer);

/*
 * Says that the own player has looked at a hint or a heat map: the numbers since the game began.
 * Only if peer_allows_help().
 */
void peer_tell_help(struct peer *peer, struct peer_help used);

/* After PEER_FINISHED: asks for another game, or accepts the one that the other player asks for. */
void peer_rematch(struct peer *peer);

/*
 * Adds to the record of a game what its peer needs to go on with it: extra lines that begin with
 * `x-network-`. They are as secret as the fleet. `address` is what peer_host() or
 * peer_join() was given. Returns BSHIP_OK or BSHIP_ERROR_MEMORY; BSHIP_ERROR_STATE if the game
 * cannot go on, for it has ended, or a side has not accepted it.
 */
bship_status peer_save(const struct peer *peer, bship_record *record);

/*
 * The address of a game that peer_save() has kept: where to join it or, for its host, the port;
 * NULL if the record is of no such game. Borrowed from the record.
 */
const char *peer_saved_address(const bship_record *record);

/*
 * Goes on with a game that was kept: `game` was made from the record, with the other side remote.
 * Looks for the other side as after PEER_LOST: the next event is PEER_BACK. The rules and the other
 * player's name are those of the record. Otherwise as peer_host() and peer_join().
 */
struct peer *peer_resume(const struct peer_options *options, const bship_record *record,
                         bship_game *game);

/* ---- what is known ---- */

int32_t peer_side(const struct peer *peer); /* the own one: the host's is BSHIP_SIDE_A */

/* The port where the host listens, also if "0" was asked for; "" for a guest. */
const char *peer_port(const struct peer *peer);

/* From PEER_CONNECTED on; borrowed: they live as long as the peer. */
const bship_rules *peer_rules(const struct peer *peer);
const char *peer_name(const struct peer *peer); /* the other player's: valid for a record */
uint64_t peer_first_seed(const struct peer *peer);
int32_t peer_best_of(const struct peer *peer); /* what the host says; 0: each game stands alone */

/* From PEER_CONNECTED on: whether both have agreed to help; and what a side has used so far. */
bool peer_allows_help(const struct peer *peer);
struct peer_help peer_help(const struct peer *peer, int32_t side);

/* After PEER_LOST: for how many more seconds it is tried to get the connection back. */
int peer_seconds_left(const struct peer *peer);

/*
 * Why: a sentence without a full stop, all of printable ASCII, whatever the other side has sent. It
 * belongs to the latest event that has one, and is valid until the next peer_step().
 */
const char *peer_text(const struct peer *peer);

int32_t peer_failure(const struct peer *peer); /* a ::peer_failure, for the same event */

/*
 * The addresses of this machine at which others may reach it, separated by blanks, as snprintf()
 * does. Those that only the machine itself can use are left out.
 */
size_t peer_addresses(char *buffer, size_t capacity);

#endif
