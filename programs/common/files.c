/*
 * The state directory, and files that are read and replaced as a whole; see files.h.
 *
 * The temporary file of `game.record` is `.game.record.PID-N~`. As long as it is written to, its
 * writer holds a lock on it: by that files_clean() tells those of running programs from those of
 * killed ones.
 */
#define _XOPEN_SOURCE 700 /* for realpath() */

#include "common/files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <poll.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <battleship/status.h>

/* How many names are tried for a temporary file. */
#define TEMPORARY_NAMES 1000

/* How often a lock is tried whose file has lost its name. */
#define LOCK_ATTEMPTS 1000

/* How long a pipe or a terminal that is read may say nothing. */
#define SILENCE_MILLISECONDS 3000

/* ---- failures ---- */

/* The end of a path, as long as there is room for. */
static const char *end_of_path(const char *path, const char **dots)
{
    size_t length = strlen(path);
    size_t room = FILES_WHY_SIZE - 160;
    *dots = length > room ? "..." : "";
    return path + (length > room ? length - room : 0);
}

/* Writes `path: what: the reason`. Returns false. */
static bool fail_because(char why[FILES_WHY_SIZE], const char *what, const char *path,
                         const char *reason)
{
    const char *dots;
    path = end_of_path(path, &dots);
    snprintf(why, FILES_WHY_SIZE, "%s%s: cannot %.40s: %.100s", dots, path, what, reason);
    return false;
}

/* The same with the reason of errno. */
static bool fail(char why[FILES_WHY_SIZE], const char *what, const char *path)
{
    return fail_because(why, what, path, strerror(errno));
}

void files_say_fault(const char *path, uint32_t line, uint32_t column, const char *reason,
                     char why[FILES_WHY_SIZE])
{
    char place[32] = "";
    const char *dots;
    path = end_of_path(path, &dots);
    if (line > 0)
        snprintf(place, sizeof place, ":%" PRIu32 ":%" PRIu32, line, column);
    snprintf(why, FILES_WHY_SIZE, "%s%s%s: %s", dots, path, place, reason);
}

/* ---- paths ---- */

/* Returns both texts joined, to be freed. */
static char *join_text(const char *first, const char *second)
{
    size_t size = strlen(first) + strlen(second) + 1;
    char *text = malloc(size);
    if (text)
        snprintf(text, size, "%s%s", first, second);
    return text;
}

char *files_join(const char *directory, const char *name)
{
    char *stem = join_text(directory, "/");
    char *path = stem ? join_text(stem, name) : NULL;
    free(stem);
    return path;
}

char *files_directory(const char *path)
{
    const char *slash = strrchr(path, '/');
    if (!slash)
        return join_text(".", "");
    char *directory = join_text(path, "");
    if (directory)
        directory[slash == path ? 1 : slash - path] = '\0';
    return directory;
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

/* The home directory as the user database says, to be freed; NULL if it says nothing. */
static char *home_of_user(void)
{
    char buffer[16384];
    struct passwd entry;
    struct passwd *found = NULL;
    if (getpwuid_r(getuid(), &entry, buffer, sizeof buffer, &found) != 0 || !found ||
        !entry.pw_dir || entry.pw_dir[0] != '/')
        return NULL;
    return join_text(entry.pw_dir, "");
}

/* The directory that holds the state of all programs, to be freed; NULL if there is none. */
static char *state_home(void)
{
    const char *state = getenv("XDG_STATE_HOME");
    if (state && state[0] == '/')
        return join_text(state, "");
    const char *variable = getenv("HOME");
    bool is_absolute = variable && variable[0] == '/';
    char *home = is_absolute ? join_text(variable, "") : home_of_user();
    char *path = home ? files_join(home, ".local/state") : NULL;
    free(home);
    return path;
}

/* Creates a directory for the user alone; one that is there already is fine. */
static bool make_directory(const char *path, char why[FILES_WHY_SIZE])
{
    struct stat status;
    if (mkdir(path, S_IRWXU) == 0)
        return true;
    int reason = errno;
    bool is_there = stat(path, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode))
        return true;
    errno = is_there ? ENOTDIR : reason;
    return fail(why, "create the directory", path);
}

