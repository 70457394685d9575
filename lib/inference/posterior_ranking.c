/* Ranking cells, and the use of the position cache; see posterior_ranking.h. */
#include "inference/posterior_ranking.h"

#include <math.h>
#include <stdbool.h>

#include "inference/position_cache.h"
#include "inference/posterior.h"
#include "inference/shot_index.h"

enum {
    CACHED_STEPS_MIN = 40000, /* cheaper analyses are not worth a cache entry */
    UNRANKED = UINT16_MAX     /* the rank of the cells after those that were asked for */
};

struct bsi_posterior_ranking {
    const bship_rules *rules;
    bship_posterior *posterior;
    bsi_position_cache cache;
    bool is_ranked;      /* whether the last update succeeded */
    uint64_t hash;       /* of the log that it analysed to the end; 0: none */
    int64_t work_limit;  /* of that analysis */
    bsi_cell_ranks last; /* what it found */
    uint16_t *ranks;     /* by position */
    bsi_shot_index index;
    double values[]; /* of the index; the ranks follow */
};

/* ---- creation ---- */

static size_t size_of(const bship_rules *rules)
{
    return sizeof(bsi_posterior_ranking) + rules->positions * (sizeof(double) + sizeof(uint16_t));
}

bship_status bsi_posterior_ranking_check(const bship_rules *rules, const bsi_prior *prior,
                                         bsi_work_budget *budget)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    return bsi_posterior_check_size(rules, &options, prior, budget);
}

static bship_status make_posterior(bship_posterior **out, const bship_rules *rules,
                                   const bsi_prior *prior, const bship_posterior_options *given,
                                   bsi_work_budget *budget)
{
    bship_posterior_options options = *given;
    options.memory_limit = 0; /* the limit given is that of an analysis */
    bship_status status = bsi_posterior_make(out, rules, &options, prior, budget);
    if (status)
        return status;
    /* A ranking from a small sample is better than none. */
    bsi_posterior_make_rough(*out, given->memory_limit);
    return BSHIP_OK;
}

bship_status bsi_posterior_ranking_new(bsi_posterior_ranking **out, const bship_rules *rules,
                                       const bsi_prior *prior,
                                       const bship_posterior_options *options, uint64_t cache_bytes,
                                       bsi_work_budget *budget)
{
    bsi_posterior_ranking *ranking = bsi_alloc(&rules->allocator, size_of(rules), 1);
    if (!ranking)
        return BSHIP_ERROR_MEMORY;
    ranking->rules = rules;
    ranking->ranks = (uint16_t *)(void *)(ranking->values + rules->positions);
    bship_status status = make_posterior(&ranking->posterior, rules, prior, options, budget);
    if (status) {
        bsi_posterior_ranking_free(ranking);
        return status;
    }
    ranking->index = (bsi_shot_index){ &ranking->posterior->marginals, ranking->values };
    bsi_position_cache_open(&ranking->cache, &ranking->posterior->evidence, bsi_is_uniform(prior),
                            cache_bytes);
    *out = ranking;
    return BSHIP_OK;
}

void bsi_posterior_ranking_free(bsi_posterior_ranking *ranking)
{
    if (!ranking)
        return;
    const bship_rules *rules = ranking->rules;
    bsi_position_cache_close(&ranking->cache);
    bship_posterior_free(ranking->posterior);
    bsi_free(&rules->allocator, ranking, size_of(rules), 1);
}

/* ---- ranking ---- */

static void rank_equal(bsi_posterior_ranking *ranking, uint16_t rank)
{
    for (uint32_t i = 0; i < ranking->rules->free_count; i++)
        ranking->ranks[ranking->rules->free_cells[i]] = rank;
}

/* Ranks the best unknown cells; equally good cells share a rank: OK or CANCELLED. */
static bship_status rank_best(bsi_posterior_ranking *ranking, size_t most, bool is_greedy)
{
    const bsi_marginals *marginals = &ranking->posterior->marginals;
    bsi_compare *compare = is_greedy ? bsi_marginals_compare : bsi_shot_index_compare;
    const void *context = is_greedy ? (const void *)marginals : &ranking->index;
    const bship_posterior_options *options = &ranking->posterior->options;
    bsi_work_budget budget = bsi_work_unlimited(options->progress, options->user);
    budget.is_finishing = ranking->posterior->is_finishing;
    if (bsi_work_is_finishing(&budget))
        budget.progress = NULL;
    const uint32_t *order;
    uint32_t count;
    uint16_t last = 0;
    if (!is_greedy)
        bsi_shot_index_make(&ranking->index, &ranking->posterior->counts);
    bship_status status =
        bsi_marginals_rank_by(marginals, compare, context, (uint32_t)most, &order, &count, &budget);
    rank_equal(ranking, UNRANKED);
    for (uint32_t i = 0; !status && i < count; i++) {
        if (i > 0 && compare(context, order[i - 1], order[i]) != 0)
            last = (uint16_t)(last + (last < UNRANKED));
        ranking->ranks[order[i]] = last;
    }
    return status;
}

