/*
 * A mixture by a prior (prior.h): a layout follows the weights of placements under one of several
 * contact rules, each with a share, or is one of few known layouts, each with a probability.
 *
 * Given a chart, the components are weighed by Bayes' rule: a contact rule by its share times the
 * probability of the chart under it, which is the ratio of the counts of the chart and of an empty
 * one; a known layout by its probability if it agrees with the chart, else not at all. Contact
 * rules that weigh less than BSI_CONTACT_SHARE_MIN of all are left out, but never all of them.
 * Placement counts are sums over layouts, so those of the components are added up, and all that
 * follows from counts, occupancies and entropies, is that of the mixture. A single contact rule
 * without known layouts keeps its counts as they are: whole numbers stay whole.
 */
#ifndef BSI_INFERENCE_MIXTURE_H
#define BSI_INFERENCE_MIXTURE_H

#include <stdbool.h>

#include "inference/common/placement_counts.h"
#include "inference/prior.h"

/* What was counted under a contact rule. */
typedef struct bsi_mixture_part {
    const bsi_placement_counts *counts; /* of classes and positions that are those of all parts */
    double log2_total;                  /* log2 of their total; minus infinity: no layout */
} bsi_mixture_part;

typedef struct bsi_mixture {
    const bsi_prior *prior;    /* NULL: no mixture */
    bsi_placement_counts game; /* totals under the game's contact rule; in a mixture its arrays
                                  hold other counts */
    int32_t sole; /* the only contact rule, if there is no other component; -1: there are more */
    double rules[BSI_CONTACTS_MAX];          /* what each contact rule weighs; 0: left out */
    uint32_t added;                          /* the number of known layouts that agree */
    uint32_t layouts[BSI_KNOWN_LAYOUTS_MAX]; /* their numbers */
    double scale;                            /* of their probabilities */
} bsi_mixture;

/*
 * Mixes what was counted under each contact rule of the prior, and the known layouts that
 * agree with an evidence, into `counts`, which hold those of the game's rule. Without totals
 * (`parts` NULL) the game's rule is alone. Not for salvos reported by totals.
 */
void bsi_mixture_make(bsi_mixture *mixture, const bsi_evidence *evidence,
                      const bsi_mixture_part *parts, bsi_placement_counts *counts);

/*
 * Draws a component of the last mixture. Returns the number of a contact rule, under which a layout
 * is to be drawn; or -1 for a known layout, which it stores. Where there is only one component
 * the stream is not used.
 */
int32_t bsi_mixture_draw(const bsi_mixture *mixture, const bsi_placement_counts *counts,
                         bship_rng *rng, bship_placement *placements);

#endif
