/* A bot's process; see child.h. */
#define _GNU_SOURCE /* F_SETPIPE_SZ, syscall() */
#include "engine/child.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/ioctl.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif
#include <sys/wait.h>
#include <unistd.h>

#include "common/process.h"
#include "engine/bot_limits.h"

enum {
    SLICE_MILLISECONDS = 50,  /* between looks at what poll() does not report */
    ENDING_MILLISECONDS = 200 /* between the end of the output and that of the process */
};

/* ---- starting ---- */

/* The pipes of a process and its watchdog, with the ends of both sides; -1: none. */
struct pipes {
    int input[2], output[2], errors[2], watchdog[2];
};

static void close_if_open(int *fd)
{
    if (*fd >= 0)
        close(*fd);
    *fd = -1;
}

static void close_pipes(struct pipes *pipes)
{
    int *const ends[] = { pipes->input, pipes->output, pipes->errors, pipes->watchdog };
    for (int i = 0; i < 4; i++) {
        close_if_open(&ends[i][0]);
        close_if_open(&ends[i][1]);
    }
}

/* Moves a descriptor above the standard ones, where a program that is executed does not get it. */
static bool move_up(int *fd)
{
    int moved = fcntl(*fd, F_DUPFD_CLOEXEC, 3);
    int reason = errno;
    close(*fd);
    errno = reason;
    *fd = moved;
    return moved >= 0;
}

static bool make_pipe(int ends[2])
{
    if (pipe(ends) != 0) {
        ends[0] = ends[1] = -1;
        return false;
    }
    bool has_first = move_up(&ends[0]), has_second = move_up(&ends[1]);
    return has_first && has_second;
}

static bool set_nonblocking(int fd)
{
    return fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK) == 0;
}

/*
 * Lets poll() say when the process has read all of its input: a pipe of a single page takes more
 * only when it has room in the page or is empty, and poll() waits for the latter. On systems other
 * than Linux, poll() may return at once, and child_await_reading() looks again and again.
 */
static void make_single_page(int fd)
{
#ifdef F_SETPIPE_SZ
    (void)fcntl(fd, F_SETPIPE_SZ, 1);
#else
    (void)fd;
#endif
}

static bool make_pipes(struct pipes *pipes)
{
    return make_pipe(pipes->input) && make_pipe(pipes->output) && make_pipe(pipes->errors) &&
           make_pipe(pipes->watchdog) && set_nonblocking(pipes->input[1]) &&
           set_nonblocking(pipes->output[0]) && set_nonblocking(pipes->errors[0]);
}

/*
 * Closes all descriptors but the standard ones: a bot must not write to the files of this program.
 * Where no call of the system does that, all numbers are tried that may be open.
 */
static void close_others(void)
{
    const int first = STDERR_FILENO + 1;
#ifdef SYS_close_range
    if (syscall(SYS_close_range, (unsigned)first, ~0U, 0U) == 0)
        return;
#endif
    const long end = sysconf(_SC_OPEN_MAX);
    for (int fd = first; fd < end; fd++)
        close(fd);
}

/*
 * Becomes a shell with these descriptors, in a new process; it returns if that fails. It makes only
 * calls that are safe after a fork of a program with threads.
 */
static void execute(const char *command, int input, int output, int errors)
{
    struct sigaction plain = { .sa_handler = SIG_DFL };
    sigset_t none;
    sigemptyset(&plain.sa_mask);
    sigaction(SIGPIPE, &plain, NULL);
    sigaction(SIGXFSZ, &plain, NULL);
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    if (dup2(input, STDIN_FILENO) < 0 || dup2(output, STDOUT_FILENO) < 0 ||
        dup2(errors, STDERR_FILENO) < 0)
        return;
    close_others();
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
}

/* Starts a shell in a process group: its own if that is 0. */
static pid_t start_shell(const char *command, const struct bot_limits *limits, pid_t group,
                         int input, int output, int errors)
{
    pid_t pid = fork();
    if (pid == 0 && setpgid(0, group) == 0 && bot_limits_set(limits))
        execute(command, input, output, errors);
    if (pid == 0)
        _exit(127);
    if (pid > 0)
        setpgid(pid, group != 0 ? group : pid); /* as the process does; whoever is first */
    return pid;
}

/* Starts the process and its watchdog. */
static bool start(struct child *child, struct pipes *pipes, const struct bot_command *command)
{
    static const struct bot_limits none = { 0 };
    static const char watchdog[] = "trap '' HUP INT TERM; read line; kill -KILL 0";
    if (!make_pipes(pipes))
        return false;
    child->pid = start_shell(command->text, &command->limits, 0, pipes->input[0], pipes->output[1],
                             pipes->errors[1]);
    if (child->pid < 0)
        return false;
    int end = pipes->watchdog[0];
    child->watchdog = start_shell(watchdog, &none, child->pid, end, end, end);
    if (child->watchdog > 0)
        return true;
    int reason = errno;
    kill(-child->pid, SIGKILL);
    waitpid(child->pid, NULL, 0);
    errno = reason;
    return false;
}

