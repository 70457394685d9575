/*
 * A set of layouts as the search for optimal play needs it: each layout is a word of live cells and
 * a hash; each cell knows what a shot at it can report.
 *
 * Hashes are those of what is on the board, not of numbers in this set: a layout that is listed
 * again after further shots has the same hash. On a small board there is one for each of its
 * symmetries, and a state is looked up by the least of them.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_OPTIMUM_MODEL_H
#define BSI_INFERENCE_LOOKAHEAD_OPTIMUM_MODEL_H

#include "inference/common/symmetry.h"
#include "inference/lookahead/layout_set.h"

enum {
    BSI_OPTIMUM_CELLS = 64,       /* live cells at most: one word */
    BSI_OPTIMUM_SMALL_BOARD = 36, /* cells of a board whose symmetries are used */
    BSI_OPTIMUM_MANY = 1 << 12    /* more layouts than a set has */
};

/* A cover code that some layouts have at a cell. */
typedef struct bsi_optimum_cover {
    uint64_t others; /* the other live cells of the ship */
    uint8_t code;
} bsi_optimum_cover;

typedef struct bsi_optimum_cell {
    uint64_t beside;                 /* live cells that share a side with it */
    uint64_t hashes[BSI_SYMMETRIES]; /* by symmetry: that it was hit */
    uint16_t images[BSI_SYMMETRIES]; /* by symmetry: the number of its image among free cells; on
                                        a board that is not small, its own among live cells */
    uint16_t first_cover, end_cover;
    bool is_beside_hit; /* whether a hit of the chart shares a side with it */
} bsi_optimum_cell;

/* A hit of the chart that different placements cover. */
typedef struct bsi_optimum_old_hit {
    uint64_t hashes[BSI_SYMMETRIES];
    size_t codes; /* where its cover codes by layout begin */
} bsi_optimum_old_hit;

typedef struct bsi_optimum_model {
    const bsi_layout_set *set;
    bsi_symmetry symmetry;           /* of a small board; of others only the identity */
    uint32_t indices;                /* numbers of which ships are afloat */
    uint32_t all_afloat;             /* the number at the start */
    bool has_equals;                 /* whether layouts cover the same cells */
    uint32_t weights[BSI_CODES_MAX]; /* by report: what it takes from the number */
    bsi_optimum_cell cells[BSI_OPTIMUM_CELLS];
    BSI_ARRAY(bsi_optimum_cover) covers;
    BSI_ARRAY(bsi_optimum_old_hit) old_hits;
    BSI_ARRAY(uint8_t) old_codes;
    BSI_ARRAY(uint64_t) masks;    /* by layout */
    BSI_ARRAY(uint64_t) hashes;   /* by layout and symmetry */
    BSI_ARRAY(uint16_t) groups;   /* by layout: the first that covers the same cells */
    BSI_ARRAY(uint32_t) patterns; /* by hits left and number of what is afloat */
} bsi_optimum_model;

void bsi_optimum_model_close(bsi_optimum_model *model);

/* Prepares for a set of at most BSI_OPTIMUM_CELLS live cells: OK or MEMORY. */
bship_status bsi_optimum_model_start(bsi_optimum_model *model, const bsi_layout_set *set);

#endif
