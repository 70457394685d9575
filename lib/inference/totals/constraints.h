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
 * All numbers are packed (base/packed.h), so that one subtraction handles all of them. A number
 * that is 0 needs no field: it excludes every placement that contributes to it. Placements of a
 * class with equal contributions form a *group*.
 */
#ifndef BSI_INFERENCE_TOTALS_CONSTRAINTS_H
#define BSI_INFERENCE_TOTALS_CONSTRAINTS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/array.h"
#include "base/packed.h"
#include "base/work_budget.h"
#include "inference/evidence.h"

typedef struct bsi_group {
    bsi_packed contribution; /* of each of its placements */
    uint32_t first;          /* its placements are numbers first..end - 1 of the list of all */
    uint32_t end;
    double weight; /* sum over its placements */
    bool is_open;  /* whether its placements cover only open cells */
} bsi_group;

typedef struct bsi_totals {
    const bsi_evidence *evidence;
    const bship_allocator *allocator;
    uint32_t *salvo_of;          /* by position: the salvo that fired at it; 0: none */
    size_t columns;              /* numbers that the total of a salvo may consist of */
    bool has_sinkings;           /* whether they include sinkings */
    int32_t *remaining;          /* by column: what the totals leave to virtual salvo 0 */
    BSI_ARRAY(bsi_packed) units; /* by salvo and column: 1 in its field; 0: no field */
    bsi_packing packing;         /* `most` is what the contributions of a layout must add up to */
    BSI_ARRAY(bsi_group) groups; /* class by class */
    uint32_t *groups_begin;      /* by class, and the end */
    BSI_ARRAY(bsi_placement) placements; /* group by group */
    BSI_ARRAY(struct bsi_entry) entries; /* workspace: placements before they are sorted */
} bsi_totals;

/* Takes the arrays from an arena if the rules report totals; the lists grow by an allocator. */
void bsi_totals_carve(bsi_totals *totals, const bsi_evidence *evidence,
                      const bship_allocator *allocator, bsi_arena *arena);
void bsi_totals_clear(bsi_totals *totals);

/* Reads the totals of a chart whose evidence has been read: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_totals_read(bsi_totals *totals, const bship_chart *chart, bsi_work_budget *budget);

/* Groups the placements: OK; WORK_LIMIT, also if the fields exceed 128 bits; CANCELLED; MEMORY. */
bship_status bsi_totals_group(bsi_totals *totals, bsi_work_budget *budget);

/* Whether there are constraints beyond those on single placements. */
static inline bool bsi_totals_matter(const bsi_totals *totals)
{
    return totals->packing.bits > 0;
}

#endif
