/*
 * A Bayesian model of how one player lays ships.
 *
 * Placements of ships of one length follow a log-linear law over features of geometry
 * (features.h): P(p) is proportional to m(p) exp(theta . f(p)), where the base measure m(p) is the
 * probability that no other ship is in the way. Coefficients have Gaussian priors whose scales
 * maximize the evidence (MacKay, Bayesian interpolation, Neural Computation 4, 1992), which is
 * computed by Laplace's approximation. The uniform law is a separate hypothesis, averaged in by its
 * evidence, so that little data changes little. Players who repeat whole layouts follow a Chinese
 * restaurant process (Pitman, Combinatorial stochastic processes, 2006) over the layouts seen.
 * Whether ships touch is learnt by hypotheses about the player's contact rule, given the weights
 * (contact.h).
 *
 * A fit is a function of the rules and the data only: the same build computes the same.
 */
#ifndef BSI_INFERENCE_HABITS_MODEL_H
#define BSI_INFERENCE_HABITS_MODEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/work_budget.h"
#include "inference/habits/contact.h"
#include "inference/habits/property.h"
#include "inference/habits/repeats.h"
#include "model/rules.h"

/* A layout that was seen, or the ships of it that were found. */
typedef struct bsi_observation {
    double weight; /* above 0, after forgetting */
    size_t first;  /* of its placements, in the list of the data */
    size_t count;  /* of them, each of another ship; below the fleet's: a part of a layout */
} bsi_observation;

/* What was seen of a player. */
typedef struct bsi_habits_data {
    const bsi_observation *observations; /* the oldest first */
    size_t count;
    const int64_t *placements; /* by bship_rules_placement_index() */
} bsi_habits_data;

/* What the data of the last fit say. */
typedef struct bsi_habits_belief {
    double effective; /* the number of layouts after forgetting; parts count by their ships */
    double habit;     /* the probability that the player does not lay uniformly */
    double repeat;    /* the probability that the next layout is one of the remembered */
    bool is_uniform;  /* all weights are 1 */
    const bsi_remembered *remembered; /* the most probable first; valid until the next fit */
    size_t remembered_count;
    const bsi_contacts *contacts;   /* hypotheses about contact; they live as long as the model */
    const bsi_contact_fit *contact; /* what the data say of them; valid until the next fit */
} bsi_habits_belief;

/* The model, with the tables that depend on the rules and the last fit. */
typedef struct bsi_habits_model bsi_habits_model;

/*
 * Makes a model, fitted to no data: OK or MEMORY. The rules must outlive it, and have at most
 * BSHIP_HABITS_PLACEMENTS_MAX placements.
 */
bship_status bsi_habits_model_new(bsi_habits_model **out, const bship_rules *rules);
void bsi_habits_model_free(bsi_habits_model *model);

/*
 * Fits the model to data: OK; WORK_LIMIT; CANCELLED; MEMORY. On failure the last fit remains. The
 * work is bounded by the rules and the number of observations.
 */
bship_status bsi_habits_model_fit(bsi_habits_model *model, const bsi_habits_data *data,
                                  bsi_work_budget *budget);

/* What the last fit says. */
bsi_habits_belief bsi_habits_model_belief(const bsi_habits_model *model);

/*
 * The weights of placements for bship_posterior_options, by bship_rules_placement_index(); ships of
 * one length have the same. They describe layouts that are not repeats.
 */
void bsi_habits_model_weights(const bsi_habits_model *model, double *weights);

/* The mean of a property over the ships of a layout that is not a repeat. */
typedef struct bsi_habits_mean {
    double uniform;  /* under the uniform law */
    double believed; /* expected of the player's next layout */
    double low;      /* 95% interval of the player's mean, if all features may matter */
    double high;
} bsi_habits_mean;

bsi_habits_mean bsi_habits_model_mean(const bsi_habits_model *model, bsi_habits_property *property);

/*
 * The mean share of ships that touch another one: estimates from draws, and an interval over the
 * hypotheses. OK, CANCELLED or MEMORY; NaN if layouts cannot be drawn within limits.
 */
bship_status bsi_habits_model_touching(bsi_habits_model *model, bsi_habits_mean *out,
                                       bsi_work_budget *budget);

#endif
