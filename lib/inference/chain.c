/* Layouts by Markov chains; see chain.h. */
#include "inference/chain.h"

#include <math.h>
#include <string.h>

#include "inference/moves.h"
#include "inference/search.h"

enum {
    CHAINS = 32,
    MOVES_FIRST = 8192,  /* in the round that counts nothing, and these for every ship, */
    MOVES_A_SHIP = 64,   /* which do for a draw */
    GROWTH = 16,         /* of a round over the one before, at most */
    MOVES_BETWEEN = 1024 /* the effort is looked at */
};

struct bship_internal_chain {
    bship_allocator allocator;
    size_t bytes;
    const bship_internal_evidence *evidence;
    bship_internal_sketch sketch;
    bship_internal_spots spots;
    bship_internal_search search;
    bship_internal_moves moves;
    bship_internal_placement *ships; /* chain by chain */
    double *cells; /* by position: the time in which it was covered, in one chain */
    double *sums;  /* of the shares of time, over the chains */
};

/* ---- memory ---- */

static void layout(bship_internal_chain *chain, const bship_internal_evidence *evidence,
                   bship_internal_arena *arena)
{
    const bship_rules *rules = evidence->rules;
    bship_internal_arena_take(arena, 1, sizeof *chain);
    chain->evidence = evidence;
    bship_internal_sketch_layout(&chain->sketch, evidence, arena);
    bship_internal_spots_layout(&chain->spots, evidence, arena);
    bship_internal_search_layout(&chain->search, &chain->sketch, &chain->spots, arena);
    bship_internal_moves_layout(&chain->moves, &chain->sketch, &chain->spots, arena);
    chain->ships = bship_internal_arena_take(arena, CHAINS * (size_t)rules->fleet->count,
                                             sizeof *chain->ships);
    chain->cells = bship_internal_arena_take(arena, rules->positions, sizeof *chain->cells);
    chain->sums = bship_internal_arena_take(arena, rules->positions, sizeof *chain->sums);
}

bship_status bship_internal_chain_new(bship_internal_chain **out,
                                      const bship_internal_evidence *evidence,
                                      const bship_allocator *allocator)
{
    bship_internal_chain measure = { .bytes = 0 };
    bship_internal_arena arena = { NULL, 0 };
    layout(&measure, evidence, &arena);
    size_t bytes = arena.used;
    bship_internal_chain *chain = bship_internal_alloc(allocator, 1, bytes);
    if (!chain)
        return BSHIP_ERROR_MEMORY;
    arena = (bship_internal_arena){ (unsigned char *)chain, 0 };
    layout(chain, evidence, &arena);
    chain->allocator = *allocator;
    chain->bytes = bytes;
    *out = chain;
    return BSHIP_OK;
}

void bship_internal_chain_free(bship_internal_chain *chain)
{
    if (!chain)
        return;
    bship_allocator allocator = chain->allocator;
    bship_internal_spots_free(&chain->spots, &allocator);
    bship_internal_search_free(&chain->search, &allocator);
    bship_internal_free(&allocator, chain, 1, chain->bytes);
}

/* ---- the chains ---- */

/* The state of a chain. */
static bship_internal_placement *ships_of(const bship_internal_chain *chain, uint32_t number)
{
    return chain->ships + (size_t)number * chain->moves.count;
}

bship_status bship_internal_chain_read(bship_internal_chain *chain, uint64_t seed,
                                       bship_internal_effort *effort)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_SAMPLE, 0);
    bship_status status = bship_internal_spots_read(&chain->spots, &chain->allocator, effort);
    for (uint32_t i = 0; !status && i < CHAINS; i++)
        status = bship_internal_search_run(&chain->search, &chain->allocator, &rng, effort,
                                           ships_of(chain, i));
    return status;
}

