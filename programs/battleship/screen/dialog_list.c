/* Lists, and questions, which are lists with hot keys; see dialog.h. */
#include "battleship/screen/dialog.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "battleship/screen/dialog_frame.h"
#include "battleship/talk/words.h"
#include "common/format.h"

enum {
    ROW_SIZE = 256,  /* bytes of the text of a row */
    NOTE_SIZE = 512, /* and of a note */
    NOTE_LINES = 4,  /* lines kept for a note */
    TEXT_WIDTH = 60, /* of the text above the rows */
    FULL_WIDTH = 100 /* the widest list on the full screen */
};

/* Between the items of a line of keys. */
static const char gap[] = "   ";

/* Where a list is on the screen. */
struct layout {
    struct area text;
    struct area rows;
    struct area note;
    int keys; /* the row of the line of keys; -1: none */
    struct area frame;
};

static void row_text(const struct dialog_list *list, int row, char text[ROW_SIZE])
{
    text[0] = '\0';
    list->row(row, text, ROW_SIZE, list->user);
}

static bool is_gap(const struct dialog_list *list, int row)
{
    char text[ROW_SIZE];
    row_text(list, row, text);
    return !text[0];
}

/* The columns of the widest row, with the marks at both ends. */
static int rows_width(const struct dialog_list *list)
{
    int width = list->keys ? terminal_text_width(list->keys) : 0;
    for (int row = 0; row < list->count; row++) {
        char text[ROW_SIZE];
        row_text(list, row, text);
        int columns = terminal_text_width(text) + 4;
        width = columns > width ? columns : width;
    }
    return width;
}

/* The lines above the rows, and those below: each with a gap. */
static int lines_above(const struct dialog_list *list, int width)
{
    int text = dialog_wrapped_lines(list->text, width);
    return text > 0 ? text + 1 : 0;
}

static int lines_below(const struct dialog_list *list)
{
    int lines = (list->note ? NOTE_LINES : 0) + (list->keys ? 1 : 0);
    return lines > 0 ? lines + 1 : 0;
}

/* Shares out the rows of an area: text, gap, rows, gap, note, keys. The rows give way first. */
static void share_out(struct layout *layout, const struct dialog_list *list, struct area area)
{
    int above = lines_above(list, area.columns);
    int below = lines_below(list);
    bool is_short = list->note && area.rows < above + below + 4;
    int note_rows = !list->note ? 0 : is_short ? NOTE_LINES - 1 : NOTE_LINES;
    below -= is_short ? 1 : 0;
    int rows = area.rows - above - below;
    rows = rows < 1 ? 1 : rows < list->count ? rows : list->count;
    int end = area.row + above + rows;
    layout->text = (struct area){ area.row, area.column, above - 1, area.columns };
    layout->rows = (struct area){ area.row + above, area.column, rows, area.columns };
    layout->note = (struct area){ end + 1, area.column, note_rows, area.columns };
    layout->keys = list->keys ? end + below - 1 : -1;
    layout->frame = area;
}

static struct area open_screen(const struct dialog_list *list)
{
    int columns = terminal_columns() < FULL_WIDTH ? terminal_columns() : FULL_WIDTH;
    terminal_clear();
    terminal_print(0, 0, STYLE_TITLE, "%s", list->title);
    int top = terminal_rows() > list->count + NOTE_LINES + 4 ? 2 : 1;
    return (struct area){ top, 0, terminal_rows() - top, columns };
}

static struct area open_frame(const struct backdrop *backdrop, const struct dialog_list *list)
{
    int width = rows_width(list);
    int text = terminal_text_width(list->text ? list->text : "");
    text = text < TEXT_WIDTH ? text : TEXT_WIDTH;
    width = width > text ? width : text;
    if (list->note && width < TEXT_WIDTH)
        width = TEXT_WIDTH;
    width = width < dialog_width_max() ? width : dialog_width_max();
    return dialog_frame(backdrop, list->title,
                        lines_above(list, width) + list->count + lines_below(list), width);
}

static void draw_row(const struct dialog_list *list, const struct layout *layout, int row, int at)
{
    char text[ROW_SIZE];
    int columns = layout->rows.columns - 2; /* a blank and the mark of draw_more() follow */
    bool is_selected = row == list->selected;
    int32_t style = is_selected ? STYLE_SELECTED : STYLE_PLAIN;
    row_text(list, row, text);
    terminal_print_field(at, layout->rows.column, columns, style, is_selected ? ">" : "");
    terminal_print_words(at, layout->rows.column + 2, columns - 2, style, text);
}

