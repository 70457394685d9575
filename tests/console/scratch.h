/* A directory of its own for a test, which is the state directory of what is tested. */
#ifndef TESTS_CONSOLE_SCRATCH_H
#define TESTS_CONSOLE_SCRATCH_H

#include <stddef.h>

/* Makes the directory, and sets XDG_STATE_HOME to it. Returns its path. */
const char *scratch_open(void);

/* Removes the directory and all in it. */
void scratch_close(void);

/* The path of a name in the directory; valid until the eighth next call. */
const char *scratch_path(const char *name);

/* The number of names in a directory, those that begin with a dot included. */
int scratch_count(const char *directory);

/* The text of a file, to be freed; asserts that it can be read. */
char *scratch_read(const char *path);

/* Writes a file with plain means. */
void scratch_write(const char *path, const char *text);

#endif
