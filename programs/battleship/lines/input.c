/*
 * Lines typed on standard input; see input.h.
 *
 * Input is read with read(), not stdio, so that poll() can wait for input, signals and other
 * descriptors at the same time.
 */
#include "battleship/lines/input.h"

#include <errno.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

#include "battleship/lines/signals.h"

enum {
    SLOT_SIGNALS,
    SLOT_INPUT,
    SLOT_OTHERS
};

/* Waits; a negative descriptor is skipped by poll(). */
static enum input_event wait_for(int input_fd, struct input_others *others)
{
    struct pollfd fds[SLOT_OTHERS + INPUT_OTHERS_MAX] = {
        [SLOT_SIGNALS] = { signals_fd(), POLLIN, 0 },
        [SLOT_INPUT] = { input_fd, POLLIN, 0 },
    };
    size_t count = others ? others->count : 0;
    if (count > 0)
        memcpy(&fds[SLOT_OTHERS], others->fds, count * sizeof fds[0]);
    int ready;
    do
        ready = poll(fds, SLOT_OTHERS + count, others ? others->milliseconds : -1);
    while (ready < 0 && errno == EINTR);
    if (fds[SLOT_SIGNALS].revents != 0)
        return INPUT_SIGNAL;
    if (count > 0)
        memcpy(others->fds, &fds[SLOT_OTHERS], count * sizeof fds[0]);
    for (size_t i = 0; i < count; i++) {
        if (fds[SLOT_OTHERS + i].revents != 0)
            return INPUT_OTHER;
    }
    return fds[SLOT_INPUT].revents != 0 ? INPUT_LINE : INPUT_OTHER;
}

enum input_event input_wait(struct input_others *others)
{
    return wait_for(-1, others);
}

/* Reads more bytes, which are there. */
static enum input_event read_more(struct input *input)
{
    ssize_t count = read(STDIN_FILENO, input->buffer, sizeof input->buffer);
    if (count < 0 && (errno == EINTR || errno == EAGAIN))
        return INPUT_LINE;
    input->has_ended = count <= 0;
    input->begin = 0;
    input->end = count > 0 ? (size_t)count : 0;
    return count > 0 ? INPUT_LINE : INPUT_END;
}

static enum input_event refill(struct input *input, struct input_others *others)
{
    enum input_event event = wait_for(STDIN_FILENO, others);
    return event == INPUT_LINE ? read_more(input) : event;
}

static char printable(char byte)
{
    unsigned char code = (unsigned char)byte;
    if (code == '\t' || code == '\r')
        return ' ';
    return code < ' ' || code == 127 ? '?' : byte;
}

/* Moves bytes to the line; returns whether it is complete. */
static bool take_bytes(struct input *input)
{
    while (input->begin < input->end) {
        char byte = input->buffer[input->begin++];
        if (byte == '\n')
            return true;
        if (input->length < INPUT_LINE_SIZE)
            input->line[input->length] = printable(byte);
        input->length++;
    }
    return false;
}

static enum input_event finish_line(struct input *input)
{
    input->is_partial = false;
    if (input->length >= INPUT_LINE_SIZE)
        return INPUT_TOO_LONG;
    input->line[input->length] = '\0';
    return INPUT_LINE;
}

enum input_event input_read(struct input *input, struct input_others *others)
{
    if (!input->is_partial)
        input->length = 0;
    input->is_partial = true;
    while (!take_bytes(input)) {
        enum input_event event = input->has_ended ? INPUT_END : refill(input, others);
        /* The last line may have no line break. */
        if (event == INPUT_END && input->length > 0)
            break;
        if (event != INPUT_LINE)
            return event;
    }
    return finish_line(input);
}

bool input_is_waiting(const struct input *input)
{
    struct pollfd fd = { STDIN_FILENO, POLLIN, 0 };
    return input->begin < input->end || poll(&fd, 1, 0) > 0;
}

void input_drop(struct input *input)
{
    tcflush(STDIN_FILENO, TCIFLUSH);
    input->begin = input->end;
    input->is_partial = false;
}

void input_drop_empty(struct input *input)
{
    if (input->begin == input->end && input_is_waiting(input))
        read_more(input);
    if (input->begin < input->end && input->buffer[input->begin] == '\n')
        input->begin++;
}
