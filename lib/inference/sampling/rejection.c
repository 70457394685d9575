/*
 * Covers, draws and stopping; see sampling/rejection.h.
 *
 * In the occupancy grid of a candidate, ships of the cover count 16 and the others 1. At most four
 * ships come near a cell, so the two can be told apart: a placement that conflicts with the cover
 * is none of those to draw from, and is drawn again; one that conflicts only with other ships
 * rejects the candidate.
 */
#include "inference/sampling/rejection.h"

#include <math.h>

#include "inference/common/drawing.h"

enum {
    MARK_FREE = 1,
    MARK_COVER = 16,
    COVERS_MAX = 1 << 20, /* with their ships these take about 100 MB */
    PICKS_MAX = 1 << 14,  /* greatest mean number of picks until a placement avoids the cover */
    ACCEPTED_MIN = 64,    /* fewer layouts give no estimate */
    TRIES_FIRST = 1024,   /* candidates before the precision is first tested */
    TRIES_ESTIMATE = 1024 /* candidates of an estimate of the acceptance rate */
};

/* A number beyond the range of a double: mantissa * 2^exponent. */
struct scaled {
    double mantissa; /* 0, or in [0.5, 1) */
    int64_t exponent;
};

/* An exact cover. Its ships end where those of the next one begin. */
struct bsi_weighted_cover {
    size_t first;         /* of its ships in the list of all */
    struct scaled weight; /* of its ships and of the placements left to the remaining ones */
};

/* ---- placements that a cover leaves ---- */

static struct scaled scaled_times(struct scaled a, double factor)
{
    int shift = 0, carry = 0;
    double mantissa = frexp(a.mantissa * frexp(factor, &shift), &carry);
    return (struct scaled){ mantissa, a.exponent + shift + carry };
}

/* The placements that avoid a cover. */
struct free_placements {
    int64_t count;
    double weight;
};

/* Cells, from the first corner to the last. */
struct box {
    bship_cell first, last;
};

/* A box of the board that contains the first cells of all placements, of the class and orientation
 * of one, that can conflict with a ship. */
static struct box near_box(const bsi_evidence *evidence, bsi_placement ship,
                           bsi_placement placement)
{
    const bship_rules *rules = evidence->rules;
    int32_t length = evidence->classes[placement.class].length;
    int32_t ship_length = evidence->classes[ship.class].length;
    bool is_row = placement.orientation == BSHIP_ORIENTATION_HORIZONTAL;
    bool is_ship_row = ship.orientation == BSHIP_ORIENTATION_HORIZONTAL;
    bship_cell at = rules->cells[ship.position];
    int32_t x0 = at.x - (is_row ? length : 1), x1 = at.x + (is_ship_row ? ship_length : 1);
    int32_t y0 = at.y - (is_row ? 1 : length), y1 = at.y + (is_ship_row ? 1 : ship_length);
    return (struct box){
        { x0 < 0 ? 0 : x0, y0 < 0 ? 0 : y0 },
        { x1 < rules->width ? x1 : rules->width - 1, y1 < rules->height ? y1 : rules->height - 1 },
    };
}

/* Subtracts the open placements, of the class and orientation of one, that a ship excludes and no
 * ship before it has excluded. */
static void exclude_near(bsi_rejection *rejection, bsi_placement ship, bsi_placement placement,
                         struct free_placements *free)
{
    const bsi_evidence *evidence = rejection->evidence;
    const bship_rules *rules = evidence->rules;
    const uint8_t *placements =
        evidence->classes[placement.class].placements[placement.orientation];
    struct box box = near_box(evidence, ship, placement);
    uint32_t first = placement.orientation * rules->positions;
    for (int32_t y = box.first.y; y <= box.last.y; y++) {
        for (int32_t x = box.first.x; x <= box.last.x; x++) {
            placement.position = bsi_position(rules, (bship_cell){ x, y });
            if (placements[placement.position] != BSI_PLACEMENT_OPEN ||
                bsi_stamp_set_has(&rejection->excluded, first + placement.position) ||
                !bsi_grid_conflict(&rejection->partial->grid, placement))
                continue;
            bsi_stamp_set_add(&rejection->excluded, first + placement.position);
            free->count--;
            free->weight -= bsi_placement_weight(evidence, placement);
        }
    }
}

