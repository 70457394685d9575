/* What is owed; see ledger.h. */
#include "inference/ledger.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

void bship_internal_ledger_layout(bship_internal_ledger *ledger,
                                  const bship_internal_evidence *evidence,
                                  bship_internal_arena *arena)
{
    size_t ships = (size_t)evidence->rules->fleet->count;
    bship_internal_totals_layout(&ledger->totals, evidence, arena);
    if (!bship_internal_tells_totals(evidence->rules))
        return;
    ledger->kinds = bship_internal_arena_take(arena, ships, sizeof *ledger->kinds);
    ledger->debts_begin = bship_internal_arena_take(arena, ships + 1, sizeof *ledger->debts_begin);
    ledger->debts_end = bship_internal_arena_take(arena, ships + 1, sizeof *ledger->debts_end);
    bship_internal_waters_layout(&ledger->waters, evidence, arena);
    ledger->laid = bship_internal_arena_take(arena, ships, sizeof *ledger->laid);
}

void bship_internal_ledger_clear(bship_internal_ledger *ledger)
{
    const bship_allocator *allocator = &ledger->totals.allocator;
    bship_internal_array_free(&ledger->debts, allocator, sizeof(bship_internal_debt));
    bship_internal_array_free(&ledger->payments, allocator, sizeof(bship_internal_payment));
    bship_internal_array_free(&ledger->numbers, allocator, sizeof(double));
    bship_internal_ledger_clear_walkers(ledger);
    bship_internal_free(allocator, ledger->table, ledger->table_size, sizeof *ledger->table);
    ledger->table = NULL;
    ledger->table_size = 0;
    bship_internal_totals_clear(&ledger->totals);
}

/* ---- debts ---- */

enum {
    STEPS_A_SLOT = 20
};

static bship_internal_debt *debt_at(bship_internal_ledger *ledger, uint32_t number)
{
    return (bship_internal_debt *)ledger->debts.items + number;
}

static size_t hash_of(uint32_t depth, const bship_internal_sum *owed)
{
    uint64_t hash = (owed->words[0] ^ depth) * BSHIP_INTERNAL_GAMMA ^ owed->words[1];
    return (size_t)bship_internal_splitmix(hash);
}

/* Where a debt is, or would be, in the table. */
static uint32_t *find_slot(const bship_internal_ledger *ledger, uint32_t depth,
                           const bship_internal_sum *owed)
{
    size_t mask = ledger->table_size - 1, slot = hash_of(depth, owed) & mask;
    for (; ledger->table[slot]; slot = (slot + 1) & mask) {
        const bship_internal_debt *debt = bship_internal_debt_at(ledger, ledger->table[slot] - 1);
        if (debt->depth == depth && bship_internal_sum_is_same(&debt->owed, owed))
            break;
    }
    return &ledger->table[slot];
}

/* Makes room for one more debt, and keeps at least half of the table empty. */
static bship_status make_room(bship_internal_ledger *ledger, bship_internal_effort *effort)
{
    enum {
        FIRST_SIZE = 1024
    };
    const bship_allocator *allocator = &ledger->totals.allocator;
    if (ledger->debts.count >= UINT32_MAX / 4)
        return BSHIP_ERROR_WORK_LIMIT;
    if (bship_internal_array_reserve(&ledger->debts, allocator, 1, sizeof(bship_internal_debt)))
        return BSHIP_ERROR_MEMORY;
    if (ledger->debts.count * 2 < ledger->table_size)
        return BSHIP_OK;
    size_t size = ledger->table_size ? ledger->table_size * 2 : FIRST_SIZE;
    uint32_t *table = bship_internal_alloc(allocator, size, sizeof *table);
    if (!table)
        return BSHIP_ERROR_MEMORY;
    bship_internal_free(allocator, ledger->table, ledger->table_size, sizeof *table);
    ledger->table = table;
    ledger->table_size = size;
    bship_status status = BSHIP_OK;
    for (uint32_t i = 0; !status && i < ledger->debts.count; i++) {
        const bship_internal_debt *debt = bship_internal_debt_at(ledger, i);
        *find_slot(ledger, debt->depth, &debt->owed) = i + 1;
        status = bship_internal_effort_note(effort, STEPS_A_SLOT);
    }
    return status;
}

