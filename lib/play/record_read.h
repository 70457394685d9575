/* Reading a record: shared by the files that read its parts. */
#ifndef BSI_PLAY_RECORD_READ_H
#define BSI_PLAY_RECORD_READ_H

#include "play/record_track.h"

/*
 * Reads a ship, `NAME` or `LENGTH`, at `*at` and moves `*at` behind it; on failure fills the
 * line's error. The ship is the first of its name or length; `*length` is 0 for a name.
 */
bship_status bsi_read_ship(const bsi_line *line, const bship_rules *rules, const char **at,
                           int32_t *ship, int32_t *length);

/* Reads a cell at `*at` and moves `*at` behind it. */
bship_status bsi_read_cell(const bsi_line *line, char **at, bship_cell *out);

/* Reads the shots of a side from `at` on into a new entry, and tracks them. */
bship_status bsi_read_shots(const bsi_line *line, bship_record *record, bsi_track *track,
                            int32_t side, char *at);

#endif
