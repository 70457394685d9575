/*
 * Walking to layouts, many walkers at a time; see ledger.h.
 *
 * Ship by ship each walker lays one where it meets none before it, with a probability in
 * proportion to the ways behind that. Its weight is the share that is left to it of all the ways
 * that it owed: what there is too little of, as it should have been drawn with the ships that
 * meet, too. After each ship the walkers gather: those of high weight go on several times, those
 * of low weight perhaps not at all, and then all weigh their mean. Sums over all walkers are
 * right in the mean at any time.
 */
#include <string.h>

#include "base/random.h"
#include "inference/drawing.h"
#include "inference/ledger.h"

/* A placement that a walker may go on with. */
struct option {
    double sum; /* of the weights of the ways behind it and those before it in the list */
    uint32_t place;
    uint32_t next; /* the debt that is left */
};

static uint32_t ship_count(const bship_internal_ledger *ledger)
{
    return (uint32_t)ledger->totals.evidence->rules->fleet->count;
}

/* The placements of a walker, by depth. There are twice as many as can walk, to gather them. */
static bship_internal_placement *trail_of(const bship_internal_ledger *ledger, uint32_t walker)
{
    return (bship_internal_placement *)ledger->trails.items + (size_t)walker * ship_count(ledger);
}

bship_status bship_internal_ledger_make_room(bship_internal_ledger *ledger)
{
    const bship_allocator *allocator = &ledger->totals.allocator;
    size_t walkers = 2 * BSHIP_INTERNAL_WALKERS;
    ledger->options.count = ledger->walkers.count = ledger->trails.count = 0;
    bship_status status = bship_internal_array_reserve(
        &ledger->options, allocator, ledger->totals.places.count, sizeof(struct option));
    if (!status)
        status = bship_internal_array_reserve(&ledger->walkers, allocator, walkers,
                                              sizeof(bship_internal_walker));
    if (!status)
        status =
            bship_internal_array_reserve(&ledger->trails, allocator, walkers * ship_count(ledger),
                                         sizeof(bship_internal_placement));
    return status;
}

void bship_internal_ledger_clear_walkers(bship_internal_ledger *ledger)
{
    const bship_allocator *allocator = &ledger->totals.allocator;
    bship_internal_array_free(&ledger->options, allocator, sizeof(struct option));
    bship_internal_array_free(&ledger->walkers, allocator, sizeof(bship_internal_walker));
    bship_internal_array_free(&ledger->trails, allocator, sizeof(bship_internal_placement));
}

/* Lists the placements that fit where a debt is owed; returns how many. */
static uint32_t list_options(const bship_internal_ledger *ledger, const bship_internal_debt *debt,
                             int64_t *steps)
{
    const bship_internal_totals *totals = &ledger->totals;
    const bship_internal_placement *places = totals->places.items;
    struct option *options = ledger->options.items;
    double sum = 0, before = 0;
    uint32_t count = 0;
    for (uint32_t p = debt->payments; p < debt->payments_end; p++) {
        const bship_internal_payment *payment = bship_internal_payment_at(ledger, p);
        const bship_internal_group *by = bship_internal_group_at(totals, payment->group);
        double share = (payment->sum - before) / by->weight;
        before = payment->sum;
        if (!(share > 0))
            continue;
        *steps += BSHIP_INTERNAL_COST_LAST * (int64_t)(by->end - by->first);
        for (uint32_t i = by->first; i < by->end; i++) {
            if (!bship_internal_waters_fits(&ledger->waters, places[i]))
                continue;
            sum += share * bship_internal_placement_weight(totals->evidence, places[i]);
            options[count++] = (struct option){ sum, i, payment->next };
        }
    }
    return count;
}

