/* Files that are read and replaced as a whole, and the state directory. */
#include <criterion/criterion.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "common/files.h"
#include "scratch.h"

static char why[FILES_WHY_SIZE];

static void open_scratch(void)
{
    scratch_open();
}

TestSuite(files, .init = open_scratch, .fini = scratch_close);

static void assert_text(const char *path, const char *expected)
{
    char *text = scratch_read(path);
    cr_assert_str_eq(text, expected, "%s: %s", path, text);
    free(text);
}

static bool write_text(const char *path, const char *text)
{
    return files_write(path, text, strlen(text), FILE_PRIVATE, why);
}

static void assert_why(const char *part)
{
    cr_assert_not_null(strstr(why, part), "\"%s\" does not say \"%s\"", why, part);
}

static mode_t mode_of(const char *path)
{
    struct stat status;
    cr_assert_eq(stat(path, &status), 0, "no file %s", path);
    return status.st_mode & 0777;
}

Test(files, state_directory_is_private_and_made_with_its_parents)
{
    setenv("XDG_STATE_HOME", scratch_path("a/b"), 1);
    char *directory = files_state_directory("battleship", why);
    cr_assert_not_null(directory, "%s", why);
    cr_assert_str_eq(directory, scratch_path("a/b/battleship"), "%s", directory);
    cr_assert_eq(mode_of(directory), 0700, "mode %o", (unsigned)mode_of(directory));
    free(directory);
    directory = files_state_directory("battleship", why);
    cr_assert_not_null(directory, "a second time: %s", why);
    free(directory);
}

Test(files, state_directory_is_in_the_home_directory_by_default)
{
    static const char *const others[] = { NULL, "", "relative/path" };
    setenv("HOME", scratch_path("home"), 1);
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        unsetenv("XDG_STATE_HOME");
        if (others[i])
            setenv("XDG_STATE_HOME", others[i], 1);
        char *directory = files_state_directory("battleship", why);
        cr_assert_not_null(directory, "%s", why);
        cr_assert_str_eq(directory, scratch_path("home/.local/state/battleship"), "%s", directory);
        free(directory);
    }
}

Test(files, state_directory_that_cannot_be_made_is_explained)
{
    scratch_write(scratch_path("file"), "");
    setenv("XDG_STATE_HOME", scratch_path("file"), 1);
    cr_assert_null(files_state_directory("battleship", why), "made in a file");
    assert_why("file: cannot create the directory: Not a directory");
}

Test(files, file_is_created_replaced_and_read)
{
    const char *path = scratch_path("text");
    char *text = NULL;
    size_t length = 0;
    cr_assert(write_text(path, "one"), "%s", why);
    cr_assert_eq(mode_of(path), 0600, "a private file");
    cr_assert(write_text(path, "two, which is longer"), "%s", why);
    cr_assert(files_read(path, 100, &text, &length, why), "%s", why);
    cr_assert_str_eq(text, "two, which is longer", "%s", text);
    cr_assert_eq(length, strlen(text), "length %zu", length);
    cr_assert_eq(scratch_count(scratch_path("")), 1, "a temporary file is left");
    free(text);
}

Test(files, public_file_has_the_permissions_of_the_umask)
{
    const char *path = scratch_path("text");
    umask(022);
    cr_assert(files_write(path, "", 0, FILE_PUBLIC, why), "%s", why);
    cr_assert_eq(mode_of(path), 0644, "mode %o", (unsigned)mode_of(path));
}

Test(files, replaced_file_keeps_its_permissions)
{
    const char *path = scratch_path("text");
    scratch_write(path, "old");
    chmod(path, 0640);
    cr_assert(write_text(path, "new"), "%s", why);
    cr_assert_eq(mode_of(path), 0640, "mode %o", (unsigned)mode_of(path));
}

Test(files, symbolic_link_stays_and_its_target_is_replaced)
{
    scratch_write(scratch_path("target"), "old");
    cr_assert_eq(symlink("target", scratch_path("link")), 0, "no link");
    cr_assert(write_text(scratch_path("link"), "new"), "%s", why);
    assert_text(scratch_path("target"), "new");
    struct stat status;
    lstat(scratch_path("link"), &status);
    cr_assert(S_ISLNK(status.st_mode), "the link was replaced");
}

Test(files, symbolic_link_that_leads_nowhere_is_refused)
{
    cr_assert_eq(symlink("nothing", scratch_path("link")), 0, "no link");
    cr_assert_not(write_text(scratch_path("link"), "new"), "written nowhere");
    assert_why("link: cannot follow the link: No such file");
}

