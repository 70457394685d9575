/* Messages, help, waiting, and what all dialogues share; see dialog.h and dialog_frame.h. */
#include "battleship/screen/dialog.h"

#include <stdio.h>
#include <string.h>

#include "common/line_break.h"
#include "battleship/screen/dialog_frame.h"
#include "battleship/screen/layout.h"

enum {
    TEXT_WIDTH = 64,      /* of wrapped texts, where the terminal allows */
    MARGIN = 2,           /* columns between a frame and its content */
    MIDDLE_ROWS = 24,     /* on a larger screen, frames are in the middle of this part, */
    MIDDLE_COLUMNS = 80,  /* since that is where games are drawn */
    HELP_TEXT_LEAST = 24, /* columns beside the keys of a page of help */
    SPINNER_MILLISECONDS = 100
};

void dialog_draw_too_small(void)
{
    char text[96];
    snprintf(text, sizeof(text), "The terminal is too small: %dx%d. At least %dx%d is needed.",
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
    if (backdrop != NULL && backdrop->draw != NULL)
        backdrop->draw(backdrop->user);
    int title_width = terminal_text_width(title) + 2;
    columns = columns > title_width ? columns : title_width;
    columns = columns < dialog_width_max() ? columns : dialog_width_max();
    rows = rows < terminal_rows() - 2 ? rows : terminal_rows() - 2;
    struct area area = { begin_in_middle(rows, terminal_rows(), MIDDLE_ROWS),
                         begin_in_middle(columns, terminal_columns(), MIDDLE_COLUMNS), rows,
                         columns };
    terminal_frame(area.row - 1, area.column - MARGIN - 1, rows + 2, columns + 2 * (MARGIN + 1),
                   STYLE_PLAIN);
    if (title[0] != '\0') {
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
    if (text != NULL && text[0] == '\0')
        return 0;
    for (; text != NULL; lines++)
        line_break(&text, width, terminal_text_cut);
    return lines;
}

void dialog_print_wrapped(const struct area *area, int32_t style, const char *text, int first)
{
    for (int line = 0; text != NULL && line < first + area->rows; line++) {
        const char *start = text;
        int length = (int)line_break(&text, area->columns, terminal_text_cut);
        if (line >= first)
            terminal_print(area->row + line - first, area->column, style, "%.*s", length, start);
    }
}

int dialog_next_event(struct event *event, struct worker *worker)
{
    int fd = worker != NULL ? worker_fd(worker) : -1;
    terminal_wait(event, &fd, 1, worker != NULL ? SPINNER_MILLISECONDS : -1);
    if (event->kind == EVENT_CLOSED)
        return DIALOG_CLOSED;
    if (event->kind == EVENT_INTERRUPT)
        return DIALOG_INTERRUPTED;
    bool is_input = event->kind == EVENT_KEY || event->kind == EVENT_MOUSE;
    if (is_input && dialog_is_too_small())
        event->kind = EVENT_TICK;
    bool is_escape = event->kind == EVENT_KEY && event->key == TERMINAL_KEY_ESCAPE;
    return is_escape ? DIALOG_BACK : DIALOG_GOES_ON;
}

/* ---- pages ---- */

/* A page of lines that scrolls. */
struct page {
    const char *title;
    int lines;
    int width;
    int first; /* the first line in sight */
    void (*print)(const struct page *page, const struct area *area);
    const void *content;
    int count;
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
    page->print(page, &area);
    terminal_refresh();
}

/* The lines by which a key or the wheel scrolls; 0: it does not scroll. */
static int scrolled_lines(const struct event *event)
{
    if (event->kind == EVENT_MOUSE)
        return event->button == BUTTON_WHEEL_UP ? -1 : event->button == BUTTON_WHEEL_DOWN ? 1 : 0;
    switch (event->key) {
    case TERMINAL_KEY_UP:
        return -1;
    case TERMINAL_KEY_DOWN:
        return 1;
    case TERMINAL_KEY_PAGE_UP:
        return -(terminal_rows() / 2);
    case TERMINAL_KEY_PAGE_DOWN:
    case ' ':
        return terminal_rows() / 2;
    default:
        return 0;
    }
}

/* Scrolls a page; returns 0 for an event that ends it instead. */
static int take_page_event(struct page *page, const struct event *event)
{
    if (event->kind != EVENT_KEY && event->kind != EVENT_MOUSE)
        return DIALOG_GOES_ON;
    int by = scrolled_lines(event);
    int last = page->lines - lines_in_sight(page);
    if (by == 0 || last <= 0)
        return 0;
    int first = page->first + by;
    page->first = first < 0 ? 0 : first > last ? last : first;
    return DIALOG_GOES_ON;
}

/* Shows a page until it is left; `measure` finds its lines and width for the terminal as it is. */
static int run_page(const struct backdrop *backdrop, struct page *page,
                    void (*measure)(struct page *page))
{
    int result = DIALOG_GOES_ON;
    while (result == DIALOG_GOES_ON) {
        measure(page);
        if (page->first > page->lines - lines_in_sight(page))
            page->first = 0;
        draw_page(backdrop, page);
        struct event event;
        result = dialog_next_event(&event, NULL);
        if (result == DIALOG_GOES_ON)
            result = take_page_event(page, &event);
    }
    return result == DIALOG_BACK ? 0 : result;
}

static void measure_text(struct page *page)
{
    const char *text = page->content;
    int width = dialog_width_max() < TEXT_WIDTH ? dialog_width_max() : TEXT_WIDTH;
    page->width = 0;
    page->lines = dialog_wrapped_lines(text, width);
    while (text != NULL) {
        const char *line = text;
        size_t length = line_break(&text, width, terminal_text_cut);
        char copy[TEXT_WIDTH * 4 + 1];
        snprintf(copy, sizeof(copy), "%.*s", (int)length, line);
        int columns = terminal_text_width(copy);
        page->width = columns > page->width ? columns : page->width;
    }
}

static void print_text(const struct page *page, const struct area *area)
{
    dialog_print_wrapped(area, STYLE_PLAIN, page->content, page->first);
}

int dialog_message(const struct backdrop *backdrop, const char *title, const char *text)
{
    struct page page = { .title = title, .print = print_text, .content = text };
    return run_page(backdrop, &page, measure_text);
}

/* ---- help ---- */

/* The columns of the longest key, and the gap after it. */
static int key_columns(const struct dialog_help_row *rows, int count)
{
    int columns = 0;
    for (int i = 0; i < count; i++) {
        int width = rows[i].key != NULL ? terminal_text_width(rows[i].key) : 0;
        columns = width > columns ? width : columns;
    }
    return columns + MARGIN;
}

/* Where the text of a row begins; `is_stacked`: below its key, as there is no room beside it. */
struct help_form {
    int indent;
    bool is_stacked;
};

static struct help_form form_of_help(const struct page *page)
{
    int keys = key_columns(page->content, page->count);
    bool is_stacked = dialog_width_max() - keys < HELP_TEXT_LEAST;
    return (struct help_form){ is_stacked ? MARGIN : keys, is_stacked };
}

/* Whether a row has a line for its key alone. */
static bool has_key_line(const struct help_form *form, const struct dialog_help_row *row)
{
    return form->is_stacked && row->key != NULL && row->key[0] != '\0';
}

static int help_row_lines(const struct help_form *form, const struct dialog_help_row *row,
                          int width)
{
    int indent = row->key != NULL ? form->indent : 0;
    int lines = dialog_wrapped_lines(row->text, width - indent);
    return (lines > 0 ? lines : 1) + has_key_line(form, row);
}

static void measure_help(struct page *page)
{
    const struct dialog_help_row *rows = page->content;
    struct help_form form = form_of_help(page);
    int limit = TEXT_WIDTH + form.indent;
    limit = dialog_width_max() < limit ? dialog_width_max() : limit;
    page->width = 0;
    page->lines = 0;
    for (int i = 0; i < page->count; i++) {
        int indent = rows[i].key != NULL ? form.indent : 0;
        int width = indent + terminal_text_width(rows[i].text);
        width = width < limit ? width : limit;
        page->width = width > page->width ? width : page->width;
        page->lines += help_row_lines(&form, &rows[i], limit);
    }
}

/* Prints a row of help whose first line is `line` of the page. */
static void print_help_row(const struct page *page, const struct area *area,
                           const struct help_form *form, const struct dialog_help_row *row,
                           int line)
{
    int indent = row->key != NULL ? form->indent : 0;
    int from = line - page->first;
    if (from >= 0 && from < area->rows && row->key != NULL)
        terminal_print(area->row + from, area->column, STYLE_BOLD, "%s", row->key);
    from += has_key_line(form, row);
    int skipped = from < 0 ? -from : 0;
    struct area text = { area->row + from + skipped, area->column + indent,
                         area->rows - from - skipped, page->width - indent };
    if (skipped < dialog_wrapped_lines(row->text, text.columns) && text.rows > 0)
        dialog_print_wrapped(&text, row->key != NULL ? STYLE_PLAIN : STYLE_TITLE, row->text,
                             skipped);
}

static void print_help(const struct page *page, const struct area *area)
{
    const struct dialog_help_row *rows = page->content;
    struct help_form form = form_of_help(page);
    int line = 0;
    for (int i = 0; i < page->count && line < page->first + area->rows; i++) {
        print_help_row(page, area, &form, &rows[i], line);
        line += help_row_lines(&form, &rows[i], page->width);
    }
}

int dialog_help(const struct backdrop *backdrop, const char *title,
                const struct dialog_help_row *rows, int count)
{
    struct page page = { .title = title, .print = print_help, .content = rows, .count = count };
    return run_page(backdrop, &page, measure_help);
}

/* ---- waiting ---- */

static void draw_wait(const struct backdrop *backdrop, const char *text, struct worker *worker)
{
    static const char spinner[] = "|/-\\";
    if (dialog_is_too_small())
        return;
    double seconds = worker_seconds(worker);
    char line[160];
    int length = snprintf(line, sizeof(line), "%c %s %.1f s", spinner[(long)(seconds * 8) % 4],
                          text, seconds);
    if (worker_done(worker) > 0 && length > 0 && (size_t)length < sizeof(line))
        snprintf(line + length, sizeof(line) - (size_t)length, ", %.0f %%",
                 100 * worker_done(worker));
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
        if (result == DIALOG_CLOSED || result == DIALOG_INTERRUPTED) {
            worker_stop(worker);
            return result;
        }
        if (result == DIALOG_BACK)
            worker_cancel(worker);
        if (event.kind != EVENT_WAKE)
            draw_wait(backdrop, text, worker);
    }
    return worker_is_cancelled(worker) ? DIALOG_BACK : 0;
}