/* Takes this program's ends of the pipes. */
static void take_pipes(struct child *child, struct pipes *pipes)
{
    child->input = pipes->input[1];
    child->output.fd = pipes->output[0];
    child->errors = pipes->errors[0];
    child->watchdog_input = pipes->watchdog[1];
    make_single_page(child->input);
    pipes->input[1] = pipes->output[0] = pipes->errors[0] = pipes->watchdog[1] = -1;
}

bool child_start(struct child *child, const struct bot_command *command)
{
    /* A process must not inherit the pipes of another one before they are marked as private. */
    static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
    struct pipes pipes = { { -1, -1 }, { -1, -1 }, { -1, -1 }, { -1, -1 } };
    pthread_mutex_lock(&one_at_a_time);
    bool is_started = start(child, &pipes, command);
    int reason = errno;
    pthread_mutex_unlock(&one_at_a_time);
    if (is_started) {
        take_pipes(child, &pipes);
        child->output.begin = child->output.end = child->output.received = 0;
        child->error_count = child->last_error_length = 0;
        child->last_error[0] = '\0';
        child->is_last_error_complete = false;
        child->is_cancelled = command->is_cancelled;
    } else {
        child->pid = child->watchdog = 0;
    }
    close_pipes(&pipes);
    errno = reason;
    return is_started;
}

/* ---- sending ---- */

static void note(struct child *child, enum speaker speaker, const char *bytes, size_t count)
{
    if (child->transcript)
        transcript_note(child->transcript, speaker, bytes, count);
}

bool child_send(struct child *child, const char *text)
{
    return text_append_string(&child->unsent, text);
}

/* One that no longer listens soon ends, or is late. */
void child_flush(struct child *child)
{
    size_t sent = 0;
    ssize_t count = 1;
    while (child->input >= 0 && sent < child->unsent.length && count > 0) {
        count = write(child->input, child->unsent.bytes + sent, child->unsent.length - sent);
        if (count < 0 && errno == EPIPE)
            close_if_open(&child->input);
        sent += count > 0 ? (size_t)count : 0;
    }
    note(child, SPEAKER_HOST, child->unsent.bytes, sent);
    text_drop(&child->unsent, sent);
}

/* Where the system does not say how much a pipe holds, all counts as read. */
bool child_has_unread_input(const struct child *child)
{
    int count = 0;
    return child->unsent.length > 0 ||
           (child->input >= 0 && ioctl(child->input, FIONREAD, &count) == 0 && count > 0);
}

/* ---- receiving ---- */

/* Reads what the process has written, once. */
static enum reading fill_output(struct child *child)
{
    struct line_reader *output = &child->output;
    const size_t before = output->received;
    enum reading reading = line_reader_fill(output);
    const size_t count = output->received - before;
    note(child, SPEAKER_BOT, output->bytes + output->end - count, count);
    return reading;
}

/* Keeps the last line of what is written to the standard error. */
static void keep_last_error(struct child *child, const char *bytes, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        if (bytes[i] == '\n') {
            child->is_last_error_complete = true;
            continue;
        }
        if (child->is_last_error_complete)
            child->last_error_length = 0;
        child->is_last_error_complete = false;
        if (child->last_error_length < sizeof child->last_error - 1)
            child->last_error[child->last_error_length++] = bytes[i] ? bytes[i] : '?';
        child->last_error[child->last_error_length] = '\0';
    }
}

static void drain_errors(struct child *child)
{
    char bytes[4096];
    ssize_t count = 1;
    while (child->errors >= 0 && count > 0 && child->error_count <= CHILD_ERRORS_MAX) {
        count = read(child->errors, bytes, sizeof bytes);
        if (count == 0 || (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR))
            close_if_open(&child->errors);
        if (count > 0) {
            keep_last_error(child, bytes, (size_t)count);
            note(child, SPEAKER_ERRORS, bytes, (size_t)count);
            child->error_count += (size_t)count;
        }
    }
}

/*
 * Whether the process has ended; it stays a zombie, so that its number and group remain its own,
 * unless this program was started to ignore the ends of its processes.
 */
