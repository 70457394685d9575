/* Finding and merging exact covers; see hit_covers.h. */
#include "inference/enumeration/hit_covers.h"

#include <stdbool.h>
#include <string.h>

#include "base/random.h"

void bsi_hit_covers_carve(bsi_hit_covers *covers, bsi_exact_cover *cover,
                          const bsi_residual *residual, bsi_arena *arena)
{
    const bsi_evidence *evidence = cover->evidence;
    covers->evidence = evidence;
    covers->residual = residual;
    covers->cover = cover;
    covers->occupied = bsi_arena_take(arena, evidence->rules->free_count, sizeof *covers->occupied);
    covers->is_occupied =
        bsi_arena_take(arena, evidence->rules->positions, sizeof *covers->is_occupied);
    covers->listed =
        bsi_arena_take(arena, (size_t)evidence->rules->fleet->count + 1, sizeof *covers->listed);
}

void bsi_hit_covers_clear(bsi_hit_covers *covers)
{
    const bship_allocator *allocator = covers->cover->allocator;
    BSI_FREE(&covers->remaining_sets, allocator);
    BSI_FREE(&covers->lefts, allocator);
    BSI_FREE(&covers->leaves, allocator);
    BSI_FREE(&covers->list, allocator);
    BSI_FREE(&covers->placements, allocator);
    BSI_FREE(&covers->cells, allocator);
    bsi_hash_table_free(&covers->table, allocator);
}

/* Whether the current cover is by all ships. */
static bool is_layout(const bsi_hit_covers *covers)
{
    return (int32_t)covers->cover->ship_count == covers->evidence->rules->fleet->count;
}

/* The index of the set of ships that the current cover leaves, added if new. */
static int32_t find_remaining(bsi_hit_covers *covers)
{
    size_t classes = (size_t)covers->evidence->class_count, left = covers->lefts.count;
    size_t size = classes * sizeof *covers->lefts.items;
    for (size_t i = covers->remaining_sets.count; i-- > 0;) {
        const bsi_remaining *remaining = &covers->remaining_sets.items[i];
        if (memcmp(&covers->lefts.items[remaining->left], covers->cover->partial.left, size) == 0)
            return (int32_t)i;
    }
    int32_t cover = (int32_t)covers->cover->ship_count;
    memcpy(&covers->lefts.items[left], covers->cover->partial.left, size);
    covers->lefts.count += classes;
    covers->remaining_sets.items[covers->remaining_sets.count] =
        (bsi_remaining){ left, covers->evidence->rules->fleet->count - cover, cover, -1 };
    return (int32_t)covers->remaining_sets.count++;
}

/* Number and hash of the open cells that matter to the completions of the current cover: those that
 * it occupies, but none if it is a layout. */
static bsi_cover_occupied occupied_of(const bsi_hit_covers *covers)
{
    return covers->listed[is_layout(covers) ? 0 : covers->cover->ship_count];
}

/* Whether a leaf with the hash of the current cover is its leaf. */
static bool is_same_leaf(const void *items, uint32_t number, const void *key)
{
    const bsi_hit_covers *covers = items;
    const int32_t *remaining = key;
    const bsi_leaf *leaf = &covers->leaves.items[number];
    if (leaf->remaining != *remaining || leaf->cell_count != occupied_of(covers).count)
        return false;
    const uint32_t *cells = &covers->cells.items[leaf->cells];
    for (uint32_t i = 0; i < leaf->cell_count; i++) {
        if (!covers->is_occupied[cells[i]])
            return false;
    }
    return true;
}

static uint64_t hash_of_leaf(const void *leaves, uint32_t number)
{
    return ((const bsi_leaf *)leaves)[number].hash;
}

/* The index of the leaf of the current cover, added if new. */
static int32_t find_leaf(bsi_hit_covers *covers)
{
    int32_t remaining = find_remaining(covers);
    bsi_cover_occupied occupied = occupied_of(covers);
    uint64_t hash = occupied.hash + bsi_splitmix((uint64_t)remaining);
    bsi_hash_slot *slot =
        bsi_hash_table_find(&covers->table, hash, is_same_leaf, covers, &remaining);
    if (bsi_hash_slot_is_set(&covers->table, slot))
        return (int32_t)slot->number;
    int32_t number = (int32_t)covers->leaves.count++;
    bsi_remaining *set = &covers->remaining_sets.items[remaining];
    covers->leaves.items[number] = (bsi_leaf){ .hash = hash,
                                               .cells = covers->cells.count,
                                               .cell_count = occupied.count,
                                               .remaining = remaining,
                                               .next_leaf = set->first_leaf,
                                               .first_cover = -1 };
    memcpy(&covers->cells.items[covers->cells.count], covers->occupied,
           occupied.count * sizeof *covers->occupied);
    covers->cells.count += occupied.count;
    set->first_leaf = number;
    bsi_hash_slot_set(&covers->table, slot, hash, (uint32_t)number);
    return number;
}

