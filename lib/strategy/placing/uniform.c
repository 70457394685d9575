/* The style `uniform`, and the uniform layouts that other styles draw; see style.h. */
#include "inference/sampler.h"
#include "strategy/placing/style.h"

enum {
    STEPS_OF_A_SEARCH = 20000000 /* of the rejections before it, on average; it is itself quick */
};

bship_status bsi_placing_draw_uniform(bsi_placing *placing)
{
    int32_t method = 0;
    bship_status status = bsi_place_at_random(placing->sampler, placing->board, placing->rng,
                                              &placing->limits, &method);
    if (method == BSHIP_DRAW_METHOD_SEARCHED) {
        placing->method = BSHIP_DRAW_METHOD_SEARCHED;
        status = bsi_work_charge(placing->budget, STEPS_OF_A_SEARCH);
    }
    return status ? status : bsi_placing_charge(placing);
}

static bship_status uniform_draw(const bsi_placing_style *style, bsi_placing *placing)
{
    (void)style;
    placing->method = BSHIP_DRAW_METHOD_UNIFORM;
    return bsi_placing_draw_uniform(placing);
}

const bsi_placing_style bsi_placing_uniform = {
    .name = "uniform",
    .text = "every layout with the same probability",
    .draw = uniform_draw,
};
