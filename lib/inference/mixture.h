/*
 * A mixture: with some probability a layout follows the law that was counted; else it is one of few
 * remembered layouts, each with a probability of its own (habits/snapshot.h).
 *
 * Given a chart, the components are weighted by Bayes' rule: the law by its probability times that
 * of the chart under it, which is the ratio of the counts of the chart and of an empty one; a
 * remembered layout by its probability if it agrees with the chart, else not at all. Placement
 * counts are sums over layouts, so the remembered ones are added to them, and all that follows from
 * counts, occupancies and entropies, is that of the mixture.
 */
#ifndef BSI_INFERENCE_MIXTURE_H
#define BSI_INFERENCE_MIXTURE_H

#include <stdbool.h>

#include "inference/common/placement_counts.h"
#include "inference/habits/repeats.h"
#include "inference/habits/snapshot.h"

typedef struct bsi_mixture {
    const bship_habits_snapshot *snapshot; /* NULL: the law alone */
    double log2_empty; /* log2 of the count of an empty chart; NaN: unknown, the law alone */
    bsi_placement_counts
        law;           /* if layouts were added: the counts before, of which `weights` is lost */
    double law_weight; /* what they weigh among those of the mixture */
    uint32_t added;    /* the number of layouts that were added to the last counts */
    uint32_t layouts[BSI_REMEMBERED_MAX]; /* their numbers */
} bsi_mixture;

/*
 * Adds the remembered layouts that agree with an evidence to its counts, whose total is
 * 2^log2_total (NaN: unknown, none is added). The counts are doubles afterwards. Not for salvos
 * reported by totals.
 */
void bsi_mixture_add(bsi_mixture *mixture, const bsi_evidence *evidence, double log2_total,
                     bsi_placement_counts *counts);

/*
 * Draws a component of the last mixture. Returns whether it is a remembered layout, and stores
 * that; else a layout is to be drawn by the law. Without added layouts the stream is not used.
 */
bool bsi_mixture_draw(const bsi_mixture *mixture, const bsi_placement_counts *counts,
                      bship_rng *rng, bship_placement *placements);

#endif