/* Finds a debt, new if need be: OK, WORK_LIMIT if there are too many, CANCELLED or MEMORY. */
static bship_status find_debt(bship_internal_ledger *ledger, uint32_t depth,
                              const bship_internal_sum *owed, uint32_t *number,
                              bship_internal_effort *effort)
{
    bship_status status = make_room(ledger, effort);
    if (status)
        return status;
    uint32_t *slot = find_slot(ledger, depth, owed);
    if (!*slot) {
        *debt_at(ledger, (uint32_t)ledger->debts.count) =
            (bship_internal_debt){ .owed = *owed, .depth = depth };
        *slot = (uint32_t)++ledger->debts.count;
    }
    *number = *slot - 1;
    return BSHIP_OK;
}

static bship_status forget(bship_internal_ledger *ledger, bship_internal_effort *effort)
{
    ledger->debts.count = 0;
    ledger->payments.count = 0;
    return bship_internal_effort_clear(effort, ledger->table,
                                       ledger->table_size * sizeof *ledger->table);
}

/* ---- from the end, and from the beginning ---- */

/* The groups of the ship at a depth. */
static uint32_t groups_begin(const bship_internal_ledger *ledger, uint32_t depth)
{
    return ledger->totals.groups_begin[ledger->kinds[depth]];
}

static uint32_t groups_end(const bship_internal_ledger *ledger, uint32_t depth)
{
    return ledger->totals.groups_begin[ledger->kinds[depth] + 1];
}

static bship_status spend(const bship_internal_ledger *ledger, uint32_t depth,
                          bship_internal_effort *effort)
{
    int64_t groups = groups_end(ledger, depth) - groups_begin(ledger, depth);
    return bship_internal_effort_spend(effort, 5 * groups + 10);
}

/* Lists what may be owed for a payment at a depth to leave a debt. */
static bship_status borrow(bship_internal_ledger *ledger, uint32_t depth, uint32_t debt,
                           bship_internal_effort *effort)
{
    const bship_internal_totals *totals = &ledger->totals;
    bship_status status = spend(ledger, depth, effort);
    for (uint32_t c = groups_begin(ledger, depth); !status && c < groups_end(ledger, depth); c++) {
        const bship_internal_group *by = bship_internal_group_at(totals, c);
        bship_internal_sum owed =
            bship_internal_sum_plus(bship_internal_debt_at(ledger, debt)->owed, &by->sum);
        bship_internal_sum left;
        uint32_t number;
        if (bship_internal_sum_pay(totals, &totals->told, &owed, &left))
            status = find_debt(ledger, depth, &owed, &number, effort);
    }
    return status;
}

/* Lists all debts that can be paid from a depth on. */
static bship_status look_back(bship_internal_ledger *ledger, uint32_t from,
                              bship_internal_effort *effort)
{
    static const bship_internal_sum nothing = { { 0, 0 } };
    uint32_t depth = (uint32_t)ledger->totals.evidence->rules->fleet->count, number;
    ledger->debts_begin[depth] = 0;
    bship_status status = find_debt(ledger, depth, &nothing, &number, effort);
    ledger->debts_end[depth] = 1;
    while (!status && depth-- > from) {
        ledger->debts_begin[depth] = (uint32_t)ledger->debts.count;
        for (uint32_t i = ledger->debts_begin[depth + 1];
             !status && i < ledger->debts_end[depth + 1]; i++)
            status = borrow(ledger, depth, i, effort);
        ledger->debts_end[depth] = (uint32_t)ledger->debts.count;
    }
    return status;
}

