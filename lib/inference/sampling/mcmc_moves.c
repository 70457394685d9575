/* Proposals and acceptance; see sampling/mcmc_moves.h. */
#include "inference/sampling/mcmc_moves.h"

#include "inference/common/drawing.h"

enum {
    MOVED_MAX = 5,  /* ships moved at once */
    FITS_MAX = 512, /* a class with more open placements is never regrown thoroughly: too slow */
    NO_HIT = 0      /* the position of a guard cell */
};

/* A move: its ships, in ascending order of their numbers. */
struct move {
    uint32_t count;
    uint32_t ships[MOVED_MAX]; /* their numbers in the state */
    bsi_placement old[MOVED_MAX];
    bsi_placement new[MOVED_MAX];
    uint32_t removed; /* bit set of the ships that are not placed */
    bool is_thorough; /* whether to draw from open placements that fit, not from all */
};

void bsi_moves_carve(bsi_moves *moves, bsi_partial_layout *partial, bsi_arena *arena)
{
    const bsi_evidence *evidence = partial->grid.evidence;
    const bship_rules *rules = evidence->rules;
    size_t ships = (size_t)rules->fleet->count;
    size_t longest = (size_t)rules->fleet->classes[0].length;
    /* A stage draws from the placements through a hit, or from those of a thorough regrowth. */
    size_t options = longest * 2 * MOVED_MAX;
    size_t fits = 2 * rules->free_count < FITS_MAX ? 2 * rules->free_count : FITS_MAX;
    options = options > fits ? options : fits;
    moves->evidence = evidence;
    moves->partial = partial;
    moves->count = (uint32_t)ships;
    moves->ship_on = bsi_arena_take(arena, rules->positions, sizeof *moves->ship_on);
    moves->since = bsi_arena_take(arena, ships, sizeof *moves->since);
    moves->options = bsi_arena_take(arena, options, sizeof *moves->options);
    moves->hits = bsi_arena_take(arena, longest * MOVED_MAX, sizeof *moves->hits);
}

/* ---- the state ---- */

/* Records which ship covers the hits of a ship's placement. */
static void record_hits(bsi_moves *moves, uint32_t ship)
{
    uint32_t count = bsi_hits_of(moves->evidence, moves->ships[ship], moves->hits);
    for (uint32_t i = 0; i < count; i++)
        moves->ship_on[moves->hits[i]] = (uint16_t)ship;
}

void bsi_moves_start(bsi_moves *moves, bsi_placement *ships)
{
    /* The fewer open placements there are, the cheaper is a thorough regrowth. */
    uint32_t share = 1024 / (moves->evidence->open_begin[moves->evidence->class_count] + 1);
    moves->thorough = share < 1 ? 1 : share > 64 ? 64 : share;
    bsi_partial_layout_clear(moves->partial);
    moves->ships = ships;
    moves->now = 0;
    for (uint32_t i = 0; i < moves->count; i++) {
        bsi_partial_layout_place(moves->partial, ships[i]);
        record_hits(moves, i);
        moves->since[i] = 0;
    }
}

/* Counts the time for which a ship has had its placement. */
static void settle(bsi_moves *moves, uint32_t ship)
{
    if (moves->counts)
        bsi_sample_add(moves->evidence, moves->ships[ship],
                       (double)(moves->now - moves->since[ship]), moves->counts, moves->cells);
    moves->since[ship] = moves->now;
}

void bsi_moves_settle(bsi_moves *moves)
{
    for (uint32_t i = 0; i < moves->count; i++)
        settle(moves, i);
}

/* ---- the ships of a move ---- */

/* Adds a ship to a move, unless it is one of its ships. */
static void add_ship(struct move *move, uint32_t ship)
{
    uint32_t place = 0;
    while (place < move->count && move->ships[place] < ship)
        place++;
    if (place < move->count && move->ships[place] == ship)
        return;
    for (uint32_t i = move->count++; i > place; i--)
        move->ships[i] = move->ships[i - 1];
    move->ships[place] = ship;
}

/*
 * Draws the ships of a move, one of them by a random hit if `by_hit`. Their order must not depend
 * on which one that is: after the move another ship may cover the hit.
 */
static void draw_ships(const bsi_moves *moves, uint32_t count, bool by_hit, bship_rng *rng,
                       struct move *move)
{
    const bsi_evidence *evidence = moves->evidence;
    move->count = 0;
    if (by_hit) {
        uint32_t hit = evidence->hits[bsi_rng_below(rng, evidence->hit_count)];
        add_ship(move, moves->ship_on[hit]);
    }
    while (move->count < count && move->count < moves->count)
        add_ship(move, bsi_rng_below(rng, moves->count));
}

