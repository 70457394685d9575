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
#ifndef BSHIP_INFERENCE_EVIDENCE_H
#define BSHIP_INFERENCE_EVIDENCE_H

#include <stdint.h>

#include <battleship/fleet.h>

#include "base/arena.h"
#include "inference/effort.h"
#include "model/chart.h"

/*
 * Weights, and sums of them, are below 1 or little more; those below this are too far from it to
 * keep their digits. Anything larger loses nothing to them.
 */
#define BSHIP_INTERNAL_WEIGHT_MIN 0x1p-900

/* What may lie in a cell. */
enum {
    BSHIP_INTERNAL_CELL_DEAD = 0, /* no ship: missed, blocked, known water, a guard */
    BSHIP_INTERNAL_CELL_OPEN = 1, /* a ship or water */
    BSHIP_INTERNAL_CELL_HIT = 2,  /* a ship */
    BSHIP_INTERNAL_CELL_SHOT = 4  /* a ship or water, as the total of a salvo tells: see totals.h */
};

/* Whether a placement may be. */
enum {
    BSHIP_INTERNAL_SPOT_NONE = 0, /* it may not */
    BSHIP_INTERNAL_SPOT_OPEN = 1, /* it may, and all its cells are open */
    BSHIP_INTERNAL_SPOT_HIT = 2   /* it may, and at least one cell is hit, or shot */
};

typedef struct bship_internal_kind {
    int32_t length;
    int32_t ships;        /* how many there are */
    int32_t ship;         /* the first of them in fleet order */
    int32_t name;         /* the first ship of its name; -1 where names play no part */
    int32_t orientations; /* 1 for length 1, else 2 */
    uint8_t *spots[2];    /* by orientation and position of the first cell: a SPOT */
    double *weights[2];   /* of the placements, alike, all below 1; NULL: all 1 */
    int exponent;         /* of 2: what the weights given were divided by */
} bship_internal_kind;

typedef struct bship_internal_evidence {
    const bship_rules *rules;
    int32_t kind_count;
    int32_t is_labelled; /* whether ships of one length are of several kinds */
    int32_t is_weighted;
    bship_internal_kind *kinds; /* longest first, in fleet order among equals */
    int32_t *kind_of;           /* by ship: the number of its kind */
    uint8_t *cells;             /* by position: a CELL */
    uint32_t *hits;             /* positions of the hits, oldest first */
    uint32_t hit_count;
    uint32_t open_count; /* cells that are open */
} bship_internal_evidence;

/* Which ships count alike, by their numbers in rules->by_length. */
typedef struct bship_internal_alike {
    int32_t kinds;
    int32_t first[BSHIP_FLEET_SHIPS_MAX]; /* the first ship of the same kind */
} bship_internal_alike;

/* Finds which do; `weights` is by bship_placement_index(), or NULL: OK, WORK_LIMIT or CANCELLED. */
bship_status bship_internal_alike_find(bship_internal_alike *alike, const bship_rules *rules,
                                       const double *weights, bship_internal_effort *effort);

/* Takes the arrays from an arena (see base/arena.h); the weights, if any, are still to be read. */
void bship_internal_evidence_layout(bship_internal_evidence *evidence, const bship_rules *rules,
                                    const bship_internal_alike *alike, int is_weighted,
                                    bship_internal_arena *arena);

/* Copies the weights (NULL: none), by bship_placement_index(): OK, WORK_LIMIT or CANCELLED. */
bship_status bship_internal_evidence_weigh(bship_internal_evidence *evidence, const double *weights,
                                           bship_internal_effort *effort);

/*
 * Reads a chart of equal rules: OK, WORK_LIMIT or CANCELLED. What totals of salvos tell is for
 * totals.h to read.
 */
bship_status bship_internal_evidence_read(bship_internal_evidence *evidence,
                                          const bship_chart *chart, bship_internal_effort *effort);

/* What the weights of layouts were divided by, as an exponent of 2. */
int bship_internal_weight_exponent(const bship_internal_evidence *evidence);

/* The weight of a placement. */
static inline double bship_internal_weight(const bship_internal_kind *kind, int32_t orientation,
                                           uint32_t position)
{
    return kind->weights[orientation] ? kind->weights[orientation][position] : 1.0;
}

/* A placement of a ship of a kind. */
typedef struct bship_internal_placement {
    uint16_t kind;
    uint16_t orientation;
    uint32_t position;
} bship_internal_placement;

static inline bship_internal_placement bship_internal_placement_of(int32_t kind,
                                                                   int32_t orientation,
                                                                   uint32_t position)
{
    return (bship_internal_placement){ (uint16_t)kind, (uint16_t)orientation, position };
}

static inline double bship_internal_placement_weight(const bship_internal_evidence *evidence,
                                                     bship_internal_placement placement)
{
    return bship_internal_weight(&evidence->kinds[placement.kind], placement.orientation,
                                 placement.position);
}

#endif
