/*
 * Going through the layouts that a ledger leaves; see ledger.h. Up to 2^53 of them, more than any
 * effort allows, are counted in double precision without rounding.
 */
#include "inference/ledger.h"

struct count {
    bship_internal_ledger *ledger;
    bship_internal_effort *effort;
    double *numbers; /* by placement: the weight of the layouts met with it */
    double weight;   /* of the ships that are laid */
    int is_found;    /* whether there is a layout: rounding may leave nothing of its weight */
    int stop_at_first;
};

static int is_done(const struct count *count)
{
    return count->stop_at_first && count->is_found;
}

static bship_status count_from(struct count *count, uint32_t number, uint32_t from, double *total);

/* Lays the last ship in the places from a number on. */
static bship_status count_last(struct count *count, uint32_t from, uint32_t end, double *total)
{
    const bship_internal_ledger *ledger = count->ledger;
    const bship_internal_placement *places = ledger->totals.places.items;
    for (uint32_t i = from; i < end; i++) {
        if (!bship_internal_waters_fits(&ledger->waters, places[i]))
            continue;
        double weight = bship_internal_placement_weight(ledger->totals.evidence, places[i]);
        count->numbers[i] += count->weight * weight;
        *total += weight;
        count->is_found = 1;
    }
    return bship_internal_effort_spend(count->effort,
                                       BSHIP_INTERNAL_COST_LAST * (int64_t)(end - from));
}

/* Lays a ship, and those behind it, which owe `next` then. */
static bship_status count_group(struct count *count, uint32_t next, uint32_t from, uint32_t end,
                                double *total)
{
    bship_internal_waters *waters = &count->ledger->waters;
    const bship_internal_placement *places = count->ledger->totals.places.items;
    double before = count->weight;
    bship_status status =
        bship_internal_effort_spend(count->effort, BSHIP_INTERNAL_COST_TRY * (int64_t)(end - from));
    for (uint32_t i = from; !status && i < end && !is_done(count); i++) {
        if (!bship_internal_waters_fits(waters, places[i]))
            continue;
        double weight = bship_internal_placement_weight(waters->evidence, places[i]), own = 0;
        bship_internal_waters_lay(waters, places[i]);
        count->weight = before * weight;
        status = count_from(count, next, i + 1, &own);
        bship_internal_waters_lift(waters, places[i]);
        count->numbers[i] += count->weight * own;
        *total += weight * own;
    }
    count->weight = before;
    return status;
}

/* Lays the ships that owe a debt; one of the kind of the one before in no place before `from`. */
static bship_status count_from(struct count *count, uint32_t number, uint32_t from, double *total)
{
    const bship_internal_ledger *ledger = count->ledger;
    const bship_internal_debt *debt = bship_internal_debt_at(ledger, number);
    int is_last = debt->depth + 1 == (uint32_t)ledger->totals.evidence->rules->fleet->count;
    bship_status status = BSHIP_OK;
    if (!bship_internal_ledger_is_alike(ledger, debt->depth))
        from = 0;
    for (uint32_t i = debt->payments; !status && i < debt->payments_end && !is_done(count); i++) {
        const bship_internal_payment *payment = bship_internal_payment_at(ledger, i);
        const bship_internal_group *by = bship_internal_group_at(&ledger->totals, payment->group);
        uint32_t first = from > by->first ? from : by->first;
        if (first >= by->end || !(bship_internal_debt_at(ledger, payment->next)->ways > 0))
            continue;
        status = is_last ? count_last(count, first, by->end, total)
                         : count_group(count, payment->next, first, by->end, total);
    }
    return status;
}

/* Counts all, unless there is none; `numbers` are then of the placements. */
static bship_status count_all(bship_internal_ledger *ledger, int stop_at_first, double *total,
                              bship_internal_effort *effort)
{
    size_t places = ledger->totals.places.count;
    ledger->numbers.count = 0;
    if (bship_internal_array_reserve(&ledger->numbers, &ledger->totals.allocator, places,
                                     sizeof(double)))
        return BSHIP_ERROR_MEMORY;
    bship_status status = bship_internal_effort_spend(effort, (int64_t)places);
    if (status)
        return status;
    struct count count = { ledger, effort, ledger->numbers.items, 1, 0, stop_at_first };
    for (size_t i = 0; i < places; i++)
        count.numbers[i] = 0;
    *total = 0;
    status = count_from(&count, ledger->root, 0, total);
    return status || count.is_found ? status : BSHIP_ERROR_CONTRADICTION;
}

/* Moves the numbers of the placements to a tally, which is empty. */
static void fill_tally(const bship_internal_ledger *ledger, bship_internal_tally *tally)
{
    const bship_internal_placement *places = ledger->totals.places.items;
    const double *numbers = ledger->numbers.items;
    for (size_t i = 0; i < ledger->totals.places.count; i++) {
        size_t at = bship_internal_tally_row(tally, places[i].kind, places[i].orientation) +
                    places[i].position;
        if (tally->is_whole)
            tally->counts[at] = bship_internal_wide_of((uint64_t)numbers[i]);
        else
            tally->weights[at] = numbers[i];
    }
}

bship_status bship_internal_ledger_count(bship_internal_ledger *ledger, bship_internal_tally *tally,
                                         bship_internal_effort *effort)
{
    double total;
    bship_status status = count_all(ledger, 0, &total, effort);
    if (!status)
        status =
            bship_internal_tally_clear(tally, ledger->totals.evidence, tally->is_whole, effort);
    if (status)
        return status;
    fill_tally(ledger, tally);
    tally->unit = 1;
    tally->total = bship_internal_wide_of(tally->is_whole ? (uint64_t)total : 0);
    tally->weight = total;
    return BSHIP_OK;
}

bship_status bship_internal_ledger_check(bship_internal_ledger *ledger,
                                         bship_internal_effort *effort)
{
    double total;
    return count_all(ledger, 1, &total, effort);
}
