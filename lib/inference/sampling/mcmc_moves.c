/* Proposals and acceptance; see sampling/mcmc_moves.h. */
#include "inference/sampling/mcmc_moves.h"

#include "inference/common/drawing.h"

enum {
    MOVED_MAX = 5,  /* ships moved at once */
    FITS_MAX = 512, /* with more open placements, a class has no thorough regrowth */
    NO_HIT = 0      /* position of a guard */
};

/* The ships of a move. */
struct set {
    uint32_t count;
    uint32_t slots[MOVED_MAX];
    bsi_placement old[MOVED_MAX];
    bsi_placement new[MOVED_MAX];
    uint32_t removed; /* bit set of the ships that are not placed */
    bool is_thorough; /* whether to draw from open placements that fit, not from all */
};

/* The greatest number of options at a stage: through a hit, or of a thorough regrowth. */
static size_t options_max(const bship_rules *rules)
{
    size_t of_hit = (size_t)rules->fleet->classes[0].length * 2 * MOVED_MAX;
    size_t fits = 2 * rules->free_count < FITS_MAX ? 2 * rules->free_count : FITS_MAX;
    return of_hit > fits ? of_hit : fits;
}

void bsi_moves_carve(bsi_moves *moves, bsi_partial_layout *partial, bsi_arena *arena)
{
    const bsi_evidence *evidence = partial->grid.evidence;
    const bship_rules *rules = evidence->rules;
    size_t ships = (size_t)rules->fleet->count;
    size_t longest = (size_t)rules->fleet->classes[0].length;
    moves->evidence = evidence;
    moves->partial = partial;
    moves->count = (uint32_t)ships;
    moves->owners = bsi_arena_take(arena, rules->positions, sizeof *moves->owners);
    moves->since = bsi_arena_take(arena, ships, sizeof *moves->since);
    moves->options = bsi_arena_take(arena, options_max(rules), sizeof *moves->options);
    moves->hits = bsi_arena_take(arena, longest * MOVED_MAX, sizeof *moves->hits);
}

/* ---- the state ---- */

static void own_hits(bsi_moves *moves, uint32_t slot)
{
    uint32_t count = bsi_hits_of(moves->evidence, moves->ships[slot], moves->hits);
    for (uint32_t i = 0; i < count; i++)
        moves->owners[moves->hits[i]] = (uint16_t)slot;
}

void bsi_moves_start(bsi_moves *moves, bsi_placement *ships)
{
    /* The fewer placements there are, the cheaper it is to test which of them fit. */
    uint32_t share = 1024 / (moves->evidence->open_begin[moves->evidence->class_count] + 1);
    moves->thorough = share < 1 ? 1 : share > 64 ? 64 : share;
    bsi_partial_layout_clear(moves->partial);
    moves->ships = ships;
    moves->now = 0;
    for (uint32_t i = 0; i < moves->count; i++) {
        bsi_partial_layout_place(moves->partial, ships[i]);
        own_hits(moves, i);
        moves->since[i] = 0;
    }
}

/* Counts the time for which a ship has kept its placement. */
static void settle(bsi_moves *moves, uint32_t slot)
{
    if (moves->counts)
        bsi_sample_add(moves->evidence, moves->ships[slot],
                       (double)(moves->now - moves->since[slot]), moves->counts, moves->cells);
    moves->since[slot] = moves->now;
}

void bsi_moves_settle(bsi_moves *moves)
{
    for (uint32_t i = 0; i < moves->count; i++)
        settle(moves, i);
}

/* ---- sets of ships ---- */

/* Adds a ship to a set, which is ordered by number, unless it is an element. */
static void add_slot(struct set *set, uint32_t slot)
{
    uint32_t place = 0;
    while (place < set->count && set->slots[place] < slot)
        place++;
    if (place < set->count && set->slots[place] == slot)
        return;
    for (uint32_t i = set->count++; i > place; i--)
        set->slots[i] = set->slots[i - 1];
    set->slots[place] = slot;
}

/*
 * Draws the ships of a move, one of them by a random hit if `by_hit`. Their order must not depend
 * on which one that is: after the move another ship may cover the hit.
 */
