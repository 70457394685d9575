/* Reading the layouts of a record. */
#ifndef BSI_PLAY_RECORD_LAYOUT_H
#define BSI_PLAY_RECORD_LAYOUT_H

#include "model/layout.h"
#include "play/record_read.h"

/* The layout of a side as far as it has been read. */
typedef struct bsi_draft {
    bsi_layout layout;
    int32_t placed;
} bsi_draft;

/* Reads the rest of a line `a ship ...` into the record and a draft, which starts as zeros. */
bship_status bsi_read_ship_line(const bsi_line *line, bship_record *record, bsi_draft *draft,
                                int32_t side, const char *at);

void bsi_draft_free(bsi_draft *draft, const bship_allocator *allocator);

#endif
