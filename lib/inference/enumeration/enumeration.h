/*
 * The method `enumeration`: exact counts by enumeration and inclusion-exclusion.
 *
 * For each exact cover of the hits (merged into leaves, hit_covers.h) the remaining ships are
 * placed one by one, longest first, until three remain; the three are counted at once by
 * inclusion-exclusion (kernel.h). Enumerated ships of one class are placed in increasing order
 * only. If the last three contain several ships of a class, or ships of an enumerated class, every
 * layout is counted several times. The `unit` is a common multiple of these numbers over all
 * leaves, so that every layout of every leaf can count `unit` times.
 *
 * Cost: leaves * (placements of every ship beyond three, multiplied) * cells. Classic fleet, empty
 * 10x10 board: 14,400 kernel calls without symmetry.
 */
#ifndef BSI_INFERENCE_ENUMERATION_ENUMERATION_H
#define BSI_INFERENCE_ENUMERATION_ENUMERATION_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/geometry.h>
#include <battleship/random.h>

#include "base/work_budget.h"
#include "inference/common/placement_counts.h"
#include "inference/enumeration/hit_covers.h"
#include "inference/enumeration/plan.h"

/*
 * Carves the arrays from a zeroed arena; further memory comes from the allocator of `cover` as
 * needed and is freed by bsi_enumeration_clear().
 */
void bsi_enumeration_carve(bsi_enumeration *enumeration, bsi_exact_cover *cover,
                           const bsi_residual *residual, bsi_arena *arena);
void bsi_enumeration_clear(bsi_enumeration *enumeration);

/* Counts as planned: OK, CONTRADICTION, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_enumeration_count(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget);

/*
 * Draws one of the layouts counted last; `counts` is the result of that count. OK, WORK_LIMIT or
 * CANCELLED. `placements` are by ship.
 */
bship_status bsi_enumeration_draw(bsi_enumeration *enumeration, const bsi_placement_counts *counts,
                                  bship_rng *rng, bsi_work_budget *budget,
                                  bship_placement *placements);

/*
 * Tests whether any layout exists: bsi_enumeration_count() that stops at the first. `counts`, of
 * integers, has no valid contents afterwards.
 */
bship_status bsi_enumeration_check(bsi_enumeration *enumeration, bsi_placement_counts *counts,
                                   bsi_work_budget *budget);

/* ---- for its draws ---- */

/* Marks in the workspace the cells that a ship and no other occupies as free or not. */
void bsi_enumeration_mark_free(bsi_enumeration *enumeration, bsi_placement placement, bool is_free);

/* Marks in workspace and grid the cells of a leaf as free or not. */
void bsi_enumeration_set_leaf(bsi_enumeration *enumeration, const bsi_leaf *leaf, bool is_free);

/*
 * Places a ship of the plan at open placement `number`, which represents `orbit` images, counts
 * the completions, and adds them to `*total`.
 */
bship_status bsi_enumeration_place(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                                   int32_t depth, uint32_t number, int32_t orbit,
                                   bsi_amount *total);

#endif
