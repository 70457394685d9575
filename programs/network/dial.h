/*
 * Connecting to HOST:PORT without waiting. A name is looked up by a thread of its own, since the C
 * library cannot do it otherwise; then the addresses are tried one after the other.
 */
#ifndef PROGRAMS_NETWORK_DIAL_H
#define PROGRAMS_NETWORK_DIAL_H

#include <poll.h>
#include <stdbool.h>
#include <stddef.h>

enum {
    DIAL_HOST_SIZE = 256,
    DIAL_PORT_SIZE = 32
};

/* Where to connect to. */
struct address {
    char host[DIAL_HOST_SIZE], port[DIAL_PORT_SIZE];
};

/*
 * Reads HOST:PORT, [HOST]:PORT or HOST, whose port is `usual`; false if it is none of these. A port
 * is a number from 1 to 65535.
 */
bool address_parse(struct address *address, const char *text, const char *usual);

/* An attempt to connect. */
struct dial;

/* Begins an attempt, which fails after `seconds`; NULL: out of memory, or no more threads. */
struct dial *dial_new(const struct address *address, double seconds);

/* Gives up what is not finished, without waiting for it; NULL is accepted. */
void dial_free(struct dial *dial);

/*
 * Goes on; returns a connected socket, once and if there is one, which is then the caller's. Else
 * -1; `*why` is why no more addresses are left to be tried, or NULL.
 */
int dial_step(struct dial *dial, const char **why);

/* What to wait for before the next step. */
struct pollfd dial_fd(const struct dial *dial);

#endif
