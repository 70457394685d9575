/*
 * The scan: the order in which cells are visited, the encoding of the frontier, and its
 * transitions.
 *
 * Cells are visited line by line, along rows or columns. A *profile* encodes the frontier: one
 * field per place in a line, for the next cell to be visited there. That cell is *free*;
 * *forbidden*, because a ship nearby excludes contact; or *pending*: a ship that began earlier
 * covers it and a number of cells behind it, in the lines to come. (A ship along a line makes all
 * its further cells pending at once, with none behind.) One more bit, the *corner*, forbids the
 * diagonal neighbour of the last visited cell.
 *
 * Invariant: profiles are canonical. A cell is marked forbidden only if a ship that begins on
 * its line can cover it, so states with equal completions are equal.
 */
#ifndef BSI_INFERENCE_FRONTIER_SCAN_H
#define BSI_INFERENCE_FRONTIER_SCAN_H

#include <stdbool.h>

#include "base/array.h"
#include "inference/evidence.h"

/* Values of a field. */
enum {
    BSI_FIELD_FREE = 0,
    BSI_FIELD_FORBIDDEN = 1,
    BSI_FIELD_PENDING = 2 /* plus the number of pending cells behind it */
};

/* A ship that can begin in a cell. */
typedef struct bsi_start {
    uint16_t class; /* 1 + the number of its class */
    uint16_t orientation;
    uint32_t behind;  /* number of cells behind this one that it covers */
    uint64_t clear;   /* bits that must be 0: its cells are free, the cell after them not pending */
    uint64_t pending; /* bits that it sets: its further cells along the line become pending */
} bsi_start;

/* The transitions of a cell. */
typedef struct bsi_visit {
    uint32_t position;
    bool is_hit;                /* whether a ship must cover it */
    unsigned shift;             /* of its field */
    uint64_t field;             /* mask of its field */
    uint64_t forbidden;         /* the value of its field after a ship that ends here */
    uint64_t corner_forbidden;  /* the value of its field after water, if the corner bit is set */
    uint64_t corner;            /* mask of the corner bit */
    uint64_t corner_next;       /* the corner bit after a ship */
    uint64_t side[2];           /* masks of the fields beside it */
    uint64_t side_forbidden[2]; /* the values of these fields after a ship, if they were free */
    uint32_t start_count;
    const bsi_start *starts;
} bsi_visit;

typedef struct bsi_scan {
    const bsi_evidence *evidence;
    uint32_t width; /* of a line */
    uint32_t lines;
    int32_t along;                /* the orientation of the lines */
    uint32_t step[2];             /* by orientation */
    uint32_t first;               /* the position of the first cell */
    unsigned bits;                /* of a field */
    BSI_ARRAY(uint8_t) coverable; /* by position: by a ship that begins on its line */
    BSI_ARRAY(bsi_start) starts;  /* of the last visit */
} bsi_scan;

/* Sets the orientation of the lines: OK; UNSUPPORTED if profiles exceed 64 bits. */
bship_status bsi_scan_along(bsi_scan *scan, const bsi_evidence *evidence, int32_t along);

/* Prepares visits, once the lines are set: OK, WORK_LIMIT or MEMORY. */
bship_status bsi_scan_read(bsi_scan *scan, const bship_allocator *allocator);

void bsi_scan_free(bsi_scan *scan, const bship_allocator *allocator);

static inline uint32_t bsi_scan_cells(const bsi_scan *scan)
{
    return scan->width * scan->lines;
}

/* The position of cell number `cell` of the scan. */
static inline uint32_t bsi_scan_position(const bsi_scan *scan, uint32_t cell)
{
    return scan->first + cell % scan->width * scan->step[scan->along] +
           cell / scan->width * scan->step[1 - scan->along];
}

/* The transitions of a cell; valid until the next call. */
bsi_visit bsi_scan_visit(const bsi_scan *scan, uint32_t cell);

static inline uint64_t bsi_visit_value(const bsi_visit *visit, uint64_t profile)
{
    return (profile & visit->field) >> visit->shift;
}

/* The profile after a cell of a ship that covers `behind` cells behind it. */
static inline uint64_t bsi_visit_cover(const bsi_visit *visit, uint64_t profile, uint32_t behind)
{
    profile &= ~(visit->field | visit->corner);
    profile |=
        behind ? (uint64_t)(behind - 1 + BSI_FIELD_PENDING) << visit->shift : visit->forbidden;
    for (int i = 0; i < 2; i++)
        profile |= profile & visit->side[i] ? 0 : visit->side_forbidden[i];
    return profile | visit->corner_next;
}

/* The profile after a cell of water. */
static inline uint64_t bsi_visit_water(const bsi_visit *visit, uint64_t profile)
{
    uint64_t forbidden = profile & visit->corner ? visit->corner_forbidden : 0;
    return (profile & ~(visit->field | visit->corner)) | forbidden;
}

#endif
