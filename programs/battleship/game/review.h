/*
 * A game in hindsight: how lucky each shot of a player was, and what each choice cost. Computed by
 * a worker; the results can be read while they are refined.
 *
 * First, the posterior before each turn gives the chance of a hit of every shot, and that of the
 * best cell. In a salvo, whose shots are chosen together, the shots in the order of their chances
 * are compared with as many best cells.
 *
 * Then rollouts (Tesauro and Galperin) estimate two numbers for each position k, in shots, where an
 * expert plays the rest of the game:
 *
 *     V(k)  the shots that the expert is expected to need from position k
 *     Q(k)  the same, if the player's own turn k is fired first; its shots are counted
 *
 * Positions are numbered by turns from 0; turn k with s(k) shots leads from position k to k + 1,
 * and n turns with N shots were played. Then
 *
 *     cost(k) = Q(k) - V(k)                  shots that the choice of cells gave away
 *     luck(k) = Q(k) - s(k) - V(k + 1)       shots that the reports saved
 *
 * and the sums telescope, in expectations as in estimates:
 *
 *     N + V(n) = V(0) + sum of cost(k) - sum of luck(k)
 *
 * V(n) is 0 once the fleet is sunk. The estimates of a position play out both choices on the same
 * layouts, drawn from its posterior, so their difference is precise (common random numbers).
 * Layouts of different positions are independent; so with paired differences d(k) = Q(k) - V(k) the
 * standard errors are those of
 *
 *     sum of cost   sum of d(k)
 *     sum of luck   Q(0) + sum of d(k), k = 1 to n - 1, - V(n)
 *
 * The expert fires as many shots in a turn as the player did in the turn of that number; after the
 * last one, as many as in the turn before the last, which a sinking may have cut short.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_REVIEW_H
#define PROGRAMS_BATTLESHIP_GAME_REVIEW_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/geometry.h>
#include <battleship/status.h>

#include "battleship/game/worker.h"

/* Figures in shots say something, and are shown, once the error of luck is below this. */
#define REVIEW_SETTLED_ERROR 1.5

struct review;

enum review_stage {
    REVIEW_CHANCES,  /* the chances of hits are computed */
    REVIEW_ROLLOUTS, /* they are complete; costs and luck in shots are estimated */
    REVIEW_DONE      /* nothing will be refined any more; see the status */
};

/* An estimate and its standard error; the error is NaN below two rollouts. */
struct review_estimate {
    double value;
    double error;
};

struct review_options {
    const char *expert; /* who plays the rest: a strategy; NULL: the strongest that is fast
                           enough for rollouts of this game */
    double seconds;     /* of processor time that the rollouts may take once their figures are
                           settled, so that a busy machine finds as much; 0: 30 */
    int32_t rollouts;   /* of each position, at most; 0: 2000 */
    uint64_t seed;      /* of the layouts drawn, and of the expert */
};

struct review_shot {
    int64_t turn; /* from 0 */
    bship_cell cell;
    bool is_hit;          /* a hit or a sinking; see hits_known */
    double chance;        /* of a hit, before its turn; 0 for a wasted shot */
    double best_chance;   /* of the best cell; in a salvo, of the one of the same rank */
    bship_cell best_cell; /* that cell */
};

struct review_turn {
    int64_t first_shot;
    int32_t shots;
    double chance_given_away;    /* sum of the best chances less those chosen */
    struct review_estimate cost; /* shots given away, if positive */
    struct review_estimate luck; /* shots saved by good luck, if positive */
    struct review_estimate rest; /* V(k) */
};

struct review_summary {
    int32_t stage;       /* an enum review_stage */
    bship_status status; /* BSHIP_OK so far; BSHIP_ERROR_CANCELLED; or why there is no more */
    int64_t shots;
    int64_t turns;

    /* Complete for the first `shots_done` shots. */
    int64_t shots_done;
    bool hits_known;  /* whether is_hit is known of every shot: not if totals are reported and
                         the other board is not known */
    int64_t hits;     /* made by these shots */
    double hits_fair; /* expected of the cells chosen: the difference is luck */
    double hits_best; /* expected of the best cells: the difference is given away */

    /* By rollouts; NaN before the first round of them. */
    const char *expert; /* the strategy that plays the rest; NULL before that is decided */
    int32_t rollouts;   /* of each position */
    struct review_estimate start; /* V(0): what the expert needs from the start */
    struct review_estimate rest;  /* V(n): 0 if the fleet is sunk */
    struct review_estimate cost;  /* the sum over all turns */
    struct review_estimate luck;  /* likewise */
};

/*
 * Makes the review of a side: `chart` is its chart, `other` the board that it fired at, or NULL if
 * that is not known. Both are copied; the worker is borrowed. Returns BSHIP_OK; BSHIP_ERROR_RULES;
 * BSHIP_ERROR_NAME for an unknown expert; BSHIP_ERROR_MEMORY.
 */
bship_status review_open(struct review **out, const bship_chart *chart, const bship_board *other,
                         const struct review_options *options, struct worker *worker);

/* Frees a review, which may be NULL; cancels its job and waits for that. */
void review_close(struct review *review);

/* Starts the job, or goes on with it after it was cancelled. False while the worker has a job. */
bool review_start(struct review *review);

/* Whether the job runs. */
bool review_is_busy(const struct review *review);

/* Asks the job to end soon; what was computed stays. */
void review_cancel(struct review *review);

/* True once after each end of the job, which frees the worker. */
bool review_collect(struct review *review);

/* The results so far; may be called while the job runs. */
void review_read(const struct review *review, struct review_summary *out);

/* The hits beyond those that the chances promised; NAN before all shots are analysed, or if it is
 * not known which have hit. */
double review_luck_in_hits(const struct review *review);

/* One shot or turn of the results so far. False if there is none of that number, or its chances
 * are not computed yet. */
bool review_shot(const struct review *review, int64_t shot, struct review_shot *out);
bool review_turn(const struct review *review, int64_t turn, struct review_turn *out);

#endif