/* Creates a directory and its parents; the path is absolute, and as before in the end. */
static bool make_directories(char *path, char why[FILES_WHY_SIZE])
{
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        bool is_made = make_directory(path, why);
        *slash = '/';
        if (!is_made)
            return false;
    }
    return make_directory(path, why);
}

char *files_state_directory(const char *program, char why[FILES_WHY_SIZE])
{
    char *home = state_home();
    char *path = home ? files_join(home, program) : NULL;
    if (!path)
        snprintf(why, FILES_WHY_SIZE, "no state directory: neither XDG_STATE_HOME nor HOME is set");
    free(home);
    bool is_made = path && make_directories(path, why);
    if (is_made)
        files_clean_directory(path);
    else
        free(path);
    return is_made ? path : NULL;
}

/* ---- reading ---- */

/* Reads what there is. A pipe that stays silent is a failure, not a wait without end. */
static ssize_t read_some(int file, char *buffer, size_t size)
{
    struct pollfd polled = { .fd = file, .events = POLLIN };
    int ready = poll(&polled, 1, SILENCE_MILLISECONDS);
    if (ready == 0)
        errno = ETIMEDOUT;
    return ready > 0 ? read(file, buffer, size) : -1;
}

/* Reads up to `size` bytes, fewer only at the end; -1 on failure. */
static ssize_t read_fully(int file, char *buffer, size_t size)
{
    size_t count = 0;
    while (count < size) {
        ssize_t step = read_some(file, buffer + count, size - count);
        if (step == 0)
            break;
        if (step < 0 && errno != EINTR)
            return -1;
        count += step > 0 ? (size_t)step : 0;
    }
    return (ssize_t)count;
}

char *files_state_path(const char *program, const char *name, char why[FILES_WHY_SIZE])
{
    char *directory = files_state_directory(program, why);
    char *path = directory ? files_join(directory, name) : NULL;
    if (directory && !path)
        files_fail_memory(why);
    free(directory);
    return path;
}

bool files_fail_memory(char why[FILES_WHY_SIZE])
{
    snprintf(why, FILES_WHY_SIZE, "%s", bship_status_message(BSHIP_ERROR_MEMORY));
    return false;
}

/* Reads a file to its end into memory that grows; NULL on failure, with the reason in errno. */
static char *read_growing(int file, size_t limit, size_t *length)
{
    size_t capacity = limit < 65536 ? limit : 65536;
    char *text = malloc(capacity + 1);
    ssize_t step = 0;
    *length = 0;
    while (text && (step = read_fully(file, text + *length, capacity - *length)) > 0) {
        *length += (size_t)step;
        if (*length < capacity)
            continue;
        if (capacity == limit)
            break;
        capacity = capacity > limit / 2 ? limit : 2 * capacity;
        char *larger = realloc(text, capacity + 1);
        if (!larger)
            free(text);
        text = larger;
    }
    if (text && step >= 0)
        return text;
    free(text);
    return NULL;
}

static bool fail_to_read(char why[FILES_WHY_SIZE], const char *path)
{
    if (errno == ETIMEDOUT)
        return fail_because(why, "read it", path, "nothing came for some seconds");
    return fail(why, "read it", path);
}

/* Whether more can be read. */
static bool has_more(int file)
{
    char byte;
    return read_fully(file, &byte, 1) > 0;
}

bool files_read(const char *path, size_t limit, char **text, size_t *length,
                char why[FILES_WHY_SIZE])
{
    int file = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    *text = NULL;
    if (file < 0)
        return fail(why, "open it", path);
    fcntl(file, F_SETFL, O_RDONLY);
    *text = read_growing(file, limit, length);
    bool is_read = *text || fail_to_read(why, path);
    if (is_read && *length == limit && has_more(file)) {
        free(*text);
        *text = NULL;
        errno = EFBIG;
        is_read = fail(why, "read it", path);
    }
    if (is_read)
        (*text)[*length] = '\0';
    close(file);
    return is_read;
}

/* ---- writing ---- */

static bool write_fully(int file, const char *text, size_t length)
{
    size_t count = 0;
    while (count < length) {
        ssize_t step = write(file, text + count, length - count);
        if (step < 0 && errno != EINTR)
            return false;
        count += step > 0 ? (size_t)step : 0;
    }
    return true;
}

