/* What all dialogues share; see dialog_frame.h. */
#include "battleship/screen/dialog_frame.h"

#include <stdio.h>

#include "battleship/screen/layout.h"
#include "battleship/talk/outcome.h"
#include "common/line_break.h"
#include "common/process.h"

enum {
    LEAST_STRIP = 8, /* columns of the backdrop that are worth seeing */
    MARGIN = 2,      /* columns between a frame and its content */
    /* On a larger screen, frames are in the middle of the part where games are drawn. */
    MIDDLE_ROWS = 24,
    MIDDLE_COLUMNS = 80,
    SPINNER_MILLISECONDS = 100,
    UNASKED_MILLISECONDS = 500 /* longer than what was meant for something else goes on */
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
    bool is_input = event->kind == EVENT_KEY || event->kind == EVENT_MOUSE;
    if (is_input && dialog_is_too_small())
        event->kind = EVENT_TICK;
    bool is_escape = event->kind == EVENT_KEY && event->key == TERMINAL_KEY_ESCAPE;
    return is_escape ? (int)OUTCOME_BACK : event_outcome(event);
}

int dialog_settle(void)
{
    double end = seconds_now() + UNASKED_MILLISECONDS / 1000.0;
    struct event event = { .kind = EVENT_TICK };
    for (double left; event.kind != EVENT_CLOSED && (left = end - seconds_now()) > 0;)
        terminal_wait(&event, NULL, 0, (int)(left * 1000) + 1);
    return event.kind == EVENT_CLOSED ? OUTCOME_CLOSED : OUTCOME_GOES_ON;
}
