/* Reading a record: its lines about ships and shots (record_lines.c), for record_read.c. */
#ifndef BSI_PLAY_RECORD_READ_H
#define BSI_PLAY_RECORD_READ_H

#include "model/layout.h"
#include "play/record_track.h"

/* The layout of a side as far as it has been read. */
typedef struct bsi_draft {
    bsi_layout layout;
    int32_t placed;
} bsi_draft;

/* Reads the rest of a line `a ship ...` into the record and a draft, which starts as zeros. */
bship_status bsi_read_ship_line(const bsi_line *line, bship_record *record, bsi_draft *draft,
                                int32_t side, const char *at);

/* Reads the shots of a side from `at` on into a new entry, and tracks them. */
bship_status bsi_read_shots(const bsi_line *line, bship_record *record, bsi_track *track,
                            int32_t side, const char *at);

/* Reads the cells of shots of a side that await their reports. */
bship_status bsi_read_pending(const bsi_line *line, bship_record *record, bsi_track *track,
                              int32_t side, const char *at);

#endif
