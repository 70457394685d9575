/*
 * The ways of counting, and the choice between them.
 *
 *     exact     closing three ships (closing.h): few ships, any board
 *     frontier  cell by cell (frontier.h): any number of ships, boards that are not too broad
 *     draws     independent draws (rejection.h): where most layouts have room; random walks
 *               (walks.h), where salvos were answered by totals
 *     chain     Markov chains (chain.h): what is left
 *
 * The first two are exact. What each costs is known, roughly, before it is begun; the
 * cheapest exact one is taken that the effort allows, and if there is none, sampling.
 */
#ifndef BSHIP_INFERENCE_METHODS_H
#define BSHIP_INFERENCE_METHODS_H

#include <battleship/posterior.h>

#include "base/memory.h"
#include "inference/chain.h"
#include "inference/closing.h"
#include "inference/frontier.h"
#include "inference/rejection.h"
#include "inference/walks.h"

typedef struct bship_internal_methods {
    const bship_internal_evidence *evidence;
    bship_allocator allocator;
    bship_internal_budget *budget; /* of the allocator */
    uint64_t room;                 /* what it had left when nothing was made */
    int is_warm;                   /* whether memory was in use when the chart was read */
    bship_internal_ledger ledger;  /* of salvos answered by totals */
    bship_internal_closing closing;
    bship_internal_frontier *frontier; /* these are made when first needed */
    bship_internal_rejection *rejection;
    bship_internal_chain *chain;
    bship_internal_walks walks;
    int is_listed; /* whether the last count went through the ledger, not the coverings */
    bship_internal_sample_quality quality; /* of the last sample */
    int draws_ready;                       /* whether `rejection` has read the evidence as it is */
    int draws_too_many; /* or could not, as there are too many ways to cover the hits, or no room */
    double accepted;    /* if ready: the share of its draws that are layouts, about */
    int32_t method;     /* that made the last count */
} bship_internal_methods;

/* What is wanted of a count. */
typedef struct bship_internal_count_order {
    int32_t method; /* a bship_posterior_method */
    int exact_only;
    bship_internal_sample_order sample; /* its effort is that of any method */
} bship_internal_count_order;

/* Takes the arrays from an arena, which must be zeroed. */
void bship_internal_methods_layout(bship_internal_methods *methods,
                                   const bship_internal_evidence *evidence,
                                   bship_internal_arena *arena);

/* Sets the budget of all else, which must outlive it, before anything is read. */
void bship_internal_methods_use(bship_internal_methods *methods, bship_internal_budget *budget);

/* Frees all that was made: as if nothing had been read. */
void bship_internal_methods_clear(bship_internal_methods *methods);

/*
 * Whether a count that ended in MEMORY lacked what was kept from other charts. To read the chart
 * again frees all that; then what becomes of a chart does not depend on those before it.
 */
static inline int bship_internal_methods_were_short(const bship_internal_methods *methods)
{
    return methods->is_warm && methods->budget->is_reached;
}

/*
 * Reads what the evidence, which was read before, does not hold of a chart: OK, WORK_LIMIT,
 * CANCELLED or MEMORY.
 */
bship_status bship_internal_methods_read(bship_internal_methods *methods, const bship_chart *chart,
                                         bship_internal_effort *effort);

/*
 * Counts the layouts into a tally, which has room for numbers of both types: OK;
 * CONTRADICTION; WORK_LIMIT, the effort's `expected` being what is needed; CANCELLED;
 * MEMORY; UNSUPPORTED where the method asked for cannot count these.
 */
bship_status bship_internal_methods_count(bship_internal_methods *methods,
                                          const bship_internal_count_order *order,
                                          bship_internal_tally *tally);

/* Whether there is any layout: answers as the above; the tally is spoilt. */
bship_status bship_internal_methods_check(bship_internal_methods *methods,
                                          const bship_internal_count_order *order,
                                          bship_internal_tally *tally);

/* Draws one of the layouts that were counted last: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bship_internal_methods_draw(bship_internal_methods *methods,
                                         const bship_internal_tally *tally, bship_rng *rng,
                                         bship_internal_effort *effort,
                                         bship_placement *placements);

/* Whether a method is exact. */
static inline int bship_internal_is_exact(int32_t method)
{
    return method == BSHIP_METHOD_EXACT || method == BSHIP_METHOD_FRONTIER;
}

#endif
