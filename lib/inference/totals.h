/*
 * Salvos answered by totals: what the layouts must agree with beyond single placements.
 *
 * All that such an answer tells is numbers: of the hits in a salvo, of the sinkings of a length
 * or a name, of the hits of a name. Each placement adds to some of them: one hit to the salvo of
 * each of its cells, and one sinking to the last of these. Cells that were not shot are as if
 * shot by a salvo to come, number 0, which is told all the rest. So a layout agrees exactly if
 * its placements add up to what was told, and a number of 0 rules out whatever would add to it.
 *
 * Each other number has a *field* in a *sum*, with a guard bit above: it stays set when what is
 * added is taken from what is owed, unless that is too much. Placements of a kind that add alike
 * are a *group*.
 */
#ifndef BSHIP_INFERENCE_TOTALS_H
#define BSHIP_INFERENCE_TOTALS_H

#include <stdint.h>

#include "base/array.h"
#include "inference/sample.h"

typedef struct bship_internal_sum {
    uint64_t words[2];
} bship_internal_sum;

typedef struct bship_internal_group {
    bship_internal_sum sum; /* what each of its placements adds */
    uint32_t first;         /* its placements in the list of all */
    uint32_t end;
    double weight; /* of them all */
    int is_open;   /* whether all their cells are */
} bship_internal_group;

typedef struct bship_internal_totals {
    const bship_internal_evidence *evidence;
    bship_allocator allocator;
    uint32_t *salvo_of;           /* by position: the number of the salvo that shot it; 0: none */
    size_t width;                 /* numbers that a salvo may have been answered */
    int tells_sinkings;           /* whether these are among them */
    int32_t *rest;                /* what is left of them all to the salvo to come */
    bship_internal_array units;   /* by salvo and number: one more of it; 0: there is none */
    uint32_t bits;                /* of all fields */
    bship_internal_sum told;      /* what a layout must add up to */
    bship_internal_sum guards;    /* the guard bits of all fields */
    bship_internal_array groups;  /* bship_internal_group, by kind */
    uint32_t *groups_begin;       /* by kind; one more for the end */
    bship_internal_array places;  /* bship_internal_laid, by group */
    bship_internal_array entries; /* work space */
} bship_internal_totals;

/* Takes the arrays from an arena where the rules have totals. */
void bship_internal_totals_layout(bship_internal_totals *totals,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena);
void bship_internal_totals_clear(bship_internal_totals *totals);

/* Reads what a chart tells, after the evidence did: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bship_internal_totals_read(bship_internal_totals *totals, const bship_chart *chart,
                                        bship_internal_effort *effort);

/* Finds the groups: OK; WORK_LIMIT, also if sums have not room for all that is told; MEMORY. */
bship_status bship_internal_totals_group(bship_internal_totals *totals,
                                         bship_internal_effort *effort);

/* Whether anything was told that single placements do not agree with or not. */
static inline int bship_internal_totals_matter(const bship_internal_totals *totals)
{
    return totals->bits > 0;
}

static inline int bship_internal_sum_is_zero(const bship_internal_sum *sum)
{
    return (sum->words[0] | sum->words[1]) == 0;
}

static inline int bship_internal_sum_is_same(const bship_internal_sum *a,
                                             const bship_internal_sum *b)
{
    return ((a->words[0] ^ b->words[0]) | (a->words[1] ^ b->words[1])) == 0;
}

static inline bship_internal_sum bship_internal_sum_plus(bship_internal_sum a,
                                                         const bship_internal_sum *b)
{
    a.words[0] += b->words[0];
    a.words[1] += b->words[1];
    return a;
}

/* Takes a sum from what is owed; whether that is no more. */
static inline int bship_internal_sum_pay(const bship_internal_totals *totals,
                                         const bship_internal_sum *owed,
                                         const bship_internal_sum *sum, bship_internal_sum *left)
{
    const uint64_t *guards = totals->guards.words;
    uint64_t low = (owed->words[0] | guards[0]) - sum->words[0];
    uint64_t high = (owed->words[1] | guards[1]) - sum->words[1];
    left->words[0] = low ^ guards[0];
    left->words[1] = high ^ guards[1];
    return (low & guards[0]) == guards[0] && (high & guards[1]) == guards[1];
}

static inline const bship_internal_group *bship_internal_group_at(
    const bship_internal_totals *totals, uint32_t number)
{
    return (const bship_internal_group *)totals->groups.items + number;
}

#endif
