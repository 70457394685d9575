/* Sockets that never wait: those of a host who listens, and the addresses of this machine. */
#ifndef PROGRAMS_NETWORK_SOCKETS_H
#define PROGRAMS_NETWORK_SOCKETS_H

#include <stdbool.h>
#include <stddef.h>

enum {
    LISTENERS_MAX = 2, /* one for IPv4, one for IPv6 */
    PORT_SIZE = 6      /* the number of a port with its NUL */
};

/* The sockets at which a host listens: all at the same port. */
struct listeners {
    int sockets[LISTENERS_MAX];
    size_t count;
    char port[PORT_SIZE];
};

/*
 * Listens at a port, for whatever version of IP this machine has; "0": at any free one. NULL, or
 * why that failed.
 */
const char *listeners_open(struct listeners *listeners, const char *port);

void listeners_close(struct listeners *listeners);

/* Accepts a connection, if there is one; -1 if not. */
int listeners_accept(const struct listeners *listeners);

/* Prepares a socket for lines that are sent without waiting. */
bool socket_prepare(int socket);

/* The addresses of this machine, separated by blanks, as snprintf() does. */
size_t sockets_addresses(char *buffer, size_t capacity);

#endif
