/* AIs: placing the fleet, by a placement style or a custom strategy; see ai.h. */
#include "strategy/ai.h"

#include "base/memory.h"
#include "base/siphash.h"
#include "base/versioned.h"
#include "inference/sampler.h"
#include "model/board.h"
#include "strategy/placing/placer.h"

bool bsi_ai_places_fleet(const bship_ai *ai)
{
    return ai->callbacks.place || !bsi_placing_is_uniform(ai->placing.style);
}

static bship_status place_custom(bship_ai *ai, bship_board *board, bship_rng *rng, int32_t *method)
{
    const bship_allocator *allocator = &ai->rules->allocator;
    size_t ships = (size_t)ai->rules->fleet->count;
    bship_placement *placements = bsi_alloc(allocator, ships, sizeof *placements);
    if (!placements)
        return BSHIP_ERROR_MEMORY;
    /* From the stream itself, the other side's layout would follow. */
    bship_rng own;
    bship_rng_seed(&own, bsi_strategy_seed(bship_rng_next(rng), ai->side), BSHIP_RNG_PURPOSE_LAYOUT,
                   0);
    bship_status status = bsi_ai_status(
        ai->callbacks.place(ai->custom_state, ai->rules, placements, ships, &own, ai->user));
    if (!status) {
        status = bship_board_place_layout(board, placements, ships, NULL);
        if (status && status != BSHIP_ERROR_STARTED)
            status = BSHIP_ERROR_STRATEGY;
    }
    bsi_free(allocator, placements, ships, sizeof *placements);
    if (!status && method)
        *method = BSHIP_DRAW_METHOD_NONE;
    return status;
}

static bship_status make_placer(bship_ai *ai)
{
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    options.strength = ai->placing.strength;
    options.seed = ai->placing.seed;
    return bship_placer_new(&ai->placer, ai->rules, ai->placing.style->name, &options, NULL);
}

static bship_status place_by_style(bship_ai *ai, const bship_sampler *sampler, bship_board *board,
                                   bship_rng *rng, const bship_draw_options *options,
                                   int32_t *method)
{
    bship_draw_options limits = BSHIP_DRAW_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(&limits, BSI_VERSIONED(bship_draw_options), options, NULL);
    if (!status && !ai->placer)
        status = make_placer(ai);
    return status ? status : bsi_placer_place(ai->placer, sampler, board, rng, &limits, method);
}

bship_status bsi_ai_place(bship_ai *ai, const bship_sampler *sampler, bship_board *board,
                          bship_rng *rng, const bship_draw_options *options, int32_t *method)
{
    if (!bship_rules_equal(ai->rules, board->rules))
        return BSHIP_ERROR_RULES;
    if (ai->callbacks.place)
        return place_custom(ai, board, rng, method);
    if (bsi_placing_is_uniform(ai->placing.style))
        return bsi_place_at_random(sampler, board, rng, options, method);
    return place_by_style(ai, sampler, board, rng, options, method);
}

bship_status bship_ai_place(bship_ai *ai, bship_rng *rng, const bship_draw_options *options,
                            bship_board *board, int32_t *method)
{
    bsi_work_budget budget;
    if (!ai || !board || !rng)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_draw_budget(&budget, options, NULL);
    return status ? status : bsi_ai_place(ai, NULL, board, rng, options, method);
}
