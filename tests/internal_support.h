/*
 * Helpers for tests of counting methods: evidence with its memory, and a brute-force enumeration of
 * all layouts.
 */
#ifndef TESTS_INTERNAL_SUPPORT_H
#define TESTS_INTERNAL_SUPPORT_H

#include "inference/frontier/frontier.h"
#include "support.h"

#define SHIPS_MAX 10
#define LAYOUTS_MAX 4096
#define NO_LIMIT INT64_MAX

/* Evidence and placement counts for it, with their memory. */
struct fixture {
    const bship_rules *rules;
    bsi_evidence evidence;
    bsi_placement_counts counts;
    void *block;
};

/* Reads the evidence of a chart, with weights of placements (NULL: all 1). */
void fixture_init(struct fixture *fixture, const bship_chart *chart, const double *weights);
void fixture_free(struct fixture *fixture);
/* Reads the evidence of an empty chart of rules, which are lines of text; returns the chart. */
bship_chart *fixture_of_rules(struct fixture *fixture, const char *lines);
/*
 * Random weights of few bits, which sum without error; about one in eight is 0. In half of the
 * cases ships of one length have equal weights.
 */
double *random_weights(const bship_rules *rules, bship_rng *rng);

/* A frontier programme with a memory limit of 1 GiB. */
bsi_frontier *new_frontier(void);
/* The estimated steps of a count. */
double estimate_of(const struct fixture *fixture);
/* A work budget without a limit. */
bsi_work_budget no_limit(void);

/* A layout; placements are numbered by orientation and position. */
struct layout {
    uint32_t numbers[SHIPS_MAX]; /* by ship; ascending within a class */
    double weight;
};

/* All layouts that agree with evidence, found by brute force. */
struct search {
    const bsi_evidence *evidence;
    uint8_t *occupied; /* by position: whether a ship covers it */
    struct layout layout;
    double total;
    double *counts;         /* as in bsi_placement_counts */
    struct layout *layouts; /* in ascending order */
    int layout_count;
};

/* Finds all layouts and stores them in `layouts`, with room for LAYOUTS_MAX, unless it is NULL. */
void search_all(struct search *search, const bsi_evidence *evidence, struct layout *layouts);
void search_free(struct search *search);

#endif
