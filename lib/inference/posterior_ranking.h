/*
 * The unknown cells of a position ranked by the posterior: all that a strategy sees of inference.
 * They are ranked by what a shot is worth (shot_index.h), or by occupancy alone.
 *
 * An analysis costs far more than a look-up, and positions early in a game recur in other games:
 * exact rankings that took long are kept in a position cache (position_cache.h). A ranking found
 * there equals the one that would be computed, so the cache saves time and changes nothing else.
 */
#ifndef BSI_INFERENCE_POSTERIOR_RANKING_H
#define BSI_INFERENCE_POSTERIOR_RANKING_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/posterior.h>

#include "base/work_budget.h"
#include "inference/prior.h"
#include "model/chart.h"

typedef struct bsi_posterior_ranking bsi_posterior_ranking;

/* What the last update found. */
typedef struct bsi_cell_ranks {
    const uint16_t *ranks; /* by position: of an unknown cell, the best 0; NULL: it failed */
    int32_t method;        /* the bship_method; -1: none, and all cells rank equal */
    bool is_exact;
    int64_t work;        /* steps taken, also by a failed update; 0: found in the cache */
    bship_status status; /* OK; the limit that was met, WORK_LIMIT or MEMORY; CANCELLED: it was to
                            finish early */
} bsi_cell_ranks;

/* The size of the fixed arrays of a ranking, which bsi_posterior_ranking_new() refuses beyond a
 * limit: OK, MEMORY or CANCELLED. */
bship_status bsi_posterior_ranking_check(const bship_rules *rules, const bsi_prior *prior,
                                         bsi_work_budget *budget);

/*
 * A ranking without a position yet; the rules and the prior (NULL: none) must outlive it. The
 * options, without weights, limit an analysis, its memory apart from fixed arrays; a sample of less
 * precision is accepted. The position cache may use so many bytes more. The budget only reports
 * progress. OK, MEMORY or CANCELLED.
 */
bship_status bsi_posterior_ranking_new(bsi_posterior_ranking **out, const bship_rules *rules,
                                       const bsi_prior *prior,
                                       const bship_posterior_options *options, uint64_t cache_bytes,
                                       bsi_work_budget *budget);
void bsi_posterior_ranking_free(bsi_posterior_ranking *ranking);

/* What an update is to rank. */
typedef struct bsi_ranking_request {
    const bship_chart *chart;
    size_t count;                  /* so many of the best cells, at least */
    int64_t work_limit;            /* of the analysis */
    bool is_greedy;                /* by occupancy and then entropy, in place of the index; not for
                                      bsi_posterior_ranking_update(), whose cache has indices */
    const bsi_work_budget *budget; /* for its progress alone */
} bsi_ranking_request;

/*
 * Ranks the unknown cells of a chart; equally good cells share a rank, and so do those that are not
 * ranked, the last. Fails as bship_posterior_update() does, except at a limit and when it is to
 * finish early without an answer: then all cells rank equal.
 */
bship_status bsi_posterior_ranking_update(bsi_posterior_ranking *ranking,
                                          const bsi_ranking_request *request);

/* The same without the cache, so that afterwards occupancies are known, unless all cells rank
 * equal. */
bship_status bsi_posterior_ranking_score(bsi_posterior_ranking *ranking,
                                         const bsi_ranking_request *request);
double bsi_posterior_ranking_occupancy(const bsi_posterior_ranking *ranking, uint32_t position);

const bship_rules *bsi_posterior_ranking_rules(const bsi_posterior_ranking *ranking);

/* The posterior, which after a score is that of the chart, unless all cells rank equal. */
bship_posterior *bsi_posterior_ranking_posterior(const bsi_posterior_ranking *ranking);

/* The last update; without a ranking (NULL), none. */
bsi_cell_ranks bsi_posterior_ranking_last(const bsi_posterior_ranking *ranking);

#endif
