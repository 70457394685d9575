/*
 * Means of properties of placements over the ships of a layout, and their standard deviations by
 * the delta method: the covariance of the coefficients of a log-linear law, carried over by
 * derivatives.
 */
#ifndef BSI_INFERENCE_HABITS_PROPERTY_H
#define BSI_INFERENCE_HABITS_PROPERTY_H

#include "inference/habits/log_linear.h"

/* A property of placements: a number for a ship of that length there, say the share of its cells on
 * the edge. */
typedef double bsi_habits_property(const bship_rules *rules, int32_t length,
                                   bsi_placement placement);

/* The mean under a law, by placement. */
double bsi_law_mean(const bsi_habit_tables *tables, const double *law,
                    bsi_habits_property *property);

/* The mean under a log-linear law with a log base measure; sets the standard deviation of that
 * mean. */
double bsi_log_linear_mean(const bsi_habit_tables *tables, const bsi_log_linear *law,
                           const double *base, bsi_habits_property *property, double *deviation);

#endif
