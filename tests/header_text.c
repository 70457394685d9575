/* The text of the public headers; see header_text.h. */
#include "header_text.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <criterion/criterion.h>

/* Reads a whole file; the caller's to free. */
static char *read_file(const char *path)
{
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    fseek(file, 0, SEEK_END);
    size_t bytes = (size_t)ftell(file);
    rewind(file);
    char *text = calloc(bytes + 1, 1);
    cr_assert_eq(fread(text, 1, bytes, file), bytes, "%s", path);
    fclose(file);
    return text;
}

static void visit_directory(const char *directory, void (*visit)(const char *text))
{
    DIR *headers = opendir(directory);
    cr_assert_not_null(headers, "%s", directory);
    for (struct dirent *entry = readdir(headers); entry; entry = readdir(headers)) {
        char path[1024];
        const char *dot = strrchr(entry->d_name, '.');
        snprintf(path, sizeof path, "%s/%s", directory, entry->d_name);
        if (!dot)
            visit_directory(path, visit);
        if (!dot || strcmp(dot, ".h") != 0)
            continue;
        char *text = read_file(path);
        visit(text);
        free(text);
    }
    closedir(headers);
}

void each_header(void (*visit)(const char *text))
{
    visit_directory(BSHIP_HEADERS, visit);
}

const char *copy_word(const char *text, char *word, size_t size)
{
    size_t length = strspn(text, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_0123456789");
    snprintf(word, size, "%.*s", (int)length, text);
    return text + length;
}
