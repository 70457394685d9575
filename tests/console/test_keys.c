/* The table of commands: keys, words and letters are found, and none is the beginning of a cell. */
#include <ctype.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "battleship/talk/key.h"
#include "battleship/talk/key_queue.h"
#include "support.h"

static const int32_t places[] = { PLACE_SHOT, PLACE_SALVO, PLACE_WATCH, PLACE_LOG, PLACE_RESULT };

enum {
    PLACES = sizeof places / sizeof places[0]
};

Test(keys, control_and_function_keys_act_alike)
{
    static const struct {
        int32_t letter, function; /* the number of a function key; 0: none */
        int32_t command;
    } rows[] = {
        { 'T', 2, COMMAND_HINT }, { 'E', 3, COMMAND_HEAT },   { 'W', 4, COMMAND_SAVE },
        { 'U', 5, COMMAND_UNDO }, { 'X', 10, COMMAND_LEAVE }, { 'N', 0, COMMAND_NOTE },
        { 'O', 0, COMMAND_LOG },  { 'R', 0, COMMAND_RESIGN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int32_t function = TERMINAL_KEY_F1 + rows[i].function - 1;
        int32_t key = KEY_CTRL(rows[i].letter);
        cr_assert_eq(command_of_key(PLACE_SHOT, key), rows[i].command, "row %zu", i);
        cr_assert_eq(command_of_key(PLACE_SALVO, key), rows[i].command, "row %zu", i);
        if (rows[i].function > 0)
            cr_assert_eq(command_of_key(PLACE_SHOT, function), rows[i].command, "row %zu", i);
    }
}

Test(keys, letters_and_digits_are_no_commands)
{
    for (size_t i = 0; i < PLACES; i++)
        for (int32_t key = '0'; key <= 'z'; key++)
            if (isalnum((int)key))
                cr_assert_eq(command_of_key(places[i], key), COMMAND_NONE, "key %c", (char)key);
}

Test(keys, single_letters_are_no_words)
{
    for (char letter = 'a'; letter <= 'z'; letter++) {
        char line[] = { letter, '\0' };
        char *rest;
        cr_assert_eq(command_of_line(PLACE_SHOT | PLACE_SALVO, line, &rest), COMMAND_NONE, "%s",
                     line);
    }
}

Test(keys, watching_and_the_log_have_no_keys_that_fire)
{
    static const int32_t quiet[] = { PLACE_WATCH, PLACE_LOG, PLACE_RESULT };
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++)
        for (int32_t key = 1; key <= TERMINAL_KEY_F12; key++) {
            int32_t command = command_of_key(quiet[i], key);
            cr_assert(command != COMMAND_FIRE && command != COMMAND_MARK, "key %d", (int)key);
        }
}

Test(keys, words_are_found_and_what_follows_them)
{
    static const struct {
        const char *line;
        int32_t command;
        const char *rest;
    } rows[] = {
        { "hint", COMMAND_HINT, "" },
        { "  UNDO", COMMAND_UNDO, "" },
        { "note E5 x", COMMAND_NOTE, " E5 x" },
        { "E5 f6", COMMAND_NONE, "E5 f6" },
        { "hints", COMMAND_NONE, "hints" },
        { "quit", COMMAND_LEAVE, "" },
        { "?", COMMAND_MENU, "" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[32];
        char *rest;
        strcpy(line, rows[i].line);
        cr_assert_eq(command_of_line(PLACE_SHOT, line, &rest), rows[i].command, "%s", line);
        cr_assert_str_eq(rest, rows[i].rest, "%s", rows[i].line);
    }
}

/* The row of a command in a place; NULL if it is not offered. */
static const struct command_row *offered(int32_t place, int32_t command)
{
    const struct command_row *row;
    for (int i = 0; (row = command_row(place, i)); i++)
        if (row->command == command && row->label)
            return row;
    return NULL;
}

Test(keys, labels_say_what_a_key_does_now)
{
    static const struct {
        int32_t place, state, command;
        const char *before, *after;
    } rows[] = {
        { PLACE_SALVO, PLACE_MARKED, COMMAND_FIRE, "mark", "fire" },
        { PLACE_REPLAY, PLACE_PLAYING, COMMAND_PAUSE, "play", "pause" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct command_row *row = offered(rows[i].place, rows[i].command);
        cr_assert_not_null(row, "row %zu", i);
        cr_assert_str_eq(command_label(row, rows[i].place), rows[i].before, "row %zu", i);
        cr_assert_str_eq(command_label(row, rows[i].place | rows[i].state), rows[i].after,
                         "row %zu", i);
    }
}

Test(keys, help_that_is_not_allowed_is_not_offered)
{
    static const int32_t help[] = { COMMAND_HINT, COMMAND_HEAT };
    for (size_t i = 0; i < sizeof help / sizeof help[0]; i++) {
        cr_assert_not_null(offered(PLACE_SHOT | PLACE_REMOTE, help[i]), "help %zu", i);
        cr_assert_null(offered(PLACE_SHOT | PLACE_REMOTE | PLACE_ALONE, help[i]), "help %zu", i);
    }
}

Test(key_queue, keys_come_out_as_they_went_in)
{
    struct key_queue queue = { .count = 0 };
    int32_t key;
    char text[64];
    for (const char *at = "b3\rc10"; *at; at++)
        cr_assert(key_queue_add(&queue, *at == '\r' ? TERMINAL_KEY_ENTER : *at), "%c", *at);
    key_queue_format(&queue, text, sizeof text);
    cr_assert_str_eq(text, "B3 C10", "%s", text);
    for (const char *at = "b3\rc10"; *at; at++) {
        cr_assert(key_queue_take(&queue, &key), "%c", *at);
        cr_assert_eq(key, *at == '\r' ? TERMINAL_KEY_ENTER : *at, "%c", *at);
    }
    cr_assert(!key_queue_take(&queue, &key), "it is empty");
}

Test(key_queue, a_full_queue_takes_no_more_and_loses_nothing)
{
    struct key_queue queue = { .count = 0 };
    int32_t key;
    for (int32_t i = 0; i < KEY_QUEUE_SIZE; i++)
        cr_assert(key_queue_add(&queue, 'a' + i % 26), "key %d", (int)i);
    cr_assert(!key_queue_add(&queue, 'z'), "it is full");
    for (int32_t i = 0; i < KEY_QUEUE_SIZE; i++)
        cr_assert(key_queue_take(&queue, &key) && key == 'a' + i % 26, "key %d", (int)i);
}

Test(key_queue, commands_do_not_wait)
{
    static const int32_t commands[] = { KEY_CTRL('U'), KEY_CTRL('X'), TERMINAL_KEY_ESCAPE,
                                        TERMINAL_KEY_F1, '?' };
    for (size_t i = 0; i < sizeof commands / sizeof commands[0]; i++)
        cr_assert(!key_aims(commands[i]), "key %d", (int)commands[i]);
}
