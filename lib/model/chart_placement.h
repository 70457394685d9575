/* What a chart says of a single placement. */
#ifndef BSI_MODEL_CHART_PLACEMENT_H
#define BSI_MODEL_CHART_PLACEMENT_H

#include <stdbool.h>
#include <stdint.h>

#include "model/chart.h"

/* A straight run of cells, from the first one on. */
typedef struct bsi_run {
    uint32_t first;
    uint32_t step;
    int32_t length;
} bsi_run;

/* Whether a run covers a position. */
static inline bool bsi_run_covers(const bsi_run *run, uint32_t position)
{
    uint32_t last = run->first + (uint32_t)(run->length - 1) * run->step;
    return position >= run->first && position <= last && (position - run->first) % run->step == 0;
}

/* The cells of the sunk ship that the report of a shot shows. */
static inline bsi_run bsi_shown_run(const bship_rules *rules, const bsi_shot *shot)
{
    return (bsi_run){ shot->first, bsi_step(rules, shot->orientation), shot->length };
}

/*
 * Whether the hits that a run covers, which were reported shot by shot, can all belong to one ship
 * that covers the run. If all its cells are hit, the last shot reported the sinking of this ship,
 * in these cells if it shows any, and no other shot a sinking; if only some are hit, no shot
 * reported a sinking and no sunk ship is shown in them. Every hit that
 * names a ship names this one. `name` is the first ship of its name; -1: any name agrees.
 */
bool bsi_hits_agree(const bship_chart *chart, const bsi_run *run, int32_t name);

/*
 * Whether the hits around a cell exclude a ship from it where contact is forbidden: hits that touch
 * belong to one ship, which is straight and afloat. What the cell itself is does not matter.
 */
bool bsi_hits_exclude(const bship_chart *chart, uint32_t position);

/* Whether the contact rule excludes a ship from a cell: without a call where ships may touch. */
static inline bool bsi_contact_excludes(const bship_chart *chart, uint32_t position)
{
    return chart->rules->contact_count > 0 && bsi_hits_exclude(chart, position);
}

/* The first hit that is not on a run and touches it in a way that the rules forbid; 0: none does.
 */
uint32_t bsi_run_contact(const bship_chart *chart, const bsi_run *run);

/* As bsi_run_contact(), without a call where ships may touch. */
static inline uint32_t bsi_run_touches_hit(const bship_chart *chart, const bsi_run *run)
{
    return chart->rules->contact_count > 0 ? bsi_run_contact(chart, run) : 0;
}

#endif
