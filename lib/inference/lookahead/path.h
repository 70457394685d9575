/* The hits of a line of play on a set of layouts, and what the next shot can report. */
#ifndef BSI_INFERENCE_LOOKAHEAD_PATH_H
#define BSI_INFERENCE_LOOKAHEAD_PATH_H

#include "inference/lookahead/layout_set.h"

typedef struct bsi_path {
    const bsi_layout_set *set;
    uint8_t *is_hit; /* by position: the hits of the chart, and those on the path */
    uint16_t *cells; /* live cells hit on the path */
    uint32_t length;
} bsi_path;

/* How layouts that cover a cell report a shot at it. */
typedef struct bsi_path_shot {
    bool differ; /* whether reports of hits can differ, so that the next member is needed */
    uint8_t reports[BSI_CODES_MAX]; /* by cover code */
} bsi_path_shot;

/* Carves the arrays from an arena. */
static inline void bsi_path_carve(bsi_path *path, const bsi_layout_set *set, bsi_arena *arena)
{
    const bship_rules *rules = set->evidence->rules;
    path->set = set;
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

/* Finds what a shot at a live cell can report. */
static inline void bsi_path_aim(const bsi_path *path, uint32_t cell, bsi_path_shot *shot)
{
    const bsi_layout_set *set = path->set;
    const uint8_t *at = path->is_hit + set->cells[cell];
    uint32_t stride = set->evidence->rules->stride;
    bool is_beside_hit = (at[1] | *(at - 1) | at[stride] | *(at - stride)) != 0;
    shot->differ = set->has_several_names || set->has_single_cells || is_beside_hit;
    if (shot->differ)
        shot->differ = bsi_layout_set_reports(set, path->is_hit, cell, shot->reports);
}

#endif
