/*
 * A work budget: how many steps a computation may still take, and its progress callback.
 *
 * A step is about a nanosecond of work: what inclusion-exclusion spends on one cell. Steps are
 * counted, never timed, so limits act alike on every machine. Long computations *charge* their
 * steps before or while they work, in portions of a few milliseconds, and stop with WORK_LIMIT
 * or CANCELLED. A budget can be *split* for an attempt with a lower limit; *merging* charges the
 * whole for what the attempt used. *Reporting* counts work towards the next progress report
 * without charging it.
 */
#ifndef BSI_INFERENCE_COMMON_WORK_BUDGET_H
#define BSI_INFERENCE_COMMON_WORK_BUDGET_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/posterior.h>

typedef struct bsi_work_budget {
    int64_t limit;                    /* steps that may be taken */
    int64_t done;                     /* steps taken */
    int64_t expected;                 /* steps that will be, as far as is known; 0: not known */
    int64_t unreported;               /* steps since `progress` was last called */
    bship_progress_callback progress; /* NULL: none */
    void *user;
} bsi_work_budget;

enum {
    BSI_WORK_REPORT_INTERVAL = 1 << 20, /* from so many steps on `progress` is called */
    BSI_WORK_BATCH = 4096               /* items of a list that are done at once */
};

/* An effort without a limit: of what is as long as what the caller gave, or the memory. */
static inline bsi_work_budget bsi_work_unlimited(bship_progress_callback progress, void *user)
{
    return (bsi_work_budget){ .limit = INT64_MAX, .progress = progress, .user = user };
}

/* Calls `progress`: OK or CANCELLED. */
bship_status bsi_work_call_progress(bsi_work_budget *budget);

/* Notes work that is no step: it is part of what was spent before, or depends on the machine. */
static inline bship_status bsi_work_report(bsi_work_budget *budget, int64_t steps)
{
    budget->unreported += steps;
    return budget->progress && budget->unreported >= BSI_WORK_REPORT_INTERVAL
               ? bsi_work_call_progress(budget)
               : BSHIP_OK;
}

/* Takes steps: OK, WORK_LIMIT or CANCELLED. */
static inline bship_status bsi_work_charge(bsi_work_budget *budget, int64_t steps)
{
    budget->done += steps;
    if (budget->done > budget->limit)
        return BSHIP_ERROR_WORK_LIMIT;
    return bsi_work_report(budget, steps);
}

/*
 * Takes the steps of item `i` out of `count`, each of which takes as many, and of those after it
 * up to the next call that does: for a loop to begin with.
 */
static inline bship_status bsi_work_charge_at(bsi_work_budget *budget, size_t i, size_t count,
                                              int64_t each)
{
    if (i % BSI_WORK_BATCH != 0)
        return BSHIP_OK;
    size_t left = count - i;
    size_t items = left < BSI_WORK_BATCH ? left : BSI_WORK_BATCH;
    return bsi_work_charge(budget, (int64_t)items * each);
}

/* A part of an effort, of so many steps at most; what it spent is added to the whole then. */
bsi_work_budget bsi_work_split(const bsi_work_budget *budget, double steps);
void bsi_work_merge(bsi_work_budget *budget, const bsi_work_budget *part);

/* Says how many more steps are expected. */
void bsi_work_expect(bsi_work_budget *budget, double steps);

/* How many more may be taken. */
double bsi_work_left(const bsi_work_budget *budget);

/* Sets memory to zeros, and notes it: OK or CANCELLED. */
bship_status bsi_work_clear_memory(bsi_work_budget *budget, void *block, size_t bytes);

#endif