/* The open placements of a class that avoid the present cover. */
static struct free_placements find_free(bsi_rejection *rejection, int32_t class)
{
    const bsi_evidence *evidence = rejection->evidence;
    const bsi_exact_cover *cover = rejection->cover;
    struct free_placements free = { bsi_open_count(evidence, class),
                                    bsi_open_weight(evidence, class) };
    bsi_stamp_set_clear(&rejection->excluded);
    for (uint32_t i = 0; i < cover->ship_count; i++) {
        for (int32_t o = 0; o < evidence->classes[class].orientations; o++)
            exclude_near(rejection, cover->ships[i], bsi_placement_of(class, o, 0), &free);
    }
    return free;
}

/*
 * The weight of the present cover times the weights of the placements that it leaves to each
 * remaining ship; 0 if these are too few. Sets `is_tight` if they are so small a share of all that
 * rounding could spoil their weight, or that drawing one takes too many picks.
 */
static struct scaled cover_weight(bsi_rejection *rejection)
{
    const bsi_evidence *evidence = rejection->evidence;
    const int32_t *left = rejection->partial->left;
    struct scaled weight = { 0.5, 1 };
    bool is_tight = false;
    for (uint32_t i = 0; i < rejection->cover->ship_count; i++)
        weight = scaled_times(weight, bsi_placement_weight(evidence, rejection->cover->ships[i]));
    for (int32_t k = 0; k < evidence->class_count; k++) {
        if (left[k] == 0)
            continue;
        struct free_placements free = find_free(rejection, k);
        if (free.count < left[k])
            return (struct scaled){ 0, 0 };
        is_tight |= free.weight * PICKS_MAX < bsi_open_weight(evidence, k);
        for (int32_t i = 1; i <= left[k]; i++)
            weight = scaled_times(weight, free.weight / i);
    }
    rejection->is_tight |= is_tight;
    return weight;
}

/* ---- covers ---- */

/* Appends the present cover to the list. */
static bship_status add_cover(bsi_rejection *rejection)
{
    const bship_allocator *allocator = rejection->cover->allocator;
    uint32_t depth = rejection->cover->ship_count;
    struct bsi_weighted_cover cover = { rejection->ships.count, cover_weight(rejection) };
    if (rejection->is_tight)
        return BSHIP_ERROR_WORK_LIMIT;
    if (cover.weight.mantissa == 0)
        return BSHIP_OK;
    if (rejection->covers.count == COVERS_MAX)
        return BSHIP_ERROR_WORK_LIMIT;
    /* Two: one is the end marker. */
    if (BSI_RESERVE(&rejection->covers, allocator, 2) ||
        BSI_RESERVE(&rejection->sums, allocator, 1) ||
        BSI_RESERVE(&rejection->ships, allocator, depth))
        return BSHIP_ERROR_MEMORY;
    rejection->covers.items[rejection->covers.count++] = cover;
    rejection->sums.count = rejection->covers.count;
    for (uint32_t i = 0; i < depth; i++)
        rejection->ships.items[rejection->ships.count++] = rejection->cover->ships[i];
    return BSHIP_OK;
}

/* Approximate steps of adding a cover. */
static int64_t cover_cost(const bsi_rejection *rejection)
{
    int64_t cost = 0;
    int32_t longest = rejection->evidence->classes[0].length;
    for (int32_t k = 0; k < rejection->evidence->class_count; k++)
        cost += 8 * (int64_t)(rejection->evidence->classes[k].length + longest);
    return cost * (rejection->cover->ship_count + 1);
}

/* Lists all covers: OK; CONTRADICTION if there is none; WORK_LIMIT; CANCELLED; MEMORY. */
static bship_status list_covers(bsi_rejection *rejection, bsi_work_budget *budget)
{
    bship_status status = bsi_exact_cover_start(rejection->cover, NULL, budget);
    if (status)
        return status;
    for (;;) {
        status = bsi_exact_cover_next(rejection->cover, NULL, budget);
        if (!status)
            status = add_cover(rejection);
        if (!status)
            status = bsi_work_charge(budget, cover_cost(rejection));
        if (status == BSHIP_ERROR_CONTRADICTION)
            return rejection->covers.count > 0 ? BSHIP_OK : status;
        if (status)
            return status;
    }
}

/* Sums the weights in units of the largest power of two among them. */
static void sum_covers(bsi_rejection *rejection)
{
    struct bsi_weighted_cover *covers = rejection->covers.items;
    double *sums = rejection->sums.items, sum = 0;
    size_t count = rejection->covers.count;
    int64_t exponent = covers[0].weight.exponent;
    for (size_t i = 1; i < count; i++) {
        if (covers[i].weight.exponent > exponent)
            exponent = covers[i].weight.exponent;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t shift = covers[i].weight.exponent - exponent;
        /* Below -2000 the double is 0 anyway, and the shift might exceed an int. */
        sum += shift < -2000 ? 0 : ldexp(covers[i].weight.mantissa, (int)shift);
        sums[i] = sum;
    }
    rejection->exponent = exponent;
    covers[count].first = rejection->ships.count;
}

