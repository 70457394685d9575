/*
 * The styles `uniform` and `repeat`, a player with five layouts; and the uniform layouts that other
 * styles draw, see style.h.
 */
#include "base/exponential.h"
#include "base/random.h"
#include "inference/sampler.h"
#include "strategy/placing/style.h"

enum {
    STEPS_OF_A_SEARCH = 20000000, /* mean steps of the rejections before a search, itself quick */
    REPEAT_LAYOUTS = 5,           /* promised in battleship/experimental/placing.h */
    REPEAT_STRENGTH = 16          /* the default: about one layout in nine million is new */
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

static bship_status uniform_draw(bsi_placing *placing)
{
    placing->method = BSHIP_DRAW_METHOD_UNIFORM;
    return bsi_placing_draw_uniform(placing);
}

const bsi_placing_style bsi_placing_uniform = {
    .name = "uniform",
    .text = "every layout with the same probability",
    .draw = uniform_draw,
};

/* Draws one of the five layouts, each of which comes from a stream of the seed; rarely a new one.
 */
static bship_status repeat_draw(bsi_placing *placing)
{
    bship_rng stream, *given = placing->rng;
    uint64_t drawn = bsi_rng_next(given) >> (64 - BSI_EXP_BITS);
    uint32_t layout = bsi_rng_below(given, REPEAT_LAYOUTS);
    bship_rng_seed(&stream, placing->seed, BSHIP_RNG_PURPOSE_PLACING, 1 + layout);
    placing->method = BSHIP_DRAW_METHOD_STYLE;
    placing->rng = drawn < bsi_exp_minus(placing->strength) ? given : &stream;
    bship_status status = bsi_placing_draw_uniform(placing);
    placing->rng = given;
    return status;
}

const bsi_placing_style bsi_placing_repeat = {
    .name = "repeat",
    .text = "one of five layouts, which the seed draws",
    .strength = REPEAT_STRENGTH,
    .draw = repeat_draw,
};
