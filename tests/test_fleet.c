/* Fleets: creation, queries and text. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <battleship/enumeration.h>

#include "support.h"

#define SHIPS_MAX 64

/* The ships of a fleet: the model that a bship_fleet is compared with. */
struct ships {
    int32_t count;
    int32_t lengths[SHIPS_MAX];
    char names[SHIPS_MAX][BSHIP_NAME_MAX + 1];
    const char *pointers[SHIPS_MAX];
};

/* Names that need quotes and names that do not; one stem and one length make one name. */
static void random_ships(bship_rng *rng, struct ships *ships)
{
    static const char *const stems[] = {
        "Boat", "Patrol Boat ", "a,b", "x:", "#", "Schiff-ß", "0x"
    };

    ships->count = between(rng, 1, SHIPS_MAX);
    for (int32_t i = 0; i < ships->count; i++) {
        ships->lengths[i] = between(rng, 1, between(rng, 0, 9) ? 9 : BSHIP_SHIP_LENGTH_MAX);
        snprintf(ships->names[i], sizeof ships->names[i], "%s%d", stems[between(rng, 0, 6)],
                 (int)ships->lengths[i]);
        if (between(rng, 0, 3) == 0)
            snprintf(ships->names[i], sizeof ships->names[i], "%d", (int)ships->lengths[i]);
        ships->pointers[i] = ships->names[i];
    }
}

static bship_fleet *fleet_of(const struct ships *ships)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_fleet *fleet = NULL;
    bship_status status = bship_fleet_new(&fleet, ships->lengths, ships->pointers,
                                          (size_t)ships->count, NULL, &error);
    assert_ok(status, "%s, ship %d", error.text, (int)error.index);
    return fleet;
}

static void check_ships(const bship_fleet *fleet, const struct ships *ships)
{
    int32_t cells = 0;

    cr_assert_eq(bship_fleet_count(fleet), ships->count, "the count");
    for (int32_t i = 0; i < ships->count; i++) {
        int32_t name = 0, length = 0;
        while (strcmp(ships->names[name], ships->names[i]) != 0)
            name++;
        while (ships->lengths[length] != ships->lengths[i])
            length++;
        cr_assert_eq(bship_fleet_length(fleet, i), ships->lengths[i], "length of ship %d", (int)i);
        cr_assert_str_eq(bship_fleet_name(fleet, i), ships->names[i], "name of ship %d", (int)i);
        cr_assert_eq(bship_fleet_find(fleet, ships->names[i]), name, "find \"%s\"",
                     ships->names[i]);
        cr_assert_eq(bship_fleet_first_of_name(fleet, i), name, "first of name of %d", (int)i);
        cr_assert_eq(first_of_length(fleet, i), length, "first of length of %d", (int)i);
        cells += ships->lengths[i];
    }
    cr_assert_eq(bship_fleet_cells(fleet), cells, "the cells");
}

static void check_classes(const bship_fleet *fleet, const struct ships *ships)
{
    int32_t length_class = 0;

    for (int32_t length = BSHIP_SHIP_LENGTH_MAX; length > 0; length--) {
        int32_t count = 0;
        for (int32_t i = 0; i < ships->count; i++)
            count += ships->lengths[i] == length;
        if (count == 0)
            continue;
        cr_assert_eq(bship_fleet_class_length(fleet, length_class), length, "class %d",
                     (int)length_class);
        cr_assert_eq(bship_fleet_class_ships(fleet, length_class), count, "class %d",
                     (int)length_class);
        length_class++;
    }
    cr_assert_eq(bship_fleet_class_count(fleet), length_class, "the number of classes");
}

