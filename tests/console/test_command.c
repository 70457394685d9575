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

/* Every place, and the part of the page that has its keys. */
static const struct {
    int32_t place;
    const char *part;
} places[] = {
    { PLACE_LAYING, "Laying a fleet" },
    { PLACE_SHOT | PLACE_NARROW, "Aiming" },
    { PLACE_SALVO | PLACE_NARROW, "Aiming" },
    { PLACE_SHOT | PLACE_REMOTE, "Aiming" },
    { PLACE_RESULT | PLACE_NARROW, "Aiming" },
    { PLACE_WATCH | PLACE_NARROW, "Watching" },
    { PLACE_LOG, "The log" },
    { PLACE_END | PLACE_NARROW, "The end" },
    { PLACE_REPLAY | PLACE_NARROW, "Replay" },
};

enum {
    PLACES = sizeof places / sizeof places[0]
};

/* Appends text as mdoc writes it: a caret would be an accent, and a question mark the end of a
 * sentence. */
static void escape(char entry[ENTRY_SIZE], const char *text)
{
    for (size_t used = strlen(entry); *text; text++, used = strlen(entry))
        snprintf(entry + used, ENTRY_SIZE - used,
                 *text == '^'   ? "\\(ha"
                 : *text == '?' ? "\\&?"
                                : "%c",
                 *text);
}

/* `.It ^A` and what the key does. */
static void write_key(const struct command_row *row, char entry[ENTRY_SIZE])
{
    char keys[COMMAND_KEYS_SIZE];

    command_format_keys(row, keys);
    snprintf(entry, ENTRY_SIZE, "\n.It ");
    escape(entry, keys);
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
             is_optional     ? " Op Ar "
             : row->usage[0] ? " Ar "
                             : "",
             length, row->usage + (is_optional ? 1 : 0), row->help);
}

static void assert_has(const char *part, const char *name, const char *entry)
{
    cr_assert_not_null(strstr(part, entry), "%s lacks:%s", name, entry);
}

/* A part of the page, with its heading; to be freed. */
static char *part_of(const char *page, const char *name)
{
    char heading[64];
    snprintf(heading, sizeof heading, "\n.Ss %s\n", name);
    const char *part = strstr(page, heading);
    cr_assert_not_null(part, "the page has no part %s", name);
    const char *end = strstr(part + 1, "\n.S");
    return strndup(part, end ? (size_t)(end - part) + 1 : strlen(part));
}

Test(command, the_man_page_has_every_key_and_every_word)
{
    char *page = scratch_read(BATTLESHIP_PAGE);

    for (size_t place = 0; place < PLACES; place++) {
        const struct command_row *row;
        char *part = part_of(page, places[place].part);

        for (int i = 0; (row = command_row(places[place].place, i)); i++) {
            char entry[ENTRY_SIZE];

            if (command_is_on_screen(row)) {
                write_key(row, entry);
                assert_has(part, places[place].part, entry);
            }
            if (row->help && row->word) {
                write_word(row, entry);
                assert_has(page, "the page", entry);
            }
        }
        free(part);
    }
    free(page);
}

/* How many keys of commands a part has in its list. */
static int count_items(const char *part)
{
    int count = 0;
    for (const char *item = part; (item = strstr(item, "\n.It ")); item++)
        count++;
    return count;
}

Test(command, the_man_page_has_no_other_keys)
{
    char *page = scratch_read(BATTLESHIP_PAGE);

    for (size_t place = 0; place < PLACES; place++) {
        const struct command_row *row;
        char entry[ENTRY_SIZE], seen[16384] = "";
        int count = 0;
        char *part = part_of(page, places[place].part);

        for (size_t same = 0; same < PLACES; same++)
            for (int i = 0; strcmp(places[same].part, places[place].part) == 0 &&
                            (row = command_row(places[same].place, i));
                 i++)
                if (command_is_on_screen(row)) {
                    write_key(row, entry);
                    count += !strstr(seen, entry);
                    strcat(seen, strstr(seen, entry) ? "" : entry);
                }
        cr_assert_eq(count_items(part), count, "%s has %d keys, not %d", places[place].part,
                     count_items(part), count);
        free(part);
    }
    free(page);
}

Test(command, every_command_on_the_screen_can_be_chosen_by_a_key)
{
    for (size_t place = 0; place < PLACES; place++) {
        const struct command_row *row;

        for (int i = 0; (row = command_row(places[place].place, i)); i++)
            if (command_is_on_screen(row) && row->command != COMMAND_NONE)
                cr_assert(row->key || command_letter(row), "%s", row->label);
    }
}

Test(command, no_two_commands_of_a_place_share_a_letter_of_the_menu)
{
    for (size_t place = 0; place < PLACES; place++) {
        const struct command_row *row;
        char seen[64] = "";

        for (int i = 0; (row = command_row(places[place].place, i)); i++) {
            char letter = command_letter(row);
            if (!row->help || !letter)
                continue;
            cr_assert_null(strchr(seen, letter), "%c in %s", letter, places[place].part);
            seen[strlen(seen)] = letter;
        }
    }
}

Test(command, the_help_of_line_mode_names_no_function_keys)
{
    for (size_t place = 0; place < PLACES; place++) {
        const struct command_row *row;

        for (int i = 0; (row = command_row(places[place].place, i)); i++)
            if (row->word && row->help)
                cr_assert_null(strstr(row->help, "(F"), "%s: %s", row->word, row->help);
    }
}

Test(command, no_two_commands_of_a_place_share_a_key_or_a_word)
{
    for (size_t place = 0; place < PLACES; place++) {
        const struct command_row *row;
        int32_t at = places[place].place;

        for (int i = 0; (row = command_row(at, i)); i++) {
            char word[32] = "";
            char *rest;

            for (int key = 0; key < 2; key++)
                if (row->keys[key] != 0)
                    cr_assert_eq(command_of_key(at, row->keys[key]), row->command, "%s", row->help);
            if (!row->word)
                continue;
            snprintf(word, sizeof word, "%s", row->word);
            cr_assert_eq(command_of_line(at, word, &rest), row->command, "%s", row->word);
        }
    }
}