/* Places ship `i` of a move; `placements` are its old or its new ones. */
static void place_ship(bsi_moves *moves, struct move *move, const bsi_placement *placements,
                       uint32_t i)
{
    bsi_partial_layout_place(moves->partial, placements[i]);
    move->removed &= ~(1u << i);
}

static void remove_ship(bsi_moves *moves, struct move *move, const bsi_placement *placements,
                        uint32_t i)
{
    bsi_partial_layout_remove(moves->partial, placements[i]);
    move->removed |= 1u << i;
}

/* Begins a move: removes all its ships and lists the hits that they covered. */
static void begin(bsi_moves *moves, struct move *move)
{
    move->removed = 0;
    moves->hit_count = 0;
    for (uint32_t i = 0; i < move->count; i++) {
        move->old[i] = moves->ships[move->ships[i]];
        remove_ship(moves, move, move->old, i);
        moves->hit_count +=
            bsi_hits_of(moves->evidence, move->old[i], moves->hits + moves->hit_count);
    }
}

/* Removes the ships of a move that are placed. */
static void remove_placed(bsi_moves *moves, struct move *move, const bsi_placement *placements)
{
    for (uint32_t i = 0; i < move->count; i++) {
        if (!(move->removed & 1u << i))
            remove_ship(moves, move, placements, i);
    }
}

/* Ends a move: an accepted one becomes the state, otherwise its ships go back. */
static void end(bsi_moves *moves, struct move *move, bool is_accepted)
{
    if (!is_accepted) {
        remove_placed(moves, move, move->new);
        for (uint32_t i = 0; i < move->count; i++)
            bsi_partial_layout_place(moves->partial, move->old[i]);
        return;
    }
    for (uint32_t i = 0; i < move->count; i++) {
        settle(moves, move->ships[i]);
        moves->ships[move->ships[i]] = move->new[i];
        record_hits(moves, move->ships[i]);
    }
}