static void check_nothing_beyond(const bship_fleet *fleet)
{
    int32_t beyond[] = { -1, bship_fleet_count(fleet), INT32_MIN, INT32_MAX };

    for (size_t i = 0; i < 4; i++) {
        cr_assert_eq(bship_fleet_length(fleet, beyond[i]), 0, "length of no ship");
        cr_assert_null(bship_fleet_name(fleet, beyond[i]), "name of no ship");
        cr_assert_eq(bship_fleet_points(fleet, beyond[i]), 0, "points of no ship");
        cr_assert_eq(bship_fleet_first_of_name(fleet, beyond[i]), -1, "first name of no ship");
        cr_assert_eq(first_of_length(fleet, beyond[i]), -1, "first of no ship");
        cr_assert_eq(bship_fleet_class_length(fleet, beyond[i]), 0, "length of no class");
        cr_assert_eq(bship_fleet_class_ships(fleet, beyond[i]), 0, "ships of no class");
    }
    cr_assert_eq(bship_fleet_find(fleet, "no such ship"), -1, "a ship that is not there");
}

Test(fleet, returns_its_ships)
{
    bship_rng rng = rng_of(1);
    struct ships ships;

    for (int i = 0; i < scaled(1000); i++) {
        bship_fleet *fleet;
        random_ships(&rng, &ships);
        fleet = fleet_of(&ships);
        check_ships(fleet, &ships);
        check_classes(fleet, &ships);
        check_nothing_beyond(fleet);
        bship_fleet_unref(fleet);
    }
}

Test(fleet, without_names_is_named_by_its_lengths)
{
    const int32_t lengths[] = { 5, 4, 3, 3, 2 };
    static const char *const names[] = { "5", "4", "3", "3", "2" };
    bship_fleet *fleet = NULL;

    assert_ok(bship_fleet_new(&fleet, lengths, NULL, 5, NULL, NULL), "a fleet");
    for (int32_t i = 0; i < 5; i++)
        cr_assert_str_eq(bship_fleet_name(fleet, i), names[i], "ship %d", (int)i);
    bship_fleet_unref(fleet);
}

Test(fleet, what_is_written_is_read_back_equal)
{
    static char text[SHIPS_MAX * 64], again[SHIPS_MAX * 64];
    bship_rng rng = rng_of(2);
    struct ships ships;

    for (int i = 0; i < scaled(1000); i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_fleet *fleet, *back = NULL;
        size_t length;
        random_ships(&rng, &ships);
        fleet = fleet_of(&ships);
        length = bship_fleet_format(fleet, text, sizeof text);
        cr_assert_eq(length, strlen(text), "the length of %s", text);
        assert_ok(bship_fleet_parse(&back, text, NULL, &error), "%s: %s, column %u", text,
                  error.text, (unsigned)error.column);
        cr_assert(bship_fleet_equal(fleet, back), "%s", text);
        bship_fleet_format(back, again, sizeof again);
        cr_assert_str_eq(again, text, "written twice");
        bship_fleet_unref(back);
        bship_fleet_unref(fleet);
    }
}

Test(fleet, text_is_cut_to_the_buffer)
{
    char whole[128], text[128];
    bship_fleet *fleet = NULL;
    size_t length;

    assert_ok(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_MODERN, NULL, NULL), "a preset");
    length = bship_fleet_format(fleet, NULL, 0);
    cr_assert_eq(bship_fleet_format(fleet, whole, sizeof whole), length, "the length");
    for (size_t capacity = 1; capacity <= length + 1; capacity++) {
        memset(text, '!', sizeof text);
        cr_assert_eq(bship_fleet_format(fleet, text, capacity), length, "the whole length");
        cr_assert_eq(strlen(text), capacity - 1, "not cut to %zu", capacity);
        cr_assert_eq(strncmp(text, whole, capacity - 1), 0, "cut to %s", text);
        cr_assert_eq(text[capacity], '!', "written past %zu", capacity);
    }
    bship_fleet_unref(fleet);
}

Test(fleet, only_names_that_need_quotes_get_them)
{
    static const char text[] = "Carrier:5 \"Patrol Boat\":2 \"a,b\":3 \"a:b\":3 \"#1\":3 4 4";
    char back[128];
    bship_fleet *fleet = NULL;

    assert_ok(bship_fleet_parse(&fleet, text, NULL, NULL), "%s", text);
    bship_fleet_format(fleet, back, sizeof back);
    cr_assert_str_eq(back, text, "written otherwise");
    bship_fleet_unref(fleet);
}

