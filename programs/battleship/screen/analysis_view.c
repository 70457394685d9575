/* A game in hindsight on the full screen; see analysis_view.h. */
#include "battleship/screen/analysis_view.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/scroll.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/command.h"
#include "battleship/talk/viewing.h"
#include "battleship/talk/words.h"
#include "common/sides.h"

enum {
    TITLE_ROWS = 2,  /* of the page, besides its legend */
    LEAST_TURNS = 4, /* rows of turns, before there is room for a legend */
    FIGURE_COLUMNS = 6,
    LINE_SIZE = 256
};

void analysis_view_toggle(struct analysis_view *view, struct reply *reply)
{
    view->is_shown = view->is_there && !view->is_shown;
    if (!view->is_there)
        reply_set(reply, REPLY_REFUSED, "%s", REPLAY_NO_REVIEW);
}

/* ---- lines ---- */

/* The columns that a figure takes before its text. */
static int indent_of(const char *figure)
{
    return figure[0] ? FIGURE_COLUMNS : 0;
}

static int item_rows(const struct area *area, const char *figure, const char *text)
{
    return dialog_wrapped_lines(text, area->columns - indent_of(figure));
}

/* Draws a text with a figure before it; returns its rows, 0 if it does not fit as a whole. */
static int draw_item(const struct area *area, int32_t style, const char *figure, const char *text)
{
    int indent = indent_of(figure);
    int rows = item_rows(area, figure, text);
    if (rows > area->rows)
        return 0;
    terminal_print(area->row, area->column, style, "%*s", indent > 0 ? indent - 1 : 0, figure);
    struct area place = { area->row, area->column + indent, rows, area->columns - indent };
    dialog_print_wrapped(&place, style, text, 0);
    return rows;
}

static int rows_of_all(const struct area *area, const struct review_line *lines, size_t count)
{
    int rows = 0;
    for (size_t i = 0; i < count; i++)
        rows += item_rows(area, lines[i].figure, lines[i].text);
    return rows;
}

int analysis_view_draw_lines(const struct review_line *lines, size_t count, const struct area *area)
{
    struct area left = *area;
    /* The last row says that the rest has no room. */
    bool is_whole = rows_of_all(area, lines, count) <= area->rows;
    left.rows -= is_whole ? 0 : 1;
    for (size_t i = 0; i < count; i++) {
        bool has_room = !lines[i].is_heading || i + 1 == count ||
                        left.rows > item_rows(&left, lines[i + 1].figure, lines[i + 1].text);
        int rows = !has_room ? 0
                             : draw_item(&left, lines[i].is_heading ? STYLE_TITLE : STYLE_PLAIN,
                                         lines[i].figure, lines[i].text);
        if (rows == 0)
            break;
        left.row += rows;
        left.rows -= rows;
    }
    if (!is_whole && left.rows >= 0) {
        left.rows++;
        left.row += draw_item(&left, STYLE_DIM, "", "more: see the analysis");
    }
    return left.row - area->row;
}

/* ---- the page of all turns ---- */

/* It takes what the boards have otherwise. */
static struct area area_of(const struct layout *layout)
{
    return (struct area){ 1, 0, layout->news - 1, layout->columns };
}

/* The rows that the legend takes; 0 if there is no room for it. */
static int legend_rows(const struct area *area)
{
    int rows = dialog_wrapped_lines(review_table_legend(), area->columns);
    return rows + TITLE_ROWS + LEAST_TURNS <= area->rows ? rows : 0;
}

static int turns_in_sight(const struct area *area)
{
    int rows = area->rows - TITLE_ROWS - legend_rows(area);
    return rows > 1 ? rows : 1;
}

static void draw_page(const struct analysis_view *view, const struct area *area)
{
    const struct called *called = &view->result->called[view->side];
    struct area legend = { area->row + 1, area->column, legend_rows(area), area->columns };
    int row = legend.row + legend.rows;
    terminal_print_field(area->row, area->column, area->columns, STYLE_TITLE, "ANALYSIS: %s",
                         called->is_you ? "YOUR TURNS" : called->name);
    if (legend.rows > 0)
        dialog_print_wrapped(&legend, STYLE_PLAIN, review_table_legend(), 0);
    terminal_print_field(row, area->column, area->columns, STYLE_BOLD, "%s",
                         review_table_heading());
    for (int i = 0; i < turns_in_sight(area); i++) {
        char text[LINE_SIZE];
        const struct hindsight *hindsight = &view->hindsights[view->side];
        int64_t turn = view->first + i;
        if (!review_table_row(hindsight, turn, text, sizeof text))
            break;
        terminal_print_field(row + 1 + i, area->column, area->columns,
                             hindsight->turns[turn].is_expert ? STYLE_DIM : STYLE_PLAIN, "%s",
                             text);
    }
}

void analysis_view_draw_page(const struct analysis_view *view, const struct layout *layout)
{
    const struct area area = area_of(layout);
    if (view->is_shown && !layout->is_too_small)
        draw_page(view, &area);
}

/* Whether the other side has been looked at, too. */
static bool has_other_side(const struct analysis_view *view)
{
    return hindsight_is_there(&view->hindsights[other_side(view->side)]);
}

const char *analysis_view_keys(const struct analysis_view *view)
{
    return has_other_side(view) ? "a back  arrows scroll  Tab next  ? help"
                                : "a back  arrows scroll  ? help";
}

/* Whether a command acts although the page is shown: it covers that, or leaves what is beneath. */
static bool acts(int32_t command)
{
    static const int32_t commands[] = { COMMAND_ANALYSE, COMMAND_CANCEL,  COMMAND_LEAVE,
                                        COMMAND_MENU,    COMMAND_REMATCH, COMMAND_NEW_GAME,
                                        COMMAND_REPLAY };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        if (commands[i] == command)
            return true;
    return false;
}

bool analysis_view_take_key(struct analysis_view *view, const struct layout *layout, int32_t key,
                            int32_t command, struct reply *reply)
{
    const struct area area = area_of(layout);
    int page = turns_in_sight(&area);
    const struct event event = { .kind = EVENT_KEY, .key = key };
    int lines = scroll_lines(&event, page);
    if (!view->is_shown || acts(command))
        return false;
    bool is_next = key == TERMINAL_KEY_TAB || key == TERMINAL_KEY_LEFT || key == TERMINAL_KEY_RIGHT;
    if (is_next && has_other_side(view)) {
        view->side = other_side(view->side);
        view->first = 0;
    } else if (is_next) {
        reply_set(reply, REPLY_REFUSED, "There is no other review to show.");
    } else if (lines == 0) {
        words_refuse_key(key, reply);
    }
    int turns = (int)view->hindsights[view->side].info.turns_done;
    view->first = scroll_within(view->first + lines, turns, page);
    return true;
}
