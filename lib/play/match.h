/*
 * Inside a match. Its *players* play the games, each one at a time and with boards, charts and
 * AIs of its own, created once and reused. A match in one thread has one player, else every
 * thread has one. Random streams are keyed by the number of the game, and what learners know by the
 * earlier games of the series, which one player plays in order. So no game depends on other
 * series, nor on its player.
 */
#ifndef BSI_PLAY_MATCH_H
#define BSI_PLAY_MATCH_H

#include <stdatomic.h>
#include <stdbool.h>

#include <battleship/game.h>
#include <battleship/match.h>

#include "base/array.h"
#include "base/names.h"
#include "play/moments.h"
#include "play/salvo.h"
#include "play/turns.h"

/* How the AI of an entry is made. */
typedef struct bsi_match_entry {
    const char *strategy; /* NULL: that of the options' level */
    bool is_custom;
    bship_ai_options options;
    bship_strategy_callbacks callbacks; /* of a custom strategy, */
    void *user;                         /* as this */
    bship_habits_snapshot *held;        /* the reference to the habits of the options */
    bool is_learner;
    bship_habits_options habits; /* of a learner */
} bsi_match_entry;

/* An entry as a player has it. */
typedef struct bsi_match_seat {
    bship_ai *ai;
    bship_habits *habits; /* what a learner has learnt in this series; else NULL */
} bsi_match_seat;

typedef struct bsi_match_player {
    const bship_match *match;
    bsi_match_seat *seats; /* by entry */
    int32_t seat_capacity;
    /* Of a solo match. */
    bship_board *board;
    bship_chart *chart;
    bsi_salvo salvo;
    bship_placer *placer; /* of a placement style; or NULL */
    /* Of duels, by the side of entry 0; the second only if the entries alternate sides. */
    bship_game *duels[2];
    int32_t methods[BSI_SIDES];     /* by side, in a solo match NONE: how its layout was drawn */
    int64_t nanoseconds[BSI_SIDES]; /* by side: the time of its turns in this duel */
    bship_placement *layout;        /* of a fleet, scratch space */
    const atomic_bool *is_stopped;  /* whether the game is to be given up; NULL: never */
} bsi_match_player;

/*
 * What the games of an entry came to. A *unit* is what does not depend on other units: a series, or
 * without series a game.
 */
typedef struct bsi_match_sums {
    int64_t finished;
    int64_t failed;
    int64_t faults; /* of these, by the entry's fault */
    int64_t wins;   /* in duels: finished games only, as the following two */
    int64_t draws;
    int64_t losses;
    bsi_moments units;     /* of whole units: the shots or, in duels, twice the score */
    int64_t unit_sum;      /* that of the present unit */
    int32_t unit_finished; /* how many games of it were finished */
} bsi_match_sums;

/* What the games of two entries of a solo match came to: `a` and a later one, `b`. */
typedef struct bsi_match_pair {
    int64_t finished;  /* by both */
    int64_t faults;    /* games that failed by the fault of one or both */
    bsi_moments units; /* of units that both finished: the shots of a less those of b */
} bsi_match_pair;

struct bship_match {
    bship_rules *rules;
    bship_match_options options;
    bsi_match_entry *entries;
    int32_t entry_count;
    int32_t entry_capacity;
    bship_match_row *rows; /* of a game, if the calling thread plays alone */
    int32_t row_capacity;
    BSI_ARRAY(bsi_match_sums) sums;  /* by entry */
    BSI_ARRAY(bsi_match_pair) pairs; /* of solo matches: (0, 1), (0, 2), (1, 2), (0, 3) ... */
    bship_sampler *sampler;          /* draws layouts; or NULL */
    bsi_match_player player;         /* of the calling thread, or of the first one */
};

/* The receiver of rows. */
typedef struct bsi_match_receiver {
    bship_match_callback callback; /* or NULL */
    void *user;
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
 * Makes what takes all entries, and the match's sampler if it has one: the games of duels, or the
 * placer of a style.
 */
bship_status bsi_match_player_prepare(bsi_match_player *player);

/* The number of rows of a game. */
int32_t bsi_match_rows(const bship_match *match);

/*
 * Plays a game and writes its rows, bsi_match_rows() of them. A failure, after which there are
 * none, ends the match: MEMORY, CANCELLED, or the status of a layout that could not be drawn.
 */
bship_status bsi_match_player_play(bsi_match_player *player, int64_t game, bship_match_row *rows);

/* ---- summaries (match_summary.c) ---- */

/* Makes room for the sums of the next entry, all 0: OK or MEMORY. */
bship_status bsi_match_sums_reserve(bship_match *match);

/* Adds the sums of the next entry, for which there is room. */
void bsi_match_sums_enter(bship_match *match);

/* Forgets all games. */
void bsi_match_sums_reset(bship_match *match);

/* Passes the rows of a game to the receiver and adds them to the sums: OK, or CANCELLED once that
 * is done. */
bship_status bsi_match_deliver(bship_match *match, const bsi_match_receiver *receiver,
                               const bship_match_row *rows);

/* ---- threads (match_threads.c) ---- */

/*
 * Plays all games in several threads. The calling one plays too, and receives the rows in the order
 * in which it would have played alone. If fewer threads can be had than the options say, these do.
 */
bship_status bsi_match_run_threads(bship_match *match, const bsi_match_receiver *receiver);

/* By bship_match_kind. */
extern const bsi_names bsi_match_kind_names;

#endif
