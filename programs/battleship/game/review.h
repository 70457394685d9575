/*
 * A review of the library as a job of the worker: it runs beside the interface, which reads what
 * was found so far.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_REVIEW_H
#define PROGRAMS_BATTLESHIP_GAME_REVIEW_H

#include <stdbool.h>

#include <battleship/board.h>
#include <battleship/chart.h>
#include <battleship/status.h>

#include "battleship/game/hindsight.h"
#include "battleship/game/worker.h"

struct review;

/*
 * Makes the review of a side: `chart` is its chart, `target` the board that it fired at, or NULL if
 * that is not known. Both are copied; the worker is borrowed. It takes `seconds` of work at about
 * 10^9 steps each, however fast the machine is, and up to ten times that until its figures are
 * settled; 0: 30. Returns BSHIP_OK or as bship_review_new().
 */
bship_status review_open(struct review **out, const bship_chart *chart, const bship_board *target,
                         double seconds, struct worker *worker);

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

/* Takes what was found so far; may be called while the job runs. False, with nothing changed, if
 * out of memory. */
bool review_take(const struct review *review, struct hindsight *out);

#endif
