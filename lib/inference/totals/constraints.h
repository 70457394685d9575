/*
 * Totals of salvos as linear constraints on layouts.
 *
 * A total fixes numbers: the hits of a salvo, the sinkings of a length or name in it, the hits of
 * a name. Each placement contributes to them: one hit to the salvo of each of its cells, and one
 * sinking to the last of these salvos. Cells not fired at are assigned to virtual salvo 0, which
 * holds the remainder. A layout agrees with the totals if and only if its contributions add up to
 * them.
 *
 * A salvo ends with the shot that sinks the last ship. Once the fleet is gone, the last shot of all
 * is therefore one more number: one hit.
 *
 * All numbers are packed into one 128-bit *vector* with a guard bit above each *field*. So one
 * subtraction handles all of them, and clears the guard bit of a field that becomes negative.
 * Placements of a class with equal contributions form a *group*. A number that is 0 has no field:
 * it excludes every placement that contributes to it.
 */
#ifndef BSI_INFERENCE_TOTALS_CONSTRAINTS_H
#define BSI_INFERENCE_TOTALS_CONSTRAINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/work_budget.h"
#include "inference/evidence.h"

typedef struct bsi_vector {
    uint64_t words[2];
} bsi_vector;

typedef struct bsi_group {
    bsi_vector contribution; /* of each of its placements */
    uint32_t first;          /* of its placements in the list of all */
    uint32_t end;
    double weight; /* sum over its placements */
    bool is_open;  /* whether its placements cover only open cells */
} bsi_group;

typedef struct bsi_totals {
    const bsi_evidence *evidence;
    const bship_allocator *allocator;
    uint32_t *salvo_of;                  /* by position: the salvo that fired at it; 0: none */
    size_t columns;                      /* numbers that the total of a salvo may consist of */
    bool has_sinkings;                   /* whether they include sinkings */
    int32_t *remaining;                  /* by column: what the totals leave to virtual salvo 0 */
    BSI_ARRAY(bsi_vector) units;         /* by salvo and column: 1 in its field; 0: no field */
    uint32_t bits;                       /* of all fields */
    bsi_vector observed;                 /* what the contributions of a layout must add up to */
    bsi_vector guards;                   /* the guard bits of all fields */
    BSI_ARRAY(bsi_group) groups;         /* by class */
    uint32_t *groups_begin;              /* by class; one more for the end */
    BSI_ARRAY(bsi_placement) placements; /* by group */
    BSI_ARRAY(struct bsi_entry) entries; /* work space: placements before they are sorted */
} bsi_totals;

/* Takes the arrays from an arena if the rules report totals; the lists come from an allocator. */
void bsi_totals_carve(bsi_totals *totals, const bsi_evidence *evidence,
                      const bship_allocator *allocator, bsi_arena *arena);
void bsi_totals_clear(bsi_totals *totals);

/* Reads the totals of a chart, whose evidence has been read: OK, WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bsi_totals_read(bsi_totals *totals, const bship_chart *chart, bsi_work_budget *budget);

/* Groups the placements: OK; WORK_LIMIT, also if the fields exceed a vector; CANCELLED; MEMORY. */
bship_status bsi_totals_group(bsi_totals *totals, bsi_work_budget *budget);

/* Whether there are constraints beyond those on single placements. */
static inline bool bsi_totals_matter(const bsi_totals *totals)
{
    return totals->bits > 0;
}

static inline bool bsi_vector_is_zero(const bsi_vector *vector)
{
    return (vector->words[0] | vector->words[1]) == 0;
}

static inline bool bsi_vector_equals(const bsi_vector *a, const bsi_vector *b)
{
    return ((a->words[0] ^ b->words[0]) | (a->words[1] ^ b->words[1])) == 0;
}

static inline bsi_vector bsi_vector_sum(bsi_vector a, const bsi_vector *b)
{
    a.words[0] += b->words[0];
    a.words[1] += b->words[1];
    return a;
}

/* Subtracts `b` from `a`; returns whether no field of the difference is negative. */
static inline bool bsi_vector_subtract(const bsi_totals *totals, const bsi_vector *a,
                                       const bsi_vector *b, bsi_vector *difference)
{
    const uint64_t *guards = totals->guards.words;
    uint64_t low = (a->words[0] | guards[0]) - b->words[0];
    uint64_t high = (a->words[1] | guards[1]) - b->words[1];
    difference->words[0] = low ^ guards[0];
    difference->words[1] = high ^ guards[1];
    return (low & guards[0]) == guards[0] && (high & guards[1]) == guards[1];
}

#endif
