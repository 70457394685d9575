/* Lines of text over TCP; see wire.h. */
#include "network/wire.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

/* Replaces whatever could confuse a terminal: a failure may quote the other side. */
static void make_printable(char *text)
{
    for (; *text != '\0'; text++)
        if (*text < ' ' || *text > '~')
            *text = '?';
}

bool wire_fail(struct wire *wire, int code, const char *format, ...)
{
    if (wire->code != EXIT_FINE)
        return false;
    va_list values;
    va_start(values, format);
    vsnprintf(wire->failure, sizeof(wire->failure), format, values);
    va_end(values);
    make_printable(wire->failure);
    wire->code = code;
    return false;
}

/* ---- waiting ---- */

static double deadline_of(const struct wire *wire)
{
    return seconds_now() + wire->timeout / 1000.0;
}

/* Waits until a socket can be read from (POLLIN) or written to (POLLOUT). */
static bool wait_for(struct wire *wire, int socket, short events, double deadline)
{
    struct pollfd entry = { socket, events, 0 };
    for (;;) {
        double left = deadline - seconds_now();
        if (interrupt_happened())
            return wire_fail(wire, EXIT_INTERRUPTED, "interrupted");
        if (left <= 0)
            return wire_fail(wire, EXIT_RUNTIME, "no answer from the other side within %d ms",
                             wire->timeout);
        int ready = poll(&entry, 1, (int)(left * 1000) + 1);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return wire_fail(wire, EXIT_RUNTIME, "poll: %s", strerror(errno));
    }
}

/* After a failed call: whether it is to be repeated once the socket is ready. */
static bool is_to_repeat(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Fails because a connected socket did. */
static bool fail_connection(struct wire *wire)
{
    if (errno == EPIPE || errno == ECONNRESET)
        return wire_fail(wire, EXIT_RUNTIME, "the other side has closed the connection");
    return wire_fail(wire, EXIT_RUNTIME, "the connection is lost: %s", strerror(errno));
}

static bool set_nonblocking(int socket)
{
    int flags = fcntl(socket, F_GETFL);
    return flags >= 0 && fcntl(socket, F_SETFL, flags | O_NONBLOCK) == 0;
}

/* ---- connecting ---- */

static bool listen_at(int opened, const struct addrinfo *at)
{
    int yes = 1;
    setsockopt(opened, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof(yes));
    return bind(opened, at->ai_addr, at->ai_addrlen) == 0 && listen(opened, 1) == 0;
}

static bool connect_to(struct wire *wire, int opened, const struct addrinfo *at)
{
    int error = 0;
    socklen_t size = sizeof(error);
    if (connect(opened, at->ai_addr, at->ai_addrlen) == 0)
        return true;
    if (errno != EINPROGRESS || !wait_for(wire, opened, POLLOUT, deadline_of(wire)))
        return false;
    getsockopt(opened, SOL_SOCKET, SO_ERROR, &error, &size);
    errno = error;
    return error == 0;
}

/* Listens (host NULL) or connects at the first of some addresses that works; -1 if none does. */
static int open_first(struct wire *wire, const struct addrinfo *at, const char *host)
{
    for (; at != NULL && wire->code == EXIT_FINE; at = at->ai_next) {
        int opened = socket(at->ai_family, at->ai_socktype, at->ai_protocol);
        if (opened >= 0 && set_nonblocking(opened) &&
            (host != NULL ? connect_to(wire, opened, at) : listen_at(opened, at)))
            return opened;
        int cause = errno;
        if (opened >= 0)
            close(opened);
        errno = cause;
    }
    return -1;
}

static int open_socket(struct wire *wire, const char *host, const char *port)
{
    struct addrinfo hints = { .ai_socktype = SOCK_STREAM, .ai_flags = host ? 0 : AI_PASSIVE };
    struct addrinfo *addresses = NULL;
    int opened = -1, error = getaddrinfo(host, port, &hints, &addresses);
    if (error == 0) {
        opened = open_first(wire, addresses, host);
        freeaddrinfo(addresses);
    }
    if (opened < 0)
        wire_fail(wire, EXIT_RUNTIME, "%s:%s: %s", host != NULL ? host : "", port,
                  error != 0 ? gai_strerror(error) : strerror(errno));
    return opened;
}

bool wire_host(struct wire *wire, const char *port, void (*ready)(const char *port))
{
    struct sockaddr_storage address;
    socklen_t size = sizeof(address);
    char chosen[WIRE_PORT_SIZE] = "";
    int listener = open_socket(wire, NULL, port);
    if (listener < 0)
        return false;
    if (getsockname(listener, (struct sockaddr *)&address, &size) == 0)
        getnameinfo((struct sockaddr *)&address, size, NULL, 0, chosen, sizeof(chosen),
                    NI_NUMERICSERV);
    ready(chosen);
    while (wire->socket < 0 && wait_for(wire, listener, POLLIN, deadline_of(wire))) {
        wire->socket = accept(listener, NULL, NULL);
        if (wire->socket < 0 && !is_to_repeat())
            wire_fail(wire, EXIT_RUNTIME, "accept: %s", strerror(errno));
    }
    close(listener);
    return wire->socket >= 0 && set_nonblocking(wire->socket);
}

bool wire_join(struct wire *wire, const char *address)
{
    char host[256];
    const char *colon = strrchr(address, ':');
    if (colon == NULL || (size_t)(colon - address) >= sizeof(host))
        return wire_fail(wire, EXIT_USAGE, "expected HOST:PORT, not \"%.64s\"", address);
    snprintf(host, sizeof(host), "%.*s", (int)(colon - address), address);
    wire->socket = open_socket(wire, host, colon + 1);
    return wire->socket >= 0;
}

/* ---- lines ---- */

static bool send_bytes(struct wire *wire, const char *bytes, size_t count)
{
    double deadline = deadline_of(wire);
    while (count > 0) {
        ssize_t sent = send(wire->socket, bytes, count, MSG_NOSIGNAL);
        if (sent < 0 && !is_to_repeat())
            return fail_connection(wire);
        if (sent < 0 && !wait_for(wire, wire->socket, POLLOUT, deadline))
            return false;
        bytes += sent < 0 ? 0 : sent;
        count -= sent < 0 ? 0 : (size_t)sent;
    }
    return true;
}

bool wire_send(struct wire *wire, const char *format, ...)
{
    char line[WIRE_LINE_SIZE];
    if (wire->code != EXIT_FINE)
        return false;
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof(line), format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= sizeof(line))
        return wire_fail(wire, EXIT_RUNTIME, "a line would be longer than %d bytes",
                         WIRE_LINE_SIZE - 1);
    line[length] = '\n';
    return send_bytes(wire, line, (size_t)length + 1);
}

