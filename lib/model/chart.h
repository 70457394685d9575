/*
 * The struct of a chart: the log, and the state derived from it.
 *
 * The log is authoritative: `shots` in order, grouped into `turns`. Everything else is rebuilt by
 * replaying it, as truncation does. Grids are padded; see model/rules.h.
 */
#ifndef BSI_MODEL_CHART_H
#define BSI_MODEL_CHART_H

#include <stdbool.h>
#include <stdint.h>

#include <battleship/chart.h>

#include "base/names.h"
#include "base/random.h"
#include "base/stamp_set.h"
#include "model/rules.h"

/* A shot of the log. In a turn reported by a total the results are unknown, and MISS is stored. */
typedef struct bsi_shot {
    uint32_t position;
    int16_t ship;    /* as in the report: the first of its name, or -1 */
    uint16_t length; /* as in the report, or 0 */
    uint16_t result; /* a bship_result */
    uint16_t orientation;
    uint32_t first; /* the first cell of the sunk ship if the report shows it; 0: it does not */
} bsi_shot;

/* A shot at a position with this report, which has the form that the rules prescribe. */
static inline bsi_shot bsi_shot_of(const bship_rules *rules, uint32_t position,
                                   const bship_report *report)
{
    bship_cell first = { report->x, report->y };
    return (bsi_shot){ position,
                       (int16_t)report->ship,
                       (uint16_t)report->length,
                       (uint16_t)report->result,
                       (uint16_t)report->orientation,
                       report->is_shown ? bsi_position(rules, first) : 0 };
}

/* The report of a shot. */
static inline bship_report bsi_shot_report(const bship_rules *rules, const bsi_shot *shot)
{
    bship_report report = BSHIP_REPORT_INIT;
    report.result = shot->result;
    report.ship = shot->ship;
    report.length = shot->length;
    if (shot->first) {
        bship_cell first = bsi_cell(rules, shot->first);
        report.is_shown = 1;
        report.x = first.x;
        report.y = first.y;
        report.orientation = shot->orientation;
    }
    return report;
}

/* A turn of the log. */
typedef struct bsi_turn {
    uint64_t before;     /* the hash of the log before this turn */
    uint32_t first_shot; /* its shots end where the next turn's begin */
    int32_t total;       /* index of its total; -1: reported shot by shot */
} bsi_turn;

/* A sinking that was reported for a shot, not in a total. */
typedef struct bsi_sinking {
    uint32_t shot;     /* index in the log */
    uint32_t position; /* the cell reported as sunk */
    int32_t ship;      /* the first ship of the disclosed name, or -1 */
    int32_t length;    /* disclosed or settled; 0: unknown */
    uint32_t first;    /* first cell of the ship once settled; 0: unsettled */
    int32_t orientation;
} bsi_sinking;

struct bship_chart {
    bship_rules *rules;

    bsi_shot *shots;
    uint32_t shot_count, shot_capacity;
    bsi_turn *turns;
    uint32_t turn_count, turn_capacity; /* the capacity is at least that for shots */
    uint64_t hash;                      /* of the whole log */
    int32_t *totals; /* one row per total: hits, sunk, sunk_of[ships], hits_of[ships] */
    uint32_t total_count, total_capacity;

    uint8_t *states;           /* by position: a bship_chart_state */
    uint8_t *empty_states;     /* the states of an empty chart */
    uint8_t *hit_states;       /* by position: a bship_hit_state */
    uint32_t *shot_of;         /* by position of a hit: the index of its shot */
    bsi_stamp_set salvo_cells; /* the cells of the salvo being checked */

    /* For bship_chart_changes(). A turn of one miss takes a shortcut and is not applied. */
    uint32_t changed_turn;   /* the turn applied last; UINT32_MAX: none */
    bsi_stamp_set changed;   /* the cells that this turn touched */
    uint8_t *old_hit_states; /* by position of such a cell: its hit state before the turn */

    uint32_t *hits;            /* positions of the known hits, oldest first */
    uint32_t hit_cell_count;   /* number of known hits */
    uint32_t unresolved_count; /* number of unresolved hits */
    uint32_t ambiguous_count;  /* number of ambiguous hits */

