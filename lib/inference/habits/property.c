/* Sums over placements; see property.h. */
#include "inference/habits/property.h"

#include <math.h>

#include "base/exponential.h"

static double property_at(const bsi_habit_tables *tables, const bsi_habit_class *class,
                          uint32_t placement, bsi_habits_property *property)
{
    bsi_placement at = bsi_placement_at(tables->rules, class->length, placement - class->first[0]);
    return property(tables->rules, class->length, at);
}

/* The share of a class in the ships of a layout. */
static double share_of(const bsi_habit_tables *tables, const bsi_habit_class *class)
{
    return (double)class->ships / tables->rules->fleet->count;
}

double bsi_law_mean(const bsi_habit_tables *tables, const double *law,
                    bsi_habits_property *property)
{
    double mean = 0;
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        for (uint32_t i = class->first[0]; i < class->end; i++)
            if (law[i] > 0)
                mean += share_of(tables, class) * law[i] * property_at(tables, class, i, property);
    }
    return mean;
}

/* Sums over the placements of a class: of weights, of a property, of both with features. */
typedef struct property_sums {
    double all;
    double mean;
    double features[BSI_FEATURES];
    double products[BSI_FEATURES];
} property_sums;

static property_sums sum_class(const bsi_habit_tables *tables, const bsi_habit_class *class,
                               const double *theta, const double *base,
                               bsi_habits_property *property)
{
    property_sums sums = { 0 };
    for (uint32_t i = class->first[0]; i < class->end; i++) {
        const double *features = tables->features[i];
        double exponent = 0;
        if (isinf(base[i]))
            continue;
        for (int f = 0; f < BSI_FEATURES; f++)
            exponent += theta[f] * features[f];
        double weight = bsi_exp(base[i] + exponent);
        double value = property_at(tables, class, i, property);
        sums.all += weight;
        sums.mean += weight * value;
        for (int f = 0; f < BSI_FEATURES; f++) {
            sums.features[f] += weight * features[f];
            sums.products[f] += weight * features[f] * value;
        }
    }
    return sums;
}

/* The standard deviation of a function of the coefficients with these derivatives. */
static double deviation_of(const bsi_log_linear *law, const double derivatives[BSI_COEFFICIENTS])
{
    double variance = 0;
    for (int i = 0; i < BSI_COEFFICIENTS; i++)
        for (int j = 0; j < BSI_COEFFICIENTS; j++)
            variance += derivatives[i] * law->covariance[i][j] * derivatives[j];
    return sqrt(fmax(variance, 0));
}

double bsi_log_linear_mean(const bsi_habit_tables *tables, const bsi_log_linear *law,
                           const double *base, bsi_habits_property *property, double *deviation)
{
    double derivatives[BSI_COEFFICIENTS] = { 0 };
    double mean = 0;
    for (int32_t c = 0; c < tables->class_count; c++) {
        const bsi_habit_class *class = &tables->classes[c];
        double share = share_of(tables, class);
        double theta[BSI_FEATURES];
        bsi_log_linear_of_class(law, class, theta);
        property_sums sums = sum_class(tables, class, theta, base, property);
        double class_mean = sums.mean / sums.all;
        mean += share * class_mean;
        for (int f = 0; f < BSI_FEATURES; f++) {
            double slope =
                share * (sums.products[f] / sums.all - class_mean * sums.features[f] / sums.all);
            derivatives[f] += slope;
            derivatives[(class->band + 1) * BSI_FEATURES + f] += slope;
        }
    }
    *deviation = deviation_of(law, derivatives);
    return mean;
}
