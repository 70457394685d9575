/* The menu of the commands of a place; see command_page.h. */
#include "battleship/screen/command_page.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

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
    char keys[COMMAND_KEYS_SIZE];
    command_format_keys(command, keys);
    snprintf(buffer, size, "%-*s%s", KEY_COLUMNS, keys, command->help);
}

static void write_note(int row, char *buffer, size_t size, void *user)
{
    const struct command_list *commands = user;
    snprintf(buffer, size, "%s", commands->rows[row]->help);
}

/* The command of Ctrl and a letter, of a function key, or of a letter. */
static int take_key(struct dialog_list *list, int32_t key, void *user)
{
    const struct command_list *commands = user;
    if (key == '?' || key == TERMINAL_KEY_F1) /* this is the page that it shows */
        return OUTCOME_GOES_ON;
    int32_t letter = key >= 'A' && key <= 'Z' ? key - 'A' + 'a' : key;
    bool is_letter = letter >= 'a' && letter <= 'z';
    bool is_command = (key > 0 && key < ' ') || (key >= TERMINAL_KEY_F1 && key <= TERMINAL_KEY_F12);
    for (int i = 0; i < list->count; i++) {
        const struct command_row *row = commands->rows[i];
        bool is_own = is_command && (row->keys[0] == key || row->keys[1] == key);
        if (row->command != COMMAND_NONE &&
            (is_own || (is_letter && command_letter(row) == letter)))
            return i;
    }
    return DIALOG_LIST_IGNORED;
}

int command_page_run(const struct backdrop *backdrop, const char *title, int32_t place)
{
    struct command_list commands;
    const struct command_row *row;
    int count = 0;
    for (int i = 0; (row = command_row(place, i)) && count < ROWS_MAX; i++)
        if (command_is_on_screen(row) && row->command != COMMAND_MENU)
            commands.rows[count++] = row;
    int first = 0; /* that can be chosen */
    while (first < count && commands.rows[first]->command == COMMAND_NONE)
        first++;
    struct dialog_list list = {
        .title = title,
        .selected = first,
        .keys = "here the letter alone does it, too   Enter: do it   Escape: back",
        .count = count,
        .row = write_row,
        .note = write_note,
        .key = take_key,
        .user = &commands,
    };
    int chosen = dialog_list(backdrop, &list);
    return chosen >= 0 ? commands.rows[chosen]->command : chosen;
}
