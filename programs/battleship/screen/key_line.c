/* The line of keys, and the page of help; see key_line.h. */
#include "battleship/screen/key_line.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/terminal.h"
#include "battleship/talk/command.h"

enum {
    ROWS_MAX = 48,
    ITEM_SIZE = 64,
    GAP = 2 /* columns between two items */
};

/* Writes `^T hint` or, without a label, the key alone. */
static void format_item(const struct command_row *row, char item[ITEM_SIZE])
{
    snprintf(item, ITEM_SIZE, "%s%s%s", row->key, row->label[0] != '\0' ? " " : "", row->label);
}

/* The item of the page, or menu, of all commands of a place. */
static void format_menu(int32_t place, char item[ITEM_SIZE])
{
    const struct command_row *row;
    item[0] = '\0';
    for (int i = 0; (row = command_row(place, i)) != NULL; i++)
        if (row->command == COMMAND_MENU)
            format_item(row, item);
}

void key_line_write(int32_t place, int columns, char *text, size_t size)
{
    const struct command_row *row;
    char item[ITEM_SIZE], menu[ITEM_SIZE];
    size_t used = 0;
    format_menu(place, menu);
    int room = columns - (int)strlen(menu);
    for (int i = 0; (row = command_row(place, i)) != NULL; i++) {
        if (row->key == NULL || row->label == NULL || row->command == COMMAND_MENU)
            continue;
        format_item(row, item);
        int width = terminal_text_width(item) + GAP;
        if (width > room || used + strlen(item) + GAP + sizeof(menu) > size)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%*s", item, GAP, "");
        room -= width;
    }
    snprintf(text + used, size - used, "%s", menu);
}

int key_line_help(const struct backdrop *backdrop, const char *title, int32_t place,
                  const struct dialog_help_row *rows, int count)
{
    const struct command_row *row;
    struct dialog_help_row all[ROWS_MAX];
    char keys[ROWS_MAX][COMMAND_KEYS_SIZE];
    int used = 0;
    for (int i = 0; used < ROWS_MAX && (row = command_row(place, i)) != NULL; i++)
        if (row->key != NULL && row->help != NULL) {
            command_format_keys(row, keys[used]);
            all[used] = (struct dialog_help_row){ keys[used], row->help };
            used++;
        }
    for (int i = 0; i < count && used < ROWS_MAX; i++)
        all[used++] = rows[i];
    return dialog_help(backdrop, title, all, used);
}
