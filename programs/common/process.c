/* Exit codes, Ctrl-C, output and time; see process.h. */
#include "common/process.h"

#include <signal.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <time.h>

#include <battleship/status.h>

static volatile sig_atomic_t interrupted; /* by this signal; 0: not */

/* A signal so soon after the first one is the same: timeout(1) sends it to the process and then to
 * its group. A person who wants the program to end at once is slower. */
static const double seconds_of_one_signal = 0.2;

/* Neither signal interrupts this, and the clock may be read in a handler. */
static void note_interrupt(int signal_number)
{
    static double first;
    double now = seconds_now();
    if (interrupted == 0) {
        interrupted = signal_number;
        first = now;
    } else if (now - first > seconds_of_one_signal) {
        signal(signal_number, SIG_DFL);
        raise(signal_number);
    }
}

#ifdef _WIN32

/* Windows takes a handler away once it has called it, so the next signal ends the program. */
static void note_signal(int signal_number)
{
    signal(signal_number, note_interrupt);
}

void write_errors_install(void)
{
    /* There a closed output is a write error already. */
}

#else

/* A signal that is ignored from the start stays so, as under nohup or in the background. */
static void note_signal(int signal_number)
{
    struct sigaction action = { .sa_handler = note_interrupt }, before;
    if (sigaction(signal_number, NULL, &before) == 0 && before.sa_handler == SIG_IGN)
        return;
    sigemptyset(&action.sa_mask);
    sigaddset(&action.sa_mask, SIGINT);
    sigaddset(&action.sa_mask, SIGTERM);
    sigaction(signal_number, &action, NULL);
}

void write_errors_install(void)
{
    struct sigaction ignored = { .sa_handler = SIG_IGN };
    sigemptyset(&ignored.sa_mask);
    sigaction(SIGPIPE, &ignored, NULL);
    sigaction(SIGXFSZ, &ignored, NULL);
}

#endif

void interrupt_install(void)
{
    note_signal(SIGINT);
    write_errors_install();
}

void interrupt_install_termination(void)
{
    note_signal(SIGTERM);
}

bool interrupt_happened(void)
{
    return interrupted != 0;
}

int32_t interrupt_progress(double done, void *user)
{
    (void)done;
    (void)user;
    return interrupt_happened() ? BSHIP_PROGRESS_CANCEL : BSHIP_PROGRESS_GO_ON;
}

int interrupt_code(int code)
{
    return code == EXIT_INTERRUPTED && interrupted == SIGTERM ? 128 + SIGTERM : code;
}

static double seconds_of(clockid_t clock)
{
    struct timespec time;
    clock_gettime(clock, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

double seconds_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
}

double thread_seconds(void)
{
    return seconds_of(CLOCK_THREAD_CPUTIME_ID);
}

int close_output(const char *program, int code)
{
    bool is_lost = ferror(stdout);
    if (fclose(stdout) == 0 && !is_lost)
        return code;
    if (code == EXIT_FINE)
        fprintf(stderr, "%s: cannot write to standard output\n", program);
    return code == EXIT_FINE ? EXIT_RUNTIME : code;
}