/* Marks at the right edge that there are rows out of sight. */
static void draw_more(const struct dialog_list *list, const struct layout *layout, int first)
{
    int column = layout->rows.column + layout->rows.columns - 1;
    if (first > 0)
        terminal_print(layout->rows.row, column, STYLE_DIM, "^");
    if (first + layout->rows.rows < list->count)
        terminal_print(layout->rows.row + layout->rows.rows - 1, column, STYLE_DIM, "v");
}

/* The warning comes first, and the note has what is left. */
static void draw_note(const struct dialog_list *list, const struct layout *layout)
{
    char text[NOTE_SIZE] = "";
    struct area area = layout->note;
    if (!list->note || list->count == 0)
        return;
    if (list->warning && list->warning[0]) {
        dialog_print_wrapped(&area, STYLE_WARNING, list->warning, 0);
        int lines = dialog_wrapped_lines(list->warning, area.columns);
        area.row += lines;
        area.rows -= lines;
    }
    list->note(list->selected, text, sizeof text, list->user);
    dialog_print_wrapped(&area, STYLE_DIM, text[0] ? text : NULL, 0);
}

/* Draws a refusal, or the keys: items give way to the last one, which tells how to go back. */
static void draw_keys(const struct dialog_list *list, const struct layout *layout,
                      const struct reply *reply)
{
    const char *keys = list->keys;
    const char *item;
    int columns = layout->rows.columns;
    bool is_refusal = reply->kind == REPLY_REFUSED;
    while (terminal_text_width(keys) > columns && (item = strstr(keys, gap)))
        keys = item + strlen(gap);
    terminal_print_field(layout->keys, layout->rows.column, columns,
                         is_refusal ? STYLE_WARNING : STYLE_KEYS, "%s",
                         is_refusal ? reply->text : keys);
}

/* The first row in sight, so that the selected one is. */
static int first_in_sight(const struct dialog_list *list, int first, int rows)
{
    int last = list->count - rows;
    if (first > list->selected)
        first = list->selected;
    if (first <= list->selected - rows)
        first = list->selected - rows + 1;
    return first > last ? last : first < 0 ? 0 : first;
}

static void draw_list(const struct backdrop *backdrop, const struct dialog_list *list,
                      struct layout *layout, int *first, const struct reply *reply)
{
    if (dialog_is_too_small())
        return;
    share_out(layout, list, list->fills_screen ? open_screen(list) : open_frame(backdrop, list));
    *first = first_in_sight(list, *first, layout->rows.rows);
    if (list->text)
        dialog_print_wrapped(&layout->text, STYLE_PLAIN, list->text, 0);
    for (int i = 0; i < layout->rows.rows && *first + i < list->count && !list->is_unasked; i++)
        draw_row(list, layout, *first + i, layout->rows.row + i);
    draw_more(list, layout, *first);
    draw_note(list, layout);
    if (list->keys)
        draw_keys(list, layout, reply);
    terminal_refresh();
}

/* Moves the selection by rows that are no gaps, staying in the list. */
static void move_selection(struct dialog_list *list, int by)
{
    int step = by < 0 ? -1 : 1;
    for (; by != 0; by -= step) {
        int row = list->selected + step;
        while (row >= 0 && row < list->count && is_gap(list, row))
            row += step;
        if (row < 0 || row >= list->count)
            return;
        list->selected = row;
    }
}

/* Shows what can be done in a list. */
static int show_keys(const struct dialog_list *list)
{
    char text[NOTE_SIZE];
    snprintf(text, sizeof text, "arrows, Home, End, PgUp, PgDn, mouse: another row\n");
    for (const char *item = list->keys; item;) {
        const char *end = strstr(item, gap);
        format_append(text, sizeof text, "%.*s%s",
                      (int)(end ? end - item : (ptrdiff_t)strlen(item)), item, end ? "\n" : "");
        item = end ? end + strlen(gap) : NULL;
    }
    if (!list->keys)
        format_append(text, sizeof text, "Enter, or the letter of a row: choose\nEscape: back");
    int result = dialog_message(NULL, list->title[0] ? list->title : "KEYS", text);
    return result == 0 ? OUTCOME_GOES_ON : result;
}

