/* The ways to cover the hits; see coverings.h. */
#include "inference/coverings.h"

#include <string.h>

#include "base/random.h"

void bship_internal_coverings_layout(bship_internal_coverings *coverings,
                                     const bship_internal_evidence *evidence,
                                     bship_internal_arena *arena)
{
    const bship_fleet *fleet = evidence->rules->fleet;
    coverings->evidence = evidence;
    coverings->allocator = evidence->rules->allocator;
    bship_internal_waters_layout(&coverings->waters, evidence, arena);
    bship_internal_totals_layout(&coverings->totals, evidence, arena);
    coverings->left =
        bship_internal_arena_take(arena, (size_t)evidence->kind_count, sizeof *coverings->left);
    coverings->laid =
        bship_internal_arena_take(arena, (size_t)fleet->count, sizeof *coverings->laid);
    if (bship_internal_tells_totals(evidence->rules))
        coverings->missed = bship_internal_arena_take(arena, evidence->rules->free_count,
                                                      sizeof *coverings->missed);
}

void bship_internal_coverings_release(bship_internal_coverings *coverings)
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
        { &coverings->spots, sizeof(bship_internal_spot_of) },
        { &coverings->cells, sizeof(uint32_t) },
    };
    for (size_t i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        bship_internal_array_free(lists[i].list, allocator, lists[i].size);
        *lists[i].list = (bship_internal_array){ NULL, 0, 0 };
    }
    bship_internal_free(allocator, coverings->table, coverings->table_size,
                        sizeof *coverings->table);
    coverings->table = NULL;
    coverings->table_size = 0;
}

void bship_internal_coverings_clear(bship_internal_coverings *coverings)
{
    bship_internal_totals_clear(&coverings->totals);
    bship_internal_coverings_release(coverings);
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
    const bship_internal_waters *waters = &coverings->waters;
    /* The same for any order of the cells. */
    uint64_t hash = bship_internal_splitmix((uint64_t)rest);
    for (uint32_t i = 0; i < waters->taken_open; i++)
        hash += bship_internal_splitmix(~(uint64_t)waters->stack[i]);
    return hash;
}

