/*
 * What the files of a peer share; see peer.h for what a peer is.
 *
 *     peer_calls.c      the calls of peer.h
 *     peer_base.c       what all the others use: events, how a peer ends, what it sends
 *     steps.c           what is done in a step; time limits; the loss of the connection
 *     protocol_words.c  which line is accepted when
 *     greeting.c        the first lines of a connection: who is it, and is it to play or to go on?
 *     agreement.c       rules, the public seed, whether both play, the hashes of the fleets
 *     hints.c           hints and heat maps: whether they are allowed, and how many were used
 *     turns.c           shots, reports, resigning; what is sent again on a new connection
 *     reveal.c          the fleets, and farewell
 *     rematch.c         another game with the same player
 *     kept_game.c       a game that outlives its program
 */
#ifndef PROGRAMS_NETWORK_INTERNAL_H
#define PROGRAMS_NETWORK_INTERNAL_H

#include <battleship/battleship.h>

#include "common/sides.h"
#include "network/dial.h"
#include "network/lines.h"
#include "network/peer.h"
#include "network/secrets.h"
#include "network/sockets.h"

#define PEER_PROTOCOL "battleship-network" /* the first word on a connection */
#define PEER_VERSION "4"

enum {
    RECORD_LENGTH_MAX = (1 << 20) - 1, /* bytes of a record */
    SHOTS_MAX = 4096,                  /* of a salvo: they must fit in a line */
    CANDIDATES_MAX = 4,                /* connections that have not said who they are */
    PEER_LINE_SIZE = LINES_LENGTH_MAX + 1,
    RESUME_SIZE = 2 * SECRET_HEX_SIZE + 32 /* what follows the word `resume` */
};

enum {
    PEER_AGAIN = -1 /* within a step: a line was taken without an event; there may be more */
};

/* What is expected next from the other side. */
enum stage {
    STAGE_MEETING, /* nobody is there yet */
    STAGE_RULES,
    STAGE_HELP,
    STAGE_SEED_COMMITMENT,
    STAGE_SEED,
    STAGE_ACCEPT,
    STAGE_FLEET_COMMITMENT,
    STAGE_PLAYING,
    STAGE_REVEAL,
    STAGE_BYE,
    STAGE_REMATCH, /* the game is over; perhaps there is another one */
    STAGE_OVER     /* nothing: the other side has gone, or the game has failed */
};

/* A connection before it is known whose it is. */
struct candidate {
    struct lines *lines;
    double deadline;
    bool is_version_known;
    char own[RESUME_SIZE], other[RESUME_SIZE]; /* what both said after `resume`; or "" */
    int64_t own_entries;                       /* how many entries `own` says that the log has */
};

struct peer {
    struct peer_options options; /* `rules` and `name` are not used: */
    bship_rules *rules;
    char own_name[PEER_NAME_SIZE], name[PEER_NAME_SIZE];
    int32_t own, other; /* sides */
    int32_t stage;      /* an enum stage */

    /* The connection. */
    struct address address;     /* the guest's: of the host */
    struct dial *dial;          /* the guest's attempt to connect; NULL: none */
    double redial;              /* when the guest tries the next time */
    struct listeners listeners; /* the host's */
    struct candidate *candidates[CANDIDATES_MAX];
    struct lines *lines; /* to the other side; NULL: no connection */
    double began;        /* when the connection, or the waiting for a player, began */
    double lost;         /* when the connection was lost */
    double heard, said;  /* when the latest line came and went */
    double asked;        /* since when an answer is due */
    int64_t spare_lines; /* received on this connection: those that no game limits */

    /* What was agreed on. */
    struct secret_keys keys;
    unsigned char secret[SECRET_BYTES]; /* shared: proves who comes back */
    char share[SECRET_HEX_SIZE + 2];    /* of the seed: the own one, after the side */
    char seed_commitment[SECRET_HEX_SIZE], fleet_commitments[SIDES][SECRET_HEX_SIZE];
    char game_id[SECRET_HEX_SIZE]; /* the hash of both shares; "" until they are known */
    uint64_t first_seed;           /* its first digits */
    bool accepts[SIDES];           /* the game that was agreed on: the sides play it */
    char nonce[SECRET_HEX_SIZE];   /* the random number in the record of the own fleet */
    char *committed;               /* this record */
    bool other_wants_help;
    struct peer_help used[SIDES]; /* since the game began */

    /* The game. */
    bship_game *game; /* borrowed */
    bool is_ready, is_resigning;
    bool is_inviting, is_invited; /* to a rematch */
    bool is_verified;             /* the other fleet was revealed, and is right */
    bool has_said_bye;            /* the other side has accepted the own fleet */
    bool reads_record;            /* the lines that come belong to a record, until `end` */
    struct text record;           /* these */

