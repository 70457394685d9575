/*
 * The job of a review, and what it shares with the rest of review.c.
 *
 * The job works through the positions once, for the chances and the layouts of the rollouts, and
 * then in rounds: a round plays one layout of every position, so all estimates rest on as many
 * rollouts. A round that is cancelled leaves no trace. What callers may read while the job runs is
 * written under the lock, by the job alone.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_REVIEW_JOB_H
#define PROGRAMS_BATTLESHIP_GAME_REVIEW_JOB_H

#include <pthread.h>

#include <battleship/posterior.h>

#include "battleship/game/review.h"
#include "battleship/game/rollout.h"
#include "battleship/game/series.h"

/* What rollouts tell of a position, in shots from there on. */
struct position {
    struct series rest; /* V: by the expert alone */
    struct series own;  /* Q: with the player's own turn first */
    struct series cost; /* Q - V, on the same layouts */
};

/* The rollouts of a position in one round. */
struct sample {
    double rest;
    double own;
};

/* Where the expert aims in a position; count 0: not known yet. */
struct expert_aim {
    bship_cell *cells;
    size_t count;
};

struct review {
    struct worker *worker;
    bool is_started;
    struct review_options options;
    bship_chart *log;
    bship_board *other; /* NULL if it is not known */
    bship_cell *cells;  /* of all shots of the log */
    int64_t turns;
    int64_t positions; /* that have rollouts: not the one in which the fleet is sunk */

    /* The job's own. */
    bship_posterior *posterior;
    bship_chart *chart;
    double *grid;
    bship_cell *best;
    bship_placement *layouts;   /* options.rollouts for each position */
    int32_t drawn;              /* of these, as many as each position has */
    bship_status layout_status; /* why there are none */
    int64_t positions_done;     /* with chances and layouts */
    struct rollout rollout;
    struct expert_aim *aims;
    struct sample *samples;
    double deadline; /* of the present step, on the clock of thread_seconds() */
    double seconds;  /* that rollouts have taken */

    /* Written by the job under the lock; read by anyone under the lock. */
    pthread_mutex_t lock;
    struct review_shot *shots;
    struct position *estimates;
    struct review_summary summary; /* without its estimates */
};

/* The number of cells of the board, and of ships of the fleet. */
size_t review_area(const struct review *review);
size_t review_ships(const struct review *review);

/* A turn of the log. */
bship_turn review_log_turn(const struct review *review, int64_t number);

/* Does all that is not done yet; a worker_job whose `user` is the review. */
void review_job(struct worker *worker, void *user);

#endif