    bsi_sinking *sinkings;   /* capacity: one per ship */
    int32_t sinking_count;   /* number of sinkings */
    int32_t unsettled_count; /* number of unsettled sinkings */
    int32_t *afloat;         /* by length class: ships not known to have sunk */
    int32_t shortest;        /* bsi_chart_shortest() */
    int32_t *afloat_of_name; /* by first ship of a name: ships of it not known to have sunk */
    int32_t *hits_of_name;   /* by first ship of a name: hits that named it */

    int32_t unhit;              /* cells of ships that no shot and no total reported as hit */
    int32_t sunk_count;         /* reported sinkings, totals included */
    int32_t known_length_count; /* reported sinkings whose length is disclosed or settled */
    int32_t known_length_cells; /* sum of the known lengths */
    uint32_t unknown_count;     /* number of unknown cells */
    int64_t wasted;             /* number of wasted shots */
};

/* The hash of an empty log; not 0, which in caches means that there is no log. */
enum {
    BSI_EMPTY_LOG = 1
};

/* The hash of the first `turns` turns. */
static inline uint64_t bsi_chart_hash(const bship_chart *chart, uint32_t turns)
{
    return turns < chart->turn_count ? chart->turns[turns].before : chart->hash;
}

/* The number of values in the row of a total. */
static inline size_t bsi_total_width(const bship_chart *chart)
{
    return 2 + 2 * (size_t)chart->rules->fleet->count;
}

/* One past the last shot of a turn. */
static inline uint32_t bsi_turn_end(const bship_chart *chart, uint32_t turn)
{
    return turn + 1 < chart->turn_count ? chart->turns[turn + 1].first_shot : chart->shot_count;
}

/* Whether the whole fleet is sunk. Nothing is fired after that. */
static inline bool bsi_chart_is_defeated(const bship_chart *chart)
{
    return chart->unhit == 0;
}

/* Grows the log to a capacity of at least these numbers of shots and totals: OK or MEMORY. */
bship_status bsi_chart_grow(bship_chart *chart, size_t shots, size_t totals);

/* Reserves memory for a turn of `shots` shots, so that recording it cannot fail for lack of it. */
static inline bship_status bsi_chart_reserve(bship_chart *chart, size_t shots)
{
    if (chart->shot_count + shots <= chart->shot_capacity &&
        chart->total_count < chart->total_capacity)
        return BSHIP_OK;
    return bsi_chart_grow(chart, chart->shot_count + shots, (size_t)chart->total_count + 1);
}

/* Why a cell of a bship_chart_state has no effect if it is fired at; OK: it is unknown. */
static inline bship_status bsi_check_unknown(uint8_t state)
{
    switch (state) {
    case BSHIP_CHART_STATE_UNKNOWN:
        return BSHIP_OK;
    case BSHIP_CHART_STATE_BLOCKED:
        return BSHIP_ERROR_BLOCKED;
    case BSHIP_CHART_STATE_KNOWN_WATER:
        return BSHIP_ERROR_KNOWN_WATER;
    default:
        return BSHIP_ERROR_REPEATED;
    }
}

/* Whether the rules allow a shot at such a cell: OK, or why not. */
static inline bship_status bsi_check_shot(const bship_rules *rules, uint8_t state)
{
    bship_status status = bsi_check_unknown(state);
    return status == BSHIP_ERROR_BLOCKED || bsi_refuses_repeats(rules) ? status : BSHIP_OK;
}

/* Whether a report has the form that the rules prescribe. */
bool bsi_report_has_form(const bship_rules *rules, const bship_report *report);

/* Checks the form of a total of `effective` shots, which are those not wasted: OK, REPORT or, for
 * arrays that are too short, COUNT. */
bship_status bsi_total_check(const bship_rules *rules, const bship_total *total, size_t effective,
                             bship_error *error);

/* Checks the cells of a turn: as bship_chart_check_fire(), or DUPLICATE or COUNT. */
bship_status bsi_chart_check(bship_chart *chart, const bship_cell *cells, size_t count,
                             bship_error *error);

/* The names of bship_chart_state and bship_hit_state. */
extern const bsi_names bsi_chart_state_names;
extern const bsi_names bsi_hit_state_names;

/* Notes that a turn changes a cell; to be called before its state or hit state changes. */
static inline void bsi_chart_touch(bship_chart *chart, uint32_t position)
{
    if (bsi_stamp_set_add(&chart->changed, position))
        chart->old_hit_states[position] = chart->hit_states[position];
}

#endif
