/*
 * Lines of text over TCP. Every wait has a time limit and every line a length limit; the first
 * failure is kept, and everything after it fails too.
 */
#ifndef EXAMPLES_NETWORK_WIRE_H
#define EXAMPLES_NETWORK_WIRE_H

#include <stdbool.h>
#include <stddef.h>

#include "common/process.h"

enum {
    WIRE_LINE_SIZE = 65536, /* the longest line with its NUL */
    WIRE_PORT_SIZE = 6,
    EXIT_PEER = 3 /* the exit code if the other side broke the rules or the protocol */
};

struct wire {
    int socket;  /* -1: not connected */
    int timeout; /* the longest wait, in milliseconds */
    char received[WIRE_LINE_SIZE];
    size_t begin, end; /* the bytes received that are not yet returned as lines */
    int code;          /* EXIT_FINE until something fails; then an exit code */
    char failure[512]; /* what has failed: a sentence without a full stop */
};

/* Waits for a connection. Calls `ready` with the port, which may be 0 to have one chosen. */
bool wire_host(struct wire *wire, const char *port, void (*ready)(const char *port));

/* Connects to `HOST:PORT`. */
bool wire_join(struct wire *wire, const char *address);

/* Sends a line. */
bool wire_send(struct wire *wire, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Receives a line, which is valid until the next one; NULL on failure. */
const char *wire_receive(struct wire *wire);

/* Receives a line whose first word must be this one, and returns what follows it. */
const char *wire_receive_word(struct wire *wire, const char *word);

/* Keeps a failure, if it is the first one; returns false. */
bool wire_fail(struct wire *wire, int code, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 3, 4)))
#endif
    ;

/* Tells the other side of a failure, unless it is gone, and closes the connection. */
void wire_close(struct wire *wire);

#endif
