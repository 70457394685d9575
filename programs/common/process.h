/* Exit codes, Ctrl-C, errors of the output, and elapsed time. */
#ifndef PROGRAMS_COMMON_PROCESS_H
#define PROGRAMS_COMMON_PROCESS_H

#include <stdbool.h>
#include <stdint.h>

/* The exit codes of the programs. */
enum exit_code {
    EXIT_FINE = 0,
    EXIT_RUNTIME = 1,       /* a failure at run time, such as of the output */
    EXIT_USAGE = 2,         /* the command line is invalid */
    EXIT_PEER = 3,          /* the other side of a game over a network broke the rules */
    EXIT_INTERRUPTED = 130, /* by Ctrl-C; the code that shells report */
    EXIT_TERMINATED = 143   /* by SIGTERM; likewise */
};

/*
 * Ignores SIGPIPE and SIGXFSZ, so that a closed output and a file that may not grow are write
 * errors like any other.
 */
void write_errors_install(void);

/*
 * Does this too, and installs a handler that records the first SIGINT; one that follows later ends
 * the program, in case it is busy. Where SIGINT is ignored, as in the background, it stays so.
 */
void interrupt_install(void);

/* Does the same for SIGTERM, by which batch systems and timeout(1) end programs. */
void interrupt_install_termination(void);

/* Whether one of these signals was received. */
bool interrupt_happened(void);

/* The same, as a callback of the library's long computations, which it cancels. */
int32_t interrupt_progress(double done, void *user);

/* The code to exit with: that which shells report of the signal if `code` is EXIT_INTERRUPTED. */
int interrupt_code(int code);

/* Seconds on a monotonic clock with an arbitrary start. */
double seconds_now(void);

/* Seconds of processor time that the calling thread has used: other programs do not count. */
double thread_seconds(void);

/*
 * Flushes and closes stdout. If that fails, prints an error, unless `code` already is one.
 * Returns the code to exit with.
 */
int close_output(const char *program, int code);

#endif
