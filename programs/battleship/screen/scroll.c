/* What scrolls; see scroll.h. */
#include "battleship/screen/scroll.h"

enum {
    WHEEL_LINES = 2,
    ALL_LINES = 1000000 /* to the first or the last line, wherever that is */
};

int scroll_lines(const struct event *event, int page)
{
    if (event->kind == EVENT_MOUSE)
        return event->button == BUTTON_WHEEL_UP     ? -WHEEL_LINES
               : event->button == BUTTON_WHEEL_DOWN ? WHEEL_LINES
                                                    : 0;
    switch (event->key) {
    case TERMINAL_KEY_UP:
        return -1;
    case TERMINAL_KEY_DOWN:
        return 1;
    case TERMINAL_KEY_PAGE_UP:
        return -page;
    case TERMINAL_KEY_PAGE_DOWN:
        return page;
    case TERMINAL_KEY_HOME:
        return -ALL_LINES;
    case TERMINAL_KEY_END:
        return ALL_LINES;
    default:
        return 0;
    }
}

int scroll_within(int first, int lines, int rows)
{
    int last = lines - rows;
    return first > last ? (last > 0 ? last : 0) : first < 0 ? 0 : first;
}
