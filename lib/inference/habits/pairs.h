/*
 * A law of pairs: how near to each other a player lays his ships.
 *
 * The law of single placements takes ships to be independent, apart from being in each other's way.
 * A law of pairs multiplies the probability of a layout by exp(theta z) / Z(theta): z is the number
 * of pairs of ships that touch, or that are near each other, standardized under the law of single
 * placements, and Z the mean of the exponential under that law. Both numbers and neither are
 * hypotheses, averaged by their evidence; theta has a standard normal prior and is integrated out
 * on a grid. So the predictive distribution multiplies the probability of a layout by a *factor*
 * that depends on its two numbers only: a table.
 *
 * The numbers' distribution under the law of single placements is estimated from a sample by the
 * Metropolis-Hastings algorithm (Hastings, Monte Carlo sampling methods, Biometrika 57, 1970) with
 * independent proposals, from a fixed stream: a fit is a function of the rules and the data.
 */
#ifndef BSI_INFERENCE_HABITS_PAIRS_H
#define BSI_INFERENCE_HABITS_PAIRS_H

#include <stdbool.h>

#include "base/work_budget.h"
#include "inference/habits/tables.h"

enum {
    BSI_PAIR_SHIPS_MAX = 24, /* of more ships, no law of pairs is learnt */
    BSI_PAIRS_MAX = BSI_PAIR_SHIPS_MAX * (BSI_PAIR_SHIPS_MAX - 1) / 2,
    BSI_PAIR_FEATURES = 2,
    BSI_PAIR_GRID = 41,     /* values of theta */
    BSI_PAIR_SAMPLES = 4096 /* layouts */
};

/* A ship as a rectangle of cells, ends included. */
typedef struct bsi_rectangle {
    int32_t left, top, right, bottom;
} bsi_rectangle;

/* The cells of a ship with its first cell there. */
static inline bsi_rectangle bsi_rectangle_from(bship_cell first, bool is_vertical, int32_t length)
{
    int32_t reach = length - 1;
    return (bsi_rectangle){ first.x, first.y, first.x + (is_vertical ? 0 : reach),
                            first.y + (is_vertical ? reach : 0) };
}

bsi_rectangle bsi_rectangle_of(const bship_rules *rules, int32_t length, bsi_placement placement);
bsi_rectangle bsi_rectangle_at(const bsi_habit_class *class, uint32_t placement);

/* The pairs of a layout. */
typedef struct bsi_pair_counts {
    uint16_t pairs[BSI_PAIR_FEATURES]; /* that share a side or a corner; that are near each other */
    uint16_t touching;                 /* ships that touch another one */
} bsi_pair_counts;

/* Counts the pairs of at most BSI_PAIR_SHIPS_MAX ships. */
bsi_pair_counts bsi_count_pairs(const bship_rules *rules, const bsi_rectangle *ships,
                                int32_t count);

/* Layouts drawn by a law of single placements. */
typedef struct bsi_pair_sample {
    bool is_drawn;
    bsi_pair_counts *items; /* BSI_PAIR_SAMPLES */
} bsi_pair_sample;

/* Whether the rules have pairs that a law can be about. */
bool bsi_has_pairs(const bship_rules *rules);

/*
 * Draws a sample by weights of placements; NULL: all 1. `sums` is a workspace by placement. OK,
 * also if no layout was found to begin with, so that nothing is drawn; WORK_LIMIT or CANCELLED.
 */
bship_status bsi_pair_sample_draw(bsi_pair_sample *sample, const bsi_habit_tables *tables,
                                  const double *weights, double *sums, bsi_work_budget *budget);

/* The factors of a law of pairs; all 0: there is none. */
typedef struct bsi_pair_law {
    double probability;                                   /* that there is such a law */
    double factors[BSI_PAIR_FEATURES][BSI_PAIRS_MAX + 1]; /* by number of pairs */
} bsi_pair_law;

/* The factor of a layout; its mean under the law of single placements is 1. */
static inline double bsi_pair_factor(const bsi_pair_law *law, bsi_pair_counts counts)
{
    double factor = 1 - law->probability;
    for (int i = 0; i < BSI_PAIR_FEATURES; i++)
        factor += law->factors[i][counts.pairs[i]];
    return factor;
}

/* A whole layout that was seen. */
typedef struct bsi_pair_seen {
    bsi_pair_counts counts;
    double weight;
} bsi_pair_seen;

/* A share of the ships of a layout. */
typedef struct bsi_pair_share {
    double believed;
    double low; /* 95% interval if there is a law of pairs that touch */
    double high;
} bsi_pair_share;

typedef struct bsi_pair_fit {
    bsi_pair_law law;
    double evidence;         /* log of the mean likelihood of all hypotheses, against no law */
    bsi_pair_share touching; /* the share of ships that touch another one */
} bsi_pair_fit;

/* Fits a law to what was seen and a sample that is drawn. */
void bsi_pairs_fit(bsi_pair_fit *fit, const bsi_habit_tables *tables, const bsi_pair_sample *sample,
                   const bsi_pair_seen *seen, size_t count);

/* The mean share of touching ships in a sample; NaN if it is not drawn. */
double bsi_pair_sample_touching(const bsi_pair_sample *sample, int32_t ships);

#endif
