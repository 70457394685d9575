/*
 * A chart from inside: the log, and the grids derived from it.
 *
 * The log is the truth: `shots` in order, grouped into `turns`. All else can be
 * rebuilt by replaying it, which is what truncating does. Grids are padded: see
 * model/rules.h.
 */
#ifndef BSI_MODEL_CHART_H
#define BSI_MODEL_CHART_H

#include <stdint.h>

#include <battleship/chart.h>

#include "base/name_set.h"
#include "base/random.h"
#include "model/rules.h"

/* A shot of the log. In a turn answered by a total the answer is MISS and says nothing. */
typedef struct bsi_shot {
    uint32_t position;
    int16_t ship;    /* as in the report: the first of its name, or -1 */
    uint16_t length; /* as in the report, or 0 */
    uint32_t result; /* a bship_result */
} bsi_shot;

static inline bship_report bsi_shot_report(const bsi_shot *shot)
{
    return (bship_report){ (int32_t)shot->result, shot->ship, shot->length, { 0, 0, 0, 0, 0 } };
}

/* A turn of the log. */
typedef struct bsi_turn {
    uint64_t before;     /* the hash of the log before this turn */
    uint32_t first_shot; /* its shots end where the next turn's begin */
    int32_t total;       /* number of its total, or -1 if answered shot by shot */
} bsi_turn;

/* A sinking that was reported shot by shot. */
typedef struct bsi_sinking {
    uint32_t shot;     /* its number in the log */
    uint32_t position; /* the cell that answered sunk */
    int32_t ship;      /* the first ship of the name told, or -1 */
    int32_t length;    /* told or settled, or 0 */
    uint32_t first;    /* of a settled wreck: its first cell; else 0 */
    int32_t orientation;
} bsi_sinking;

struct bship_chart {
    bship_rules *rules;

    bsi_shot *shots;
    uint32_t shot_count, shot_capacity;
    bsi_turn *turns;
    uint32_t turn_count, turn_capacity; /* the capacity is never below that for shots */
    uint64_t hash;                      /* of the whole log */
    int32_t *totals; /* one row each: hits, sunk, sunk_of[ships], hits_of[ships] */
    uint32_t total_count, total_capacity;

    uint8_t *states;       /* by position: a bship_chart_state */
    uint8_t *empty_states; /* the states of an empty chart */
    uint8_t *hit_states;   /* by position: a bship_hit_state */
    uint32_t *when;        /* by position: of a hit, the number of its shot */
    bsi_name_set name_set; /* of the cells of a salvo */

    uint32_t *hits; /* positions of the hits whose cell is known, oldest first */
    uint32_t hit_cell_count;
    uint32_t open_count;      /* of these, how many are open */
    uint32_t ambiguous_count; /* and how many doubtful */

    bsi_sinking *sinkings; /* room for one a ship */
    int32_t sinking_count;
    int32_t unsettled_count;
    int32_t *afloat;  /* by length class: ships not known to have sunk */
    int32_t shortest; /* of these, as far as an open hit may belong to it: its length, or 0 */
    int32_t *afloat_of_name; /* by the first ship of a name: ships of it not known to have sunk */
    int32_t *hits_of_name;   /* by the first ship of a name: hits that named it */

    int32_t hit_count;      /* hits told, those of totals included */
    int32_t sunk_count;     /* sinkings told, those of totals included */
    int32_t sized_count;    /* of these, those whose length was told or is settled */
    int32_t sized_cells;    /* and the sum of their lengths */
    uint32_t unknown_count; /* cells in fog */
    int64_t wasted;
};

/* The hash of an empty log. */
enum {
    BSI_EMPTY_LOG = 1
};

/* The hash of the first turns, of which there are so many. */
static inline uint64_t bsi_chart_hash(const bship_chart *chart, uint32_t turns)
{
    return turns < chart->turn_count ? chart->turns[turns].before : chart->hash;
}

/* How many numbers the row of a total has. */
static inline size_t bsi_total_width(const bship_chart *chart)
{
    return 2 + 2 * (size_t)chart->rules->fleet->count;
}

/* The shots of a turn end before this one. */
static inline uint32_t bsi_turn_end(const bship_chart *chart, uint32_t turn)
{
    return turn + 1 < chart->turn_count ? chart->turns[turn + 1].first_shot : chart->shot_count;
}

/* A chart with room for a log; reset() makes it empty and derives the rest. OK or MEMORY. */
bship_status bsi_chart_alloc(bship_chart **out, bship_rules *rules);

/* Grows the log to hold so many shots and totals. */
bship_status bsi_chart_grow(bship_chart *chart, size_t shots, size_t totals);

/* Makes room for a turn of so many shots: to record it will need no memory. */
static inline bship_status bsi_chart_reserve(bship_chart *chart, size_t shots)
{
    if (chart->shot_count + shots <= chart->shot_capacity &&
        chart->total_count < chart->total_capacity)
        return BSHIP_OK;
    return bsi_chart_grow(chart, chart->shot_count + shots, (size_t)chart->total_count + 1);
}

/* Whether a turn may have these cells: as bship_chart_can_fire(), DUPLICATE or SHOT_COUNT. */
bship_status bsi_chart_check(bship_chart *chart, const bship_cell *cells, size_t count);

#endif
