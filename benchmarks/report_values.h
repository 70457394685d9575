/*
 * The luck of a report: how much better or worse than expected it is, measured so that its mean is
 * exactly 0.
 *
 * At a shot take all layouts that agree with the chart or, if there are many, the true one and
 * independent draws from the posterior. Given the chart, the true layout and the draws are
 * exchangeable. So for any value of a report that is a symmetric function of the set, the value of
 * the report that comes, less the mean of the values over the set, has mean 0, however wrong the
 * values are: an advantage sum (M. Zinkevich, M. Bowling, N. Bard, M. Kan and D. Billings, "Optimal
 * unbiased estimators for evaluating agent performance", AAAI 2006). It takes uniform layouts, and
 * a posterior that draws exactly: not by MCMC.
 *
 * Here a report has two values: the mean number of misses from the shot on of the layouts of the
 * set that give it, if greedy play on that set sinks them; and the logarithm of the share of these
 * layouts.
 */
#ifndef BENCHMARKS_REPORT_VALUES_H
#define BENCHMARKS_REPORT_VALUES_H

#include "inference/lookahead/path.h"
#include "inference/posterior.h"

enum {
    /* Shots are classed by the number of layouts left: 0: all are in the set; from 1 on by powers
     * of 10 above the size of the set; the last class has all larger numbers. */
    LUCK_CLASSES = 8,
    LUCK_COUNT = 2 * LUCK_CLASSES /* sums of misses by class, then of logarithms */
};

typedef struct report_values {
    bship_posterior *posterior;
    bsi_layout_set set;
    bsi_path path;
    bship_rng rng;
    uint32_t most;   /* layouts of a set */
    uint16_t *lists; /* a stack of lists of layouts */
    int16_t *counts; /* level by level: layouts of a list by live cell */
    void *block;     /* the arrays of the set and of the path */
} report_values;

/* Opens for sets of at most so many layouts, up to BSI_LAYOUTS_MAX. Ends the program on failure, as
 * all of these functions do. */
void report_values_open(report_values *values, const bship_rules *rules, uint32_t most);
void report_values_close(report_values *values);

/* Starts the draws of a game. They are independent of its layout and of its shots. */
void report_values_start(report_values *values, uint64_t seed, uint64_t game);

/* Adds the luck of a shot at a cell to the sums: `chart` is that before the shot. */
void report_values_add(report_values *values, const bship_chart *chart, const bship_board *board,
                       bship_cell cell, double sums[LUCK_COUNT]);

#endif
