/* Random numbers: the published algorithms, exact ranges, and independent streams. */
#include <math.h>

#include "support.h"

/* SplitMix64 as published, the reference for the initial state of a stream. */
static uint64_t splitmix64(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
    return z ^ (z >> 31);
}

Test(random, splitmix64_gives_its_published_numbers)
{
    static const uint64_t published[] = {
        UINT64_C(6457827717110365317),  UINT64_C(3203168211198807973),
        UINT64_C(9817491932198370423),  UINT64_C(4593380528125082431),
        UINT64_C(16408922859458223821),
    };
    uint64_t state = 1234567;

    for (int i = 0; i < 5; i++)
        cr_assert_eq(splitmix64(&state), published[i], "number %d", i);
}

Test(random, xoshiro256_gives_its_published_numbers)
{
    static const uint64_t published[] = {
        UINT64_C(11520),
        UINT64_C(0),
        UINT64_C(1509978240),
        UINT64_C(1215971899390074240),
        UINT64_C(1216172134540287360),
        UINT64_C(607988272756665600),
        UINT64_C(16172922978634559625),
        UINT64_C(8476171486693032832),
        UINT64_C(10595114339597558777),
        UINT64_C(2904607092377533576),
    };
    bship_rng rng = { { 1, 2, 3, 4 }, { 0, 0, 0, 0 } };

    for (int i = 0; i < 10; i++)
        cr_assert_eq(bship_rng_next(&rng), published[i], "number %d", i);
}

Test(random, seed_purpose_and_index_fill_the_state_as_documented)
{
    bship_rng source = rng_of(1);

    for (int i = 0; i < scaled(10000); i++) {
        uint64_t seed = bship_rng_next(&source), index = bship_rng_next(&source);
        int32_t purpose = between(&source, 1, 2000);
        uint64_t state = seed;
        bship_rng rng;

        state = splitmix64(&state) ^ (uint64_t)purpose;
        state = splitmix64(&state) ^ index;
        bship_rng_seed(&rng, seed, purpose, index);
        for (int word = 0; word < 4; word++) {
            cr_assert_eq(rng.state[word], splitmix64(&state), "word %d", word);
            cr_assert_eq(rng.reserved[word], 0, "reserved word %d", word);
        }
    }
}

Test(random, copies_repeat_the_same_numbers)
{
    bship_rng rng = rng_of(2), copy;

    bship_rng_next(&rng);
    copy = rng;
    for (int i = 0; i < 1000; i++)
        cr_assert_eq(bship_rng_next(&rng), bship_rng_next(&copy), "number %d", i);
}

Test(random, bounds_zero_one_and_two_to_the_32_take_one_draw)
{
    bship_rng rng = rng_of(3), twin = rng;

    for (int i = 0; i < 1000; i++) {
        cr_assert_eq(bship_rng_below(&rng, 0), bship_rng_next(&twin), "bound 0 is 2^64");
        cr_assert_eq(bship_rng_below(&rng, 1), 0, "bound 1 leaves only 0");
        bship_rng_next(&twin);
        cr_assert_eq(bship_rng_below(&rng, UINT64_C(1) << 32), bship_rng_next(&twin) >> 32,
                     "bound 2^32 is the upper half");
        cr_assert_eq(bship_rng_below(&rng, UINT64_C(1) << 63),
                     bship_rng_next(&twin) & (UINT64_MAX >> 1), "bound 2^63 is a mask");
    }
}

/* The documented ways to draw below a bound, written independently. */
static uint64_t below(bship_rng *rng, uint64_t bound)
{
    uint64_t draw, mask = UINT64_MAX;

    if (bound <= UINT64_C(1) << 32) {
        uint64_t surplus = (UINT64_C(1) << 32) % bound;
        do
            draw = (bship_rng_next(rng) >> 32) * bound;
        while ((draw & UINT32_MAX) < surplus);
        return draw >> 32;
    }
    while (mask >> 1 >= bound - 1)
        mask >>= 1;
    do
        draw = bship_rng_next(rng) & mask;
    while (draw >= bound);
    return draw;
}

Test(random, numbers_below_a_bound_are_drawn_as_documented)
{
    bship_rng source = rng_of(4), rng = rng_of(5), twin = rng;

    for (int i = 0; i < scaled(100000); i++) {
        uint64_t bound = bship_rng_next(&source) >> between(&source, 0, 63);
        if (bound > 0)
            cr_assert_eq(bship_rng_below(&rng, bound), below(&twin, bound), "bound %llu",
                         (unsigned long long)bound);
    }
}

/* Chi-square of draws below a bound, sorted into `buckets` equal parts of the range. */
static double chi_square(uint64_t bound, int buckets, int draws, uint64_t seed)
{
    long counts[128] = { 0 };
    double sum = 0.0, expected = (double)draws / buckets;
    bship_rng rng = rng_of(seed);

    for (int i = 0; i < draws; i++) {
        uint64_t draw = bship_rng_below(&rng, bound);
        cr_assert(draw < bound, "a draw is not below %llu", (unsigned long long)bound);
        counts[draw / (bound / (uint64_t)buckets)]++;
    }
    for (int i = 0; i < buckets; i++)
        sum += pow((double)counts[i] - expected, 2.0) / expected;
    return sum;
}

