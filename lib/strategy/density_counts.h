/*
 * Weighted placement counts: for every cell, the total weight of the placements that cover it.
 *
 * Every ship afloat counts every placement that is possible by what the chart
 * says of single cells: it avoids what is not free, and touches no wreck and no
 * open hit that it does not cover, where contact is forbidden. A placement through k
 * open hits weighs 10^k, k being capped at 8. So a weight is below 2^63 on the
 * largest board: 10^8 times 2 x 1024 placements through a cell times 1024 ships.
 *
 * The counts are kept up to date: a change of one cell touches only the
 * placements through it (and beside it, where contact is forbidden).
 */
#ifndef BSI_STRATEGY_DENSITY_COUNTS_H
#define BSI_STRATEGY_DENSITY_COUNTS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "model/chart.h"

/* Ships that count alike: those of one length or, where every hit names its ship, of one name. */
typedef struct bsi_density_group {
    int32_t length;
    int32_t source; /* the length class, or the first ship of the name */
    int32_t ships;  /* how many of them are counted */
} bsi_density_group;

/* Work space for one stretch of a line. */
typedef struct bsi_density_buffers {
    uint64_t *differences; /* of the weights from cell to cell */
    uint64_t *slopes;      /* of the differences */
    uint32_t *tallies;     /* of the cells before each one: open hits, and dead ones */
} bsi_density_buffers;

typedef struct bsi_density {
    const bship_rules *rules;
    uint32_t shots;   /* of the chart's log, how many are counted */
    int32_t sinkings; /* and of its sinkings */
    int by_name;      /* whether groups are names */
    int32_t longest;
    int32_t group_count;
    bsi_density_group *groups;
    bsi_density_buffers buffers;
    uint64_t *weights; /* by position */
    uint64_t *empty;   /* the weights of an empty chart */
    bool is_ready;     /* whether `empty` is computed */
    uint8_t *states;   /* the chart's grids as they were counted, */
    uint8_t *hit_states;
    uint8_t *codes; /* and what placements may do with each cell */
    int16_t *names; /* of a hit where groups are names: the ship it named */
} bsi_density;

/* Takes the arrays from an arena; the memory must be zeroed. */
void bsi_density_carve(bsi_density *density, const bship_rules *rules, bsi_arena *arena);

/* Begins with an empty chart. */
void bsi_density_start(bsi_density *density);

/* Brings the counts up to a chart whose log begins with that of the chart they were of. */
void bsi_density_update(bsi_density *density, const bship_chart *chart);

#endif
