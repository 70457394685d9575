/* Addresses of files in a page; see page_link.h. */
#define _XOPEN_SOURCE 700 /* realpath() */
#include "simulation/page_link.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/files.h"
#include "common/printed.h"

/* Goes past a part of a path, such as `/home`. */
static const char *after_part(const char *path)
{
    return path + 1 + strcspn(path + 1, "/");
}

/* Goes past the parts that two paths begin with; the root has none. */
static void skip_common(const char **a, const char **b)
{
    while (**a && **b) {
        size_t length = (size_t)(after_part(*a) - *a);
        if (length != (size_t)(after_part(*b) - *b) || memcmp(*a, *b, length) != 0)
            break;
        *a += length;
        *b += length;
    }
}

/* Prints a path as in an address: all but what means nothing there as `%20`. */
static void print_path(FILE *out, const char *path)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/";
    for (; *path; path++)
        fprintf(out, strchr(plain, *path) ? "%c" : "%%%02X", (unsigned char)*path);
}

char *page_link(const char *page, const char *directory)
{
    char *home = files_directory(page), *text = NULL;
    char *from = home ? realpath(home, NULL) : NULL, *to = realpath(directory, NULL);
    struct printed printed;
    if (from && to && printed_open(&printed)) {
        FILE *out = printed.out;
        const char *above = from[1] ? from : "", *below = to[1] ? to : "";
        skip_common(&above, &below);
        if (!*above && !*below)
            fputs("./", out);
        for (; *above; above = after_part(above))
            fputs("../", out);
        if (*below) {
            print_path(out, below + 1);
            fputc('/', out);
        }
        text = printed_close(&printed, true);
    }
    free(home);
    free(from);
    free(to);
    return text;
}
