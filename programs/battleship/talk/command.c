/* The commands of the game; see command.h. */
#include "battleship/talk/command.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "battleship/talk/key.h"
#include "battleship/talk/review_words.h"

enum {
    PLACE_AIM = PLACE_SHOT | PLACE_SALVO,
    PLACE_GAME = PLACE_AIM | PLACE_WATCH | PLACE_RESULT,
    PLACE_CELLS = PLACE_GAME | PLACE_LAYING, /* where letters begin cells */
    PLACE_ALL = PLACE_CELLS | PLACE_LOG
};

#define CTRL KEY_CTRL
#define F(number) (TERMINAL_KEY_F1 + (number)-1)
#define MENU KEY_MENU
#define ENTER TERMINAL_KEY_ENTER
#define ESCAPE TERMINAL_KEY_ESCAPE

#define ANALYSE_HELP "the review: every turn, with its chances; on the screen, again: back"

/* clang-format off */
static const struct command_row table[] = {
    /* places, command, keys, key, label, word, usage, help */
    { PLACE_AIM, COMMAND_NONE, { 0, 0 }, "arrows, mouse", "", NULL, "",
      "move the cursor; a click on it acts" },
    { PLACE_AIM, COMMAND_NONE, { 0, 0 }, "B7", NULL, NULL, "",
      "a typed cell moves the cursor; Enter acts" },
    { PLACE_SHOT, COMMAND_FIRE, { ENTER, ' ' }, "Enter", "fire", NULL, "",
      "fire at the cursor; so does Space" },
    { PLACE_SALVO, COMMAND_MARK, { ' ', 0 }, "Space", "mark, unmark", NULL, "",
      "mark the cell, or unmark it" },
    { PLACE_SALVO, COMMAND_FIRE, { ENTER, 0 }, "Enter", "mark", NULL, "",
      "mark the cell; fire once all shots due are marked" },
    { PLACE_SALVO, COMMAND_UNMARK, { TERMINAL_KEY_BACKSPACE, TERMINAL_KEY_DELETE }, "Backspace",
      NULL, "back", "[CELL]", "take back the last mark, or a cell's" },
    { PLACE_SALVO, COMMAND_SALVO, { 0, 0 }, NULL, NULL, "salvo", "",
      "the shots marked so far, and how many are due" },
    { PLACE_WATCH, COMMAND_PAUSE, { ' ', 0 }, "Space", "go on", NULL, "", "pause, and go on" },
    { PLACE_WATCH, COMMAND_STEP, { ENTER, 0 }, "Enter", "step", NULL, "", "one turn" },
    { PLACE_WATCH | PLACE_REPLAY, COMMAND_FASTER, { '+', '=' }, "+", "faster", NULL, "",
      "play faster" },
    { PLACE_WATCH | PLACE_REPLAY, COMMAND_SLOWER, { '-', '_' }, "-", "slower", NULL, "",
      "play more slowly" },
    { PLACE_LAYING, COMMAND_NONE, { 0, 0 }, "arrows, mouse", NULL, NULL, "",
      "move the ship; a click lays it there, or picks up the ship that is there" },
    { PLACE_LAYING, COMMAND_NONE, { 0, 0 }, "B7", NULL, NULL, "",
      "a typed cell moves the ship there; Enter lays it" },
    { PLACE_LAYING, COMMAND_LAY, { ENTER, 0 }, "Enter", "lay", NULL, "",
      "lay the ship, or pick up the one that is there; start, once all are laid" },
    { PLACE_LAYING, COMMAND_ROTATE, { ' ', 'r' }, "Space", "rotate", NULL, "",
      "turn the ship; so do r, unless there is a column R, and a right click" },
    { PLACE_LAYING, COMMAND_ROTATE, { 0, 0 }, NULL, NULL, "rotate", "[CELL]",
      "turn the next ship, or the one at a cell" },
    { PLACE_LAYING, COMMAND_NEXT_SHIP, { TERMINAL_KEY_TAB, 0 }, "Tab", "next", NULL, "",
      "take the next ship" },
    { PLACE_LAYING, COMMAND_RANDOM, { CTRL('A'), 0 }, "^A", "random", NULL, "",
      "lay the rest at random; again for another layout" },
    { PLACE_LAYING, COMMAND_RANDOM, { 0, 0 }, NULL, NULL, "random", "[STYLE]",
      "lay the rest at random, or all by a placement style" },
    { PLACE_LAYING, COMMAND_UNDO, { CTRL('U'), F(5) }, "^U", "undo", "undo", "",
      "take back the last change" },
    { PLACE_LAYING, COMMAND_STYLE, { CTRL('Y'), 0 }, "^Y", "style", NULL, "",
      "lay the whole fleet by a style, such as one that is hard to find" },
    { PLACE_LAYING, COMMAND_CLEAR, { CTRL('K'), 0 }, "^K", "clear", "clear", "",
      "remove all ships" },
    { PLACE_LAYING, COMMAND_PICK_UP, { TERMINAL_KEY_BACKSPACE, TERMINAL_KEY_DELETE }, "Backspace",
      NULL, NULL, "", "pick up the ship under the cursor" },
    { PLACE_LAYING, COMMAND_PICK_UP, { 0, 0 }, NULL, NULL, "back", "[CELL]",
      "take back the last change, or remove the ship at a cell" },
    { PLACE_LAYING, COMMAND_MOVE, { 0, 0 }, NULL, NULL, "move", "CELL TO",
      "move the ship at a cell: move B3 C5, or move B3 C5 down" },
    { PLACE_LAYING, COMMAND_START, { MENU('s'), 0 }, NULL, "start", "start", "",
      "start, once all ships are laid; so does Enter" },
    { PLACE_LAYING, COMMAND_CANCEL, { ESCAPE, 0 }, "Escape", NULL, NULL, "",
      "drop a cell that is being typed" },
    { PLACE_LAYING, COMMAND_BOARD, { 0, 0 }, NULL, NULL, "board", "", "the fleet so far" },
    { PLACE_LAYING, COMMAND_RULES, { MENU('l'), 0 }, NULL, "rules", "rules", "",
      "the rules of this game" },
    { PLACE_LAYING, COMMAND_PROFILE, { MENU('p'), 0 }, NULL, "profile", "profile", "",
      "what the machine knows of how you lay ships" },
    { PLACE_LAYING, COMMAND_FORGET, { MENU('f'), 0 }, NULL, "forget", "forget", "",
      "erase what the machine knows of how you lay ships" },
    { PLACE_REPLAY, COMMAND_FORWARD, { 0, 0 }, "arrows", "step", NULL, "", NULL },
    { PLACE_REPLAY, COMMAND_FORWARD, { TERMINAL_KEY_RIGHT, TERMINAL_KEY_DOWN }, "right, down",
      NULL, "next", "", "the next step; in line mode Enter will do" },
    { PLACE_REPLAY, COMMAND_BACKWARD, { TERMINAL_KEY_LEFT, TERMINAL_KEY_UP }, "left, up", NULL,
      "back", "", "the step before" },
    { PLACE_REPLAY, COMMAND_FORWARD, { 'n', 0 }, "n", NULL, NULL, "", NULL },
    { PLACE_REPLAY, COMMAND_BACKWARD, { 'b', 0 }, "b", NULL, NULL, "", NULL },
    { PLACE_REPLAY, COMMAND_FAR_FORWARD, { TERMINAL_KEY_PAGE_DOWN, 0 }, "PgDn", NULL, NULL, "",
      "ten steps on" },
    { PLACE_REPLAY, COMMAND_FAR_BACKWARD, { TERMINAL_KEY_PAGE_UP, 0 }, "PgUp", NULL, NULL, "",
      "ten steps back" },
    { PLACE_REPLAY, COMMAND_FIRST, { TERMINAL_KEY_HOME, 0 }, "Home", NULL, "first", "",
      "the beginning" },
    { PLACE_REPLAY, COMMAND_LAST, { TERMINAL_KEY_END, 0 }, "End", NULL, "last", "", "the end" },
    { PLACE_REPLAY, COMMAND_NONE, { 0, 0 }, "12 Enter", "go to", NULL, "",
      "type a number: just after that step" },
    { PLACE_REPLAY, COMMAND_PAUSE, { ' ', 0 }, "Space", "play", NULL, "", "play, or stop" },
    { PLACE_REPLAY, COMMAND_LEAVE, { 'q', F(10) }, "q", "back", "quit", "",
      "leave the replay" },
    { PLACE_REPLAY, COMMAND_ANALYSE, { 'a', 0 }, "a", "analyse", "analyse", "", ANALYSE_HELP },
    { PLACE_REPLAY, COMMAND_BOARD, { 0, 0 }, NULL, NULL, "board", "", "both boards" },
    { PLACE_REPLAY, COMMAND_HEAT, { 'm', F(3) }, "m", "heat", "heat", "",
      "the chance of a hit in every cell, for whoever fires next" },
    { PLACE_REPLAY, COMMAND_HEAT, { CTRL('E'), 0 }, "^E", NULL, NULL, "", NULL },
    { PLACE_REPLAY, COMMAND_FLEETS, { 'f', 0 }, "f", "fleets", NULL, "",
      "hide the fleets, as the players saw it; or show them" },
    { PLACE_AIM, COMMAND_HINT, { CTRL('T'), F(2) }, "^T", "hint", "hint", "",
      "where an expert would fire; fills a salvo" },
    { PLACE_AIM, COMMAND_HEAT, { CTRL('E'), F(3) }, "^E", "heat", "heat", "",
      "the chance of a hit in every cell" },
    { PLACE_AIM | PLACE_RESULT, COMMAND_UNDO, { CTRL('U'), F(5) }, "^U", "undo",
      "undo", "", "take back your last turn" },
    { PLACE_GAME, COMMAND_SAVE, { CTRL('W'), F(4) }, "^W", "save", NULL, "", "save the game now" },
    { PLACE_GAME, COMMAND_SAVE, { 0, 0 }, NULL, NULL, "save", "[FILE]",
      "save the game now; with a file, a copy of it" },
    { PLACE_ALL, COMMAND_LEAVE, { CTRL('X'), F(10) }, "^X", "leave", "quit", "",
      "leave the game; you are asked what becomes of it" },
    { PLACE_GAME, COMMAND_LOG, { CTRL('O'), 0 }, "^O", "log", "log", "",
      "everything that happened" },
    { PLACE_LOG, COMMAND_NONE, { 0, 0 }, "arrows", "scroll", NULL, "", "scroll; so do PgUp, PgDn" },
    { PLACE_LOG, COMMAND_LOG, { CTRL('O'), ESCAPE }, "^O", "back", NULL, "",
      "back to the boards" },
    { PLACE_AIM, COMMAND_NOTE, { CTRL('N'), 0 }, "^N", "note", "note", "[CELL X]",
      "note a character on a cell" },
    { PLACE_AIM, COMMAND_RESIGN, { CTRL('R'), 0 }, "^R", "resign", "resign", "",
      "give the game up" },
    { PLACE_AIM, COMMAND_BOARD, { 0, 0 }, NULL, NULL, "board", "",
      "both boards and the news again" },
    { PLACE_AIM, COMMAND_ROW, { 0, 0 }, NULL, NULL, "row", "NUMBER",
      "a row of both boards in words" },
    { PLACE_AIM, COMMAND_AFLOAT, { 0, 0 }, NULL, NULL, "afloat", "",
      "the ships that are afloat, by name" },
    { PLACE_AIM, COMMAND_NEWS, { MENU('s'), 0 }, NULL, "news", "news", "",
      "what has happened since your last turn" },
    { PLACE_AIM, COMMAND_RULES, { MENU('l'), 0 }, NULL, "rules", "rules", "",
      "the rules of this game" },
    { PLACE_AIM, COMMAND_PROFILE, { MENU('p'), 0 }, NULL, "profile", "profile", "",
      "what the machine knows of how you lay ships" },
    { PLACE_AIM, COMMAND_FORGET, { MENU('f'), 0 }, NULL, "forget", "forget", "",
      "erase what the machine knows of how you lay ships" },
    { PLACE_GAME, COMMAND_LEGEND, { MENU('m'), 0 }, NULL, "marks", NULL, "",
      "what the marks on the boards mean" },
    { PLACE_GAME, COMMAND_TAB, { TERMINAL_KEY_TAB, TERMINAL_KEY_BACKTAB }, "Tab", "board", NULL, "",
      "the other board, where there is room for one only" },
    { PLACE_GAME, COMMAND_CANCEL, { ESCAPE, 0 }, "Escape", NULL, NULL, "",
      "cancel a hint, a heat map, or what was typed and waits" },
    { PLACE_END, COMMAND_TAB, { TERMINAL_KEY_TAB, TERMINAL_KEY_BACKTAB }, "Tab", "next", NULL, "",
      "the other board, then the review; in the analysis the other player" },
    { PLACE_END, COMMAND_REMATCH, { 'r', 0 }, "r", "rematch", "rematch", "",
      "play again by the same rules; the other side begins" },
    { PLACE_END, COMMAND_NEW_GAME, { 'n', 0 }, "n", "new game", NULL, "", "back to the menu" },
    { PLACE_END, COMMAND_REPLAY, { 'p', 0 }, "p", "replay", "replay", "",
      "replay this game step by step" },
    { PLACE_END, COMMAND_ANALYSE, { 'a', 0 }, "a", "analyse", "analyse", "", ANALYSE_HELP },
    { PLACE_END, COMMAND_LEAVE, { 'q', F(10) }, "q", "quit", "quit", "", "quit" },
    { PLACE_END, COMMAND_NONE, { 0, 0 }, "review", NULL, NULL, "", REVIEW_EXPLANATION },
    { PLACE_REPLAY, COMMAND_TAB, { TERMINAL_KEY_TAB, TERMINAL_KEY_BACKTAB }, "Tab", "next", NULL,
      "", "the other board, then the log; in the analysis the other player" },
    { PLACE_END | PLACE_REPLAY, COMMAND_LEAVE, { CTRL('X'), 0 }, "^X", NULL, NULL, "", NULL },
    { PLACE_END | PLACE_REPLAY, COMMAND_CANCEL, { ESCAPE, 0 }, "Escape", NULL, NULL, "",
      "cancel what is typed, computed or shown; else leave a replay" },
    { PLACE_END | PLACE_REPLAY, COMMAND_MENU, { '?', F(1) }, "?", "help", "help", "",
      "this page" },
    { PLACE_ALL, COMMAND_MENU, { '?', F(1) }, "?", "menu", "help", "", "this page" },
};
/* clang-format on */

