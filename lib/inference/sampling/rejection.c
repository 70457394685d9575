/*
 * Layouts by exact independent draws; see sampling/rejection.h.
 *
 * In the waters of a draw the ships of the covering count 16 and the others 1.
 * No more than four ships come near a cell, so a clash tells them apart: a spot
 * that clashes with the covering is drawn again, for it is none of those that the
 * covering leaves; one that clashes with nothing but others ends the draw.
 */
#include "inference/sampling/rejection.h"

#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "inference/common/drawing.h"

enum {
    MARK_FREE = 1,
    MARK_COVER = 16,
    COVERS_MAX = 1 << 20,
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
struct cover {
    size_t first;
    struct scaled weight; /* with the free weight that it leaves */
};

struct bsi_rejection {
    bsi_sample_workspace workspace;
    bsi_array covers; /* struct covering; one more for the end */
    bsi_array ships;  /* bsi_placement, covering by covering */
    bsi_array sums;   /* double: the coverings' weights so far, over 2^exponent */
    int64_t exponent;
    bool is_tight;         /* whether a covering leaves too small a share of the spots */
    uint32_t *stamps;      /* by orientation and position: when a spot was last counted */
    uint32_t stamp;        /* the last one */
    bsi_placement *placed; /* the draw */
    int64_t steps;         /* taken by draws, and not spent yet */
};

/* ---- memory ---- */

static void carve(void *sampler, bsi_arena *arena)
{
    bsi_rejection *rejection = sampler;
    const bship_rules *rules = rejection->workspace.evidence->rules;
    rejection->stamps = bsi_arena_take(arena, rules->positions * 2, sizeof *rejection->stamps);
    rejection->placed =
        bsi_arena_take(arena, (size_t)rules->fleet->count, sizeof *rejection->placed);
}

bship_status bsi_rejection_new(bsi_rejection **out, const bsi_evidence *evidence,
                               const bship_allocator *allocator)
{
    bsi_rejection *rejection = bsi_sampler_new(evidence, allocator, sizeof *rejection, carve);
    if (rejection)
        *out = rejection;
    return rejection ? BSHIP_OK : BSHIP_ERROR_MEMORY;
}

void bsi_rejection_free(bsi_rejection *rejection)
{
    if (!rejection)
        return;
    const bship_allocator *allocator = &rejection->workspace.allocator;
    bsi_array_free(&rejection->covers, allocator, sizeof(struct cover));
    bsi_array_free(&rejection->ships, allocator, sizeof(bsi_placement));
    bsi_array_free(&rejection->sums, allocator, sizeof(double));
    bsi_sampler_free(&rejection->workspace);
}

/* ---- what a covering leaves ---- */

static struct scaled scaled_times(struct scaled a, double factor)
{
    int own = 0, exponent = 0;
    double mantissa = frexp(a.mantissa * frexp(factor, &own), &exponent);
    return (struct scaled){ mantissa, a.exponent + own + exponent };
}

/* Spots, by number and by weight. */
struct free_placements {
    int64_t count;
    double weight;
};

/* Takes off the spots of a kind and an orientation that a ship blocks and none did before it. */
static void take_blocked(bsi_rejection *rejection, bsi_placement ship, bsi_placement placement,
                         struct free_placements *free)
{
    const bsi_evidence *evidence = rejection->workspace.evidence;
    const bship_rules *rules = evidence->rules;
    const bsi_ship_class *class = &evidence->classes[placement.class];
    int32_t length = evidence->classes[ship.class].length;
    int right = ship.orientation == BSHIP_ORIENTATION_HORIZONTAL,
        placement_right = placement.orientation == BSHIP_ORIENTATION_HORIZONTAL;
    bship_cell at = rules->cells[ship.position];
    int32_t x1 = at.x + (right ? length : 1), y1 = at.y + (right ? 1 : length);
    int32_t x0 = at.x - (placement_right ? class->length : 1),
            y0 = at.y - (placement_right ? 1 : class->length);
    uint32_t *stamps = rejection->stamps + (size_t)placement.orientation * rules->positions;
    for (int32_t y = y0 < 0 ? 0 : y0; y <= y1 && y < rules->height; y++) {
        for (int32_t x = x0 < 0 ? 0 : x0; x <= x1 && x < rules->width; x++) {
            placement.position = bsi_position(rules, (bship_cell){ x, y });
            if (class->placements[placement.orientation][placement.position] !=
                    BSI_PLACEMENT_OPEN ||
                stamps[placement.position] == rejection->stamp ||
                !bsi_grid_conflict(&rejection->workspace.partial.grid, placement))
                continue;
            stamps[placement.position] = rejection->stamp;
            free->count--;
            free->weight -= bsi_placement_weight(evidence, placement);
        }
    }
}

/* What the covering that is laid leaves to a kind. */
static struct free_placements find_free(bsi_rejection *rejection, int32_t class)
{
    const bsi_evidence *evidence = rejection->workspace.evidence;
    struct free_placements free = {
        bsi_open_placements_count(&rejection->workspace.placements, class),
        bsi_open_placements_weight(&rejection->workspace.placements, class)
    };
    if (++rejection->stamp == 0) {
        memset(rejection->stamps, 0, evidence->rules->positions * 2 * sizeof *rejection->stamps);
        rejection->stamp = 1;
    }
    for (uint32_t i = 0; i < rejection->workspace.cover.ship_count; i++) {
        bsi_placement ship = rejection->workspace.cover.ships[i];
        for (int32_t o = 0; o < evidence->classes[class].orientations; o++) {
            take_blocked(rejection, ship, bsi_placement_of(class, o, 0), &free);
        }
    }
    return free;
}

/*
 * The weight of the covering that is laid with the free weight it leaves; 0 if it leaves too few
 * spots. Where that weight is so little that rounding may spoil it, too, all is tight.
 */
static struct scaled cover_weight(bsi_rejection *rejection)
{
    const bsi_partial_layout *partial = &rejection->workspace.partial;
    struct scaled weight = { 0.5, 1 };
    bool is_tight = false;
    for (uint32_t i = 0; i < rejection->workspace.cover.ship_count; i++) {
        bsi_placement ship = rejection->workspace.cover.ships[i];
        weight = scaled_times(weight, bsi_placement_weight(rejection->workspace.evidence, ship));
    }
    for (int32_t k = 0; k < rejection->workspace.evidence->class_count; k++) {
        if (partial->left[k] == 0)
            continue;
        struct free_placements free = find_free(rejection, k);
        if (free.count < partial->left[k])
            return (struct scaled){ 0, 0 };
        is_tight |= free.weight * PICKS_MAX <
                    bsi_open_placements_weight(&rejection->workspace.placements, k);
        for (int32_t i = 1; i <= partial->left[k]; i++)
            weight = scaled_times(weight, free.weight / i);
    }
    rejection->is_tight |= is_tight;
    return weight;
}

/* ---- the coverings ---- */

static bship_status keep_cover(bsi_rejection *rejection)
{
    const bship_allocator *allocator = &rejection->workspace.allocator;
    uint32_t depth = rejection->workspace.cover.ship_count;
    struct cover cover = { rejection->ships.count, cover_weight(rejection) };
    if (rejection->is_tight)
        return BSHIP_ERROR_WORK_LIMIT;
    if (cover.weight.mantissa == 0)
        return BSHIP_OK;
    if (rejection->covers.count == COVERS_MAX)
        return BSHIP_ERROR_WORK_LIMIT;
    /* One more for the end. */
    if (bsi_array_reserve(&rejection->covers, allocator, 2, sizeof cover) ||
        bsi_array_reserve(&rejection->sums, allocator, 1, sizeof(double)) ||
        bsi_array_reserve(&rejection->ships, allocator, depth, sizeof(bsi_placement)))
        return BSHIP_ERROR_MEMORY;
    ((struct cover *)rejection->covers.items)[rejection->covers.count++] = cover;
    rejection->sums.count = rejection->covers.count;
    for (uint32_t i = 0; i < depth; i++)
        ((bsi_placement *)rejection->ships.items)[rejection->ships.count++] =
            rejection->workspace.cover.ships[i];
    return BSHIP_OK;
}

/* About the steps that keeping a covering takes. */
static int64_t cover_cost(const bsi_rejection *rejection)
{
    int64_t cost = 0;
    int32_t longest = rejection->workspace.evidence->classes[0].length;
    for (int32_t k = 0; k < rejection->workspace.evidence->class_count; k++)
        cost += 8 * (int64_t)(rejection->workspace.evidence->classes[k].length + longest);
    return cost * (rejection->workspace.cover.ship_count + 1);
}

static bship_status keep_covers(bsi_rejection *rejection, bsi_work_budget *budget)
{
    bship_status status = bsi_exact_cover_start(&rejection->workspace.cover, NULL, budget);
    if (status)
        return status;
    for (;;) {
        status = bsi_exact_cover_next(&rejection->workspace.cover, NULL, budget);
        if (!status)
            status = keep_cover(rejection);
        if (!status)
            status = bsi_work_charge(budget, cover_cost(rejection));
        if (status == BSHIP_ERROR_CONTRADICTION)
            return rejection->covers.count > 0 ? BSHIP_OK : status;
        if (status)
            return status;
    }
}

/* Adds up the weights in units of the largest power of two among them. */
static void sum_covers(bsi_rejection *rejection)
{
    struct cover *covers = rejection->covers.items;
    double *sums = rejection->sums.items, sum = 0;
    size_t count = rejection->covers.count;
    int64_t exponent = covers[0].weight.exponent;
    for (size_t i = 1; i < count; i++) {
        if (covers[i].weight.exponent > exponent)
            exponent = covers[i].weight.exponent;
    }
    for (size_t i = 0; i < count; i++) {
        int64_t shift = covers[i].weight.exponent - exponent;
        sum += shift < -2000 ? 0 : ldexp(covers[i].weight.mantissa, (int)shift);
        sums[i] = sum;
    }
    rejection->exponent = exponent;
    covers[count].first = rejection->ships.count;
}

bship_status bsi_rejection_read(bsi_rejection *rejection, bsi_work_budget *budget)
{
    rejection->covers.count = rejection->ships.count = 0;
    rejection->steps = 0;
    rejection->is_tight = false;
    bship_status status = bsi_sampler_read(&rejection->workspace, budget);
    if (!status)
        status = keep_covers(rejection, budget);
    if (!status)
        sum_covers(rejection);
    bsi_partial_layout_clear(&rejection->workspace.partial);
    return status;
}

/* ---- one draw ---- */

static const struct cover *pick_cover(const bsi_rejection *rejection, bship_rng *rng)
{
    uint32_t count = (uint32_t)rejection->covers.count;
    uint32_t number =
        count == 1 ? 0 : bsi_draw_item(rejection->sums.items, sizeof(double), count, rng);
    return (const struct cover *)rejection->covers.items + number;
}

/* Lays the ships of a covering; returns how many. */
static uint32_t place_cover(bsi_rejection *rejection, const struct cover *cover)
{
    const bsi_placement *ships = rejection->ships.items;
    uint32_t count = (uint32_t)(cover[1].first - cover[0].first);
    for (uint32_t i = 0; i < count; i++) {
        rejection->placed[i] = ships[cover->first + i];
        rejection->workspace.partial.left[rejection->placed[i].class]--;
        bsi_grid_mark(&rejection->workspace.partial.grid, rejection->placed[i], MARK_COVER);
    }
    return count;
}

/* Lays one more ship of a kind, clear of the covering, at number `i`; returns whether it fits. */
static int place_free(bsi_rejection *rejection, int32_t class, uint32_t i, bship_rng *rng)
{
    uint8_t clash = MARK_COVER;
    while (clash >= MARK_COVER) {
        rejection->placed[i] =
            bsi_open_placements_pick(&rejection->workspace.placements, class, rng);
        clash = bsi_grid_conflict(&rejection->workspace.partial.grid, rejection->placed[i]);
        rejection->steps += 10;
    }
    rejection->steps += bsi_grid_cost(&rejection->workspace.partial.grid, class);
    if (clash)
        return 0;
    bsi_grid_mark(&rejection->workspace.partial.grid, rejection->placed[i], MARK_FREE);
    return 1;
}

/* Takes the first `count` ships off again, of which `covering` are the covering's. */
static void remove_ships(bsi_rejection *rejection, uint32_t cover, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        uint8_t mark = i < cover ? MARK_COVER : MARK_FREE;
        bsi_grid_mark(&rejection->workspace.partial.grid, rejection->placed[i], (uint8_t)-mark);
        if (i < cover)
            rejection->workspace.partial.left[rejection->placed[i].class]++;
    }
}

