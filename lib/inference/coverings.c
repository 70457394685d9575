/* The ways to cover the hits; see coverings.h. */
#include "inference/coverings.h"

#include <string.h>

#include "base/random.h"

void bship_internal_coverings_layout(bship_internal_coverings *coverings,
                                     const bship_internal_evidence *evidence,
                                     const bship_internal_ledger *ledger,
                                     bship_internal_arena *arena)
{
    const bship_fleet *fleet = evidence->rules->fleet;
    coverings->evidence = evidence;
    coverings->ledger = ledger;
    coverings->allocator = evidence->rules->allocator;
    bship_internal_waters_layout(&coverings->waters, evidence, arena);
    coverings->left =
        bship_internal_arena_take(arena, (size_t)evidence->kind_count, sizeof *coverings->left);
    coverings->laid =
        bship_internal_arena_take(arena, (size_t)fleet->count, sizeof *coverings->laid);
    coverings->taken =
        bship_internal_arena_take(arena, evidence->rules->free_count, sizeof *coverings->taken);
}

void bship_internal_coverings_clear(bship_internal_coverings *coverings)
{
    const bship_allocator *allocator = &coverings->allocator;
    struct {
        bship_internal_array *list;
        size_t size;
    } lists[] = {
        { &coverings->rests, sizeof(bship_internal_rest) },
        { &coverings->lefts, sizeof(int32_t) },
        { &coverings->leaves, sizeof(bship_internal_leaf) },
        { &coverings->ways, sizeof(bship_internal_way) },
        { &coverings->spots, sizeof(bship_internal_placement) },
        { &coverings->cells, sizeof(uint32_t) },
        { &coverings->options, sizeof(bship_internal_placement) },
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        bship_internal_array_free(lists[i].list, allocator, lists[i].size);
    bship_internal_free(allocator, coverings->table, coverings->table_size,
                        sizeof *coverings->table);
    coverings->table = NULL;
    coverings->table_size = 0;
}

/* ---- the leaves ---- */

/* Appends items to a list; -1 if there is no memory or the list would be too long to number. */
static int64_t append(bship_internal_array *list, const bship_allocator *allocator,
                      const void *items, size_t count, size_t size)
{
    if (list->count + count > INT32_MAX ||
        bship_internal_array_reserve(list, allocator, count, size))
        return -1;
    size_t at = list->count;
    if (count > 0)
        memcpy((unsigned char *)list->items + at * size, items, count * size);
    list->count += count;
    return (int64_t)at;
}

/* The number of the rest that is `left`, new if need be; -1 if there is no memory. */
static int32_t find_rest(bship_internal_coverings *coverings)
{
    size_t kinds = (size_t)coverings->evidence->kind_count;
    for (size_t i = coverings->rests.count; i-- > 0;) {
        const bship_internal_rest *rest = bship_internal_rest_at(coverings, (int32_t)i);
        if (memcmp(bship_internal_left_of(coverings, rest), coverings->left,
                   kinds * sizeof *coverings->left) == 0)
            return (int32_t)i;
    }
    int64_t left = append(&coverings->lefts, &coverings->allocator, coverings->left, kinds,
                          sizeof *coverings->left);
    if (left < 0)
        return -1;
    int32_t covering = coverings->laid_count;
    bship_internal_rest rest = { (size_t)left, coverings->evidence->rules->fleet->count - covering,
                                 covering, -1 };
    return (int32_t)append(&coverings->rests, &coverings->allocator, &rest, 1, sizeof rest);
}

static uint64_t hash_of(const bship_internal_coverings *coverings, int32_t rest)
{
    /* The same for any order of the cells. */
    uint64_t hash = bship_internal_splitmix((uint64_t)rest);
    for (uint32_t i = 0; i < coverings->taken_count; i++)
        hash += bship_internal_splitmix(~(uint64_t)coverings->taken[i]);
    return hash;
}

static int is_same_leaf(const bship_internal_coverings *coverings, int32_t number, uint64_t hash,
                        int32_t rest)
{
    const bship_internal_leaf *leaf = bship_internal_leaf_at(coverings, number);
    if (leaf->hash != hash || leaf->rest != rest || leaf->cell_count != coverings->taken_count)
        return 0;
    const uint32_t *cells = bship_internal_cells_of(coverings, leaf);
    for (uint32_t i = 0; i < leaf->cell_count; i++) {
        if (!coverings->waters.taken[cells[i]])
            return 0;
    }
    return 1;
}

/* Where a leaf is, or would be, in the table. */
static int32_t *find_slot(const bship_internal_coverings *coverings, uint64_t hash, int32_t rest)
{
    size_t mask = coverings->table_size - 1;
    size_t slot = (size_t)hash & mask;
    while (coverings->table[slot] &&
           !(is_same_leaf(coverings, coverings->table[slot] - 1, hash, rest)))
        slot = (slot + 1) & mask;
    return &coverings->table[slot];
}

enum {
    STEPS_A_SLOT = 16
};

/* Keeps at least half of the table empty: OK, MEMORY or CANCELLED. */
static bship_status grow_table(bship_internal_coverings *coverings, bship_internal_effort *effort)
{
    enum {
        FIRST_SIZE = 64
    };
    if (coverings->leaves.count * 2 < coverings->table_size)
        return BSHIP_OK;
    size_t size = coverings->table_size ? coverings->table_size * 2 : FIRST_SIZE;
    int32_t *table = bship_internal_alloc(&coverings->allocator, size, sizeof *table);
    if (!table)
        return BSHIP_ERROR_MEMORY;
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < coverings->leaves.count; i++) {
        size_t slot = (size_t)bship_internal_leaf_at(coverings, (int32_t)i)->hash & (size - 1);
        while (table[slot])
            slot = (slot + 1) & (size - 1);
        table[slot] = (int32_t)i + 1;
        status = bship_internal_effort_note(effort, STEPS_A_SLOT);
    }
    bship_internal_free(&coverings->allocator, coverings->table, coverings->table_size,
                        sizeof *table);
    coverings->table = table;
    coverings->table_size = size;
    return status;
}

