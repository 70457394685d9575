/*
 * What the text of a record itself decides of its shots: which cells may be shot, whose
 * turn it is, how many shots are due, and how it ends. Answers are taken at their word,
 * so that a liar's game can be followed like any other.
 */
#ifndef BSHIP_PLAY_RECORD_TRACK_H
#define BSHIP_PLAY_RECORD_TRACK_H

#include "play/record.h"
#include "play/turns.h"

/* What stands against a line of shots in a game. */
typedef struct bship_internal_fault {
    bship_status status; /* OK: nothing does */
    bship_internal_place place;
    char text[64];
} bship_internal_fault;

typedef struct bship_internal_track {
    const bship_rules *rules;
    uint8_t *marks[2]; /* by the side that shoots and by position */
    int64_t hits[2];   /* by the side that shoots */
    int32_t sunk[2];
    uint32_t untried[2];
    int has_shot[2];
    int is_game; /* whether turns are checked */
    bship_internal_turns turns;
    bship_internal_fault fault; /* the first that there would be in a game */
} bship_internal_track;

/* Begins to follow a record; the side is who began, or NONE if that is not stated. */
bship_status bship_internal_track_open(bship_internal_track *track, const bship_rules *rules,
                                       int32_t began, const bship_allocator *allocator);

void bship_internal_track_close(bship_internal_track *track, const bship_allocator *allocator);

/*
 * Whether a side may name a cell in the line of shots that is being read, and if not,
 * why: as bship_chart_can_shoot(), or DUPLICATE. `*known` is whether the shot is wasted.
 */
bship_status bship_internal_track_cell(bship_internal_track *track, int32_t side, bship_cell cell,
                                       int *known);

/*
 * Follows the last entry of a record. Returns what stands against it, or stands against
 * an earlier one now that the record turns out to be a game; its status is OK if nothing
 * does.
 */
const bship_internal_fault *bship_internal_track_entry(bship_internal_track *track,
                                                       const bship_record *record);

/* How the record ends, a bship_outcome. */
int32_t bship_internal_track_outcome(const bship_internal_track *track);

#endif
