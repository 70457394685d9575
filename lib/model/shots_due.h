/*
 * The law of turns: how many shots a turn has. Games, matches, the reader of records and callers
 * all ask here, so a value of `turn` with another number of shots is a line of bsi_shots_allowed().
 */
#ifndef BSI_MODEL_SHOTS_DUE_H
#define BSI_MODEL_SHOTS_DUE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/chart.h>

/* What a side has achieved against the other's fleet. */
typedef struct bsi_standing {
    bool is_done;           /* the whole fleet is sunk */
    int32_t afloat;         /* its ships that are not known to be sunk */
    int32_t longest;        /* the length of the longest of these; 0: there are none */
    uint32_t unknown_count; /* the unknown cells of its board */
} bsi_standing;

/* The length of the longest ship by the numbers afloat of each length class; 0: none is. */
int32_t bsi_longest_afloat(const bship_fleet *fleet, const int32_t *afloat);

/* The standing of a side that has not fired. */
bsi_standing bsi_standing_at_start(const bship_rules *rules);

/* The standing of a side by its chart. */
bsi_standing bsi_standing_of(const bship_chart *chart);

/* The shots that the rules allow a side in a turn, by the standing of the other side. */
int32_t bsi_shots_allowed(const bship_rules *rules, const bsi_standing *other);

/* The shots that a side must fire: those allowed, but no more than there are unknown cells. */
static inline size_t bsi_shots_due(int32_t allowed, const bsi_standing *own)
{
    return (uint32_t)allowed < own->unknown_count ? (size_t)allowed : own->unknown_count;
}

#endif
