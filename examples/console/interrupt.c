/* Ctrl-C; see interrupt.h. */
#include "console/interrupt.h"

#include <signal.h>
#include <stddef.h>

static volatile sig_atomic_t interrupted;

static void note_interrupt(int signal_number)
{
    (void)signal_number;
    interrupted = 1;
}

void interrupt_install(void)
{
    struct sigaction action = { .sa_handler = note_interrupt };
    action.sa_flags = (int)SA_RESETHAND;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);

    struct sigaction ignored = { .sa_handler = SIG_IGN };
    sigemptyset(&ignored.sa_mask);
    sigaction(SIGPIPE, &ignored, NULL);
}

int interrupt_happened(void)
{
    return interrupted;
}
