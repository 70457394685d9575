/* The strategy `posterior` as a part of another: through its row of the registry, and these. */
#ifndef BSI_STRATEGY_POSTERIOR_H
#define BSI_STRATEGY_POSTERIOR_H

#include "inference/posterior_ranking.h"
#include "strategy/strategy.h"

extern const bsi_strategy bsi_strategy_posterior;

/* `prepare` without the position cache, so that afterwards the posterior is that of the chart,
 * unless a limit was met; in so many steps. */
bship_status bsi_strategy_posterior_analyse(void *state, const bsi_view *view, size_t count,
                                            int64_t work_limit);

/* The ranking of a state; NULL before its first analysis. */
bsi_posterior_ranking *bsi_strategy_posterior_ranking(const void *state);

#endif
