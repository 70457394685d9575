/*
 * Features of placements: what a habit may be about.
 *
 * Features come in groups that the symmetries of the board map to themselves, up to signs: within a
 * group coefficients share a prior, so that no direction is preferred.
 */
#ifndef BSI_INFERENCE_HABITS_FEATURES_H
#define BSI_INFERENCE_HABITS_FEATURES_H

#include "model/placement.h"

enum {
    BSI_FEATURES = 12,
    BSI_FEATURE_GROUPS = 9,
    BSI_ORIENTATION_GROUP = 8
};

/* The group of each feature. */
extern const uint8_t bsi_feature_group[BSI_FEATURES];

/* Computes the features of a ship of that length: means over its cells, but for its orientation. */
void bsi_features_of(const bship_rules *rules, int32_t length, bsi_placement placement,
                     double features[BSI_FEATURES]);

#endif
