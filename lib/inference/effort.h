/*
 * Long work: how much of it may be done, and who hears of it.
 *
 * A step is about a nanosecond's work: what one cell costs where ships are closed over a
 * board. Whatever can take long takes its steps as it goes, or before it begins, in portions of
 * a few milliseconds at most, and gives up when it is told to. On small boards a portion is all.
 */
#ifndef BSHIP_INFERENCE_EFFORT_H
#define BSHIP_INFERENCE_EFFORT_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/posterior.h>

typedef struct bship_internal_effort {
    int64_t limit;                    /* steps that may be taken */
    int64_t done;                     /* steps taken */
    int64_t expected;                 /* steps that will be, as far as is known; 0: not known */
    int64_t unheard;                  /* steps since `progress` was last called */
    bship_progress_callback progress; /* NULL: none */
    void *user;
} bship_internal_effort;

enum {
    BSHIP_INTERNAL_STEPS_UNHEARD = 1 << 20, /* from so many steps on `progress` is called */
    BSHIP_INTERNAL_PORTION = 4096           /* items of a list that are done at once */
};

/* An effort without a limit: of what is as long as what the caller gave, or the memory. */
static inline bship_internal_effort bship_internal_effort_unlimited(
    bship_progress_callback progress, void *user)
{
    return (bship_internal_effort){ .limit = INT64_MAX, .progress = progress, .user = user };
}

/* Calls `progress`: OK or CANCELLED. */
bship_status bship_internal_effort_report(bship_internal_effort *effort);

/* Notes work that is no step: it is part of what was spent before, or depends on the machine. */
static inline bship_status bship_internal_effort_note(bship_internal_effort *effort, int64_t steps)
{
    effort->unheard += steps;
    return effort->progress && effort->unheard >= BSHIP_INTERNAL_STEPS_UNHEARD
               ? bship_internal_effort_report(effort)
               : BSHIP_OK;
}

/* Takes steps: OK, WORK_LIMIT or CANCELLED. */
static inline bship_status bship_internal_effort_spend(bship_internal_effort *effort, int64_t steps)
{
    effort->done += steps;
    if (effort->done > effort->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    return bship_internal_effort_note(effort, steps);
}

/*
 * Takes the steps of item `i` out of `count`, each of which takes as many, and of those after it
 * up to the next call that does: for a loop to begin with.
 */
static inline bship_status bship_internal_effort_spend_at(bship_internal_effort *effort, size_t i,
                                                          size_t count, int64_t each)
{
    if (i % BSHIP_INTERNAL_PORTION != 0)
        return BSHIP_OK;
    size_t left = count - i;
    size_t items = left < BSHIP_INTERNAL_PORTION ? left : BSHIP_INTERNAL_PORTION;
    return bship_internal_effort_spend(effort, (int64_t)items * each);
}

/* A part of an effort, of so many steps at most; what it spent is added to the whole then. */
bship_internal_effort bship_internal_effort_part(const bship_internal_effort *effort, double steps);
void bship_internal_effort_join(bship_internal_effort *effort, const bship_internal_effort *part);

/* Says how many more steps are expected. */
void bship_internal_effort_expect(bship_internal_effort *effort, double steps);

/* How many more may be taken. */
double bship_internal_effort_left(const bship_internal_effort *effort);

/* Sets memory to zeros, and notes it: OK or CANCELLED. */
bship_status bship_internal_effort_clear(bship_internal_effort *effort, void *block, size_t bytes);

#endif