enum {
    ROWS = sizeof table / sizeof table[0],
    WORD_SIZE = 32 /* of a word, including its NUL; longer ones are no commands */
};

char command_letter(const struct command_row *row)
{
    int32_t key = row->keys[0];
    if (key >= CTRL('A') && key <= CTRL('Z') && row->key && row->key[0] == '^')
        return (char)(key + 'a' - CTRL('A'));
    if (key >= MENU('a') && key <= MENU('z'))
        return (char)(key + 'a' - MENU('a'));
    return key >= 'a' && key <= 'z' ? (char)key : '\0';
}

void command_format_keys(const struct command_row *row, char text[COMMAND_KEYS_SIZE])
{
    int32_t function = row->keys[1] - TERMINAL_KEY_F1 + 1;
    bool has_function = function >= 1 && function <= 12;
    if (!row->key)
        snprintf(text, COMMAND_KEYS_SIZE, "? %c", command_letter(row));
    else if (has_function)
        snprintf(text, COMMAND_KEYS_SIZE, "%s, F%d", row->key, (int)function);
    else
        snprintf(text, COMMAND_KEYS_SIZE, "%s", row->key);
}

bool command_is_on_screen(const struct command_row *row)
{
    return row->help && (row->key || row->label);
}

int32_t command_of_key(int32_t place, int32_t key)
{
    if (!(place & PLACE_CELLS) && key >= 'A' && key <= 'Z')
        key += 'a' - 'A';
    for (size_t i = 0; i < ROWS; i++)
        if ((table[i].places & place) && key != 0 &&
            (table[i].keys[0] == key || table[i].keys[1] == key))
            return table[i].command;
    return COMMAND_NONE;
}