/* The number of the leaf that is before us, new if need be; -1 if there is no memory. */
static int32_t find_leaf(bship_internal_coverings *coverings)
{
    int32_t rest = find_rest(coverings);
    if (rest < 0)
        return -1;
    uint64_t hash = hash_of(coverings, rest);
    int32_t *slot = find_slot(coverings, hash, rest);
    if (*slot)
        return *slot - 1;
    bship_internal_rest *of = (bship_internal_rest *)coverings->rests.items + rest;
    bship_internal_leaf leaf = { .hash = hash,
                                 .cell_count = coverings->taken_count,
                                 .rest = rest,
                                 .next_leaf = of->first_leaf,
                                 .first_way = -1 };
    int64_t cells = append(&coverings->cells, &coverings->allocator, coverings->taken,
                           coverings->taken_count, sizeof *coverings->taken);
    leaf.cells = (size_t)cells;
    int64_t number = -1;
    if (cells >= 0)
        number = append(&coverings->leaves, &coverings->allocator, &leaf, 1, sizeof leaf);
    if (number < 0)
        return -1;
    of->first_leaf = (int32_t)number;
    *slot = (int32_t)number + 1;
    return (int32_t)number;
}

static bship_status add_way(bship_internal_coverings *coverings, bship_internal_effort *effort)
{
    /* The rests are looked through, and all is copied. */
    int64_t steps =
        (int64_t)coverings->rests.count + coverings->taken_count + 2 * coverings->laid_count;
    bship_status status = bship_internal_effort_spend(effort, steps);
    if (!status)
        status = grow_table(coverings, effort);
    if (status)
        return status;
    int32_t number = find_leaf(coverings);
    if (number < 0)
        return BSHIP_ERROR_MEMORY;
    bship_internal_leaf *leaf = (bship_internal_leaf *)coverings->leaves.items + number;
    bship_internal_way way = { .next_way = leaf->first_way, .weight = 1 };
    for (int32_t i = 0; i < coverings->laid_count; i++) {
        bship_internal_placement spot = coverings->laid[i];
        way.weight *= bship_internal_placement_weight(coverings->evidence, spot);
    }
    int64_t spots = append(&coverings->spots, &coverings->allocator, coverings->laid,
                           (size_t)coverings->laid_count, sizeof *coverings->laid);
    way.spots = (size_t)spots;
    int64_t at = -1;
    if (spots >= 0)
        at = append(&coverings->ways, &coverings->allocator, &way, 1, sizeof way);
    if (at < 0)
        return BSHIP_ERROR_MEMORY;
    leaf->first_way = (int32_t)at;
    leaf->ways++;
    leaf->weight += way.weight;
    return BSHIP_OK;
}