/* Places a ship if it fits; returns whether it does. */
static bool try_place(bsi_moves *moves, struct move *move, const bsi_placement *placements,
                      uint32_t i)
{
    if (!bsi_grid_fits(&moves->partial->grid, placements[i]))
        return false;
    place_ship(moves, move, placements, i);
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

/* Lists the placements by which the removed ships can cover a hit; returns their number. */
static uint32_t find_options(bsi_moves *moves, const struct move *move, uint32_t hit)
{
    const bsi_evidence *evidence = moves->evidence;
    uint32_t count = 0;
    for (uint32_t ship = 0; ship < move->count; ship++) {
        int32_t class = move->old[ship].class;
        if (!(move->removed & 1u << ship))
            continue;
        for (int32_t o = 0; o < evidence->classes[class].orientations; o++) {
            for (int32_t i = 0; i < evidence->classes[class].length; i++) {
                bsi_placement placement;
                if (bsi_through(evidence, class, o, hit, i, &placement))
                    count = add_option(moves, placement, ship, count);
            }
        }
    }
    return count;
}

/*
 * Returns the total weight of the open placements from which to draw one for a removed ship. A
 * thorough regrowth lists those that fit as options, `*count` of them; otherwise `*count` is 0.
 */
static double find_placements(bsi_moves *moves, const struct move *move, uint32_t ship,
                              uint32_t *count)
{
    const bsi_evidence *evidence = moves->evidence;
    int32_t class = move->old[ship].class;
    *count = 0;
    if (!move->is_thorough || bsi_open_count(evidence, class) > FITS_MAX)
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
 * Covers the hits by removed ships: with a random stream on new placements, without one (NULL) on
 * the old ones. Returns the product of the total weights of the stages; 0 if a hit cannot be
 * covered.
 */
static double cover_hits(bsi_moves *moves, struct move *move, bship_rng *rng)
{
    double product = 1;
    for (uint32_t hit; (hit = first_uncovered(moves)) != NO_HIT;) {
        uint32_t count = find_options(moves, move, hit), i = 0;
        if (count == 0)
            return 0;
        product *= moves->options[count - 1].sum;
        if (rng) {
            const bsi_move_option *option = pick_option(moves, count, rng);
            i = option->ship;
            move->new[i] = option->placement;
        } else {
            bsi_run run = bsi_run_of(moves->evidence, move->old[0]);
            while (!bsi_run_covers(&run, hit))
                run = bsi_run_of(moves->evidence, move->old[++i]);
        }
        place_ship(moves, move, rng ? move->new : move->old, i);
    }
    return product;
}

/* Places the other removed ships in the same way, and multiplies the product by the total weights
 * of these stages. */
static double place_others(bsi_moves *moves, struct move *move, double product, bship_rng *rng)
{
    for (uint32_t i = 0; i < move->count; i++) {
        uint32_t count;
        if (!(move->removed & 1u << i))
            continue;
        product *= find_placements(moves, move, i, &count);
        if (product == 0)
            return 0;
        if (rng)
            move->new[i] = count > 0 ? pick_option(moves, count, rng)->placement
                                     : bsi_open_pick(moves->evidence, move->old[i].class, rng);
        if (!try_place(moves, move, rng ? move->new : move->old, i))
            return 0;
    }
    return product;
}

static void regrow(bsi_moves *moves, uint32_t count, bool is_thorough, bship_rng *rng)
{
    struct move move;
    move.is_thorough = is_thorough;
    draw_ships(moves, count, moves->evidence->hit_count > 0, rng, &move);
    begin(moves, &move);
    double before = place_others(moves, &move, cover_hits(moves, &move, NULL), NULL);
    remove_placed(moves, &move, move.old);
    double after = cover_hits(moves, &move, rng);
    if (after > 0)
        after *= place_others(moves, &move, 1, rng);
    end(moves, &move, after > 0 && bsi_rng_unit(rng) * before < after);
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

/* Draws a placement of ship `i` of a move through a cell; returns whether it is possible. */
static bool draw_through(const bsi_moves *moves, struct move *move, uint32_t i, uint32_t cell,
                         bship_rng *rng)
{
    const bsi_evidence *evidence = moves->evidence;
    int32_t class = move->old[i].class, offset = draw_offset(moves, move->old[i], rng);
    uint32_t orientations = (uint32_t)evidence->classes[class].orientations;
    int32_t orientation = (int32_t)bsi_rng_below(rng, orientations);
    return bsi_through(evidence, class, orientation, cell, offset, &move->new[i]);
}

/* Metropolis acceptance of a symmetric proposal whose ships are all placed. */
static bool accept(const bsi_moves *moves, const struct move *move, bship_rng *rng)
{
    const bsi_evidence *evidence = moves->evidence;
    double before = 1, after = 1;
    if (moves->partial->uncovered > 0)
        return false;
    for (uint32_t i = 0; i < move->count; i++) {
        before *= bsi_placement_weight(evidence, move->old[i]);
        after *= bsi_placement_weight(evidence, move->new[i]);
    }
    return after >= before || bsi_rng_unit(rng) * before < after;
}

/* Places one ship anew through one of its cells, or each of two ships through a cell of the other.
 */
static void shift(bsi_moves *moves, uint32_t count, bship_rng *rng)
{
    struct move move;
    uint32_t cells[2] = { 0, 0 };
    draw_ships(moves, count, false, rng, &move);
    begin(moves, &move);
    for (uint32_t i = 0; i < move.count; i++)
        cells[move.count - 1 - i] = draw_cell(moves, move.old[i], rng);
    bool fits = true;
    for (uint32_t i = 0; fits && i < move.count; i++)
        fits = draw_through(moves, &move, i, cells[i], rng) && try_place(moves, &move, move.new, i);
    end(moves, &move, fits && accept(moves, &move, rng));
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

/* Regrows a random ship, unless it covers a hit. Most proposals conflict with another ship, so this
 * is tested before anything is removed. */
static void relocate(bsi_moves *moves, bship_rng *rng)
{
    bsi_occupancy_grid *grid = &moves->partial->grid;
    uint32_t ship = bsi_rng_below(rng, moves->count);
    bsi_placement old = moves->ships[ship];
    const bsi_ship_class *class = bsi_partial_layout_class(moves->partial, old);
    if (class->placements[old.orientation][old.position] != BSI_PLACEMENT_OPEN)
        return;
    bsi_placement new = bsi_open_pick(moves->evidence, old.class, rng);
    if (!bsi_grid_fits(grid, new) && !is_close(moves, old, new))
        return;
    bsi_grid_remove(grid, old);
    bool fits = bsi_grid_fits(grid, new);
    bsi_grid_place(grid, fits ? new : old);
    if (!fits)
        return;
    settle(moves, ship);
    moves->ships[ship] = new;
}

void bsi_moves_make(bsi_moves *moves, bship_rng *rng)
{
    /* Numbers of ships of a regrowth. Measured: these mix best, over crowded and empty boards. */
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
        relocate(moves, rng);
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
