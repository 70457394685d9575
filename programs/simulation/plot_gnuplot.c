/* Running gnuplot; see plot_gnuplot.h. */
#include "simulation/plot_gnuplot.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "common/files.h"
#include "common/utf8.h"
#include "simulation/simulation.h"

extern char **environ;

/* What gnuplot says of an error is cut off after this many bytes. */
#define ERROR_SIZE 400

/* The files that gnuplot reads and writes, none of which has a name. */
struct streams {
    FILE *script;
    FILE *picture;
    FILE *errors;
};

/* A kind of picture, by the end of its file's name. */
struct kind {
    const char *suffix;
    const char *terminal; /* followed by its size */
    double unit;          /* of the size, in pixels */
};

static const struct kind kinds[] = {
    { ".svg", "svg noenhanced background '#ffffff' font 'sans-serif,13' size", 1 },
    { ".png", "pngcairo noenhanced background '#ffffff' font 'sans-serif,10' size", 1 },
    { ".pdf", "pdfcairo noenhanced background '#ffffff' font 'sans-serif,10' size", 96 },
};

/* The kind of a picture; NULL if its name ends otherwise. */
static const struct kind *find_kind(const char *path)
{
    size_t length = strlen(path);
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        size_t suffix = strlen(kinds[i].suffix);
        if (length > suffix && strcmp(path + length - suffix, kinds[i].suffix) == 0)
            return &kinds[i];
    }
    return NULL;
}

/* ---- the child ---- */

static void close_stream(FILE *stream)
{
    if (stream)
        fclose(stream);
}

/*
 * Starts gnuplot, without the user's settings, and with the signals that this program ignores.
 * Returns 0, or the number of an error.
 */
static int spawn(pid_t *child, const struct streams *streams)
{
    char name[] = "gnuplot", option[] = "--default-settings";
    char *const words[] = { name, option, NULL };
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t reset;
    int reason = posix_spawn_file_actions_init(&actions);
    if (reason != 0)
        return reason;
    reason = posix_spawnattr_init(&attributes);
    if (reason == 0) {
        sigemptyset(&reset);
        sigaddset(&reset, SIGPIPE);
        sigaddset(&reset, SIGXFSZ);
        posix_spawnattr_setsigdefault(&attributes, &reset);
        posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGDEF);
        posix_spawn_file_actions_adddup2(&actions, fileno(streams->script), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&actions, fileno(streams->picture), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&actions, fileno(streams->errors), STDERR_FILENO);
        reason = posix_spawnp(child, words[0], &actions, &attributes, words, environ);
        posix_spawnattr_destroy(&attributes);
    }
    posix_spawn_file_actions_destroy(&actions);
    return reason;
}

/* Waits for the child; returns whether it exited with 0. */
static bool wait_for(pid_t child)
{
    int status = 0;
    while (waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return false;
    }
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* Prints the last line of what gnuplot said that is not empty. */
static void complain(FILE *errors)
{
    char line[ERROR_SIZE];
    char last[ERROR_SIZE] = "it does not say why";
    rewind(errors);
    while (fgets(line, sizeof line, errors)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[strspn(line, " \t^")] && utf8_is_printable(line))
            memcpy(last, line, sizeof last);
    }
    fprintf(stderr, PROGRAM ": gnuplot failed: %s\n", last);
}

/* Lets gnuplot draw; the picture is what it prints. */
static int draw(const struct streams *streams)
{
    pid_t child = 0;
    rewind(streams->script);
    int reason = spawn(&child, streams);
    if (reason == ENOENT) {
        fprintf(stderr, PROGRAM ": pictures need gnuplot, which is not installed (Debian: "
                                "gnuplot-nox)\n");
        return EXIT_RUNTIME;
    }
    if (reason != 0) {
        fprintf(stderr, PROGRAM ": cannot run gnuplot: %s\n", strerror(reason));
        return EXIT_RUNTIME;
    }
    if (wait_for(child))
        return EXIT_FINE;
    complain(streams->errors);
    return EXIT_RUNTIME;
}

/* ---- files ---- */

/* Reads what was written to a stream, to be freed; NULL on failure. */
static char *read_back(FILE *stream, size_t *length)
{
    struct stat status;
    if (fstat(fileno(stream), &status) != 0)
        return NULL;
    char *text = malloc((size_t)status.st_size + 1);
    rewind(stream);
    *length = text ? fread(text, 1, (size_t)status.st_size, stream) : 0;
    if (!text || *length == (size_t)status.st_size)
        return text;
    free(text);
    return NULL;
}

static int save(FILE *picture, const char *path)
{
    char why[FILES_WHY_SIZE] = "out of memory";
    size_t length = 0;
    char *text = read_back(picture, &length);
    bool is_saved = text && files_write(path, text, length, FILE_PUBLIC, why);
    free(text);
    if (is_saved)
        return EXIT_FINE;
    fprintf(stderr, PROGRAM ": %s\n", why);
    return EXIT_RUNTIME;
}

/* Draws, and writes the picture unless `path` is NULL. Closes the script. */
static int draw_to(FILE *script, const char *path)
{
    struct streams streams = { script, tmpfile(), tmpfile() };
    int result = EXIT_RUNTIME;
    if (!streams.picture || !streams.errors || fflush(script) != 0 || ferror(script))
        fprintf(stderr, PROGRAM ": cannot write a temporary file: %s\n", strerror(errno));
    else
        result = draw(&streams);
    if (result == EXIT_FINE && path)
        result = save(streams.picture, path);
    close_stream(streams.script);
    close_stream(streams.picture);
    close_stream(streams.errors);
    return result;
}

/* ---- the interface ---- */

int gnuplot_check(const char *option, const char *path)
{
    if (!find_kind(path)) {
        fprintf(stderr, PROGRAM ": %s: a picture's name ends with .svg, .png or .pdf\n", option);
        return EXIT_USAGE;
    }
    char why[FILES_WHY_SIZE];
    if (!files_can_write(path, why)) {
        fprintf(stderr, PROGRAM ": %s: %s\n", option, why);
        return EXIT_USAGE;
    }
    /* Setting the terminal is enough to fail where gnuplot does not have it. */
    FILE *script = gnuplot_begin(path, 100, 100);
    return script ? draw_to(script, NULL) : EXIT_RUNTIME;
}

FILE *gnuplot_begin(const char *path, int width, int height)
{
    const struct kind *kind = find_kind(path);
    FILE *script = tmpfile();
    if (!script) {
        fprintf(stderr, PROGRAM ": cannot write a temporary file: %s\n", strerror(errno));
        return NULL;
    }
    fprintf(script,
            "set terminal %s %g,%g\n"
            "set encoding utf8\n",
            kind->terminal, width / kind->unit, height / kind->unit);
    return script;
}

/* In single quotes, gnuplot obeys nothing but the quote itself, which is doubled. */
void gnuplot_quote(FILE *script, const char *text)
{
    fputc('\'', script);
    while (*text) {
        uint32_t character = 0;
        size_t length = utf8_decode(text, &character);
        if (length == 0 || utf8_is_command(character))
            fputc('?', script);
        else
            fwrite(text, 1, length, script);
        if (*text == '\'')
            fputc('\'', script);
        text += length > 0 ? length : 1;
    }
    fputc('\'', script);
}

int gnuplot_end(FILE *script, const char *path)
{
    return draw_to(script, path);
}
