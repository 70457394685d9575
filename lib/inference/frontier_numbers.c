/* The numbers of a frontier programme. */
#include "inference/frontier_numbers.h"

/* Usages in a row at which a ship is left, counted from the beginning of the joint. */
struct run {
    uint32_t begin;
    uint32_t end;
};

static inline struct run run_from(const bship_internal_joint *joint, uint32_t usage)
{
    if (usage >= joint->end)
        return (struct run){ 0, 0 };
    uint32_t turn = joint->kind->turns[usage];
    uint32_t end = turn < joint->end ? turn : joint->end;
    return (struct run){ usage - joint->begin, end - joint->begin };
}

static inline struct run first_run(const bship_internal_joint *joint)
{
    uint32_t usage = joint->begin;
    int is_open = bship_internal_usages_has(joint->kind->open, usage);
    return run_from(joint, is_open ? usage : joint->kind->turns[usage]);
}

/* As many usages as one more ship counts lie between a run and the next. */
static inline struct run next_run(const bship_internal_joint *joint, struct run run)
{
    return run_from(joint, joint->begin + run.end + joint->kind->step);
}

#define FOR_EACH_USAGE(joint, i)                                                                   \
    for (struct run run = first_run(joint); run.begin < run.end; run = next_run(joint, run))       \
        for (uint32_t i = run.begin; i < run.end; i++)

/* ---- 64 bits ---- */

static void set_64(void *to, uint32_t value)
{
    *(uint64_t *)to = value;
}

static bship_internal_amount get_64(const void *from)
{
    return (bship_internal_amount){ { *(const uint64_t *)from, 0 }, 0 };
}

static void add_64(const bship_internal_joint *joint, void *to, const void *from, double weight)
{
    uint64_t *restrict sums = to;
    const uint64_t *restrict terms = from;
    (void)weight;
    FOR_EACH_USAGE(joint, i)
    sums[i] += terms[i];
}

static bship_internal_amount dot_64(const bship_internal_joint *joint, const void *a, const void *b)
{
    const uint64_t *x = a, *y = b;
    uint64_t sum = 0;
    FOR_EACH_USAGE(joint, i)
    sum += x[i] * y[i];
    return (bship_internal_amount){ { sum, 0 }, 0 };
}

const bship_internal_number_type bship_internal_number_64 = { sizeof(uint64_t), set_64, get_64,
                                                              add_64, dot_64 };

/* ---- 128 bits ---- */

static void set_128(void *to, uint32_t value)
{
    *(bship_internal_wide *)to = bship_internal_wide_of(value);
}

static bship_internal_amount get_128(const void *from)
{
    return (bship_internal_amount){ *(const bship_internal_wide *)from, 0 };
}

static void add_128(const bship_internal_joint *joint, void *to, const void *from, double weight)
{
    bship_internal_wide *restrict sums = to;
    const bship_internal_wide *restrict terms = from;
    (void)weight;
    FOR_EACH_USAGE(joint, i)
    bship_internal_wide_add(&sums[i], terms[i]);
}

static bship_internal_amount dot_128(const bship_internal_joint *joint, const void *a,
                                     const void *b)
{
    const bship_internal_wide *x = a, *y = b;
    bship_internal_wide sum = { 0, 0 };
    FOR_EACH_USAGE(joint, i)
    {
        bship_internal_wide product = bship_internal_wide_scaled(x[i], y[i].low);
        product.high += x[i].low * y[i].high;
        bship_internal_wide_add(&sum, product);
    }
    return (bship_internal_amount){ sum, 0 };
}

const bship_internal_number_type bship_internal_number_128 = { sizeof(bship_internal_wide), set_128,
                                                               get_128, add_128, dot_128 };

/* ---- double precision ---- */

static void set_real(void *to, uint32_t value)
{
    *(double *)to = value;
}

static bship_internal_amount get_real(const void *from)
{
    return (bship_internal_amount){ { 0, 0 }, *(const double *)from };
}

static void add_real(const bship_internal_joint *joint, void *to, const void *from, double weight)
{
    double *restrict sums = to;
    const double *restrict terms = from;
    FOR_EACH_USAGE(joint, i)
    sums[i] += weight * terms[i];
}

static bship_internal_amount dot_real(const bship_internal_joint *joint, const void *a,
                                      const void *b)
{
    const double *x = a, *y = b;
    double sum = 0;
    FOR_EACH_USAGE(joint, i)
    sum += x[i] * y[i];
    return (bship_internal_amount){ { 0, 0 }, sum };
}

const bship_internal_number_type bship_internal_number_real = { sizeof(double), set_real, get_real,
                                                                add_real, dot_real };
