/* The one-way function behind the seeds of strategies, against the reference implementation. */
#include "base/siphash.h"
#include "support.h"

Test(siphash, is_siphash_2_4)
{
    /* The ninth vector of the reference implementation: the bytes 0, 1, 2, ... under such a key. */
    const uint64_t key[2] = { UINT64_C(0x0706050403020100), UINT64_C(0x0f0e0d0c0b0a0908) };
    cr_assert_eq(bsi_siphash(key, key[0]), UINT64_C(0x93f5f5799a932462), "another hash");
}

Test(siphash, gives_both_sides_of_every_secret_a_seed_of_their_own)
{
    enum {
        SECRETS = 16,
        SEEDS = 2 * SECRETS
    };
    uint64_t seeds[SEEDS];
    for (int i = 0; i < SEEDS; i++) {
        seeds[i] = bsi_strategy_seed((uint64_t)i / 2, i % 2 ? BSHIP_SIDE_B : BSHIP_SIDE_A);
        for (int k = 0; k < i; k++)
            cr_assert_neq(seeds[i], seeds[k], "seed %d is that of %d", i, k);
    }
}

Test(siphash, seeds_of_strategies_are_those_of_the_contract)
{
    bship_rng rng = rng_of(3);
    for (int i = 0; i < 100; i++) {
        uint64_t secret = bship_rng_next(&rng);
        for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
            cr_assert_eq(bsi_strategy_seed(secret, side), strategy_seed(secret, side), "side %d",
                         (int)side);
    }
}
