/* The bots of a folder: its executable files. */
#ifndef PROGRAMS_SIMULATION_BOT_FOLDER_H
#define PROGRAMS_SIMULATION_BOT_FOLDER_H

#include <stddef.h>

/* A program that may play. Its label is `name`, that of its file or, if that is NULL, what it calls
 * itself. */
struct candidate {
    const char *command; /* for the shell */
    const char *name;
};

/* Bots, ordered by the bytes of their names. All zero: none. */
struct bot_folder {
    struct candidate *bots; /* named as their files */
    size_t count;
};

/*
 * Lists the executable files of a folder. What begins with a dot and what is no file is left out
 * silently, a file that cannot be executed with a message on stderr. EXIT_USAGE if there is no such
 * folder, EXIT_RUNTIME if there is no memory. The folder must be cleared even then.
 */
int bot_folder_read(struct bot_folder *out, const char *path);

void bot_folder_clear(struct bot_folder *folder);

#endif
