/* Layouts drawn from a ledger; see walks.h. */
#include "inference/walks.h"

#include <math.h>

#include "base/random.h"

enum {
    DRAWS = 256,      /* of a batch; also to see how many are accepted */
    ACCEPTED_MIN = 4, /* of the draws of a batch, to prefer them to walks */
    BATCHES_MIN = 32, /* from which on errors are told */
    STEPS_A_POSITION = 12
};

void bship_internal_walks_layout(bship_internal_walks *walks, bship_internal_ledger *ledger,
                                 bship_internal_arena *arena)
{
    const bship_rules *rules = ledger->totals.evidence->rules;
    walks->ledger = ledger;
    if (!bship_internal_tells_totals(rules))
        return;
    walks->batch = bship_internal_arena_take(arena, rules->positions, sizeof *walks->batch);
    walks->cover = bship_internal_arena_take(arena, rules->positions, sizeof *walks->cover);
    walks->squares = bship_internal_arena_take(arena, rules->positions, sizeof *walks->squares);
    walks->products = bship_internal_arena_take(arena, rules->positions, sizeof *walks->products);
}

static void forget(bship_internal_walks *walks)
{
    for (size_t i = 0; i < walks->ledger->totals.evidence->rules->positions; i++)
        walks->batch[i] = walks->cover[i] = walks->squares[i] = walks->products[i] = 0;
    walks->weight = walks->weight_squares = walks->worth = 0;
    walks->batches = 0;
}

/* Adds what a batch of a weight found to the sums over all, and empties it. */
static void add_batch(bship_internal_walks *walks, double weight)
{
    const bship_rules *rules = walks->ledger->totals.evidence->rules;
    for (uint32_t i = 0; i < rules->free_count; i++) {
        uint32_t cell = rules->free_cells[i];
        walks->cover[cell] += walks->batch[cell];
        walks->squares[cell] += walks->batch[cell] * walks->batch[cell];
        walks->products[cell] += walks->batch[cell] * weight;
        walks->batch[cell] = 0;
    }
    walks->weight += weight;
    walks->weight_squares += weight * weight;
    walks->batches++;
}

/* The errors of a ratio of sums over batches: of every cell's, and their rms over open ones. */
static void tell_errors(bship_internal_walks *walks, bship_internal_sample_quality *quality)
{
    const bship_internal_evidence *evidence = walks->ledger->totals.evidence;
    double count = walks->batches, variances = 0, spreads = 0;
    /* Batches that weigh less than others add less. */
    double worth = walks->worth * walks->weight * walks->weight / walks->weight_squares / count;
    for (uint32_t i = 0; i < evidence->rules->free_count; i++) {
        uint32_t cell = evidence->rules->free_cells[i];
        double share = fmin(walks->cover[cell] / walks->weight, 1);
        double residue = walks->squares[cell] - 2 * share * walks->products[cell] +
                         share * share * walks->weight_squares;
        double variance = residue > 0 ? residue * count / (count - 1) : 0;
        variance /= walks->weight * walks->weight;
        /* What never came may still be. */
        double floor_of = bship_internal_sample_variance(share * worth, worth);
        if (variance < floor_of && evidence->cells[cell] != BSHIP_INTERNAL_CELL_HIT)
            variance = floor_of;
        quality->errors[cell] = sqrt(variance);
        if (evidence->cells[cell] != BSHIP_INTERNAL_CELL_OPEN)
            continue;
        variances += variance;
        spreads += share * (1 - share);
    }
    double mean = walks->weight / count;
    double spread = (walks->weight_squares / count - mean * mean) / (count - 1);
    quality->rms = evidence->open_count ? sqrt(variances / evidence->open_count) : 0;
    quality->effective = spreads > 0 ? spreads / variances : walks->worth;
    quality->total_error = spread > 0 ? sqrt(spread) / mean : 0;
}

/* Whether errors can be told: a few batches that weigh more than all others would hide them. */
static int are_enough(const bship_internal_walks *walks)
{
    double effective =
        walks->weight > 0 ? walks->weight * walks->weight / walks->weight_squares : 0;
    return walks->batches >= BATCHES_MIN && effective >= BATCHES_MIN / 4.0;
}

static void add_layout(bship_internal_walks *walks, const bship_internal_placement *laid,
                       double weight, bship_internal_tally *tally)
{
    const bship_internal_evidence *evidence = walks->ledger->totals.evidence;
    for (int32_t i = 0; i < evidence->rules->fleet->count; i++)
        bship_internal_sample_add(evidence, laid[i], weight, tally, walks->batch);
}

/* Draws a batch; returns the share that was accepted. */
static double draw(bship_internal_walks *walks, bship_rng *rng, bship_internal_tally *tally,
                   int64_t *steps)
{
    int accepted = 0;
    for (int i = 0; i < DRAWS; i++) {
        if (!bship_internal_ledger_draw(walks->ledger, rng, steps))
            continue;
        accepted++;
        add_layout(walks, walks->ledger->laid, 1.0 / DRAWS, tally);
    }
    walks->worth += accepted;
    return (double)accepted / DRAWS;
}