Test(random, every_number_below_a_bound_is_equally_probable)
{
    static const struct {
        uint64_t bound;
        int buckets;
    } cases[] = {
        { 2, 2 },
        { 3, 3 },
        { 7, 7 },
        { 100, 100 },
        { UINT64_C(3) << 30, 3 }, /* naive scaling would favour a third by half */
        { UINT64_C(3) << 62, 3 }, /* and so would a remainder */
        { UINT64_C(96) << 40, 96 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        double sum = chi_square(cases[i].bound, cases[i].buckets, scaled(200000), 6 + i);
        cr_assert(sum < chi_square_limit(cases[i].buckets - 1), "chi-square %f below %llu", sum,
                  (unsigned long long)cases[i].bound);
    }
}

/* How many standard deviations the number of equal bits of two streams is from a half. */
static double agreement(bship_rng a, bship_rng b, int draws)
{
    long equal = 0;

    for (int i = 0; i < draws; i++) {
        uint64_t same = ~(bship_rng_next(&a) ^ bship_rng_next(&b));
        for (; same; same &= same - 1)
            equal++;
    }
    return ((double)equal - 32.0 * draws) / sqrt(16.0 * draws);
}

Test(random, streams_that_differ_in_one_thing_are_independent)
{
    static const int32_t purposes[] = { BSHIP_RNG_PURPOSE_LAYOUT, BSHIP_RNG_PURPOSE_AI_A,
                                        BSHIP_RNG_PURPOSE_AI_B,   BSHIP_RNG_PURPOSE_FIRST,
                                        BSHIP_RNG_PURPOSE_SAMPLE, BSHIP_RNG_PURPOSE_USER };
    bship_rng a, b;

    for (uint64_t i = 0; i < (uint64_t)scaled(2000); i++) {
        int32_t purpose = purposes[i % 6];
        bship_rng_seed(&a, i, purpose, i);
        bship_rng_seed(&b, i + 1, purpose, i);
        cr_assert(fabs(agreement(a, b, 100)) < 5.5, "seeds %d and the next", (int)i);
        bship_rng_seed(&b, i, purpose, i + 1);
        cr_assert(fabs(agreement(a, b, 100)) < 5.5, "indices %d and the next", (int)i);
        bship_rng_seed(&b, i, purposes[(i + 1) % 6], i);
        cr_assert(fabs(agreement(a, b, 100)) < 5.5, "purposes %d and the next", (int)(i % 6));
    }
}

Test(random, seeds_purposes_and_indices_are_not_interchangeable)
{
    bship_rng a, b;

    for (uint64_t i = 0; i < 100; i++)
        for (uint64_t j = 0; j < i; j++) {
            bship_rng_seed(&a, i, BSHIP_RNG_PURPOSE_USER, j);
            bship_rng_seed(&b, j, BSHIP_RNG_PURPOSE_USER, i);
            cr_assert_neq(bship_rng_next(&a), bship_rng_next(&b), "%d and %d", (int)i, (int)j);
            bship_rng_seed(&a, 0, (int32_t)i, j);
            bship_rng_seed(&b, 0, (int32_t)j, i);
            cr_assert_neq(bship_rng_next(&a), bship_rng_next(&b), "%d and %d", (int)i, (int)j);
        }
}

Test(random, stream_of_zeroes_is_that_of_seed_purpose_and_index_zero)
{
    bship_rng zeroes = { { 0 }, { 0 } }, bounded = zeroes, large = zeroes, drawn = zeroes, expected;
    bship_rules *rules = rules_from("");
    bship_board *board = new_board(rules), *other = new_board(rules);

    bship_rng_seed(&expected, 0, 0, 0);
    bship_rng seeded = expected;
    for (int i = 0; i < 10; i++)
        cr_assert_eq(bship_rng_next(&zeroes), bship_rng_next(&seeded), "number %d", i);
    seeded = expected;
    cr_assert_eq(bship_rng_below(&bounded, 1000), bship_rng_below(&seeded, 1000), "below 1000");
    seeded = expected;
    cr_assert_eq(bship_rng_below(&large, UINT64_MAX), bship_rng_below(&seeded, UINT64_MAX),
                 "below 2^64 - 1");
    seeded = expected;
    assert_ok(bship_board_place_random(board, &drawn, NULL, NULL), "a layout");
    assert_ok(bship_board_place_random(other, &seeded, NULL, NULL), "a layout");
    assert_same(board_dump(board), board_dump(other), "the layouts");
    bship_board_free(board);
    bship_board_free(other);
    bship_rules_unref(rules);
}
