/*
 * The index of a shot: the number by which the strategy `posterior` chooses its cell.
 *
 * The likeliest cell is not the best one. All hits have to be made anyway, only misses are lost,
 * and a shot is worth what it saves of them later. This is an index policy: each cell has a value
 * of its own, as in Gittins' theory of bandits, though here none is proved to be the best.
 *
 *     W N / max N x P(first hit)  +  P(later hit)  -  P(sinks) / 2  +  E x entropy
 *
 *  - P(first hit), summed over the ship classes: the probability that the shot hits a ship of the
 *    class which has no hit yet. It weighs by N, the number of placements of the class that the
 *    chart allows on unknown cells alone, against the greatest N of any class: the more there are,
 *    the more misses the ship still takes to find.
 *  - P(later hit): the probability that it hits a ship that has a hit. That weighs a third of the
 *    first hit of the ship that is hardest to find, for a ship that is found can be sunk later,
 *    when more is known.
 *  - P(sinks): the probability that the shot sinks a ship. Such a hit points to no further one.
 *  - The entropy of the report, in bits, where every hit names its ship (E = 1/2): names tell
 *    much that is no hit. Elsewhere E = 0.
 *
 * All of it follows from placement counts, also from those of a sample or of a mixture; N is always
 * that of the game's contact rule. Where salvos are reported by totals, no hit is known to be that
 * of a ship, and the index is the occupancy.
 *
 * Indices are rounded to 2^-40 and summed in one order, so a ranking is the same on every machine,
 * and symmetric cells have equal indices.
 */
#ifndef BSI_INFERENCE_SHOT_INDEX_H
#define BSI_INFERENCE_SHOT_INDEX_H

#include "inference/marginals.h"

typedef struct bsi_shot_index {
    const bsi_marginals *marginals;
    double *values; /* by position: whole numbers, in units of 2^-40 */
} bsi_shot_index;

/* Computes the indices of all unknown cells from marginals and the counts that they were made of,
 * at less cost than that of the marginals. */
void bsi_shot_index_make(bsi_shot_index *index, const bsi_placement_counts *counts);

/* Compares unknown cells, as bsi_sort_best() does. A higher index is better; equal ones compare as
 * marginals do. */
int bsi_shot_index_compare(const void *index, uint32_t a, uint32_t b);

#endif
