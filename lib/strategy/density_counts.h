/*
 * Weighted placement counts: for every cell, the total weight of the placements that cover it.
 *
 * A placement of a ship afloat counts if the state of each cell, taken alone, allows it: all its
 * cells can contain a ship and, where contact is forbidden, it touches no sunk ship and no
 * unresolved hit that it does not cover. A placement that covers k unresolved hits weighs
 * 10^min(k, 8). Weights stay below 2^63: on the largest board 10^8 times 2 x 1024 placements
 * through a cell times 1024 ships.
 *
 * Counts are updated incrementally: a change of a cell affects only the placements that cover it
 * or, where contact is forbidden, touch it.
 */
#ifndef BSI_STRATEGY_DENSITY_COUNTS_H
#define BSI_STRATEGY_DENSITY_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/work_budget.h"
#include "model/chart.h"

/* Ships that have equal counts: those of one length or, where every hit names its ship, of one
 * name.
 */
typedef struct bsi_density_group {
    int32_t length;
    int32_t source; /* the length class, or the first ship of the name */
    int32_t ships;  /* the number of ships in the counts */
} bsi_density_group;

/* Buffers for a stretch of a line. Between stretches all differences are 0. */
typedef struct bsi_density_buffers {
    uint64_t *differences; /* first differences of the weights to add, from cell to cell */
    uint32_t *prefix_sums; /* by cell: unresolved hits and dead cells before it */
} bsi_density_buffers;

typedef struct bsi_density {
    const bship_rules *rules;
    uint32_t shots;   /* number of shots of the log that the counts include */
    int32_t sinkings; /* number of sinkings that the counts include */
    bool by_name;     /* whether groups are names */
    int32_t longest;  /* length of the longest ship */
    int32_t group_count;
    bsi_density_group *groups;
    bsi_density_buffers buffers;
    uint64_t *weights;   /* by position */
    uint64_t *empty;     /* the weights of an empty chart */
    bool is_ready;       /* whether `empty` is computed */
    uint8_t *states;     /* by position: the chart's states in the counts */
    uint8_t *hit_states; /* by position: the chart's hit states in the counts */
    uint32_t *codes;     /* by position: a union of CODE_UNRESOLVED, ... */
    int16_t *names;      /* by position, if groups are names: the ship that a hit named */
} bsi_density;

/* Carves the arrays from an arena, whose memory must be zeroed. */
void bsi_density_carve(bsi_density *density, const bship_rules *rules, bsi_arena *arena);

/*
 * Sets the counts to those of an empty chart: OK, WORK_LIMIT or CANCELLED. After a failure of this
 * call or of an update, the counts are invalid until this call succeeds.
 */
bship_status bsi_density_start(bsi_density *density, bsi_work_budget *budget);

/* Updates the counts to a chart whose log begins with the log that they include: OK, WORK_LIMIT or
 * CANCELLED. */
bship_status bsi_density_update(bsi_density *density, const bship_chart *chart,
                                bsi_work_budget *budget);

#endif
