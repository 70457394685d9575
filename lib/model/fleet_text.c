/*
 * Fleets as text: `classic`, `5 4 3 3 2`, `Carrier:5:10 "Patrol Boat":2`. The presets are texts
 * too, read by the same parser.
 */
#include <stdbool.h>
#include <string.h>

#include <battleship/rules.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/number.h"
#include "base/text.h"
#include "base/utf8.h"
#include "model/fleet.h"

/* Characters that end a name without quotes. */
static const char special[] = " \t,:#\"";

/* ---- presets ---- */

static const struct {
    const char *name;
    const char *ships; /* the text that the parser reads; enumerations use it as description */
    int32_t contact;
} presets[] = {
    [BSHIP_FLEET_PRESET_CLASSIC] = { "classic",
                                     "Carrier:5 Battleship:4 Cruiser:3 Submarine:3 Destroyer:2",
                                     BSHIP_CONTACT_ALLOWED },
    [BSHIP_FLEET_PRESET_MODERN] = { "modern",
                                    "Carrier:5 Battleship:4 Destroyer:3 Submarine:3 \"Patrol "
                                    "Boat\":2",
                                    BSHIP_CONTACT_ALLOWED },
    [BSHIP_FLEET_PRESET_RUSSIAN] = { "russian",
                                     "Battleship:4 Cruiser:3 Cruiser:3 "
                                     "Destroyer:2 Destroyer:2 Destroyer:2 "
                                     "\"Torpedo Boat\":1 \"Torpedo Boat\":1 "
                                     "\"Torpedo Boat\":1 \"Torpedo Boat\":1",
                                     BSHIP_CONTACT_NONE },
    [BSHIP_FLEET_PRESET_GERMAN] = { "german",
                                    "Battleship:5 Cruiser:4 Cruiser:4 "
                                    "Destroyer:3 Destroyer:3 Destroyer:3 "
                                    "Submarine:2 Submarine:2 Submarine:2 Submarine:2",
                                    BSHIP_CONTACT_NONE },
};

enum {
    PRESET_COUNT = sizeof presets / sizeof presets[0]
};

const bsi_names bsi_fleet_preset_names = BSI_NAMES(presets);

static bool is_preset(int32_t preset)
{
    return preset >= 0 && preset < PRESET_COUNT;
}

int32_t bship_fleet_preset_contact(int32_t preset)
{
    return is_preset(preset) ? presets[preset].contact : -1;
}

/* ---- reading ---- */

/* Sets where the fault is and what was expected there; returns the status. */
static bship_status fault(const char **text, const char *at, const char **expected,
                          const char *what, bship_status status)
{
    *text = at;
    *expected = what;
    return status;
}

/* A number of a ship, and what is said where it is not there or too large. */
struct number {
    uint64_t most;
    const char *expected;
    const char *range;
};

static const struct number length_number = { BSHIP_SHIP_LENGTH_MAX,
                                             "expected a length from 1 to 1024",
                                             "a length is 1 to 1024" };
static const struct number points_number = { BSHIP_SHIP_POINTS_MAX,
                                             "expected points from 1 to 1000000",
                                             "points are 1 to 1000000" };

/* Reads a number and advances `*text` past it. */
static bship_status number_parse(const char **text, const struct number *number, int32_t *out,
                                 const char **expected)
{
    const char *at = *text;
    uint64_t value;
    bship_status status = bsi_number_read(&at, number->most, &value);
    if (status == BSHIP_ERROR_SYNTAX)
        return fault(text, at, expected, number->expected, BSHIP_ERROR_SYNTAX);
    if (status || value < 1)
        return fault(text, *text, expected, number->range, BSHIP_ERROR_FLEET);
    *text = at;
    *out = (int32_t)value;
    return BSHIP_OK;
}

bship_status bsi_name_parse(const char **text, char name[BSHIP_NAME_MAX + 1], const char **expected)
{
    const char *begin = *text;
    bool is_quoted = *begin == '"';
    size_t bytes = is_quoted ? strcspn(begin + 1, "\"") : strcspn(begin, special);
    if (is_quoted && begin[bytes + 1] != '"')
        return fault(text, begin, expected, "expected a closing quote", BSHIP_ERROR_SYNTAX);
    if (bytes == 0 && !is_quoted)
        return fault(text, begin, expected, "expected a name", BSHIP_ERROR_SYNTAX);
    if (bytes == 0 || bytes > BSHIP_NAME_MAX)
        return fault(text, begin, expected, "a name has 1 to 32 bytes", BSHIP_ERROR_FLEET);
    memcpy(name, begin + is_quoted, bytes);
    name[bytes] = '\0';
    *text = begin + bytes + 2 * (size_t)is_quoted;
    return BSHIP_OK;
}

