/* The menu of the commands of a place; see command_page.h. */
#include "battleship/screen/command_page.h"

#include <stdbool.h>
#include <stdio.h>

#include "battleship/talk/command.h"
#include "battleship/talk/key.h"

enum {
    ROWS_MAX = 40,
    KEY_COLUMNS = 15 /* of the longest key, `arrows, mouse`, and a gap */
};

struct command_list {
    const struct command_row *rows[ROWS_MAX];
};

/* The note repeats what a narrow screen may have no room for. */
static void write_row(int row, char *buffer, size_t size, void *user)
{
    const struct command_list *commands = user;
    const struct command_row *command = commands->rows[row];
    snprintf(buffer, size, "%-*s%s", KEY_COLUMNS,
             command->key != NULL ? command->key : command->label, command->help);
}

static void write_note(int row, char *buffer, size_t size, void *user)
{
    const struct command_list *commands = user;
    snprintf(buffer, size, "%s", commands->rows[row]->help);
}

/* The command of a key of its own, or of the letter of Ctrl and a letter. */
static int take_key(struct dialog_list *list, int32_t key, void *user)
{
    const struct command_list *commands = user;
    int32_t letter = key >= 'a' && key <= 'z' ? key - 'a' + 'A' : key;
    bool is_letter = letter >= 'A' && letter <= 'Z';
    for (int i = 0; i < list->count; i++) {
        const struct command_row *row = commands->rows[i];
        bool is_own = key < ' ' && row->keys[0] == key;
        if (row->command != COMMAND_NONE && key != 0 &&
            (is_own || (is_letter && row->keys[0] == KEY_CTRL(letter))))
            return i;
    }
    return DIALOG_LIST_IGNORED;
}

int command_page_run(const struct backdrop *backdrop, const char *title, int32_t place)
{
    struct command_list commands;
    const struct command_row *row;
    int count = 0;
    for (int i = 0; (row = command_row(place, i)) != NULL && count < ROWS_MAX; i++)
        if (row->help != NULL && (row->key != NULL || row->label != NULL) &&
            row->command != COMMAND_MENU)
            commands.rows[count++] = row;
    int first = 0; /* that can be chosen */
    while (first < count && commands.rows[first]->command == COMMAND_NONE)
        first++;
    struct dialog_list list = {
        .title = title,
        .selected = first,
        .keys = "Enter, or the letter of a key: do it   Escape: back",
        .count = count,
        .row = write_row,
        .note = write_note,
        .key = take_key,
        .user = &commands,
    };
    int chosen = dialog_list(backdrop, &list);
    return chosen >= 0 ? commands.rows[chosen]->command : chosen;
}
