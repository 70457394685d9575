/* Messages, waiting, and what all dialogues share; see dialog.h and dialog_frame.h. */
#include "battleship/screen/dialog.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/layout.h"
#include "battleship/screen/scroll.h"
#include "common/format.h"
#include "common/line_break.h"

enum {
    TEXT_WIDTH = 64, /* of wrapped texts, where the terminal allows */
    LEAST_STRIP = 8, /* columns of the backdrop that are worth seeing */
    MARGIN = 2,      /* columns between a frame and its content */
    /* On a larger screen, frames are in the middle of the part where games are drawn. */
    MIDDLE_ROWS = 24,
    MIDDLE_COLUMNS = 80,
    SPINNER_MILLISECONDS = 100
};

void dialog_draw_too_small(void)
{
    char text[96];
    snprintf(text, sizeof text, "The terminal is too small: %dx%d. At least %dx%d is needed.",
             terminal_columns(), terminal_rows(), LAYOUT_LEAST_COLUMNS, LAYOUT_LEAST_ROWS);
    terminal_clear();
    dialog_print_wrapped(&(struct area){ 0, 0, terminal_rows(), terminal_columns() }, STYLE_WARNING,
                         text, 0);
}

bool dialog_is_too_small(void)
{
    if (terminal_rows() >= LAYOUT_LEAST_ROWS && terminal_columns() >= LAYOUT_LEAST_COLUMNS)
        return false;
    dialog_draw_too_small();
    terminal_refresh();
    return true;
}

int dialog_width_max(void)
{
    return terminal_columns() - 2 * (MARGIN + 1);
}

/* Where something of a size begins to be in the middle of a screen, or of its beginning. */
static int begin_in_middle(int size, int screen, int middle)
{
    int room = screen < middle || size + 2 > middle ? screen : middle;
    return (room - size) / 2;
}

struct area dialog_frame(const struct backdrop *backdrop, const char *title, int rows, int columns)
{
    terminal_clear();
    if (backdrop && backdrop->draw)
        backdrop->draw(backdrop->user);
    int title_width = terminal_text_width(title) + 2;
    columns = columns > title_width ? columns : title_width;
    /* A narrow strip of the backdrop beside the frame would be read as a part of it. */
    columns = columns + LEAST_STRIP < dialog_width_max() ? columns : dialog_width_max();
    rows = rows < terminal_rows() - 2 ? rows : terminal_rows() - 2;
    struct area area = { begin_in_middle(rows, terminal_rows(), MIDDLE_ROWS),
                         begin_in_middle(columns, terminal_columns(), MIDDLE_COLUMNS), rows,
                         columns };
    terminal_frame(area.row - 1, area.column - MARGIN - 1, rows + 2, columns + 2 * (MARGIN + 1),
                   STYLE_PLAIN);
    if (title[0]) {
        terminal_print(area.row - 1, area.column - 1, STYLE_PLAIN, " ");
        int width = terminal_print_field(area.row - 1, area.column,
                                         title_width - 2 < columns ? title_width - 2 : columns,
                                         STYLE_TITLE, "%s", title);
        terminal_print(area.row - 1, area.column + width, STYLE_PLAIN, " ");
    }
    return area;
}

int dialog_wrapped_lines(const char *text, int width)
{
    int lines = 0;
    if (text && !text[0])
        return 0;
    for (; text; lines++)
        line_break(&text, width, terminal_text_cut);
    return lines;
}

void dialog_print_wrapped(const struct area *area, int32_t style, const char *text, int first)
{
    for (int line = 0; text && line < first + area->rows; line++) {
        const char *start = text;
        int length = (int)line_break(&text, area->columns, terminal_text_cut);
        if (line >= first)
            terminal_print(area->row + line - first, area->column, style, "%.*s", length, start);
    }
}

int dialog_next_event(struct event *event, struct worker *worker)
{
    struct pollfd fd = { worker ? worker_fd(worker) : -1, POLLIN, 0 };
    terminal_wait(event, &fd, 1, worker ? SPINNER_MILLISECONDS : -1);
    if (event->kind == EVENT_CLOSED)
        return ANSWER_CLOSED;
    if (event->kind == EVENT_INTERRUPT)
        return ANSWER_INTERRUPTED;
    bool is_input = event->kind == EVENT_KEY || event->kind == EVENT_MOUSE;
    if (is_input && dialog_is_too_small())
        event->kind = EVENT_TICK;
    bool is_escape = event->kind == EVENT_KEY && event->key == TERMINAL_KEY_ESCAPE;
    return is_escape ? ANSWER_BACK : DIALOG_GOES_ON;
}

