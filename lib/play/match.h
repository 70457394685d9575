/*
 * The structs behind a match. A *player* plays games one at a time; every thread has one. Boards,
 * charts and AIs belong to a player, which creates them once and uses them for all its games.
 *
 * Invariant: a game depends on its number and on the earlier games of its series, which the same
 * player plays in order. Random streams are keyed by the number of the game. So the number of
 * threads changes no result.
 */
#ifndef BSI_PLAY_MATCH_H
#define BSI_PLAY_MATCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>
#include <battleship/game.h>
#include <battleship/match.h>

#include "base/array.h"
#include "base/names.h"
#include "play/moments.h"
#include "play/salvo.h"
#include "play/turns.h"

/* How the AI of an entry is made. */
typedef struct bsi_match_entry {
    const char *strategy; /* NULL: the strategy of the options' level */
    bool is_custom;
    bship_ai_options options;
    bship_strategy_callbacks callbacks; /* of a custom strategy */
    void *user;                         /* passed to the callbacks */
    bship_habits_snapshot *known;       /* a reference to what it knows of opponents; or NULL */
    bool is_learner;
    bship_habits_options habits; /* of a learner */
} bsi_match_entry;

/* What a player has for an entry. */
typedef struct bsi_match_seat {
    bship_ai *ai;
    bship_habits *habits; /* a learner's: what it observed in this series; else NULL */
} bsi_match_seat;

typedef struct bsi_match_player {
    const bship_match *match;
    bsi_match_seat *seats; /* by entry */
    int32_t seat_capacity;
    bship_board *board;             /* in solo matches only */
    bship_chart *chart;             /* in solo matches only */
    bsi_salvo salvo;                /* in solo matches only */
    bship_placer *placer;           /* of a solo match with a placement style; else NULL */
    bship_game *duels[2];           /* entry 0 plays side a in the first, b in the second */
    int32_t methods[BSI_SIDES];     /* how layouts were drawn: by side, of solo matches at NONE */
    int64_t nanoseconds[BSI_SIDES]; /* the time that a side used in this duel */
    bship_placement *layout;        /* scratch space for a fleet */
    const atomic_bool *is_stopped;  /* once true, the player gives its game up; NULL: never */
} bsi_match_player;

/*
 * The sums of an entry's games. A *unit* is a series or, without series, a game: units are
 * independent of each other, as the formula of a standard error requires.
 */
typedef struct bsi_match_sums {
    int64_t finished;
    int64_t failed;
    int64_t faults;        /* failed games that are the entry's fault */
    int64_t wins;          /* of finished duels */
    int64_t draws;         /* of finished duels */
    int64_t losses;        /* of finished duels */
    bsi_moments units;     /* of complete units: their shots or, in duels, twice their scores */
    int64_t unit_sum;      /* the sum of the current unit so far */
    int32_t unit_finished; /* finished games of the current unit */
} bsi_match_sums;

/* The sums of two entries of a solo match, `a` and a later one, `b`. */
typedef struct bsi_match_pair {
    int64_t finished;  /* games that both finished */
    int64_t faults;    /* games that failed by the fault of one or both */
    bsi_moments units; /* of units that both completed: the shots of a minus those of b */
} bsi_match_pair;

struct bship_match {
    bship_rules *rules;
    bship_match_options options;
    bsi_match_entry *entries;
    int32_t entry_count;
    int32_t entry_capacity;
    bship_match_row *rows; /* of one game, for a match in one thread */
    int32_t row_capacity;
    BSI_ARRAY(bsi_match_sums) sums;  /* by entry */
    BSI_ARRAY(bsi_match_pair) pairs; /* of solo matches: (0, 1), (0, 2), (1, 2), (0, 3) ... */
    bship_sampler *sampler;          /* draws layouts; NULL: boards draw them */
    bsi_match_player player;         /* the calling thread's */
    bool has_run;
};

static inline bool bsi_is_duel(const bship_match *match)
{
    return match->options.kind == BSHIP_MATCH_KIND_DUEL;
}

/* The receiver of rows. */
typedef struct bsi_match_receiver {
    bship_match_callback callback; /* or NULL */
    void *user;
    int32_t answer; /* a bship_progress: what it has answered so far, of which CANCEL is the last */
} bsi_match_receiver;

/* ---- players (match_player.c) ---- */

/* Makes the boards of a player: OK or MEMORY. bsi_match_player_free() is needed in any case. */
bship_status bsi_match_player_init(bsi_match_player *player, const bship_match *match);

void bsi_match_player_free(bsi_match_player *player);

/*
 * Makes the AI of the next entry and the habits of a learner, with the statuses of bship_ai_new()
 * or bship_ai_new_custom(), and bship_habits_new().
 */
bship_status bsi_match_player_enter(bsi_match_player *player, int32_t entry,
                                    const bsi_match_entry *from, bship_error *error);

/*
 * Makes the games of duels, or the placer of a style, once the entries and the sampler of the match
 * are final. A second call makes only what is missing.
 */
bship_status bsi_match_player_prepare(bsi_match_player *player);

/* The number of rows of a game. */
int32_t bsi_match_rows(const bship_match *match);

/*
 * Plays a game and writes its rows, bsi_match_rows() of them. A failure of an entry is OK, and a
 * status in the rows. Other failures end the match, and no row is written: MEMORY, CANCELLED, or
 * the status of a layout that could not be drawn.
 */
bship_status bsi_match_player_play(bsi_match_player *player, int64_t game, bship_match_row *rows);

/* ---- summaries (match_summary.c) ---- */

/* Makes room for the sums of the next entry, all 0: OK or MEMORY. */
bship_status bsi_match_sums_reserve(bship_match *match);

/* Adds the sums of the next entry, for which there is room. */
void bsi_match_sums_enter(bship_match *match);

/* Sets all sums to 0. */
void bsi_match_sums_reset(bship_match *match);

/*
 * Passes the rows of a game to the receiver and adds them to the sums: OK, or CANCELLED if the
 * receiver finishes or cancels the match, after all rows are added.
 */
bship_status bsi_match_deliver(bship_match *match, bsi_match_receiver *receiver,
                               const bship_match_row *rows);

/* ---- threads (match_threads.c) ---- */

/*
 * Plays all games in several threads, of which the calling one is one. It passes rows to the
 * receiver in the order of the games. Uses fewer threads if the system refuses some. Builds that
 * define BSI_ONE_THREAD have none: there, matches are played as if the system refused all.
 * `*has_begun`: whether the players of all threads could be made.
 */
bship_status bsi_match_run_threads(bship_match *match, bsi_match_receiver *receiver,
                                   bool *has_begun);

/* By bship_match_kind. */
extern const bsi_names bsi_match_kind_names;

#endif
