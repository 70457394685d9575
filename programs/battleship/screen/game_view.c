/* The screen of a game; see game_view.h. */
#include "battleship/screen/game_view.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/roster_view.h"
#include "battleship/screen/scroll.h"
#include "battleship/screen/terminal.h"
#include "battleship/talk/setup.h"
#include "common/line_break.h"
#include "common/sides.h"

bool game_view_open(struct game_view *view, const bship_rules *rules)
{
    *view = (struct game_view){ .status_style = STYLE_PLAIN };
    bool is_complete = true;
    for (int i = 0; i < 2; i++) {
        is_complete = panel_init(&view->panels[i], rules) && is_complete;
        board_view_init(&view->boards[i], &view->panels[i]);
    }
    return is_complete;
}

void game_view_close(struct game_view *view)
{
    panel_clear(&view->panels[0]);
    panel_clear(&view->panels[1]);
    log_view_clear(&view->log);
}

void game_view_name_game(char text[GAME_VIEW_LINE], const struct session *session)
{
    char rules[GAME_VIEW_LINE / 2];
    setup_describe_game(session, rules, sizeof rules);
    const struct player *players = session->setup.players;
    if (session_is_you(session, BSHIP_SIDE_A) || session_is_you(session, BSHIP_SIDE_B))
        snprintf(text, GAME_VIEW_LINE, "%s, %s", players[other_side(session_viewer(session))].name,
                 rules);
    else
        snprintf(text, GAME_VIEW_LINE, "%s and %s, %s", players[BSHIP_SIDE_A].name,
                 players[BSHIP_SIDE_B].name, rules);
}

/* ---- arranging ---- */

static void place_board(struct game_view *view, int i)
{
    struct board_view *board = &view->boards[i];
    board->area = view->layout.boards[i];
    board->scale = view->layout.scale;
    board_view_scroll(board, 0, 0);
    if (board->has_cursor && !board->is_scrolled)
        board_view_show(board, board->cursor);
}

void game_view_layout(struct layout *layout, const bship_rules *rules)
{
    int rows = terminal_rows(), columns = terminal_columns();
    layout_make(layout, rules, 1, rows, columns);
    if (!layout->is_too_small)
        layout_make(layout, rules, roster_view_rows(rules, layout->rosters[0].columns), rows,
                    columns);
}

void game_view_arrange(struct game_view *view)
{
    game_view_layout(&view->layout, view->boards[0].rules);
    if (view->layout.is_too_small)
        return;
    place_board(view, 0);
    place_board(view, 1);
}

bool game_view_shows_log(const struct game_view *view)
{
    if (view->is_covered)
        return false;
    if (view->layout.has_tabs)
        return view->tab == TAB_LOG || view->has_log_focus;
    return view->layout.has_log || view->has_log_focus;
}

bool game_view_shows_board(const struct game_view *view, int32_t board)
{
    if (view->is_covered)
        return false;
    bool is_log_instead = game_view_shows_log(view) && !view->layout.has_log;
    if (view->layout.has_tabs)
        return !is_log_instead && view->tab == board;
    return board == TAB_LEFT || !is_log_instead;
}

void game_view_next_tab(struct game_view *view)
{
    if (view->layout.has_tabs)
        view->tab = (view->tab + 1) % TAB_COUNT;
    view->has_log_focus = !view->layout.has_tabs && !view->has_log_focus;
}

void game_view_take_wheel(struct game_view *view, const struct event *event)
{
    int down = scroll_lines(event, 0);
    if (game_view_shows_log(view) && area_has(&view->layout.log, event->row, event->column)) {
        log_view_scroll(&view->log, &view->layout.log, -down);
        return;
    }
    for (int32_t i = TAB_LEFT; i <= TAB_RIGHT; i++)
        if (game_view_shows_board(view, i) &&
            area_has(&view->boards[i].area, event->row, event->column))
            board_view_scroll(&view->boards[i], 0, down);
}

/* ---- drawing ---- */

/* Cuts the last sentence off a text of several; false if it is the only one. */
static bool drop_sentence(char *text)
{
    char *end = NULL;
    for (char *dot = strstr(text, ". "); dot; dot = strstr(dot + 1, ". "))
        end = dot + 1;
    if (end)
        *end = '\0';
    return end != NULL;
}

