/* The ways to cover the hits; see enumeration/hit_covers.h. */
#include "inference/enumeration/hit_covers.h"

#include <stdbool.h>
#include <string.h>

#include "base/random.h"

void bsi_hit_covers_carve(bsi_hit_covers *covers, const bsi_evidence *evidence,
                          const bsi_residual *residual, bsi_arena *arena)
{
    const bship_fleet *fleet = evidence->rules->fleet;
    covers->evidence = evidence;
    covers->residual = residual;
    covers->allocator = evidence->rules->allocator;
    bsi_grid_carve(&covers->grid, evidence, arena);
    covers->left = bsi_arena_take(arena, (size_t)evidence->class_count, sizeof *covers->left);
    covers->placed = bsi_arena_take(arena, (size_t)fleet->count, sizeof *covers->placed);
    covers->occupied = bsi_arena_take(arena, evidence->rules->free_count, sizeof *covers->occupied);
}

void bsi_hit_covers_clear(bsi_hit_covers *covers)
{
    const bship_allocator *allocator = &covers->allocator;
    struct {
        bsi_array *list;
        size_t size;
    } lists[] = {
        { &covers->remaining_sets, sizeof(bsi_remaining) },
        { &covers->lefts, sizeof(int32_t) },
        { &covers->leaves, sizeof(bsi_leaf) },
        { &covers->ways, sizeof(bsi_way) },
        { &covers->placements, sizeof(bsi_placement) },
        { &covers->cells, sizeof(uint32_t) },
        { &covers->options, sizeof(bsi_placement) },
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++)
        bsi_array_free(lists[i].list, allocator, lists[i].size);
    bsi_free(allocator, covers->table, covers->table_size, sizeof *covers->table);
    covers->table = NULL;
    covers->table_size = 0;
}

/* ---- the leaves ---- */

/* Appends items to a list; -1 if there is no memory or the list would be too long to number. */
static int64_t append(bsi_array *list, const bship_allocator *allocator, const void *items,
                      size_t count, size_t size)
{
    if (list->count + count > INT32_MAX || bsi_array_reserve(list, allocator, count, size))
        return -1;
    size_t at = list->count;
    if (count > 0)
        memcpy((unsigned char *)list->items + at * size, items, count * size);
    list->count += count;
    return (int64_t)at;
}

/* The number of the rest that is `left`, new if need be; -1 if there is no memory. */
static int32_t find_remaining(bsi_hit_covers *covers)
{
    size_t classes = (size_t)covers->evidence->class_count;
    for (size_t i = covers->remaining_sets.count; i-- > 0;) {
        const bsi_remaining *remaining = bsi_remaining_at(covers, (int32_t)i);
        if (memcmp(bsi_left_of(covers, remaining), covers->left, classes * sizeof *covers->left) ==
            0)
            return (int32_t)i;
    }
    int64_t left =
        append(&covers->lefts, &covers->allocator, covers->left, classes, sizeof *covers->left);
    if (left < 0)
        return -1;
    int32_t cover = covers->placed_count;
    bsi_remaining remaining = { (size_t)left, covers->evidence->rules->fleet->count - cover, cover,
                                -1 };
    return (int32_t)append(&covers->remaining_sets, &covers->allocator, &remaining, 1,
                           sizeof remaining);
}

static uint64_t hash_of(const bsi_hit_covers *covers, int32_t remaining)
{
    /* The same for any order of the cells. */
    uint64_t hash = bsi_splitmix((uint64_t)remaining);
    for (uint32_t i = 0; i < covers->occupied_count; i++)
        hash += bsi_splitmix(~(uint64_t)covers->occupied[i]);
    return hash;
}

static bool is_same_leaf(const bsi_hit_covers *covers, int32_t number, uint64_t hash,
                         int32_t remaining)
{
    const bsi_leaf *leaf = bsi_leaf_at(covers, number);
    if (leaf->hash != hash || leaf->remaining != remaining ||
        leaf->cell_count != covers->occupied_count)
        return false;
    const uint32_t *cells = bsi_cells_of(covers, leaf);
    for (uint32_t i = 0; i < leaf->cell_count; i++) {
        if (!covers->grid.occupied[cells[i]])
            return false;
    }
    return true;
}