static void draw_set(const bsi_moves *moves, uint32_t count, bool by_hit, bship_rng *rng,
                     struct set *set)
{
    const bsi_evidence *evidence = moves->evidence;
    set->count = 0;
    if (by_hit) {
        uint32_t hit = evidence->hits[bsi_rng_below(rng, evidence->hit_count)];
        add_slot(set, moves->owners[hit]);
    }
    while (set->count < count && set->count < moves->count)
        add_slot(set, bsi_rng_below(rng, moves->count));
}

static void place_ship(bsi_moves *moves, struct set *set, const bsi_placement *where, uint32_t i)
{
    bsi_partial_layout_place(moves->partial, where[i]);
    set->removed &= ~(1u << i);
}

static void remove_ship(bsi_moves *moves, struct set *set, const bsi_placement *where, uint32_t i)
{
    bsi_partial_layout_remove(moves->partial, where[i]);
    set->removed |= 1u << i;
}

/* Removes all ships of a set. */
static void remove_set(bsi_moves *moves, struct set *set)
{
    set->removed = 0;
    moves->hit_count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        set->old[i] = moves->ships[set->slots[i]];
        remove_ship(moves, set, set->old, i);
        moves->hit_count +=
            bsi_hits_of(moves->evidence, set->old[i], moves->hits + moves->hit_count);
    }
}

/* Removes the ships of a set that are placed, from their old or new placements. */
static void remove_placed(bsi_moves *moves, struct set *set, const bsi_placement *where)
{
    for (uint32_t i = 0; i < set->count; i++) {
        if (!(set->removed & 1u << i))
            remove_ship(moves, set, where, i);
    }
}

/* Ends a move: if it is accepted, all ships are placed anew; otherwise they go back. */
static void conclude(bsi_moves *moves, struct set *set, bool is_accepted)
{
    if (!is_accepted) {
        remove_placed(moves, set, set->new);
        for (uint32_t i = 0; i < set->count; i++)
            bsi_partial_layout_place(moves->partial, set->old[i]);
        return;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        settle(moves, set->slots[i]);
        moves->ships[set->slots[i]] = set->new[i];
        own_hits(moves, set->slots[i]);
    }
}

/* Places a ship if it fits; returns whether it does. */
static bool try_place(bsi_moves *moves, struct set *set, const bsi_placement *where, uint32_t i)
{
    if (!bsi_grid_fits(&moves->partial->grid, where[i]))
        return false;
    place_ship(moves, set, where, i);
    return true;
}

/* ---- regrowth ---- */

/* The first hit that no ship covers; NO_HIT if there is none. */
static uint32_t first_uncovered(const bsi_moves *moves)
{
    uint32_t first = NO_HIT;
    for (uint32_t i = 0; i < moves->hit_count; i++) {
        uint32_t hit = moves->hits[i];
        if (moves->partial->grid.occupied[hit] == 0 && (first == NO_HIT || hit < first))
            first = hit;
    }
    return first;
}

/* Adds a placement to the options if it fits; returns the new number of options. */
static uint32_t add_option(bsi_moves *moves, bsi_placement placement, uint32_t ship, uint32_t count)
{
    if (!bsi_grid_fits(&moves->partial->grid, placement))
        return count;
    double weight = bsi_placement_weight(moves->evidence, placement);
    double sum = count > 0 ? moves->options[count - 1].sum + weight : weight;
    moves->options[count] = (bsi_move_option){ sum, placement, ship };
    return count + 1;
}

/* Adds the placements by which a ship can cover a hit; returns the new number of options. */
static uint32_t add_options(bsi_moves *moves, const struct set *set, uint32_t ship, uint32_t hit,
                            uint32_t count)
{
    const bsi_evidence *evidence = moves->evidence;
    int32_t class = set->old[ship].class;
    for (int32_t o = 0; o < evidence->classes[class].orientations; o++) {
        for (int32_t i = 0; i < evidence->classes[class].length; i++) {
            bsi_placement placement;
            if (bsi_through(evidence, class, o, hit, i, &placement))
                count = add_option(moves, placement, ship, count);
        }
    }
    return count;
}

/* Lists the placements by which the removed ships can cover a hit; returns their number. */
static uint32_t find_options(bsi_moves *moves, const struct set *set, uint32_t hit)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->removed & 1u << i)
            count = add_options(moves, set, i, hit, count);
    }
    return count;
}

/*
 * Returns the total weight of the open placements to draw from for a removed ship. A thorough
 * regrowth lists those that fit as options, `*count` of them; otherwise `*count` is 0.
 */
