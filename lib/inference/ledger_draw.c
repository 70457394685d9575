/* Drawing from the ways that a ledger leaves; see ledger.h. */
#include "base/random.h"
#include "inference/ledger.h"

/* ---- independent draws ---- */

/* One of the payments of a debt, by the ways behind them. */
static const bship_internal_payment *pick_payment(const bship_internal_ledger *ledger,
                                                  const bship_internal_debt *debt, bship_rng *rng)
{
    uint32_t low = debt->payments, high = debt->payments_end - 1;
    if (low == high)
        return bship_internal_payment_at(ledger, low);
    double point = bship_internal_rng_unit(rng) * debt->weight;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (bship_internal_payment_at(ledger, middle)->sum > point)
            high = middle;
        else
            low = middle + 1;
    }
    return bship_internal_payment_at(ledger, low);
}

/* One of the placements of a group, by their weights. */
static bship_internal_laid pick_place(const bship_internal_totals *totals,
                                      const bship_internal_group *from, bship_rng *rng)
{
    const bship_internal_laid *places = totals->places.items;
    uint32_t i = from->first;
    if (!totals->evidence->is_weighted)
        return places[i + bship_internal_rng_below(rng, from->end - i)];
    double point = bship_internal_rng_unit(rng) * from->weight;
    while (i + 1 < from->end &&
           (point -= bship_internal_laid_weight(totals->evidence, places[i])) >= 0)
        i++;
    return places[i];
}

/* Takes the ships off again of which so many are laid. */
static void take_off(bship_internal_ledger *ledger, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++)
        bship_internal_sketch_mark(&ledger->sketch, ledger->laid[i], (uint8_t)-1);
}

int bship_internal_ledger_draw(bship_internal_ledger *ledger, bship_rng *rng, int64_t *steps)
{
    const bship_internal_totals *totals = &ledger->totals;
    uint32_t ships = (uint32_t)totals->evidence->rules->fleet->count, number = ledger->root, i;
    for (i = 0; i < ships; i++) {
        const bship_internal_payment *payment =
            pick_payment(ledger, bship_internal_debt_at(ledger, number), rng);
        ledger->laid[i] = pick_place(totals, bship_internal_group_at(totals, payment->group), rng);
        *steps += 30 + bship_internal_sketch_cost(&ledger->sketch, ledger->laid[i].kind);
        if (bship_internal_sketch_clash(&ledger->sketch, ledger->laid[i]))
            break;
        bship_internal_sketch_mark(&ledger->sketch, ledger->laid[i], 1);
        number = payment->next;
    }
    take_off(ledger, i);
    return i == ships;
}

/* ---- walks ---- */

/* Lists the placements that fit where a debt is owed; returns how many. */
static uint32_t list_options(bship_internal_ledger *ledger, const bship_internal_debt *debt,
                             bship_internal_option *options, int64_t *steps)
{
    const bship_internal_totals *totals = &ledger->totals;
    const bship_internal_laid *places = totals->places.items;
    double sum = 0, before = 0;
    uint32_t count = 0;
    for (uint32_t p = debt->payments; p < debt->payments_end; p++) {
        const bship_internal_payment *payment = bship_internal_payment_at(ledger, p);
        const bship_internal_group *by = bship_internal_group_at(totals, payment->group);
        double share = (payment->sum - before) / by->weight;
        before = payment->sum;
        *steps += 5 * (int64_t)(by->end - by->first);
        for (uint32_t i = by->first; share > 0 && i < by->end; i++) {
            if (bship_internal_sketch_clash(&ledger->sketch, places[i]))
                continue;
            sum += share * bship_internal_laid_weight(totals->evidence, places[i]);
            options[count++] = (bship_internal_option){ sum, i, payment->next };
        }
    }
    return count;
}

static const bship_internal_option *pick_option(const bship_internal_option *options,
                                                uint32_t count, bship_rng *rng)
{
    double point = bship_internal_rng_unit(rng) * options[count - 1].sum;
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (options[middle].sum > point)
            high = middle;
        else
            low = middle + 1;
    }
    return &options[low];
}

bship_status bship_internal_ledger_make_room(bship_internal_ledger *ledger)
{
    ledger->options.count = 0;
    return bship_internal_array_reserve(&ledger->options, &ledger->totals.allocator,
                                        ledger->totals.places.count, sizeof(bship_internal_option));
}

double bship_internal_ledger_walk(bship_internal_ledger *ledger, bship_rng *rng, int64_t *steps)
{
    const bship_internal_laid *places = ledger->totals.places.items;
    uint32_t ships = (uint32_t)ledger->totals.evidence->rules->fleet->count, number = ledger->root;
    bship_internal_option *options = ledger->options.items;
    double weight = 1;
    uint32_t i = 0;
    for (; i < ships; i++) {
        const bship_internal_debt *debt = bship_internal_debt_at(ledger, number);
        uint32_t count = list_options(ledger, debt, options, steps);
        if (count == 0)
            break;
        const bship_internal_option *option = pick_option(options, count, rng);
        ledger->laid[i] = places[option->place];
        bship_internal_sketch_mark(&ledger->sketch, ledger->laid[i], 1);
        weight *= options[count - 1].sum / debt->weight;
        number = option->next;
        *steps += 40;
    }
    take_off(ledger, i);
    return i < ships ? 0 : weight;
}
