/*
 * Evidence: what a chart implies for single placements. Every method starts from it.
 *
 * Ships that are interchangeable form a ship class: equal length (or equal name, where reports
 * disclose names) and equal weights. A layout agrees with the chart if and only if
 *  - each of its placements is possible (below),
 *  - every hit is covered by exactly one ship,
 *  - no two ships overlap or, where contact is forbidden, touch,
 *  - and it meets the totals of salvos, if there are any (totals/constraints.h).
 *
 * A placement is possible if none of its cells is known water or blocked; if all its cells are hit,
 * the last of them to be hit reported this sinking, in these cells if it shows any, and no other
 * one reported any; if only some are hit, none of them reported a sinking or is shown as sunk;
 * every hit that names a ship names this one; and where contact is forbidden it touches no hit that
 * it does not cover. Hits are never assigned to sinkings, so no layout is counted twice. Cost:
 * linear in the number of placements times their length.
 */
#ifndef BSI_INFERENCE_EVIDENCE_H
#define BSI_INFERENCE_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/fleet.h>

#include "base/arena.h"
#include "base/work_budget.h"
#include "model/chart_placement.h"
#include "model/placement.h"

/*
 * Weights, and sums of them, are below 1 or little more. Below this bound they are too close to
 * underflow to keep their precision; larger ones are not affected by them.
 */
#define BSI_WEIGHT_MIN 0x1p-900

/* What a cell contains. */
enum {
    BSI_CELL_DEAD = 0, /* water: a miss, blocked, known water, or a guard */
    BSI_CELL_OPEN = 1, /* a ship or water: it is unknown */
    BSI_CELL_HIT = 2,  /* a ship */
    BSI_CELL_SHOT = 4  /* a ship or water, restricted by the total of a salvo */
};

/* Whether a placement is possible. */
enum {
    BSI_PLACEMENT_NONE = 0, /* it is not */
    BSI_PLACEMENT_OPEN = 1, /* it is, and all its cells are open */
    BSI_PLACEMENT_HIT = 2   /* it is, and at least one of its cells is a hit or shot */
};

typedef struct bsi_ship_class {
    int32_t length;
    int32_t ships;          /* the number of them */
    int32_t ship;           /* the first of them in fleet order */
    int32_t name;           /* the first ship of its name; -1 if names are not disclosed */
    int32_t orientations;   /* 1 for length 1, else 2 */
    uint8_t *placements[2]; /* by orientation and position of the first cell: BSI_PLACEMENT_... */
    double *weights[2];     /* likewise, all below 1; NULL: all 1 */
    int exponent;           /* the given weights were divided by 2^exponent */
} bsi_ship_class;

typedef struct bsi_evidence {
    const bship_rules *rules;
    int32_t class_count;
    bool is_labelled; /* whether ships of one length are of several classes */
    bool is_weighted;
    bsi_ship_class *classes; /* longest first, in fleet order among equals */
    int32_t *class_of;       /* by ship: the index of its class */
    uint8_t *cells;          /* by position: BSI_CELL_... */
    uint32_t *hits;          /* positions of the hits, oldest first */
    uint32_t hit_count;
    uint32_t open_count;  /* number of open cells */
    bsi_placement *open;  /* the open placements, class by class */
    uint32_t *open_begin; /* by class, and the end */
    double *open_sums;    /* cumulative weights of `open` within a class; NULL: all 1 */
} bsi_evidence;

/* The ship classes of rules, by index into rules->by_length. */
typedef struct bsi_class_map {
    int32_t classes;
    int32_t first[BSHIP_FLEET_SHIPS_MAX]; /* index of the first ship of the same class */
} bsi_class_map;

/* Finds the ship classes; `weights` is by bship_rules_placement_index(), or NULL: OK, WORK_LIMIT or
 * CANCELLED. */
bship_status bsi_class_map_find(bsi_class_map *class_map, const bship_rules *rules,
                                const double *weights, bsi_work_budget *budget);

/* Carves the arrays from an arena (base/arena.h); weights, if any, are set by weigh(). */
void bsi_evidence_carve(bsi_evidence *evidence, const bship_rules *rules,
                        const bsi_class_map *class_map, bool is_weighted, bsi_arena *arena);

/* Reads weights (NULL: none) by bship_rules_placement_index(): OK, WORK_LIMIT or CANCELLED. */
bship_status bsi_evidence_weigh(bsi_evidence *evidence, const double *weights,
                                bsi_work_budget *budget);

/*
 * Reads a chart of equal rules, except the totals of salvos (totals/constraints.h): OK, WORK_LIMIT
 * or CANCELLED.
 */
bship_status bsi_evidence_read(bsi_evidence *evidence, const bship_chart *chart,
                               bsi_work_budget *budget);

/* The exponent of the power of 2 by which weights of layouts were divided. */
int bsi_weight_exponent(const bsi_evidence *evidence);

/* The weight of a placement. */
static inline double bsi_weight(const bsi_ship_class *class, int32_t orientation, uint32_t position)
{
    return class->weights[orientation] ? class->weights[orientation][position] : 1.0;
}

static inline double bsi_placement_weight(const bsi_evidence *evidence, bsi_placement placement)
{
    return bsi_weight(&evidence->classes[placement.class], placement.orientation,
                      placement.position);
}

/* The number of open placements of a class. */
static inline uint32_t bsi_open_count(const bsi_evidence *evidence, int32_t class)
{
    return evidence->open_begin[class + 1] - evidence->open_begin[class];
}

/* The cells of a placement. */
static inline bsi_run bsi_run_of(const bsi_evidence *evidence, bsi_placement placement)
{
    return (bsi_run){ placement.position, bsi_step(evidence->rules, placement.orientation),
                      evidence->classes[placement.class].length };
}

/* The number of hits that a placement covers; writes their positions to `hits` unless NULL. */
uint32_t bsi_hits_of(const bsi_evidence *evidence, bsi_placement placement, uint32_t *hits);

/* Finds the placement of a class whose cell number `offset` is `cell`; returns whether it is
 * possible. */
static inline bool bsi_through(const bsi_evidence *evidence, int32_t class, int32_t orientation,
                               uint32_t cell, int32_t offset, bsi_placement *out)
{
    const bship_rules *rules = evidence->rules;
    bship_cell at = rules->cells[cell];
    if ((orientation == BSHIP_ORIENTATION_HORIZONTAL ? at.x : at.y) < offset)
        return false;
    uint32_t position = cell - (uint32_t)offset * bsi_step(rules, orientation);
    *out = bsi_placement_of(class, orientation, position);
    return evidence->classes[class].placements[orientation][position] != BSI_PLACEMENT_NONE;
}

#endif
