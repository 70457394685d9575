/*
 * One game of the console, from the setup to the rematch: its players, their AIs and fleets, what
 * may be undone, and what is counted. Both front ends play through this module; it prints nothing.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_SESSION_H
#define PROGRAMS_BATTLESHIP_GAME_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/game.h>
#include <battleship/record.h>
#include <battleship/rules.h>
#include <battleship/sampler.h>
#include <battleship/status.h>

#include "battleship/game/score.h"
#include "common/sides.h"

/* The size of a player's name, including its NUL: a record allows 32 bytes. */
#define PLAYER_NAME_SIZE 33

/* The name of the only person of a game, who has given none. */
#define PLAYER_NAMELESS "player"

/* Seeds that the program chooses are below this bound, so that they are short enough to be typed
 * again. */
#define SESSION_SEED_BOUND 1000000000

enum player_kind {
    PLAYER_HUMAN, /* at this terminal */
    PLAYER_AI,
    PLAYER_REMOTE /* in another process, which keeps the board; it may be a human or an AI */
};

/* The name of a kind in files: `human`, `ai` or `remote`; NULL if there is no such kind. */
const char *player_kind_name(int32_t kind);

struct player {
    int32_t kind;                /* an enum player_kind */
    int32_t level;               /* of an AI that was chosen by one; else BSHIP_LEVEL_NONE */
    char name[PLAYER_NAME_SIZE]; /* UTF-8; empty: session_open() chooses one */
    const char *strategy;        /* of an AI: a static name of the library; else NULL */
};

/*
 * The machine as it was chosen: by a strategy, a static name, or by a level if that is NULL. It is
 * called what the player has chosen, everywhere.
 */
struct player player_machine(int32_t level, const char *strategy);

/* What a game is made of. It owns references to its rules and its sampler: setup_clear(). */
struct setup {
    bship_rules *rules;
    struct player players[SIDES];
    uint64_t seed;          /* of layouts and AIs; with a remote side, from a true source of
                               randomness, and secret */
    uint64_t first_seed;    /* with a remote side: the seed agreed on with it; else 0 */
    int32_t first;          /* a bship_first: who begins, if the rules leave it open;
                               BSHIP_FIRST_RANDOM: as the rules say */
    int32_t audit;          /* a bship_audit: how the reports of a remote side are checked */
    bool wants_help;        /* against another machine: whether this side agrees to hints */
    bool places_at_random;  /* whether the fleets of humans are placed by session_open(), too */
    const char *placing;    /* the style by which people's fleets are laid at random: a static name
                               of battleship/experimental/placing.h; NULL: uniformly */
    bship_sampler *sampler; /* of these rules, from an earlier game; NULL: one is made */
    struct score score;     /* of the games before this one, if several are played */
};

/* Why a text is no name of a player, as a sentence; NULL if it is one. */
const char *player_name_fault(const char *text);

/*
 * Fills in the name of a player who has given none: that of the user if it can be shown anywhere,
 * else the usual one.
 */
void player_take_user_name(struct player *player, const char *usual);

/* Drops the references of a setup, and empties it. */
void setup_clear(struct setup *setup);

/* What the AI knows of the person it plays against: see profile_use.h. */
struct known {
    int32_t fleets;       /* that it has learnt from; 0: it knows nothing */
    uint64_t fingerprint; /* of what it has learnt */
    char text[600];       /* what the person is told before the game; empty: nothing */
};

/* Help that a side has used. */
struct tally {
    int32_t hints;
    int32_t heat_maps;
    int32_t undos;
};

/* What two people at one terminal agree on. */
enum remark_kind {
    REMARK_HELP, /* hints and heat maps for both, from then on */
    REMARK_UNDO  /* a turn is taken back */
};

/* A line of the log that is no turn: what was agreed on, as somebody wished. */
struct remark {
    int64_t entries; /* of the log that stand before it */
    int32_t kind;    /* an enum remark_kind */
    int32_t side;    /* whose wish it was */
};

/* The name of a kind in files; NULL if there is no such kind. */
const char *remark_kind_name(int32_t kind);

/* What is said of a placement style that is no more, with its name. */
#define GONE_STYLE_TEXT "There is no placement style %s any more: fleets are laid at random"

struct peer;

/* A game. Members may be read freely; `shown`, `tallies`, `notes` and `peer` may be written, too.
 */
