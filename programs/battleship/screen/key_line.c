/* The line of keys; see key_line.h. */
#include "battleship/screen/key_line.h"

#include <stdio.h>
#include <string.h>

#include "battleship/screen/terminal.h"
#include "battleship/talk/command.h"
#include "common/format.h"

enum {
    ROWS_MAX = 48,
    ITEM_SIZE = 64,
    GAP = 2,  /* columns between two items */
    RANKS = 3 /* by which items are given room */
};

/* Writes `^T hint` or, without a label, the key alone. */
static void format_item(const struct command_row *row, int32_t place, char item[ITEM_SIZE])
{
    const char *label = command_label(row, place);
    snprintf(item, ITEM_SIZE, "%s%s%s", row->key, label[0] ? " " : "", label);
}

/*
 * How early a row is given room, from 0; RANKS: never. Where there is room for one board only,
 * that the arrows move the cursor comes last.
 */
static int rank_of(const struct command_row *row, int32_t place)
{
    bool is_shown = row->key && row->label && row->command != COMMAND_MENU;
    bool is_plain = row->command == COMMAND_NONE && (place & PLACE_NARROW);
    return !is_shown ? RANKS : command_is_vital(row) ? 0 : is_plain ? 2 : 1;
}

/* Chooses the rows that there is room for, by their ranks and then in their order. */
static void choose(int32_t place, int room, bool is_chosen[ROWS_MAX])
{
    const struct command_row *row;
    char item[ITEM_SIZE];
    memset(is_chosen, 0, ROWS_MAX * sizeof *is_chosen);
    for (int rank = 0; rank < RANKS; rank++)
        for (int i = 0; i < ROWS_MAX && (row = command_row(place, i)); i++) {
            if (rank_of(row, place) != rank)
                continue;
            format_item(row, place, item);
            int width = terminal_text_width(item) + GAP;
            is_chosen[i] = width <= room;
            room -= is_chosen[i] ? width : 0;
        }
}

/* The item of the page, or menu, of all commands of a place. */
static void format_menu(int32_t place, char item[ITEM_SIZE])
{
    const struct command_row *row;
    item[0] = '\0';
    for (int i = 0; (row = command_row(place, i)); i++)
        if (row->command == COMMAND_MENU)
            format_item(row, place, item);
}

void key_line_write(int32_t place, int columns, char *text, size_t size)
{
    const struct command_row *row;
    char item[ITEM_SIZE], menu[ITEM_SIZE];
    bool is_chosen[ROWS_MAX];
    text[0] = '\0';
    format_menu(place, menu);
    choose(place, columns - (int)strlen(menu), is_chosen);
    for (int i = 0; i < ROWS_MAX && (row = command_row(place, i)); i++) {
        if (!is_chosen[i])
            continue;
        format_item(row, place, item);
        if (strlen(text) + strlen(item) + GAP + sizeof menu <= size)
            format_append(text, size, "%s%*s", item, GAP, "");
    }
    format_append(text, size, "%s", menu);
}
