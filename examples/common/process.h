/* A program as its caller sees it: how it ends, Ctrl-C, output that gets lost, the time it took. */
#ifndef EXAMPLES_COMMON_PROCESS_H
#define EXAMPLES_COMMON_PROCESS_H

/* The exit codes of the programs. */
enum exit_code {
    EXIT_FINE = 0,
    EXIT_RUNTIME = 1,      /* something failed while it ran, the output for example */
    EXIT_USAGE = 2,        /* the command line asks for what cannot be */
    EXIT_INTERRUPTED = 130 /* ended by Ctrl-C, as a shell reports it */
};

/*
 * From here on SIGINT is only noted - once: a second one ends the program at
 * once, should it be busy for too long. SIGPIPE is ignored, so that a closed
 * output is an error of writing like any other.
 */
void interrupt_install(void);

/* Whether SIGINT came. */
int interrupt_happened(void);

/* Seconds by a clock that only goes forward; from when is not said. */
double seconds_now(void);

/*
 * Closes stdout. Whatever is still on its way out must arrive, or the program has
 * failed: says so, unless it had failed before with another `code`. Returns the
 * code to exit with.
 */
int close_output(const char *program, int code);

#endif