/* Where a leaf is, or would be, in the table. */
static int32_t *find_slot(const bsi_hit_covers *covers, uint64_t hash, int32_t remaining)
{
    size_t mask = covers->table_size - 1;
    size_t slot = (size_t)hash & mask;
    while (covers->table[slot] && !(is_same_leaf(covers, covers->table[slot] - 1, hash, remaining)))
        slot = (slot + 1) & mask;
    return &covers->table[slot];
}

enum {
    STEPS_A_SLOT = 16
};

/* Keeps at least half of the table empty: OK, MEMORY or CANCELLED. */
static bship_status grow_table(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    enum {
        FIRST_SIZE = 64
    };
    if (covers->leaves.count * 2 < covers->table_size)
        return BSHIP_OK;
    size_t size = covers->table_size ? covers->table_size * 2 : FIRST_SIZE;
    int32_t *table = bsi_alloc(&covers->allocator, size, sizeof *table);
    if (!table)
        return BSHIP_ERROR_MEMORY;
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < covers->leaves.count; i++) {
        size_t slot = (size_t)bsi_leaf_at(covers, (int32_t)i)->hash & (size - 1);
        while (table[slot])
            slot = (slot + 1) & (size - 1);
        table[slot] = (int32_t)i + 1;
        status = bsi_work_report(budget, STEPS_A_SLOT);
    }
    bsi_free(&covers->allocator, covers->table, covers->table_size, sizeof *table);
    covers->table = table;
    covers->table_size = size;
    return status;
}

/* The number of the leaf that is before us, new if need be; -1 if there is no memory. */
static int32_t find_leaf(bsi_hit_covers *covers)
{
    int32_t remaining = find_remaining(covers);
    if (remaining < 0)
        return -1;
    uint64_t hash = hash_of(covers, remaining);
    int32_t *slot = find_slot(covers, hash, remaining);
    if (*slot)
        return *slot - 1;
    bsi_remaining *of = (bsi_remaining *)covers->remaining_sets.items + remaining;
    bsi_leaf leaf = { .hash = hash,
                      .cell_count = covers->occupied_count,
                      .remaining = remaining,
                      .next_leaf = of->first_leaf,
                      .first_way = -1 };
    int64_t cells = append(&covers->cells, &covers->allocator, covers->occupied,
                           covers->occupied_count, sizeof *covers->occupied);
    leaf.cells = (size_t)cells;
    int64_t number = -1;
    if (cells >= 0)
        number = append(&covers->leaves, &covers->allocator, &leaf, 1, sizeof leaf);
    if (number < 0)
        return -1;
    of->first_leaf = (int32_t)number;
    *slot = (int32_t)number + 1;
    return (int32_t)number;
}

static bship_status add_way(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    /* The rests are looked through, and all is copied. */
    int64_t steps =
        (int64_t)covers->remaining_sets.count + covers->occupied_count + 2 * covers->placed_count;
    bship_status status = bsi_work_charge(budget, steps);
    if (!status)
        status = grow_table(covers, budget);
    if (status)
        return status;
    int32_t number = find_leaf(covers);
    if (number < 0)
        return BSHIP_ERROR_MEMORY;
    bsi_leaf *leaf = (bsi_leaf *)covers->leaves.items + number;
    bsi_way way = { .next_way = leaf->first_way, .weight = 1 };
    for (int32_t i = 0; i < covers->placed_count; i++) {
        bsi_placement placement = covers->placed[i];
        way.weight *= bsi_placement_weight(covers->evidence, placement);
    }
    int64_t placements = append(&covers->placements, &covers->allocator, covers->placed,
                                (size_t)covers->placed_count, sizeof *covers->placed);
    way.placements = (size_t)placements;
    int64_t at = -1;
    if (placements >= 0)
        at = append(&covers->ways, &covers->allocator, &way, 1, sizeof way);
    if (at < 0)
        return BSHIP_ERROR_MEMORY;
    leaf->first_way = (int32_t)at;
    leaf->ways++;
    leaf->weight += way.weight;
    return BSHIP_OK;
}

