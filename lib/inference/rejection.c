/*
 * Layouts by exact independent draws; see rejection.h.
 *
 * In the waters of a draw the ships of the covering count 16 and the others 1.
 * No more than four ships come near a cell, so a clash tells them apart: a spot
 * that clashes with the covering is drawn again, for it is none of those that the
 * covering leaves; one that clashes with nothing but others ends the draw.
 */
#include "inference/rejection.h"

#include <math.h>
#include <string.h>

#include "inference/cover.h"
#include "inference/drawing.h"

enum {
    MARK_FREE = 1,
    MARK_COVER = 16,
    COVERINGS_MAX = 1 << 20,
    PICKS_MAX = 1 << 14, /* that it may take on average to find a spot clear of the covering */
    ACCEPTED_MIN = 64,   /* fewer layouts say nothing */
    TRIES_FIRST = 1024
};

/* A positive number, however large: mantissa x 2^exponent. */
struct scaled {
    double mantissa; /* 0, or from 0.5 to below 1 */
    int64_t exponent;
};

/* Of a covering, its ships begin at `first` in the list of all and end where the next begin. */
struct covering {
    size_t first;
    struct scaled weight; /* with the free weight that it leaves */
};

struct bship_internal_rejection {
    bship_allocator allocator;
    size_t bytes;
    const bship_internal_evidence *evidence;
    bship_internal_sketch sketch;
    bship_internal_cover cover;
    bship_internal_spots spots;
    bship_internal_array coverings; /* struct covering; one more for the end */
    bship_internal_array ships;     /* bship_internal_placement, covering by covering */
    bship_internal_array sums;      /* double: the coverings' weights so far, over 2^exponent */
    int64_t exponent;
    int is_tight;                   /* whether a covering leaves too small a share of the spots */
    uint32_t *stamps;               /* by orientation and position: when a spot was last counted */
    uint32_t stamp;                 /* the last one */
    bship_internal_placement *laid; /* the draw */
    int64_t steps;                  /* taken by draws, and not spent yet */
};

/* ---- memory ---- */

static void layout(bship_internal_rejection *rejection, const bship_internal_evidence *evidence,
                   bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    bship_internal_arena_take(arena, 1, sizeof *rejection);
    rejection->evidence = evidence;
    bship_internal_sketch_layout(&rejection->sketch, evidence, arena);
    bship_internal_cover_layout(&rejection->cover, &rejection->sketch, arena);
    bship_internal_spots_layout(&rejection->spots, evidence, arena);
    rejection->stamps =
        bship_internal_arena_take(arena, rules->positions * 2, sizeof *rejection->stamps);
    rejection->laid =
        bship_internal_arena_take(arena, (size_t)rules->fleet->count, sizeof *rejection->laid);
}

bship_status bship_internal_rejection_new(bship_internal_rejection **out,
                                          const bship_internal_evidence *evidence,
                                          const bship_allocator *allocator)
{
    bship_internal_rejection measure = { .bytes = 0 };
    bship_internal_arena arena = { NULL, 0 };
    layout(&measure, evidence, &arena);
    size_t bytes = arena.used;
    bship_internal_rejection *rejection = bship_internal_alloc(allocator, 1, bytes);
    if (!rejection)
        return BSHIP_ERROR_MEMORY;
    arena = (bship_internal_arena){ (unsigned char *)rejection, 0 };
    layout(rejection, evidence, &arena);
    rejection->allocator = *allocator;
    rejection->bytes = bytes;
    *out = rejection;
    return BSHIP_OK;
}

void bship_internal_rejection_free(bship_internal_rejection *rejection)
{
    if (!rejection)
        return;
    bship_allocator allocator = rejection->allocator;
    bship_internal_cover_free(&rejection->cover, &allocator);
    bship_internal_spots_free(&rejection->spots, &allocator);
    bship_internal_array_free(&rejection->coverings, &allocator, sizeof(struct covering));
    bship_internal_array_free(&rejection->ships, &allocator, sizeof(bship_internal_placement));
    bship_internal_array_free(&rejection->sums, &allocator, sizeof(double));
    bship_internal_free(&allocator, rejection, 1, rejection->bytes);
}

/* ---- what a covering leaves ---- */

