/* The moves of a Markov chain; see moves.h. */
#include "inference/moves.h"

#include "inference/drawing.h"

enum {
    MOVED_MAX = 5,  /* ships moved at once */
    FITS_MAX = 512, /* spots of a kind that are looked through for those that fit */
    NO_HIT = 0      /* a guard's position */
};

/* The ships of a move. */
struct set {
    uint32_t count;
    uint32_t slots[MOVED_MAX];
    bship_internal_placement old[MOVED_MAX];
    bship_internal_placement new[MOVED_MAX];
    uint32_t off;    /* those that are not laid, as bits */
    int is_thorough; /* whether they are laid on open spots that fit, not on any */
};

/* How many options there may be at once. */
static size_t options_max(size_t longest)
{
    size_t of_hit = longest * 2 * MOVED_MAX;
    return of_hit > FITS_MAX ? of_hit : FITS_MAX;
}

void bship_internal_moves_layout(bship_internal_moves *moves, bship_internal_sketch *sketch,
                                 const bship_internal_spots *spots, bship_internal_arena *arena)
{
    const bship_internal_evidence *evidence = sketch->waters.evidence;
    const bship_rules *rules = evidence->rules;
    size_t ships = (size_t)rules->fleet->count;
    size_t longest = (size_t)rules->fleet->classes[0].length;
    moves->sketch = sketch;
    moves->spots = spots;
    moves->count = (uint32_t)ships;
    moves->owners = bship_internal_arena_take(arena, rules->positions, sizeof *moves->owners);
    moves->since = bship_internal_arena_take(arena, ships, sizeof *moves->since);
    moves->options = bship_internal_arena_take(arena, options_max(longest), sizeof *moves->options);
    moves->sums = bship_internal_arena_take(arena, options_max(longest), sizeof *moves->sums);
    moves->hits = bship_internal_arena_take(arena, longest * MOVED_MAX, sizeof *moves->hits);
}

/* ---- the state ---- */

/* Adds a ship's hits to those that have no ship now. */
static void release_hits(bship_internal_moves *moves, bship_internal_placement laid)
{
    const bship_internal_evidence *evidence = moves->sketch->waters.evidence;
    const bship_internal_kind *kind = &evidence->kinds[laid.kind];
    if (kind->spots[laid.orientation][laid.position] == BSHIP_INTERNAL_SPOT_OPEN)
        return;
    uint32_t step = bship_internal_step(evidence->rules, laid.orientation);
    uint32_t position = laid.position;
    for (int32_t i = 0; i < kind->length; i++, position += step) {
        if (evidence->cells[position] == BSHIP_INTERNAL_CELL_HIT)
            moves->hits[moves->hit_count++] = position;
    }
}

static void own_hits(bship_internal_moves *moves, uint32_t slot)
{
    moves->hit_count = 0;
    release_hits(moves, moves->ships[slot]);
    for (uint32_t i = 0; i < moves->hit_count; i++)
        moves->owners[moves->hits[i]] = (uint16_t)slot;
}

void bship_internal_moves_start(bship_internal_moves *moves, bship_internal_placement *ships)
{
    /* The fewer spots there are to look through, the oftener it pays. */
    uint32_t share = 1024 / ((uint32_t)moves->spots->items.count + 1);
    moves->thorough = share < 1 ? 1 : share > 64 ? 64 : share;
    bship_internal_sketch_clear(moves->sketch);
    moves->ships = ships;
    moves->now = 0;
    for (uint32_t i = 0; i < moves->count; i++) {
        bship_internal_sketch_put(moves->sketch, ships[i]);
        own_hits(moves, i);
        moves->since[i] = 0;
    }
}

/* Counts the time of a ship until now. */
static void settle(bship_internal_moves *moves, uint32_t slot)
{
    if (moves->tally)
        bship_internal_sample_add(moves->sketch->waters.evidence, moves->ships[slot],
                                  (double)(moves->now - moves->since[slot]), moves->tally,
                                  moves->cells);
    moves->since[slot] = moves->now;
}

void bship_internal_moves_settle(bship_internal_moves *moves)
{
    for (uint32_t i = 0; i < moves->count; i++)
        settle(moves, i);
}

/* ---- sets of ships ---- */

/* Adds a ship to a set, in the order of their numbers, unless it is there. */
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
 * Draws the ships of a move, no more than there are; `by_hit`: one of them by a hit.
 * Their order must not tell which: after the move another ship may lie on the hit.
 */
static void draw_set(const bship_internal_moves *moves, uint32_t count, int by_hit, bship_rng *rng,
                     struct set *set)
{
    const bship_internal_evidence *evidence = moves->sketch->waters.evidence;
    set->count = 0;
    if (by_hit) {
        uint32_t hit = evidence->hits[bship_internal_rng_below(rng, evidence->hit_count)];
        add_slot(set, moves->owners[hit]);
    }
    while (set->count < count && set->count < moves->count)
        add_slot(set, bship_internal_rng_below(rng, moves->count));
}

