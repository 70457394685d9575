/* The keys of a game on the full screen; see keys.h. */
#include "battleship/screen/keys.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "battleship/screen/terminal.h"
#include "battleship/screen/theme.h"

enum {
    KEYS_AIM = KEYS_SHOT | KEYS_SALVO,
    KEYS_GAME = KEYS_AIM | KEYS_WATCH | KEYS_RESULT,
    KEYS_ALL = KEYS_GAME | KEYS_LOG
};

/* Function keys by their numbers. */
#define F(number) (TERMINAL_KEY_F1 + (number)-1)

/* One row for each key and action, in the order in which they are worth a place. */
static const struct key_row {
    int32_t contexts;
    int32_t keys[2]; /* 0: none */
    int32_t action;
    const char *key;  /* as shown */
    const char *word; /* in the line of keys; NULL: not shown there */
    const char *help; /* NULL: not in the page of help */
} table[] = {
    { KEYS_AIM, { 0, 0 }, ACTION_NONE, "arrows/mouse", "", "move the cursor; a click on it acts" },
    { KEYS_SHOT,
      { TERMINAL_KEY_ENTER, ' ' },
      ACTION_FIRE,
      "Enter",
      "fire",
      "fire at the cursor; so does Space" },
    { KEYS_SALVO, { ' ', 0 }, ACTION_MARK, "Space", "mark", "mark the cell, or unmark it" },
    { KEYS_SALVO,
      { TERMINAL_KEY_ENTER, 0 },
      ACTION_FIRE,
      "Enter",
      "fire",
      "mark the cell; fire once all shots due are marked" },
    { KEYS_SALVO,
      { TERMINAL_KEY_BACKSPACE, TERMINAL_KEY_DELETE },
      ACTION_UNMARK,
      "Backspace",
      NULL,
      "take back the last mark" },
    { KEYS_AIM,
      { 0, 0 },
      ACTION_NONE,
      "b7 Enter",
      NULL,
      "a typed cell moves the cursor; Enter acts" },
    { KEYS_WATCH, { ' ', 0 }, ACTION_PAUSE, "Space", "pause", "pause, and go on" },
    { KEYS_WATCH, { TERMINAL_KEY_ENTER, 0 }, ACTION_STEP, "Enter", "step", "one turn" },
    { KEYS_WATCH, { '+', '=' }, ACTION_FASTER, "+", "faster", "play faster" },
    { KEYS_WATCH, { '-', '_' }, ACTION_SLOWER, "-", "slower", "play more slowly" },
    { KEYS_RESULT, { 0, 0 }, ACTION_NONE, "Enter", "hand over", NULL },
    { KEYS_NARROW, { 0, 0 }, ACTION_NONE, "Tab", "boards", NULL },
    { KEYS_AIM,
      { 'h', F(2) },
      ACTION_HINT,
      "h",
      "hint",
      "where an expert would fire; of a salvo, all that is due (F2)" },
    { KEYS_AIM,
      { 'm', F(3) },
      ACTION_HEAT,
      "m",
      "heat",
      "the chance of a hit of every cell, on or off (F3)" },
    { KEYS_GAME, { 's', F(4) }, ACTION_SAVE, "s", "save", "save the game (F4)" },
    { KEYS_AIM | KEYS_RESULT,
      { 'u', F(5) },
      ACTION_UNDO,
      "u",
      "undo",
      "take back your last turn (F5)" },
    { KEYS_ALL,
      { 'q', F(10) },
      ACTION_QUIT,
      "q",
      "quit",
      "leave the game, for the menu or altogether (F10)" },
    { KEYS_GAME, { 'l', 0 }, ACTION_LOG, "l", "log", "scroll the log" },
    { KEYS_LOG, { 'l', TERMINAL_KEY_ESCAPE }, ACTION_LOG, "l", "back", NULL },
    { KEYS_GAME,
      { TERMINAL_KEY_TAB, TERMINAL_KEY_BACKTAB },
      ACTION_TAB,
      "Tab",
      NULL,
      "the other board, where there is room for one only" },
    { KEYS_AIM, { 'n', 0 }, ACTION_NOTE, "n", "note", "note a character on the cell" },
    { KEYS_AIM, { 'r', 0 }, ACTION_RESIGN, "r", "resign", "give up" },
    { KEYS_GAME,
      { TERMINAL_KEY_ESCAPE, 0 },
      ACTION_CANCEL,
      "Escape",
      NULL,
      "cancel a hint, a heat map, or a cell being typed" },
    { KEYS_GAME, { 0, 0 }, ACTION_NONE, "Ctrl-L", NULL, "draw the screen again" },
    { KEYS_GAME, { 0, 0 }, ACTION_NONE, "Ctrl-Z", NULL, "back to the shell; `fg` goes on" },
    { KEYS_ALL, { '?', F(1) }, ACTION_HELP, "?", "help", "this page (F1)" },
};