Test(fleet, ships_are_separated_by_blanks_or_commas)
{
    static const char *const texts[] = { "3 2 2",        "3,2,2",       "3, 2, 2",
                                         "  3\t2   2  ", "3:3 2:2 2:2", "\"3\":3,2 2" };
    const int32_t lengths[] = { 3, 2, 2 };
    bship_fleet *expected = NULL;

    assert_ok(bship_fleet_new(&expected, lengths, NULL, 3, NULL, NULL), "a fleet");
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        bship_fleet *fleet = NULL;
        assert_ok(bship_fleet_parse(&fleet, texts[i], NULL, NULL), "%s", texts[i]);
        cr_assert(bship_fleet_equal(fleet, expected), "%s is another fleet", texts[i]);
        bship_fleet_unref(fleet);
    }
    bship_fleet_unref(expected);
}

Test(fleet, malformed_text_is_refused_where_it_goes_wrong)
{
    static const struct {
        const char *text;
        bship_status status;
        unsigned column;
    } cases[] = {
        { "", BSHIP_ERROR_SYNTAX, 1 },
        { "clasic", BSHIP_ERROR_NAME, 1 },
        { "Carrier:", BSHIP_ERROR_SYNTAX, 9 },
        { "Carrier:x", BSHIP_ERROR_SYNTAX, 9 },
        { "Carrier:5x", BSHIP_ERROR_SYNTAX, 10 },
        { "Carrier:5:", BSHIP_ERROR_SYNTAX, 11 },
        { "Carrier:5:x", BSHIP_ERROR_SYNTAX, 11 },
        { "Carrier:5:0", BSHIP_ERROR_FLEET, 11 },
        { "Carrier:5:1000001", BSHIP_ERROR_FLEET, 11 },
        { "Carrier:5:7:", BSHIP_ERROR_SYNTAX, 12 },
        { "Carrier:5:7 Carrier:5", BSHIP_ERROR_FLEET, 13 },
        { "5:3:1", BSHIP_ERROR_FLEET, 1 },
        { "Carrier:-5", BSHIP_ERROR_SYNTAX, 9 },
        { "5 4 \"Patrol", BSHIP_ERROR_SYNTAX, 5 },
        { "5 4 \"\":3", BSHIP_ERROR_FLEET, 5 },
        { "5 05", BSHIP_ERROR_SYNTAX, 3 },
        { "5 0", BSHIP_ERROR_FLEET, 3 },
        { "5 1025", BSHIP_ERROR_FLEET, 3 },
        { "5 99999999999999999999", BSHIP_ERROR_FLEET, 3 },
        { "Carrier:5 Carrier:4", BSHIP_ERROR_FLEET, 11 },
        { "3 5:4", BSHIP_ERROR_FLEET, 3 },
        { "3 \" x\":4", BSHIP_ERROR_FLEET, 3 },
        { "3 123456789012345678901234567890abc:4", BSHIP_ERROR_FLEET, 3 },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_fleet *fleet = NULL;
        assert_status(bship_fleet_parse(&fleet, cases[i].text, NULL, &error), cases[i].status,
                      "\"%s\": %s", cases[i].text, error.text);
        cr_assert_null(fleet, "\"%s\" made a fleet", cases[i].text);
        cr_assert_eq((bship_status)error.status, cases[i].status, "the error of \"%s\"",
                     cases[i].text);
        cr_assert_eq(error.line, 1, "the line of \"%s\"", cases[i].text);
        cr_assert_eq(error.column, cases[i].column, "\"%s\" goes wrong at %u, not %u",
                     cases[i].text, cases[i].column, (unsigned)error.column);
        cr_assert_str_not_empty(error.text, "\"%s\" is refused without a text", cases[i].text);
    }
}

