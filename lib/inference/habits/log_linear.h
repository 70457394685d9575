/*
 * The log-linear law of placements: its fit to data, and the evidence for it.
 *
 * Within a class, P(p) is proportional to exp(base(p) + theta . f(p)), where base is the
 * logarithm of the base measure (tables.h) and f are the features of p. The coefficients theta of a
 * class are the sum of those of all classes and of those of its band of lengths. Each has a
 * Gaussian prior with mean 0, whose variance is that of its group of features: automatic relevance
 * determination (MacKay, Bayesian nonlinear modelling for the prediction competition, ASHRAE
 * Transactions 100, 1994; Neal, Bayesian learning for neural networks, 1996). The variances
 * maximize the evidence; those of features without effect shrink to nothing.
 */
#ifndef BSI_INFERENCE_HABITS_LOG_LINEAR_H
#define BSI_INFERENCE_HABITS_LOG_LINEAR_H

#include "base/work_budget.h"
#include "inference/habits/tables.h"

enum {
    BSI_COEFFICIENTS = BSI_FEATURES * (1 + BSI_HABIT_BANDS),
    BSI_LOG_LINEAR_VARIANCES = 2 * BSI_FEATURE_GROUPS /* of all classes; of a band's deviation */
};

/* A ship that was seen, of a class's placements. */
typedef struct bsi_habit_ship {
    uint32_t placement;
    int32_t class;
    double weight; /* 0: it says nothing */
} bsi_habit_ship;

/* Ships, some of a longer list. */
typedef struct bsi_habit_ships {
    const bsi_habit_ship *items;
    size_t count;
} bsi_habit_ships;

/* A fitted law. All classes first, then band by band. */
typedef struct bsi_log_linear {
    double coefficients[BSI_COEFFICIENTS];
    double variances[BSI_LOG_LINEAR_VARIANCES];
    double covariance[BSI_COEFFICIENTS][BSI_COEFFICIENTS]; /* of the coefficients, given the data */
    bool is_flat;                                          /* all coefficients are 0 */
    double evidence; /* log evidence for this law, less that for the uniform law */
} bsi_log_linear;

/* Sets the start of a fit: coefficients 0, and the prior variances of an unknown player. */
void bsi_log_linear_init(bsi_log_linear *law);

/*
 * Fits a law to ships, beginning at its present coefficients, with at most `rounds` updates of the
 * variances. `base` is by placement. OK, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_log_linear_fit(bsi_log_linear *law, const bsi_habit_tables *tables,
                                const double *base, bsi_habit_ships ships, int rounds,
                                bsi_work_budget *budget);

/* The coefficients of a class. */
void bsi_log_linear_of_class(const bsi_log_linear *law, const bsi_habit_class *class,
                             double theta[BSI_FEATURES]);

/* The logarithms of the weights, by placement. */
void bsi_log_linear_weights(const bsi_log_linear *law, const bsi_habit_tables *tables,
                            double *weights);

#endif
