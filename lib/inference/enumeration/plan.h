/*
 * The plan of an enumeration, shared by its files: the order of the remaining ships, the width of
 * integers, the symmetries used, and the estimated steps.
 */
#ifndef BSI_INFERENCE_ENUMERATION_PLAN_H
#define BSI_INFERENCE_ENUMERATION_PLAN_H

#include <stdbool.h>

#include "inference/enumeration/enumeration.h"

/* Prepares the workspace for the plan, with all open cells free: OK, MEMORY or CANCELLED. */
bship_status bsi_prepare_workspace(bsi_enumeration *enumeration, bsi_work_budget *budget);

/* How many of the remaining ships are counted by inclusion-exclusion: three, or all if fewer. */
int32_t bsi_last_ships(const bsi_remaining *remaining);

/* Makes the plan for a set of remaining ships: lists their classes, longest first. */
void bsi_make_plan(bsi_enumeration *enumeration, const bsi_remaining *remaining);

/* Whether a ship of the plan takes only placements after that of the ship before it, which is of
 * the same class. */
bool bsi_is_ordered(const bsi_enumeration *enumeration, int32_t depth);

/*
 * How often each layout is counted: once for every ordered choice of the last ships within their
 * classes and, under symmetry, for every enumerated ship of the first class as the first one.
 */
uint64_t bsi_times_counted(const bsi_enumeration *enumeration, const bsi_remaining *remaining);

/* Steps of a kernel call for a number of ships. */
int64_t bsi_enumeration_cost(const bsi_enumeration *enumeration, int32_t ships);

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
