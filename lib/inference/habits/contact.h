/*
 * How near to each other a player lays his ships: hypotheses about his contact rule.
 *
 * The hypotheses are the contact rule of the game, and every stricter one under which the fleet
 * fits: a player whose ships may touch may keep them apart at sides, or at corners too. Under a
 * hypothesis the probability of a layout is its weight over the total weight Z of all legal
 * layouts, which the posterior of an empty chart counts. So a whole layout speaks for a stricter
 * rule that it follows by Z(game's rule) / Z(stricter rule). A part of a layout that follows a rule
 * says nothing, and whatever breaks a rule counts as a slip: of a layout or a part, the probability
 * is BSI_CONTACT_SLIP times that under the game's rule. Observations fade by their weights.
 *
 * A fit is a function of the rules, the weights and the data.
 */
#ifndef BSI_INFERENCE_HABITS_CONTACT_H
#define BSI_INFERENCE_HABITS_CONTACT_H

#include <stdbool.h>
#include <stddef.h>

#include "base/work_budget.h"
#include "inference/prior.h"
#include "model/placement.h"

/* The probability that a layout of a player with a stricter rule breaks it. */
#define BSI_CONTACT_SLIP 0.01

/* The hypotheses of rules, the game's first, the strictest last. */
typedef struct bsi_contacts {
    int32_t count;
    bship_rules *rules[BSI_CONTACTS_MAX];  /* references */
    bool is_counted;                       /* whether the next two are known */
    double log2_layouts[BSI_CONTACTS_MAX]; /* log2 of the number of layouts; NaN: beyond limits */
    double touching[BSI_CONTACTS_MAX];     /* mean share of touching ships; NaN: not drawn yet */
} bsi_contacts;

/* A layout that was seen, or a part of one. */
typedef struct bsi_contact_seen {
    uint32_t kept; /* as bsi_contact_kept() */
    bool is_whole;
    double weight; /* after forgetting */
} bsi_contact_seen;

/* What the data say, by hypothesis. */
typedef struct bsi_contact_fit {
    double probability[BSI_CONTACTS_MAX];
    double log2_totals[BSI_CONTACTS_MAX]; /* log2 of Z with the weights; NaN: unknown */
} bsi_contact_fit;

/* Derives the rules of the hypotheses: OK or MEMORY, after which it must be closed too. */
bship_status bsi_contacts_open(bsi_contacts *contacts, const bship_rules *rules);
void bsi_contacts_close(bsi_contacts *contacts);

/*
 * How many neighbours of their cells ships of a layout keep free of each other: 0, 4 (their sides)
 * or 8 (their corners, too). They follow each contact rule that asks for no more. `touching`
 * receives how many of them share a side or a corner with another one, unless NULL.
 */
uint32_t bsi_contact_kept(const bship_rules *rules, const bship_placement *ships, int32_t count,
                          int32_t *touching);

/*
 * Fits the hypotheses to what was seen, given weights by bship_rules_placement_index() (NULL: all
 * 1): OK, WORK_LIMIT, CANCELLED or MEMORY. A stricter rule whose total is needed and unknown has
 * the probability 0. Without a whole layout totals are not needed, and not counted.
 */
bship_status bsi_contacts_fit(bsi_contacts *contacts, const double *weights,
                              const bsi_contact_seen *seen, size_t count, bsi_contact_fit *fit,
                              bsi_work_budget *budget);

/*
 * Estimates from draws the mean share of ships that touch another one under each hypothesis, given
 * weights: OK, CANCELLED or MEMORY. NaN where no layouts can be drawn within limits.
 */
bship_status bsi_contacts_touching(bsi_contacts *contacts, const double *weights,
                                   double touching[BSI_CONTACTS_MAX], bsi_work_budget *budget);

#endif