/* ---- the tree ---- */

/* The hit not covered that leaves the fewest choices; 0 if all are covered. */
static uint32_t hardest_hit(bship_internal_coverings *coverings, bship_internal_effort *effort,
                            bship_status *status)
{
    const bship_internal_evidence *evidence = coverings->evidence;
    int64_t steps = coverings->hit_cost;
    uint32_t fewest = UINT32_MAX;
    uint32_t hardest = 0;
    *status = bship_internal_effort_spend(effort, steps);
    for (uint32_t i = 0; !*status && fewest > 0 && i < evidence->hit_count; i++) {
        uint32_t hit = evidence->hits[i];
        if (coverings->waters.taken[hit])
            continue;
        *status = bship_internal_effort_spend(effort, steps);
        uint32_t count =
            bship_internal_waters_options(&coverings->waters, coverings->left, hit, fewest, NULL);
        if (count == fewest && hardest)
            continue;
        fewest = count;
        hardest = hit;
    }
    return hardest;
}

/* Lists the open cells that a ship will take and none has taken. */
static void list_taken(bship_internal_coverings *coverings, bship_internal_placement spot)
{
    bship_internal_reach reach = bship_internal_waters_reach(&coverings->waters, spot);
    for (size_t i = 0; i < reach.count; i++) {
        uint32_t position = spot.position + (uint32_t)reach.steps[i];
        if (coverings->waters.taken[position] == 0 &&
            coverings->evidence->cells[position] == BSHIP_INTERNAL_CELL_OPEN)
            coverings->taken[coverings->taken_count++] = position;
    }
}

/* Lays a ship. What it took is above the mark returned. */
static uint32_t lay(bship_internal_coverings *coverings, bship_internal_placement spot)
{
    uint32_t mark = coverings->taken_count;
    list_taken(coverings, spot);
    bship_internal_waters_lay(&coverings->waters, spot);
    coverings->laid[coverings->laid_count++] = spot;
    coverings->left[spot.kind]--;
    return mark;
}

static void lift(bship_internal_coverings *coverings, bship_internal_placement spot, uint32_t mark)
{
    coverings->left[spot.kind]++;
    coverings->laid_count--;
    coverings->taken_count = mark;
    bship_internal_waters_lift(&coverings->waters, spot);
}

static bship_status cover_rest(bship_internal_coverings *coverings, bship_internal_effort *effort);

static bship_internal_placement option_at(const bship_internal_coverings *coverings, size_t number)
{
    return ((const bship_internal_placement *)coverings->options.items)[number];
}

/* Appends the placements that fit and cover a cell to the options: OK or MEMORY. */
static bship_status list_options(bship_internal_coverings *coverings, uint32_t cell)
{
    bship_internal_array *options = &coverings->options;
    if (bship_internal_array_reserve(options, &coverings->allocator, coverings->options_max,
                                     sizeof(bship_internal_placement)))
        return BSHIP_ERROR_MEMORY;
    options->count +=
        bship_internal_waters_options(&coverings->waters, coverings->left, cell, UINT32_MAX,
                                      (bship_internal_placement *)options->items + options->count);
    return BSHIP_OK;
}

/* Covers a cell in every way, and the rest behind it. */
static bship_status cover_cell(bship_internal_coverings *coverings, uint32_t cell,
                               bship_internal_effort *effort)
{
    size_t first = coverings->options.count;
    bship_status status = list_options(coverings, cell);
    size_t end = coverings->options.count;
    for (size_t i = first; !status && i < end; i++) {
        bship_internal_placement spot = option_at(coverings, i);
        uint32_t mark = lay(coverings, spot);
        status = cover_rest(coverings, effort);
        lift(coverings, spot, mark);
    }
    coverings->options.count = first;
    return status;
}

static bship_status cover_debt(bship_internal_coverings *coverings, uint32_t number, uint32_t from,
                               bship_internal_effort *effort);

/* The ship whose turn it is pays, in every way from a place on, and those behind it the rest. */
static bship_status cover_by(bship_internal_coverings *coverings,
                             const bship_internal_payment *payment, uint32_t from, uint32_t end,
                             bship_internal_effort *effort)
{
    const bship_internal_placement *places = coverings->ledger->totals.places.items;
    bship_status status =
        from < end
            ? bship_internal_effort_spend(effort, BSHIP_INTERNAL_COST_LAST * (int64_t)(end - from))
            : BSHIP_OK;
    for (uint32_t i = from; !status && i < end; i++) {
        if (!bship_internal_waters_fits(&coverings->waters, places[i]))
            continue;
        uint32_t mark = lay(coverings, places[i]);
        status = cover_debt(coverings, payment->next, i + 1, effort);
        lift(coverings, places[i], mark);
    }
    return status;
}

