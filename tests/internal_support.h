/*
 * Shared by the tests of counting methods: evidence with its memory, and an exhaustive search
 * over all choices of placements.
 */
#ifndef TESTS_INTERNAL_SUPPORT_H
#define TESTS_INTERNAL_SUPPORT_H

#include "inference/frontier/frontier.h"
#include "support.h"

#define SHIPS_MAX 10
#define LAYOUTS_MAX 4096
#define NO_LIMIT INT64_MAX

/* Evidence, its placement counts and their memory. */
struct fixture {
    const bship_rules *rules;
    bsi_evidence evidence;
    bsi_placement_counts counts;
    void *block;
};

/* The evidence of a chart, with weights of placements (NULL: all 1). */
void fixture_init(struct fixture *fixture, const bship_chart *chart, const double *weights);
void fixture_free(struct fixture *fixture);
/* The evidence of an empty chart under rule lines; returns the chart. */
bship_chart *fixture_of_rules(struct fixture *fixture, const char *lines);
/*
 * Random weights of few bits, so that sums are exact; about one in eight is zero. In half of the
 * cases ships of one length have equal weights.
 */
double *random_weights(const bship_rules *rules, bship_rng *rng);

/* A frontier solver with 1 GiB of memory. */
bsi_frontier *new_frontier(void);
/* The estimated steps of a count. */
double estimate_of(const struct fixture *fixture);
/* A work budget without a limit. */
bsi_work_budget no_limit(void);

/* A layout; placements are numbered by orientation and position. */
struct layout {
    uint32_t numbers[SHIPS_MAX]; /* by ship; ascending within a ship class */
    double weight;
};

/* All layouts that agree with evidence, by exhaustive search. */
struct search {
    const bsi_evidence *evidence;
    uint8_t *occupied; /* by position: whether a ship covers it */
    struct layout layout;
    double total;
    double *counts;         /* as in placement counts */
    struct layout *layouts; /* in ascending order */
    int layout_count;
};

/* Finds all layouts; stores them in `layouts`, with room for LAYOUTS_MAX, unless it is NULL. */
void search_all(struct search *search, const bsi_evidence *evidence, struct layout *layouts);
void search_free(struct search *search);

#endif
