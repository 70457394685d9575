/* Vector additions and dot products for each type; see frontier/numbers.h. */
#include "inference/frontier/numbers.h"

/* Consecutive usages of a set, relative to its begin. Loops over runs can be vectorised. */
struct run {
    uint32_t begin;
    uint32_t end;
};

/* The run that begins with a usage; empty beyond the set. */
static inline struct run run_from(const bsi_usage_set *usages, uint32_t usage)
{
    if (usage >= usages->end)
        return (struct run){ 0, 0 };
    uint32_t run_end = usages->class->run_ends[usage];
    uint32_t end = run_end < usages->end ? run_end : usages->end;
    return (struct run){ usage - usages->begin, end - usages->begin };
}

static inline struct run first_run(const bsi_usage_set *usages)
{
    uint32_t usage = usages->begin;
    bool is_leaving = bsi_bits_has(usages->class->leaving, usage);
    return run_from(usages, is_leaving ? usage : usages->class->run_ends[usage]);
}

/* The run after another one: the gap between them is the place value of the class. */
static inline struct run next_run(const bsi_usage_set *usages, struct run run)
{
    return run_from(usages, usages->begin + run.end + usages->class->step);
}

#define FOR_EACH_USAGE(usages, i)                                                                  \
    for (struct run run = first_run(usages); run.begin < run.end; run = next_run(usages, run))     \
        for (uint32_t i = run.begin; i < run.end; i++)

/*
 * Defines the operations on a type. `of` converts a small integer to a number, `amount_of` a number
 * to an amount; `add_term` adds a weighted term to a sum, `add_product` a product.
 */
#define NUMBER_TYPE(name, type, of, amount_of, add_term, add_product)                              \
    static void set_##name(void *to, uint32_t value)                                               \
    {                                                                                              \
        *(type *)to = of(value);                                                                   \
    }                                                                                              \
    static bsi_amount get_##name(const void *from)                                                 \
    {                                                                                              \
        return amount_of(*(const type *)from);                                                     \
    }                                                                                              \
    static void add_##name(const bsi_usage_set *usages, void *to, const void *from, double weight) \
    {                                                                                              \
        type *restrict sums = to;                                                                  \
        const type *restrict terms = from;                                                         \
        (void)weight;                                                                              \
        FOR_EACH_USAGE(usages, i)                                                                  \
        add_term(&sums[i], terms[i], weight);                                                      \
    }                                                                                              \
    static bsi_amount dot_##name(const bsi_usage_set *usages, const void *a, const void *b)        \
    {                                                                                              \
        const type *x = a, *y = b;                                                                 \
        type sum = of(0);                                                                          \
        FOR_EACH_USAGE(usages, i)                                                                  \
        add_product(&sum, x[i], y[i]);                                                             \
        return amount_of(sum);                                                                     \
    }                                                                                              \
    const bsi_number_type bsi_number_##name = { sizeof(type), set_##name, get_##name, add_##name,  \
                                                dot_##name };

#define NUMBER_OF(value) (value)
#define ADD(sum, term, weight) *(sum) += (term)
#define ADD_WEIGHTED(sum, term, weight) *(sum) += (weight) * (term)
#define ADD_PRODUCT(sum, a, b) *(sum) += (a) * (b)
#define ADD_128(sum, term, weight) bsi_uint128_add(sum, term)

static inline void add_product_128(bsi_uint128 *sum, bsi_uint128 a, bsi_uint128 b)
{
    bsi_uint128 product = bsi_uint128_scaled(a, b.low);
    product.high += a.low * b.high;
    bsi_uint128_add(sum, product);
}

static inline bsi_amount amount_of_64(uint64_t value)
{
    return bsi_amount_of_whole(bsi_uint128_of(value));
}

NUMBER_TYPE(64, uint64_t, NUMBER_OF, amount_of_64, ADD, ADD_PRODUCT)
NUMBER_TYPE(128, bsi_uint128, bsi_uint128_of, bsi_amount_of_whole, ADD_128, add_product_128)
NUMBER_TYPE(real, double, NUMBER_OF, bsi_amount_of_real, ADD_WEIGHTED, ADD_PRODUCT)