/* Makes one draw, which is then in `laid`; returns whether it is accepted. */
static int try_draw(bsi_rejection *rejection, bship_rng *rng)
{
    uint32_t cover = place_cover(rejection, pick_cover(rejection, rng));
    uint32_t count = cover;
    int fits = 1;
    for (int32_t k = 0; fits && k < rejection->workspace.evidence->class_count; k++) {
        for (int32_t i = rejection->workspace.partial.left[k]; fits && i > 0; i--) {
            fits = place_free(rejection, k, count, rng);
            count += (uint32_t)fits;
        }
    }
    remove_ships(rejection, cover, count);
    rejection->steps += 50 * (int64_t)(cover + 1);
    return fits;
}

static bship_status spend_steps(bsi_rejection *rejection, bsi_work_budget *budget)
{
    int64_t steps = rejection->steps;
    rejection->steps = 0;
    return bsi_work_charge(budget, steps);
}

/* ---- many ---- */

/* What came of the draws so far. */
struct score {
    int64_t tries;
    int64_t accepted;
};

/* Draws more layouts and counts them into the tally and, by position, into `cells`. */
static bship_status draw_more(bsi_rejection *rejection, int64_t tries, bship_rng *rng,
                              bsi_work_budget *budget, bsi_placement_counts *counts, double *cells,
                              struct score *score)
{
    int32_t ships = rejection->workspace.evidence->rules->fleet->count;
    for (int64_t i = 0; i < tries; i++) {
        score->tries++;
        if (try_draw(rejection, rng)) {
            score->accepted++;
            for (int32_t s = 0; s < ships; s++)
                bsi_sample_add(rejection->workspace.evidence, rejection->placed[s], 1, counts,
                               cells);
        }
        bship_status status = spend_steps(rejection, budget);
        if (status)
            return status;
    }
    return BSHIP_OK;
}