static void put(bship_internal_moves *moves, struct set *set, const bship_internal_placement *where,
                uint32_t i)
{
    bship_internal_sketch_put(moves->sketch, where[i]);
    set->off &= ~(1u << i);
}

static void take(bship_internal_moves *moves, struct set *set,
                 const bship_internal_placement *where, uint32_t i)
{
    bship_internal_sketch_take(moves->sketch, where[i]);
    set->off |= 1u << i;
}

/* Takes all ships of a set off. */
static void take_set(bship_internal_moves *moves, struct set *set)
{
    set->off = 0;
    moves->hit_count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        set->old[i] = moves->ships[set->slots[i]];
        take(moves, set, set->old, i);
        release_hits(moves, set->old[i]);
    }
}

/* Takes off again what was laid of one placing of a set. */
static void clear_set(bship_internal_moves *moves, struct set *set,
                      const bship_internal_placement *where)
{
    for (uint32_t i = 0; i < set->count; i++) {
        if (!(set->off & 1u << i))
            take(moves, set, where, i);
    }
}

/* Ends a move: the ships are all laid anew and stay so, or go back from where they are. */
static void conclude(bship_internal_moves *moves, struct set *set, int is_accepted)
{
    if (!is_accepted) {
        clear_set(moves, set, set->new);
        for (uint32_t i = 0; i < set->count; i++)
            bship_internal_sketch_put(moves->sketch, set->old[i]);
        return;
    }
    for (uint32_t i = 0; i < set->count; i++) {
        settle(moves, set->slots[i]);
        moves->ships[set->slots[i]] = set->new[i];
        own_hits(moves, set->slots[i]);
    }
}

/* Lays a ship of a set anew if it fits; returns whether it does. */
static int lay(bship_internal_moves *moves, struct set *set, uint32_t i)
{
    if (!bship_internal_waters_fits(&moves->sketch->waters, set->new[i]))
        return 0;
    put(moves, set, set->new, i);
    return 1;
}

/* ---- ships laid anew ---- */

/* The lowest hit that no ship covers now. */
static uint32_t lowest_hit(const bship_internal_moves *moves)
{
    uint32_t lowest = NO_HIT;
    for (uint32_t i = 0; i < moves->hit_count; i++) {
        uint32_t hit = moves->hits[i];
        if (moves->sketch->waters.taken[hit] == 0 && (lowest == NO_HIT || hit < lowest))
            lowest = hit;
    }
    return lowest;
}

/* Adds a placement to the options if it fits; returns their new number. */
static uint32_t add_option(bship_internal_moves *moves, bship_internal_placement laid,
                           uint32_t ship, uint32_t count)
{
    if (!bship_internal_waters_fits(&moves->sketch->waters, laid))
        return count;
    double before = count > 0 ? moves->sums[count - 1] : 0;
    moves->sums[count] =
        before + bship_internal_placement_weight(moves->sketch->waters.evidence, laid);
    moves->options[count] = (bship_internal_move_option){ laid, ship };
    return count + 1;
}

/* Adds the placements by which a ship of a set may cover a hit; returns their new number. */
static uint32_t add_options(bship_internal_moves *moves, const struct set *set, uint32_t ship,
                            uint32_t hit, uint32_t count)
{
    const bship_internal_evidence *evidence = moves->sketch->waters.evidence;
    int32_t kind = set->old[ship].kind;
    for (int32_t o = 0; o < evidence->kinds[kind].orientations; o++) {
        for (int32_t i = 0; i < evidence->kinds[kind].length; i++) {
            bship_internal_placement laid;
            if (bship_internal_through(evidence, kind, o, hit, i, &laid))
                count = add_option(moves, laid, ship, count);
        }
    }
    return count;
}

/* Finds all placements by which the ships that are off may cover a hit; returns their number. */
static uint32_t find_options(bship_internal_moves *moves, const struct set *set, uint32_t hit)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < set->count; i++) {
        if (set->off & 1u << i)
            count = add_options(moves, set, i, hit, count);
    }
    return count;
}

static int covers(const bship_internal_evidence *evidence, bship_internal_placement laid,
                  uint32_t hit)
{
    uint32_t step = bship_internal_step(evidence->rules, laid.orientation);
    uint32_t length = (uint32_t)evidence->kinds[laid.kind].length;
    return hit >= laid.position && (hit - laid.position) % step == 0 &&
           (hit - laid.position) / step < length;
}

