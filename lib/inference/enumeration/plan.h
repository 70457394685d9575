/* The plan of an enumeration, shared by its files: the order of the remaining ships, the width of
   integers, the symmetries used, and the estimated steps. */
#ifndef BSI_INFERENCE_ENUMERATION_PLAN_H
#define BSI_INFERENCE_ENUMERATION_PLAN_H

#include <stdbool.h>

#include "inference/enumeration/enumeration.h"

/* Lays out the bench for what is planned, all open cells being free: OK, MEMORY or CANCELLED. */
bship_status bsi_prepare_workspace(bsi_enumeration *enumeration, bsi_work_budget *budget);

/* How many ships are closed. */
int32_t bsi_last_ships(const bsi_remaining *remaining);

/* Plans the kinds of the ships that are left, longest first; the last ones are closed. */
void bsi_make_plan(bsi_enumeration *enumeration, const bsi_remaining *remaining);

/* Whether a ship of the plan comes after the one before it in the order of a kind. */
bool bsi_is_ordered(const bsi_enumeration *enumeration, int32_t depth);

/*
 * How often each layout is met: where ships of a kind are both laid and closed, or
 * several closed, each layout is met once for every way to choose the closed ones in
 * order; and once for every ship of the first kind that can stand for it.
 */
uint64_t bsi_times_counted(const bsi_enumeration *enumeration, const bsi_remaining *remaining);

/* What one call of the kernel costs, in steps. */
int64_t bsi_enumeration_cost(const bsi_enumeration *enumeration, int32_t ships);

/* Adds an amount so many times to another. */
static inline void bsi_enumeration_add(const bsi_enumeration *enumeration, bsi_amount *to,
                                       bsi_amount value, int32_t times)
{
    if (enumeration->counts->is_whole)
        bsi_uint128_add(&to->whole, bsi_uint128_scaled(value.whole, (uint64_t)times));
    else
        to->real += value.real * times;
}

/* Takes the cells off the bench that a ship takes and none has taken, or gives them back. */
void bsi_enumeration_mark_free(bsi_enumeration *enumeration, bsi_placement placement, bool is_free);

/* Takes the cells of a leaf, or gives them back. */
void bsi_enumeration_set_leaf(bsi_enumeration *enumeration, const bsi_leaf *leaf, bool is_free);

/*
 * Lays a ship of the plan in the open placement of a number, in all its `orbit` images at
 * once, and the rest after it; adds what is met to `*total`.
 */
bship_status bsi_enumeration_place(bsi_enumeration *enumeration, const bsi_remaining *remaining,
                                   int32_t depth, uint32_t number, int32_t orbit,
                                   bsi_amount *total);

#endif