bship_status bsi_ship_list_read(bsi_ship_list *list, const char **text, const char **expected)
{
    const char *begin = *text;
    size_t i = list->count;
    if (i == BSHIP_FLEET_SHIPS_MAX)
        return fault(text, begin, expected, "expected at most 1024 ships", BSHIP_ERROR_FLEET);
    bship_status status = bsi_name_parse(text, list->text[i], expected);
    if (status)
        return status;
    /* A bare number is both the name and the length. */
    bool is_bare = *begin != '"' && bsi_is_digits(list->text[i]);
    if (**text != ':' && !is_bare)
        return fault(text, *text, expected, "expected ':' and the ship's length",
                     BSHIP_ERROR_SYNTAX);
    *text = **text == ':' ? *text + 1 : begin;
    status = number_parse(text, &length_number, &list->lengths[i], expected);
    list->points[i] = 1;
    if (!status && **text == ':') {
        ++*text;
        status = number_parse(text, &points_number, &list->points[i], expected);
    }
    if (!status && **text && !strchr(" \t,", **text))
        return fault(text, *text, expected, "expected a blank, a comma or the end",
                     BSHIP_ERROR_SYNTAX);
    if (status)
        return status;
    list->names[i] = list->text[i];
    list->count++;
    return BSHIP_OK;
}

const char *bsi_next_ship(const char *text)
{
    return text + strspn(text, " \t,");
}

/* The ships read from the text of a fleet. */
struct ships {
    bsi_ship_list list;
    const char *begin[BSHIP_FLEET_SHIPS_MAX];
};

static bship_status ships_parse(struct ships *ships, const char *text, bship_error *error)
{
    const char *at = bsi_next_ship(text), *expected;
    while (*at) {
        const char *begin = at;
        bship_status status = bsi_ship_list_read(&ships->list, &at, &expected);
        if (status)
            return bsi_fail_at(error, status, 1, (size_t)(at - text) + 1, "%s", expected);
        ships->begin[ships->list.count - 1] = begin;
        at = bsi_next_ship(at);
    }
    if (ships->list.count > 0)
        return BSHIP_OK;
    return bsi_fail_at(error, BSHIP_ERROR_SYNTAX, 1, 1, "expected a preset or ships");
}

static bship_status fleet_of(bship_fleet **out, const struct ships *ships, const char *text,
                             const bship_fleet_options *options, bship_error *error)
{
    bship_error inner = BSHIP_ERROR_INIT;
    bship_status status = bsi_fleet_new_list(out, &ships->list, options, &inner);
    if (status == BSHIP_ERROR_FLEET && inner.index >= 0) {
        size_t column = (size_t)(ships->begin[inner.index] - text) + 1;
        return bsi_fail_at(error, status, 1, column, "%s", inner.text);
    }
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

bool bsi_is_word(const char *text)
{
    text += strspn(text, " \t");
    size_t bytes = strcspn(text, special);
    return bytes > 0 && !text[bytes] && bsi_digits_span(text) == 0;
}

/* The preset that the text consists of, or -1. */
static int32_t preset_named(const char *text)
{
    char word[16];
    const char *begin = text + strspn(text, " \t");
    size_t bytes = strcspn(begin, " \t");
    if (bytes >= sizeof word || begin[bytes + strspn(begin + bytes, " \t")])
        return -1;
    memcpy(word, begin, bytes);
    word[bytes] = '\0';
    return bsi_name_find(&bsi_fleet_preset_names, word);
}

bship_status bship_fleet_parse(bship_fleet **out, const char *text,
                               const bship_fleet_options *options, bship_error *error)
{
    if (!out || !text)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (preset_named(text) >= 0)
        return bship_fleet_new_preset(out, preset_named(text), options, error);
    const char *word = text + strspn(text, " \t");
    char quote[BSI_QUOTE_SIZE];
    if (bsi_is_word(text))
        return bsi_fail_at(error, BSHIP_ERROR_NAME, 1, (size_t)(word - text) + 1,
                           "no fleet is called '%s'", bsi_quote(quote, word));
    bship_allocator allocator;
    bship_status status = bsi_fleet_allocator(&allocator, options, error);
    if (status)
        return status;
    struct ships *ships = bsi_alloc(&allocator, 1, sizeof *ships);
    if (!ships)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    status = ships_parse(ships, text, error);
    if (!status)
        status = fleet_of(out, ships, text, options, error);
    bsi_free(&allocator, ships, 1, sizeof *ships);
    return status;
}

bship_status bship_fleet_new_preset(bship_fleet **out, int32_t preset,
                                    const bship_fleet_options *options, bship_error *error)
{
    if (!out)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (!is_preset(preset))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "there is no preset %d", (int)preset);
    return bship_fleet_parse(out, presets[preset].ships, options, error);
}

/* ---- writing ---- */

void bsi_name_add(bsi_text *text, const char *name)
{
    const char *quote = strpbrk(name, special) ? "\"" : "";
    bsi_text_add(text, "%s%s%s", quote, name, quote);
}

void bsi_fleet_add(bsi_text *text, const bship_fleet *fleet)
{
    for (int32_t i = 0; i < fleet->count; i++) {
        const bsi_ship *ship = &fleet->ships[i];
        bsi_text_add(text, "%s", i > 0 ? " " : "");
        /* A name that is the length is omitted, unless points follow. */
        if (!bsi_is_digits(ship->name) || ship->points != 1) {
            bsi_name_add(text, ship->name);
            bsi_text_add(text, ":");
        }
        bsi_text_add(text, "%d", (int)ship->length);
        if (ship->points != 1)
            bsi_text_add(text, ":%d", (int)ship->points);
    }
}

size_t bship_fleet_format(const bship_fleet *fleet, char *buffer, size_t capacity)
{
    bsi_text text = bsi_text_of(buffer, capacity);
    bsi_fleet_add(&text, fleet);
    return text.length;
}
