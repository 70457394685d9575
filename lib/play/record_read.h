/* Reading a record: what the files that do it share. */
#ifndef BSI_PLAY_RECORD_READ_H
#define BSI_PLAY_RECORD_READ_H

#include "play/record_track.h"

/*
 * Reads the ship that a word means, `NAME` or `LENGTH`, at `*at` and moves `*at` behind
 * it: OK; on failure the line's error is filled. `*length` is what the word said if it
 * was a length, else 0; the ship is the first of its name or length.
 */
bship_status bsi_read_ship(const bsi_line *line, const bship_rules *rules, const char **at,
                           int32_t *ship, int32_t *length);

/* Reads a cell at `*at` and moves `*at` behind it. */
bship_status bsi_read_cell(const bsi_line *line, char **at, bship_cell *out);

/* Reads the shots of a side, which stand from `at` on, into a new entry, and follows them. */
bship_status bsi_read_shots(const bsi_line *line, bship_record *record, bsi_track *track,
                            int32_t side, char *at);

#endif
