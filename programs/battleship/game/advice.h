/*
 * What an AI says about a position: the aim of an AI whose turn it is and, from the one analysis of
 * another AI, a hint for a human and a heat map of the chances to hit. Computed by a worker, on a
 * copy of the chart, so that the game may be shown meanwhile.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_ADVICE_H
#define PROGRAMS_BATTLESHIP_GAME_ADVICE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/ai.h>
#include <battleship/chart.h>
#include <battleship/status.h>

#include "battleship/game/worker.h"

/* Who gives hints: the yardstick of reviews, so that who fires every hint gives nothing away. */
#define ADVICE_LEVEL BSHIP_LEVEL_EXPERT

/* The best cells of a heat map that are named, or shown with their chances. */
#define ADVICE_BEST 5

/* The size of the text of a result. */
#define ADVICE_TEXT_SIZE 128

struct advice;

enum advice_kind {
    ADVICE_AIM,  /* the shots that the AI fires: those that bship_game_step() would fire */
    ADVICE_HINT, /* shots for a human */
    ADVICE_HEAT  /* the chance to hit of every cell */
};

struct advice_question {
    int32_t kind; /* an enum advice_kind */
    bship_ai *ai; /* for ADVICE_AIM: the AI; only the job may use it meanwhile. Made with
                     worker_report() and this worker, so that its aim can be cancelled */
    const bship_chart *chart; /* copied */
    const bship_cell *marked; /* for ADVICE_HINT: cells already chosen in this salvo; copied */
    int32_t marked_count;
    int32_t count; /* for aim and hint: the shots due, including those marked; else 0 */
};

struct advice_result {
    int32_t kind;
    bship_status status; /* BSHIP_OK; BSHIP_ERROR_CANCELLED; or why there is no advice */

    /* Aim and hint: the cells in the order to fire; a hint leaves out those that were marked. */
    const bship_cell *cells;
    int32_t count;

    /*
     * Heat map, row by row: the probability that a shot hits; 0 for cells that are not unknown. Of
     * a hint NULL if its strategy has not weighed the chances.
     */
    const double *grid;

    char text[ADVICE_TEXT_SIZE]; /* how it was found, or why not: `exact chances`, `sampled
                                    chances`, `an estimate by density: ...` */
};

/*
 * Makes an adviser for games of these rules, which asks its questions of a worker. The rules are
 * referenced; the worker is borrowed and may have other jobs in between. Returns BSHIP_OK or
 * BSHIP_ERROR_MEMORY.
 */
bship_status advice_open(struct advice **out, const bship_rules *rules, struct worker *worker);

/* Frees an adviser, which may be NULL; cancels its question and waits for that. */
void advice_close(struct advice *advice);

/*
 * Asks a question; the answer comes by advice_collect(). Returns BSHIP_OK; BSHIP_ERROR_STATE while
 * the worker has a job; BSHIP_ERROR_RULES for a chart of other rules; BSHIP_ERROR_COUNT for a
 * hint if all shots are marked; BSHIP_ERROR_MEMORY.
 */
bship_status advice_ask(struct advice *advice, const struct advice_question *question);

/* Asks the current question to end soon; its result has the status BSHIP_ERROR_CANCELLED. */
void advice_cancel(struct advice *advice);

/*
 * The answer, once after each question; NULL while there is none. It lives until the next question.
 * A cancelled question also has one, so that the worker is free again.
 */
const struct advice_result *advice_collect(struct advice *advice);

/*
 * The cells of the highest chances in a grid of `area` cells, the best one first and equal ones in
 * their order; those without a chance are left out. Returns how many there are, at most `capacity`.
 */
size_t advice_best(const double *grid, size_t area, size_t *best, size_t capacity);

/* Waits for the answer, for callers without an event loop. NULL if nothing was asked. */
const struct advice_result *advice_wait(struct advice *advice);

#endif