/* A walker lays its next ship: OK, WORK_LIMIT or CANCELLED. */
static bship_status walk_on(bship_internal_ledger *ledger, uint32_t number, uint32_t depth,
                            bship_rng *rng, bship_internal_effort *effort)
{
    bship_internal_walker *walker = (bship_internal_walker *)ledger->walkers.items + number;
    bship_internal_placement *trail = trail_of(ledger, number);
    const bship_internal_debt *debt = bship_internal_debt_at(ledger, walker->debt);
    const struct option *options = ledger->options.items;
    int64_t steps = (int64_t)BSHIP_INTERNAL_COST_TRY * (depth + 3);
    for (uint32_t i = 0; i < depth; i++)
        bship_internal_waters_lay(&ledger->waters, trail[i]);
    uint32_t count = list_options(ledger, debt, &steps);
    for (uint32_t i = 0; i < depth; i++)
        bship_internal_waters_lift(&ledger->waters, trail[i]);
    walker->weight = count > 0 ? options[count - 1].sum / debt->weight : 0;
    if (count > 0) {
        const bship_internal_placement *places = ledger->totals.places.items;
        const struct option *option =
            &options[bship_internal_draw_item(options, sizeof *options, count, rng)];
        trail[depth] = places[option->place];
        walker->debt = option->next;
    }
    return bship_internal_effort_spend(effort, steps);
}

/* What the walkers weigh, in the mean; and how far from it, in its units: the variance. */
static double weigh(const bship_internal_ledger *ledger, double *variance)
{
    const bship_internal_walker *walkers = ledger->walkers.items;
    double sum = 0, squares = 0;
    for (int i = 0; i < BSHIP_INTERNAL_WALKERS; i++) {
        sum += walkers[i].weight;
        squares += walkers[i].weight * walkers[i].weight;
    }
    *variance = sum > 0 ? squares / sum / sum * BSHIP_INTERNAL_WALKERS - 1 : 0;
    return sum / BSHIP_INTERNAL_WALKERS;
}

/* Lets each walker go on as often as it weighs of the mean, rounded either way at random. */
static void gather(bship_internal_ledger *ledger, uint32_t depth, double mean, bship_rng *rng)
{
    bship_internal_walker *walkers = ledger->walkers.items;
    double sum = 0, point = bship_internal_rng_unit(rng);
    uint32_t made = 0;
    for (uint32_t i = 0; i < BSHIP_INTERNAL_WALKERS; i++) {
        sum += walkers[i].weight / mean;
        for (; made < BSHIP_INTERNAL_WALKERS && point + made < sum; made++) {
            walkers[BSHIP_INTERNAL_WALKERS + made] = walkers[i];
            memcpy(trail_of(ledger, BSHIP_INTERNAL_WALKERS + made), trail_of(ledger, i),
                   (depth + 1) * sizeof(bship_internal_placement));
        }
    }
    /* Rounding may lose the last. */
    for (uint32_t i = 0; i < BSHIP_INTERNAL_WALKERS; i++) {
        uint32_t from = BSHIP_INTERNAL_WALKERS + (i < made ? i : made - 1);
        walkers[i] = walkers[from];
        memcpy(trail_of(ledger, i), trail_of(ledger, from),
               (depth + 1) * sizeof(bship_internal_placement));
    }
}

bship_status bship_internal_ledger_walk(bship_internal_ledger *ledger, bship_rng *rng,
                                        double *weight, double *worth,
                                        bship_internal_effort *effort)
{
    bship_internal_walker *walkers = ledger->walkers.items;
    double factor = 1, mean = 1, variance, variances = 0;
    bship_status status = BSHIP_OK;
    for (int i = 0; i < BSHIP_INTERNAL_WALKERS; i++)
        walkers[i] = (bship_internal_walker){ 1, ledger->root };
    for (uint32_t depth = 0; mean > 0 && depth < ship_count(ledger); depth++) {
        if (depth > 0)
            gather(ledger, depth - 1, mean, rng);
        for (uint32_t i = 0; !status && i < BSHIP_INTERNAL_WALKERS; i++)
            status = walk_on(ledger, i, depth, rng, effort);
        if (status)
            return status;
        mean = weigh(ledger, &variance);
        variances += variance;
        factor *= mean;
    }
    /* That of the last ship is in the weights. */
    for (int i = 0; mean > 0 && i < BSHIP_INTERNAL_WALKERS; i++)
        walkers[i].weight *= factor / mean;
    *weight = factor;
    *worth = factor > 0 ? BSHIP_INTERNAL_WALKERS / (1 + variances) : 0;
    return BSHIP_OK;
}