/* ---- pages ---- */

/* A text that scrolls. */
struct page {
    const char *title;
    const char *text;
    int lines, width; /* as it is wrapped for the terminal as it is */
    int first;        /* the first line in sight */
};

static int lines_in_sight(const struct page *page)
{
    int rows = terminal_rows() - 4;
    return page->lines < rows ? page->lines : rows;
}

static void draw_page(const struct backdrop *backdrop, const struct page *page)
{
    if (dialog_is_too_small())
        return;
    int rows = lines_in_sight(page);
    bool scrolls = rows < page->lines;
    const char *keys = scrolls ? "Up, Down   Escape: back" : "Any key: back";
    int keys_width = terminal_text_width(keys);
    struct area area = dialog_frame(backdrop, page->title, rows + 2,
                                    page->width > keys_width ? page->width : keys_width);
    terminal_print_field(area.row + area.rows - 1, area.column, area.columns, STYLE_KEYS, "%s",
                         keys);
    area.rows = rows;
    dialog_print_wrapped(&area, STYLE_PLAIN, page->text, page->first);
    terminal_refresh();
}

/* Scrolls a page; returns 0 for an event that ends it instead. */
static int take_page_event(struct page *page, const struct event *event)
{
    if (event->kind != EVENT_KEY && event->kind != EVENT_MOUSE)
        return DIALOG_GOES_ON;
    int half = terminal_rows() / 2;
    int rows = lines_in_sight(page);
    bool is_space = event->kind == EVENT_KEY && event->key == ' ';
    int by = is_space ? half : scroll_lines(event, half);
    if (by == 0 || page->lines <= rows)
        return 0;
    page->first = scroll_within(page->first + by, page->lines, rows);
    return DIALOG_GOES_ON;
}

static void measure(struct page *page)
{
    const char *text = page->text;
    int width = dialog_width_max() < TEXT_WIDTH ? dialog_width_max() : TEXT_WIDTH;
    page->width = 0;
    page->lines = dialog_wrapped_lines(text, width);
    while (text) {
        const char *line = text;
        size_t length = line_break(&text, width, terminal_text_cut);
        char copy[TEXT_WIDTH * 4 + 1];
        snprintf(copy, sizeof copy, "%.*s", (int)length, line);
        int columns = terminal_text_width(copy);
        page->width = columns > page->width ? columns : page->width;
    }
}

int dialog_message(const struct backdrop *backdrop, const char *title, const char *text)
{
    struct page page = { .title = title, .text = text };
    int result = DIALOG_GOES_ON;
    while (result == DIALOG_GOES_ON) {
        measure(&page);
        if (page.first > page.lines - lines_in_sight(&page))
            page.first = 0;
        draw_page(backdrop, &page);
        struct event event;
        result = dialog_next_event(&event, NULL);
        if (result == DIALOG_GOES_ON)
            result = take_page_event(&page, &event);
    }
    return result == ANSWER_BACK ? 0 : result;
}

/* ---- waiting ---- */

static void draw_wait(const struct backdrop *backdrop, const char *text, struct worker *worker)
{
    static const char spinner[] = "|/-\\";
    if (dialog_is_too_small())
        return;
    double seconds = worker_seconds(worker);
    char line[160];
    snprintf(line, sizeof line, "%c %s %.1f s", spinner[(long)(seconds * 8) % 4], text, seconds);
    if (worker_done(worker) > 0)
        format_append(line, sizeof line, ", %.0f %%", 100 * worker_done(worker));
    int width = terminal_text_width(text) + 20;
    struct area area = dialog_frame(backdrop, "", 3, width);
    terminal_print_field(area.row, area.column, area.columns, STYLE_PLAIN, "%s", line);
    terminal_print_field(area.row + 2, area.column, area.columns, STYLE_KEYS, "%s",
                         worker_is_cancelled(worker) ? "cancelling..." : "Escape: cancel");
    terminal_refresh();
}

int dialog_wait(const struct backdrop *backdrop, const char *text, struct worker *worker)
{
    int result = DIALOG_GOES_ON;
    struct event event;
    while (!worker_collect(worker)) {
        result = dialog_next_event(&event, worker);
        if (result == ANSWER_CLOSED || result == ANSWER_INTERRUPTED) {
            worker_stop(worker);
            return result;
        }
        if (result == ANSWER_BACK)
            worker_cancel(worker);
        if (event.kind != EVENT_WAKE)
            draw_wait(backdrop, text, worker);
    }
    return worker_is_cancelled(worker) ? ANSWER_BACK : 0;
}
