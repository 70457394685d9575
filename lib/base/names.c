/* The names and texts of enumerations; see names.h. */
#include "base/names.h"

#include <string.h>

static size_t usual_count(const bsi_names *names)
{
    return names->count - names->experimental;
}

int32_t bsi_names_end(const bsi_names *names)
{
    return (int32_t)(names->experimental ? BSI_EXPERIMENTAL + names->experimental : names->count);
}

size_t bsi_names_row(const bsi_names *names, int32_t value)
{
    size_t usual = usual_count(names);
    if (value < 0 || value >= bsi_names_end(names))
        return names->count;
    if (value >= BSI_EXPERIMENTAL)
        return usual + (size_t)(value - BSI_EXPERIMENTAL);
    return (size_t)value < usual ? (size_t)value : names->count;
}

/* A row: its name and its text, both NULL behind the last one. */
static bsi_name_row row_at(const bsi_names *names, size_t number)
{
    bsi_name_row row = { NULL, NULL };
    if (number >= names->count)
        return row;
    const void *from = (const char *)names->rows + number * names->row_size;
    if (names->are_pointers)
        memcpy(&from, from, sizeof from);
    memcpy(&row, from, sizeof row);
    return row;
}

const char *bsi_name(const bsi_names *names, int32_t value)
{
    return row_at(names, bsi_names_row(names, value)).name;
}

const char *bsi_name_text(const bsi_names *names, int32_t value)
{
    return row_at(names, bsi_names_row(names, value)).text;
}

int32_t bsi_name_find(const bsi_names *names, const char *name)
{
    size_t usual = usual_count(names);
    for (size_t i = 0; name && i < names->count; i++) {
        const char *other = row_at(names, i).name;
        if (other && strcmp(other, name) == 0)
            return (int32_t)(i < usual ? i : BSI_EXPERIMENTAL + i - usual);
    }
    return -1;
}
