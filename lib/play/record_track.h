/*
 * Tracking the shots of a record: which cells can be fired at, whose turn it is, how many
 * shots are due, and how the game ends. Reports are not verified here, so that a game with
 * false reports can be tracked like any other.
 */
#ifndef BSI_PLAY_RECORD_TRACK_H
#define BSI_PLAY_RECORD_TRACK_H

#include <stdbool.h>

#include "play/record.h"
#include "play/turns.h"

/* A violation of the rules of turns by a line of shots. */
typedef struct bsi_fault {
    bship_status status; /* OK: there is none */
    bsi_place place;
    char text[64];
} bsi_fault;

typedef struct bsi_track {
    const bship_rules *rules;
    /* All arrays are indexed by the side that fires. */
    uint8_t *marks[BSI_SIDES];    /* flags of the cells it fires at, by position */
    int64_t hits[BSI_SIDES];      /* its hits */
    int64_t shots[BSI_SIDES];     /* its shots, wasted ones included */
    int32_t sunk[BSI_SIDES];      /* the ships it sank */
    int32_t *of_class[BSI_SIDES]; /* those that it is not known to have sunk: bsi_afloat */
    int32_t *of_name[BSI_SIDES];
    uint32_t unknown_count[BSI_SIDES]; /* the cells that it does not know */
    bool has_shot[BSI_SIDES];          /* it has fired */
    bool is_game;                      /* the first mover is stated, or both sides have fired */
    bsi_turns turns;
    bsi_fault fault; /* the first violation; it counts only in a game */
} bsi_track;

/* Starts tracking a record; `began` is NONE if the record does not state it. */
bship_status bsi_track_open(bsi_track *track, const bship_rules *rules, int32_t began,
                            const bship_allocator *allocator);

void bsi_track_close(bsi_track *track, const bship_allocator *allocator);

/*
 * Whether a side may name a cell in the current line of shots: a status of
 * bship_chart_check_fire(), or DUPLICATE. `*is_known` is whether the shot is wasted.
 */
bship_status bsi_track_cell(bsi_track *track, int32_t side, bship_cell cell, bool *is_known);

/*
 * Tracks the last entry of a record. Returns its fault, or that of an earlier entry if only
 * now the record turns out to be a game; status OK if there is none.
 */
const bsi_fault *bsi_track_entry(bsi_track *track, const bship_record *record);

/* The same for shots of a game that await their reports, after which nothing is fired. */
const bsi_fault *bsi_track_pending(bsi_track *track, int32_t side, size_t count, bsi_place place);

/* How the record ends, a bship_outcome. */
int32_t bsi_track_outcome(const bsi_track *track);

#endif
