/*
 * A work budget: how many steps a computation may still take, and its progress callback.
 *
 * A step is about a nanosecond of work: what inclusion-exclusion spends on one cell. Steps are
 * counted, never timed, so limits act alike on every machine. Long computations *charge* their
 * steps before or while they work, every few milliseconds, and stop with WORK_LIMIT
 * or CANCELLED. A charge that exceeds the limit is refused, and the budget is used up: `done` never
 * exceeds `limit`. A budget can be *split* for an attempt with a lower limit; *merging* charges the
 * whole for what the attempt used. *Reporting* counts work towards the next progress report
 * without charging it.
 *
 * An answer to finish early stops work as cancelling does, and is remembered in `is_finishing`. Who
 * then has a partial answer may give it, instead of failing with CANCELLED.
 */
#ifndef BSI_BASE_WORK_BUDGET_H
#define BSI_BASE_WORK_BUDGET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/status.h>

#include "base/names.h"

typedef struct bsi_work_budget {
    int64_t limit;                    /* charged steps do not exceed it */
    int64_t done;                     /* steps charged */
    int64_t refused;                  /* `done` as the charge refused last would have made it */
    int64_t expected;                 /* estimate of `done` at the end; 0: unknown */
    int64_t unreported;               /* steps since the last call of `progress` */
    bship_progress_callback progress; /* NULL: none */
    void *user;
    bool *is_finishing; /* set if `progress` asks to finish early; NULL: that cancels */
} bsi_work_budget;

/*
 * Relays the progress of computations that are parts of one call, such as those of an aim, each of
 * which begins at 0 or expects other steps than the last: to the caller, what is done never goes
 * back.
 */
typedef struct bsi_progress_relay {
    bship_progress_callback progress; /* the caller's; NULL: none */
    void *user;
    double done; /* the largest share that was reported */
} bsi_progress_relay;

/* The progress callback whose `user` is a relay. */
int32_t bsi_relay_progress(double done, void *relay);

/* That callback; NULL if there is nobody to relay to. */
static inline bship_progress_callback bsi_relayed(const bsi_progress_relay *relay)
{
    return relay->progress ? bsi_relay_progress : NULL;
}

enum {
    BSI_WORK_REPORT_INTERVAL = 1 << 15, /* steps between calls of `progress`: a fraction of a
                                           millisecond, as some take ten nanoseconds */
    BSI_WORK_BATCH = 4096               /* items of a list that are charged at once */
};

/* A budget without a limit, for work that is bounded by the size of its input or of memory. */
static inline bsi_work_budget bsi_work_unlimited(bship_progress_callback progress, void *user)
{
    return (bsi_work_budget){ .limit = INT64_MAX, .progress = progress, .user = user };
}

/* Whether the computation was asked to finish early. */
static inline bool bsi_work_is_finishing(const bsi_work_budget *budget)
{
    return budget->is_finishing && *budget->is_finishing;
}

/* Calls `progress`, but not again once it asked to finish: OK or CANCELLED. */
bship_status bsi_work_call_progress(bsi_work_budget *budget);

/* Reports uncharged work to the progress callback: work charged elsewhere, or machine-dependent.
 * OK or CANCELLED. */
static inline bship_status bsi_work_report(bsi_work_budget *budget, int64_t steps)
{
    budget->unreported += steps;
    return budget->progress && budget->unreported >= BSI_WORK_REPORT_INTERVAL
               ? bsi_work_call_progress(budget)
               : BSHIP_OK;
}

/* Takes back a charge that exceeds the limit, but for what is left of it: WORK_LIMIT. */
bship_status bsi_work_refuse(bsi_work_budget *budget, int64_t steps);

/* Charges steps: OK, WORK_LIMIT or CANCELLED. */
static inline bship_status bsi_work_charge(bsi_work_budget *budget, int64_t steps)
{
    budget->done += steps;
    if (budget->done > budget->limit)
        return bsi_work_refuse(budget, steps);
    return bsi_work_report(budget, steps);
}

/*
 * Charges `each` steps for every item of a loop over `count` items, in batches: to be called at
 * the start of iteration `i`. OK, WORK_LIMIT or CANCELLED.
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

/* Charges `each` steps for every item of a list, in batches: OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_work_charge_all(bsi_work_budget *budget, size_t count, int64_t each);

/* Splits off a budget of at most `steps`; merging charges the whole for what the part used. */
bsi_work_budget bsi_work_split(const bsi_work_budget *budget, double steps);
void bsi_work_merge(bsi_work_budget *budget, const bsi_work_budget *part);

/* Sets the number of steps still expected, for progress reports. */
void bsi_work_expect(bsi_work_budget *budget, double steps);

/* Steps left until the limit. */
double bsi_work_left(const bsi_work_budget *budget);

/* The steps that a computation needs. */
typedef struct bsi_work_need {
    int64_t steps;   /* more than the limit */
    const char *how; /* "about" or "at least" so many; NULL: it is not known how many */
} bsi_work_need;

/* The need of a computation that failed with WORK_LIMIT. */
bsi_work_need bsi_work_needed(const bsi_work_budget *budget);

/* By bship_progress. */
extern const bsi_names bsi_progress_names;

/* Zeroes memory and reports the work: OK or CANCELLED. */
bship_status bsi_work_clear_memory(bsi_work_budget *budget, void *block, size_t bytes);

#endif
