/*
 * An explicit set of layouts: all that agree with a chart, or independent draws from its posterior.
 *
 * It is a matrix of live cells, which are the unknown cells that some layout covers, by layouts. An
 * entry is a *cover code*: 0 is water; any other number stands for a ship class, an orientation
 * and which of the ship's cells this one is. So the report of a shot at a live cell is a function
 * of the code and of the hits around the cell alone, also if it shows where a sunk ship lies, and a
 * shot partitions a list of layouts by one look-up for each. Sinkings of earlier shots are facts
 * that all layouts of the set agree with.
 *
 * All layouts of a set have the same number of live cells, since they agree on the hits so far.
 */
#ifndef BSI_INFERENCE_LOOKAHEAD_LAYOUT_SET_H
#define BSI_INFERENCE_LOOKAHEAD_LAYOUT_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/random.h>

#include "base/array.h"
#include "inference/posterior.h"

enum {
    BSI_WATER = 0,              /* the cover code of water, and the report of a miss */
    BSI_CODES_MAX = 256,        /* cover codes, and the reports of a shot, fit in a byte */
    BSI_NOT_LIVE = UINT16_MAX,  /* the index of a cell that no layout covers */
    BSI_LAYOUTS_MAX = INT16_MAX /* of a set: they are counted in 16 bits */
};

/* Where a ship class has its cover codes, and how shots at it are reported. */
typedef struct bsi_code_class {
    int32_t length;
    int32_t orientations;
    uint8_t first; /* code of its first cell if horizontal; its other cells follow, then those of
                      vertical ships */
    uint8_t hit;   /* number of the report of a hit that does not sink it */
    uint8_t
        sunk; /* of one that does: the first of sunk_reports; equal reports have equal numbers */
    int32_t sunk_reports; /* 1 or, if reports show where the ship lies, one for each code */
} bsi_code_class;

typedef struct bsi_layout_set {
    const bsi_evidence *evidence;
    const bsi_evidence *listed; /* of the layouts that are being listed: its contact rule may be
                                   stricter */
    bool is_supported;          /* whether there are enough codes and numbers of live cells for
                                   the rules; else there are no sets */
    int32_t class_count;
    int32_t report_count;   /* numbers of reports, a miss included */
    bool has_single_cells;  /* whether a ship has one cell only */
    bool has_several_names; /* whether hits that sink nothing can be reported differently */
    bool is_complete;       /* whether the set is every layout, not a sample */
    uint32_t count;         /* layouts */
    uint32_t cell_count;    /* live cells */
    uint32_t left;          /* live cells of each layout: the hits still to be made */
    int32_t code_count;
    int32_t shortest;                    /* length of the shortest ship */
    uint8_t hit_reports[BSI_CODES_MAX];  /* by code: the report of a shot that sinks nothing */
    uint8_t sunk_reports[BSI_CODES_MAX]; /* by code: the report of a shot that sinks the ship */
    bsi_code_class *classes;
    uint32_t *cells;                /* positions of the live cells, in the order of ties */
    uint16_t *live_at;              /* by position: index of a live cell; else BSI_NOT_LIVE */
    bsi_placement *placed;          /* scratch: the ships of a layout being listed */
    uint32_t *places;               /* scratch: the place of each in the list of open placements */
    BSI_ARRAY(bsi_placement) ships; /* layout by layout */
    BSI_ARRAY(uint8_t) codes;       /* by live cell and layout */
    BSI_ARRAY(uint16_t) covered;    /* layout by layout: indices of its live cells */
} bsi_layout_set;

/* The memory that a layout takes at most. */
size_t bsi_layout_set_bytes(const bship_rules *rules);

/* Carves the arrays from a zeroed arena; the lists grow by the allocator of the rules. */
void bsi_layout_set_carve(bsi_layout_set *set, const bsi_evidence *evidence, bsi_arena *arena);

/* Numbers cover codes and reports; the evidence's classes must be set. */
void bsi_layout_set_open(bsi_layout_set *set);
void bsi_layout_set_close(bsi_layout_set *set);

/*
 * Lists every layout of a posterior's evidence: OK; WORK_LIMIT, also for more than `most`;
 * CANCELLED; MEMORY. Cost: that of a backtracking search over the evidence's placements.
 */
bship_status bsi_layout_set_list(bsi_layout_set *set, bship_posterior *posterior, uint32_t most,
                                 bsi_work_budget *budget);

/* Draws layouts from a posterior that has marginals: OK, WORK_LIMIT, CANCELLED or MEMORY. */
bship_status bsi_layout_set_draw(bsi_layout_set *set, bship_posterior *posterior, uint32_t count,
                                 bship_rng *rng, bsi_work_budget *budget);

/*
 * Fills the matrix of the layouts listed or drawn last. `order` are all free cells in the order in
 * which ties between cells are broken. OK, WORK_LIMIT, CANCELLED or MEMORY.
 */
bship_status bsi_layout_set_index(bsi_layout_set *set, const uint32_t *order,
                                  bsi_work_budget *budget);

/* The cover codes of a live cell, by layout. */
static inline const uint8_t *bsi_layout_set_row(const bsi_layout_set *set, uint32_t cell)
{
    return set->codes.items + (size_t)cell * set->count;
}

/* The live cells of a layout. */
static inline const uint16_t *bsi_layout_set_cells(const bsi_layout_set *set, uint32_t layout)
{
    return set->covered.items + (size_t)layout * set->left;
}

/* The numbers of hits in a row beside a cell, on both sides, by orientation. */
typedef struct bsi_hit_runs {
    uint8_t before[2];
    uint8_t behind[2];
} bsi_hit_runs;

/* The hits beside a live cell. `is_hit` are the hits so far, by position. */
bsi_hit_runs bsi_layout_set_runs(const bsi_layout_set *set, const uint8_t *is_hit, uint32_t cell);

/* Sets the number of the report of a shot at a cell with such hits beside it for each cover code.
 * Returns whether layouts that cover the cell can give different reports. */
bool bsi_layout_set_reports(const bsi_layout_set *set, bsi_hit_runs runs,
                            uint8_t reports[BSI_CODES_MAX]);

#endif