static struct scaled scaled_times(struct scaled a, double factor)
{
    int own = 0, exponent = 0;
    double mantissa = frexp(a.mantissa * frexp(factor, &own), &exponent);
    return (struct scaled){ mantissa, a.exponent + own + exponent };
}

/* Spots, by number and by weight. */
struct free_spots {
    int64_t count;
    double weight;
};

/* Takes off the spots of a kind and an orientation that a ship blocks and none did before it. */
static void take_blocked(bship_internal_rejection *rejection, bship_internal_placement ship,
                         bship_internal_placement spot, struct free_spots *free)
{
    const bship_internal_evidence *evidence = rejection->evidence;
    const bship_rules *rules = evidence->rules;
    const bship_internal_kind *kind = &evidence->kinds[spot.kind];
    int32_t length = evidence->kinds[ship.kind].length;
    int right = ship.orientation == BSHIP_RIGHT, spot_right = spot.orientation == BSHIP_RIGHT;
    bship_cell at = rules->cells[ship.position];
    int32_t x1 = at.x + (right ? length : 1), y1 = at.y + (right ? 1 : length);
    int32_t x0 = at.x - (spot_right ? kind->length : 1),
            y0 = at.y - (spot_right ? 1 : kind->length);
    uint32_t *stamps = rejection->stamps + (size_t)spot.orientation * rules->positions;
    for (int32_t y = y0 < 0 ? 0 : y0; y <= y1 && y < rules->height; y++) {
        for (int32_t x = x0 < 0 ? 0 : x0; x <= x1 && x < rules->width; x++) {
            spot.position = bship_internal_position(rules, (bship_cell){ x, y });
            if (kind->spots[spot.orientation][spot.position] != BSHIP_INTERNAL_SPOT_OPEN ||
                stamps[spot.position] == rejection->stamp ||
                !bship_internal_waters_clash(&rejection->sketch.waters, spot))
                continue;
            stamps[spot.position] = rejection->stamp;
            free->count--;
            free->weight -= bship_internal_placement_weight(evidence, spot);
        }
    }
}

/* What the covering that is laid leaves to a kind. */
static struct free_spots find_free(bship_internal_rejection *rejection, int32_t kind)
{
    const bship_internal_evidence *evidence = rejection->evidence;
    struct free_spots free = { bship_internal_spots_count(&rejection->spots, kind),
                               bship_internal_spots_weight(&rejection->spots, kind) };
    if (++rejection->stamp == 0) {
        memset(rejection->stamps, 0, evidence->rules->positions * 2 * sizeof *rejection->stamps);
        rejection->stamp = 1;
    }
    for (uint32_t i = 0; i < rejection->cover.depth; i++) {
        bship_internal_placement ship = bship_internal_cover_ship(&rejection->cover, i);
        for (int32_t o = 0; o < evidence->kinds[kind].orientations; o++) {
            take_blocked(rejection, ship, bship_internal_placement_of(kind, o, 0), &free);
        }
    }
    return free;
}

/*
 * The weight of the covering that is laid with the free weight it leaves; 0 if it leaves too few
 * spots. Where that weight is so little that rounding may spoil it, too, all is tight.
 */
static struct scaled covering_weight(bship_internal_rejection *rejection)
{
    const bship_internal_sketch *sketch = &rejection->sketch;
    struct scaled weight = { 0.5, 1 };
    int is_tight = 0;
    for (uint32_t i = 0; i < rejection->cover.depth; i++) {
        bship_internal_placement ship = bship_internal_cover_ship(&rejection->cover, i);
        weight = scaled_times(weight, bship_internal_placement_weight(rejection->evidence, ship));
    }
    for (int32_t k = 0; k < rejection->evidence->kind_count; k++) {
        if (sketch->left[k] == 0)
            continue;
        struct free_spots free = find_free(rejection, k);
        if (free.count < sketch->left[k])
            return (struct scaled){ 0, 0 };
        is_tight |= free.weight * PICKS_MAX < bship_internal_spots_weight(&rejection->spots, k);
        for (int32_t i = 1; i <= sketch->left[k]; i++)
            weight = scaled_times(weight, free.weight / i);
    }
    rejection->is_tight |= is_tight;
    return weight;
}