/* Whether so many unknown cells of a chart are ranked. */
static bool has_ranked(const bsi_posterior_ranking *ranking, const bship_chart *chart, size_t count)
{
    for (uint32_t i = 0; count > 0 && i < ranking->rules->free_count; i++) {
        uint32_t cell = ranking->rules->free_cells[i];
        count -=
            chart->states[cell] == BSHIP_CHART_STATE_UNKNOWN && ranking->ranks[cell] != UNRANKED;
    }
    return count == 0;
}

/* Updates the posterior and ranks the cells: as bship_posterior_update(). */
static bship_status update_and_rank(bsi_posterior_ranking *ranking,
                                    const bsi_ranking_request *request)
{
    bship_posterior *posterior = ranking->posterior;
    posterior->options.work_limit = request->work_limit;
    posterior->options.progress = request->budget->progress;
    posterior->options.user = request->budget->user;
    posterior->is_finishing = request->budget->is_finishing;
    bship_status status = bship_posterior_update(posterior, request->chart, NULL);
    ranking->last.method = posterior->solver.method;
    ranking->last.is_exact = bsi_posterior_is_exact(posterior);
    ranking->last.work = posterior->work;
    return status ? status : rank_best(ranking, request->count, request->is_greedy);
}

/* Ranks the cells without the cache. */
static bship_status analyse(bsi_posterior_ranking *ranking, const bsi_ranking_request *request)
{
    bship_status status = update_and_rank(ranking, request);
    bool is_early = status == BSHIP_ERROR_CANCELLED && bsi_work_is_finishing(request->budget);
    ranking->last.status = status;
    if (!is_early && !bsi_posterior_met_limit(ranking->posterior, status))
        return status;
    rank_equal(ranking, 0);
    ranking->last.method = -1;
    ranking->last.is_exact = false;
    return BSHIP_OK;
}

/* The same with the cache. */
static bship_status look_up_or_analyse(bsi_posterior_ranking *ranking,
                                       const bsi_ranking_request *request)
{
    bsi_key key = bsi_position_cache_key(&ranking->cache, request->chart, request->work_limit);
    ranking->last.work = 0;
    ranking->last.status = BSHIP_OK;
    ranking->last.is_exact = true;
    if (bsi_position_cache_find(&ranking->cache, &key, &ranking->last.method, ranking->ranks) &&
        has_ranked(ranking, request->chart, request->count))
        return BSHIP_OK;
    bship_status status = analyse(ranking, request);
    /* What was finished early may be exact, but lacks contact rules of the prior. */
    bool is_whole = !status && !bsi_work_is_finishing(request->budget);
    if (is_whole && ranking->last.work >= CACHED_STEPS_MIN && ranking->last.is_exact)
        bsi_position_cache_store(&ranking->cache, &key, request->chart->shot_count,
                                 ranking->last.method, ranking->ranks);
    return status;
}

/* Keeps what an update found. What was finished early is not found again for the same log. */
static bship_status keep(bsi_posterior_ranking *ranking, const bsi_ranking_request *request,
                         bship_status status)
{
    bool is_whole = !status && !bsi_work_is_finishing(request->budget);
    ranking->is_ranked = !status;
    ranking->hash = is_whole ? request->chart->hash : 0;
    ranking->work_limit = request->work_limit;
    return status;
}

bship_status bsi_posterior_ranking_update(bsi_posterior_ranking *ranking,
                                          const bsi_ranking_request *request)
{
    if (ranking->hash == request->chart->hash && ranking->work_limit == request->work_limit &&
        has_ranked(ranking, request->chart, request->count))
        return BSHIP_OK;
    return keep(ranking, request, look_up_or_analyse(ranking, request));
}

bship_status bsi_posterior_ranking_score(bsi_posterior_ranking *ranking,
                                         const bsi_ranking_request *request)
{
    return keep(ranking, request, analyse(ranking, request));
}

double bsi_posterior_ranking_occupancy(const bsi_posterior_ranking *ranking, uint32_t position)
{
    return ranking->posterior->marginals.occupancy[position];
}

const bship_rules *bsi_posterior_ranking_rules(const bsi_posterior_ranking *ranking)
{
    return ranking->rules;
}

bship_posterior *bsi_posterior_ranking_posterior(const bsi_posterior_ranking *ranking)
{
    return ranking->posterior;
}

bsi_cell_ranks bsi_posterior_ranking_last(const bsi_posterior_ranking *ranking)
{
    if (!ranking)
        return (bsi_cell_ranks){ .method = -1 };
    bsi_cell_ranks last = ranking->last;
    last.ranks = ranking->is_ranked ? ranking->ranks : NULL;
    return last;
}
