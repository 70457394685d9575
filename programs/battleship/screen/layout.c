/* Where the parts of a game stand on a screen; see layout.h. */
#include "battleship/screen/layout.h"

#include <stddef.h>

#include "battleship/screen/board_view.h"

enum {
    GAP = 2, /* columns between parts, besides the last one of a board */
    LEAST_LOG = 24,
    LARGE_LOG = 28,   /* at least beside large boards: the reviews of both sides stand there, too */
    MOST_LOG = 48,    /* more would only move it away from the boards */
    LARGE = 2,        /* the scale of boards on a large screen */
    LEAST_BOARD = 22, /* columns that a title and ships have with a small board */
    LINES_BELOW = 3,  /* news, status and keys */
    MOST_NEWS = 3,    /* lines of news: a salvo takes one or two */
    NEWS_AT_END = 2   /* and below a screen that has no news */
};

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

static int board_columns(const bship_rules *rules, int scale)
{
    int needed = board_view_needed_columns(rules, scale);
    return needed > LEAST_BOARD ? needed : LEAST_BOARD;
}

/* Whether there is room for large boards, and for everything else beside and below them. */
static bool is_large(const bship_rules *rules, int roster_rows, int rows, int columns)
{
    int lines = 1 + 1 + roster_rows + 1 + 1 + LINES_BELOW; /* headline, blanks, two rows of news */
    return columns >= 2 * (board_columns(rules, LARGE) + GAP) + LARGE_LOG &&
           rows >= board_view_needed_rows(rules, LARGE) + lines;
}

/* Shares the columns out. */
static void share_columns(struct layout *layout, const bship_rules *rules)
{
    int needed = board_columns(rules, layout->scale);
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
    if (layout->has_log && layout->log.columns > MOST_LOG)
        layout->log.columns = MOST_LOG;
    /* Ships and the title may take the room that a small board leaves. */
    for (int i = 0; i < 2; i++) {
        layout->rosters[i].column = layout->boards[i].column;
        layout->rosters[i].columns = layout->has_tabs ? layout->columns : width;
    }
}

/* Shares the rows out: rows of the roster and blank ones give way to the board. */
static void share_rows(struct layout *layout, const bship_rules *rules, int roster_rows, int rows)
{
    int needed = board_view_needed_rows(rules, layout->scale);
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
    layout->legend = below > 0 ? top + board + roster : -1;
    layout->news = top + board + roster + below;
    layout->news_rows = smaller(1 + blanks - above - below, MOST_NEWS);
    layout->status = layout->news + layout->news_rows;
    layout->keys = layout->status + 1;
}

/* Moves everything to the middle of a large screen. */
static void centre(struct layout *layout, int rows, int columns)
{
    int right = layout->log.column + layout->log.columns;
    int down = (rows - 1 - layout->keys) / 2;
    int left = (columns - right) / 2;
    struct area *areas[] = { &layout->boards[0], &layout->boards[1], &layout->rosters[0],
                             &layout->rosters[1], &layout->log };
    for (size_t i = 0; i < sizeof areas / sizeof areas[0]; i++) {
        areas[i]->row += down;
        areas[i]->column += left;
    }
    layout->headline += down;
    layout->legend += layout->legend >= 0 ? down : 0;
    layout->news += down;
    layout->status += down;
    layout->keys += down;
    layout->left = left;
    layout->columns = right;
}

void layout_make(struct layout *layout, const bship_rules *rules, int roster_rows, int rows,
                 int columns)
{
    *layout = (struct layout){ .columns = columns };
    layout->is_too_small = columns < LAYOUT_LEAST_COLUMNS || rows < LAYOUT_LEAST_ROWS;
    if (layout->is_too_small)
        return;
    layout->scale = is_large(rules, roster_rows, rows, columns) ? LARGE : 1;
    share_columns(layout, rules);
    share_rows(layout, rules, roster_rows, rows);
    if (layout->scale == LARGE)
        centre(layout, rows, columns);
}

void layout_stretch(struct layout *layout, int rows)
{
    if (layout->is_too_small)
        return;
    layout->news_rows = smaller(layout->news_rows, NEWS_AT_END);
    layout->keys = rows - 1;
    layout->status = layout->keys - 1;
    layout->news = layout->status - layout->news_rows;
}
