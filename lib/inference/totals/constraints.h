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
#ifndef BSI_INFERENCE_TOTALS_CONSTRAINTS_H
#define BSI_INFERENCE_TOTALS_CONSTRAINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "inference/common/work_budget.h"
#include "inference/evidence.h"

typedef struct bsi_sum {
    uint64_t words[2];
} bsi_sum;

typedef struct bsi_group {
    bsi_sum sum;    /* what each of its placements adds */
    uint32_t first; /* its placements in the list of all */
    uint32_t end;
    double weight; /* of them all */
    bool is_open;  /* whether all their cells are */
} bsi_group;

typedef struct bsi_totals {
    const bsi_evidence *evidence;
    bship_allocator allocator;
    uint32_t *salvo_of;     /* by position: the number of the salvo that shot it; 0: none */
    size_t width;           /* numbers that a salvo may have been answered */
    bool tells_sinkings;    /* whether these are among them */
    int32_t *remaining;     /* what is left of them all to the salvo to come */
    bsi_array units;        /* by salvo and number: one more of it; 0: there is none */
    uint32_t bits;          /* of all fields */
    bsi_sum observed;       /* what a layout must add up to */
    bsi_sum guards;         /* the guard bits of all fields */
    bsi_array groups;       /* bsi_group, by kind */
    uint32_t *groups_begin; /* by kind; one more for the end */
    bsi_array places;       /* bsi_placement, by group */
    bsi_array entries;      /* work space */
} bsi_totals;

/* Takes the arrays from an arena where the rules have totals. */
void bsi_totals_carve(bsi_totals *totals, const bsi_evidence *evidence, bsi_arena *arena);
void bsi_totals_clear(bsi_totals *totals);

/* Reads what a chart tells, after the evidence did: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_totals_read(bsi_totals *totals, const bship_chart *chart, bsi_work_budget *budget);

/* Finds the groups: OK; WORK_LIMIT, also if sums have not room for all that is told; MEMORY. */
bship_status bsi_totals_group(bsi_totals *totals, bsi_work_budget *budget);

/* Whether anything was told that single placements do not agree with or not. */
static inline int bsi_totals_matter(const bsi_totals *totals)
{
    return totals->bits > 0;
}

static inline bool bsi_sum_is_zero(const bsi_sum *sum)
{
    return (sum->words[0] | sum->words[1]) == 0;
}

static inline bool bsi_sum_is_same(const bsi_sum *a, const bsi_sum *b)
{
    return ((a->words[0] ^ b->words[0]) | (a->words[1] ^ b->words[1])) == 0;
}

static inline bsi_sum bsi_sum_plus(bsi_sum a, const bsi_sum *b)
{
    a.words[0] += b->words[0];
    a.words[1] += b->words[1];
    return a;
}

/* Takes a sum from what is owed; whether that is no more. */
static inline int bsi_sum_subtract(const bsi_totals *totals, const bsi_sum *remainder,
                                   const bsi_sum *sum, bsi_sum *left)
{
    const uint64_t *guards = totals->guards.words;
    uint64_t low = (remainder->words[0] | guards[0]) - sum->words[0];
    uint64_t high = (remainder->words[1] | guards[1]) - sum->words[1];
    left->words[0] = low ^ guards[0];
    left->words[1] = high ^ guards[1];
    return (low & guards[0]) == guards[0] && (high & guards[1]) == guards[1];
}

static inline const bsi_group *bsi_group_at(const bsi_totals *totals, uint32_t number)
{
    return (const bsi_group *)totals->groups.items + number;
}

#endif