/*
 * Covers what a debt tells of, ship by ship; a ship like the one before lies in no place before
 * `from`. One that adds nothing covers nothing, and is left.
 */
static bship_status cover_debt(bship_internal_coverings *coverings, uint32_t number, uint32_t from,
                               bship_internal_effort *effort)
{
    const bship_internal_ledger *ledger = coverings->ledger;
    const bship_internal_debt *debt = bship_internal_debt_at(ledger, number);
    int is_covered = debt->depth == (uint32_t)coverings->evidence->rules->fleet->count;
    bship_status status = bship_internal_effort_spend(
        effort, is_covered ? BSHIP_INTERNAL_COST_COVERING : BSHIP_INTERNAL_COST_TRY);
    if (is_covered)
        return status ? status : add_way(coverings, effort);
    if (!bship_internal_ledger_is_alike(ledger, debt->depth))
        from = 0;
    for (uint32_t i = debt->payments; !status && i < debt->payments_end; i++) {
        const bship_internal_payment *payment = bship_internal_payment_at(ledger, i);
        const bship_internal_group *by = bship_internal_group_at(&ledger->totals, payment->group);
        uint32_t first = from > by->first ? from : by->first;
        if (!(bship_internal_debt_at(ledger, payment->next)->ways > 0))
            continue;
        if (!by->is_open)
            status = cover_by(coverings, payment, first, by->end, effort);
        else if (first == by->first)
            status = cover_debt(coverings, payment->next, first, effort);
    }
    return status;
}

static bship_status cover_rest(bship_internal_coverings *coverings, bship_internal_effort *effort)
{
    bship_status status;
    uint32_t hit = hardest_hit(coverings, effort, &status);
    if (status)
        return status;
    if (hit)
        return cover_cell(coverings, hit, effort);
    return add_way(coverings, effort);
}

/* Empties the table where leaves are: it may be much larger than what was found. */
static bship_status clear_table(bship_internal_coverings *coverings, bship_internal_effort *effort)
{
    size_t mask = coverings->table_size - 1;
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < coverings->leaves.count; i++) {
        size_t slot = (size_t)bship_internal_leaf_at(coverings, (int32_t)i)->hash & mask;
        for (; coverings->table[slot]; slot = (slot + 1) & mask)
            coverings->table[slot] = 0;
        status = bship_internal_effort_note(effort, STEPS_A_SLOT);
    }
    return status;
}

static bship_status forget_leaves(bship_internal_coverings *coverings,
                                  bship_internal_effort *effort)
{
    bship_internal_array *const lists[] = { &coverings->rests,  &coverings->lefts,
                                            &coverings->leaves, &coverings->ways,
                                            &coverings->spots,  &coverings->cells };
    bship_status status = clear_table(coverings, effort);
    for (size_t i = 0; !status && i < sizeof lists / sizeof lists[0]; i++)
        lists[i]->count = 0;
    return status;
}

/* Begins with all ships to be laid, and no leaves: OK or CANCELLED. */
static bship_status start(bship_internal_coverings *coverings, bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = coverings->evidence;
    coverings->options.count = 0;
    coverings->options_max = 0;
    /* A placement for each cell of a ship, each of as many cells. */
    coverings->hit_cost = 40;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        coverings->left[k] = evidence->kinds[k].ships;
        coverings->options_max += 2 * (size_t)evidence->kinds[k].length;
        coverings->hit_cost += (int64_t)evidence->kinds[k].length * evidence->kinds[k].length;
    }
    return forget_leaves(coverings, effort);
}

bship_status bship_internal_coverings_find(bship_internal_coverings *coverings,
                                           bship_internal_effort *effort)
{
    const bship_internal_ledger *ledger = coverings->ledger;
    bship_status status = start(coverings, effort);
    if (status)
        return status;
    return bship_internal_totals_matter(&ledger->totals)
               ? cover_debt(coverings, ledger->root, 0, effort)
               : cover_rest(coverings, effort);
}