/* ---- the tree ---- */

/* The hit not covered that leaves the fewest choices; 0 if all are covered. */
static uint32_t hardest_hit(bsi_hit_covers *covers, bsi_work_budget *budget, bship_status *status)
{
    const bsi_evidence *evidence = covers->evidence;
    int64_t steps = covers->hit_cost;
    uint32_t fewest = UINT32_MAX;
    uint32_t hardest = 0;
    *status = bsi_work_charge(budget, steps);
    for (uint32_t i = 0; !*status && fewest > 0 && i < evidence->hit_count; i++) {
        uint32_t hit = evidence->hits[i];
        if (covers->grid.occupied[hit])
            continue;
        *status = bsi_work_charge(budget, steps);
        uint32_t count = bsi_grid_options(&covers->grid, covers->left, hit, fewest, NULL);
        if (count == fewest && hardest)
            continue;
        fewest = count;
        hardest = hit;
    }
    return hardest;
}

/* Lists the open cells that a ship will take and none has taken. */
static void list_occupied(bsi_hit_covers *covers, bsi_placement placement)
{
    bsi_reach reach = bsi_grid_reach(&covers->grid, placement);
    for (size_t i = 0; i < reach.count; i++) {
        uint32_t position = placement.position + (uint32_t)reach.steps[i];
        if (covers->grid.occupied[position] == 0 &&
            covers->evidence->cells[position] == BSI_CELL_OPEN)
            covers->occupied[covers->occupied_count++] = position;
    }
}

/* Lays a ship. What it took is above the mark returned. */
static uint32_t place(bsi_hit_covers *covers, bsi_placement placement)
{
    uint32_t mark = covers->occupied_count;
    list_occupied(covers, placement);
    bsi_grid_place(&covers->grid, placement);
    covers->placed[covers->placed_count++] = placement;
    covers->left[placement.class]--;
    return mark;
}

static void remove(bsi_hit_covers *covers, bsi_placement placement, uint32_t mark)
{
    covers->left[placement.class]++;
    covers->placed_count--;
    covers->occupied_count = mark;
    bsi_grid_remove(&covers->grid, placement);
}

static bship_status cover_remaining(bsi_hit_covers *covers, bsi_work_budget *budget);

static bsi_placement option_at(const bsi_hit_covers *covers, size_t number)
{
    return ((const bsi_placement *)covers->options.items)[number];
}

/* Appends the placements that fit and cover a cell to the options: OK or MEMORY. */
static bship_status list_options(bsi_hit_covers *covers, uint32_t cell)
{
    bsi_array *options = &covers->options;
    if (bsi_array_reserve(options, &covers->allocator, covers->options_max, sizeof(bsi_placement)))
        return BSHIP_ERROR_MEMORY;
    options->count += bsi_grid_options(&covers->grid, covers->left, cell, UINT32_MAX,
                                       (bsi_placement *)options->items + options->count);
    return BSHIP_OK;
}

/* Covers a cell in every way, and the rest behind it. */
static bship_status cover_cell(bsi_hit_covers *covers, uint32_t cell, bsi_work_budget *budget)
{
    size_t first = covers->options.count;
    bship_status status = list_options(covers, cell);
    size_t end = covers->options.count;
    for (size_t i = first; !status && i < end; i++) {
        bsi_placement placement = option_at(covers, i);
        uint32_t mark = place(covers, placement);
        status = cover_remaining(covers, budget);
        remove(covers, placement, mark);
    }
    covers->options.count = first;
    return status;
}

static bship_status cover_state(bsi_hit_covers *covers, uint32_t number, uint32_t from,
                                bsi_work_budget *budget);

