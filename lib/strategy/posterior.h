/* The strategy `posterior` as a part of another one, which calls its hooks and these functions. */
#ifndef BSI_STRATEGY_POSTERIOR_H
#define BSI_STRATEGY_POSTERIOR_H

#include "inference/posterior_ranking.h"
#include "strategy/strategy.h"

extern const bsi_strategy bsi_strategy_posterior;

/* As `prepare`, but ranks by occupancy, within a work limit and without the position cache: unless
 * a limit was met, the ranking has the posterior of this chart afterwards. */
bship_status bsi_strategy_posterior_analyse(void *state, const bsi_view *view, size_t count,
                                            int64_t work_limit);

/* The ranking of a state; NULL before the first analysis. */
bsi_posterior_ranking *bsi_strategy_posterior_ranking(const void *state);

#endif
