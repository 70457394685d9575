/* The constants and structs that bindings can read: all of the headers, with their values. */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support.h"

/* Cuts a word behind its letters, digits and underscores. */
static char *cut(char *word)
{
    word[strspn(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789")] = '\0';
    return word;
}

static bool ends_with(const char *text, const char *end)
{
    size_t length = strlen(text), bytes = strlen(end);
    return length >= bytes && strcmp(text + length - bytes, end) == 0;
}

/* Checks a constant of a header: a limit or a status. */
static void check_constant(const char *name)
{
    static const char *const limits[] = { "_MAX", "_DEFAULT", "_TEXT_SIZE" };

    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (ends_with(name, limits[i]))
            cr_assert_geq(bship_limit_find(name), 0, "%s needs a row", name);
    }
    if (strncmp(name, "BSHIP_ERROR_", 12) == 0 && strcmp(name, "BSHIP_ERROR_UNKNOWN") != 0)
        cr_assert_geq(bship_status_find(name), 0, "%s needs a row", name);
}

/* Checks a line of a header that defines a struct or a whole number. */
static void check_line(char *line)
{
    bool is_macro = strncmp(line, "#define BSHIP_", 14) == 0;
    bool is_enumerator = strncmp(line, "    BSHIP_", 10) == 0;
    if (strncmp(line, "typedef struct ", 15) == 0 && strchr(line, '{'))
        cr_assert_geq(bship_struct_find(cut(line + 15)), 0, "%s needs a row", line + 15);
    if (!is_macro && !is_enumerator)
        return;
    char *name = line + (is_macro ? 8 : 4);
    char *value = strpbrk(name, is_macro ? " " : "="), *end = value;
    if (value)
        strtol(value + 1, &end, 10);
    if (value && end > value + 1 && *end != '.')
        check_constant(cut(name));
}

static void check_header(const char *name)
{
    char path[1024], line[256];
    snprintf(path, sizeof path, "%s/%s", BSHIP_HEADERS, name);
    FILE *header = fopen(path, "r");
    cr_assert_not_null(header, "%s", path);
    while (fgets(line, sizeof line, header))
        check_line(line);
    fclose(header);
}

Test(limits, have_a_row_for_all_of_the_headers)
{
    DIR *headers = opendir(BSHIP_HEADERS);
    cr_assert_not_null(headers, "%s", BSHIP_HEADERS);
    for (struct dirent *entry = readdir(headers); entry; entry = readdir(headers)) {
        if (ends_with(entry->d_name, ".h"))
            check_header(entry->d_name);
    }
    closedir(headers);
}

Test(limits, are_those_of_the_headers)
{
    static const struct {
        const char *name;
        int64_t value;
    } rows[] = {
        { "BSHIP_BOARD_EDGE_MAX", 1024 },  { "BSHIP_FLEET_SHIPS_MAX", 1024 },
        { "BSHIP_SHIP_LENGTH_MAX", 1024 }, { "BSHIP_NAME_MAX", 32 },
        { "BSHIP_CELL_TEXT_SIZE", 8 },     { "BSHIP_POSTERIOR_WORK_DEFAULT", 2000000000 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        cr_assert_eq(bship_limit_value(bship_limit_find(rows[i].name)), rows[i].value, "%s",
                     rows[i].name);
    for (int32_t i = 0; i < bship_limit_count(); i++) {
        cr_assert_eq(bship_limit_find(bship_limit_name(i)), i, "limit %d", (int)i);
        cr_assert_geq(bship_limit_value(i), 1, "%s", bship_limit_name(i));
    }
}

Test(structs, have_the_sizes_of_the_headers)
{
    cr_assert_eq(bship_struct_size(bship_struct_find("bship_cell")), 8, "bship_cell");
    cr_assert_eq(bship_struct_size(bship_struct_find("bship_error")), sizeof(bship_error),
                 "bship_error");
    for (int32_t i = 0; i < bship_struct_count(); i++) {
        cr_assert_eq(bship_struct_find(bship_struct_name(i)), i, "struct %d", (int)i);
        cr_assert_gt(bship_struct_size(i), 0, "%s", bship_struct_name(i));
    }
}

Test(limits, that_do_not_exist_are_nothing)
{
    const int32_t none[] = { -1, bship_limit_count(), INT32_MIN, INT32_MAX };
    for (size_t i = 0; i < sizeof none / sizeof *none; i++) {
        cr_assert_null(bship_limit_name(none[i]), "limit %d", (int)none[i]);
        cr_assert_eq(bship_limit_value(none[i]), -1, "limit %d", (int)none[i]);
    }
    cr_assert_null(bship_struct_name(-1), "struct -1");
    cr_assert_null(bship_struct_name(bship_struct_count()), "one too many");
    cr_assert_eq(bship_struct_size(-1), 0, "struct -1");
    cr_assert_eq(bship_struct_size(bship_struct_count()), 0, "one too many");
    cr_assert_eq(bship_limit_find("BSHIP_BOARD_SIDE"), -1, "a part of a name");
    cr_assert_eq(bship_limit_find(NULL), -1, "NULL");
    cr_assert_eq(bship_struct_find(NULL), -1, "NULL");
}
