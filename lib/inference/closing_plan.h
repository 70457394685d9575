/* What the files of closing share: the plan for what is left when the hits are covered. */
#ifndef BSHIP_INFERENCE_CLOSING_PLAN_H
#define BSHIP_INFERENCE_CLOSING_PLAN_H

#include "inference/closing.h"

/* Lays out the bench for what is planned, all open cells being free: OK, MEMORY or CANCELLED. */
bship_status bship_internal_prepare_bench(bship_internal_closing *closing,
                                          bship_internal_effort *effort);

/* How many ships are closed. */
int32_t bship_internal_closed_ships(const bship_internal_rest *rest);

/* Plans the kinds of the ships that are left, longest first; the last ones are closed. */
void bship_internal_make_plan(bship_internal_closing *closing, const bship_internal_rest *rest);

/* Whether a ship of the plan comes after the one before it in the order of a kind. */
int bship_internal_is_ordered(const bship_internal_closing *closing, int32_t depth);

/*
 * How often each layout is met: where ships of a kind are both laid and closed, or
 * several closed, each layout is met once for every way to choose the closed ones in
 * order; and once for every ship of the first kind that can stand for it.
 */
uint64_t bship_internal_times_met(const bship_internal_closing *closing,
                                  const bship_internal_rest *rest);

/* What one call of the kernel costs, in steps. */
int64_t bship_internal_closing_cost(const bship_internal_closing *closing, int32_t ships);

/* Adds an amount so many times to another. */
static inline void bship_internal_closing_add(const bship_internal_closing *closing,
                                              bship_internal_amount *to,
                                              bship_internal_amount value, int32_t times)
{
    if (closing->tally->is_whole)
        bship_internal_wide_add(&to->whole,
                                bship_internal_wide_scaled(value.whole, (uint64_t)times));
    else
        to->real += value.real * times;
}

/* Takes the cells off the bench that a ship takes and none has taken, or gives them back. */
void bship_internal_closing_shade(bship_internal_closing *closing, bship_internal_placement spot,
                                  int is_free);

/* Takes the cells of a leaf, or gives them back. */
void bship_internal_closing_set_leaf(bship_internal_closing *closing,
                                     const bship_internal_leaf *leaf, int is_free);

/*
 * Lays a ship of the plan in the open placement of a number, in all its `orbit` images at
 * once, and the rest after it; adds what is met to `*total`.
 */
bship_status bship_internal_closing_lay(bship_internal_closing *closing,
                                        const bship_internal_rest *rest, int32_t depth,
                                        uint32_t number, int32_t orbit,
                                        bship_internal_amount *total);

#endif
