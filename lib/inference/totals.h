/*
 * Salvos answered by totals: what the layouts must agree with beyond single placements.
 *
 * Of the cells that such a salvo shot, the hits are a number; which they are is open
 * where a cell is in state *shot*. A layout agrees if in each salvo it has been hit as
 * often as told and the ships that the salvo completed are those told: those whose last
 * shot cells are of it and all whose cells have been shot.
 */
#ifndef BSHIP_INFERENCE_TOTALS_H
#define BSHIP_INFERENCE_TOTALS_H

#include <stdint.h>

#include "base/array.h"
#include "inference/evidence.h"
#include "inference/waters.h"

/* Of a salvo: its cells in state shot. */
typedef struct bship_internal_salvo_state {
    int32_t hits;  /* so many are still to be covered */
    int32_t cells; /* work space: how many still may be */
} bship_internal_salvo_state;

typedef struct bship_internal_totals {
    const bship_internal_evidence *evidence;
    bship_allocator allocator;
    uint32_t *salvo_of;          /* by position: the number of the salvo that shot it; 0: none */
    bship_internal_array salvos; /* by number, the first one unused: bship_internal_salvo_state */
    bship_internal_array cells;  /* positions of the cells in state shot: uint32_t */
    bship_internal_array rows; /* by number: `width` counts each, of what is told and not yet met */
    size_t width;              /* 1 + 2 * ships: sunk, sunk of each ship, hits of each ship */
} bship_internal_totals;

/* Takes the arrays from an arena where the rules have totals. */
void bship_internal_totals_layout(bship_internal_totals *totals,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena);
void bship_internal_totals_clear(bship_internal_totals *totals);

/* Reads a chart, after the evidence did: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bship_internal_totals_read(bship_internal_totals *totals, const bship_chart *chart,
                                        bship_internal_effort *effort);

/* How many salvos there are. */
static inline uint32_t bship_internal_totals_count(const bship_internal_totals *totals)
{
    return totals->salvos.count > 0 ? (uint32_t)totals->salvos.count - 1 : 0;
}

static inline bship_internal_salvo_state *bship_internal_totals_at(
    const bship_internal_totals *totals, uint32_t salvo)
{
    return (bship_internal_salvo_state *)totals->salvos.items + salvo;
}

/*
 * Of the cells in state shot that are not taken one that must be decided on, of the salvo
 * that leaves the least choice; `*may_miss` tells whether it may be water. 0 if all salvos
 * have their hits, or if one cannot have them any more: then `*may_miss` is -1.
 */
uint32_t bship_internal_totals_next(bship_internal_totals *totals,
                                    const bship_internal_waters *waters, int *may_miss);

/*
 * Decides that a ship lies so (by 1), or takes that back (by -1); whether no salvo has more
 * hits then, or more sinkings or hits of a name, than it was told.
 */
int bship_internal_totals_lay(bship_internal_totals *totals, bship_internal_placement spot,
                              int32_t by);

/* Whether the ships that are laid, which cover all hits, sank as told. */
int bship_internal_totals_agree(const bship_internal_totals *totals);

#endif
