/*
 * The posterior of a chart on a small board by brute force, as plainly as possible and through the
 * public headers only: the whole history of shots is fired at every legal layout of the fleet,
 * which counts if every report is the recorded one.
 *
 * Ships are distinguished by their index: sums over such layouts give every probability.
 */
#ifndef TESTS_LAYOUT_ORACLE_H
#define TESTS_LAYOUT_ORACLE_H

#include <stdbool.h>

#include "support.h"

/* The cells of a board are the bits of a word. */
#define ORACLE_CELLS 64
#define ORACLE_SHIPS 12
/* Different reports of a shot: a miss, hits, and sinkings, also of ships in different places. */
#define ORACLE_REPORTS 256

/* Sums are of the layouts' weights, the products of their placements'. Without weights each layout
 * weighs 1, and every sum is a whole number and exact. */
struct oracle {
    const bship_rules *rules;
    const bship_fleet *fleet;
    int32_t disclosure;
    bool shows; /* where a sunk ship lies */
    int32_t cells, ships;
    bool is_unknown[ORACLE_CELLS];
    bool is_labelled; /* whether two ships of one length differ in disclosed name or in weights */
    long double labelled; /* the layouts, every ship distinguished */
    long double ordered;  /* of these, the ones whose ships of one length lie in ascending order:
                             the distinct layouts, if ships of one length are equal */
    long double covers[ORACLE_SHIPS][ORACLE_CELLS];  /* a ship covers a cell */
    long double sinks[ORACLE_SHIPS][ORACLE_CELLS];   /* a shot at an unknown cell sinks a ship */
    long double lies[ORACLE_SHIPS][2][ORACLE_CELLS]; /* a ship lies so, with its first cell there */
    bool are_equal[ORACLE_SHIPS][ORACLE_SHIPS];      /* ships are interchangeable */
};

/* Whether a board and a fleet are small enough, and how many layouts would be tried at most. */
bool oracle_can_ask(const bship_rules *rules);
double oracle_work(const bship_rules *rules);

/*
 * Evaluates a chart. `weights` is by bship_rules_placement_index(), or NULL.
 */
void oracle_ask(struct oracle *oracle, const bship_chart *chart, const double *weights);

/* The layouts as a posterior counts them: labelled, or else distinct. */
long double oracle_layouts(const struct oracle *oracle);
/* The weight of the labelled layouts in which ships of a length (0: any) cover a cell. */
long double oracle_covered(const struct oracle *oracle, int32_t cell, int32_t length);
/* The weight of those in which a shot at an unknown cell sinks a ship of a length (0: any). */
long double oracle_sunk(const struct oracle *oracle, int32_t cell, int32_t length);
/* The weight of those in which a ship, or one interchangeable with it, has a placement. */
long double oracle_placed(const struct oracle *oracle, bship_placement placement);
/*
 * The weights of the possible reports of a single shot at a cell, as the rules disclose them shot
 * by shot, in ascending order; returns their number.
 */
int oracle_reports(const struct oracle *oracle, int32_t cell, long double answers[ORACLE_REPORTS]);
/* The entropy of these in bits. */
double oracle_entropy(const struct oracle *oracle, int32_t cell);

#endif
