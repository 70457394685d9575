/*
 * The layouts that habits remember: a list of rows, each with the placements of the ships that
 * were found, a weight and an age.
 *
 * Invariants: the oldest row is first; equally old ones are sorted by their contents. The
 * placements of a row are sorted, and of interchangeable ships the first ones have the first
 * placements. So equal observations give equal lists, whatever the order of merging, and a fit that
 * reads them in order gives equal numbers.
 *
 * All memory is carved when the list is made. Weights are whole millionths, so that text restores
 * them exactly.
 */
#ifndef BSI_INFERENCE_HABITS_LAYOUTS_H
#define BSI_INFERENCE_HABITS_LAYOUTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "inference/habits/model.h"

enum {
    BSI_MILLIONTHS = 1000000,
    BSI_AGE_MAX = 1000000000 /* older rows do not age any more */
};

/* The stamp of a row. */
typedef struct bsi_habits_stamp {
    int64_t weight; /* in millionths, when it was new */
    int32_t age;    /* the number of later observations */
    int32_t ships;  /* the number of placements, at least 1 */
} bsi_habits_stamp;

typedef struct bsi_habits_layouts {
    const bship_rules *rules;
    size_t ships; /* of the fleet: the capacity of a row */
    size_t count;
    bsi_habits_stamp *stamps;
    int64_t *placements;           /* by row: by bship_rules_placement_index() */
    int64_t *added;                /* the row that is being added */
    bsi_observation *observations; /* written by bsi_habits_layouts_data() */
} bsi_habits_layouts;

/* Carves an empty list. */
void bsi_habits_layouts_carve(bsi_habits_layouts *layouts, const bship_rules *rules,
                              bsi_arena *arena);

static inline int64_t *bsi_habits_row(const bsi_habits_layouts *layouts, size_t i)
{
    return layouts->placements + i * layouts->ships;
}

/*
 * Adds a legal layout, or a part of it that is not empty: by ship the number of its placement among
 * those of the ship, or -1. Reorders `by_ship`. If the list is full, the oldest row is dropped; it
 * may be the new one.
 */
void bsi_habits_layouts_add(bsi_habits_layouts *layouts, int64_t weight, int32_t age,
                            int64_t *by_ship);

/* Adds one to all ages. */
void bsi_habits_layouts_age(bsi_habits_layouts *layouts);

/* Adds all rows of another list of equal rules. */
void bsi_habits_layouts_merge(bsi_habits_layouts *layouts, const bsi_habits_layouts *other);

/* The rows as the model reads them, with weights that halve every `half_life` millionths of an
 * observation; INT64_MAX: never. Valid until the list changes. */
bsi_habits_data bsi_habits_layouts_data(bsi_habits_layouts *layouts, int64_t half_life);

#endif
