/*
 * The law of turns: how many shots a turn has, and a side has left. Games, matches, the reader of
 * records and callers all ask here, so a value of `turn` with another number of shots is a line of
 * bsi_shots_allowed().
 */
#ifndef BSI_MODEL_SHOTS_DUE_H
#define BSI_MODEL_SHOTS_DUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/chart.h>

#define BSI_UNLIMITED INT64_MAX

/* What a side has achieved against the other's fleet, and what it has left. */
typedef struct bsi_standing {
    bool is_done;           /* the whole fleet is sunk */
    int32_t afloat;         /* the other's ships that are not known to be sunk */
    int32_t longest;        /* the length of the longest of these; 0: there are none */
    uint32_t unknown_count; /* the unknown cells of the other's board */
    int64_t left;           /* the shots that the side has left; BSI_UNLIMITED: no limit */
    int64_t points;         /* under a limit of shots, what the ships that it sank are worth */
} bsi_standing;

/* What is known of the ships of a fleet, as charts and records count them. */
typedef struct bsi_afloat {
    int32_t sunk;            /* ships known to be sunk */
    const int32_t *of_class; /* the others by length class, where lengths are disclosed */
    const int32_t *of_name;  /* and by the first ship of a name, where names are disclosed */
} bsi_afloat;

/* The length of the longest ship that is not known to be sunk; 0: there is none. */
int32_t bsi_longest_afloat(const bship_fleet *fleet, const bsi_afloat *afloat);

/* What the sunk ships are worth; -1: reports do not tell. */
int64_t bsi_points_sunk(const bship_rules *rules, const bsi_afloat *afloat);

/* The shots that a side has left after so many. */
int64_t bsi_shots_left(const bship_rules *rules, int64_t fired);

/* The standing of a side that has not fired. */
bsi_standing bsi_standing_at_start(const bship_rules *rules);

/* The standing of a side by its chart. */
bsi_standing bsi_standing_of(const bship_chart *chart);

/* The shots that the rules allow a side in a turn, by the standing of the other side. */
int32_t bsi_shots_allowed(const bship_rules *rules, const bsi_standing *other);

/* The shots that a side must fire: those allowed, but no more than it has left, and no more than
 * there are unknown cells. */
static inline size_t bsi_shots_due(int32_t allowed, const bsi_standing *own)
{
    int64_t due = own->left < allowed ? own->left : allowed;
    return (size_t)(due < own->unknown_count ? due : own->unknown_count);
}

#endif
