/*
 * The order in which a frontier programme visits the cells, and what it may do there.
 *
 * Cells are visited line by line, lines being rows or columns. A profile says what the cells
 * visited leave to those to come. It has a field for each place in a line, about the next cell
 * there that will be visited: it is free; or barred, for a ship is near that no other may touch; or
 * owed, for a ship begun before covers it and so many cells behind it, across the lines. (Of a ship
 * along a line, each further cell is owed at once, with none behind it.) One bit more, the corner,
 * bars the cell behind the next one to be visited.
 *
 * Profiles that leave the same are made the same: only cells are barred that some
 * ship not begun before may cover.
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
    BSI_FIELD_PENDING = 2 /* plus the number of cells owed behind it */
};

/* A ship that may begin in a cell. */
typedef struct bsi_start {
    uint16_t class; /* 1 + its number */
    uint16_t orientation;
    uint32_t behind;  /* how many cells it covers behind this one */
    uint64_t clear;   /* bits that must be 0: what it covers is free, what it ends at not owed */
    uint64_t pending; /* bits that it sets: its further cells along the line */
} bsi_start;

/* What may be done in a cell. */
typedef struct bsi_visit {
    uint32_t position;
    bool is_hit;    /* whether a ship must cover it */
    unsigned shift; /* of its field */
    uint64_t field;
    uint64_t forbidden;         /* the field's value where a ship leaves the cell behind barred */
    uint64_t corner_forbidden;  /* the same where the corner bit does */
    uint64_t corner;            /* the corner bit, */
    uint64_t corner_next;       /* and what a ship sets it to */
    uint64_t side[2];           /* the fields beside it, */
    uint64_t side_forbidden[2]; /* and what a ship sets them to where they are free */
    uint32_t start_count;
    const bsi_start *starts;
} bsi_visit;

typedef struct bsi_scan {
    const bsi_evidence *evidence;
    uint32_t width; /* of a line */
    uint32_t lines;
    int32_t along;       /* the orientation of the lines */
    uint32_t step[2];    /* by orientation */
    uint32_t first;      /* the position of the first cell */
    unsigned bits;       /* of a field */
    bsi_array may_begin; /* by position: whether a ship not begun before may cover it */
    bsi_array starts;
} bsi_scan;

/* Sets the lines, whose orientation is given: OK; UNSUPPORTED if profiles do not fit 64 bits. */
bship_status bsi_scan_along(bsi_scan *scan, const bsi_evidence *evidence, int32_t along);

/* Readies a scan whose lines are set for visits: OK, WORK_LIMIT or MEMORY. */
bship_status bsi_scan_read(bsi_scan *scan, const bship_allocator *allocator);

void bsi_scan_free(bsi_scan *scan, const bship_allocator *allocator);

static inline uint32_t bsi_scan_cells(const bsi_scan *scan)
{
    return scan->width * scan->lines;
}

/* The position of the cell that is visited as number `cell`. */
static inline uint32_t bsi_scan_position(const bsi_scan *scan, uint32_t cell)
{
    return scan->first + cell % scan->width * scan->step[scan->along] +
           cell / scan->width * scan->step[1 - scan->along];
}

/* What may be done in a cell; good until the next call. */
bsi_visit bsi_scan_visit(const bsi_scan *scan, uint32_t cell);

static inline uint64_t bsi_visit_value(const bsi_visit *visit, uint64_t profile)
{
    return (profile & visit->field) >> visit->shift;
}

/* The profile behind a cell of a ship which covers so many cells behind it. */
static inline uint64_t bsi_visit_cover(const bsi_visit *visit, uint64_t profile, uint32_t behind)
{
    profile &= ~(visit->field | visit->corner);
    profile |=
        behind ? (uint64_t)(behind - 1 + BSI_FIELD_PENDING) << visit->shift : visit->forbidden;
    for (int i = 0; i < 2; i++)
        profile |= profile & visit->side[i] ? 0 : visit->side_forbidden[i];
    return profile | visit->corner_next;
}

/* The profile behind a cell of water. */
static inline uint64_t bsi_visit_pass(const bsi_visit *visit, uint64_t profile)
{
    uint64_t forbidden = profile & visit->corner ? visit->corner_forbidden : 0;
    return (profile & ~(visit->field | visit->corner)) | forbidden;
}

#endif
