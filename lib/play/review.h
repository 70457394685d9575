/*
 * The struct of a review; battleship/experimental/review.h says what it computes.
 *
 * The log has `turns` turns, and `positions` positions from which there is something to play: one
 * before each turn and, unless the fleet is sunk, one after the last. A review works in blocks.
 * For a block it visits each position, which is analysed for layouts (and in the first block for
 * chances), and then plays rounds: one layout of every position and, in one round of
 * BSI_REVIEW_START_EVERY, a whole game by the level expert on the layout of the first. Estimates
 * change only when a round is complete, so that whoever reads them while a computation reports
 * progress sees whole rounds.
 */
#ifndef BSI_PLAY_REVIEW_H
#define BSI_PLAY_REVIEW_H

#include <stdbool.h>
#include <stddef.h>

#include <battleship/experimental/review.h>

#include "play/moments.h"
#include "play/salvo.h"
#include "strategy/ai.h"

/* Cells that are fired at in one turn. */
typedef struct bsi_review_salvo {
    bship_cell *cells;
    size_t count;
} bsi_review_salvo;

/* What a review knows of a position. */
typedef struct bsi_review_position {
    bsi_review_salvo aim; /* of the expert; of 0 cells before it is visited */
    bool is_expert;       /* whether the side fired so, too */
    bool is_exact;        /* whether the chances are exact */
    bship_rng rng;        /* of its layouts */
    int64_t rest_shots;   /* of the round that is being played: from the expert's turn on */
    int64_t own_shots;    /* the same, from the side's own turn on */
    bsi_moments rest;     /* P: of these, over all rounds */
    bsi_moments own;      /* Q */
    bsi_moments cost;     /* Q - P, on the same layouts */
} bsi_review_position;

struct bship_review {
    bship_review_options options; /* without zeroes */
    bship_chart *log;             /* its reference to the rules is the review's */
    bship_board *target;          /* that was fired at; NULL: not known */
    uint32_t turns;
    uint32_t positions;
    bship_cell *cells;        /* of all shots of the log */
    bship_review_shot *shots; /* those of the turns that were visited */
    bsi_review_position *at;  /* by position */
    bship_cell *aims;         /* the cells of all of their aims */

    /* The work in progress. */
    uint32_t visited;         /* positions, in this block */
    uint32_t visited_once;    /* positions, in the first block */
    uint32_t played;          /* parts of this round; see bsi_review_parts() */
    int64_t rollouts;         /* complete rounds */
    int64_t drawn;            /* layouts of each position so far, in all blocks */
    int64_t block;            /* layouts of each position in a block */
    bship_status drawing;     /* why layouts cannot be drawn; OK */
    bship_placement *layouts; /* of a block, by position */
    double *grid;             /* chances, row by row */
    bsi_moments start;        /* E: shots of the games of the expert */
    int64_t start_shots;      /* of the round that is being played */
    bship_ai *expert;         /* analyses the positions of the log */
    bship_ai *starter;        /* the expert with less work: plays whole games */
    bship_ai *player;         /* plays rollouts */
    bship_chart *chart;       /* of a position, and of rollouts */
    bship_board *board;       /* of rollouts */
    bsi_salvo salvo;
    bship_cell *chosen; /* room for a salvo */

    /* The call of bship_review_run(). */
    bship_progress_callback progress; /* NULL: none */
    void *user;
    int32_t answer; /* of progress, a bship_progress */
    int64_t limit;
    int64_t work;        /* its steps so far */
    int64_t work_before; /* steps of the calls before it */
    double done;         /* the share reported last */

    size_t block_size;
    max_align_t memory[]; /* the arrays above */
};

/*
 * The number of shots that a turn has in rollouts. A turn of the log is whole unless it sank the
 * fleet or was the last that the rules allow, which may have cut it short:
 * - a whole turn has as many shots as in the log;
 * - all others have as many as the last whole turn;
 * - without a whole turn, as many as the first turn of a game.
 */
size_t bsi_review_turn_shots(const bship_chart *log, uint32_t turn);

/* The shots of a turn of the log. */
bsi_review_salvo bsi_review_own(const bship_review *review, uint32_t turn);

/* In how many rounds the expert plays one game. With 8 the error of luck would shrink as fast, for
 * the player `density` is so much quicker; but the usual number, which people compare with that of
 * other games, would be less precise. */
#define BSI_REVIEW_START_EVERY 4

/* The parts of a round that is being played: all positions, and a game of the expert if that is
 * due. */
static inline uint32_t bsi_review_parts(const bship_review *review)
{
    return review->positions + (review->rollouts % BSI_REVIEW_START_EVERY == 0);
}

/* Lets an AI of the review aim at `count` cells, charged to the call: as bship_ai_aim_salvo(). */
bship_status bsi_review_aim(bship_review *review, bship_ai *ai, bship_cell *cells, size_t count);

/*
 * Plays a game on from a position, on a layout that agrees with it: first the given salvo, then
 * an AI. `shots` receives the shots fired from that position on: OK, or as bsi_review_aim().
 */
bship_status bsi_review_rollout(bship_review *review, bship_ai *ai, const bship_placement *layout,
                                uint32_t position, bsi_review_salvo first, int64_t *shots);

#endif
