/*
 * What a chart says of placements: the common ground of all ways of counting.
 *
 * Ships that count alike are a kind: those of one length or, where reports name
 * ships, of one name; and of equal weights. A layout agrees with the chart
 * exactly when every placement in it may be (below), every hit is covered, each
 * by one ship, and no two ships overlap or, where the rules forbid it, touch.
 *
 * Which placements may be: no cell is dead; a placement wholly hit has sunk, so
 * the last of its cells to be hit told of it and no other cell tells of a
 * sinking; a placement partly hit has not, so none of its cells does; where hits
 * name ships its hits name it; and where contact is forbidden it touches no hit
 * that it does not cover. No assignment of sinkings to ships is ever sought.
 */
#ifndef BSI_INFERENCE_EVIDENCE_H
#define BSI_INFERENCE_EVIDENCE_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/fleet.h>

#include "base/arena.h"
#include "inference/common/work_budget.h"
#include "model/chart.h"
#include "model/layout.h"

/*
 * Weights, and sums of them, are below 1 or little more; those below this are too far from it to
 * keep their digits. Anything larger loses nothing to them.
 */
#define BSI_WEIGHT_MIN 0x1p-900

/* What may lie in a cell. */
enum {
    BSI_CELL_DEAD = 0, /* no ship: missed, blocked, known water, a guard */
    BSI_CELL_OPEN = 1, /* a ship or water */
    BSI_CELL_HIT = 2,  /* a ship */
    BSI_CELL_SHOT = 4 /* a ship or water, as the total of a salvo tells: see totals/constraints.h */
};

/* Whether a placement may be. */
enum {
    BSI_PLACEMENT_NONE = 0, /* it may not */
    BSI_PLACEMENT_OPEN = 1, /* it may, and all its cells are open */
    BSI_PLACEMENT_HIT = 2   /* it may, and at least one cell is hit, or shot */
};

typedef struct bsi_ship_class {
    int32_t length;
    int32_t ships;          /* how many there are */
    int32_t ship;           /* the first of them in fleet order */
    int32_t name;           /* the first ship of its name; -1 where names play no part */
    int32_t orientations;   /* 1 for length 1, else 2 */
    uint8_t *placements[2]; /* by orientation and position of the first cell: a SPOT */
    double *weights[2];     /* of the placements, alike, all below 1; NULL: all 1 */
    int exponent;           /* of 2: what the weights given were divided by */
} bsi_ship_class;

typedef struct bsi_evidence {
    const bship_rules *rules;
    int32_t class_count;
    int32_t is_labelled; /* whether ships of one length are of several kinds */
    int32_t is_weighted;
    bsi_ship_class *classes; /* longest first, in fleet order among equals */
    int32_t *class_of;       /* by ship: the number of its kind */
    uint8_t *cells;          /* by position: a CELL */
    uint32_t *hits;          /* positions of the hits, oldest first */
    uint32_t hit_count;
    uint32_t open_count; /* cells that are open */
} bsi_evidence;

/* Which ships count alike, by their numbers in rules->by_length. */
typedef struct bsi_class_map {
    int32_t classes;
    int32_t first[BSHIP_FLEET_SHIPS_MAX]; /* the first ship of the same kind */
} bsi_class_map;

/* Finds which do; `weights` is by bship_rules_placement_index(), or NULL: OK, WORK_LIMIT or
 * CANCELLED. */
bship_status bsi_class_map_find(bsi_class_map *class_map, const bship_rules *rules,
                                const double *weights, bsi_work_budget *budget);

/* Takes the arrays from an arena (see base/arena.h); the weights, if any, are still to be read. */
void bsi_evidence_carve(bsi_evidence *evidence, const bship_rules *rules,
                        const bsi_class_map *class_map, bool is_weighted, bsi_arena *arena);

/* Copies the weights (NULL: none), by bship_rules_placement_index(): OK, WORK_LIMIT or CANCELLED.
 */
bship_status bsi_evidence_weigh(bsi_evidence *evidence, const double *weights,
                                bsi_work_budget *budget);

/*
 * Reads a chart of equal rules: OK, WORK_LIMIT or CANCELLED. What totals of salvos tell is for
 * totals/constraints.h to read.
 */
bship_status bsi_evidence_read(bsi_evidence *evidence, const bship_chart *chart,
                               bsi_work_budget *budget);

/* What the weights of layouts were divided by, as an exponent of 2. */
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

#endif
