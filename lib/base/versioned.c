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

static bship_status fail_size(bship_error *error, bsi_sizes sizes, const void *sized)
{
    size_t size;
    memcpy(&size, sized, sizeof size);
    return bsi_fail(error, BSHIP_ERROR_SIZE, -1,
                    "the size of a %s is %zu, not %zu: sizes from %zu to %d are accepted",
                    sizes.type, sizes.known, size, sizes.least, (int)SIZE_LIMIT);
}

bship_status bsi_versioned_read(void *out, bsi_sizes sizes, const void *given, bship_error *error)
{
    if (!given)
        return BSHIP_OK;
    size_t size = size_of(given);
    if (size < sizes.least)
        return fail_size(error, sizes, given);
    const unsigned char *bytes = given;
    for (size_t i = sizes.known; i < size; i++) {
        if (bytes[i])
            return bsi_fail(error, BSHIP_ERROR_SIZE, -1,
                            "a %s has %zu bytes in this version, and byte %zu is not 0", sizes.type,
                            sizes.known, i);
    }
    memset(out, 0, sizes.known);
    memcpy(out, given, size < sizes.known ? size : sizes.known);
    memcpy(out, &sizes.known, sizeof sizes.known);
    return BSHIP_OK;
}

bship_status bsi_versioned_check(const void *out, bsi_sizes sizes, bship_error *error)
{
    if (!out)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "NULL in place of a %s", sizes.type);
    return size_of(out) < sizes.least ? fail_size(error, sizes, out) : BSHIP_OK;
}

void bsi_versioned_write(void *out, const void *value, size_t known)
{
    size_t size = size_of(out);
    memset(out, 0, size);
    memcpy(out, value, size < known ? size : known);
    memcpy(out, &size, sizeof size);
}

bship_status bsi_versioned_write_options(void *out, bsi_sizes sizes, const void *value,
                                         bship_error *error)
{
    const unsigned char *bytes = value;
    size_t size = size_of(out);
    for (size_t i = size; i < sizes.known; i++) {
        if (bytes[i])
            return bsi_fail(error, BSHIP_ERROR_SIZE, -1,
                            "a %s of %zu bytes lacks a field at byte %zu that is not its default",
                            sizes.type, size, i);
    }
    bsi_versioned_write(out, value, sizes.known);
    return BSHIP_OK;
}