    /* Scratch. */
    bship_cell cells[SHOTS_MAX], fired[SHOTS_MAX];
    bship_report reports[SHOTS_MAX];
    int32_t sunk_of[BSHIP_FLEET_SHIPS_MAX], hits_of[BSHIP_FLEET_SHIPS_MAX];
    bship_total total; /* of these */
    bship_placement placements[BSHIP_FLEET_SHIPS_MAX];
    char line[PEER_LINE_SIZE];

    /* The latest event that has a text. */
    int32_t failure;
    char text[PEER_TEXT_SIZE], why_lost[PEER_TEXT_SIZE];
    int32_t end; /* once over: the last event, until it is told */
};

/* Each of these takes a line of the other side, without its first word, and returns an event. */
typedef int32_t take_line(struct peer *peer, char *rest);

/* ---- peer_base.c ---- */

/* Closes everything that is connected, being connected or waited at. */
void peer_disconnect(struct peer *peer);

/* The last event: closes everything; after a failure the local game is over, too. */
int32_t peer_finish(struct peer *peer, int32_t event);

/* Ends the game for a reason, which the other side is told; returns PEER_FAILED. */
int32_t peer_fail(struct peer *peer, int32_t failure, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* The same for a status of the library: one of this side, or of what the other side has sent. */
int32_t peer_fail_locally(struct peer *peer, bship_status status);
int32_t peer_refuse(struct peer *peer, const char *what, const bship_error *error);

/* Sets the text of an event. */
void peer_say(struct peer *peer, int32_t failure, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Sends a line, or a record between a first line and `end`, if there is a connection. */
void peer_send(struct peer *peer, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;
void peer_send_record(struct peer *peer, const char *word, const char *text);

/* Sets what is expected next; the other side has its time for it from now on. */
void peer_expect(struct peer *peer, int32_t stage);

/* Whether both play the game that was agreed on, so that a lost connection can be resumed. */
bool peer_can_resume(const struct peer *peer);

/* ---- peer_calls.c ---- */

/* Makes a peer of a side, without a connection. Whatever is wrong is told by its first step. */
struct peer *peer_new(const struct peer_options *options, int32_t side);

/* ---- steps.c ---- */

/* How long to wait for a lost connection, in milliseconds. */
int peer_patience(const struct peer *peer);

/* Whether somebody has connected and not yet said who it is. */
bool peer_has_candidate(const struct peer *peer);

/* Whether nothing is read, since the game is yet to be started by the player. */
bool peer_is_held_back(const struct peer *peer);

/* ---- protocol_words.c ---- */

/* Takes a line of the other side. */
int32_t words_take(struct peer *peer, char *line);

/* ---- greeting.c ---- */

/* Takes over a new connection, as a candidate; sends the own greeting. */
void greeting_begin(struct peer *peer, int socket);

/* Reads what candidates say, and takes over the one that is the other side. */
int32_t greeting_step(struct peer *peer);

void greeting_drop_all(struct peer *peer);

/* ---- agreement.c ---- */

/* Draws the own share of the public seed, and keys. */
void agreement_draw(struct peer *peer);

/* Begins with a player whose name and key have come: the host sends the rules. */
int32_t agreement_begin(struct peer *peer);

/* Makes the record that this side commits to, and sends its hash. */
bship_status agreement_commit(struct peer *peer);

take_line agreement_take_seed_commitment, agreement_take_seed, agreement_take_fleet;
take_line agreement_take_accept, agreement_take_decline;

/* The record of the rules is complete. */
int32_t agreement_take_rules(struct peer *peer);

/* Forgets what was agreed on for a game that is over, but for the players and their secret. */
void agreement_reset(struct peer *peer);

/* Says what this side has committed to: again on a new connection, or not at all yet. */
void agreement_send_fleet(struct peer *peer);

/* Makes the record of the own fleet, with `nonce`, and its hash. */
bship_status agreement_hash_fleet(struct peer *peer);

/* ---- hints.c ---- */

void help_send_wish(struct peer *peer);
take_line help_take_wish, help_take_use;

/* Says how much help this side has used so far. */
void help_send_use(struct peer *peer);

/* ---- turns.c ---- */

take_line turns_take_fire, turns_take_report, turns_take_resign, turns_take_resigned;

/* Sends what the other side has not received before the connection was lost. */
int32_t turns_resume(struct peer *peer, const char *other);

/* ---- reveal.c ---- */

void reveal_begin(struct peer *peer);

/* The record of the other fleet is complete. */
int32_t reveal_take(struct peer *peer);

take_line reveal_take_bye;

/* ---- rematch.c ---- */

take_line rematch_take;

/* ---- kept_game.c ---- */

/* The game has changed: what keeps it has to know before the other side does. */
void keeping_note(struct peer *peer);

#endif
