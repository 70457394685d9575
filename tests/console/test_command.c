/* The man page has the commands as the game has them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/talk/command.h"
#include "scratch.h"
#include "support.h"

enum {
    ENTRY_SIZE = 512
};

/* Appends text as mdoc writes it: a caret would be an accent, and a question mark the end of a
 * sentence. */
static void escape(char entry[ENTRY_SIZE], const char *text)
{
    for (size_t used = strlen(entry); *text != '\0'; text++, used = strlen(entry))
        snprintf(entry + used, ENTRY_SIZE - used,
                 *text == '^'   ? "\\(ha"
                 : *text == '?' ? "\\&?"
                                : "%c",
                 *text);
}

/* `.It ^A` and what the key does. */
static void write_key(const struct command_row *row, char entry[ENTRY_SIZE])
{
    snprintf(entry, ENTRY_SIZE, "\n.It ");
    escape(entry, row->key != NULL ? row->key : row->label);
    strcat(entry, "\n");
    strcat(entry, row->help);
    strcat(entry, "\n");
}

/* `.It Ic random Op Ar STYLE` and what the word does. */
static void write_word(const struct command_row *row, char entry[ENTRY_SIZE])
{
    bool is_optional = row->usage[0] == '[';
    int length = (int)strlen(row->usage) - (is_optional ? 2 : 0);

    snprintf(entry, ENTRY_SIZE, "\n.It Ic %s%s%.*s\n%s\n", row->word,
             is_optional             ? " Op Ar "
             : row->usage[0] != '\0' ? " Ar "
                                     : "",
             length, row->usage + (is_optional ? 1 : 0), row->help);
}

static void assert_has(const char *page, const char *entry)
{
    cr_assert_not_null(strstr(page, entry), "the man page lacks:%s", entry);
}

/* Each place is a bit. */
static int32_t next_place(int32_t place)
{
    return place < PLACE_REPLAY ? 2 * place : 0;
}

static void check_page(const char *page, int32_t place)
{
    const struct command_row *row;

    for (int i = 0; (row = command_row(place, i)) != NULL; i++) {
        char entry[ENTRY_SIZE];

        if (row->help == NULL)
            continue;
        if (row->key != NULL || row->label != NULL) {
            write_key(row, entry);
            assert_has(page, entry);
        }
        if (row->word != NULL) {
            write_word(row, entry);
            assert_has(page, entry);
        }
    }
}

Test(command, the_man_page_has_every_key_and_every_word)
{
    char *page = scratch_read(BATTLESHIP_PAGE);

    for (int32_t place = PLACE_SHOT; place != 0; place = next_place(place))
        check_page(page, place | PLACE_NARROW);
    free(page);
}

/* Looks up the keys and the word of a row. */
static void check_lookup(int32_t place, const struct command_row *row)
{
    char word[32] = "";
    char *rest;

    for (int key = 0; key < 2; key++)
        if (row->keys[key] != 0)
            cr_assert_eq(command_of_key(place, row->keys[key]), row->command, "place %d: %s",
                         (int)place, row->key);
    if (row->word == NULL)
        return;
    snprintf(word, sizeof word, "%s", row->word);
    cr_assert_eq(command_of_line(place, word, &rest), row->command, "place %d: %s", (int)place,
                 row->word);
}

Test(command, no_two_commands_of_a_place_share_a_key_or_a_word)
{
    for (int32_t place = PLACE_SHOT; place != 0; place = next_place(place)) {
        const struct command_row *row;

        for (int i = 0; (row = command_row(place, i)) != NULL; i++)
            check_lookup(place, row);
    }
}