static double find_placements(bsi_moves *moves, const struct set *set, uint32_t ship,
                              uint32_t *count)
{
    const bsi_evidence *evidence = moves->evidence;
    int32_t class = set->old[ship].class;
    *count = 0;
    if (!set->is_thorough || bsi_open_count(evidence, class) > FITS_MAX)
        return bsi_open_weight(evidence, class);
    for (uint32_t i = evidence->open_begin[class]; i < evidence->open_begin[class + 1]; i++)
        *count = add_option(moves, evidence->open[i], ship, *count);
    return *count > 0 ? moves->options[*count - 1].sum : 0;
}

/* Draws one of the options by weight. */
static const bsi_move_option *pick_option(const bsi_moves *moves, uint32_t count, bship_rng *rng)
{
    return &moves->options[bsi_rng_pick(rng, moves->options, sizeof *moves->options, count)];
}

/*
 * Covers the hits by removed ships, anew or, without a random stream (NULL), as before. Returns the
 * product of the total weights, 0 if that fails.
 */
static double cover_hits(bsi_moves *moves, struct set *set, bship_rng *rng)
{
    double product = 1;
    for (uint32_t hit; (hit = first_uncovered(moves)) != NO_HIT;) {
        uint32_t count = find_options(moves, set, hit), i = 0;
        if (count == 0)
            return 0;
        product *= moves->options[count - 1].sum;
        if (rng) {
            const bsi_move_option *option = pick_option(moves, count, rng);
            i = option->ship;
            set->new[i] = option->placement;
        } else {
            bsi_run run = bsi_run_of(moves->evidence, set->old[0]);
            while (!bsi_run_covers(&run, hit))
                run = bsi_run_of(moves->evidence, set->old[++i]);
        }
        place_ship(moves, set, rng ? set->new : set->old, i);
    }
    return product;
}

/* Places the other removed ships, likewise; multiplies the product by the total weights. */
static double place_others(bsi_moves *moves, struct set *set, double product, bship_rng *rng)
{
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t count;
        if (!(set->removed & 1u << i))
            continue;
        product *= find_placements(moves, set, i, &count);
        if (product == 0)
            return 0;
        if (rng)
            set->new[i] = count > 0 ? pick_option(moves, count, rng)->placement
                                    : bsi_open_pick(moves->evidence, set->old[i].class, rng);
        if (!try_place(moves, set, rng ? set->new : set->old, i))
            return 0;
    }
    return product;
}

static void regrow(bsi_moves *moves, uint32_t count, bool is_thorough, bship_rng *rng)
{
    struct set set;
    set.is_thorough = is_thorough;
    draw_set(moves, count, moves->evidence->hit_count > 0, rng, &set);
    remove_set(moves, &set);
    double before = place_others(moves, &set, cover_hits(moves, &set, NULL), NULL);
    remove_placed(moves, &set, set.old);
    double after = cover_hits(moves, &set, rng);
    if (after > 0)
        after *= place_others(moves, &set, 1, rng);
    conclude(moves, &set, after > 0 && bsi_rng_unit(rng) * before < after);
}

/* ---- shifts ---- */

static int32_t draw_offset(const bsi_moves *moves, bsi_placement placement, bship_rng *rng)
{
    uint32_t length = (uint32_t)bsi_partial_layout_class(moves->partial, placement)->length;
    return (int32_t)bsi_rng_below(rng, length);
}

/* Draws a cell of a ship. */
static uint32_t draw_cell(const bsi_moves *moves, bsi_placement placement, bship_rng *rng)
{
    uint32_t step = bsi_step(moves->evidence->rules, placement.orientation);
    return placement.position + (uint32_t)draw_offset(moves, placement, rng) * step;
}

/* Draws a placement of ship `i` of a set through a cell; returns whether it is possible. */
static bool draw_through(const bsi_moves *moves, struct set *set, uint32_t i, uint32_t cell,
                         bship_rng *rng)
{
    const bsi_evidence *evidence = moves->evidence;
    int32_t class = set->old[i].class, offset = draw_offset(moves, set->old[i], rng);
    uint32_t orientations = (uint32_t)evidence->classes[class].orientations;
    int32_t orientation = (int32_t)bsi_rng_below(rng, orientations);
    return bsi_through(evidence, class, orientation, cell, offset, &set->new[i]);
}

