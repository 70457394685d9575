/* battleship: the game in a terminal. */
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include <battleship/version.h>

#include "common/process.h"
#include "console/demo.h"
#include "console/options.h"
#include "console/play.h"
#include "console/session.h"

/* Prints why the session ended, if that is not obvious; returns the exit code. */
static int finish_session(const struct session *session, enum session_state state)
{
    switch (state) {
    case SESSION_INPUT_ENDED:
        fprintf(session->screen.out, "\nEnd of input: the game was abandoned.\n");
        return EXIT_FINE;
    case SESSION_INTERRUPTED:
        fprintf(session->screen.out, "\nInterrupted: the game was abandoned.\n");
        return EXIT_INTERRUPTED;
    case SESSION_FAILED:
        return EXIT_RUNTIME;
    default:
        return EXIT_FINE;
    }
}

static int run_game(const struct options *options)
{
    bool has_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool is_demo = options->wants_demo || (!has_terminal && !options->wants_interactive);
    struct session session;
    int code = session_open(&session, options, is_demo);
    if (code == EXIT_FINE)
        code = finish_session(&session, is_demo ? demo_run(&session) : play_run(&session));
    session_close(&session);
    return code;
}

static int run(const struct options *options)
{
    if (options->wants_help) {
        options_print_help(stdout);
        return EXIT_FINE;
    }
    if (options->wants_version) {
        printf(PROGRAM " %s\n", bship_version_string());
        return EXIT_FINE;
    }
    return run_game(options);
}

int main(int argc, char **argv)
{
    interrupt_install();
    struct options options;
    int code = options_read(&options, argc, argv) ? run(&options) : EXIT_USAGE;
    options_clear(&options);
    return close_output(PROGRAM, code);
}
