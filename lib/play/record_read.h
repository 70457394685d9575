/* Reading a record: shared by the files that read its parts. */
#ifndef BSI_PLAY_RECORD_READ_H
#define BSI_PLAY_RECORD_READ_H

#include "play/record_track.h"

/* Reads the shots of a side from `at` on into a new entry, and tracks them. */
bship_status bsi_read_shots(const bsi_line *line, bship_record *record, bsi_track *track,
                            int32_t side, const char *at);

/* Reads the cells of shots of a side that await their reports. */
bship_status bsi_read_pending(const bsi_line *line, bship_record *record, bsi_track *track,
                              int32_t side, const char *at);

#endif
