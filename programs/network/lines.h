/*
 * Lines of text over a connected socket, without waiting. What has arrived is kept until it is
 * asked for, what is to be sent until the socket takes it; both are bounded. The first failure is
 * kept; lines that have arrived before it are still returned.
 */
#ifndef PROGRAMS_NETWORK_LINES_H
#define PROGRAMS_NETWORK_LINES_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

#include "common/text.h"

enum {
    LINES_LENGTH_MAX = 65535,   /* bytes of a line without its LF */
    LINES_UNSENT_MAX = 1 << 22, /* bytes that wait for the other side to read */
    LINES_FAILURE_SIZE = 128
};

struct lines {
    int socket;
    char received[LINES_LENGTH_MAX + 1];
    size_t begin, end; /* the bytes received that were not yet returned */
    struct text unsent;
    bool is_flooded;                  /* whether the failure is the other side's fault */
    char failure[LINES_FAILURE_SIZE]; /* why nothing more can be received or sent; "" if it can */
};

/* Takes over a connected socket that does not wait; NULL: out of memory, with the socket closed. */
struct lines *lines_new(int socket);

/* Sends what the socket takes at once, closes it and frees all; NULL is accepted. */
void lines_free(struct lines *lines);

/* Sends a line, as soon as the socket takes it. */
void lines_send(struct lines *lines, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Sends a text of whole lines. */
void lines_send_text(struct lines *lines, const char *text);

/* Sends what the socket takes. */
void lines_flush(struct lines *lines);

/*
 * The next line, without its LF; it may be changed, and is valid until the next call. NULL: none
 * has arrived as a whole; then `failure` says whether one can still come.
 */
char *lines_receive(struct lines *lines);

/* What to wait for: POLLIN, and POLLOUT if something is to be sent. */
short lines_events(const struct lines *lines);

#endif
