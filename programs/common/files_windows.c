/*
 * Files that are read and replaced as a whole, on Windows; see files.h. Here is only what the
 * analysis uses.
 *
 * The temporary file of `habits.txt` is `habits.txt~`, which the next run writes anew.
 */
#include "common/files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

enum {
    CAPACITY_MIN = 65536
};

/* Writes `path: cannot what: the reason of errno`. Returns false. */
static bool fail(char why[FILES_WHY_SIZE], const char *what, const char *path)
{
    snprintf(why, FILES_WHY_SIZE, "%.300s: cannot %s: %.100s", path, what, strerror(errno));
    return false;
}

/* Reads a file to its end; NULL on failure, with the reason in errno. */
static char *read_growing(FILE *file, size_t limit, size_t *length)
{
    size_t capacity = 0;
    char *text = NULL;
    for (*length = 0; *length == capacity && *length <= limit;) {
        capacity = capacity > 0 ? 2 * capacity : CAPACITY_MIN;
        char *larger = realloc(text, capacity + 1);
        if (!larger)
            break;
        text = larger;
        *length += fread(text + *length, 1, capacity - *length, file);
    }
    if (*length < capacity && *length <= limit && !ferror(file))
        return text;
    if (*length > limit)
        errno = EFBIG;
    free(text);
    return NULL;
}

bool files_read(const char *path, size_t limit, char **text, size_t *length,
                char why[FILES_WHY_SIZE])
{
    FILE *file = fopen(path, "rb");
    *text = NULL;
    if (!file)
        return fail(why, "open it", path);
    *text = read_growing(file, limit, length);
    bool is_read = *text || fail(why, "read it", path);
    if (is_read)
        (*text)[*length] = '\0';
    fclose(file);
    return is_read;
}

/* Writes a new file. */
static bool write_new(const char *path, const char *text, size_t length)
{
    FILE *file = fopen(path, "wb");
    bool is_written = file && fwrite(text, 1, length, file) == length;
    return file && fclose(file) == 0 && is_written;
}

bool files_write(const char *path, const char *text, size_t length, enum file_access access,
                 char why[FILES_WHY_SIZE])
{
    size_t size = strlen(path) + sizeof "~";
    char *temporary = malloc(size);
    (void)access; /* as the directory says */
    if (!temporary)
        return fail(why, "write it", path);
    snprintf(temporary, size, "%s~", path);
    bool is_written = write_new(temporary, text, length) || fail(why, "write it", path);
    if (is_written && !MoveFileExA(temporary, path, MOVEFILE_REPLACE_EXISTING)) {
        errno = EACCES;
        is_written = fail(why, "replace it", path);
    }
    if (!is_written)
        remove(temporary);
    free(temporary);
    return is_written;
}

void files_clean(const char *path)
{
    (void)path; /* the next run uses the same temporary file */
}
