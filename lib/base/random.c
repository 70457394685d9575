/* Random streams: the public functions, and those that are not inline. */
#include "base/random.h"

#include <stddef.h>

_Static_assert(sizeof(bship_rng) == 64, "bship_rng is frozen");

void bship_rng_seed(bship_rng *rng, uint64_t seed, int32_t purpose, uint64_t index)
{
    bsi_rng_start(rng, bsi_rng_key(seed, purpose), index);
}

uint64_t bship_rng_next(bship_rng *rng)
{
    bsi_rng_check(rng);
    return bsi_rng_next(rng);
}

/* A mask as wide as a number: all bits from its highest one down. */
static uint64_t mask_of(uint64_t number)
{
    for (int shift = 1; shift < 64; shift *= 2)
        number |= number >> shift;
    return number;
}

uint64_t bship_rng_below(bship_rng *rng, uint64_t bound)
{
    bsi_rng_check(rng);
    if (bound == 0)
        return bsi_rng_next(rng);
    if (bound == UINT64_C(1) << 32)
        return bsi_rng_next(rng) >> 32;
    if (bound < UINT64_C(1) << 32)
        return bsi_rng_below(rng, (uint32_t)bound);
    uint64_t draw, mask = mask_of(bound - 1);
    do
        draw = bsi_rng_next(rng) & mask;
    while (draw >= bound);
    return draw;
}

bsi_uint128 bsi_rng_below_128(bship_rng *rng, bsi_uint128 bound)
{
    if (bound.high == 0)
        return bsi_uint128_of(bship_rng_below(rng, bound.low));
    uint64_t mask = mask_of(bound.high);
    bsi_uint128 draw;
    do {
        draw.high = bsi_rng_next(rng) & mask;
        draw.low = bsi_rng_next(rng);
    } while (bsi_uint128_compare(draw, bound) >= 0);
    return draw;
}

uint32_t bsi_rng_pick(bship_rng *rng, const void *items, size_t size, uint32_t count)
{
    const unsigned char *bytes = items;
    double share = bsi_rng_unit(rng) * *(const double *)(bytes + (count - 1) * size);
    uint32_t low = 0, high = count - 1;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (*(const double *)(bytes + middle * size) > share)
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

uint32_t bsi_draws_reject(bsi_draws *draws, uint32_t bound, uint64_t product)
{
    uint32_t threshold = (0u - bound) % bound;
    while ((uint32_t)product < threshold)
        product = (bsi_draws_next(draws) >> 32) * bound;
    return (uint32_t)(product >> 32);
}

/* ---- names ---- */

static const bsi_name_row purposes[] = {
    [BSHIP_RNG_PURPOSE_LAYOUT] = { "layout", "layouts" },
    [BSHIP_RNG_PURPOSE_AI_A] = { "ai-a", "the decisions of side a's AI" },
    [BSHIP_RNG_PURPOSE_AI_B] = { "ai-b", "the decisions of side b's AI" },
    [BSHIP_RNG_PURPOSE_FIRST] = { "first", "a random first mover" },
    [BSHIP_RNG_PURPOSE_SAMPLE] = { "sample", "sampling of a posterior" },
    /* BSHIP_RNG_PURPOSE_PLACING */
    { "placing", "what a placement style draws once for all of its layouts" },
};

const bsi_names bsi_rng_purpose_names = BSI_NAMES_EXPERIMENTAL(purposes, 1);
