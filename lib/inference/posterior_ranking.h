/*
 * The unknown cells of a position ranked by the posterior: all that a strategy sees of inference.
 *
 * An analysis costs far more than a look-up, and positions early in a game recur in other games:
 * exact rankings that took long are kept in a position cache (position_cache.h). A ranking found
 * there equals the one that would be computed, so the cache saves time and changes nothing else.
 */
#ifndef BSI_INFERENCE_POSTERIOR_RANKING_H
#define BSI_INFERENCE_POSTERIOR_RANKING_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/habits.h>
#include <battleship/posterior.h>

#include "model/chart.h"

typedef struct bsi_posterior_ranking bsi_posterior_ranking;

/* What the last update found. */
typedef struct bsi_cell_ranks {
    const uint16_t *ranks; /* by position: of an unknown cell, the best 0; NULL: it failed */
    int32_t method;        /* the bship_method; AUTO: none, and all cells rank equal */
    bool is_exact;
    int64_t work;        /* steps taken, also by a failed update; 0: found in the cache */
    bship_status status; /* OK, or the limit that was met: WORK_LIMIT or MEMORY */
} bsi_cell_ranks;

/*
 * A ranking without a position yet; the rules and the habits (NULL: none) must outlive it. The
 * options, without weights, limit an analysis, its memory apart from fixed arrays; a sample of less
 * precision is accepted. The position cache may use so many bytes more. OK, MEMORY or CANCELLED.
 */
bship_status bsi_posterior_ranking_new(bsi_posterior_ranking **out, const bship_rules *rules,
                                       const bship_habits_snapshot *habits,
                                       const bship_posterior_options *options,
                                       uint64_t cache_bytes);
void bsi_posterior_ranking_free(bsi_posterior_ranking *ranking);

/*
 * Ranks the unknown cells of a chart, at least the best `count`; equally good cells share a rank,
 * and so do those that are not ranked, the last. Fails as
 * bship_posterior_update() does, except at a limit: then all cells rank equal.
 */
bship_status bsi_posterior_ranking_update(bsi_posterior_ranking *ranking, const bship_chart *chart,
                                          size_t count);

/* The same without the cache, so that afterwards occupancies are known, unless a
 * limit was met. */
bship_status bsi_posterior_ranking_score(bsi_posterior_ranking *ranking, const bship_chart *chart,
                                         size_t count);
double bsi_posterior_ranking_occupancy(const bsi_posterior_ranking *ranking, uint32_t position);

const bship_rules *bsi_posterior_ranking_rules(const bsi_posterior_ranking *ranking);

/* The posterior, which after a score is that of the chart, unless a limit was met. */
bship_posterior *bsi_posterior_ranking_posterior(const bsi_posterior_ranking *ranking);

bsi_cell_ranks bsi_posterior_ranking_last(const bsi_posterior_ranking *ranking);

#endif
