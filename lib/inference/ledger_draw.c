/* Drawing from the ways that a ledger leaves, independently; see ledger.h. */
#include "base/random.h"
#include "inference/drawing.h"
#include "inference/ledger.h"

/* One of the payments of a debt, by the ways behind them. */
static const bship_internal_payment *pick_payment(const bship_internal_ledger *ledger,
                                                  const bship_internal_debt *debt, bship_rng *rng)
{
    const bship_internal_payment *first = bship_internal_payment_at(ledger, debt->payments);
    uint32_t count = debt->payments_end - debt->payments;
    return first + (count == 1 ? 0 : bship_internal_draw_item(first, sizeof *first, count, rng));
}

/* One of the placements of a group, by their weights. */
static bship_internal_placement pick_place(const bship_internal_totals *totals,
                                           const bship_internal_group *from, bship_rng *rng,
                                           int64_t *steps)
{
    const bship_internal_placement *places = totals->places.items;
    uint32_t i = from->first;
    if (!totals->evidence->is_weighted)
        return places[i + bship_internal_rng_below(rng, from->end - i)];
    double point = bship_internal_rng_unit(rng) * from->weight;
    while (i + 1 < from->end &&
           (point -= bship_internal_placement_weight(totals->evidence, places[i])) >= 0)
        i++;
    *steps += i - from->first;
    return places[i];
}

/* Takes the ships off again of which so many are laid. */
static void take_off(bship_internal_ledger *ledger, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        bship_internal_waters_lift(&ledger->waters, ledger->laid[i]);
}

int bship_internal_ledger_draw(bship_internal_ledger *ledger, bship_rng *rng, int64_t *steps)
{
    const bship_internal_totals *totals = &ledger->totals;
    uint32_t ships = (uint32_t)totals->evidence->rules->fleet->count, number = ledger->root, i;
    for (i = 0; i < ships; i++) {
        const bship_internal_payment *payment =
            pick_payment(ledger, bship_internal_debt_at(ledger, number), rng);
        ledger->laid[i] =
            pick_place(totals, bship_internal_group_at(totals, payment->group), rng, steps);
        *steps += 30 + bship_internal_waters_cost(&ledger->waters, ledger->laid[i].kind);
        if (!bship_internal_waters_fits(&ledger->waters, ledger->laid[i]))
            break;
        bship_internal_waters_lay(&ledger->waters, ledger->laid[i]);
        number = payment->next;
    }
    take_off(ledger, i);
    return i == ships;
}