/* The variance of the share of a cell that so many of the accepted layouts cover. */
static double cell_variance(const bsi_rejection *rejection, uint32_t position, double count,
                            const struct score *score)
{
    if (rejection->workspace.evidence->cells[position] != BSI_CELL_OPEN)
        return 0;
    return bsi_sample_variance(count, (double)score->accepted);
}

/* The mean variance of an open cell; it takes as many steps as there are positions. */
static double mean_variance(const bsi_rejection *rejection, const double *cells,
                            const struct score *score)
{
    const bsi_evidence *evidence = rejection->workspace.evidence;
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
static bship_status finish(bsi_rejection *rejection, const struct score *score,
                           bsi_placement_counts *counts, bsi_sample_quality *quality,
                           bsi_work_budget *budget)
{
    const double *sums = rejection->sums.items;
    double share = (double)score->accepted / (double)score->tries;
    double total = sums[rejection->covers.count - 1] * share;
    total = bsi_sample_total(total, rejection->exponent, quality);
    quality->rms = sqrt(mean_variance(rejection, quality->errors, score));
    for (size_t p = 0; p < counts->positions; p++)
        quality->errors[p] = sqrt(cell_variance(rejection, (uint32_t)p, quality->errors[p], score));
    quality->effective = (double)score->accepted;
    /* That all were accepted does not tell that all will be. */
    quality->total_error =
        sqrt(bsi_sample_variance((double)score->accepted, (double)score->tries)) / share;
    counts->weight = total;
    return bsi_sample_scale(rejection->workspace.evidence, counts, total / (double)score->accepted,
                            budget);
}

bship_status bsi_rejection_run(bsi_rejection *rejection, const bsi_sample_request *order,
                               bsi_placement_counts *counts, bsi_sample_quality *quality)
{
    bship_rng rng;
    bship_rng_seed(&rng, order->seed, BSHIP_RNG_SAMPLE, 0);
    double *cells = quality->errors; /* until the figures are made */
    struct score score = { 0, 0 };
    bship_status status =
        bsi_sample_clear(rejection->workspace.evidence, counts, cells, order->budget);
    for (int64_t more = TRIES_FIRST; !status && more > 0;) {
        rejection->steps += 2 * (int64_t)counts->positions; /* of judging */
        status = draw_more(rejection, more, &rng, order->budget, counts, cells, &score);
        more = tries_wanted(mean_variance(rejection, cells, &score), order->precision, &score);
    }
    if (status == BSHIP_ERROR_WORK_LIMIT && score.accepted >= ACCEPTED_MIN)
        status = BSHIP_OK;
    return status ? status : finish(rejection, &score, counts, quality, order->budget);
}

bship_status bsi_rejection_estimate(bsi_rejection *rejection, bsi_work_budget *budget,
                                    double *share)
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
        status = spend_steps(rejection, budget);
    }
    *share = (double)accepted / TRIES;
    return status;
}

bship_status bsi_rejection_draw(bsi_rejection *rejection, bship_rng *rng, bsi_work_budget *budget,
                                bship_placement *placements)
{
    for (;;) {
        bool is_accepted = try_draw(rejection, rng);
        bship_status status = spend_steps(rejection, budget);
        if (status)
            return status;
        if (!is_accepted)
            continue;
        bsi_sample_placements(rejection->workspace.evidence, rejection->placed, placements);
        return BSHIP_OK;
    }
}