static void draw_headline(const struct game_view *view)
{
    char round[32] = "";
    if (view->round > 0)
        snprintf(round, sizeof round, "Round %lld", (long long)view->round);
    int width = view->layout.columns - (int)strlen(round);
    int left = view->layout.left;
    int used =
        terminal_print_field(view->layout.headline, left, width - 2, STYLE_TITLE, "BATTLESHIP");
    terminal_print_field(view->layout.headline, left + used + 2, width - used - 4, STYLE_PLAIN,
                         "%s", view->opponents);
    int text = used + 2 + terminal_text_width(view->opponents);
    /* Near the text on a wide screen, at the edge of a narrow one. */
    enum {
        USUAL_COLUMN = 50
    };
    int column = text + 4 > USUAL_COLUMN ? text + 4 : USUAL_COLUMN;
    terminal_print(view->layout.headline, left + (column < width ? column : width), STYLE_PLAIN,
                   "%s", round);
}

static void draw_line(const struct game_view *view, int row, int32_t style, const char *text)
{
    terminal_print_words(row, view->layout.left, view->layout.columns, style, text);
}

/* Draws a text on so many lines, broken at blanks; what the last one has no room for is cut. */
static void draw_lines(const struct game_view *view, int row, int lines, int32_t style,
                       const char *text)
{
    for (; lines > 1 && text; lines--, row++) {
        const char *line = text;
        int length = (int)line_break(&text, view->layout.columns, terminal_text_cut);
        terminal_print_field(row, view->layout.left, view->layout.columns, style, "%.*s", length,
                             line);
    }
    if (text)
        draw_line(view, row, style, text);
}

/* Draws the status: what does not fit on its line begins above, in the place of the news. */
static void draw_status(const struct game_view *view)
{
    char text[GAME_VIEW_STATUS];
    int columns = view->layout.columns;
    int most = view->layout.news_rows + 1;
    snprintf(text, sizeof text, "%s", view->status);
    while (dialog_wrapped_lines(text, columns) > most && drop_sentence(text))
        ;
    int lines = dialog_wrapped_lines(text, columns);
    lines = lines < 1 ? 1 : lines > most ? most : lines;
    draw_lines(view, view->layout.status - lines + 1, lines, view->status_style, text);
}

/*
 * Draws the news on the lines just above the status. If there is no room for all, the first text,
 * which is of the viewer's own shots, gives way to the second one.
 */
static void draw_news(const struct game_view *view)
{
    int columns = view->layout.columns;
    int first = dialog_wrapped_lines(view->news[0], columns);
    int second = dialog_wrapped_lines(view->news[1], columns);
    int left = view->layout.news_rows - (first > 0 ? 1 : 0);
    second = second < left ? second : left;
    left = view->layout.news_rows - second;
    first = first < left ? first : left;
    int end = view->layout.news + view->layout.news_rows;
    if (first > 0)
        draw_lines(view, end - second - first, first, STYLE_PLAIN, view->news[0]);
    if (second > 0)
        draw_lines(view, end - second, second, STYLE_PLAIN, view->news[1]);
}

void game_view_draw(const struct game_view *view)
{
    if (view->layout.is_too_small) {
        dialog_draw_too_small();
        return;
    }
    terminal_clear();
    draw_headline(view);
    for (int32_t i = 0; i < 2; i++)
        if (game_view_shows_board(view, i)) {
            board_view_draw(&view->boards[i]);
            roster_view_draw(&view->panels[i], &view->layout.rosters[i]);
            if (view->boards[i].heat && view->layout.legend >= 0)
                board_view_draw_legend(&view->boards[i], view->layout.legend,
                                       view->layout.left + view->layout.columns -
                                           view->boards[i].area.column);
        }
    if (game_view_shows_log(view) && view->draw_side)
        view->draw_side(&view->layout.log, view->user);
    else if (game_view_shows_log(view))
        log_view_draw(&view->log, &view->layout.log, view->has_log_focus);
    draw_news(view);
    draw_status(view);
    draw_line(view, view->layout.keys, STYLE_KEYS, view->keys);
}
