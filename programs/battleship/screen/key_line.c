/* The line of keys, and the page of help; see key_line.h. */
#include "battleship/screen/key_line.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/terminal.h"
#include "battleship/talk/command.h"

enum {
    ROWS_MAX = 48,
    ITEM_SIZE = 64
};

#define HELP_ITEM "  ? help"

void key_line_write(int32_t place, int columns, char *text, size_t size)
{
    const struct command_row *row;
    size_t used = 0;
    int room = columns - (int)strlen(HELP_ITEM);
    text[0] = '\0';
    for (int i = 0; (row = command_row(place, i)) != NULL; i++) {
        char item[ITEM_SIZE];
        bool is_shown = row->key != NULL && row->label != NULL && row->command != COMMAND_MENU;
        if (!is_shown)
            continue;
        snprintf(item, sizeof(item), "%s%s %s", used > 0 ? "  " : "", row->key, row->label);
        int width = terminal_text_width(item);
        if (width > room || used + strlen(item) + sizeof(HELP_ITEM) > size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s", item);
        room -= width;
    }
    snprintf(text + used, size - used, "%s", used > 0 ? HELP_ITEM : &HELP_ITEM[2]);
}

int key_line_help(const struct backdrop *backdrop, const char *title, int32_t place,
                  const struct dialog_help_row *rows, int count)
{
    const struct command_row *row;
    struct dialog_help_row all[ROWS_MAX];
    int used = 0;
    for (int i = 0; used < ROWS_MAX && (row = command_row(place, i)) != NULL; i++)
        if (row->key != NULL && row->help != NULL)
            all[used++] = (struct dialog_help_row){ row->key, row->help };
    for (int i = 0; i < count && used < ROWS_MAX; i++)
        all[used++] = rows[i];
    return dialog_help(backdrop, title, all, used);
}