enum {
    ROWS = sizeof(table) / sizeof(table[0]),
    ITEM_SIZE = 32,
    PLAIN_COLUMNS = 50 /* where there are fewer, what is plain gives way to commands */
};

static const struct key_row *find(int32_t context, int32_t key)
{
    if (key >= 'A' && key <= 'Z')
        key += 'a' - 'A';
    for (size_t i = 0; i < ROWS; i++)
        if ((table[i].contexts & context) && key != 0 &&
            (table[i].keys[0] == key || table[i].keys[1] == key))
            return &table[i];
    return NULL;
}

int32_t keys_find(int32_t context, int32_t key)
{
    const struct key_row *row = find(context, key);
    return row != NULL ? row->action : ACTION_NONE;
}

const char *keys_command_name(int32_t context, int32_t letter)
{
    const struct key_row *row = find(context, letter);
    return row != NULL ? row->word : NULL;
}

/* Whether a row is worth mentioning: games across machines are neither saved nor taken back. */
static bool is_offered(const struct key_row *row, int32_t context)
{
    bool is_local_only = row->action == ACTION_SAVE || row->action == ACTION_UNDO;
    return (row->contexts & context) && !(is_local_only && (context & KEYS_REMOTE));
}

/* Writes `h hint` or, without a word, the key alone; returns the length. */
static int format_item(const struct key_row *row, char item[ITEM_SIZE])
{
    return snprintf(item, ITEM_SIZE, "%s%s%s", row->key, row->word[0] != '\0' ? " " : "",
                    row->word);
}

void keys_line(int32_t context, int columns, char *buffer, size_t size)
{
    const struct key_row *help = &table[ROWS - 1];
    char item[ITEM_SIZE];
    int room = columns - format_item(help, item);
    size_t used = 0;
    buffer[0] = '\0';
    for (const struct key_row *row = table; row < help; row++) {
        bool is_shown = is_offered(row, context) && row->word != NULL;
        if (!is_shown || (row->word[0] == '\0' && columns < PLAIN_COLUMNS))
            continue;
        int length = format_item(row, item) + 2;
        if ((int)used + length > room)
            continue;
        used += (size_t)snprintf(buffer + used, size - used, "%s  ", item);
    }
    format_item(help, item);
    snprintf(buffer + used, size - used, "%s", item);
}

int keys_help(int32_t context, struct dialog_help_row rows[KEYS_HELP_ROWS])
{
    int count = 0;
    struct look look;
    rows[count++] = (struct dialog_help_row){ NULL, "Keys" };
    for (size_t i = 0; i < ROWS && count < KEYS_HELP_ROWS; i++)
        if (is_offered(&table[i], context) && table[i].help != NULL)
            rows[count++] = (struct dialog_help_row){ table[i].key, table[i].help };
    rows[count++] = (struct dialog_help_row){ NULL, "The boards" };
    for (int32_t i = 0; theme_legend(i, &look) && count < KEYS_HELP_ROWS; i++)
        rows[count++] = (struct dialog_help_row){ look.glyph, look.meaning };
    return count;
}
