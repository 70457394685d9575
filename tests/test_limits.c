/* The constants, structs and fields that bindings can read: all of the headers, with their values.
 */
#include <math.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "header_text.h"
#include "support.h"

static int constants, structs, fields;

/* Checks every macro that stands for a number. */
static void check_constants(const char *text)
{
    for (const char *at = strstr(text, "#define BSHIP_"); at; at = strstr(at, "#define BSHIP_")) {
        char name[64], *end;
        at = copy_word(at + 8, name, sizeof name);
        double value = strtod(at, &end);
        bool is_number = *at == ' ' && end > at;
        /* An expression stands on a line of its own, as initialisers do. */
        const char *line = at + strspn(at, " \\\n");
        bool is_expression = !is_number && *line == '(' && line > at;
        if (is_number)
            assert_nothing_else(bship_constant(name) == value, "%s needs a row of its value", name);
        if (is_expression)
            cr_assert(!isnan(bship_constant(name)), "%s needs a row", name);
        constants += is_number || is_expression;
    }
}

/* The name that a declaration in a struct declares. */
static void name_of(const char *declaration, char *name, size_t size)
{
    const char *pointer = strstr(declaration, "(*");
    if (pointer) {
        copy_word(pointer + 2, name, size);
        return;
    }
    size_t length = strcspn(declaration, "[;");
    while (length > 0 && !strchr(" *", declaration[length - 1]))
        length--;
    copy_word(declaration + length, name, size);
}

/* Copies the text of a struct's body without its comments. */
static void copy_body(const char *at, const char *end, char *body)
{
    while (at < end) {
        if (strncmp(at, "/*", 2) == 0)
            at = strstr(at, "*/") + 2;
        else
            *body++ = *at++;
    }
    *body = '\0';
}

static void check_struct(const char *type, char *body)
{
    int32_t last = -1;
    cr_assert_gt(bship_struct_size(type), 0, "%s needs a row", type);
    for (char *at = strtok(body, ";"); at; at = strtok(NULL, ";")) {
        char name[64];
        if (strspn(at, " \n") == strlen(at))
            continue;
        name_of(at, name, sizeof name);
        if (strcmp(name, "reserved") == 0 && is_later_library())
            continue; /* it may have got a name */
        int32_t offset = bship_field_offset(type, name);
        cr_assert_geq(offset, 0, "%s of %s needs a row", name, type);
        cr_assert_gt(offset, last, "%s of %s is not behind the field before it", name, type);
        cr_assert(last >= 0 || offset == 0, "%s does not begin with %s", type, name);
        last = offset;
        fields++;
    }
    cr_assert_lt((size_t)last, bship_struct_size(type), "%s ends in its last field", type);
    structs++;
}

/* Checks every struct that is defined, and all its fields. */
static void check_structs(const char *text)
{
    static const char begin[] = "typedef struct ";
    for (const char *at = strstr(text, begin); at; at = strstr(at, begin)) {
        char type[64], body[8192], closing[80];
        at = copy_word(at + sizeof begin - 1, type, sizeof type);
        if (strncmp(at, " {", 2) != 0)
            continue;
        snprintf(closing, sizeof closing, "\n} %s;", type);
        const char *end = strstr(at, closing);
        cr_assert(end && (size_t)(end - at) < sizeof body, "the end of %s", type);
        copy_body(at + 2, end, body);
        check_struct(type, body);
    }
}

Test(limits, have_a_row_for_every_constant_of_the_headers)
{
    constants = 0;
    each_header(check_constants);
    cr_assert_gt(constants, 20, "only %d constants were found", constants);
}

Test(limits, have_a_row_for_every_struct_and_field_of_the_headers)
{
    structs = fields = 0;
    each_header(check_structs);
    cr_assert_gt(structs, 20, "only %d structs were found", structs);
    cr_assert_gt(fields, 100, "only %d fields were found", fields);
}

Test(limits, are_those_of_the_headers)
{
    static const struct {
        const char *name;
        double value;
    } rows[] = {
        { "BSHIP_BOARD_EDGE_MAX", 1024 },
        { "BSHIP_FLEET_SHIPS_MAX", 1024 },
        { "BSHIP_SHIP_LENGTH_MAX", 1024 },
        { "BSHIP_NAME_MAX", 32 },
        { "BSHIP_CELL_TEXT_SIZE", 16 },
        { "BSHIP_POSTERIOR_WORK_DEFAULT", 2000000000 },
        { "BSHIP_POSTERIOR_PRECISION_DEFAULT", 0.002 },
        { "BSHIP_VERSION_MAJOR", BSHIP_VERSION_MAJOR },
        { "BSHIP_ERROR_UNKNOWN", BSHIP_ERROR_UNKNOWN },
        { "BSHIP_BOARD_STATE_SUNK", BSHIP_BOARD_STATE_SUNK },
        { "BSHIP_TURN_RULE_SALVO", BSHIP_TURN_RULE_SALVO },
        { "BSHIP_TURN_SALVO", BSHIP_TURN_RULE_SALVO },
        { "BSHIP_ORIENTATION_DOWN", BSHIP_ORIENTATION_VERTICAL },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_eq(bship_constant(rows[i].name), rows[i].value, "%s", rows[i].name);
    cr_assert_eq(bship_constant("BSHIP_STRATEGY_HUNT"),
                 bship_enum_find(BSHIP_ENUM_STRATEGY, "hunt"), "the number of a strategy");
}

Test(structs, have_the_sizes_and_offsets_of_the_headers)
{
    cr_assert_eq(bship_struct_size("bship_cell"), 8, "bship_cell");
    cr_assert_eq(bship_struct_size("bship_error"), sizeof(bship_error), "bship_error");
    cr_assert_eq(bship_field_offset("bship_cell", "x"), 0, "x");
    cr_assert_eq(bship_field_offset("bship_cell", "y"), 4, "y");
    cr_assert_eq(bship_field_offset("bship_error", "text"), (int32_t)offsetof(bship_error, text),
                 "text");
    cr_assert_eq(bship_field_offset("bship_posterior_info", "work"),
                 (int32_t)offsetof(bship_posterior_info, work), "work");
}

Test(limits, that_do_not_exist_are_nothing)
{
    static const char *const none[] = {
        NULL,
        "",
        "BSHIP_BOARD_EDGE",
        "bship_board_edge_max",
        "BSHIP_BOARD_EDGE_MAX ",
        "bship_err",
        "size",
        "BSHIP_",
        "BSHIP_SIDE",
        "BSHIP_SIDE_",
        "BSHIP_SIDE_C",
        "BSHIP_SIDE_AA",
        "BSHIP_SIDEXA",
        "BSHIP_side_a",
        "BSHIP_BOARD-STATE_HIT",
        "SIDE_A",
    };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        const char *name = none[i] ? none[i] : "NULL";
        cr_assert(isnan(bship_constant(none[i])), "%s", name);
        cr_assert_eq(bship_struct_size(none[i]), 0, "%s", name);
        cr_assert_eq(bship_field_offset(none[i], "size"), -1, "%s", name);
        cr_assert_eq(bship_field_offset("bship_cell", none[i]), -1, "%s", name);
    }
    cr_assert_eq(bship_field_offset("bship_error", "x"), -1, "a field of another struct");
}