/* Receives more bytes into the buffer. */
static bool receive_bytes(struct wire *wire, double deadline)
{
    memmove(wire->received, wire->received + wire->begin, wire->end - wire->begin);
    wire->end -= wire->begin;
    wire->begin = 0;
    size_t room = sizeof(wire->received) - wire->end;
    if (room == 0)
        return wire_fail(wire, EXIT_PEER, "a line from the other side is longer than %d bytes",
                         WIRE_LINE_SIZE - 1);
    if (!wait_for(wire, wire->socket, POLLIN, deadline))
        return false;
    ssize_t count = recv(wire->socket, wire->received + wire->end, room, 0);
    if (count == 0)
        errno = ECONNRESET;
    if (count == 0 || (count < 0 && !is_to_repeat()))
        return fail_connection(wire);
    wire->end += count > 0 ? (size_t)count : 0;
    return true;
}

const char *wire_receive(struct wire *wire)
{
    static const char error[] = "error ";
    double deadline = deadline_of(wire);
    char *newline = NULL;
    if (wire->code != EXIT_FINE)
        return NULL;
    while ((newline = memchr(wire->received + wire->begin, '\n', wire->end - wire->begin)) == NULL)
        if (!receive_bytes(wire, deadline))
            return NULL;
    char *line = wire->received + wire->begin;
    *newline = '\0';
    wire->begin = (size_t)(newline + 1 - wire->received);
    if (strncmp(line, error, sizeof(error) - 1) != 0)
        return line;
    wire_fail(wire, EXIT_RUNTIME, "the other side ended the game: %.256s",
              line + sizeof(error) - 1);
    return NULL;
}

const char *wire_receive_word(struct wire *wire, const char *word)
{
    const char *line = wire_receive(wire);
    size_t length = strlen(word);
    if (line == NULL)
        return NULL;
    if (strncmp(line, word, length) == 0 && (line[length] == ' ' || line[length] == '\0'))
        return line + length + (line[length] == ' ');
    wire_fail(wire, EXIT_PEER, "the other side breaks the protocol: expected \"%s\"", word);
    return NULL;
}

void wire_close(struct wire *wire)
{
    if (wire->socket < 0)
        return;
    if (wire->code != EXIT_FINE) {
        char line[sizeof(wire->failure) + 8];
        int length = snprintf(line, sizeof(line), "error %s\n", wire->failure);
        if (send(wire->socket, line, (size_t)length, MSG_NOSIGNAL) < 0)
            errno = 0; /* the other side is gone */
    }
    close(wire->socket);
    wire->socket = -1;
}