static int is_same_leaf(const bship_internal_coverings *coverings, int32_t number, uint64_t hash,
                        int32_t rest)
{
    const bship_internal_waters *waters = &coverings->waters;
    const bship_internal_leaf *leaf = bship_internal_leaf_at(coverings, number);
    if (leaf->hash != hash || leaf->rest != rest || leaf->cell_count != waters->taken_open)
        return 0;
    const uint32_t *cells = bship_internal_cells_of(coverings, leaf);
    for (uint32_t i = 0; i < leaf->cell_count; i++) {
        if (!waters->taken[cells[i]])
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
    const bship_internal_waters *waters = &coverings->waters;
    int32_t rest = find_rest(coverings);
    if (rest < 0)
        return -1;
    uint64_t hash = hash_of(coverings, rest);
    int32_t *slot = find_slot(coverings, hash, rest);
    if (*slot)
        return *slot - 1;
    bship_internal_rest *of = (bship_internal_rest *)coverings->rests.items + rest;
    bship_internal_leaf leaf = { .hash = hash,
                                 .cell_count = waters->taken_open,
                                 .rest = rest,
                                 .next_leaf = of->first_leaf,
                                 .first_way = -1 };
    int64_t cells = append(&coverings->cells, &coverings->allocator, waters->stack,
                           waters->taken_open, sizeof *waters->stack);
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
        (int64_t)coverings->rests.count + coverings->waters.taken_open + 2 * coverings->laid_count;
    bship_status status = bship_internal_effort_spend(effort, steps);
    if (!status)
        status = grow_table(coverings, effort);
    if (status)
        return status;
    int32_t number = find_leaf(coverings);
    if (number < 0)
        return BSHIP_ERROR_MEMORY;
    bship_internal_leaf *leaf = (bship_internal_leaf *)coverings->leaves.items + number;
    bship_internal_way way = { .next_way = leaf->first_way, .weight = 1 / coverings->likelihood };
    for (int32_t i = 0; i < coverings->laid_count; i++) {
        bship_internal_spot_of spot = coverings->laid[i];
        way.weight *= bship_internal_weight(&coverings->evidence->kinds[spot.kind],
                                            spot.orientation, spot.position);
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

/* Is told of a placement that may cover a hit; anything but OK ends the visit. */
typedef bship_status (*visitor)(bship_internal_coverings *coverings, bship_internal_spot_of spot,
                                void *context);

/* Visits the placements that fit and cover a hit. */
static bship_status visit_spots(bship_internal_coverings *coverings, uint32_t hit, visitor visit,
                                void *context)
{
    const bship_internal_evidence *evidence = coverings->evidence;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        const bship_internal_kind *kind = &evidence->kinds[k];
        for (int32_t o = 0; coverings->left[k] > 0 && o < kind->orientations; o++) {
            uint32_t step = bship_internal_step(evidence->rules, o);
            bship_internal_spot_of spot = { k, o, hit };
            for (int32_t i = 0; i < kind->length; i++, spot.position -= step) {
                if (coverings->waters.taken[spot.position] ||
                    evidence->cells[spot.position] == BSHIP_INTERNAL_CELL_DEAD)
                    break;
                if (!kind->spots[o][spot.position] ||
                    !bship_internal_waters_fits(&coverings->waters, spot))
                    continue;
                bship_status status = visit(coverings, spot, context);
                if (status)
                    return status;
            }
        }
    }
    return BSHIP_OK;
}

/* Counts down what is left of a number; not OK once nothing is. */
static bship_status count_down(bship_internal_coverings *coverings, bship_internal_spot_of spot,
                               void *context)
{
    (void)coverings;
    (void)spot;
    int32_t *left = context;
    return --*left > 0 ? BSHIP_OK : BSHIP_ERROR_RANGE;
}

/* The hit not covered that leaves the fewest choices; 0 if all are covered. */
static uint32_t hardest_hit(bship_internal_coverings *coverings, bship_internal_effort *effort,
                            bship_status *status)
{
    const bship_internal_evidence *evidence = coverings->evidence;
    int64_t steps = coverings->hit_cost;
    int32_t fewest = INT32_MAX;
    uint32_t hardest = 0;
    *status = bship_internal_effort_spend(effort, steps);
    for (uint32_t i = 0; !*status && fewest > 0 && i < evidence->hit_count; i++) {
        uint32_t hit = evidence->hits[i];
        if (coverings->waters.taken[hit])
            continue;
        *status = bship_internal_effort_spend(effort, steps);
        int32_t left = fewest;
        if (visit_spots(coverings, hit, count_down, &left) && hardest)
            continue;
        fewest -= left;
        hardest = hit;
    }
    return hardest;
}

/* Lays a ship; whether the totals of salvos allow it. What it took is above the mark. */
static int lay(bship_internal_coverings *coverings, bship_internal_spot_of spot, uint32_t *mark)
{
    *mark = coverings->waters.taken_open;
    bship_internal_waters_lay(&coverings->waters, spot);
    coverings->laid[coverings->laid_count++] = spot;
    coverings->left[spot.kind]--;
    return bship_internal_totals_lay(&coverings->totals, spot, 1);
}

static void lift(bship_internal_coverings *coverings, bship_internal_spot_of spot, uint32_t mark)
{
    coverings->left[spot.kind]++;
    coverings->laid_count--;
    bship_internal_waters_lift(&coverings->waters, spot, mark);
    bship_internal_totals_lay(&coverings->totals, spot, -1);
}

static bship_status cover_rest(bship_internal_coverings *coverings, bship_internal_effort *effort);

static bship_status try_spot(bship_internal_coverings *coverings, bship_internal_spot_of spot,
                             void *context)
{
    uint32_t mark;
    bship_status status = BSHIP_OK;
    if (lay(coverings, spot, &mark))
        status = cover_rest(coverings, context);
    lift(coverings, spot, mark);
    return status;
}

/* Decides that a cell in state shot is water. */
static void miss(bship_internal_coverings *coverings, uint32_t cell)
{
    coverings->waters.taken[cell]++;
    coverings->missed[coverings->missed_count++] = cell;
}

/* Takes all such decisions back but the first `mark`. */
static void forget_misses(bship_internal_coverings *coverings, uint32_t mark)
{
    while (coverings->missed_count > mark)
        coverings->waters.taken[coverings->missed[--coverings->missed_count]]--;
}

/* The next cell of which only a total tells, as bship_internal_totals_next(). */
static uint32_t next_shot(bship_internal_coverings *coverings, int *may_miss,
                          bship_internal_effort *effort, bship_status *status)
{
    *status = bship_internal_effort_spend(effort, (int64_t)coverings->totals.cells.count);
    return bship_internal_totals_next(&coverings->totals, &coverings->waters, may_miss);
}

/* All hits are covered, on this way: keeps it if the ships sank as told. */
static bship_status add_agreed_way(bship_internal_coverings *coverings,
                                   bship_internal_effort *effort)
{
    int agrees = bship_internal_totals_agree(&coverings->totals);
    return agrees ? add_way(coverings, effort) : BSHIP_OK;
}

/*
 * All hits are covered that are known: covers, in every way, those that totals tell of. A
 * cell is hit or water; water is no step down the tree, for there may be very much of it.
 */
static bship_status cover_totals(bship_internal_coverings *coverings, bship_internal_effort *effort)
{
    uint32_t mark = coverings->missed_count;
    bship_status status = BSHIP_OK;
    for (int may_miss = 1; !status && may_miss > 0;) {
        uint32_t cell = next_shot(coverings, &may_miss, effort, &status);
        if (status || may_miss < 0)
            break;
        status = cell ? visit_spots(coverings, cell, try_spot, effort)
                      : add_agreed_way(coverings, effort);
        if (may_miss)
            miss(coverings, cell);
    }
    forget_misses(coverings, mark);
    return status;
}

static bship_status cover_rest(bship_internal_coverings *coverings, bship_internal_effort *effort)
{
    bship_status status;
    uint32_t hit = hardest_hit(coverings, effort, &status);
    if (status)
        return status;
    if (hit)
        return visit_spots(coverings, hit, try_spot, effort);
    if (bship_internal_totals_count(&coverings->totals) > 0)
        return cover_totals(coverings, effort);
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
    coverings->likelihood = 1;
    /* A placement for each cell of a ship, each of as many cells. */
    coverings->hit_cost = 40;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        coverings->left[k] = evidence->kinds[k].ships;
        coverings->hit_cost += (int64_t)evidence->kinds[k].length * evidence->kinds[k].length;
    }
    return forget_leaves(coverings, effort);
}

bship_status bship_internal_coverings_find(bship_internal_coverings *coverings,
                                           bship_internal_effort *effort)
{
    bship_status status = start(coverings, effort);
    return status ? status : cover_rest(coverings, effort);
}

/* ---- walks ---- */

/* Counts placements until one is reached, which is laid. */
struct pick {
    uint32_t skip;
    uint32_t count;
    bship_internal_spot_of spot;
};

static bship_status count_spot(bship_internal_coverings *coverings, bship_internal_spot_of spot,
                               void *context)
{
    (void)coverings;
    struct pick *pick = context;
    pick->spot = spot;
    return pick->count++ == pick->skip ? BSHIP_ERROR_RANGE : BSHIP_OK;
}

static bship_status wander_on(bship_internal_coverings *coverings, bship_rng *rng,
                              bship_internal_effort *effort);

/* Lays any of the placements that cover a cell, and goes on behind it. */
static bship_status wander_behind_ship(bship_internal_coverings *coverings, uint32_t cell,
                                       bship_rng *rng, bship_internal_effort *effort)
{
    struct pick pick = { .skip = UINT32_MAX };
    visit_spots(coverings, cell, count_spot, &pick);
    if (pick.count == 0)
        return BSHIP_OK;
    coverings->likelihood /= pick.count;
    pick.skip = bship_internal_rng_below(rng, pick.count);
    pick.count = 0;
    visit_spots(coverings, cell, count_spot, &pick);
    uint32_t mark;
    bship_status status = BSHIP_OK;
    if (lay(coverings, pick.spot, &mark))
        status = wander_on(coverings, rng, effort);
    lift(coverings, pick.spot, mark);
    return status;
}

/* Decides on a cell of which only a total tells: a ship, with the share of hits that is left. */
static int draw_is_ship(bship_internal_coverings *coverings, uint32_t cell, int may_miss,
                        bship_rng *rng)
{
    const bship_internal_salvo_state *salvo =
        bship_internal_totals_at(&coverings->totals, coverings->totals.salvo_of[cell]);
    uint32_t cells = (uint32_t)salvo->cells, hits = (uint32_t)salvo->hits;
    int is_ship = !may_miss || bship_internal_rng_below(rng, cells) < hits;
    if (may_miss)
        coverings->likelihood *= (double)(is_ship ? hits : cells - hits) / cells;
    return is_ship;
}

/* Decides on cells of which only totals tell until one is a ship's, and goes on behind it. */
static bship_status wander_totals(bship_internal_coverings *coverings, bship_rng *rng,
                                  bship_internal_effort *effort)
{
    uint32_t mark = coverings->missed_count;
    bship_status status = BSHIP_OK;
    for (int is_done = 0; !status && !is_done;) {
        int may_miss = 0;
        uint32_t cell = next_shot(coverings, &may_miss, effort, &status);
        if (status || may_miss < 0)
            break;
        is_done = !cell || draw_is_ship(coverings, cell, may_miss, rng);
        if (!is_done)
            miss(coverings, cell);
        else
            status = cell ? wander_behind_ship(coverings, cell, rng, effort)
                          : add_agreed_way(coverings, effort);
    }
    forget_misses(coverings, mark);
    return status;
}

static bship_status wander_on(bship_internal_coverings *coverings, bship_rng *rng,
                              bship_internal_effort *effort)
{
    bship_status status;
    uint32_t hit = hardest_hit(coverings, effort, &status);
    if (status)
        return status;
    return hit ? wander_behind_ship(coverings, hit, rng, effort)
               : wander_totals(coverings, rng, effort);
}

bship_status bship_internal_coverings_wander(bship_internal_coverings *coverings, bship_rng *rng,
                                             int32_t walks, bship_internal_effort *effort)
{
    bship_status status = start(coverings, effort);
    for (int32_t i = 0; !status && i < walks; i++) {
        coverings->likelihood = 1;
        status = wander_on(coverings, rng, effort);
    }
    return status;
}