Test(fleet, illegal_ships_are_refused_by_their_index)
{
    static const struct {
        const char *name;
        int32_t length;
        bool legal;
    } cases[] = {
        { "a", 3, true },
        { "12345678901234567890123456789012", 3, false }, /* digits, but not the length */
        { "1234567890123456789012345678901b", 3, true },
        { "1234567890123456789012345678901bc", 3, false },
        { "", 3, false },
        { " a", 3, false },
        { "a ", 3, false },
        { "a b", 3, true },
        { "a\"b", 3, false },
        { "a\nb", 3, false },
        { "a\x7f", 3, false },
        { "a\xc2\x9b", 3, false },
        { "a\x01", 3, false },
        { "3", 3, true },
        { "4", 3, false },
        { "03", 3, false },
        { "3a", 3, true },
        { "\xc3\xa4", 3, true },
        /* The last characters by their first bytes. */
        { "\xdf\xbf", 3, true },
        { "\xec\xbf\xbf", 3, true },
        { "\xed\x9f\xbf", 3, true },
        { "\xef\xbf\xbf", 3, true },
        { "\xf3\xbf\xbf\xbf", 3, true },
        { "\xf4\x8f\xbf\xbf", 3, true },
        { "\xc3", 3, false },             /* incomplete UTF-8 */
        { "\xc0\x80", 3, false },         /* overlong */
        { "\xed\xa0\x80", 3, false },     /* a surrogate */
        { "\xf4\x90\x80\x80", 3, false }, /* beyond Unicode */
        { "a", 0, false },
        { "a", -1, false },
        { "a", BSHIP_SHIP_LENGTH_MAX, true },
        { "a", BSHIP_SHIP_LENGTH_MAX + 1, false },
        { "Other", 2, false }, /* equal names need equal lengths */
        { "Other", 4, true },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *names[] = { "Other", "Another", cases[i].name };
        int32_t lengths[] = { 4, 2, cases[i].length };
        bship_error error = BSHIP_ERROR_INIT;
        bship_fleet *fleet = NULL;
        bship_status status = bship_fleet_new(&fleet, lengths, names, 3, NULL, &error);
        assert_status(status, cases[i].legal ? BSHIP_OK : BSHIP_ERROR_FLEET, "case %zu: \"%s\"", i,
                      cases[i].name);
        cr_assert_eq(fleet != NULL, cases[i].legal, "case %zu: the fleet", i);
        if (!cases[i].legal)
            cr_assert_eq(error.index, 2, "case %zu: ship %d is blamed", i, (int)error.index);
        bship_fleet_unref(fleet);
    }
}

Test(fleet, of_a_text_has_1024_ships_at_most)
{
    char text[2 * (BSHIP_FLEET_SHIPS_MAX + 1) + 1] = "";
    bship_error error = BSHIP_ERROR_INIT;
    bship_fleet *fleet = NULL;

    for (size_t i = 0; i <= BSHIP_FLEET_SHIPS_MAX; i++)
        memcpy(text + 2 * i, "1 ", 2);
    assert_status(bship_fleet_parse(&fleet, text, NULL, &error), BSHIP_ERROR_FLEET, "1025");
    cr_assert_str_eq(error.text, "expected at most 1024 ships");
    cr_assert_eq(error.column, 2 * BSHIP_FLEET_SHIPS_MAX + 1, "column %d", (int)error.column);
    text[2 * BSHIP_FLEET_SHIPS_MAX] = '\0';
    assert_ok(bship_fleet_parse(&fleet, text, NULL, NULL), "1024");
    bship_fleet_unref(fleet);
}

Test(fleet, has_1_to_1024_ships)
{
    static int32_t lengths[BSHIP_FLEET_SHIPS_MAX + 1];
    bship_fleet *fleet = NULL;

    for (size_t i = 0; i <= BSHIP_FLEET_SHIPS_MAX; i++)
        lengths[i] = 1;
    assert_status(bship_fleet_new(&fleet, lengths, NULL, 0, NULL, NULL), BSHIP_ERROR_FLEET, "none");
    assert_status(bship_fleet_new(&fleet, lengths, NULL, BSHIP_FLEET_SHIPS_MAX + 1, NULL, NULL),
                  BSHIP_ERROR_FLEET, "1025");
    cr_assert_null(fleet, "a fleet was made");
    assert_ok(bship_fleet_new(&fleet, lengths, NULL, BSHIP_FLEET_SHIPS_MAX, NULL, NULL), "1024");
    cr_assert_eq(bship_fleet_cells(fleet), BSHIP_FLEET_SHIPS_MAX, "the cells");
    bship_fleet_unref(fleet);
}

