/* A layout sampler from inside. */
#ifndef BSI_INFERENCE_SAMPLER_H
#define BSI_INFERENCE_SAMPLER_H

#include <battleship/sampler.h>

#include "inference/common/work_budget.h"

/*
 * Makes a sampler within a work budget and a limit on its memory: OK; WORK_LIMIT past either
 * limit, the effort's `expected` being what is needed as far as is known; CANCELLED;
 * CONTRADICTION if there is no layout; UNSUPPORTED where the layouts are beyond counting; MEMORY.
 */
bship_status bsi_sampler_make(bship_sampler **out, bship_rules *rules, uint64_t memory_limit,
                              bsi_work_budget *budget);

/*
 * Lays a fleet at random: from a sampler or, if that is NULL, as bship_board_place_random() does,
 * whose statuses it has. Only the latter has a work limit.
 */
bship_status bsi_place_at_random(const bship_sampler *sampler, bship_board *board, bship_rng *rng,
                                 int64_t work_limit, int32_t *method);

#endif
