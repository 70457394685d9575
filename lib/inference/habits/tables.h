/*
 * What the model of habits knows of the rules: every placement of every class of ships, its
 * features, and the law of placements under uniform layouts.
 *
 * A class contains the ships of one length. Placements are numbered class by class, the longest
 * first, and within a class as bsi_placement_at() does; an array "by placement" has a value for
 * each of them.
 */
#ifndef BSI_INFERENCE_HABITS_TABLES_H
#define BSI_INFERENCE_HABITS_TABLES_H

#include <stdbool.h>

#include "base/arena.h"
#include "inference/habits/features.h"

enum {
    BSI_HABIT_BANDS = 4 /* classes of similar lengths share coefficients: at most so many sets */
};

/* The ships of one length. */
typedef struct bsi_habit_class {
    int32_t length;
    int32_t ships;
    int32_t band;
    uint32_t columns[2]; /* by orientation: the number of columns that a first cell can have */
    uint32_t rows[2];
    uint32_t first[2];  /* by orientation: the first placement */
    uint32_t end;       /* behind the last placement */
    double uniform_sum; /* the logarithm of the sum of exp(uniform_base) */
} bsi_habit_class;

typedef struct bsi_habit_tables {
    const bship_rules *rules;
    bsi_habit_class *classes;
    int32_t class_count;
    int32_t band_count;
    uint32_t placement_count;
    double (*features)[BSI_FEATURES]; /* by placement: mean 0, variance 1 in uniform layouts */
    double *uniform_base;             /* by placement: bsi_habit_tables_base() without weights */
    double *class_weights;            /* workspace: by class */
    double *law;                      /* workspaces of that function: by placement */
    double *conflicts;
    double *sums; /* summed-area table of one class and orientation */
} bsi_habit_tables;

/* Takes the arrays from an arena. */
void bsi_habit_tables_carve(bsi_habit_tables *tables, const bship_rules *rules, bsi_arena *arena);

/* Computes the tables once they have memory. */
void bsi_habit_tables_build(bsi_habit_tables *tables);

/* The number of placements of all classes. */
uint64_t bsi_habit_placements(const bship_rules *rules);

/* The class of ships of a length class. */
static inline const bsi_habit_class *bsi_habit_class_of(const bsi_habit_tables *tables,
                                                        int32_t ship)
{
    return &tables->classes[tables->rules->fleet->ships[ship].length_class];
}

/*
 * The log base measure of each placement: the logarithm of the probability that no other ship is in
 * its way; minus infinity if a cell is blocked. That depends on where the others lie, and where
 * they lie on their base measures. A mean-field approximation (Opper and Saad, Advanced mean field
 * methods, 2001) takes all ships to be independent, each placed with probability proportional to
 * exp(base + log weight), and iterates. `weights` are logarithms by placement, NULL: all 0. The
 * iteration starts at `base`.
 */
void bsi_habit_tables_base(const bsi_habit_tables *tables, const double *weights, double *base);

#endif
