/* The exponential function, equal on every platform: from sums, products and quotients alone, which
 * IEEE 754 rounds one way, where exp() of C libraries differs in the last bits. */
#ifndef BSI_BASE_EXPONENTIAL_H
#define BSI_BASE_EXPONENTIAL_H

#include <stdint.h>

enum {
    BSI_EXP_BITS = 48 /* of the weights below */
};

/* e^-x in units of 2^-BSI_EXP_BITS, rounded down, for a finite x >= 0. */
uint64_t bsi_exp_minus(double x);

#endif
