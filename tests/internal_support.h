/*
 * What the tests of ways to count layouts share: evidence with its memory, and the search that
 * tries all choices of placements.
 */
#ifndef TESTS_INTERNAL_SUPPORT_H
#define TESTS_INTERNAL_SUPPORT_H

#include "inference/frontier/frontier.h"
#include "support.h"

#define SHIPS_MAX 10
#define LAYOUTS_MAX 4096
#define NO_LIMIT INT64_MAX

/* Evidence and a tally for it, with the memory they live in. */
struct fixture {
    const bship_rules *rules;
    bsi_evidence evidence;
    bsi_placement_counts counts;
    void *block;
};

/* What a chart says, placements having weights (NULL: all 1). */
void fixture_init(struct fixture *fixture, const bship_chart *chart, const double *weights);
void fixture_free(struct fixture *fixture);
/* What an empty chart says, which is returned, of rules that are given as lines. */
bship_chart *fixture_of_rules(struct fixture *fixture, const char *lines);
/*
 * Random weights of few bits, which sum without error; about one in eight is zero. Those of
 * ships of one length are alike half of the time.
 */
double *random_weights(const bship_rules *rules, bship_rng *rng);

/* A frontier programme that may take 1 GiB. */
bsi_frontier *new_frontier(void);
/* The steps that a count is estimated to take. */
double estimate_of(const struct fixture *fixture);
/* Leave for any amount of work. */
bsi_work_budget no_limit(void);

/* A layout; placements are numbered by orientation and position. */
struct layout {
    uint32_t numbers[SHIPS_MAX]; /* by ship; those of one kind ascend */
    double weight;
};

/* All layouts that agree with evidence, found by trying all choices of placements. */
struct search {
    const bsi_evidence *evidence;
    uint8_t *occupied; /* by position: whether a ship covers it */
    struct layout layout;
    double total;
    double *counts;         /* as in a tally */
    struct layout *layouts; /* in ascending order */
    int layout_count;
};

/* Finds all layouts; keeps them in `layouts`, which has room for LAYOUTS_MAX, unless it is NULL. */
void search_all(struct search *search, const bsi_evidence *evidence, struct layout *layouts);
void search_free(struct search *search);

#endif
