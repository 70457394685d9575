/* The style `repeat`: a player with five layouts. */
#include "base/exponential.h"
#include "base/random.h"
#include "strategy/placing/style.h"

enum {
    LAYOUTS = 5,
    STRENGTH = 16 /* the default: about one layout in nine million is new */
};

/* Draws from the five layouts, each of which has a stream of the seed. */
static bship_status repeat_draw(const bsi_placing_style *style, bsi_placing *placing)
{
    (void)style;
    bship_rng own;
    bship_rng *given = placing->rng;
    uint64_t drawn = bsi_rng_next(given) >> (64 - BSI_EXP_BITS);
    uint32_t layout = bsi_rng_below(given, LAYOUTS);
    bship_rng_seed(&own, placing->seed, BSHIP_RNG_PURPOSE_PLACING, 1 + layout);
    placing->method = BSHIP_DRAW_METHOD_STYLE;
    placing->rng = drawn < bsi_exp_minus(placing->strength) ? given : &own;
    bship_status status = bsi_placing_draw_uniform(placing);
    placing->rng = given;
    return status;
}

const bsi_placing_style bsi_placing_repeat = {
    .name = "repeat",
    .text = "one of five layouts, which the seed draws",
    .strength = STRENGTH,
    .draw = repeat_draw,
};