/* Moves the present chain on. */
static bship_status move_on(bship_internal_chain *chain, int64_t moves, bship_rng *rng,
                            bship_internal_effort *effort)
{
    int64_t cost = bship_internal_moves_cost(&chain->moves);
    for (int64_t i = 0; i < moves; i++) {
        bship_internal_moves_make(&chain->moves, rng);
        if (i % MOVES_BETWEEN == 0) {
            int64_t next = moves - i < MOVES_BETWEEN ? moves - i : MOVES_BETWEEN;
            bship_status status = bship_internal_effort_spend(effort, next * cost);
            if (status)
                return status;
        }
    }
    return BSHIP_OK;
}

/* ---- rounds ---- */

/* A round of all chains. */
struct round {
    int64_t moves;    /* of a chain */
    double variance;  /* the mean one of the open cells' occupancies */
    double effective; /* see quality */
};

enum {
    STEPS_A_SHARE = 3,   /* for every position and chain */
    STEPS_A_VARIANCE = 8 /* for every position */
};

/* The steps that a round takes. */
static double round_cost(const bship_internal_chain *chain, double moves)
{
    double positions = (double)chain->evidence->rules->positions;
    return positions * (STEPS_A_SHARE * CHAINS + STEPS_A_VARIANCE +
                        2 * (double)chain->evidence->kind_count) +
           moves * CHAINS * (double)bship_internal_moves_cost(&chain->moves);
}

/* The moves of a chain in the first round, which counts nothing, and in the next. */
static int64_t first_moves(const bship_internal_chain *chain)
{
    return MOVES_FIRST + MOVES_A_SHIP * (int64_t)chain->moves.count;
}

double bship_internal_chain_least_cost(const bship_internal_chain *chain)
{
    return round_cost(chain, 2 * (double)first_moves(chain));
}

/* Adds what the present chain has found to the sums and the squares over the chains. */
static bship_status add_shares(bship_internal_chain *chain, int64_t moves, double *squares,
                               bship_internal_effort *effort)
{
    int64_t positions = (int64_t)chain->evidence->rules->positions;
    bship_status status = bship_internal_effort_spend(effort, STEPS_A_SHARE * positions);
    for (uint32_t p = 0; p < chain->evidence->rules->positions; p++) {
        double share = chain->cells[p] / (double)moves;
        chain->sums[p] += share;
        squares[p] += share * share;
        chain->cells[p] = 0;
    }
    return status;
}

/*
 * Runs all chains for a round. It goes to the tally and, as sums and sums of
 * squares of the chains' shares, to `sums` and `squares`; without a tally, nowhere.
 */
static bship_status run_round(bship_internal_chain *chain, int64_t moves, bship_rng *rngs,
                              bship_internal_effort *effort, bship_internal_tally *tally,
                              double *squares)
{
    bship_status status = BSHIP_OK;
    chain->moves.tally = tally;
    chain->moves.cells = chain->cells;
    if (tally) {
        status = bship_internal_sample_clear(chain->evidence, tally, squares, effort);
        memset(chain->sums, 0, tally->positions * sizeof *chain->sums);
        memset(chain->cells, 0, tally->positions * sizeof *chain->cells);
    }
    for (uint32_t i = 0; !status && i < CHAINS; i++) {
        bship_internal_moves_start(&chain->moves, ships_of(chain, i));
        status = move_on(chain, moves, &rngs[i], effort);
        bship_internal_moves_settle(&chain->moves);
        if (!status && tally)
            status = add_shares(chain, moves, squares, effort);
    }
    return status;
}

/* The variance of the mean of the chains' shares. */
static double variance_of(double sum, double squares)
{
    double variance = (squares - sum * sum / CHAINS) / (CHAINS - 1.0) / CHAINS;
    return variance > 0x1p-50 ? variance : 0;
}

/*
 * Turns squares into variances and judges the round by them. Where some cells vary
 * from chain to chain, one that does not might have, in as many layouts as the
 * sample is worth.
 */
