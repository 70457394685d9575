/* The names and texts of enumerations; see names.h. */
#include "base/names.h"

#include <string.h>

/* The row of a value: its name and its text, both NULL if there is no such value. */
static bsi_name_row row_of(const bsi_names *names, int32_t value)
{
    bsi_name_row row = { NULL, NULL };
    if (value < 0 || (size_t)value >= names->count)
        return row;
    const void *from = (const char *)names->rows + (size_t)value * names->row_size;
    if (names->are_pointers)
        memcpy(&from, from, sizeof from);
    memcpy(&row, from, sizeof row);
    return row;
}

const char *bsi_name(const bsi_names *names, int32_t value)
{
    return row_of(names, value).name;
}

const char *bsi_name_text(const bsi_names *names, int32_t value)
{
    return row_of(names, value).text;
}

int32_t bsi_name_find(const bsi_names *names, const char *name)
{
    for (int32_t value = 0; name && (size_t)value < names->count; value++) {
        const char *other = bsi_name(names, value);
        if (other && strcmp(other, name) == 0)
            return value;
    }
    return -1;
}