Test(files, device_is_written_to_and_not_replaced)
{
    cr_assert(write_text("/dev/null", "text"), "%s", why);
    cr_assert_not(write_text("/dev/full", "text"), "/dev/full took a text");
    assert_why("/dev/full: cannot write it: No space left");
    struct stat status;
    stat("/dev/full", &status);
    cr_assert(S_ISCHR(status.st_mode), "/dev/full was replaced");
}

Test(files, pipe_without_a_writer_is_a_failure_after_a_while)
{
    char *text = NULL;
    size_t length = 0;
    cr_assert_eq(mkfifo(scratch_path("pipe"), 0600), 0, "no pipe");
    cr_assert_not(files_read(scratch_path("pipe"), 100, &text, &length, why), "read from nobody");
    assert_why("pipe: cannot read it: nothing came for some seconds");
}

Test(files, pipe_without_a_reader_is_a_failure_and_no_wait)
{
    cr_assert_eq(mkfifo(scratch_path("pipe"), 0600), 0, "no pipe");
    cr_assert_not(write_text(scratch_path("pipe"), "text"), "written to nobody");
    assert_why("pipe: cannot open it");
}

Test(files, directories_and_missing_files_are_explained)
{
    char *text;
    size_t length;
    cr_assert_not(write_text(scratch_path("no/file"), "text"), "written into no directory");
    assert_why("no/file: cannot create a file next to it: No such file or directory");
    cr_assert_not(write_text(scratch_path(""), "text"), "a directory was written");
    assert_why("Is a directory");
    cr_assert_not(files_read(scratch_path("no"), 10, &text, &length, why), "nothing was read");
    assert_why("no: cannot open it: No such file or directory");
    cr_assert_null(text, "a text of nothing");
    cr_assert_not(files_read(scratch_path(""), 10, &text, &length, why), "a directory was read");
    assert_why("Is a directory");
}

Test(files, longer_file_than_allowed_is_refused)
{
    char *text;
    size_t length;
    scratch_write(scratch_path("text"), "12345");
    cr_assert(files_read(scratch_path("text"), 5, &text, &length, why), "%s", why);
    cr_assert_str_eq(text, "12345", "%s", text);
    free(text);
    cr_assert_not(files_read(scratch_path("text"), 4, &text, &length, why), "more was read");
    assert_why("File too large");
    cr_assert_null(text, "a text that was freed");
}

/* In a process of its own, which is not the superuser: writes into a read-only directory. */
static void write_as_nobody(const char *path)
{
    if (geteuid() == 0 && (setgid(65534) != 0 || setuid(65534) != 0))
        _exit(1);
    bool is_explained = !write_text(path, "new") &&
                        strstr(why, "text: cannot create a file next to it: Permission denied");
    _exit(is_explained ? 0 : 1);
}

Test(files, read_only_directory_keeps_the_old_file)
{
    int status = 0;
    scratch_write(scratch_path("text"), "old");
    chmod(scratch_path(""), 0555);
    pid_t child = fork();
    if (child == 0)
        write_as_nobody(scratch_path("text"));
    waitpid(child, &status, 0);
    chmod(scratch_path(""), 0700);
    cr_assert(WIFEXITED(status) && WEXITSTATUS(status) == 0, "written, or not explained");
    assert_text(scratch_path("text"), "old");
}

/* A limit on the size of files stands in for a full disk: both end a write in its middle. */
Test(files, disk_that_is_full_keeps_the_old_file)
{
    static char large[100000];
    memset(large, 'x', sizeof large - 1);
    struct rlimit before;
    getrlimit(RLIMIT_FSIZE, &before);
    const struct rlimit limit = { 50000, before.rlim_max };
    scratch_write(scratch_path("text"), "old");
    signal(SIGXFSZ, SIG_IGN);
    cr_assert_eq(setrlimit(RLIMIT_FSIZE, &limit), 0, "no limit");
    cr_assert_not(write_text(scratch_path("text"), large), "written");
    assert_why("text: cannot write it: File too large");
    assert_text(scratch_path("text"), "old");
    cr_assert_not(files_append(scratch_path("text"), large, sizeof large, FILE_PRIVATE, why),
                  "appended");
    setrlimit(RLIMIT_FSIZE, &before);
    assert_text(scratch_path("text"), "old");
    cr_assert_eq(scratch_count(scratch_path("")), 1, "a temporary file is left");
}

