/* battleship: the game in a terminal. */
#include <stdbool.h>
#include <stdio.h>
#include <unistd.h>

#include <battleship/version.h>

#include "common/process.h"
#include "console/options.h"
#include "console/plain/demo.h"
#include "console/plain/plain.h"
#include "console/plain/playing.h"

/* Prints why the session ended, if that is not obvious; returns the exit code. */
static int finish_session(const struct plain *plain, enum plain_state state)
{
    switch (state) {
    case PLAIN_INPUT_ENDED:
        fprintf(plain->grid.out, "\nEnd of input: the game was abandoned.\n");
        return EXIT_FINE;
    case PLAIN_INTERRUPTED:
        fprintf(plain->grid.out, "\nInterrupted: the game was abandoned.\n");
        return EXIT_INTERRUPTED;
    case PLAIN_FAILED:
        return EXIT_RUNTIME;
    default:
        return EXIT_FINE;
    }
}

static int run_game(const struct options *options)
{
    bool has_terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool is_demo = options->task == TASK_DEMO || (!has_terminal && !options->interactive);
    struct plain plain;
    int code = plain_open(&plain, options, is_demo);
    if (code == EXIT_FINE)
        code = finish_session(&plain, is_demo ? demo_run(&plain) : playing_run(&plain));
    plain_close(&plain);
    return code;
}

static int run(const struct options *options)
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
    default:
        return run_game(options);
    }
}

int main(int argc, char **argv)
{
    interrupt_install();
    struct options options;
    int code = options_read(&options, argc, argv) ? run(&options) : EXIT_USAGE;
    options_clear(&options);
    return close_output(PROGRAM, code);
}
