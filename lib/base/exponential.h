/* The exponential function with the same bits on every platform. It uses only sums, products and
 * quotients, which IEEE 754 rounds in one way; exp() of C libraries differs in the last bits. */
#ifndef BSI_BASE_EXPONENTIAL_H
#define BSI_BASE_EXPONENTIAL_H

#include <stdint.h>

enum {
    /* Of 48 bits, so that sums of up to 2^16 results fit 64 bits. */
    BSI_EXP_BITS = 48
};

/* e^-x in units of 2^-BSI_EXP_BITS, rounded down, for a finite x >= 0. */
uint64_t bsi_exp_minus(double x);

#endif
