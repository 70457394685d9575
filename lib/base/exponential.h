/* Exponentials and logarithms, equal on every platform: from sums, products and quotients alone,
 * which IEEE 754 rounds one way, where those of C libraries differ in the last bits. */
#ifndef BSI_BASE_EXPONENTIAL_H
#define BSI_BASE_EXPONENTIAL_H

#include <stdint.h>

enum {
    /* Of 48 bits, so that sums of up to 2^16 results fit 64 bits. */
    BSI_EXP_BITS = 48
};

/* e^-x in units of 2^-BSI_EXP_BITS, rounded down, for a finite x >= 0. */
uint64_t bsi_exp_minus(double x);

/*
 * As exp(), exp2(), log(), log2() and log1p() of the C library, infinities and NaN included, to
 * within two units in the last place of a normal result.
 */
double bsi_exp(double x);
double bsi_exp2(double x);
double bsi_log(double x);
double bsi_log2(double x);
double bsi_log1p(double x);

#endif
