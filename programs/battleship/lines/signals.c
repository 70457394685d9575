/* Signals as something to wait for; see signals.h. */
#include "battleship/lines/signals.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stddef.h>
#include <unistd.h>

/* Static, as a handler has no other way to find it: the read end and the write end. */
static int pipe_ends[2] = { -1, -1 };

static bool have_ended;

static void tell(int number)
{
    int saved = errno;
    unsigned char byte = (unsigned char)number;
    /* A full pipe holds signals enough. */
    ssize_t written = write(pipe_ends[1], &byte, 1);
    (void)written;
    errno = saved;
}

static bool prepare_end(int fd)
{
    return fcntl(fd, F_SETFL, O_NONBLOCK) == 0 && fcntl(fd, F_SETFD, FD_CLOEXEC) == 0;
}

bool signals_open(void)
{
    static const int told[] = { SIGINT, SIGTERM, SIGHUP, SIGCONT };
    if (pipe(pipe_ends) != 0)
        return false;
    if (!prepare_end(pipe_ends[0]) || !prepare_end(pipe_ends[1]))
        return false;
    struct sigaction action = { .sa_handler = tell };
    sigemptyset(&action.sa_mask);
    for (size_t i = 0; i < sizeof told / sizeof told[0]; i++)
        sigaction(told[i], &action, NULL);
    return true;
}

int signals_fd(void)
{
    return pipe_ends[0];
}

int signals_take(void)
{
    unsigned char byte = 0;
    if (read(pipe_ends[0], &byte, 1) != 1)
        return 0;
    have_ended |= byte == SIGTERM || byte == SIGHUP;
    return byte;
}

bool signals_have_ended(void)
{
    return have_ended;
}
