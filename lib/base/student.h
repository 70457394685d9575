/*
 * Student's t distribution (Student, The probable error of a mean, Biometrika 6, 1908), for
 * confidence intervals of means of a few numbers or of billions.
 */
#ifndef BSI_BASE_STUDENT_H
#define BSI_BASE_STUDENT_H

#include <stdint.h>

/*
 * The t that |T| exceeds with probability `tail`, which is above 0 and below 1, for `freedom`
 * degrees of freedom, at least 1. The tail that belongs to the result is right to 1e-13 or so.
 */
double bsi_student_quantile(double tail, int64_t freedom);

#endif