/* Whether a word is that of a row, or a punctuation mark that is its key. */
static bool is_word(const struct command_row *row, const char *word, size_t length)
{
    bool is_mark = length == 1 && ispunct((unsigned char)word[0]);
    return row->word &&
           ((strlen(row->word) == length && strncasecmp(word, row->word, length) == 0) ||
            (is_mark && row->keys[0] == word[0]));
}

/* The command of a line that is its key, if it has a word, too. */
static int32_t command_of_character(int32_t place, const char *line)
{
    bool is_alone = line[0] && !line[1 + strspn(line + 1, " ")];
    int32_t command = is_alone ? command_of_key(place, line[0]) : COMMAND_NONE;
    return command_name(place, command, true)[0] ? command : COMMAND_NONE;
}

int32_t command_of_line(int32_t place, char *line, char **rest)
{
    *rest = line + strspn(line, " ,");
    size_t length = strcspn(*rest, " ,");
    for (size_t i = 0; i < ROWS && length < WORD_SIZE; i++)
        if ((table[i].places & place) && is_word(&table[i], *rest, length)) {
            *rest += length;
            return table[i].command;
        }
    return place & PLACE_CELLS ? COMMAND_NONE : command_of_character(place, *rest);
}

/* Whether a row is worth mentioning: nothing is taken back in games across machines. */
static bool is_offered(const struct command_row *row, int32_t place)
{
    bool is_local_only = row->command == COMMAND_UNDO;
    bool is_narrow_only = row->command == COMMAND_TAB;
    bool is_help = row->command == COMMAND_HINT || row->command == COMMAND_HEAT;
    return (row->places & place) && !(is_local_only && (place & PLACE_REMOTE)) &&
           !(is_narrow_only && !(place & PLACE_NARROW)) && !(is_help && (place & PLACE_ALONE));
}