/* Lists the payments of a debt. From a depth on those debts that can be paid are known. */
static bship_status pay(bship_internal_ledger *ledger, uint32_t number, uint32_t known_from,
                        bship_internal_effort *effort)
{
    const bship_internal_totals *totals = &ledger->totals;
    uint32_t depth = bship_internal_debt_at(ledger, number)->depth, next = 0;
    uint32_t end = groups_end(ledger, depth);
    bship_status status = spend(ledger, depth, effort);
    if (!status && ledger->payments.count > UINT32_MAX - end)
        status = BSHIP_ERROR_WORK_LIMIT;
    if (!status)
        status = bship_internal_array_reserve(&ledger->payments, &totals->allocator,
                                              end - groups_begin(ledger, depth),
                                              sizeof(bship_internal_payment));
    debt_at(ledger, number)->payments = (uint32_t)ledger->payments.count;
    for (uint32_t c = groups_begin(ledger, depth); !status && c < end; c++) {
        const bship_internal_group *by = bship_internal_group_at(totals, c);
        bship_internal_sum left;
        if (!bship_internal_sum_pay(totals, &bship_internal_debt_at(ledger, number)->owed, &by->sum,
                                    &left))
            continue;
        if (depth + 1 < known_from) {
            status = find_debt(ledger, depth + 1, &left, &next, effort);
        } else {
            uint32_t slot = *find_slot(ledger, depth + 1, &left);
            if (!slot)
                continue;
            next = slot - 1;
        }
        debt_at(ledger, next)->paths = 1;
        ((bship_internal_payment *)ledger->payments.items)[ledger->payments.count++] =
            (bship_internal_payment){ 0, c, next };
    }
    debt_at(ledger, number)->payments_end = (uint32_t)ledger->payments.count;
    return status;
}

/* Lists all payments, from the debt of all ships on. */
static bship_status look_ahead(bship_internal_ledger *ledger, uint32_t known_from,
                               bship_internal_effort *effort)
{
    uint32_t ships = (uint32_t)ledger->totals.evidence->rules->fleet->count;
    bship_status status = find_debt(ledger, 0, &ledger->totals.told, &ledger->root, effort);
    if (status)
        return status;
    debt_at(ledger, ledger->root)->paths = 1;
    ledger->debts_begin[0] = ledger->root;
    ledger->debts_end[0] = ledger->root + 1;
    for (uint32_t depth = 0; !status && depth < ships; depth++) {
        if (depth + 1 < known_from)
            ledger->debts_begin[depth + 1] = (uint32_t)ledger->debts.count;
        for (uint32_t i = ledger->debts_begin[depth]; !status && i < ledger->debts_end[depth];
             i++) {
            if (bship_internal_debt_at(ledger, i)->paths > 0)
                status = pay(ledger, i, known_from, effort);
        }
        if (depth + 1 < known_from)
            ledger->debts_end[depth + 1] = (uint32_t)ledger->debts.count;
    }
    return status;
}

/* ---- sums ---- */

/* The payments of a debt are gone through, which is part of what listing them took. */
static bship_status note(const bship_internal_debt *debt, bship_internal_effort *effort)
{
    return bship_internal_effort_note(effort, 5 * (int64_t)(debt->payments_end - debt->payments));
}

static bship_status add_ways(bship_internal_ledger *ledger, bship_internal_debt *debt, int exponent,
                             bship_internal_effort *effort)
{
    bship_internal_payment *payments = ledger->payments.items;
    for (uint32_t i = debt->payments; i < debt->payments_end; i++) {
        const bship_internal_group *by =
            bship_internal_group_at(&ledger->totals, payments[i].group);
        const bship_internal_debt *next = bship_internal_debt_at(ledger, payments[i].next);
        debt->ways += (by->end - by->first) * next->ways;
        debt->weight += ldexp(by->weight, -exponent) * next->weight;
        payments[i].sum = debt->weight;
    }
    return note(debt, effort);
}

/* The weights of each kind are divided by a power of 2 that is about their sum. */
static int exponent_of(const bship_internal_ledger *ledger, uint32_t depth)
{
    double sum = 0;
    int exponent = 0;
    for (uint32_t c = groups_begin(ledger, depth); c < groups_end(ledger, depth); c++)
        sum += bship_internal_group_at(&ledger->totals, c)->weight;
    (void)frexp(sum, &exponent);
    return exponent;
}

/* Sums up all ways, from the last ship to the first. */
static bship_status add_all_ways(bship_internal_ledger *ledger, bship_internal_effort *effort)
{
    uint32_t depth = (uint32_t)ledger->totals.evidence->rules->fleet->count;
    bship_status status = BSHIP_OK;
    debt_at(ledger, 0)->ways = debt_at(ledger, 0)->weight = 1;
    ledger->exponent = 0;
    while (!status && depth-- > 0) {
        int exponent = exponent_of(ledger, depth);
        ledger->exponent += exponent;
        for (uint32_t i = ledger->debts_begin[depth]; !status && i < ledger->debts_end[depth]; i++)
            status = add_ways(ledger, debt_at(ledger, i), exponent, effort);
    }
    return status;
}