/* Opens the directory of a file; -1 on failure. */
static int open_directory(const char *path)
{
    char *directory = files_directory(path);
    int file = directory ? open(directory, O_RDONLY | O_DIRECTORY | O_CLOEXEC) : -1;
    free(directory);
    return file;
}

/* Syncs an open directory, so that a new name in it lasts; some file systems cannot. */
static bool sync_names(int directory)
{
    return fsync(directory) == 0 || errno == EINVAL || errno == EROFS;
}

static bool sync_directory(const char *path)
{
    int directory = open_directory(path);
    if (directory < 0)
        return false;
    bool is_synced = sync_names(directory);
    close(directory);
    return is_synced;
}

/* Locks or unlocks one byte of a file. */
static int set_lock(int file, int command, short type, off_t start)
{
    struct flock lock = { .l_type = type, .l_whence = SEEK_SET, .l_start = start, .l_len = 1 };
    int result;
    do
        result = fcntl(file, command, &lock);
    while (result < 0 && errno == EINTR && command == F_SETLKW);
    return result;
}

static mode_t mode_of(enum file_access access)
{
    return access == FILE_PRIVATE ? S_IRUSR | S_IWUSR
                                  : S_IRUSR | S_IWUSR | S_IRGRP | S_IWGRP | S_IROTH | S_IWOTH;
}

/*
 * Creates a temporary file next to a file; its path is to be freed. -1 on failure. One that was
 * cleaned away by another program, before it had its lock, has no name any more: then another.
 */
static int open_temporary(const char *path, enum file_access access, char **temporary)
{
    char *directory = files_directory(path);
    size_t size = directory ? strlen(directory) + strlen(name_of(path)) + 64 : 0;
    int file = -1;
    *temporary = directory ? malloc(size) : NULL;
    errno = *temporary ? EEXIST : ENOMEM;
    for (int i = 0; i < TEMPORARY_NAMES && *temporary && file < 0 && errno == EEXIST; i++) {
        snprintf(*temporary, size, "%s/.%s.%ld-%d~", directory, name_of(path), (long)getpid(), i);
        file = open(*temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, mode_of(access));
        struct stat status;
        if (file >= 0 && set_lock(file, F_SETLKW, F_WRLCK, 0) == 0 && fstat(file, &status) == 0 &&
            status.st_nlink == 0) {
            close(file);
            file = -1;
            errno = EEXIST;
        }
    }
    free(directory);
    return file;
}

/* Fills the temporary file and gives it the name of the file; returns what failed, or NULL. */
static const char *fill_and_rename(int file, const char *temporary, const char *path,
                                   const char *text, size_t length)
{
    struct stat old;
    bool is_there = stat(path, &old) == 0;
    if (is_there && access(path, W_OK) != 0)
        return "replace it";
    if (is_there && fchmod(file, old.st_mode & 0777) != 0)
        return "keep its permissions";
    if (!write_fully(file, text, length) || fsync(file) != 0)
        return "write it";
    return rename(temporary, path) == 0 ? NULL : "replace it";
}

/*
 * Replaces a regular file, or creates it. Its directory is opened first: were it moved meanwhile, a
 * file that is in place would be said to have failed.
 */
static bool replace(const char *path, const char *text, size_t length, enum file_access access,
                    char why[FILES_WHY_SIZE])
{
    char *temporary = NULL;
    int directory = open_directory(path);
    int file = directory >= 0 ? open_temporary(path, access, &temporary) : -1;
    const char *failure = file >= 0 ? fill_and_rename(file, temporary, path, text, length)
                                    : "create a file next to it";
    if (!failure && !sync_names(directory))
        failure = "sync its directory";
    if (failure)
        fail(why, failure, path);
    if (directory >= 0)
        close(directory);
    if (failure && file >= 0)
        unlink(temporary);
    if (file >= 0)
        close(file);
    free(temporary);
    return !failure;
}

