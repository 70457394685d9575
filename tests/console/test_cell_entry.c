/* A cell can be typed on boards of every width, and mistakes can be corrected. */
#include <string.h>

#include "battleship/talk/cell_entry.h"
#include "battleship/talk/key.h"
#include "support.h"

static bship_rules *board_of(int width, int height)
{
    bship_rules_options options = BSHIP_RULES_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    options.width = width;
    options.height = height;
    assert_ok(bship_fleet_parse(&fleet, "2", NULL, NULL), "fleet");
    assert_ok(bship_rules_new(&rules, fleet, &options, NULL), "%dx%d", width, height);
    bship_fleet_unref(fleet);
    return rules;
}

/* Types characters; `<` stands for Backspace, `!` for Escape. */
static void type(struct cell_entry *entry, const bship_rules *rules, const char *keys)
{
    for (; *keys; keys++)
        cell_entry_take(entry, rules,
                        *keys == '<'   ? TERMINAL_KEY_BACKSPACE
                        : *keys == '!' ? TERMINAL_KEY_ESCAPE
                                       : *keys);
}

Test(cell_entry, what_is_typed_is_the_beginning_of_a_cell)
{
    static const struct {
        int width, height;
        const char *keys, *text;
    } rows[] = {
        { 10, 10, "f2", "F2" },     { 10, 10, "j10", "J10" },
        { 10, 10, "j11", "J11" },   { 10, 10, "k", "K" },
        { 10, 10, "f0", "F0" },     { 10, 10, "2", "2" },
        { 10, 10, "fg3", "G3" },    { 10, 10, "f2<", "F" },
        { 10, 10, "f2<<", "" },     { 10, 10, "f2!", "" },
        { 10, 10, "f2a", "A" },     { 10, 10, "f2k", "K" },
        { 30, 30, "ad29", "AD29" }, { 30, 30, "ae", "E" },
        { 30, 30, "za1", "A1" },    { 1024, 1024, "amj1024", "AMJ1024" },
        { 1024, 1024, "amk", "K" }, { 1024, 1024, "amj10245", "AMJ10245" },
        { 26, 9, "z9", "Z9" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        bship_rules *rules = board_of(rows[i].width, rows[i].height);
        struct cell_entry entry = { .text = "" };
        type(&entry, rules, rows[i].keys);
        cr_assert_str_eq(entry.text, rows[i].text, "%s on %dx%d", rows[i].keys, rows[i].width,
                         rows[i].height);
        bship_rules_unref(rules);
    }
}

Test(cell_entry, what_is_off_the_board_is_kept_and_is_no_cell)
{
    bship_rules *rules = board_of(10, 10);
    static const char *const typed[] = { "z9", "k1", "a11", "5", "h", "a0" };
    for (size_t i = 0; i < sizeof typed / sizeof typed[0]; i++) {
        struct cell_entry entry = { .text = "" };
        bship_cell cell;
        type(&entry, rules, typed[i]);
        cr_assert(cell_entry_is_active(&entry), "%s", typed[i]);
        cr_assert(!cell_entry_cell(&entry, rules, &cell), "%s", typed[i]);
    }
    bship_rules_unref(rules);
}

Test(cell_entry, every_cell_can_be_typed)
{
    bship_rules *rules = board_of(60, 40);
    for (int32_t y = 0; y < 40; y++)
        for (int32_t x = 0; x < 60; x++) {
            struct cell_entry entry = { .text = "" };
            char text[BSHIP_CELL_TEXT_SIZE];
            bship_cell cell = { -1, -1 };
            bship_cell_format((bship_cell){ x, y }, text, sizeof text);
            type(&entry, rules, text);
            cr_assert(cell_entry_cell(&entry, rules, &cell), "%s", text);
            cr_assert(cell.x == x && cell.y == y, "%s", text);
        }
    bship_rules_unref(rules);
}

Test(cell_entry, keys_that_belong_to_no_cell_are_left_alone)
{
    bship_rules *rules = board_of(10, 10);
    struct cell_entry entry = { .text = "" };
    static const int32_t others[] = { '?',
                                      '#',
                                      ' ',
                                      'T' - '@',
                                      TERMINAL_KEY_ENTER,
                                      TERMINAL_KEY_ESCAPE,
                                      TERMINAL_KEY_BACKSPACE,
                                      TERMINAL_KEY_UP,
                                      0xE9 };
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++) {
        cr_assert(!cell_entry_take(&entry, rules, others[i]), "key %d", (int)others[i]);
        cr_assert(!cell_entry_is_active(&entry), "key %d", (int)others[i]);
    }
    bship_rules_unref(rules);
}

/* Types characters into an entry that the cursor follows, `\n` being its end; what the last was. */
static int follow(struct cell_entry *entry, const bship_rules *rules, const char *keys,
                  bship_cell *cursor)
{
    struct reply reply = { REPLY_NONE, "" };
    int typed = CELL_KEY_OTHER;
    for (; *keys; keys++)
        typed = cell_entry_follow(entry, rules, *keys, *keys == '\n', cursor, &reply);
    cr_assert_eq(reply.kind == REPLY_REFUSED, typed == CELL_KEY_REFUSED, "%s", reply.text);
    return typed;
}

Test(cell_entry, the_cursor_follows_what_is_typed)
{
    static const struct {
        const char *keys;
        int typed;
        bship_cell cursor;
    } rows[] = {
        { "b", CELL_KEY_TYPED, { 4, 4 } },       { "b1", CELL_KEY_TYPED, { 1, 0 } },
        { "b1\n", CELL_KEY_ENDS, { 1, 0 } },     { "b11", CELL_KEY_TYPED, { 1, 0 } },
        { "b11\n", CELL_KEY_REFUSED, { 4, 4 } }, { "b\n", CELL_KEY_REFUSED, { 4, 4 } },
        { "b1\nc2\n", CELL_KEY_ENDS, { 2, 1 } }, { "\n", CELL_KEY_OTHER, { 4, 4 } },
        { "b2#", CELL_KEY_OTHER, { 1, 1 } },     { "b1#11\n", CELL_KEY_REFUSED, { 1, 0 } },
    };
    bship_rules *rules = board_of(10, 10);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct cell_entry entry = { .text = "" };
        bship_cell cursor = { 4, 4 };
        cr_assert_eq(follow(&entry, rules, rows[i].keys, &cursor), rows[i].typed, "%s",
                     rows[i].keys);
        cr_assert(cursor.x == rows[i].cursor.x && cursor.y == rows[i].cursor.y, "%s: %d %d",
                  rows[i].keys, (int)cursor.x, (int)cursor.y);
        cr_assert_eq(cell_entry_is_active(&entry), rows[i].typed == CELL_KEY_TYPED, "%s",
                     rows[i].keys);
    }
    bship_rules_unref(rules);
}
