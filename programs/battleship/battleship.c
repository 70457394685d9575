/* battleship: the game in a terminal. */
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <battleship/version.h>

#include "battleship/game/preferences.h"
#include "battleship/lines/lines_main.h"
#include "battleship/options.h"
#include "battleship/talk/setup.h"
#include "common/process.h"
#include "network/peer.h"

/* No exit code: the full screen cannot be used. */
enum {
    NO_SCREEN = -1
};

#ifdef HAS_FULL_SCREEN
#include "battleship/screen/screen_main.h"

/* Runs on the full screen; returns an exit code, or NO_SCREEN. */
static int run_on_screen(const struct options *options)
{
    char why[256];
    int code = screen_run(options, why, sizeof why);
    if (code == SCREEN_UNAVAILABLE)
        fprintf(stderr, PROGRAM ": no full screen: %s\n", why);
    return code == SCREEN_UNAVAILABLE ? NO_SCREEN : code;
}
#else
static int run_on_screen(const struct options *options)
{
    if (options->shows_menu)
        fprintf(stderr, PROGRAM ": no full screen, and no menu: built without ncursesw\n");
    return NO_SCREEN;
}
#endif

/*
 * Reads the preferences of somebody who is there to be asked, for a game or a replay. What is wrong
 * with them is said before the screen covers it; the menu repeats it.
 */
static void read_preferences(struct options *options, struct preferences *preferences)
{
    if (!preferences_open(preferences, options->news))
        fprintf(stderr, PROGRAM ": preferences: %s\n", options->news);
    options_use_preferences(options, preferences);
}

static int run_in_front(struct options *options, bool wants_screen)
{
    int code = wants_screen ? run_on_screen(options) : NO_SCREEN;
    return code != NO_SCREEN ? code : lines_run(options);
}

static int run_game(struct options *options)
{
    bool has_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    const char *type = getenv("TERM");
    bool is_dumb = !type || !type[0] || strcmp(type, "dumb") == 0;
    bool wants_screen =
        has_terminal && !is_dumb && !options->is_plain && options->task != TASK_DEMO;
    /* Without a terminal nobody is expected to type anything. */
    bool is_new = options->task == TASK_PLAY || options->task == TASK_DAILY;
    if (is_new && !has_terminal && !options->interactive) {
        fputs(PROGRAM ": no terminal, so two AIs play; use --interactive to play yourself\n",
              stderr);
        options->task = TASK_DEMO;
    }
    if (has_terminal && is_dumb && options->shows_menu && !options->is_plain)
        fputs(PROGRAM ": no menu: by its TERM this terminal has no full screen\n", stderr);
    struct preferences preferences = PREFERENCES_INIT;
    if (options->saves && options->task != TASK_DEMO)
        read_preferences(options, &preferences);
    int code = run_in_front(options, wants_screen);
    preferences_close(&preferences);
    return code;
}

/* Refuses a game over a network, if this build has none. */
static int run_remote_game(struct options *options)
{
    if (peer_is_available())
        return run_game(options);
    fprintf(stderr, PROGRAM ": --%s: " SETUP_NO_NETWORK "\n",
            options->task == TASK_HOST ? "host" : "join");
    return EXIT_RUNTIME;
}

static int run(struct options *options)
{
    switch (options->task) {
    case TASK_HELP:
        options_print_help(stdout);
        return EXIT_FINE;
    case TASK_HELP_RULES:
        options_print_rules_help(stdout);
        return EXIT_FINE;
    case TASK_VERSION:
        printf(PROGRAM " %s\n", bship_version_string());
        return EXIT_FINE;
    case TASK_STATISTICS:
        return lines_print_statistics(options);
    case TASK_PROFILE:
        return lines_run_profile(options);
    case TASK_HOST:
    case TASK_JOIN:
        return run_remote_game(options);
    default:
        return run_game(options);
    }
}

/*
 * Takes the numbers of standard streams that were closed: files opened later, such as a saved game,
 * would get them. Reading finds the end of input, writing fails.
 */
static void reserve_streams(void)
{
    int fd;
    do
        fd = open("/dev/null", O_RDONLY);
    while (fd >= 0 && fd <= STDERR_FILENO);
    if (fd >= 0)
        close(fd);
}

int main(int argc, char **argv)
{
    reserve_streams();
    interrupt_install();
    struct options options;
    int code = options_read(&options, argc, argv) ? run(&options) : EXIT_USAGE;
    options_clear(&options);
    return close_output(PROGRAM, code);
}
