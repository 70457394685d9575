/*
 * What the text of a record itself decides of its shots: which cells may be shot, whose
 * turn it is, how many shots are due, and how it ends. Answers are taken at their word,
 * so that a liar's game can be followed like any other.
 */
#ifndef BSI_PLAY_RECORD_TRACK_H
#define BSI_PLAY_RECORD_TRACK_H

#include <stdbool.h>

#include "play/record.h"
#include "play/turns.h"

/* What stands against a line of shots in a game. */
typedef struct bsi_fault {
    bship_status status; /* OK: nothing does */
    bsi_place place;
    char text[64];
} bsi_fault;

typedef struct bsi_track {
    const bship_rules *rules;
    uint8_t *marks[2]; /* by the side that shoots and by position */
    int64_t hits[2];   /* by the side that shoots */
    int32_t sunk[2];
    uint32_t unknown_count[2];
    bool has_shot[2];
    bool is_game; /* whether turns are checked */
    bsi_turns turns;
    bsi_fault fault; /* the first that there would be in a game */
} bsi_track;

/* Begins to follow a record; the side is who began, or NONE if that is not stated. */
bship_status bsi_track_open(bsi_track *track, const bship_rules *rules, int32_t began,
                            const bship_allocator *allocator);

void bsi_track_close(bsi_track *track, const bship_allocator *allocator);

/*
 * Whether a side may name a cell in the line of shots that is being read, and if not,
 * why: as bship_chart_can_fire(), or DUPLICATE. `*known` is whether the shot is wasted.
 */
bship_status bsi_track_cell(bsi_track *track, int32_t side, bship_cell cell, int *known);

/*
 * Follows the last entry of a record. Returns what stands against it, or stands against
 * an earlier one now that the record turns out to be a game; its status is OK if nothing
 * does.
 */
const bsi_fault *bsi_track_entry(bsi_track *track, const bship_record *record);

/* How the record ends, a bship_outcome. */
int32_t bsi_track_outcome(const bsi_track *track);

#endif