/* ---- the coverings ---- */

static bship_status keep_covering(bship_internal_rejection *rejection)
{
    const bship_allocator *allocator = &rejection->allocator;
    uint32_t depth = rejection->cover.depth;
    struct covering covering = { rejection->ships.count, covering_weight(rejection) };
    if (rejection->is_tight)
        return BSHIP_ERROR_WORK_LIMIT;
    if (covering.weight.mantissa == 0)
        return BSHIP_OK;
    if (rejection->coverings.count == COVERINGS_MAX)
        return BSHIP_ERROR_WORK_LIMIT;
    /* One more for the end. */
    if (bship_internal_array_reserve(&rejection->coverings, allocator, 2, sizeof covering) ||
        bship_internal_array_reserve(&rejection->sums, allocator, 1, sizeof(double)) ||
        bship_internal_array_reserve(&rejection->ships, allocator, depth,
                                     sizeof(bship_internal_placement)))
        return BSHIP_ERROR_MEMORY;
    ((struct covering *)rejection->coverings.items)[rejection->coverings.count++] = covering;
    rejection->sums.count = rejection->coverings.count;
    for (uint32_t i = 0; i < depth; i++)
        ((bship_internal_placement *)rejection->ships.items)[rejection->ships.count++] =
            bship_internal_cover_ship(&rejection->cover, i);
    return BSHIP_OK;
}

/* About the steps that keeping a covering takes. */
static int64_t covering_cost(const bship_internal_rejection *rejection)
{
    int64_t cost = 0;
    int32_t longest = rejection->evidence->kinds[0].length;
    for (int32_t k = 0; k < rejection->evidence->kind_count; k++)
        cost += 8 * (int64_t)(rejection->evidence->kinds[k].length + longest);
    return cost * (rejection->cover.depth + 1);
}

static bship_status keep_coverings(bship_internal_rejection *rejection,
                                   bship_internal_effort *effort)
{
    bship_status status = bship_internal_cover_start(&rejection->cover, effort);
    if (status)
        return status;
    for (;;) {
        status = bship_internal_cover_next(&rejection->cover, &rejection->allocator, NULL, effort);
        if (!status)
            status = keep_covering(rejection);
        if (!status)
            status = bship_internal_effort_spend(effort, covering_cost(rejection));
        if (status == BSHIP_ERROR_CONTRADICTION)
            return rejection->coverings.count > 0 ? BSHIP_OK : status;
        if (status)
            return status;
    }
}

/* Adds up the weights in units of the largest power of two among them. */
static void sum_coverings(bship_internal_rejection *rejection)
{
    struct covering *coverings = rejection->coverings.items;
    double *sums = rejection->sums.items, sum = 0;
    size_t count = rejection->coverings.count;
    int64_t exponent = coverings[0].weight.exponent;
    for (size_t i = 1; i < count; i++) {
        if (coverings[i].weight.exponent > exponent)
            exponent = coverings[i].weight.exponent;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t shift = coverings[i].weight.exponent - exponent;
        sum += shift < -2000 ? 0 : ldexp(coverings[i].weight.mantissa, (int)shift);
        sums[i] = sum;
    }
    rejection->exponent = exponent;
    coverings[count].first = rejection->ships.count;
}

bship_status bship_internal_rejection_read(bship_internal_rejection *rejection,
                                           bship_internal_effort *effort)
{
    rejection->coverings.count = rejection->ships.count = 0;
    rejection->steps = 0;
    rejection->is_tight = 0;
    bship_status status =
        bship_internal_spots_read(&rejection->spots, &rejection->allocator, effort);
    if (!status)
        status = keep_coverings(rejection, effort);
    if (!status)
        sum_coverings(rejection);
    bship_internal_sketch_clear(&rejection->sketch);
    return status;
}

/* ---- one draw ---- */

static const struct covering *pick_covering(const bship_internal_rejection *rejection,
                                            bship_rng *rng)
{
    uint32_t count = (uint32_t)rejection->coverings.count;
    uint32_t number =
        count == 1 ? 0
                   : bship_internal_draw_item(rejection->sums.items, sizeof(double), count, rng);
    return (const struct covering *)rejection->coverings.items + number;
}