struct session {
    struct setup setup;                  /* own references; all names are filled in */
    char shown[SIDES][PLAYER_NAME_SIZE]; /* these names, less what the terminal cannot show */
    bship_ai *ai[SIDES];
    bship_sampler *sampler;      /* NULL if it cannot be made: see sampler_status */
    bship_status sampler_status; /* BSHIP_OK; or why fleets are possibly not drawn uniformly */
    char sampler_text[256];      /* that reason, as a sentence without a full stop */
    bship_game *game;
    struct tally tallies[SIDES];
    struct known known;
    int64_t par;            /* of the game of a day, in shots; 0: it is none. See daily.h */
    const char *gone_style; /* the placement style of a saved game that this version does not have,
                               so that fleets are laid at random; NULL: none */
    uint64_t layouts;       /* that were drawn by a style so far */
    char *notes[SIDES];     /* of each side: for each cell of the other's waters, row by row, a
                               printable character, or 0 for none. They survive an undo. */
    struct remark *remarks; /* of two people at one terminal, in the order of the log */
    size_t remark_count;
    const struct peer *peer; /* the connection to a remote side, which a saved game finds it again
                                by; borrowed; NULL: there is none */
    bship_record *saved;     /* of a game with a remote side that was resumed: what its connection
                                goes on from; else NULL */
};

/*
 * Makes a game in phase PLACING, with the fleets of its AIs placed.
 *
 * May take seconds, since the sampler counts layouts for some rules; so it may be called as a job
 * of a worker, with worker_report() and the worker as `progress` and `user`. The AIs keep both for
 * all their aims. Returns BSHIP_OK or, with an empty session, BSHIP_ERROR_CANCELLED,
 * BSHIP_ERROR_MEMORY, or the status of an AI or a fleet that cannot be had; `error` (may be NULL)
 * says more, and its index is the side at fault, or -1. The setup is not changed.
 */
bship_status session_open(struct session *session, const struct setup *setup,
                          bship_progress_callback progress, void *user, bship_error *error);

/* Frees the members of a session, and empties it. An empty session may be closed again. */
void session_close(struct session *session);

/* Whether a side is played by a human at this terminal, by an AI here, or remotely. */
bool session_is_human(const struct session *session, int32_t side);
bool session_is_ai(const struct session *session, int32_t side);
bool session_is_remote(const struct session *session, int32_t side);
bool session_has_remote(const struct session *session);

/* The number of humans at this terminal: 0 to 2. */
int32_t session_humans(const struct session *session);

/*
 * The side whose view is shown: the only human, or of two the one to move (before the start and
 * after the end side a). BSHIP_SIDE_NONE if there is no human here: both fleets may be shown, as
 * far as they are known.
 */
int32_t session_viewer(const struct session *session);

/* Whether sentences call a side `you`: it is the only human at this terminal. */
bool session_is_you(const struct session *session, int32_t side);

/* The name of a side in a sentence: `you`, or the name of the player as shown. */
const char *session_name(const struct session *session, int32_t side);

/* Writes it at the beginning of a sentence: `You`, `Medium`; people are called as they wish. */
void session_subject(const struct session *session, int32_t side, char name[PLAYER_NAME_SIZE]);

/* Places the whole fleet of a local side at random, by the style of the setup. */
bship_status session_place_random(struct session *session, int32_t side);

/* Places the ships that are missing on a board, uniformly, from the session's seed. */
bship_status session_place_missing(struct session *session, bship_board *board);

/* Whether there may be hints and heat maps: two people at one terminal have to agree to them. */
bool session_allows_help(const struct session *session);

/* Notes what was agreed on here in the log, as a side wished. False if out of memory. */
bool session_add_remark(struct session *session, int32_t kind, int32_t side);

/*
 * Takes back the latest decision of a human as a side wishes, for which it is counted.
 *
 * Against an AI, everything is taken back until the human is to move as before the latest shots:
 * possibly several entries of the log. With two humans, it is the latest entry, and a remark says
 * so. A resignation is
 * taken back alone if that leaves a human to move, or if no human has fired yet.
 *
 * Returns BSHIP_OK; BSHIP_ERROR_STATE, with nothing changed, if there is no such decision, no human
 * here, or a remote side; BSHIP_ERROR_MEMORY likewise. No job may be using the AIs.
 */
bship_status session_undo(struct session *session, int32_t side);

/* Whether session_undo() would succeed. */
bool session_can_undo(const struct session *session);

/*
 * The setup of a rematch: the same players, rules and sampler, and a new seed that follows from the
 * old one; if the rules leave it open who begins, the side that did not begin this time; and the
 * score, if several games are played. `next`
 * must be empty, and is owned by the caller. Returns false, with nothing changed, if the game has
 * not started. With a remote side both seeds are 0, and the caller must set them: they must not
 * follow from the old ones.
 */
bool session_next(const struct session *session, struct setup *next);

/* The score of the setup and, once it is over, the game. */
struct score session_score(const struct session *session);

/* A seed from the clock, below SESSION_SEED_BOUND, for games without a remote side. */
uint64_t session_choose_seed(void);

/* The number of cells of the board. */
size_t session_cells(const struct session *session);

#endif
