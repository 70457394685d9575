/* SipHash-2-4; see siphash.h. */
#include "base/siphash.h"

#include "base/random.h"

static void sip_rounds(uint64_t v[4], int rounds)
{
    for (int i = 0; i < rounds; i++) {
        v[0] += v[1];
        v[2] += v[3];
        v[1] = bsi_rotate(v[1], 13) ^ v[0];
        v[3] = bsi_rotate(v[3], 16) ^ v[2];
        v[0] = bsi_rotate(v[0], 32);
        v[2] += v[1];
        v[0] += v[3];
        v[1] = bsi_rotate(v[1], 17) ^ v[2];
        v[3] = bsi_rotate(v[3], 21) ^ v[0];
        v[2] = bsi_rotate(v[2], 32);
    }
}

static void compress(uint64_t v[4], uint64_t block)
{
    v[3] ^= block;
    sip_rounds(v, 2);
    v[0] ^= block;
}

uint64_t bsi_siphash(const uint64_t key[2], uint64_t word)
{
    /* The constants are those of the paper: "somepseudorandomlygeneratedbytes". */
    uint64_t v[4] = { key[0] ^ UINT64_C(0x736f6d6570736575), key[1] ^ UINT64_C(0x646f72616e646f6d),
                      key[0] ^ UINT64_C(0x6c7967656e657261),
                      key[1] ^ UINT64_C(0x7465646279746573) };
    compress(v, word);
    compress(v, UINT64_C(8) << 56); /* the last block: no bytes are left, of eight in all */
    v[2] ^= 0xff;
    sip_rounds(v, 4);
    return v[0] ^ v[1] ^ v[2] ^ v[3];
}

uint64_t bsi_strategy_seed(uint64_t secret, int32_t side)
{
    /* The second word of the key, "strategy", is used for nothing else. */
    const uint64_t key[2] = { secret, UINT64_C(0x7967657461727473) };
    return bsi_siphash(key, (uint64_t)side);
}