Test(fleet, missing_arguments_are_refused)
{
    const int32_t lengths[] = { 3, 2 };
    const char *names[] = { "a", NULL };
    bship_fleet *fleet = NULL;

    assert_status(bship_fleet_new(NULL, lengths, NULL, 2, NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_fleet_new(&fleet, NULL, NULL, 2, NULL, NULL), BSHIP_ERROR_ARGUMENT,
                  "lengths");
    cr_assert_neq(bship_fleet_new(&fleet, lengths, names, 2, NULL, NULL), BSHIP_OK, "a NULL name");
    assert_status(bship_fleet_parse(&fleet, NULL, NULL, NULL), BSHIP_ERROR_ARGUMENT, "text");
    assert_status(bship_fleet_parse(NULL, "3", NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    assert_status(bship_fleet_new_preset(NULL, 0, NULL, NULL), BSHIP_ERROR_ARGUMENT, "out");
    cr_assert_null(fleet, "a fleet was made");
    bship_fleet_unref(NULL);
    cr_assert_null(bship_fleet_ref(NULL), "a reference to nothing");
}

Test(fleet, allocator_with_only_some_functions_is_refused)
{
    struct memory memory;

    memory_init(&memory);
    for (int missing = 0; missing < 3; missing++) {
        bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
        bship_fleet *fleet = NULL;
        options.allocator = memory.allocator;
        if (missing == 0)
            options.allocator.alloc = NULL;
        else if (missing == 1)
            options.allocator.realloc = NULL;
        else
            options.allocator.free = NULL;
        assert_status(bship_fleet_new_preset(&fleet, 0, &options, NULL), BSHIP_ERROR_ARGUMENT,
                      "function %d is missing", missing);
    }
    memory_check(&memory, "a half allocator");
}

Test(fleet, lives_until_its_last_reference_is_gone)
{
    struct memory memory;
    bship_fleet_options options = BSHIP_FLEET_OPTIONS_INIT;
    bship_fleet *fleet = NULL;

    memory_init(&memory);
    options.allocator = memory.allocator;
    assert_ok(bship_fleet_parse(&fleet, "3 2", &options, NULL), "a fleet");
    cr_assert_eq(bship_fleet_ref(fleet), fleet, "ref returns its argument");
    bship_fleet_unref(fleet);
    cr_assert_gt(memory.blocks, 0, "freed too early");
    cr_assert_eq(bship_fleet_length(fleet, 1), 2, "broken while it is in use");
    bship_fleet_unref(fleet);
    memory_check(&memory, "a fleet");
}

Test(fleet, equality_is_of_lengths_and_names_in_order)
{
    static const char *const texts[] = { "3 2",     "2 3",     "3 2 2",   "3",      "A:3 2",
                                         "A:3 B:2", "B:3 A:2", "a:3 B:2", "A:4 B:2" };
    bship_fleet *fleets[2][9] = { { NULL } };

    for (size_t i = 0; i < 9; i++)
        for (int copy = 0; copy < 2; copy++)
            assert_ok(bship_fleet_parse(&fleets[copy][i], texts[i], NULL, NULL), "%s", texts[i]);
    for (size_t i = 0; i < 9; i++)
        for (size_t j = 0; j < 9; j++)
            cr_assert_eq(bship_fleet_equal(fleets[0][i], fleets[1][j]) != 0, i == j, "%s and %s",
                         texts[i], texts[j]);
    for (size_t i = 0; i < 9; i++)
        for (int copy = 0; copy < 2; copy++)
            bship_fleet_unref(fleets[copy][i]);
}

/* ---- points ---- */

static bship_fleet *fleet_from(const char *text)
{
    bship_fleet *fleet = NULL;
    assert_ok(bship_fleet_parse(&fleet, text, NULL, NULL), "%s", text);
    return fleet;
}

Test(points, are_one_unless_said)
{
    bship_fleet *fleet = fleet_from("Carrier:5:10 \"Patrol Boat\":2 3 4:4:7 \"\xc3\xa4 b\":1:1");
    const int32_t points[] = { 10, 1, 1, 7, 1 };
    char text[96];

    for (int32_t i = 0; i < 5; i++)
        cr_assert_eq(bship_fleet_points(fleet, i), points[i], "ship %d", (int)i);
    cr_assert_eq(bship_fleet_points(fleet, -1), 0, "no ship");
    cr_assert_eq(bship_fleet_points(fleet, 5), 0, "no ship");
    bship_fleet_format(fleet, text, sizeof text);
    cr_assert_str_eq(text, "Carrier:5:10 \"Patrol Boat\":2 3 4:4:7 \"\xc3\xa4 b\":1", "%s", text);
    bship_fleet_unref(fleet);
}

/* A fleet of random ships that are worth random points, equal ones for equal names. */
static bship_fleet *random_worth(bship_rng *rng, struct ships *ships, int32_t *points)
{
    random_ships(rng, ships);
    bship_fleet *fleet = fleet_of(ships), *worth = NULL;
    for (int32_t i = 0; i < ships->count; i++) {
        int32_t first = bship_fleet_first_of_name(fleet, i);
        points[i] = first < i ? points[first] : between(rng, 0, 1) ? 1 : between(rng, 1, 1000000);
    }
    assert_ok(bship_fleet_new_points(&worth, fleet, points, (size_t)ships->count, NULL), "points");
    check_ships(worth, ships);
    check_classes(worth, ships);
    bship_fleet_unref(fleet);
    return worth;
}

Test(points, are_written_and_read_back)
{
    static char text[SHIPS_MAX * 64];
    bship_rng rng = rng_of(9);
    struct ships ships;
    int32_t points[SHIPS_MAX];

    for (int i = 0; i < scaled(300); i++) {
        bship_fleet *fleet = random_worth(&rng, &ships, points), *back = NULL;
        bship_fleet_format(fleet, text, sizeof text);
        assert_ok(bship_fleet_parse(&back, text, NULL, NULL), "%s", text);
        cr_assert(bship_fleet_equal(fleet, back), "%s", text);
        for (int32_t ship = 0; ship < ships.count; ship++)
            cr_assert_eq(bship_fleet_points(back, ship), points[ship], "ship %d of %s", (int)ship,
                         text);
        bship_fleet_unref(back);
        bool is_worth = false;
        for (int32_t ship = 0; ship < ships.count; ship++)
            is_worth |= points[ship] != 1;
        back = fleet_of(&ships);
        cr_assert_eq(bship_fleet_equal(fleet, back) == 0, is_worth, "equality of %s", text);
        bship_fleet_unref(back);
        bship_fleet_unref(fleet);
    }
}

Test(points, that_cannot_be_are_refused)
{
    static const struct {
        int32_t points[3];
        size_t count;
        bship_status status;
        int32_t index;
    } cases[] = {
        { { 1, 2, 2 }, 3, BSHIP_OK, -1 },
        { { 1, 2, 3 }, 3, BSHIP_ERROR_FLEET, 2 },
        { { 0, 2, 2 }, 3, BSHIP_ERROR_FLEET, 0 },
        { { 1, -2, -2 }, 3, BSHIP_ERROR_FLEET, 1 },
        { { BSHIP_SHIP_POINTS_MAX, 1, 1 }, 3, BSHIP_OK, -1 },
        { { BSHIP_SHIP_POINTS_MAX + 1, 1, 1 }, 3, BSHIP_ERROR_FLEET, 0 },
        { { 1, 2, 2 }, 2, BSHIP_ERROR_COUNT, -1 },
    };
    bship_fleet *fleet = fleet_from("A:3 B:2 B:2");
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        bship_error error = BSHIP_ERROR_INIT;
        bship_fleet *worth = NULL;
        assert_status(
            bship_fleet_new_points(&worth, fleet, cases[i].points, cases[i].count, &error),
            cases[i].status, "case %zu: %s", i, error.text);
        cr_assert_eq(worth != NULL, !cases[i].status, "case %zu", i);
        if (!worth)
            cr_assert_eq(error.index, cases[i].index, "case %zu", i);
        bship_fleet_unref(worth);
    }
    bship_fleet_unref(fleet);
}

Test(preset, ships_are_those_of_the_design)
{
    static const struct {
        const char *name;
        const char *ships;
        int32_t contact;
    } presets[] = {
        { "classic", "Carrier:5 Battleship:4 Cruiser:3 Submarine:3 Destroyer:2",
          BSHIP_CONTACT_ALLOWED },
        { "modern", "Carrier:5 Battleship:4 Destroyer:3 Submarine:3 \"Patrol Boat\":2",
          BSHIP_CONTACT_ALLOWED },
        { "russian",
          "Battleship:4 Cruiser:3 Cruiser:3 Destroyer:2 Destroyer:2 Destroyer:2 \"Torpedo Boat\":1 "
          "\"Torpedo Boat\":1 \"Torpedo Boat\":1 \"Torpedo Boat\":1",
          BSHIP_CONTACT_NONE },
        { "german",
          "Battleship:5 Cruiser:4 Cruiser:4 Destroyer:3 Destroyer:3 Destroyer:3 Submarine:2 "
          "Submarine:2 Submarine:2 Submarine:2",
          BSHIP_CONTACT_NONE },
    };

    cr_assert_eq(bship_enum_count(BSHIP_ENUM_FLEET_PRESET), 4, "another preset needs a row here");
    for (int32_t i = 0; i < 4; i++) {
        bship_fleet *fleet = NULL, *parsed = NULL;
        char text[256];
        assert_ok(bship_fleet_new_preset(&fleet, i, NULL, NULL), "%s", presets[i].name);
        assert_ok(bship_fleet_parse(&parsed, presets[i].name, NULL, NULL), "%s", presets[i].name);
        bship_fleet_format(fleet, text, sizeof text);
        cr_assert_str_eq(text, presets[i].ships, "the ships of %s", presets[i].name);
        cr_assert(bship_fleet_equal(fleet, parsed), "%s by its name", presets[i].name);
        cr_assert_str_eq(bship_enum_name(BSHIP_ENUM_FLEET_PRESET, i), presets[i].name,
                         "the name of %d", (int)i);
        cr_assert_eq(bship_enum_find(BSHIP_ENUM_FLEET_PRESET, presets[i].name), i, "find %s",
                     presets[i].name);
        cr_assert_eq(bship_fleet_preset_contact(i), presets[i].contact, "contact of %s",
                     presets[i].name);
        bship_fleet_unref(parsed);
        bship_fleet_unref(fleet);
    }
}

Test(preset, unknown_ones_are_nothing)
{
    static const int32_t unknown[] = { -1, 4, INT32_MIN, INT32_MAX };
    bship_fleet *fleet = NULL;

    for (size_t i = 0; i < 4; i++) {
        assert_status(bship_fleet_new_preset(&fleet, unknown[i], NULL, NULL), BSHIP_ERROR_ARGUMENT,
                      "%d", (int)unknown[i]);
        cr_assert_null(bship_enum_name(BSHIP_ENUM_FLEET_PRESET, unknown[i]), "%d", (int)unknown[i]);
        cr_assert_eq(bship_fleet_preset_contact(unknown[i]), -1, "%d", (int)unknown[i]);
    }
    cr_assert_eq(bship_enum_find(BSHIP_ENUM_FLEET_PRESET, "Classic"), -1,
                 "names are compared byte for byte");
    cr_assert_null(fleet, "a fleet was made");
}
