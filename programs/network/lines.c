/* Lines of text over a socket; see lines.h. */
#include "network/lines.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

struct lines *lines_new(int socket)
{
    struct lines *lines = calloc(1, sizeof *lines);
    if (!lines)
        close(socket);
    else
        lines->socket = socket;
    return lines;
}

/*
 * Closing a socket with bytes that were not read can destroy those on their way to the other side,
 * such as the reason why it is closed. So as much is read as one can without waiting.
 */
static void close_gently(int socket, char *buffer, size_t size)
{
    shutdown(socket, SHUT_WR);
    for (int i = 0; i < 16 && recv(socket, buffer, size, 0) > 0; i++)
        ;
    close(socket);
}

void lines_free(struct lines *lines)
{
    if (!lines)
        return;
    lines_flush(lines);
    close_gently(lines->socket, lines->received, sizeof lines->received);
    text_clear(&lines->unsent);
    free(lines);
}

static void fail(struct lines *lines, const char *format, ...)
#ifdef __GNUC__
    __attribute__((format(printf, 2, 3)))
#endif
    ;

/* Keeps the first failure. */
static void fail(struct lines *lines, const char *format, ...)
{
    va_list values;
    if (lines->failure[0])
        return;
    va_start(values, format);
    vsnprintf(lines->failure, sizeof lines->failure, format, values);
    va_end(values);
}

/* After a failed call: whether it is to be repeated once the socket is ready. */
static bool is_to_repeat(void)
{
    return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
}

/* Fails because the socket did. */
static void fail_connection(struct lines *lines)
{
    if (errno == EPIPE || errno == ECONNRESET)
        fail(lines, "the other side has closed the connection");
    else
        fail(lines, "the connection is lost: %s", strerror(errno));
}

/* ---- sending ---- */

void lines_flush(struct lines *lines)
{
    size_t sent = 0;
    ssize_t count = 1;
    while (!lines->failure[0] && sent < lines->unsent.length && count > 0) {
        count = send(lines->socket, lines->unsent.bytes + sent, lines->unsent.length - sent,
                     MSG_NOSIGNAL);
        if (count < 0 && !is_to_repeat())
            fail_connection(lines);
        sent += count > 0 ? (size_t)count : 0;
    }
    text_drop(&lines->unsent, sent);
}

static void append(struct lines *lines, const char *bytes, size_t count)
{
    if (lines->failure[0])
        return;
    if (lines->unsent.length + count > LINES_UNSENT_MAX)
        fail(lines, "the other side does not read what it is sent");
    else if (!text_append(&lines->unsent, bytes, count))
        fail(lines, "out of memory");
}

void lines_send_text(struct lines *lines, const char *text)
{
    append(lines, text, strlen(text));
}

void lines_send(struct lines *lines, const char *format, ...)
{
    char line[LINES_LENGTH_MAX + 1];
    va_list values;
    va_start(values, format);
    int length = vsnprintf(line, sizeof line, format, values);
    va_end(values);
    if (length < 0 || (size_t)length >= sizeof line) {
        fail(lines, "a line would be longer than %d bytes", LINES_LENGTH_MAX);
        return;
    }
    line[length] = '\n';
    append(lines, line, (size_t)length + 1);
}

/* ---- receiving ---- */

/* Receives more bytes, if there are any; whether there were. */
static bool receive_bytes(struct lines *lines)
{
    lines->end -= lines->begin;
    memmove(lines->received, lines->received + lines->begin, lines->end);
    lines->begin = 0;
    size_t room = sizeof lines->received - lines->end;
    if (room == 0) {
        fail(lines, "a line from the other side is longer than %d bytes", LINES_LENGTH_MAX);
        lines->is_flooded = true;
        return false;
    }
    ssize_t count = recv(lines->socket, lines->received + lines->end, room, 0);
    if (count == 0)
        errno = ECONNRESET;
    if (count == 0 || (count < 0 && !is_to_repeat()))
        fail_connection(lines);
    lines->end += count > 0 ? (size_t)count : 0;
    return count > 0;
}

/* A NUL within a line would hide what follows it. */
static void replace_nuls(char *line, const char *end)
{
    while ((line = memchr(line, '\0', (size_t)(end - line))))
        *line = '?';
}

char *lines_receive(struct lines *lines)
{
    char *newline = NULL;
    do
        newline = memchr(lines->received + lines->begin, '\n', lines->end - lines->begin);
    while (!newline && !lines->is_flooded && receive_bytes(lines));
    if (!newline)
        return NULL;
    char *line = lines->received + lines->begin;
    replace_nuls(line, newline);
    *newline = '\0';
    lines->begin = (size_t)(newline + 1 - lines->received);
    return line;
}

short lines_events(const struct lines *lines)
{
    return (short)(lines->unsent.length > 0 ? POLLIN | POLLOUT : POLLIN);
}