static int take_list_key(struct dialog_list *list, const struct layout *layout, int32_t key,
                         struct reply *reply)
{
    reply_set(reply, REPLY_NONE, "%s", "");
    int result = list->key ? list->key(list, key, list->user) : DIALOG_LIST_IGNORED;
    if (result != DIALOG_LIST_IGNORED)
        return result;
    switch (key) {
    case TERMINAL_KEY_UP:
    case TERMINAL_KEY_BACKTAB:
        move_selection(list, -1);
        return OUTCOME_GOES_ON;
    case TERMINAL_KEY_DOWN:
    case TERMINAL_KEY_TAB:
        move_selection(list, 1);
        return OUTCOME_GOES_ON;
    case TERMINAL_KEY_PAGE_UP:
        move_selection(list, -layout->rows.rows);
        return OUTCOME_GOES_ON;
    case TERMINAL_KEY_PAGE_DOWN:
        move_selection(list, layout->rows.rows);
        return OUTCOME_GOES_ON;
    case TERMINAL_KEY_HOME:
        move_selection(list, -list->count);
        return OUTCOME_GOES_ON;
    case TERMINAL_KEY_END:
        move_selection(list, list->count);
        return OUTCOME_GOES_ON;
    case TERMINAL_KEY_ENTER:
    case ' ':
        return list->count > 0 ? list->selected : OUTCOME_GOES_ON;
    case '?':
    case TERMINAL_KEY_F1:
        return show_keys(list);
    default:
        words_refuse_key(key, reply);
        return OUTCOME_GOES_ON;
    }
}

static int take_list_mouse(struct dialog_list *list, const struct layout *layout, int first,
                           const struct event *event)
{
    if (event->button == BUTTON_WHEEL_UP || event->button == BUTTON_WHEEL_DOWN) {
        move_selection(list, event->button == BUTTON_WHEEL_UP ? -1 : 1);
        return OUTCOME_GOES_ON;
    }
    if (event->button != BUTTON_LEFT)
        return OUTCOME_GOES_ON;
    int row = first + event->row - layout->rows.row;
    if (area_has(&layout->rows, event->row, event->column) && row < list->count &&
        !is_gap(list, row)) {
        list->selected = row;
        return row;
    }
    bool is_outside = !area_has(&layout->frame, event->row, event->column);
    return is_outside && !list->fills_screen ? OUTCOME_BACK : OUTCOME_GOES_ON;
}

/* Selects a row, or the nearest one that can be. */
static void settle_selection(struct dialog_list *list)
{
    if (list->selected >= list->count)
        list->selected = list->count - 1;
    if (list->selected < 0)
        list->selected = 0;
    if (list->count > 0 && is_gap(list, list->selected))
        move_selection(list, 1);
}

int dialog_list(const struct backdrop *backdrop, struct dialog_list *list)
{
    struct layout layout = { .keys = -1 };
    int first = 0;
    struct reply reply = { REPLY_NONE, "" };
    int result = OUTCOME_GOES_ON;
    while (result == OUTCOME_GOES_ON) {
        settle_selection(list);
        draw_list(backdrop, list, &layout, &first, &reply);
        if (list->is_unasked) {
            list->is_unasked = false;
            result = dialog_settle();
            continue;
        }
        struct event event;
        result = dialog_next_event(&event, NULL);
        if (result == OUTCOME_GOES_ON && event.kind == EVENT_KEY)
            result = take_list_key(list, &layout, event.key, &reply);
        else if (result == OUTCOME_GOES_ON && event.kind == EVENT_MOUSE)
            result = take_list_mouse(list, &layout, first, &event);
    }
    return result;
}

/* ---- questions ---- */

static char hot_key(const struct choice *choice)
{
    return (char)tolower((unsigned char)choice->word[0]);
}

static void write_choice(int row, char *buffer, size_t size, void *user)
{
    const struct question *question = user;
    const struct choice *choice = &question->choices[row];
    snprintf(buffer, size, "%c  %s", hot_key(choice), choice->text);
}

static int take_hot_key(struct dialog_list *list, int32_t key, void *user)
{
    const struct question *question = user;
    for (int i = 0; i < list->count && key < 0x80; i++) {
        if (tolower((int)key) == hot_key(&question->choices[i]))
            return i;
    }
    return DIALOG_LIST_IGNORED;
}

int dialog_ask(const struct backdrop *backdrop, const struct question *question)
{
    struct question copy = *question;
    struct dialog_list list = {
        .title = "",
        .text = copy.text,
        .count = copy.count,
        .is_unasked = copy.is_unasked,
        .row = write_choice,
        .key = take_hot_key,
        .user = &copy,
    };
    return dialog_list(backdrop, &list);
}

static int ask(void *user, const struct question *question)
{
    return dialog_ask(user, question);
}

static void show(void *user, const char *title, const char *text)
{
    dialog_message(user, title, text);
}

struct front dialog_front(const struct backdrop *backdrop)
{
    return (struct front){ .ask = ask, .show = show, .has_menu = true, .user = (void *)backdrop };
}
