/* What was chosen is remembered; a file that is damaged or foreign does no harm. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "battleship/game/preferences.h"
#include "common/tty.h"
#include "scratch.h"
#include "support.h"

#define FILE_NAME "battleship/preferences"

static struct preferences preferences;

static void open_scratch(void)
{
    scratch_open();
}

static void close_all(void)
{
    preferences_close(&preferences);
    scratch_close();
}

TestSuite(preferences, .init = open_scratch, .fini = close_all);

/* Reads the file, in which nothing is wrong. */
static void read_again(void)
{
    char why[FILES_WHY_SIZE] = "";

    preferences_close(&preferences);
    cr_assert(preferences_open(&preferences, why), "%s", why);
}

static void keep(void)
{
    char why[FILES_WHY_SIZE] = "";

    cr_assert(preferences_keep(&preferences, why), "%s", why);
}

/* Writes a file and reads it, where something is wrong. */
static void read_fault(const char *text, const char *expected)
{
    char why[FILES_WHY_SIZE] = "";

    read_again();
    scratch_write(scratch_path(FILE_NAME), text);
    preferences_close(&preferences);
    cr_assert_not(preferences_open(&preferences, why), "%s", text);
    cr_assert_not_null(strstr(why, expected), "%s", why);
}

static void assert_file(const char *expected)
{
    char *text = scratch_read(scratch_path(FILE_NAME));

    cr_assert_str_eq(text, expected, "%s", text);
    free(text);
}

Test(preferences, none_are_kept_where_none_were_chosen)
{
    read_again();
    cr_assert_eq(preferences.level, BSHIP_LEVEL_NONE, "no level");
    cr_assert_eq(preferences.colour, -1, "no colour");
    keep();
    cr_assert_eq(scratch_count(scratch_path("battleship")), 0, "no file");
}

Test(preferences, all_are_read_as_they_were_kept)
{
    bship_rules *rules = rules_from("fleet russian\nboard 12x9\nturn salvo 3\nblocked A1 B2\n");

    read_again();
    preferences_set_opponent(&preferences, BSHIP_LEVEL_EXPERT, NULL);
    preferences_set_rules(&preferences, rules);
    preferences.style = "edge";
    preferences.colour = COLOUR_NEVER;
    strcpy(preferences.name, "Ann Lee");
    strcpy(preferences.address, "one.example.org:4796");
    keep();
    read_again();
    cr_assert_eq(preferences.level, BSHIP_LEVEL_EXPERT, "level");
    cr_assert(bship_rules_equal(preferences.rules, rules), "rules");
    cr_assert_str_eq(preferences.style, "edge", "style");
    cr_assert_eq(preferences.colour, COLOUR_NEVER, "colour");
    cr_assert_str_eq(preferences.name, "Ann Lee", "name");
    cr_assert_str_eq(preferences.address, "one.example.org:4796", "address");
    preferences_set_opponent(&preferences, BSHIP_LEVEL_NONE, "density");
    keep();
    read_again();
    cr_assert_eq(preferences.level, BSHIP_LEVEL_NONE, "no level beside a strategy");
    cr_assert_str_eq(preferences.strategy, "density", "strategy");
    bship_rules_unref(rules);
}

Test(preferences, lines_of_other_versions_are_kept)
{
    read_again();
    scratch_write(scratch_path(FILE_NAME),
                  "battleship-preferences 1\ncalm yes\nlevel easy\n\nsound 11\n");
    read_again();
    cr_assert_eq(preferences.level, BSHIP_LEVEL_EASY, "what is known counts");
    preferences_set_opponent(&preferences, BSHIP_LEVEL_HARD, NULL);
    keep();
    assert_file("battleship-preferences 1\nlevel hard\ncalm yes\nsound 11\n");
}

Test(preferences, a_value_that_does_not_exist_is_said_once_and_the_rest_counts)
{
    static const char *const lines[] = { "level divine", "strategy none", "style fancy",
                                         "color pink",   "name \"",       "rules board 0x0" };

    for (size_t i = 0; i < sizeof lines / sizeof lines[0]; i++) {
        char text[128];

        snprintf(text, sizeof text, "battleship-preferences 1\n%s\nlevel easy\n", lines[i]);
        read_fault(text, "preferences:2:1: ");
        cr_assert_eq(preferences.level, BSHIP_LEVEL_EASY, "%s: the rest counts", lines[i]);
        keep();
        read_again();
        scratch_write(scratch_path(FILE_NAME), "");
    }
}

Test(preferences, a_file_that_is_something_else_is_said_and_left_alone)
{
    read_fault("Dear diary\n", "preferences:1:1: ");
    preferences_set_opponent(&preferences, BSHIP_LEVEL_HARD, NULL);
    keep();
    assert_file("Dear diary\n");
}

Test(preferences, what_cannot_be_written_is_said_once)
{
    char why[FILES_WHY_SIZE] = "";

    read_again();
    preferences_set_opponent(&preferences, BSHIP_LEVEL_HARD, NULL);
    free(preferences.path);
    preferences.path = strdup("/proc/none/preferences");
    cr_assert_not(preferences_keep(&preferences, why), "refused");
    cr_assert_not_null(strstr(why, "/proc/none"), "%s", why);
    keep();
}
