/* The options of a program as a table; see option_table.h. */
#include "common/option_table.h"

#include <battleship/enumeration.h>

#include "common/help.h"

const struct option_row *option_find(const struct option_row *rows, size_t count,
                                     const struct arguments *arguments)
{
    for (size_t i = 0; i < count; i++)
        if (arguments_is(arguments, rows[i].name))
            return &rows[i];
    return NULL;
}

void option_print_help(FILE *out, const struct option_row *rows, size_t count, int column)
{
    for (const struct option_row *row = rows; row < rows + count; row++) {
        char name[64];
        if (row->section)
            fprintf(out, "\n%s\n", row->section);
        snprintf(name, sizeof name, "--%s%s", row->name, row->argument ? row->argument : "");
        help_print_item(out, 2, name, column, row->help);
        if (row->print_values)
            row->print_values(out);
    }
}

static enum option_result take_text(struct arguments *arguments, bool may_be_empty,
                                    const char **text)
{
    *text = arguments_value(arguments);
    if (!*text)
        return OPTION_REFUSED;
    if (may_be_empty || **text)
        return OPTION_TAKEN;
    arguments_complain(arguments, "a value is missing");
    return OPTION_REFUSED;
}

static enum option_result take_enum_name(struct arguments *arguments, int32_t enumeration,
                                         const char **name)
{
    int32_t value = 0;
    enum option_result result = arguments_enum(arguments, enumeration, &value);
    *name = bship_enum_name(enumeration, value);
    return result;
}

enum option_result option_take(const struct option_row *row, struct arguments *arguments,
                               void *options)
{
    if (!row)
        return OPTION_UNKNOWN;
    void *member = (char *)options + row->offset;
    int is_given = 0;
    switch (row->kind) {
    case OPTION_FLAG:
        return arguments_flag(arguments, member);
    case OPTION_BARE:
        return arguments_flag(arguments, &is_given);
    case OPTION_TEXT:
    case OPTION_FILE:
        return take_text(arguments, row->kind == OPTION_TEXT, member);
    case OPTION_NUMBER:
        return arguments_number(arguments, row->least, row->most, member);
    case OPTION_NAME:
        return arguments_name(arguments, row->name_of, member);
    case OPTION_ENUM:
        return arguments_enum(arguments, row->enumeration, member);
    case OPTION_ENUM_NAME:
        return take_enum_name(arguments, row->enumeration, member);
    default:
        return row->take(arguments, options);
    }
}
