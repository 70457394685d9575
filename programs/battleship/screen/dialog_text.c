/* A field for text; see dialog.h. */
#include "battleship/screen/dialog.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/dialog_frame.h"
#include "common/utf8.h"

enum {
    FIELD_WIDTH = 60,
    REASON_LINES = 3,
    UTF8_SIZE = 4,
    CLEAR_KEY = 'U' & 0x1f /* Ctrl-U, as in a shell */
};

struct field {
    const char *title;
    char text[DIALOG_TEXT_SIZE];
    size_t size;   /* bytes that may be used, including the NUL */
    size_t cursor; /* a byte of the text, the first one of a character */
    bool is_full;  /* there was no room for the last character */
    bool is_fresh; /* as it was given: what is typed first takes its place */
    dialog_check *check;
    void *user;
};

static size_t encode(int32_t character, char bytes[UTF8_SIZE])
{
    uint32_t c = (uint32_t)character;
    if (c < 0x80) {
        bytes[0] = (char)c;
        return 1;
    }
    size_t length = c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
    static const unsigned char leads[] = { 0, 0, 0xc0, 0xe0, 0xf0 };
    for (size_t i = length - 1; i > 0; i--, c >>= 6)
        bytes[i] = (char)(0x80 | (c & 0x3f));
    bytes[0] = (char)(leads[length] | c);
    return length;
}

static size_t before(const struct field *field, size_t at)
{
    do {
        at -= at > 0;
    } while (at > 0 && utf8_goes_on(field->text[at]));
    return at;
}

static size_t after(const struct field *field, size_t at)
{
    do {
        at += field->text[at] != '\0';
    } while (utf8_goes_on(field->text[at]));
    return at;
}

static void insert(struct field *field, int32_t character)
{
    char bytes[UTF8_SIZE];
    size_t added = encode(character, bytes);
    size_t length = strlen(field->text);
    if (length + added >= field->size) {
        field->is_full = true;
        terminal_beep();
        return;
    }
    memmove(field->text + field->cursor + added, field->text + field->cursor,
            length - field->cursor + 1);
    memcpy(field->text + field->cursor, bytes, added);
    field->cursor += added;
}

static void erase(struct field *field, size_t from, size_t to)
{
    memmove(field->text + from, field->text + to, strlen(field->text + to) + 1);
    field->cursor = from;
}

static void take_editing_key(struct field *field, int32_t key)
{
    switch (key) {
    case TERMINAL_KEY_LEFT:
        field->cursor = before(field, field->cursor);
        break;
    case TERMINAL_KEY_RIGHT:
        field->cursor = after(field, field->cursor);
        break;
    case TERMINAL_KEY_HOME:
        field->cursor = 0;
        break;
    case TERMINAL_KEY_END:
        field->cursor = strlen(field->text);
        break;
    case TERMINAL_KEY_BACKSPACE:
        erase(field, before(field, field->cursor), field->cursor);
        break;
    case CLEAR_KEY:
        erase(field, 0, strlen(field->text));
        break;
    case TERMINAL_KEY_DELETE:
        erase(field, field->cursor, after(field, field->cursor));
        break;
    default:
        if (key >= TERMINAL_KEY_ENTER || key < ' ')
            return;
        if (field->is_fresh)
            erase(field, 0, strlen(field->text));
        insert(field, key);
    }
}

static const char *reason_against(const struct field *field)
{
    return field->check ? field->check(field->text, field->user) : NULL;
}

static int width_before_cursor(const struct field *field, size_t from)
{
    char text[DIALOG_TEXT_SIZE];
    snprintf(text, sizeof text, "%.*s", (int)(field->cursor - from), field->text + from);
    return terminal_text_width(text);
}

/* Draws the part of the text around the cursor, which is shown. */
static void draw_text(const struct field *field, const struct area *area, int *column)
{
    size_t from = 0;
    while (width_before_cursor(field, from) >= area->columns)
        from = after(field, from);
    terminal_print_field(area->row, area->column, area->columns, STYLE_SELECTED, "%s",
                         field->text + from);
    *column = area->column + width_before_cursor(field, from);
}

static void draw_field(const struct backdrop *backdrop, const struct field *field)
{
    if (dialog_is_too_small())
        return;
    struct area area = dialog_frame(backdrop, field->title, REASON_LINES + 4, FIELD_WIDTH);
    bool is_untouched = field->is_fresh && !field->text[0];
    const char *reason = field->is_full ? "There is no room for more."
                         : is_untouched ? NULL
                                        : reason_against(field);
    struct area reason_area = { area.row + 2, area.column, REASON_LINES, area.columns };
    int column;
    draw_text(field, &area, &column);
    dialog_print_wrapped(&reason_area, STYLE_WARNING, reason, 0);
    terminal_print_field(area.row + area.rows - 1, area.column, area.columns, STYLE_KEYS, "%s",
                         "Enter: done   ^U: clear   Escape: back");
    terminal_refresh_at(area.row, column);
}

static int take_field_key(struct field *field, int32_t key)
{
    field->is_full = false;
    if (key == TERMINAL_KEY_ENTER && !reason_against(field))
        return 0;
    if (key == TERMINAL_KEY_ENTER)
        terminal_beep();
    else
        take_editing_key(field, key);
    field->is_fresh = false;
    return OUTCOME_GOES_ON;
}

int dialog_text(const struct backdrop *backdrop, const char *title, char *buffer, size_t size,
                dialog_check *check, void *user)
{
    struct field field = { .title = title, .check = check, .user = user };
    field.size = size < sizeof field.text ? size : sizeof field.text;
    snprintf(field.text, field.size, "%s", buffer);
    field.cursor = strlen(field.text);
    field.is_fresh = true;
    int result = OUTCOME_GOES_ON;
    while (result == OUTCOME_GOES_ON) {
        draw_field(backdrop, &field);
        struct event event;
        result = dialog_next_event(&event, NULL);
        if (result == OUTCOME_GOES_ON && event.kind == EVENT_KEY)
            result = take_field_key(&field, event.key);
    }
    if (result == 0)
        memcpy(buffer, field.text, strlen(field.text) + 1);
    return result;
}
