/* Versioned structs: their first member is their size, so that they can grow. */
#include "base/versioned.h"

#include <string.h>

/* No struct will ever be larger: a greater size was not initialised. */
enum {
    SIZE_LIMIT = 4096
};

/* The size that a struct states; 0 if it is not plausible. */
static size_t size_of(const void *sized)
{
    size_t size;
    memcpy(&size, sized, sizeof size);
    return size <= SIZE_LIMIT ? size : 0;
}

bship_status bsi_versioned_read(void *out, bsi_sizes sizes, const void *given)
{
    if (!given)
        return BSHIP_OK;
    size_t size = size_of(given);
    if (size < sizes.least)
        return BSHIP_ERROR_SIZE;
    const unsigned char *bytes = given;
    for (size_t i = sizes.known; i < size; i++) {
        if (bytes[i])
            return BSHIP_ERROR_SIZE;
    }
    memset(out, 0, sizes.known);
    memcpy(out, given, size < sizes.known ? size : sizes.known);
    memcpy(out, &sizes.known, sizeof sizes.known);
    return BSHIP_OK;
}

bship_status bsi_versioned_check(const void *out, bsi_sizes sizes)
{
    if (!out)
        return BSHIP_ERROR_ARGUMENT;
    return size_of(out) < sizes.least ? BSHIP_ERROR_SIZE : BSHIP_OK;
}

void bsi_versioned_write(void *out, const void *value, size_t known)
{
    size_t size = size_of(out);
    memset(out, 0, size);
    memcpy(out, value, size < known ? size : known);
    memcpy(out, &size, sizeof size);
}