/*
 * Finds the open spots on which a ship that is off may be laid. Returns their
 * weight, and in `*count` their number, which is 0 where they are not looked through.
 */
static double find_spots(bship_internal_moves *moves, const struct set *set, uint32_t ship,
                         uint32_t *count)
{
    const bship_internal_spots *spots = moves->spots;
    int32_t kind = set->old[ship].kind;
    uint32_t spot_count = bship_internal_spots_count(spots, kind);
    const bship_internal_placement *items = spots->items.items;
    *count = 0;
    if (!set->is_thorough || spot_count > FITS_MAX)
        return bship_internal_spots_weight(spots, kind);
    for (uint32_t i = 0; i < spot_count; i++)
        *count = add_option(moves, items[spots->firsts[kind] + i], ship, *count);
    return *count > 0 ? moves->sums[*count - 1] : 0;
}

/* The product of the weights of all that could be drawn where the ships off come to lie as they
 * did; they are off again. */
static double weigh_old(bship_internal_moves *moves, struct set *set)
{
    double product = 1;
    for (uint32_t hit; (hit = lowest_hit(moves)) != NO_HIT;) {
        uint32_t i = 0;
        product *= moves->sums[find_options(moves, set, hit) - 1];
        while (!covers(moves->sketch->waters.evidence, set->old[i], hit))
            i++;
        put(moves, set, set->old, i);
    }
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t count;
        if (!(set->off & 1u << i))
            continue;
        product *= find_spots(moves, set, i, &count);
        put(moves, set, set->old, i);
    }
    clear_set(moves, set, set->old);
    return product;
}

/* Draws one of the options that were found. */
static const bship_internal_move_option *pick_option(const bship_internal_moves *moves,
                                                     uint32_t count, bship_rng *rng)
{
    return &moves->options[bship_internal_draw_item(moves->sums, sizeof *moves->sums, count, rng)];
}

/* Covers the hits anew; returns the product of the weights, 0 if the ships do not do. */
static double cover_anew(bship_internal_moves *moves, struct set *set, bship_rng *rng)
{
    double product = 1;
    for (uint32_t hit; (hit = lowest_hit(moves)) != NO_HIT;) {
        uint32_t count = find_options(moves, set, hit);
        if (count == 0)
            return 0;
        product *= moves->sums[count - 1];
        const bship_internal_move_option *option = pick_option(moves, count, rng);
        set->new[option->ship] = option->laid;
        put(moves, set, set->new, option->ship);
    }
    return product;
}

/* Lays the ships that are off on open spots; the same. */
static double lay_anew(bship_internal_moves *moves, struct set *set, bship_rng *rng)
{
    double product = 1;
    for (uint32_t i = 0; i < set->count; i++) {
        uint32_t count;
        if (!(set->off & 1u << i))
            continue;
        product *= find_spots(moves, set, i, &count);
        if (product == 0)
            return 0;
        set->new[i] = count > 0 ? pick_option(moves, count, rng)->laid
                                : bship_internal_spots_pick(moves->spots, set->old[i].kind, rng);
        if (!lay(moves, set, i))
            return 0;
    }
    return product;
}

static void renew(bship_internal_moves *moves, uint32_t count, int is_thorough, bship_rng *rng)
{
    struct set set;
    set.is_thorough = is_thorough;
    draw_set(moves, count, moves->sketch->waters.evidence->hit_count > 0, rng, &set);
    take_set(moves, &set);
    double before = weigh_old(moves, &set);
    double after = cover_anew(moves, &set, rng);
    if (after > 0)
        after *= lay_anew(moves, &set, rng);
    conclude(moves, &set, after > 0 && bship_internal_rng_unit(rng) * before < after);
}

/* ---- moves as likely as those back ---- */

static int32_t draw_offset(const bship_internal_moves *moves, bship_internal_placement laid,
                           bship_rng *rng)
{
    uint32_t length = (uint32_t)bship_internal_sketch_kind(moves->sketch, laid)->length;
    return (int32_t)bship_internal_rng_below(rng, length);
}

/* A cell of a ship. */
static uint32_t draw_cell(const bship_internal_moves *moves, bship_internal_placement laid,
                          bship_rng *rng)
{
    uint32_t step = bship_internal_step(moves->sketch->waters.evidence->rules, laid.orientation);
    return laid.position + (uint32_t)draw_offset(moves, laid, rng) * step;
}

/* Draws a placement of ship `i` of a set through a cell; returns whether it may be. */
static int draw_through(const bship_internal_moves *moves, struct set *set, uint32_t i,
                        uint32_t cell, bship_rng *rng)
{
    const bship_internal_evidence *evidence = moves->sketch->waters.evidence;
    int32_t kind = set->old[i].kind, offset = draw_offset(moves, set->old[i], rng);
    uint32_t orientations = (uint32_t)evidence->kinds[kind].orientations;
    int32_t orientation = (int32_t)bship_internal_rng_below(rng, orientations);
    return bship_internal_through(evidence, kind, orientation, cell, offset, &set->new[i]);
}