/* Walks a batch; returns the mean weight. */
static double walk(bship_internal_walks *walks, bship_rng *rng, bship_internal_tally *tally,
                   int64_t *steps)
{
    const bship_internal_ledger *ledger = walks->ledger;
    const bship_internal_walker *walkers = ledger->walkers.items;
    double worth, mean = bship_internal_ledger_walk(walks->ledger, rng, &worth, steps);
    for (int i = 0; mean > 0 && i < BSHIP_INTERNAL_WALKERS; i++) {
        if (walkers[i].weight > 0)
            add_layout(walks, bship_internal_ledger_trail(ledger, (size_t)i),
                       walkers[i].weight / BSHIP_INTERNAL_WALKERS, tally);
    }
    walks->worth += worth;
    return mean;
}

/* Weights too far apart leave nothing to draw by. */
static int may_draw(const bship_internal_walks *walks)
{
    const bship_internal_ledger *ledger = walks->ledger;
    return bship_internal_debt_at(ledger, ledger->root)->weight >= BSHIP_INTERNAL_WEIGHT_MIN;
}

bship_status bship_internal_walks_choose(bship_internal_walks *walks, bship_internal_effort *effort)
{
    bship_rng rng;
    int64_t steps = 0;
    int accepted = 0;
    if (!may_draw(walks))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_rng_seed(&rng, 0, BSHIP_RNG_SAMPLE, 1);
    for (int i = 0; i < DRAWS; i++)
        accepted += bship_internal_ledger_draw(walks->ledger, &rng, &steps);
    walks->is_walked = accepted < ACCEPTED_MIN;
    if (walks->is_walked && bship_internal_ledger_make_room(walks->ledger))
        return BSHIP_ERROR_MEMORY;
    return bship_internal_effort_spend(effort, steps);
}

/* How many ways that differ in nothing but the order of ships alike there are to a layout. */
static double orders(const bship_internal_evidence *evidence)
{
    double product = 1;
    for (int32_t k = 0; k < evidence->kind_count; k++) {
        for (int32_t i = 2; i <= evidence->kinds[k].ships; i++)
            product *= i;
    }
    return product;
}

/* Turns what was found into figures: the mean weight is the share of the layouts in all ways. */
static bship_status finish(bship_internal_walks *walks, bship_internal_tally *tally,
                           bship_internal_sample_quality *quality, bship_internal_effort *effort)
{
    const bship_internal_ledger *ledger = walks->ledger;
    double scale = bship_internal_debt_at(ledger, ledger->root)->weight / walks->batches /
                   orders(ledger->totals.evidence);
    tell_errors(walks, quality);
    quality->exponent = ledger->exponent;
    if (ledger->exponent > -1000 && ledger->exponent < 1000) {
        scale = ldexp(scale, (int)ledger->exponent);
        quality->exponent = 0;
    }
    tally->weight = walks->weight * scale;
    return bship_internal_sample_scale(ledger->totals.evidence, tally, scale, effort);
}

bship_status bship_internal_walks_run(bship_internal_walks *walks,
                                      const bship_internal_sample_order *order,
                                      bship_internal_tally *tally,
                                      bship_internal_sample_quality *quality)
{
    bship_rng rng;
    bship_rng_seed(&rng, order->seed, BSHIP_RNG_SAMPLE, 0);
    forget(walks);
    bship_status status = bship_internal_sample_clear(walks->ledger->totals.evidence, tally,
                                                      walks->batch, order->effort);
    while (!status && !(are_enough(walks) && quality->rms <= order->precision)) {
        int64_t steps = STEPS_A_POSITION * (int64_t)tally->positions;
        add_batch(walks, walks->is_walked ? walk(walks, &rng, tally, &steps)
                                          : draw(walks, &rng, tally, &steps));
        if (are_enough(walks))
            tell_errors(walks, quality);
        /* Batches are short: they are not ended before their time. */
        status = bship_internal_effort_spend(order->effort, steps);
    }
    int may_do = are_enough(walks) || (order->is_rough && walks->batches > 1 && walks->weight > 0);
    if (status != BSHIP_OK && !(status == BSHIP_ERROR_WORK_LIMIT && may_do))
        return status;
    return finish(walks, tally, quality, order->effort);
}

bship_status bship_internal_walks_draw(bship_internal_walks *walks, bship_rng *rng,
                                       bship_internal_effort *effort, bship_placement *placements)
{
    if (!may_draw(walks))
        return BSHIP_ERROR_UNSUPPORTED;
    for (;;) {
        int64_t steps = 0;
        int is_accepted = bship_internal_ledger_draw(walks->ledger, rng, &steps);
        bship_status status = bship_internal_effort_spend(effort, steps);
        if (status)
            return status;
        if (!is_accepted)
            continue;
        bship_internal_sample_placements(walks->ledger->totals.evidence, walks->ledger->laid,
                                         placements);
        return BSHIP_OK;
    }
}
