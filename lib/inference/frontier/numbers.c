/* Vector additions and dot products for each type; see frontier/numbers.h. */
#include "inference/frontier/numbers.h"

/* Consecutive usages of a set, relative to its begin. */
struct run {
    uint32_t begin;
    uint32_t end;
};

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
    bool is_leaving = bsi_usages_has(usages->class->leaving, usage);
    return run_from(usages, is_leaving ? usage : usages->class->run_ends[usage]);
}

/* The gap between two runs is the place value of the class. */
static inline struct run next_run(const bsi_usage_set *usages, struct run run)
{
    return run_from(usages, usages->begin + run.end + usages->class->step);
}

#define FOR_EACH_USAGE(usages, i)                                                                  \
    for (struct run run = first_run(usages); run.begin < run.end; run = next_run(usages, run))     \
        for (uint32_t i = run.begin; i < run.end; i++)

/* ---- 64 bits ---- */

static void set_64(void *to, uint32_t value)
{
    *(uint64_t *)to = value;
}

static bsi_amount get_64(const void *from)
{
    return (bsi_amount){ { *(const uint64_t *)from, 0 }, 0 };
}

static void add_64(const bsi_usage_set *usages, void *to, const void *from, double weight)
{
    uint64_t *restrict sums = to;
    const uint64_t *restrict terms = from;
    (void)weight;
    FOR_EACH_USAGE(usages, i)
    sums[i] += terms[i];
}

static bsi_amount dot_64(const bsi_usage_set *usages, const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    uint64_t sum = 0;
    FOR_EACH_USAGE(usages, i)
    sum += x[i] * y[i];
    return (bsi_amount){ { sum, 0 }, 0 };
}

const bsi_number_type bsi_number_64 = { sizeof(uint64_t), set_64, get_64, add_64, dot_64 };

/* ---- 128 bits ---- */

static void set_128(void *to, uint32_t value)
{
    *(bsi_uint128 *)to = bsi_uint128_of(value);
}

static bsi_amount get_128(const void *from)
{
    return (bsi_amount){ *(const bsi_uint128 *)from, 0 };
}

static void add_128(const bsi_usage_set *usages, void *to, const void *from, double weight)
{
    bsi_uint128 *restrict sums = to;
    const bsi_uint128 *restrict terms = from;
    (void)weight;
    FOR_EACH_USAGE(usages, i)
    bsi_uint128_add(&sums[i], terms[i]);
}

static bsi_amount dot_128(const bsi_usage_set *usages, const void *a, const void *b)
{
    const bsi_uint128 *x = a, *y = b;
    bsi_uint128 sum = { 0, 0 };
    FOR_EACH_USAGE(usages, i)
    {
        bsi_uint128 product = bsi_uint128_scaled(x[i], y[i].low);
        product.high += x[i].low * y[i].high;
        bsi_uint128_add(&sum, product);
    }
    return (bsi_amount){ sum, 0 };
}

const bsi_number_type bsi_number_128 = { sizeof(bsi_uint128), set_128, get_128, add_128, dot_128 };

/* ---- double precision ---- */

static void set_real(void *to, uint32_t value)
{
    *(double *)to = value;
}

static bsi_amount get_real(const void *from)
{
    return (bsi_amount){ { 0, 0 }, *(const double *)from };
}

static void add_real(const bsi_usage_set *usages, void *to, const void *from, double weight)
{
    double *restrict sums = to;
    const double *restrict terms = from;
    FOR_EACH_USAGE(usages, i)
    sums[i] += weight * terms[i];
}

static bsi_amount dot_real(const bsi_usage_set *usages, const void *a, const void *b)
{
    const double *x = a, *y = b;
    double sum = 0;
    FOR_EACH_USAGE(usages, i)
    sum += x[i] * y[i];
    return (bsi_amount){ { 0, 0 }, sum };
}

const bsi_number_type bsi_number_real = { sizeof(double), set_real, get_real, add_real, dot_real };
