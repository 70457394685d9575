/* A directory of its own for a test; see scratch.h. */
#define _XOPEN_SOURCE 700 /* for nftw() */

#include "scratch.h"

#include <criterion/criterion.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* One test runs at a time in a process. */
static char directory[] = "/tmp/battleship-XXXXXX";

const char *scratch_open(void)
{
    cr_assert_not_null(mkdtemp(directory), "no directory for the test");
    cr_assert_eq(setenv("XDG_STATE_HOME", directory, 1), 0, "no environment");
    return directory;
}

static int remove_one(const char *path, const struct stat *status, int type, struct FTW *level)
{
    (void)status;
    (void)type;
    (void)level;
    return remove(path);
}

void scratch_close(void)
{
    nftw(directory, remove_one, 16, FTW_DEPTH | FTW_PHYS);
    memset(directory + strlen(directory) - 6, 'X', 6);
}

const char *scratch_path(const char *name)
{
    static char paths[8][512];
    static int next;
    next = (next + 1) % 8;
    snprintf(paths[next], sizeof paths[next], "%s/%s", directory, name);
    return paths[next];
}

int scratch_count(const char *path)
{
    DIR *names = opendir(path);
    cr_assert_not_null(names, "cannot list %s", path);
    int count = -2; /* . and .. */
    while (readdir(names))
        count++;
    closedir(names);
    return count;
}

char *scratch_read(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "cannot open %s", path);
    size_t size = 1 << 20;
    char *text = calloc(size, 1);
    cr_assert_not_null(text, "out of memory");
    size_t length = fread(text, 1, size - 1, file);
    cr_assert(feof(file) || length < size, "%s is too long", path);
    fclose(file);
    return text;
}

void scratch_write(const char *path, const char *text)
{
    FILE *file = fopen(path, "wb");
    cr_assert_not_null(file, "cannot create %s", path);
    cr_assert(fputs(text, file) >= 0, "cannot write %s", path);
    cr_assert_eq(fclose(file), 0, "cannot write %s", path);
}
