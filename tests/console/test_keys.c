/* The keys of a game: the documented ones act, and the line of keys fits. */
#include <string.h>

#include "battleship/screen/keys.h"
#include "battleship/screen/terminal.h"
#include "support.h"

static const int32_t contexts[] = { KEYS_SHOT, KEYS_SALVO, KEYS_WATCH, KEYS_LOG, KEYS_RESULT };

enum {
    CONTEXTS = sizeof contexts / sizeof contexts[0]
};

Test(keys, letters_and_function_keys_act_alike)
{
    static const struct {
        int32_t letter, function; /* the number of a function key; 0: none */
        int32_t action;
    } rows[] = {
        { 'h', 2, ACTION_HINT }, { 'm', 3, ACTION_HEAT },  { 's', 4, ACTION_SAVE },
        { 'u', 5, ACTION_UNDO }, { 'q', 10, ACTION_QUIT }, { '?', 1, ACTION_HELP },
        { 'n', 0, ACTION_NOTE }, { 'l', 0, ACTION_LOG },   { 'r', 0, ACTION_RESIGN },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int32_t function = TERMINAL_KEY_F1 + rows[i].function - 1;
        cr_assert_eq(keys_find(KEYS_SHOT, rows[i].letter), rows[i].action, "row %zu", i);
        cr_assert_eq(keys_find(KEYS_SALVO, rows[i].letter), rows[i].action, "row %zu", i);
        if (rows[i].function > 0)
            cr_assert_eq(keys_find(KEYS_SHOT, function), rows[i].action, "row %zu", i);
    }
}

Test(keys, watching_and_the_log_have_no_keys_that_fire)
{
    static const int32_t quiet[] = { KEYS_WATCH, KEYS_LOG, KEYS_RESULT };
    for (size_t i = 0; i < sizeof quiet / sizeof quiet[0]; i++)
        for (int32_t key = 1; key <= TERMINAL_KEY_F12; key++) {
            int32_t action = keys_find(quiet[i], key);
            cr_assert(action != ACTION_FIRE && action != ACTION_MARK, "key %d", (int)key);
        }
}

Test(keys, the_line_of_keys_fits_and_ends_with_help)
{
    for (size_t i = 0; i < CONTEXTS; i++)
        for (int columns = 30; columns <= 200; columns++) {
            char line[320];
            keys_line(contexts[i] | (columns < 70 ? KEYS_NARROW : 0), columns, line, sizeof line);
            cr_assert_leq(strlen(line), (size_t)columns, "`%s` in %d columns", line, columns);
            cr_assert_str_eq(line + strlen(line) - strlen("? help"), "? help", "%s", line);
        }
}

Test(keys, the_page_of_help_has_all_its_rows)
{
    struct dialog_help_row rows[KEYS_HELP_ROWS];
    for (size_t i = 0; i < CONTEXTS; i++) {
        int count = keys_help(contexts[i], rows);
        cr_assert(count > 2 && count < KEYS_HELP_ROWS, "%d rows", count);
        for (int row = 0; row < count; row++)
            cr_assert(rows[row].text != NULL, "row %d", row);
    }
}
