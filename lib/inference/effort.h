/* Long work: how much of it may be done, and who hears of it. */
#ifndef BSHIP_INFERENCE_EFFORT_H
#define BSHIP_INFERENCE_EFFORT_H

#include <stdint.h>

#include <battleship/posterior.h>

/* A step is about a nanosecond's work: what one cell costs where ships are closed over a board. */
typedef struct bship_internal_effort {
    int64_t limit;                    /* steps that may be taken */
    int64_t done;                     /* steps taken */
    int64_t expected;                 /* steps that will be, as far as is known; 0: not known */
    int64_t heard;                    /* `done` when `progress` was last called */
    bship_progress_callback progress; /* NULL: none */
    void *user;
} bship_internal_effort;

/* Takes steps: OK, WORK_LIMIT or CANCELLED. */
static inline bship_status bship_internal_effort_spend(bship_internal_effort *effort, int64_t steps)
{
    enum {
        STEPS_BETWEEN_CALLS = 1 << 22
    };
    effort->done += steps;
    if (effort->done > effort->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    if (!effort->progress || effort->done - effort->heard < STEPS_BETWEEN_CALLS)
        return BSHIP_OK;
    effort->heard = effort->done;
    double share = effort->expected > effort->done ? (double)effort->done / (double)effort->expected
                                                   : effort->expected > 0;
    return effort->progress(share, effort->user) ? BSHIP_ERROR_CANCELLED : BSHIP_OK;
}

#endif