static bool has_ended(const struct child *child)
{
    siginfo_t info = { 0 };
    if (waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return errno == ECHILD;
    return info.si_pid == child->pid;
}

/* Waits until something can be read or, if so asked, sent; for a moment at most. */
static void wait_a_moment(struct child *child, bool for_input, int milliseconds)
{
    struct pollfd fds[3] = { { child->output.fd, POLLIN, 0 },
                             { child->errors, POLLIN, 0 },
                             { for_input ? child->input : -1, POLLOUT, 0 } };
    if (poll(fds, 3, milliseconds) > 0 && (fds[2].revents & POLLERR) != 0)
        close_if_open(&child->input); /* nobody can read it any more */
}

/* How long to wait for events at a time. */
static int milliseconds_until(double deadline)
{
    double left = 1000 * (deadline - seconds_now());
    return left <= 0 ? 0 : left < SLICE_MILLISECONDS ? (int)left + 1 : SLICE_MILLISECONDS;
}

/* Reads what there is; CHILD_LATE: nothing is wrong so far. */
static enum child_event read_more(struct child *child)
{
    enum reading reading = fill_output(child);
    if (reading == READING_END || reading == READING_FAILED)
        return has_ended(child) ? CHILD_ENDED : CHILD_CLOSED;
    if (reading == READING_LONG)
        return CHILD_LONG_LINE;
    if (child->output.received > CHILD_ANSWER_MAX)
        return CHILD_FLOOD;
    drain_errors(child);
    if (child->error_count > CHILD_ERRORS_MAX)
        return CHILD_NOISY;
    /* Another process may hold the pipe open. */
    if (reading == READING_NOTHING && has_ended(child))
        return CHILD_ENDED;
    return child->is_cancelled && child->is_cancelled() ? CHILD_CANCELLED : CHILD_LATE;
}

static char *next_line(struct child *child)
{
    char *line;
    do
        line = line_reader_next(&child->output);
    while (line && protocol_is_comment(line));
    return line;
}

/*
 * Sends what is queued and waits for an event: that something has arrived, or, if so asked, that
 * the process waits for input.
 */
static enum child_event await(struct child *child, double deadline, bool for_reading)
{
    for (;;) {
        child_flush(child);
        /* In this order: what was written before the input was read is then found in the output. */
        bool is_waiting = for_reading && !child_has_unread_input(child);
        int left = milliseconds_until(deadline);
        size_t received = child->output.received;
        enum child_event event = read_more(child);
        if (event != CHILD_LATE)
            return event;
        if (child->output.received > received)
            return CHILD_BYTES;
        if (is_waiting)
            return CHILD_WAITING;
        if (left == 0)
            return CHILD_LATE;
        wait_a_moment(child, for_reading || child->unsent.length > 0, left);
    }
}

enum child_event child_receive(struct child *child, double deadline, char **line)
{
    enum child_event event = CHILD_BYTES;
    while (event == CHILD_BYTES && !(*line = next_line(child)))
        event = await(child, deadline, false);
    return event == CHILD_BYTES ? CHILD_LINE : event;
}

/* What child_unread_output() returns, of the bytes that have arrived. */
static const char *line_or_part(struct child *child)
{
    const char *line = next_line(child);
    if (!line)
        line = line_reader_part(&child->output);
    return line && !protocol_is_comment(line) ? line : NULL;
}

const char *child_unread_output(struct child *child)
{
    fill_output(child);
    return line_or_part(child);
}

enum child_event child_await_reading(struct child *child, double deadline, const char **line)
{
    enum child_event event = CHILD_BYTES;
    while (event == CHILD_BYTES && !(*line = line_or_part(child)))
        event = await(child, deadline, true);
    return event == CHILD_BYTES ? CHILD_LINE : event;
}

/* ---- ending ---- */

/* Waits for the process to end by itself, and reads what it says meanwhile. */
static bool wait_for_end(struct child *child, int milliseconds)
{
    enum {
        LOOK_MILLISECONDS = 5
    };
    double deadline = seconds_now() + 0.001 * milliseconds;
    while (!has_ended(child)) {
        if (seconds_now() >= deadline)
            return false;
        poll(NULL, 0, LOOK_MILLISECONDS);
        child_flush(child);
        child->output.begin = child->output.end;
        fill_output(child);
        drain_errors(child);
    }
    drain_errors(child);
    return true;
}

void child_describe_end(struct child *child, char text[CHILD_ENDING_SIZE])
{
    siginfo_t info = { 0 };
    text[0] = '\0';
    if (!wait_for_end(child, ENDING_MILLISECONDS) ||
        waitid(P_PID, (id_t)child->pid, &info, WEXITED | WNOHANG | WNOWAIT) != 0)
        return;
    const bool has_exited = info.si_code == CLD_EXITED;
    const bool is_late = !has_exited && info.si_status == SIGXCPU;
    snprintf(text, CHILD_ENDING_SIZE, "%s %d%s", has_exited ? "exit status" : "signal",
             info.si_status, is_late ? ", at its limit of processor time" : "");
}

static void wait_for(pid_t pid)
{
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        ;
}

void child_kill(struct child *child)
{
    if (child->pid == 0)
        return;
    kill(-child->pid, SIGKILL);
    wait_for(child->pid);
    wait_for(child->watchdog);
    child->pid = child->watchdog = 0;
    close_if_open(&child->watchdog_input);
    close_if_open(&child->input);
    close_if_open(&child->output.fd);
    close_if_open(&child->errors);
    text_clear(&child->unsent);
}

bool child_finish(struct child *child, int milliseconds)
{
    if (child->pid == 0)
        return true;
    child_flush(child);
    if (child->unsent.length == 0)
        close_if_open(&child->input);
    bool has_finished = wait_for_end(child, milliseconds);
    child_kill(child);
    return has_finished;
}
