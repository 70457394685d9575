/*
 * What is shown of one side's waters: a mark for each cell, and the roster of
 * its ships. Made from a board or a chart, drawn by the screen.
 */
#ifndef CONSOLE_PANEL_H
#define CONSOLE_PANEL_H

#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>

#include "console/describe.h"

enum mark {
    MARK_WATER,
    MARK_SHIP,
    MARK_MISS,
    MARK_HIT,
    MARK_SUNK,
    MARK_KNOWN_WATER,
    MARK_SHOT,
    MARK_BLOCKED,
    MARK_COUNT,
    MARK_FRESH = 0x80 /* added to the mark of a cell that was shot just now */
};

/* Ships that are counted together: those of a name, or those of a length. */
struct roster_entry {
    char label[LABEL_SIZE];
    int32_t length;
    int32_t ships;
    int32_t afloat;
};

struct panel {
    const bship_rules *rules; /* borrowed */
    const char *title;
    char summary[48];
    uint8_t *marks; /* an enum mark for each cell, row by row */
    struct roster_entry *roster;
    size_t roster_count;
};

/* Makes an empty panel; returns 0 if memory runs out. panel_clear() is needed in any case. */
int panel_init(struct panel *panel, const bship_rules *rules);

/* Frees what the panel holds. */
void panel_clear(struct panel *panel);

/* Shows all of a board. The title is borrowed. */
void panel_show_board(struct panel *panel, const char *title, const bship_board *board);

/* Shows what a chart tells of the other's waters. The title is borrowed. */
void panel_show_chart(struct panel *panel, const char *title, const bship_chart *chart);

/* Marks the cells shot in the last `turns` turns of a chart as fresh. */
void panel_mark_fresh(struct panel *panel, const bship_chart *chart, int64_t turns);

#endif
