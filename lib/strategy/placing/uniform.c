/* The style `uniform`, and the uniform layouts that other styles draw; see style.h. */
#include "inference/sampler.h"
#include "model/board.h"
#include "strategy/placing/style.h"

/* Charges for a layout that was drawn by `method`; a layout that was searched spoils the law. */
static bship_status note_draw(bsi_placing *placing, int32_t method)
{
    const bship_rules *rules = placing->board->rules;
    if (method == BSHIP_DRAW_SEARCHED)
        placing->method = BSHIP_DRAW_SEARCHED;
    return bsi_work_charge(placing->budget,
                           rules->fleet->cells * (1 + (int64_t)rules->contact_count));
}

bship_status bsi_placing_draw_uniform(bsi_placing *placing)
{
    int32_t method = 0;
    bship_status status = bsi_place_at_random(placing->sampler, placing->board, placing->rng,
                                              &placing->limits, &method);
    return status ? status : note_draw(placing, method);
}

bship_status bsi_placing_draw_missing(bsi_placing *placing)
{
    int32_t method = 0;
    bship_status status =
        bship_board_place_missing(placing->board, placing->rng, &placing->limits, &method);
    return status ? status : note_draw(placing, method);
}

static bship_status uniform_draw(const bsi_placing_style *style, bsi_placing *placing)
{
    (void)style;
    placing->method = BSHIP_DRAW_UNIFORM;
    return bsi_placing_draw_uniform(placing);
}

const bsi_placing_style bsi_placing_uniform = {
    .name = "uniform",
    .text = "every layout with the same probability",
    .draw = uniform_draw,
};