static bship_status judge(bship_internal_chain *chain, struct round *round, double *squares,
                          bship_internal_effort *effort)
{
    const bship_internal_evidence *evidence = chain->evidence;
    int64_t steps = STEPS_A_VARIANCE * (int64_t)evidence->rules->positions;
    double spread = 0, variances = 0;
    uint32_t constant = 0;
    for (uint32_t p = 0; p < evidence->rules->positions; p++) {
        double share = chain->sums[p] / CHAINS;
        squares[p] = variance_of(chain->sums[p], squares[p]);
        if (evidence->cells[p] != BSHIP_INTERNAL_CELL_OPEN)
            squares[p] = 0;
        else if (squares[p] == 0)
            constant++;
        else
            spread += share * (1 - share);
        variances += squares[p];
    }
    round->effective = variances > 0 ? spread / variances : CHAINS;
    double floor = variances > 0 ? bship_internal_sample_variance(0, round->effective) : 0;
    for (uint32_t p = 0; constant > 0 && p < evidence->rules->positions; p++) {
        if (evidence->cells[p] == BSHIP_INTERNAL_CELL_OPEN && squares[p] == 0)
            squares[p] = floor;
    }
    round->variance =
        evidence->open_count > 0 ? (variances + floor * constant) / evidence->open_count : 0;
    return bship_internal_effort_spend(effort, steps);
}

/* The moves that a round after this should have; 0 if there should be none. */
static int64_t moves_wanted(const bship_internal_chain *chain, const struct round *round,
                            const bship_internal_sample_order *order)
{
    double goal = order->precision * order->precision;
    if (round->variance <= goal)
        return 0;
    double factor = round->variance < goal * GROWTH ? 1.1 * round->variance / goal : GROWTH;
    double moves = (double)round->moves * (factor < GROWTH ? factor : GROWTH);
    double left = (double)(order->effort->limit - order->effort->done);
    if (round_cost(chain, moves) > left)
        moves *= left / round_cost(chain, moves) * 0.99;
    /* What a little effort can still do is worse than what there is. */
    return moves > (double)round->moves && round_cost(chain, moves) < left ? (int64_t)moves : 0;
}

static bship_status finish(bship_internal_chain *chain, const struct round *round,
                           bship_internal_tally *tally, bship_internal_sample_quality *quality,
                           bship_internal_effort *effort)
{
    for (size_t p = 0; p < tally->positions; p++)
        quality->errors[p] = sqrt(quality->errors[p]);
    quality->rms = sqrt(round->variance);
    quality->effective = round->effective;
    quality->total_error = (double)NAN;
    quality->exponent = 0;
    tally->weight = 1;
    return bship_internal_sample_scale(chain->evidence, tally, 1 / ((double)round->moves * CHAINS),
                                       effort);
}

bship_status bship_internal_chain_run(bship_internal_chain *chain,
                                      const bship_internal_sample_order *order,
                                      bship_internal_tally *tally,
                                      bship_internal_sample_quality *quality)
{
    bship_rng rngs[CHAINS];
    double *squares = quality->errors; /* until the figures are made */
    struct round round = { .moves = first_moves(chain) };
    for (uint32_t i = 0; i < CHAINS; i++)
        bship_rng_seed(&rngs[i], order->seed, BSHIP_RNG_SAMPLE, i + 1);
    bship_status status = run_round(chain, round.moves, rngs, order->effort, NULL, squares);
    for (int64_t moves = round.moves; !status && moves > 0;) {
        round.moves = moves;
        status = run_round(chain, moves, rngs, order->effort, tally, squares);
        if (!status)
            status = judge(chain, &round, squares, order->effort);
        moves = moves_wanted(chain, &round, order);
    }
    return status ? status : finish(chain, &round, tally, quality, order->effort);
}

bship_status bship_internal_chain_draw(bship_internal_chain *chain, bship_rng *rng,
                                       bship_internal_effort *effort, bship_placement *placements)
{
    bship_internal_placement *ships = ships_of(chain, bship_internal_rng_below(rng, CHAINS));
    chain->moves.tally = NULL;
    bship_internal_moves_start(&chain->moves, ships);
    bship_status status = move_on(chain, MOVES_A_SHIP * (int64_t)chain->moves.count, rng, effort);
    if (!status)
        bship_internal_sample_placements(chain->evidence, ships, placements);
    return status;
}