/* Lays the ships of a covering; returns how many. */
static uint32_t lay_covering(bship_internal_rejection *rejection, const struct covering *covering)
{
    const bship_internal_placement *ships = rejection->ships.items;
    uint32_t count = (uint32_t)(covering[1].first - covering[0].first);
    for (uint32_t i = 0; i < count; i++) {
        rejection->laid[i] = ships[covering->first + i];
        rejection->sketch.left[rejection->laid[i].kind]--;
        bship_internal_waters_mark(&rejection->sketch.waters, rejection->laid[i], MARK_COVER);
    }
    return count;
}

/* Lays one more ship of a kind, clear of the covering, at number `i`; returns whether it fits. */
static int lay_free(bship_internal_rejection *rejection, int32_t kind, uint32_t i, bship_rng *rng)
{
    uint8_t clash = MARK_COVER;
    while (clash >= MARK_COVER) {
        rejection->laid[i] = bship_internal_spots_pick(&rejection->spots, kind, rng);
        clash = bship_internal_waters_clash(&rejection->sketch.waters, rejection->laid[i]);
        rejection->steps += 10;
    }
    rejection->steps += bship_internal_waters_cost(&rejection->sketch.waters, kind);
    if (clash)
        return 0;
    bship_internal_waters_mark(&rejection->sketch.waters, rejection->laid[i], MARK_FREE);
    return 1;
}

/* Takes the first `count` ships off again, of which `covering` are the covering's. */
static void take_off(bship_internal_rejection *rejection, uint32_t covering, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint8_t mark = i < covering ? MARK_COVER : MARK_FREE;
        bship_internal_waters_mark(&rejection->sketch.waters, rejection->laid[i], (uint8_t)-mark);
        if (i < covering)
            rejection->sketch.left[rejection->laid[i].kind]++;
    }
}

/* Makes one draw, which is then in `laid`; returns whether it is accepted. */
static int try_draw(bship_internal_rejection *rejection, bship_rng *rng)
{
    uint32_t covering = lay_covering(rejection, pick_covering(rejection, rng));
    uint32_t count = covering;
    int fits = 1;
    for (int32_t k = 0; fits && k < rejection->evidence->kind_count; k++) {
        for (int32_t i = rejection->sketch.left[k]; fits && i > 0; i--) {
            fits = lay_free(rejection, k, count, rng);
            count += (uint32_t)fits;
        }
    }
    take_off(rejection, covering, count);
    rejection->steps += 50 * (int64_t)(covering + 1);
    return fits;
}

static bship_status spend_steps(bship_internal_rejection *rejection, bship_internal_effort *effort)
{
    int64_t steps = rejection->steps;
    rejection->steps = 0;
    return bship_internal_effort_spend(effort, steps);
}

/* ---- many ---- */

/* What came of the draws so far. */
struct score {
    int64_t tries;
    int64_t accepted;
};

/* Draws more layouts and counts them into the tally and, by position, into `cells`. */
static bship_status draw_more(bship_internal_rejection *rejection, int64_t tries, bship_rng *rng,
                              bship_internal_effort *effort, bship_internal_tally *tally,
                              double *cells, struct score *score)
{
    int32_t ships = rejection->evidence->rules->fleet->count;
    for (int64_t i = 0; i < tries; i++) {
        score->tries++;
        if (try_draw(rejection, rng)) {
            score->accepted++;
            for (int32_t s = 0; s < ships; s++)
                bship_internal_sample_add(rejection->evidence, rejection->laid[s], 1, tally, cells);
        }
        bship_status status = spend_steps(rejection, effort);
        if (status)
            return status;
    }
    return BSHIP_OK;
}

/* The variance of the share of a cell that so many of the accepted layouts cover. */
static double cell_variance(const bship_internal_rejection *rejection, uint32_t position,
                            double count, const struct score *score)
{
    if (rejection->evidence->cells[position] != BSHIP_INTERNAL_CELL_OPEN)
        return 0;
    return bship_internal_sample_variance(count, (double)score->accepted);
}

