/* Rounds, burn-in and stopping; see sampling/mcmc.h. */
#include "inference/sampling/mcmc.h"

#include <math.h>
#include <string.h>

#include "inference/common/drawing.h"

enum {
    CHAINS = 32,          /* fewer give an unreliable standard error, more spend more on burn-in */
    MOVES_FIRST = 8192,   /* of the first round, besides those for every ship */
    MOVES_A_SHIP = 64,    /* more moves of the first round for every ship; enough for a draw */
    GROWTH = 16,          /* greatest ratio of a round to the one before */
    MOVES_A_CHARGE = 1024 /* charged at once */
};

void bsi_mcmc_carve(bsi_mcmc *mcmc, bsi_exact_cover *cover, bsi_arena *arena)
{
    const bship_rules *rules = cover->evidence->rules;
    mcmc->evidence = cover->evidence;
    bsi_backtracking_carve(&mcmc->search, cover, arena);
    bsi_moves_carve(&mcmc->moves, &cover->partial, arena);
    mcmc->ships = bsi_arena_take(arena, CHAINS * (size_t)rules->fleet->count, sizeof *mcmc->ships);
    mcmc->cells = bsi_arena_take(arena, rules->positions, sizeof *mcmc->cells);
    mcmc->sums = bsi_arena_take(arena, rules->positions, sizeof *mcmc->sums);
}

/* ---- chains ---- */

/* The state of a chain. */
static bsi_placement *ships_of(const bsi_mcmc *mcmc, uint32_t number)
{
    return mcmc->ships + (size_t)number * mcmc->moves.count;
}

bship_status bsi_mcmc_read(bsi_mcmc *mcmc, uint64_t seed, bsi_work_budget *budget)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_SAMPLE, 0);
    bship_status status = bsi_sample_read(mcmc->evidence, budget);
    for (uint32_t i = 0; !status && i < CHAINS; i++)
        status = bsi_backtracking_run(&mcmc->search, &rng, budget, ships_of(mcmc, i));
    return status;
}

/* Makes moves of the present chain. */
static bship_status run_chain(bsi_mcmc *mcmc, int64_t moves, bship_rng *rng,
                              bsi_work_budget *budget)
{
    int64_t cost = bsi_moves_cost(&mcmc->moves);
    for (int64_t i = 0; i < moves; i++) {
        bsi_moves_make(&mcmc->moves, rng);
        if (i % MOVES_A_CHARGE == 0) {
            int64_t next = moves - i < MOVES_A_CHARGE ? moves - i : MOVES_A_CHARGE;
            bship_status status = bsi_work_charge(budget, next * cost);
            if (status)
                return status;
        }
    }
    return BSHIP_OK;
}

/* ---- rounds ---- */

/* A round of all chains. */
struct round {
    int64_t moves;    /* of each chain */
    double variance;  /* of the occupancy, mean over open cells */
    double effective; /* sample size: see bsi_sample_quality */
};

enum {
    STEPS_A_SHARE = 3,   /* of adding the share of one position in one chain */
    STEPS_A_VARIANCE = 8 /* of computing the variance of one position */
};

/* The steps of a round. */
static double round_cost(const bsi_mcmc *mcmc, double moves)
{
    double positions = (double)mcmc->evidence->rules->positions;
    return positions * (STEPS_A_SHARE * CHAINS + STEPS_A_VARIANCE +
                        2 * (double)mcmc->evidence->class_count) +
           moves * CHAINS * (double)bsi_moves_cost(&mcmc->moves);
}

/* The moves of each chain in the first round, which is burn-in, and in the second. */
static int64_t first_moves(const bsi_mcmc *mcmc)
{
    return MOVES_FIRST + MOVES_A_SHIP * (int64_t)mcmc->moves.count;
}

double bsi_mcmc_least_cost(const bsi_mcmc *mcmc)
{
    return round_cost(mcmc, 2 * (double)first_moves(mcmc));
}

/* Adds the shares of time of the present chain to the sums over chains, and clears its times. */
static bship_status add_shares(bsi_mcmc *mcmc, int64_t moves, double *squares,
                               bsi_work_budget *budget)
{
    int64_t positions = (int64_t)mcmc->evidence->rules->positions;
    bship_status status = bsi_work_charge(budget, STEPS_A_SHARE * positions);
    for (uint32_t p = 0; p < mcmc->evidence->rules->positions; p++) {
        double share = mcmc->cells[p] / (double)moves;
        mcmc->sums[p] += share;
        squares[p] += share * share;
        mcmc->cells[p] = 0;
    }
    return status;
}

/* Runs all chains for a round. Fills the counts and, by position, the sums and the sums of squares
 * of the chains' shares of time; in a round of burn-in (`counts` NULL), nothing. */
static bship_status run_round(bsi_mcmc *mcmc, int64_t moves, bship_rng *rngs,
                              bsi_work_budget *budget, bsi_placement_counts *counts,
                              double *squares)
{
    bship_status status = BSHIP_OK;
    mcmc->moves.counts = counts;
    mcmc->moves.cells = mcmc->cells;
    if (counts) {
        status = bsi_sample_clear(mcmc->evidence, counts, squares, budget);
        memset(mcmc->sums, 0, counts->positions * sizeof *mcmc->sums);
        memset(mcmc->cells, 0, counts->positions * sizeof *mcmc->cells);
    }
    for (uint32_t i = 0; !status && i < CHAINS; i++) {
        bsi_moves_start(&mcmc->moves, ships_of(mcmc, i));
        status = run_chain(mcmc, moves, &rngs[i], budget);
        bsi_moves_settle(&mcmc->moves);
        if (!status && counts)
            status = add_shares(mcmc, moves, squares, budget);
    }
    return status;
}