const struct command_row *command_row(int32_t place, int index)
{
    for (size_t i = 0; i < ROWS; i++)
        if (is_offered(&table[i], place) && index-- == 0)
            return &table[i];
    return NULL;
}

const char *command_label(const struct command_row *row, int32_t place)
{
    bool aims = row->command == COMMAND_FIRE || row->command == COMMAND_MARK;
    if (aims && (place & PLACE_UNSEEN))
        return "aim";
    if (row->command == COMMAND_FIRE && (place & PLACE_MARKED))
        return "fire";
    if (row->command == COMMAND_LAY && (place & PLACE_TAKEN))
        return "pick up";
    if (row->command == COMMAND_LAY && (place & PLACE_MARKED))
        return "start";
    if (row->command == COMMAND_PAUSE && (place & PLACE_PLAYING))
        return "pause";
    return row->label;
}

bool command_is_vital(const struct command_row *row)
{
    static const int32_t vital[] = { COMMAND_FIRE,  COMMAND_LAY,   COMMAND_RANDOM,
                                     COMMAND_PAUSE, COMMAND_STEP,  COMMAND_FORWARD,
                                     COMMAND_TAB,   COMMAND_LEAVE, COMMAND_REMATCH };
    for (size_t i = 0; i < sizeof vital / sizeof vital[0]; i++)
        if (row->command == vital[i])
            return true;
    return false;
}

const char *command_name(int32_t place, int32_t command, bool is_lines)
{
    for (size_t i = 0; i < ROWS; i++) {
        const char *name = is_lines ? table[i].word : table[i].key;
        if ((table[i].places & place) && table[i].command == command && name)
            return name;
    }
    return "";
}
