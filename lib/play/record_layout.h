/* Reading the layouts of a record. */
#ifndef BSHIP_PLAY_RECORD_LAYOUT_H
#define BSHIP_PLAY_RECORD_LAYOUT_H

#include "model/layout.h"
#include "play/record_read.h"

/* The layout of a side as far as it was read. */
typedef struct bship_internal_draft {
    bship_internal_layout layout;
    int32_t laid;
} bship_internal_draft;

/* Reads what follows `a ship` into the record and the draft, which was zero or holds ships. */
bship_status bship_internal_read_ship_line(const bship_internal_line *line, bship_record *record,
                                           bship_internal_draft *draft, int32_t side, char *at);

void bship_internal_draft_free(bship_internal_draft *draft, const bship_allocator *allocator);

#endif
