/*
 * Versioned structs: their first member is their size, so that they can grow. The rules are in
 * status.h, section "Structs that can grow".
 *
 * No struct has grown yet: `known` is both the size in this version and the least that is accepted.
 * The first one that grows adds its old size as the least, and callers with it get as many bytes
 * read or written.
 */
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

bship_status bsi_versioned_read(void *out, size_t known, const void *given)
{
    if (!given)
        return BSHIP_OK;
    size_t size = size_of(given);
    if (size < known)
        return BSHIP_ERROR_SIZE;
    const unsigned char *bytes = given;
    for (size_t i = known; i < size; i++) {
        if (bytes[i])
            return BSHIP_ERROR_SIZE;
    }
    memcpy(out, given, known);
    memcpy(out, &known, sizeof known);
    return BSHIP_OK;
}

bship_status bsi_versioned_check(const void *out, size_t known)
{
    if (!out)
        return BSHIP_ERROR_ARGUMENT;
    return size_of(out) < known ? BSHIP_ERROR_SIZE : BSHIP_OK;
}

void bsi_versioned_write(void *out, const void *value, size_t known)
{
    size_t size = size_of(out);
    memcpy(out, value, known);
    memcpy(out, &size, sizeof size);
    memset((unsigned char *)out + known, 0, size - known);
}

void bsi_versioned_init(void *out, size_t size, const void *value, size_t known)
{
    if (!out || size < sizeof size || size > SIZE_LIMIT)
        return;
    memset(out, 0, size);
    memcpy(out, value, size < known ? size : known);
    memcpy(out, &size, sizeof size);
}