/* Metropolis acceptance of a symmetric proposal, whose ships are all placed. */
static bool accept(const bsi_moves *moves, const struct set *set, bship_rng *rng)
{
    const bsi_evidence *evidence = moves->evidence;
    double before = 1, after = 1;
    if (moves->partial->uncovered > 0)
        return false;
    for (uint32_t i = 0; i < set->count; i++) {
        before *= bsi_placement_weight(evidence, set->old[i]);
        after *= bsi_placement_weight(evidence, set->new[i]);
    }
    return after >= before || bsi_rng_unit(rng) * before < after;
}

/* Moves one ship about a cell of its own, or each of two ships through a cell of the other. */
static void shift(bsi_moves *moves, uint32_t count, bship_rng *rng)
{
    struct set set;
    uint32_t cells[2] = { 0, 0 };
    draw_set(moves, count, false, rng, &set);
    remove_set(moves, &set);
    for (uint32_t i = 0; i < set.count; i++)
        cells[set.count - 1 - i] = draw_cell(moves, set.old[i], rng);
    bool fits = true;
    for (uint32_t i = 0; fits && i < set.count; i++)
        fits = draw_through(moves, &set, i, cells[i], rng) && try_place(moves, &set, set.new, i);
    conclude(moves, &set, fits && accept(moves, &set, rng));
}

/* ---- relocation ---- */

/* Whether two placements of a class are so near that they may conflict. */
static bool is_close(const bsi_moves *moves, bsi_placement a, bsi_placement b)
{
    const bship_rules *rules = moves->evidence->rules;
    int32_t length = bsi_partial_layout_class(moves->partial, a)->length;
    bship_cell at = rules->cells[a.position], other = rules->cells[b.position];
    return at.x - other.x <= length && other.x - at.x <= length && at.y - other.y <= length &&
           other.y - at.y <= length;
}

/* Regrows one ship that covers no hit. Most tries fail, so they are tested first. */
static void relocate(bsi_moves *moves, uint32_t slot, bship_rng *rng)
{
    bsi_occupancy_grid *grid = &moves->partial->grid;
    bsi_placement old = moves->ships[slot];
    bsi_placement new = bsi_open_pick(moves->evidence, old.class, rng);
    if (!bsi_grid_fits(grid, new) && !is_close(moves, old, new))
        return;
    bsi_grid_remove(grid, old);
    bool fits = bsi_grid_fits(grid, new);
    bsi_grid_place(grid, fits ? new : old);
    if (!fits)
        return;
    settle(moves, slot);
    moves->ships[slot] = new;
}

static void relocate_any(bsi_moves *moves, bship_rng *rng)
{
    uint32_t slot = bsi_rng_below(rng, moves->count);
    bsi_placement placement = moves->ships[slot];
    const bsi_ship_class *class = bsi_partial_layout_class(moves->partial, placement);
    if (class->placements[placement.orientation][placement.position] == BSI_PLACEMENT_OPEN)
        relocate(moves, slot, rng);
}

void bsi_moves_make(bsi_moves *moves, bship_rng *rng)
{
    /* Numbers of ships of a regrowth: measured to mix best, over crowded and empty boards. */
    static const uint8_t counts[] = { 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, MOVED_MAX, MOVED_MAX };
    bool has_hits = moves->evidence->hit_count > 0;
    uint32_t random = bsi_rng_below(rng, 256);
    moves->now++;
    if (random < 32)
        shift(moves, 1, rng);
    else if (random < 64)
        shift(moves, 2, rng);
    else if (random < 64 + 4 * sizeof counts && has_hits)
        regrow(moves, counts[random % sizeof counts], false, rng);
    else if (random < 256 - moves->thorough)
        relocate_any(moves, rng);
    else
        regrow(moves, MOVED_MAX, true, rng);
}

int64_t bsi_moves_cost(const bsi_moves *moves)
{
    const bsi_evidence *evidence = moves->evidence;
    int64_t cost = 0;
    for (int32_t k = 0; k < evidence->class_count; k++)
        cost += bsi_grid_cost(&moves->partial->grid, k) * evidence->classes[k].ships;
    return 30 + (evidence->hit_count > 0 ? 3 : 1) * cost / evidence->rules->fleet->count;
}
