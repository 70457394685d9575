/* The names of enumerations; see names.h. */
#include "base/names.h"

#include <string.h>

const char *bsi_name(bsi_names names, int32_t value)
{
    if (value < 0 || (size_t)value >= names.count)
        return NULL;
    const char *name;
    memcpy(&name, (const char *)names.rows + (size_t)value * names.row_size, sizeof name);
    return name;
}

int32_t bsi_name_find(bsi_names names, const char *name)
{
    for (int32_t value = 0; name && (size_t)value < names.count; value++) {
        const char *other = bsi_name(names, value);
        if (other && strcmp(other, name) == 0)
            return value;
    }
    return -1;
}