/* Keeps in `occupied` at most the cells of the first ships. */
static void truncate_occupied(bsi_hit_covers *covers, uint32_t ships)
{
    if (covers->listed_ships <= ships)
        return;
    uint32_t kept = covers->listed[ships].count;
    for (uint32_t i = covers->listed[covers->listed_ships].count; i > kept; i--)
        covers->is_occupied[covers->occupied[i - 1]] = false;
    covers->listed_ships = ships;
}

/* Appends to `occupied` the open cells that the next ship occupies and no earlier one does. */
static void list_next_ship(bsi_hit_covers *covers)
{
    uint32_t ship = covers->listed_ships++;
    bsi_placement placement = covers->cover->ships[ship];
    bsi_reach reach = bsi_grid_reach(&covers->cover->partial.grid, placement);
    bsi_cover_occupied listed = covers->listed[ship];
    for (size_t i = 0; i < reach.count; i++) {
        uint32_t position = placement.position + (uint32_t)reach.steps[i];
        if (covers->is_occupied[position] || covers->evidence->cells[position] != BSI_CELL_OPEN)
            continue;
        covers->is_occupied[position] = true;
        covers->occupied[listed.count++] = position;
        listed.hash += bsi_splitmix(~(uint64_t)position);
    }
    covers->listed[ship + 1] = listed;
}

/* Makes room for the current cover: OK, MEMORY or CANCELLED. */
static bship_status reserve(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    const bship_allocator *allocator = covers->cover->allocator;
    size_t leaves = covers->leaves.count;
    if (covers->list.count == INT32_MAX || BSI_RESERVE(&covers->remaining_sets, allocator, 1) ||
        BSI_RESERVE(&covers->lefts, allocator, (size_t)covers->evidence->class_count) ||
        BSI_RESERVE(&covers->leaves, allocator, 1) ||
        BSI_RESERVE(&covers->cells, allocator, occupied_of(covers).count) ||
        BSI_RESERVE(&covers->list, allocator, 1) ||
        BSI_RESERVE(&covers->placements, allocator, covers->cover->ship_count))
        return BSHIP_ERROR_MEMORY;
    bsi_hash_items items = { hash_of_leaf, covers->leaves.items, 0, leaves };
    return bsi_hash_table_reserve(&covers->table, leaves + 1, &items, allocator, budget);
}

/* Adds the current cover to its leaf. */
static bship_status add_cover(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    const bsi_placement *ships = covers->cover->ships;
    uint32_t count = covers->cover->ship_count;
    /* Only the cells of ships that changed are listed anew. */
    truncate_occupied(covers, covers->cover->unchanged);
    while (!is_layout(covers) && covers->listed_ships < count)
        list_next_ship(covers);
    /* The cost of a linear search of the remaining sets, and of copying. */
    int64_t steps = (int64_t)covers->remaining_sets.count + occupied_of(covers).count + 2 * count;
    bship_status status = bsi_work_charge(budget, steps);
    if (!status)
        status = reserve(covers, budget);
    if (status)
        return status;
    bsi_leaf *leaf = &covers->leaves.items[find_leaf(covers)];
    bsi_hit_cover cover = { covers->placements.count, leaf->first_cover, 1 };
    for (uint32_t i = 0; i < count; i++) {
        cover.weight *= bsi_placement_weight(covers->evidence, ships[i]);
        covers->placements.items[covers->placements.count++] = ships[i];
    }
    leaf->first_cover = (int32_t)covers->list.count;
    leaf->cover_count++;
    leaf->weight += cover.weight;
    covers->list.items[covers->list.count++] = cover;
    return BSHIP_OK;
}

bship_status bsi_hit_covers_find(bsi_hit_covers *covers, bsi_work_budget *budget)
{
    bsi_branching by_totals = bsi_residual_branching(covers->residual);
    bool has_totals = bsi_totals_matter(&covers->residual->totals);
    bsi_hash_table_clear(&covers->table);
    covers->remaining_sets.count = covers->lefts.count = covers->leaves.count = 0;
    covers->list.count = covers->placements.count = covers->cells.count = 0;
    truncate_occupied(covers, 0);
    bship_status status =
        bsi_exact_cover_start(covers->cover, has_totals ? &by_totals : NULL, budget);
    while (!status) {
        status = bsi_exact_cover_next(covers->cover, NULL, budget);
        if (!status)
            status = add_cover(covers, budget);
    }
    if (status == BSHIP_ERROR_CONTRADICTION)
        return BSHIP_OK;
    bsi_partial_layout_clear(&covers->cover->partial);
    return status;
}
