/*
 * What is shown of one side's board: a mark for each cell and the roster of its ships. Filled
 * from a board or a chart, drawn by the screen.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_PANEL_H
#define PROGRAMS_BATTLESHIP_GAME_PANEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <battleship/board.h>
#include <battleship/chart.h>

#include "battleship/game/describe.h"

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
    MARK_FRESH = 0x80 /* added to the mark of a cell that was just fired at */
};

/* What tells the cells of a ship from those of another one, where it is known which it has. */
enum joint {
    JOINT_RIGHT = 1, /* the ship goes on in the next cell of the row */
    JOINT_DOWN = 2,  /* the ship goes on in the cell below */
    JOINT_BORDER = 4 /* the ship ends, and in the cell below begins one that looks like its rest */
};

/* The size of the title of a board. */
#define PANEL_TITLE_SIZE 128

/* Ships counted together: those of one name or of one length. */
struct roster_entry {
    char label[LABEL_SIZE];
    int32_t length;
    int32_t ships;
    int32_t afloat;
};

struct panel {
    const bship_rules *rules; /* borrowed */
    char title[PANEL_TITLE_SIZE];
    char summary[32]; /* before the roster: `afloat` or, of a whole fleet, `fleet` */
    uint8_t *marks;   /* an enum mark for each cell, row by row */
    uint8_t *joints;  /* for each cell 0 or enum joint, added up */
    struct roster_entry *roster;
    size_t roster_count;
    bool is_chart;       /* what was not fired at is unknown */
    bool hides_sinkings; /* the roster is the whole fleet, afloat or not: reports do not tell */
};

/* Initialises an empty panel; returns 0 if out of memory. panel_clear() is needed in any case. */
int panel_init(struct panel *panel, const bship_rules *rules);

/* Frees the members of the panel. */
void panel_clear(struct panel *panel);

/* Fills the panel, but for its title, from a board, with all ships. */
void panel_show_board(struct panel *panel, const bship_board *board);

/* The same from a chart of the board. */
void panel_show_chart(struct panel *panel, const bship_chart *chart);

/* What a mark means: `hit`; NULL for a cell that was not fired at. */
const char *panel_mark_word(int32_t mark);

/* The character of a mark, in ASCII. */
const char *panel_mark_glyph(int32_t mark);

/* Whether a mark is worth a second look: a hit or a sunk ship that is fresh. */
bool panel_is_news(int32_t mark);

/* Marks the shots of a chart from `first_shot` on as fresh; none if it is -1. */
void panel_mark_fresh(struct panel *panel, const bship_chart *chart, int64_t first_shot);

#endif
