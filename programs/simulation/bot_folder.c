/* The bots of a folder; see bot_folder.h. */
#include "simulation/bot_folder.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "common/files.h"
#include "common/printed.h"
#include "simulation/command.h"
#include "simulation/simulation.h"

static int compare(const void *a, const void *b)
{
    const struct candidate *first = a, *second = b;
    return strcmp(first->name, second->name);
}

/* A command of the shell that becomes a program, to be freed; NULL: out of memory. */
static char *command_of(const char *path)
{
    struct printed command;
    if (!printed_open(&command))
        return NULL;
    fputs("exec ", command.out);
    command_print(command.out, path);
    return printed_close(&command, true);
}

/* Whether a file is a bot; says so if it only lacks the permission. */
static bool is_bot(const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    if (access(path, X_OK) == 0)
        return true;
    fprintf(stderr, PROGRAM ": --bots: %s is left out: it is not executable\n", path);
    return false;
}

/* Adds a file, if it is a bot; false: out of memory. */
static bool add(struct bot_folder *folder, const char *directory, const char *name)
{
    char *path = files_join(directory, name);
    bool is_done = path != NULL;
    if (path && is_bot(path)) {
        struct candidate *bots = realloc(folder->bots, (folder->count + 1) * sizeof *folder->bots);
        is_done = bots != NULL;
        if (bots) {
            folder->bots = bots;
            struct candidate *bot = &bots[folder->count++];
            *bot = (struct candidate){ command_of(path), strdup(name) };
            is_done = bot->command && bot->name;
        }
    }
    free(path);
    return is_done;
}

/* A path that the shell does not look up elsewhere, nor takes for an option; to be freed. */
static char *path_of(const char *path)
{
    return *path == '/' ? strdup(path) : files_join(".", path);
}

int bot_folder_read(struct bot_folder *out, const char *path)
{
    const struct dirent *entry;
    *out = (struct bot_folder){ NULL, 0 };
    DIR *names = opendir(path);
    if (!names) {
        fprintf(stderr, PROGRAM ": --bots: cannot open %s: %s\n", path, strerror(errno));
        return EXIT_USAGE;
    }
    char *directory = path_of(path);
    bool is_done = directory != NULL;
    while (is_done && (entry = readdir(names)))
        if (entry->d_name[0] != '.')
            is_done = add(out, directory, entry->d_name);
    closedir(names);
    free(directory);
    if (!is_done)
        return fail_memory();
    if (out->count > 0)
        qsort(out->bots, out->count, sizeof *out->bots, compare);
    return EXIT_FINE;
}

void bot_folder_clear(struct bot_folder *folder)
{
    for (size_t i = 0; i < folder->count; i++) {
        free((char *)folder->bots[i].command);
        free((char *)folder->bots[i].name);
    }
    free(folder->bots);
}
