/*
 * A bot's process: a shell command in a process group of its own, with pipes to its standard input,
 * output and error. Nothing waits longer than it is told to. What the process writes to its
 * standard error is counted and dropped but for the last line, which often says why it died.
 *
 * A watchdog is in the group too: a shell that waits for the end of a pipe of which only this
 * program has the other end. However this program ends, by SIGKILL too, the watchdog then kills the
 * group.
 *
 * The program must ignore SIGPIPE. Processes may be started by several threads at a time; each
 * belongs to one.
 */
#ifndef PROGRAMS_ENGINE_CHILD_H
#define PROGRAMS_ENGINE_CHILD_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

#include "common/text.h"
#include "engine/bot_command.h"
#include "engine/protocol.h"
#include "engine/transcript.h"

enum {
    CHILD_ANSWER_MAX = 1 << 20, /* bytes that are read before an answer is complete */
    CHILD_ERRORS_MAX = 1 << 16, /* bytes of standard error, since `error_count` was set to 0 */
    CHILD_LAST_ERROR_SIZE = 128,
    CHILD_ENDING_SIZE = 64
};

/* What came of waiting. */
enum child_event {
    CHILD_LINE,
    CHILD_BYTES,     /* something has arrived, perhaps a part of a line; not returned by calls */
    CHILD_WAITING,   /* the process has read its input, and waits for more */
    CHILD_LATE,      /* the time is over */
    CHILD_ENDED,     /* the process has ended */
    CHILD_CLOSED,    /* it has closed its output */
    CHILD_LONG_LINE, /* longer than PROTOCOL_LINE_MAX */
    CHILD_FLOOD,     /* more than CHILD_ANSWER_MAX */
    CHILD_NOISY,     /* more than CHILD_ERRORS_MAX */
    CHILD_CANCELLED
};

/* A process. All zero: none. */
struct child {
    pid_t pid; /* 0: none */
    pid_t watchdog;
    int watchdog_input; /* this program's end of the pipe that the watchdog waits for */
    int input, errors;  /* its standard input, or -1 once closed, and its standard error */
    struct line_reader output;
    struct text unsent;
    size_t error_count;
    char last_error[CHILD_LAST_ERROR_SIZE]; /* the last line of its standard error */
    size_t last_error_length;
    bool is_last_error_complete;
    bool (*is_cancelled)(void);    /* asked while it waits; or NULL */
    struct transcript *transcript; /* of its owner; NULL: nothing is noted */
};

/*
 * Starts `/bin/sh -c COMMAND` with its limits of processor time and memory; false, with errno, if
 * there is no such process.
 */
bool child_start(struct child *child, const struct bot_command *command);

/* Queues text of whole lines; false: out of memory. */
bool child_send(struct child *child, const char *text);

/* Sends what the process takes now. */
void child_flush(struct child *child);

/* Waits for the next line, until a time of seconds_now(), and sends what is queued meanwhile. */
enum child_event child_receive(struct child *child, double deadline, char **line);

/*
 * Waits until the process has read all that was sent. It must be silent: CHILD_WAITING if it is,
 * CHILD_LINE with a line or the beginning of one if not; comments do not count. A process that
 * reads only what it needs has by then written whatever it wrote before it came to read.
 */
enum child_event child_await_reading(struct child *child, double deadline, const char **line);

/*
 * What the process has written that was not received yet, other than comments: its first line, or
 * the beginning of one. NULL: nothing.
 */
const char *child_unread_output(struct child *child);

/* Whether there is text that the process has not read. */
bool child_has_unread_input(const struct child *child);

/* How a process that has ended did so, such as `exit status 1`, if it does within a moment. */
void child_describe_end(struct child *child, char text[CHILD_ENDING_SIZE]);

/*
 * Closes the standard input of a process, after what is queued, gives it some time to end, and
 * kills it with all of its group. False: it did not end by itself.
 */
bool child_finish(struct child *child, int milliseconds);

/* Kills a process with all of its group, if there is one. */
void child_kill(struct child *child);

#endif