/* How many placements of a group are tried; of open ones, in covering, only whether to leave them.
 */
static double tries_of(const bship_internal_group *by, int is_covering)
{
    return is_covering && by->is_open ? 1 : by->end - by->first;
}

/* Leads the paths to a debt on; returns how many placements are tried there. */
static double add_paths(bship_internal_ledger *ledger, const bship_internal_debt *debt,
                        int is_covering)
{
    double tries = 0;
    for (uint32_t i = debt->payments; i < debt->payments_end; i++) {
        const bship_internal_payment *payment = bship_internal_payment_at(ledger, i);
        bship_internal_debt *next = debt_at(ledger, payment->next);
        double count = 0;
        if (next->ways > 0)
            count = debt->paths *
                    tries_of(bship_internal_group_at(&ledger->totals, payment->group), is_covering);
        next->paths += count;
        tries += count;
    }
    return tries;
}

/* What going through all ways would take: ships of a kind are laid in one order only. */
static bship_status estimate(bship_internal_ledger *ledger, int is_covering, double *steps,
                             bship_internal_effort *effort)
{
    uint32_t ships = (uint32_t)ledger->totals.evidence->rules->fleet->count;
    bship_status status = BSHIP_OK;
    double orders = 1, alike = 1,
           last = is_covering ? BSHIP_INTERNAL_COST_COVERING : BSHIP_INTERNAL_COST_LAST;
    for (uint32_t i = 0; i < ledger->debts.count; i++)
        debt_at(ledger, i)->paths = i == ledger->root;
    *steps = 0;
    for (uint32_t depth = 0; !status && depth < ships; depth++) {
        double tries = 0;
        alike = bship_internal_ledger_is_alike(ledger, depth) ? alike + 1 : 1;
        orders *= alike;
        for (uint32_t i = ledger->debts_begin[depth]; !status && i < ledger->debts_end[depth];
             i++) {
            const bship_internal_debt *debt = bship_internal_debt_at(ledger, i);
            tries += add_paths(ledger, debt, is_covering);
            status = note(debt, effort);
        }
        *steps += tries / orders * (depth + 1 < ships ? BSHIP_INTERNAL_COST_TRY : last);
    }
    return status;
}

/* ---- all ---- */

static uint32_t place_count(const bship_internal_totals *totals, int32_t kind)
{
    uint32_t begin = totals->groups_begin[kind], end = totals->groups_begin[kind + 1];
    return begin == end ? 0
                        : bship_internal_group_at(totals, end - 1)->end -
                              bship_internal_group_at(totals, begin)->first;
}

/* Those that have the fewest placements come first. */
static void order_kinds(bship_internal_ledger *ledger)
{
    const bship_internal_evidence *evidence = ledger->totals.evidence;
    int32_t depth = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        int32_t ships = evidence->kinds[k].ships, at = depth;
        uint32_t count = place_count(&ledger->totals, k);
        for (; at > 0 && place_count(&ledger->totals, ledger->kinds[at - 1]) > count; at--)
            ledger->kinds[at - 1 + ships] = ledger->kinds[at - 1];
        for (int32_t i = 0; i < ships; i++)
            ledger->kinds[at + i] = k;
        depth += ships;
    }
}

bship_status bship_internal_ledger_open(bship_internal_ledger *ledger,
                                        bship_internal_effort *effort)
{
    uint32_t ships = (uint32_t)ledger->totals.evidence->rules->fleet->count;
    uint32_t middle = ships - ships / 2;
    bship_status status = bship_internal_totals_group(&ledger->totals, effort);
    if (status)
        return status;
    order_kinds(ledger);
    status = forget(ledger, effort);
    if (!status)
        status = look_back(ledger, middle, effort);
    if (!status)
        status = look_ahead(ledger, middle, effort);
    if (!status)
        status = add_all_ways(ledger, effort);
    if (!status)
        status = estimate(ledger, 1, &ledger->covering_steps, effort);
    if (!status)
        status = estimate(ledger, 0, &ledger->steps, effort);
    if (status)
        return status;
    return bship_internal_debt_at(ledger, ledger->root)->ways > 0 ? BSHIP_OK
                                                                  : BSHIP_ERROR_CONTRADICTION;
}