bship_status bsi_rejection_read(bsi_rejection *rejection, bsi_work_budget *budget)
{
    rejection->covers.count = rejection->ships.count = 0;
    rejection->is_tight = false;
    bship_status status = bsi_sample_read(rejection->evidence, budget);
    if (!status)
        status = list_covers(rejection, budget);
    if (!status)
        sum_covers(rejection);
    bsi_partial_layout_clear(rejection->partial);
    return status;
}

/* ---- one candidate ---- */

/* Draws a cover and places its ships; returns how many. */
static uint32_t place_cover(bsi_rejection *rejection, bship_rng *rng)
{
    uint32_t covers = (uint32_t)rejection->covers.count;
    const struct bsi_weighted_cover *cover = rejection->covers.items;
    if (covers > 1)
        cover += bsi_rng_pick(rng, rejection->sums.items, sizeof(double), covers);
    uint32_t count = (uint32_t)(cover[1].first - cover[0].first);
    for (uint32_t i = 0; i < count; i++) {
        rejection->placed[i] = rejection->ships.items[cover->first + i];
        rejection->partial->left[rejection->placed[i].class]--;
        bsi_grid_mark(&rejection->partial->grid, rejection->placed[i], MARK_COVER);
    }
    return count;
}

/* Draws ship `i`, of a class, where it avoids the cover; places it if it fits, and returns whether
 * it does. */
static bool place_free(bsi_rejection *rejection, int32_t class, uint32_t i, bship_rng *rng,
                       int64_t *steps)
{
    bsi_occupancy_grid *grid = &rejection->partial->grid;
    uint8_t conflict = MARK_COVER;
    while (conflict >= MARK_COVER) {
        rejection->placed[i] = bsi_open_pick(rejection->evidence, class, rng);
        conflict = bsi_grid_conflict(grid, rejection->placed[i]);
        *steps += 10;
    }
    *steps += bsi_grid_cost(grid, class);
    if (conflict)
        return false;
    bsi_grid_mark(grid, rejection->placed[i], MARK_FREE);
    return true;
}

/* Removes the first `count` ships, of which the first `cover` are those of the cover. */
static void remove_ships(bsi_rejection *rejection, uint32_t cover, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint8_t mark = i < cover ? MARK_COVER : MARK_FREE;
        bsi_grid_mark(&rejection->partial->grid, rejection->placed[i], (uint8_t)-mark);
        if (i < cover)
            rejection->partial->left[rejection->placed[i].class]++;
    }
}

/* Draws a candidate into `placed`; returns whether it is a layout. */
static bool draw_candidate(void *user, bship_rng *rng, int64_t *steps)
{
    bsi_rejection *rejection = user;
    uint32_t cover = place_cover(rejection, rng);
    uint32_t count = cover;
    bool fits = true;
    for (int32_t k = 0; fits && k < rejection->evidence->class_count; k++) {
        for (int32_t i = rejection->partial->left[k]; fits && i > 0; i--) {
            fits = place_free(rejection, k, count, rng, steps);
            count += fits;
        }
    }
    remove_ships(rejection, cover, count);
    *steps += 50 * (int64_t)(cover + 1);
    return fits;
}

/* ---- memory ---- */

void bsi_rejection_carve(bsi_rejection *rejection, bsi_exact_cover *cover, bsi_arena *arena)
{
    const bship_rules *rules = cover->evidence->rules;
    rejection->evidence = cover->evidence;
    rejection->cover = cover;
    rejection->partial = &cover->partial;
    rejection->excluded.positions = 2 * (size_t)rules->positions;
    rejection->excluded.stamps =
        bsi_arena_take(arena, rejection->excluded.positions, sizeof *rejection->excluded.stamps);
    rejection->placed =
        bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *rejection->placed);
    rejection->proposal = (bsi_proposal){ draw_candidate, rejection, cover->evidence,
                                          rejection->placed, TRIES_ESTIMATE };
}

void bsi_rejection_clear(bsi_rejection *rejection)
{
    const bship_allocator *allocator = rejection->cover->allocator;
    BSI_FREE(&rejection->covers, allocator);
    BSI_FREE(&rejection->ships, allocator);
    BSI_FREE(&rejection->sums, allocator);
}

