/* Messages and waiting; see dialog.h. */
#include "battleship/screen/dialog.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/scroll.h"
#include "common/format.h"
#include "common/line_break.h"

enum {
    TEXT_WIDTH = 64 /* of wrapped texts, where the terminal allows */
};

/* ---- pages ---- */

/* A text that scrolls. */
struct page {
    const char *title;
    const char *text;
    int lines, width; /* as it is wrapped for the terminal as it is */
    int first;        /* the first line in sight */
    bool is_settling; /* no key ends it yet */
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
                         page->is_settling ? "" : keys);
    area.rows = rows;
    dialog_print_wrapped(&area, STYLE_PLAIN, page->text, page->first);
    terminal_refresh();
}

/* Scrolls a page; returns 0 for an event that ends it instead. */
static int take_page_event(struct page *page, const struct event *event)
{
    if (event->kind != EVENT_KEY && event->kind != EVENT_MOUSE)
        return OUTCOME_GOES_ON;
    int half = terminal_rows() / 2;
    int rows = lines_in_sight(page);
    bool is_space = event->kind == EVENT_KEY && event->key == ' ';
    int by = is_space ? half : scroll_lines(event, half);
    if (by == 0 || page->lines <= rows)
        return 0;
    page->first = scroll_within(page->first + by, page->lines, rows);
    return OUTCOME_GOES_ON;
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

static int show_page(const struct backdrop *backdrop, struct page page)
{
    int result = OUTCOME_GOES_ON;
    while (result == OUTCOME_GOES_ON) {
        measure(&page);
        if (page.first > page.lines - lines_in_sight(&page))
            page.first = 0;
        draw_page(backdrop, &page);
        if (page.is_settling) {
            page.is_settling = false;
            result = dialog_settle();
            continue;
        }
        struct event event;
        result = dialog_next_event(&event, NULL);
        if (result == OUTCOME_GOES_ON)
            result = take_page_event(&page, &event);
    }
    return result == OUTCOME_BACK ? 0 : result;
}

int dialog_message(const struct backdrop *backdrop, const char *title, const char *text)
{
    return show_page(backdrop, (struct page){ .title = title, .text = text });
}

int dialog_notice(const struct backdrop *backdrop, const char *title, const char *text)
{
    return show_page(backdrop, (struct page){ .title = title, .text = text, .is_settling = true });
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
    int result = OUTCOME_GOES_ON;
    struct event event;
    while (!worker_collect(worker)) {
        result = dialog_next_event(&event, worker);
        if (result == OUTCOME_CLOSED || result == OUTCOME_INTERRUPTED) {
            worker_stop(worker);
            return result;
        }
        if (result == OUTCOME_BACK)
            worker_cancel(worker);
        if (event.kind != EVENT_WAKE)
            draw_wait(backdrop, text, worker);
    }
    return worker_is_cancelled(worker) ? OUTCOME_BACK : 0;
}