/* The ship whose turn it is pays, in every way from a place on, and those behind it the rest. */
static bship_status cover_by(bsi_hit_covers *covers, const bsi_residual_transition *transition,
                             uint32_t from, uint32_t end, bsi_work_budget *budget)
{
    const bsi_placement *places = covers->residual->totals.places.items;
    bship_status status =
        from < end ? bsi_work_charge(budget, BSI_COST_LAST * (int64_t)(end - from)) : BSHIP_OK;
    for (uint32_t i = from; !status && i < end; i++) {
        if (!bsi_grid_fits(&covers->grid, places[i]))
            continue;
        uint32_t mark = place(covers, places[i]);
        status = cover_state(covers, transition->next, i + 1, budget);
        remove(covers, places[i], mark);
    }
    return status;
}

/*
 * Covers what a debt tells of, ship by ship; a ship like the one before lies in no place before
 * `from`. One that adds nothing covers nothing, and is left.
 */
static bship_status cover_state(bsi_hit_covers *covers, uint32_t number, uint32_t from,
                                bsi_work_budget *budget)
{
    const bsi_residual *residual = covers->residual;
    const bsi_residual_state *state = bsi_residual_state_at(residual, number);
    bool is_covered = state->depth == (uint32_t)covers->evidence->rules->fleet->count;
    bship_status status = bsi_work_charge(budget, is_covered ? BSI_COST_COVER : BSI_COST_TRY);
    if (is_covered)
        return status ? status : add_way(covers, budget);
    if (!bsi_residual_is_same_class(residual, state->depth))
        from = 0;
    for (uint32_t i = state->transitions; !status && i < state->transitions_end; i++) {
        const bsi_residual_transition *transition = bsi_residual_transition_at(residual, i);
        const bsi_group *by = bsi_group_at(&residual->totals, transition->group);
        uint32_t first = from > by->first ? from : by->first;
        if (!(bsi_residual_state_at(residual, transition->next)->ways > 0))
            continue;
        if (!by->is_open)
            status = cover_by(covers, transition, first, by->end, budget);
        else if (first == by->first)
            status = cover_state(covers, transition->next, first, budget);
    }
    return status;
}

static bship_status cover_remaining(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    bship_status status;
    uint32_t hit = hardest_hit(covers, budget, &status);
    if (status)
        return status;
    if (hit)
        return cover_cell(covers, hit, budget);
    return add_way(covers, budget);
}

/* Empties the table where leaves are: it may be much larger than what was found. */
static bship_status clear_table(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    size_t mask = covers->table_size - 1;
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < covers->leaves.count; i++) {
        size_t slot = (size_t)bsi_leaf_at(covers, (int32_t)i)->hash & mask;
        for (; covers->table[slot]; slot = (slot + 1) & mask)
            covers->table[slot] = 0;
        status = bsi_work_report(budget, STEPS_A_SLOT);
    }
    return status;
}

static bship_status forget_leaves(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    bsi_array *const lists[] = { &covers->remaining_sets, &covers->lefts,      &covers->leaves,
                                 &covers->ways,           &covers->placements, &covers->cells };
    bship_status status = clear_table(covers, budget);
    for (size_t i = 0; !status && i < sizeof lists / sizeof lists[0]; i++)
        lists[i]->count = 0;
    return status;
}

/* Begins with all ships to be laid, and no leaves: OK or CANCELLED. */
static bship_status start(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    const bsi_evidence *evidence = covers->evidence;
    covers->options.count = 0;
    covers->options_max = 0;
    /* A placement for each cell of a ship, each of as many cells. */
    covers->hit_cost = 40;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        covers->left[k] = evidence->classes[k].ships;
        covers->options_max += 2 * (size_t)evidence->classes[k].length;
        covers->hit_cost += (int64_t)evidence->classes[k].length * evidence->classes[k].length;
    }
    return forget_leaves(covers, budget);
}

bship_status bsi_hit_covers_find(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    const bsi_residual *residual = covers->residual;
    bship_status status = start(covers, budget);
    if (status)
        return status;
    return bsi_totals_matter(&residual->totals) ? cover_state(covers, residual->root, 0, budget)
                                                : cover_remaining(covers, budget);
}