/* Whether the new placements of a set, all laid, are to be kept. */
static int accept(const bship_internal_moves *moves, const struct set *set, bship_rng *rng)
{
    const bship_internal_evidence *evidence = moves->sketch->waters.evidence;
    double before = 1, after = 1;
    if (moves->sketch->uncovered > 0)
        return 0;
    for (uint32_t i = 0; i < set->count; i++) {
        before *= bship_internal_placement_weight(evidence, set->old[i]);
        after *= bship_internal_placement_weight(evidence, set->new[i]);
    }
    return after >= before || bship_internal_rng_unit(rng) * before < after;
}

/* Moves one ship about a cell of its own, or two about cells of each other. */
static void shift(bship_internal_moves *moves, uint32_t count, bship_rng *rng)
{
    struct set set;
    uint32_t cells[2] = { 0, 0 };
    draw_set(moves, count, 0, rng, &set);
    take_set(moves, &set);
    for (uint32_t i = 0; i < set.count; i++)
        cells[set.count - 1 - i] = draw_cell(moves, set.old[i], rng);
    int fits = 1;
    for (uint32_t i = 0; fits && i < set.count; i++)
        fits = draw_through(moves, &set, i, cells[i], rng) && lay(moves, &set, i);
    conclude(moves, &set, fits && accept(moves, &set, rng));
}

/* ---- ships that cover no hit ---- */

/* Whether two spots of a kind may be so close that a ship on one would clash with the other. */
static int is_close(const bship_internal_moves *moves, bship_internal_placement a,
                    bship_internal_placement b)
{
    const bship_rules *rules = moves->sketch->waters.evidence->rules;
    int32_t length = bship_internal_sketch_kind(moves->sketch, a)->length;
    bship_cell at = rules->cells[a.position], other = rules->cells[b.position];
    return at.x - other.x <= length && other.x - at.x <= length && at.y - other.y <= length &&
           other.y - at.y <= length;
}

/* Lays one ship anew, as above, on the quick: most tries fail. */
static void relocate(bship_internal_moves *moves, uint32_t slot, bship_rng *rng)
{
    bship_internal_waters *waters = &moves->sketch->waters;
    bship_internal_placement old = moves->ships[slot];
    bship_internal_placement new = bship_internal_spots_pick(moves->spots, old.kind, rng);
    if (!bship_internal_waters_fits(waters, new) && !is_close(moves, old, new))
        return;
    bship_internal_waters_lift(waters, old);
    int fits = bship_internal_waters_fits(waters, new);
    bship_internal_waters_lay(waters, fits ? new : old);
    if (!fits)
        return;
    settle(moves, slot);
    moves->ships[slot] = new;
}

static void relocate_any(bship_internal_moves *moves, bship_rng *rng)
{
    uint32_t slot = bship_internal_rng_below(rng, moves->count);
    bship_internal_placement laid = moves->ships[slot];
    const bship_internal_kind *kind = bship_internal_sketch_kind(moves->sketch, laid);
    if (kind->spots[laid.orientation][laid.position] == BSHIP_INTERNAL_SPOT_OPEN)
        relocate(moves, slot, rng);
}

void bship_internal_moves_make(bship_internal_moves *moves, bship_rng *rng)
{
    /* What mixed best, over boards full and empty. */
    static const uint8_t renewed[] = { 1, 1, 2, 2, 2, 2, 2, 3, 3, 4, MOVED_MAX, MOVED_MAX };
    int has_hits = moves->sketch->waters.evidence->hit_count > 0;
    uint32_t lot = bship_internal_rng_below(rng, 256);
    moves->now++;
    if (lot < 32)
        shift(moves, 1, rng);
    else if (lot < 64)
        shift(moves, 2, rng);
    else if (lot < 64 + 4 * sizeof renewed && has_hits)
        renew(moves, renewed[lot % sizeof renewed], 0, rng);
    else if (lot < 256 - moves->thorough)
        relocate_any(moves, rng);
    else
        renew(moves, MOVED_MAX, 1, rng);
}

int64_t bship_internal_moves_cost(const bship_internal_moves *moves)
{
    const bship_internal_evidence *evidence = moves->sketch->waters.evidence;
    int64_t cost = 0;
    for (int32_t k = 0; k < evidence->kind_count; k++)
        cost += bship_internal_waters_cost(&moves->sketch->waters, k) * evidence->kinds[k].ships;
    return 30 + (evidence->hit_count > 0 ? 3 : 1) * cost / evidence->rules->fleet->count;
}