/* The variance of the mean of the chains' shares; 0 if it is within rounding errors. */
static double variance_of(double sum, double squares)
{
    double variance = (squares - sum * sum / CHAINS) / (CHAINS - 1.0) / CHAINS;
    return variance > 0x1p-50 ? variance : 0;
}

/* Replaces sums of squares by variances of the occupancies, and sums up the quality of a round. */
static bship_status find_variances(bsi_mcmc *mcmc, struct round *round, double *squares,
                                   bsi_work_budget *budget)
{
    const bsi_evidence *evidence = mcmc->evidence;
    int64_t steps = STEPS_A_VARIANCE * (int64_t)evidence->rules->positions;
    double spread = 0, variances = 0;
    uint32_t constant = 0;
    for (uint32_t p = 0; p < evidence->rules->positions; p++) {
        double share = mcmc->sums[p] / CHAINS;
        squares[p] = variance_of(mcmc->sums[p], squares[p]);
        if (evidence->cells[p] != BSI_CELL_OPEN)
            squares[p] = 0;
        else if (squares[p] == 0)
            constant++;
        else
            spread += share * (1 - share);
        variances += squares[p];
    }
    round->effective = variances > 0 ? spread / variances : CHAINS;
    /* Unseen layouts may still exist: keep a floor under the variance of a constant cell, unless
     * all cells are constant. */
    double floor = variances > 0 ? bsi_sample_variance(0, round->effective) : 0;
    for (uint32_t p = 0; constant > 0 && p < evidence->rules->positions; p++) {
        if (evidence->cells[p] == BSI_CELL_OPEN && squares[p] == 0)
            squares[p] = floor;
    }
    round->variance =
        evidence->open_count > 0 ? (variances + floor * constant) / evidence->open_count : 0;
    return bsi_work_charge(budget, steps);
}

/* The moves of the next round; 0 if none is needed or possible. */
static int64_t moves_wanted(const bsi_mcmc *mcmc, const struct round *round,
                            const bsi_sample_request *request)
{
    double goal = request->precision * request->precision;
    if (round->variance <= goal)
        return 0;
    double factor = round->variance < goal * GROWTH ? 1.1 * round->variance / goal : GROWTH;
    double moves = (double)round->moves * (factor < GROWTH ? factor : GROWTH);
    double left = (double)(request->budget->limit - request->budget->done);
    if (round_cost(mcmc, moves) > left)
        moves *= left / round_cost(mcmc, moves) * 0.99;
    /* A shorter round would be worse than the present one. */
    return moves > (double)round->moves && round_cost(mcmc, moves) < left ? (int64_t)moves : 0;
}

static bship_status finish(bsi_mcmc *mcmc, const struct round *round, bsi_placement_counts *counts,
                           bsi_sample_quality *quality, bsi_work_budget *budget)
{
    for (size_t p = 0; p < counts->positions; p++)
        quality->errors[p] = sqrt(quality->errors[p]);
    quality->rms = sqrt(round->variance);
    quality->effective = round->effective;
    quality->total_error = (double)NAN;
    quality->exponent = 0;
    counts->weight = 1;
    return bsi_sample_scale(mcmc->evidence, counts, 1 / ((double)round->moves * CHAINS), budget);
}

bship_status bsi_mcmc_run(bsi_mcmc *mcmc, const bsi_sample_request *request,
                          bsi_placement_counts *counts, bsi_sample_quality *quality)
{
    bship_rng rngs[CHAINS];
    double *squares = quality->errors; /* replaced by the errors at the end */
    struct round round = { .moves = first_moves(mcmc) };
    for (uint32_t i = 0; i < CHAINS; i++)
        bship_rng_seed(&rngs[i], request->seed, BSHIP_RNG_PURPOSE_SAMPLE, i + 1);
    bship_status status = run_round(mcmc, round.moves, rngs, request->budget, NULL, squares);
    for (int64_t moves = round.moves; !status && moves > 0;) {
        round.moves = moves;
        status = run_round(mcmc, moves, rngs, request->budget, counts, squares);
        if (!status)
            status = find_variances(mcmc, &round, squares, request->budget);
        moves = moves_wanted(mcmc, &round, request);
    }
    return status ? status : finish(mcmc, &round, counts, quality, request->budget);
}

bship_status bsi_mcmc_draw(bsi_mcmc *mcmc, bship_rng *rng, bsi_work_budget *budget,
                           bship_placement *placements)
{
    bsi_placement *ships = ships_of(mcmc, bsi_rng_below(rng, CHAINS));
    mcmc->moves.counts = NULL;
    bsi_moves_start(&mcmc->moves, ships);
    bship_status status = run_chain(mcmc, MOVES_A_SHIP * (int64_t)mcmc->moves.count, rng, budget);
    if (!status)
        bsi_assign_all(mcmc->evidence, ships, placements);
    return status;
}
