/* A cell that is being typed; see cell_entry.h. */
#include "battleship/talk/cell_entry.h"

#include <string.h>

#include "battleship/talk/key.h"
#include "battleship/talk/words.h"

enum {
    LETTERS = 26
};

void cell_entry_clear(struct cell_entry *entry)
{
    entry->text[0] = '\0';
}

bool cell_entry_is_active(const struct cell_entry *entry)
{
    return entry->text[0] != '\0';
}

static bool is_digit(int32_t key)
{
    return key >= '0' && key <= '9';
}

/* A letter from A to Z of a key in any case; 0 if it is none. */
static char letter_of(int32_t key)
{
    if (key >= 'a' && key <= 'z')
        return (char)(key - 'a' + 'A');
    return key >= 'A' && key <= 'Z' ? (char)key : '\0';
}

bool cell_entry_has_column(const struct cell_entry *entry)
{
    return letter_of(entry->text[0]) != '\0';
}

bool cell_entry_has_row(const struct cell_entry *entry)
{
    return strpbrk(entry->text, "0123456789") != NULL;
}

/* Whether letters are a column of the board. */
static bool is_column(const char *letters, const bship_rules *rules)
{
    int32_t column = 0;
    for (; *letters; letters++)
        column = column * LETTERS + *letters - 'A' + 1;
    return column <= bship_rules_width(rules);
}

/* Appends a character if there is room. */
static bool append(struct cell_entry *entry, char character)
{
    size_t length = strlen(entry->text);
    if (length + 1 >= sizeof entry->text)
        return false;
    entry->text[length] = character;
    entry->text[length + 1] = '\0';
    return true;
}

/* Appends a letter if the text then still is a column of the board. */
static bool append_letter(struct cell_entry *entry, const bship_rules *rules, char letter)
{
    struct cell_entry longer = *entry;
    if (!append(&longer, letter) || !is_column(longer.text, rules))
        return false;
    *entry = longer;
    return true;
}

/* A letter goes on with the column, or begins another cell. */
static void take_letter(struct cell_entry *entry, const bship_rules *rules, char letter)
{
    if (!cell_entry_has_row(entry) && append_letter(entry, rules, letter))
        return;
    cell_entry_clear(entry);
    (void)append(entry, letter);
}

bool cell_entry_take(struct cell_entry *entry, const bship_rules *rules, int32_t key)
{
    if (letter_of(key))
        take_letter(entry, rules, letter_of(key));
    else if (is_digit(key))
        (void)append(entry, (char)key);
    else if (!cell_entry_is_active(entry))
        return false;
    else if (key == TERMINAL_KEY_BACKSPACE)
        entry->text[strlen(entry->text) - 1] = '\0';
    else if (key == TERMINAL_KEY_ESCAPE)
        cell_entry_clear(entry);
    else
        return false;
    return true;
}

bool cell_entry_cell(const struct cell_entry *entry, const bship_rules *rules, bship_cell *cell)
{
    return !bship_cell_parse(entry->text, cell, NULL) && cell->x < bship_rules_width(rules) &&
           cell->y < bship_rules_height(rules);
}

int cell_entry_follow(struct cell_entry *entry, const bship_rules *rules, int32_t key, bool is_end,
                      bship_cell *cursor, struct reply *reply)
{
    char word[CELL_WORD_SIZE];
    char *rest = entry->text;
    bship_cell cell;
    if (!cell_entry_is_active(entry))
        entry->from = *cursor;
    if (cell_entry_take(entry, rules, key)) {
        if (cell_entry_cell(entry, rules, &cell))
            *cursor = cell;
        return CELL_KEY_TYPED;
    }
    bool ends = is_end && cell_entry_is_active(entry);
    bool is_cell = ends && words_read_cell(rules, &rest, &cell, word, reply);
    if (ends)
        *cursor = is_cell ? cell : entry->from;
    cell_entry_clear(entry);
    return is_cell ? CELL_KEY_ENDS : ends ? CELL_KEY_REFUSED : CELL_KEY_OTHER;
}
