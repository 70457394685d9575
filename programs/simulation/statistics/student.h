/*
 * Student's t distribution (Student, The probable error of a mean, Biometrika 6, 1908), for
 * intervals and tests of means of a few numbers or of billions; and the normal distribution.
 */
#ifndef PROGRAMS_SIMULATION_STATISTICS_STUDENT_H
#define PROGRAMS_SIMULATION_STATISTICS_STUDENT_H

/* The probability that |T| exceeds `t`, for `freedom` degrees of freedom, at least 1. */
double student_tail(double t, double freedom);

/* The t that |T| exceeds with probability `tail`, which is above 0 and below 1. */
double student_quantile(double tail, double freedom);

/* The z that |Z|, of the standard normal distribution, exceeds with probability `tail`, likewise.
 */
double normal_quantile(double tail);

#endif
