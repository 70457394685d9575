/*
 * The program's state directory, and files that are read and replaced as a whole.
 *
 * A file is replaced in one step: its new text is written to a temporary file next to it, synced
 * and renamed, and the directory is synced. Whatever ends the program meanwhile, the file holds
 * the whole old text or the whole new one.
 *
 * Whatever fails leaves a sentence without a full stop, with the file and the reason, in `why`.
 */
#ifndef PROGRAMS_COMMON_FILES_H
#define PROGRAMS_COMMON_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The size of a reason, including its NUL; longer ones are cut off. */
#define FILES_WHY_SIZE 512

/* Who may read a file that is created. */
enum file_access {
    FILE_PRIVATE, /* its owner: it contains secrets, such as layouts */
    FILE_PUBLIC   /* as the umask says */
};

/*
 * Creates the directory that keeps the state of a program, with its parents, for its user alone,
 * cleans it, and returns its path, to be freed; NULL on failure. It is $XDG_STATE_HOME/PROGRAM if
 * that variable is an absolute path, else .local/state/PROGRAM in the home directory: in $HOME if
 * that is absolute, else as the user database says.
 */
char *files_state_directory(const char *program, char why[FILES_WHY_SIZE]);

/* Returns `directory/name`, to be freed; NULL if out of memory. */
char *files_join(const char *directory, const char *name);

/* Returns the part of a path before its last name, to be freed: `.` or `/` if there is none; NULL
 * if out of memory. */
char *files_directory(const char *path);

/* Returns the path of a file in the state directory of a program likewise, to be freed. */
char *files_state_path(const char *program, const char *name, char why[FILES_WHY_SIZE]);

/* Says that memory has run out; returns false. */
bool files_fail_memory(char why[FILES_WHY_SIZE]);

/*
 * Reads a whole file of up to `limit` bytes, a pipe for instance too, unless that says nothing for
 * some seconds. The text is to be freed and has a NUL after its last byte, which is not part of
 * `length`; on failure it is NULL.
 */
bool files_read(const char *path, size_t limit, char **text, size_t *length,
                char why[FILES_WHY_SIZE]);

/*
 * Replaces a file, or creates it. A symbolic link stays: what it leads to is replaced. A file keeps
 * its permissions. What is no regular file, such as a device, is written to as it is.
 */
bool files_write(const char *path, const char *text, size_t length, enum file_access access,
                 char why[FILES_WHY_SIZE]);

/* Whether files_write() could write a file, as far as can be told before there is its text. */
bool files_can_write(const char *path, char why[FILES_WHY_SIZE]);

/*
 * Appends text to a file, or creates it, and syncs it. If not all can be written, the file is cut
 * back to what it was. The caller keeps others from writing to it, with files_lock_beside().
 */
bool files_append(const char *path, const char *text, size_t length, enum file_access access,
                  char why[FILES_WHY_SIZE]);

/*
 * Says what is wrong with the text of a file: FILE:LINE:COLUMN: REASON, or FILE: REASON if the line
 * is 0. A long path loses its beginning.
 */
void files_say_fault(const char *path, uint32_t line, uint32_t column, const char *reason,
                     char why[FILES_WHY_SIZE]);

/* Removes a file; none to remove is fine. */
bool files_remove(const char *path, char why[FILES_WHY_SIZE]);

/* Removes the temporary files of killed programs next to a file; those of running ones stay. */
void files_clean(const char *path);

/* Removes the temporary files of killed programs in a directory. */
void files_clean_directory(const char *directory);

/*
 * Opens a file that serves only to be locked, creating it if need be; returns its descriptor, or
 * -1. The locks of a program end with it, and when it closes any descriptor of that file.
 */
int files_open_locks(const char *path, char why[FILES_WHY_SIZE]);

/*
 * Waits for the lock of a file, which is that of FILE.lock next to it; returns the descriptor of
 * that one, or -1.
 */
int files_lock_beside(const char *path, char why[FILES_WHY_SIZE]);

/* Closes such a file, which returns all its locks; -1 is none. */
void files_close_locks(int locks);

/* Tries to take one of the locks of a file, numbered from 0; false if another program has it. */
bool files_try_lock(int locks, int number);

/* A file that is held. All zero: none. */
struct files_hold {
    int file;   /* the descriptor of FILE.lock next to it */
    char *name; /* of that one; NULL: none is held */
};

/*
 * Holds a file against other runs of a program, by a lock on FILE.lock next to it; false if another
 * one holds it. The lock ends with the program, whatever ends it. FILE.lock may stay behind, and
 * then means nothing. Devices and pipes are not held; nor is anything on file systems without
 * locks.
 */
bool files_hold(struct files_hold *hold, const char *path, char why[FILES_WHY_SIZE]);

/* Lets go of a file and removes FILE.lock. */
void files_let_go(struct files_hold *hold);

/* Returns a lock. */
void files_unlock(int locks, int number);

#endif