/* The mean variance of an open cell; it takes as many steps as there are positions. */
static double mean_variance(const bship_internal_rejection *rejection, const double *cells,
                            const struct score *score)
{
    const bship_internal_evidence *evidence = rejection->evidence;
    double sum = 0;
    for (uint32_t p = 0; p < evidence->rules->positions; p++)
        sum += cell_variance(rejection, p, cells[p], score);
    return evidence->open_count > 0 ? sum / evidence->open_count : 0;
}

/* How many more tries there should be for a precision; 0 if it is reached. */
static int64_t tries_wanted(double variance, double precision, const struct score *score)
{
    double goal = precision * precision;
    if (score->accepted < ACCEPTED_MIN)
        return score->tries;
    if (variance <= goal)
        return 0;
    double factor = goal > 0 ? variance / goal * 1.01 : 4;
    double more = (factor < 4 ? factor - 1 : 3) * (double)score->tries;
    return (int64_t)more + TRIES_FIRST / 8;
}

/* Turns what was counted into figures. */
static bship_status finish(bship_internal_rejection *rejection, const struct score *score,
                           bship_internal_tally *tally, bship_internal_sample_quality *quality,
                           bship_internal_effort *effort)
{
    const double *sums = rejection->sums.items;
    double share = (double)score->accepted / (double)score->tries;
    double total = sums[rejection->coverings.count - 1] * share;
    quality->exponent = rejection->exponent;
    if (rejection->exponent > -1000 && rejection->exponent < 1000) {
        total = ldexp(total, (int)rejection->exponent);
        quality->exponent = 0;
    }
    quality->rms = sqrt(mean_variance(rejection, quality->errors, score));
    for (size_t p = 0; p < tally->positions; p++)
        quality->errors[p] = sqrt(cell_variance(rejection, (uint32_t)p, quality->errors[p], score));
    quality->effective = (double)score->accepted;
    /* That all were accepted does not tell that all will be. */
    quality->total_error =
        sqrt(bship_internal_sample_variance((double)score->accepted, (double)score->tries)) / share;
    tally->weight = total;
    return bship_internal_sample_scale(rejection->evidence, tally, total / (double)score->accepted,
                                       effort);
}

bship_status bship_internal_rejection_run(bship_internal_rejection *rejection,
                                          const bship_internal_sample_order *order,
                                          bship_internal_tally *tally,
                                          bship_internal_sample_quality *quality)
{
    bship_rng rng;
    bship_rng_seed(&rng, order->seed, BSHIP_RNG_SAMPLE, 0);
    double *cells = quality->errors; /* until the figures are made */
    struct score score = { 0, 0 };
    bship_status status =
        bship_internal_sample_clear(rejection->evidence, tally, cells, order->effort);
    for (int64_t more = TRIES_FIRST; !status && more > 0;) {
        rejection->steps += 2 * (int64_t)tally->positions; /* of judging */
        status = draw_more(rejection, more, &rng, order->effort, tally, cells, &score);
        more = tries_wanted(mean_variance(rejection, cells, &score), order->precision, &score);
    }
    if (status == BSHIP_ERROR_WORK_LIMIT && score.accepted >= ACCEPTED_MIN)
        status = BSHIP_OK;
    return status ? status : finish(rejection, &score, tally, quality, order->effort);
}

bship_status bship_internal_rejection_estimate(bship_internal_rejection *rejection,
                                               bship_internal_effort *effort, double *share)
{
    enum {
        TRIES = 1024
    };
    bship_rng rng;
    bship_rng_seed(&rng, 0, BSHIP_RNG_SAMPLE, 1);
    int accepted = 0;
    bship_status status = BSHIP_OK;
    for (int i = 0; !status && i < TRIES; i++) {
        accepted += try_draw(rejection, &rng);
        status = spend_steps(rejection, effort);
    }
    *share = (double)accepted / TRIES;
    return status;
}

bship_status bship_internal_rejection_draw(bship_internal_rejection *rejection, bship_rng *rng,
                                           bship_internal_effort *effort,
                                           bship_placement *placements)
{
    for (;;) {
        int is_accepted = try_draw(rejection, rng);
        bship_status status = spend_steps(rejection, effort);
        if (status)
            return status;
        if (!is_accepted)
            continue;
        bship_internal_sample_placements(rejection->evidence, rejection->laid, placements);
        return BSHIP_OK;
    }
}