Test(files, text_is_appended)
{
    const char *path = scratch_path("text");
    cr_assert(files_append(path, "one\n", 4, FILE_PRIVATE, why), "%s", why);
    cr_assert(files_append(path, "two\n", 4, FILE_PRIVATE, why), "%s", why);
    assert_text(path, "one\ntwo\n");
}

Test(files, removing_what_is_not_there_is_fine)
{
    scratch_write(scratch_path("text"), "");
    cr_assert(files_remove(scratch_path("text"), why), "%s", why);
    cr_assert(files_remove(scratch_path("text"), why), "%s", why);
    cr_assert_eq(scratch_count(scratch_path("")), 0, "the file is still there");
}

/* Holds the lock of a file in another process, until that is killed. */
static pid_t lock_elsewhere(const char *path)
{
    int ready[2];
    char byte = 0;
    cr_assert_eq(pipe(ready), 0, "no pipe");
    pid_t child = fork();
    if (child == 0) {
        int file = open(path, O_RDWR);
        if (files_try_lock(file, 0) && write(ready[1], &byte, 1) == 1)
            pause();
        _exit(1);
    }
    close(ready[1]);
    cr_assert_eq(read(ready[0], &byte, 1), 1, "the other process has no lock");
    close(ready[0]);
    return child;
}

static void kill_and_wait(pid_t child)
{
    kill(child, SIGKILL);
    waitpid(child, NULL, 0);
}

Test(files, temporary_files_of_killed_programs_are_removed)
{
    static const char *const others[] = { ".text.1-2", ".text.x-1~", ".text.1-2~3", ".other.1-2~" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        scratch_write(scratch_path(others[i]), "");
    scratch_write(scratch_path("text"), "");
    scratch_write(scratch_path(".text.123-0~"), "half a te");
    scratch_write(scratch_path(".text.124-0~"), "being written");
    pid_t writer = lock_elsewhere(scratch_path(".text.124-0~"));
    files_clean(scratch_path("text"));
    cr_assert_eq(scratch_count(scratch_path("")), 6, "%d files", scratch_count(scratch_path("")));
    assert_text(scratch_path(".text.124-0~"), "being written");
    kill_and_wait(writer);
    files_clean(scratch_path("text"));
    cr_assert_eq(scratch_count(scratch_path("")), 5, "%d files", scratch_count(scratch_path("")));
}

Test(files, temporary_files_of_any_file_are_removed)
{
    static const char *const others[] = { "text", ".1-2~", ".text.1-2", ".text.1-2~3", "a.1-2~" };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        scratch_write(scratch_path(others[i]), "");
    scratch_write(scratch_path(".text.1-2~"), "");
    scratch_write(scratch_path(".other.text.31-0~"), "");
    files_clean_directory(scratch_path(""));
    cr_assert_eq(scratch_count(scratch_path("")), 5, "%d files", scratch_count(scratch_path("")));
}

Test(files, lock_ends_with_its_program)
{
    int locks = files_open_locks(scratch_path("locks"), why);
    cr_assert(locks >= 0, "%s", why);
    pid_t other = lock_elsewhere(scratch_path("locks"));
    cr_assert_not(files_try_lock(locks, 0), "taken twice");
    cr_assert(files_try_lock(locks, 1), "the next one is free");
    kill_and_wait(other);
    cr_assert(files_try_lock(locks, 0), "its program is gone");
    files_close_locks(locks);
}

/* Replaces a file again and again by texts of one repeated letter and of changing length. */
static void write_for_ever(const char *path)
{
    static char text[30000];
    for (unsigned i = 0;; i++) {
        memset(text, 'a' + (int)(i % 26), sizeof text);
        files_clean(path);
        files_write(path, text, 1 + i * 7919 % sizeof text, FILE_PRIVATE, why);
    }
}

Test(files, killed_writer_leaves_a_whole_file)
{
    const char *path = scratch_path("text");
    cr_assert(write_text(path, "a"), "%s", why);
    for (int i = 0; i < 100; i++) {
        const struct timespec pause = { 0, 100000L * (i % 37 + 1) };
        pid_t child = fork();
        if (child == 0)
            write_for_ever(path);
        nanosleep(&pause, NULL);
        kill_and_wait(child);
        char *text = scratch_read(path);
        const char letter[] = { text[0], '\0' };
        cr_assert(text[0] && strspn(text, letter) == strlen(text), "a torn file");
        free(text);
    }
    files_clean(path);
    cr_assert_eq(scratch_count(scratch_path("")), 1, "temporary files are left");
}