/* Writes to what is no regular file. A pipe that nobody reads is a failure, not a wait. */
static bool write_through(const char *path, const char *text, size_t length,
                          char why[FILES_WHY_SIZE])
{
    int file = open(path, O_WRONLY | O_NOCTTY | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return fail(why, "open it", path);
    fcntl(file, F_SETFL, O_WRONLY);
    bool is_written = write_fully(file, text, length) || fail(why, "write it", path);
    if (close(file) != 0 && is_written)
        is_written = fail(why, "write it", path);
    return is_written;
}

/* Finds what a symbolic link leads to, to be freed; NULL if the path is none. */
static bool follow_link(const char *path, char **target, char why[FILES_WHY_SIZE])
{
    struct stat status;
    *target = NULL;
    if (lstat(path, &status) != 0 || !S_ISLNK(status.st_mode))
        return true;
    *target = realpath(path, NULL);
    return *target || fail(why, "follow the link", path);
}

bool files_write(const char *path, const char *text, size_t length, enum file_access access,
                 char why[FILES_WHY_SIZE])
{
    struct stat status;
    char *target = NULL;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return write_through(path, text, length, why);
    if (!follow_link(path, &target, why))
        return false;
    bool is_written = replace(target ? target : path, text, length, access, why);
    free(target);
    return is_written;
}

/* Whether a file can be created next to another one. */
static bool can_create_beside(const char *path, char why[FILES_WHY_SIZE])
{
    int directory = open_directory(path);
    bool can_create = directory >= 0 && faccessat(directory, ".", W_OK | X_OK, 0) == 0;
    if (!can_create)
        fail(why, "create a file next to it", path);
    if (directory >= 0)
        close(directory);
    return can_create;
}

bool files_can_write(const char *path, char why[FILES_WHY_SIZE])
{
    struct stat status;
    char *target = NULL;
    bool is_there = stat(path, &status) == 0;
    if (is_there && S_ISDIR(status.st_mode)) {
        errno = EISDIR;
        return fail(why, "write it", path);
    }
    if (is_there && access(path, W_OK) != 0)
        return fail(why, "write it", path);
    if (is_there && !S_ISREG(status.st_mode))
        return true;
    bool can_write =
        follow_link(path, &target, why) && can_create_beside(target ? target : path, why);
    free(target);
    return can_write;
}

/* Appends to an open file and syncs it, or cuts it back. */
static bool append(int file, const char *text, size_t length)
{
    struct stat before;
    if (fstat(file, &before) != 0)
        return false;
    if (write_fully(file, text, length) && (fsync(file) == 0 || errno == EINVAL))
        return true;
    int reason = errno;
    if (S_ISREG(before.st_mode) && ftruncate(file, before.st_size) != 0)
        reason = errno;
    errno = reason;
    return false;
}

bool files_append(const char *path, const char *text, size_t length, enum file_access access,
                  char why[FILES_WHY_SIZE])
{
    struct stat status;
    bool is_new = stat(path, &status) != 0;
    int file = open(path, O_WRONLY | O_APPEND | O_CREAT | O_NONBLOCK | O_CLOEXEC, mode_of(access));
    if (file < 0)
        return fail(why, "open it", path);
    bool is_written = append(file, text, length) || fail(why, "write it", path);
    close(file);
    if (is_written && is_new && !sync_directory(path))
        is_written = fail(why, "sync its directory", path);
    return is_written;
}

bool files_remove(const char *path, char why[FILES_WHY_SIZE])
{
    if (unlink(path) != 0 && errno != ENOENT)
        return fail(why, "remove it", path);
    return sync_directory(path) || fail(why, "sync its directory", path);
}

/* ---- cleaning ---- */

/* Removes a temporary file unless its writer lives. */
static void remove_if_dead(const char *path)
{
    int file = open(path, O_WRONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (file < 0)
        return;
    if (set_lock(file, F_SETLK, F_WRLCK, 0) == 0)
        unlink(path);
    close(file);
}

/* Whether a name is that of a temporary file: of `file`, or of any file if that is NULL. */
static bool is_temporary(const char *name, const char *file)
{
    const char *end = strrchr(name, '.');
    size_t length = end && end > name ? (size_t)(end - name) - 1 : 0;
    long process;
    int number;
    int used = 0;
    return name[0] == '.' && length > 0 &&
           sscanf(end, ".%ld-%d~%n", &process, &number, &used) == 2 && used > 0 && !end[used] &&
           (!file || (strlen(file) == length && strncmp(name + 1, file, length) == 0));
}

/* Removes the temporary files of killed programs in a directory: of `file`, or all of them. */
static void clean(const char *directory, const char *file)
{
    DIR *names = directory ? opendir(directory) : NULL;
    const struct dirent *entry;
    while (names && (entry = readdir(names))) {
        char *found =
            is_temporary(entry->d_name, file) ? files_join(directory, entry->d_name) : NULL;
        if (found)
            remove_if_dead(found);
        free(found);
    }
    if (names)
        closedir(names);
}

void files_clean(const char *path)
{
    char *directory = files_directory(path);
    clean(directory, name_of(path));
    free(directory);
}

void files_clean_directory(const char *directory)
{
    clean(directory, NULL);
}

/* ---- locks ---- */

int files_open_locks(const char *path, char why[FILES_WHY_SIZE])
{
    int locks = open(path, O_RDWR | O_CREAT | O_CLOEXEC, mode_of(FILE_PRIVATE));
    if (locks < 0)
        fail(why, "open it", path);
    return locks;
}

void files_close_locks(int locks)
{
    if (locks >= 0)
        close(locks);
}

bool files_try_lock(int locks, int number)
{
    return set_lock(locks, F_SETLK, F_WRLCK, number) == 0;
}

void files_unlock(int locks, int number)
{
    set_lock(locks, F_SETLK, F_UNLCK, number);
}

int files_lock_beside(const char *path, char why[FILES_WHY_SIZE])
{
    char *name = join_text(path, ".lock");
    if (!name) {
        errno = ENOMEM;
        fail(why, "lock it", path);
        return -1;
    }
    int locks = files_open_locks(name, why);
    free(name);
    if (locks >= 0)
        set_lock(locks, F_SETLKW, F_WRLCK, 0);
    return locks;
}

/* ---- holding ---- */

/* Whether an open file still has its name. */
static bool has_name(int file, const char *name)
{
    struct stat own, named;
    return fstat(file, &own) == 0 && stat(name, &named) == 0 && own.st_dev == named.st_dev &&
           own.st_ino == named.st_ino;
}

/* Says who holds a file, as far as the system tells. */
static void say_held(int file, const char *path, char why[FILES_WHY_SIZE])
{
    struct flock lock = { .l_type = F_WRLCK, .l_whence = SEEK_SET, .l_len = 1 };
    char reason[80] = "another run is using it";
    if (fcntl(file, F_GETLK, &lock) == 0 && lock.l_type != F_UNLCK && lock.l_pid > 0)
        snprintf(reason, sizeof reason, "another run is using it: process %ld", (long)lock.l_pid);
    files_say_fault(path, 0, 0, reason, why);
}

/*
 * Opens and locks a file. One that its last holder has removed meanwhile is opened anew, a limited
 * number of times: on some file systems an open file and its name never agree.
 */
static bool lock_by_name(struct files_hold *hold, const char *path, char why[FILES_WHY_SIZE])
{
    for (int i = 0; i < LOCK_ATTEMPTS; i++) {
        hold->file = open(hold->name, O_RDWR | O_CREAT | O_CLOEXEC, mode_of(FILE_PRIVATE));
        if (hold->file < 0)
            return fail(why, "create a lock next to it", path);
        bool is_held =
            set_lock(hold->file, F_SETLK, F_WRLCK, 0) != 0 && (errno == EACCES || errno == EAGAIN);
        if (!is_held && has_name(hold->file, hold->name))
            return true;
        if (is_held)
            say_held(hold->file, path, why);
        close(hold->file);
        if (is_held)
            return false;
    }
    files_say_fault(path, 0, 0, "cannot lock it: the lock next to it is replaced all the time",
                    why);
    return false;
}

bool files_hold(struct files_hold *hold, const char *path, char why[FILES_WHY_SIZE])
{
    struct stat status;
    *hold = (struct files_hold){ -1, NULL };
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode))
        return true;
    char *target = realpath(path, NULL);
    hold->name = join_text(target ? target : path, ".lock");
    free(target);
    if (!hold->name) {
        errno = ENOMEM;
        return fail(why, "lock it", path);
    }
    if (lock_by_name(hold, path, why))
        return true;
    free(hold->name);
    hold->name = NULL;
    return false;
}

/* Removes the file while it is locked: whoever has opened it by then sees that it lost its name. */
void files_let_go(struct files_hold *hold)
{
    if (!hold->name)
        return;
    unlink(hold->name);
    close(hold->file);
    free(hold->name);
    *hold = (struct files_hold){ -1, NULL };
}
