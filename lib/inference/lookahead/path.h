/* The hits of a line of play on a set of layouts, and what the next shot can report. */
#ifndef BSI_INFERENCE_LOOKAHEAD_PATH_H
#define BSI_INFERENCE_LOOKAHEAD_PATH_H

#include <string.h>

#include "inference/lookahead/layout_set.h"

enum {
    BSI_PATH_REPORTS = 64 /* tables of reports that are kept */
};

/* How a shot is reported, by the hits beside its cell. */
typedef struct bsi_path_reports {
    bsi_hit_runs runs;
    bool is_set;
    bool differ;                    /* whether reports of hits can differ */
    uint8_t reports[BSI_CODES_MAX]; /* by cover code */
} bsi_path_reports;

typedef struct bsi_path {
    const bsi_layout_set *set;
    bsi_path_reports *tables; /* a cache */
    uint8_t *is_hit;          /* by position: the hits of the chart, and those on the path */
    uint16_t *cells;          /* live cells hit on the path */
    uint32_t length;
} bsi_path;

/* How layouts that cover a cell report a shot at it. */
typedef struct bsi_path_shot {
    bool differ;            /* whether reports of hits can differ, so that the next member is set */
    const uint8_t *reports; /* by cover code */
} bsi_path_shot;

/* Carves the arrays from an arena. */
static inline void bsi_path_carve(bsi_path *path, const bsi_layout_set *set, bsi_arena *arena)
{
    const bship_rules *rules = set->evidence->rules;
    path->set = set;
    path->tables = bsi_arena_take(arena, BSI_PATH_REPORTS, sizeof *path->tables);
    path->is_hit = bsi_arena_take(arena, rules->positions, sizeof *path->is_hit);
    path->cells = bsi_arena_take(arena, (size_t)rules->fleet->cells, sizeof *path->cells);
}

/* Sets the hits of the chart, and none on the path. */
static inline void bsi_path_start(bsi_path *path)
{
    const bsi_evidence *evidence = path->set->evidence;
    for (uint32_t i = 0; i < evidence->rules->positions; i++)
        path->is_hit[i] = evidence->cells[i] == BSI_CELL_HIT;
    path->length = 0;
}

static inline void bsi_path_push(bsi_path *path, uint32_t cell)
{
    path->cells[path->length++] = (uint16_t)cell;
    path->is_hit[path->set->cells[cell]] = 1;
}

/* Takes back hits until so many are left. */
static inline void bsi_path_pop(bsi_path *path, uint32_t length)
{
    while (path->length > length)
        path->is_hit[path->set->cells[path->cells[--path->length]]] = 0;
}

/* Whether the fleet is sunk. */
static inline bool bsi_path_is_over(const bsi_path *path)
{
    return path->length == path->set->left;
}

/* The reports of a shot at a cell with such hits beside it. */
static inline const bsi_path_reports *bsi_path_reports_of(const bsi_path *path, bsi_hit_runs runs)
{
    uint32_t key;
    memcpy(&key, &runs, sizeof key);
    bsi_path_reports *table = &path->tables[key * UINT32_C(2654435761) >> 26];
    if (!table->is_set || memcmp(&table->runs, &runs, sizeof runs) != 0) {
        table->is_set = true;
        table->runs = runs;
        table->differ = bsi_layout_set_reports(path->set, runs, table->reports);
    }
    return table;
}

/* Finds what a shot at a live cell can report. */
static inline bsi_path_shot bsi_path_aim(const bsi_path *path, uint32_t cell)
{
    const bsi_layout_set *set = path->set;
    const uint8_t *at = path->is_hit + set->cells[cell];
    uint32_t stride = set->evidence->rules->stride;
    bool is_beside_hit = (at[1] | *(at - 1) | at[stride] | *(at - stride)) != 0;
    if (!is_beside_hit && !set->has_several_names && !set->has_single_cells)
        return (bsi_path_shot){ false, NULL };
    bsi_hit_runs runs = bsi_layout_set_runs(set, path->is_hit, cell);
    const bsi_path_reports *table = bsi_path_reports_of(path, runs);
    return (bsi_path_shot){ table->differ, table->reports };
}

#endif