/* ---- samples ---- */

/* A sample so far. */
struct sample {
    int64_t tries;
    int64_t accepted;
    double *cells; /* by position: the accepted layouts that cover it */
};

/* Draws more candidates and counts those accepted. */
static bship_status draw_more(bsi_rejection *rejection, int64_t tries, bship_rng *rng,
                              bsi_work_budget *budget, bsi_placement_counts *counts,
                              struct sample *sample)
{
    const bsi_evidence *evidence = rejection->evidence;
    int64_t steps = 2 * (int64_t)counts->positions; /* of testing the precision */
    bship_status status = BSHIP_OK;
    for (int64_t i = 0; !status && i < tries; i++) {
        sample->tries++;
        if (draw_candidate(rejection, rng, &steps)) {
            sample->accepted++;
            for (int32_t s = 0; s < evidence->rules->fleet->count; s++)
                bsi_sample_add(evidence, rejection->placed[s], 1, counts, sample->cells);
        }
        status = bsi_work_charge(budget, steps);
        steps = 0;
    }
    return status;
}

/* The variance of the occupancy of a cell. */
static double cell_variance(const bsi_rejection *rejection, uint32_t position,
                            const struct sample *sample)
{
    if (rejection->evidence->cells[position] != BSI_CELL_OPEN)
        return 0;
    return bsi_sample_variance(sample->cells[position], (double)sample->accepted);
}

/* The mean of these variances over open cells. */
static double mean_variance(const bsi_rejection *rejection, const struct sample *sample)
{
    const bsi_evidence *evidence = rejection->evidence;
    double sum = 0;
    for (uint32_t p = 0; p < evidence->rules->positions; p++)
        sum += cell_variance(rejection, p, sample);
    return evidence->open_count > 0 ? sum / evidence->open_count : 0;
}

/* How many more tries a precision requires; 0 if it is reached. */
static int64_t tries_wanted(double variance, double precision, const struct sample *sample)
{
    double goal = precision * precision;
    if (sample->accepted < ACCEPTED_MIN)
        return sample->tries;
    if (variance <= goal)
        return 0;
    double factor = goal > 0 ? variance / goal * 1.01 : 4;
    double more = (factor < 4 ? factor - 1 : 3) * (double)sample->tries;
    return (int64_t)more + TRIES_FIRST / 8;
}

/* Scales numbers of accepted candidates to numbers of layouts, and computes errors, which may
 * replace `cells`. */
static bship_status finish(bsi_rejection *rejection, const struct sample *sample,
                           bsi_placement_counts *counts, bsi_sample_quality *quality,
                           bsi_work_budget *budget)
{
    double share = (double)sample->accepted / (double)sample->tries;
    double total = rejection->sums.items[rejection->covers.count - 1] * share;
    total = bsi_sample_total(total, rejection->exponent, quality);
    quality->rms = sqrt(mean_variance(rejection, sample));
    for (size_t p = 0; p < counts->positions; p++)
        quality->errors[p] = sqrt(cell_variance(rejection, (uint32_t)p, sample));
    quality->effective = (double)sample->accepted;
    /* Even if all draws so far were accepted, the acceptance rate may be below 1. */
    quality->total_error =
        sqrt(bsi_sample_variance((double)sample->accepted, (double)sample->tries)) / share;
    counts->weight = total;
    return bsi_sample_scale(rejection->evidence, counts, total / (double)sample->accepted, budget);
}

bship_status bsi_rejection_run(bsi_rejection *rejection, const bsi_sample_request *request,
                               bsi_placement_counts *counts, bsi_sample_quality *quality)
{
    bship_rng rng;
    bship_rng_seed(&rng, request->seed, BSHIP_RNG_PURPOSE_SAMPLE, 0);
    /* The counts by cell are replaced by the errors at the end. */
    struct sample sample = { .cells = quality->errors };
    bship_status status =
        bsi_sample_clear(rejection->evidence, counts, sample.cells, request->budget);
    for (int64_t more = TRIES_FIRST; !status && more > 0;) {
        status = draw_more(rejection, more, &rng, request->budget, counts, &sample);
        more = tries_wanted(mean_variance(rejection, &sample), request->precision, &sample);
    }
    if (bsi_sample_is_ended(request, status) && sample.accepted >= ACCEPTED_MIN)
        status = BSHIP_OK;
    return status ? status : finish(rejection, &sample, counts, quality, request->budget);
}
