/* Where the parts of a game stand on a screen; see layout.h. */
#include "battleship/screen/layout.h"

#include "battleship/screen/board_view.h"

enum {
    GAP = 3, /* columns between parts */
    LEAST_LOG = 24,
    LEAST_BOARD = 22, /* columns that a title and ships have with a small board */
    LINES_BELOW = 3   /* news, status and keys */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

/* Shares the columns out. */
static void share_columns(struct layout *layout, const bship_rules *rules)
{
    int needed = board_view_needed_columns(rules);
    if (needed < LEAST_BOARD)
        needed = LEAST_BOARD;
    layout->has_tabs = layout->columns < LAYOUT_TWO_BOARDS;
    int room = layout->has_tabs ? layout->columns : (layout->columns - GAP) / 2;
    int width = smaller(needed, room);
    int second = layout->has_tabs ? 0 : width + GAP;
    int log = 2 * (width + GAP);
    layout->has_log = !layout->has_tabs && layout->columns - log >= LEAST_LOG;
    layout->boards[0].columns = layout->boards[1].columns = width;
    layout->boards[1].column = second;
    layout->log.column = layout->has_log ? log : second;
    layout->log.columns = layout->columns - layout->log.column;
    /* Ships and the title may take the room that a small board leaves. */
    for (int i = 0; i < 2; i++) {
        layout->rosters[i].column = layout->boards[i].column;
        layout->rosters[i].columns = layout->has_tabs ? layout->columns : width;
    }
}

/* Shares the rows out: rows of the roster and blank ones give way to the board. */
static void share_rows(struct layout *layout, const bship_rules *rules, int roster_rows, int rows)
{
    int needed = board_view_needed_rows(rules);
    int room = rows - 1 - LINES_BELOW;
    int roster = room - needed < roster_rows ? room - needed : roster_rows;
    if (roster < 1)
        roster = 1;
    int board = smaller(needed, room - roster);
    int blanks = room - roster - board;
    int above = blanks >= 2 ? 1 : 0;
    int below = blanks >= 1 ? 1 : 0;
    int top = 1 + above;
    for (int i = 0; i < 2; i++) {
        layout->boards[i].row = top;
        layout->boards[i].rows = board;
        layout->rosters[i].row = top + board;
        layout->rosters[i].rows = roster;
    }
    layout->log.row = top;
    layout->log.rows = board + roster;
    layout->news = top + board + roster + below;
    layout->news_rows = blanks > above + below ? 2 : 1;
    layout->status = layout->news + layout->news_rows;
    layout->keys = layout->status + 1;
}

void layout_make(struct layout *layout, const bship_rules *rules, int roster_rows, int rows,
                 int columns)
{
    *layout = (struct layout){ .columns = columns };
    layout->is_too_small = columns < LAYOUT_LEAST_COLUMNS || rows < LAYOUT_LEAST_ROWS;
    if (layout->is_too_small)
        return;
    share_columns(layout, rules);
    share_rows(layout, rules, roster_rows, rows);
}

void layout_stretch(struct layout *layout, int rows)
{
    if (layout->is_too_small)
        return;
    layout->keys = rows - 1;
    layout->status = layout->keys - 1;
    layout->news = layout->status - layout->news_rows;
}
