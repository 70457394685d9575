/*
 * Lines typed on standard input; see input.h.
 *
 * Input is read with read(), not stdio, so that pselect() can wait for input and for an
 * interrupt at the same time without missing either.
 */
#include "console/plain/input.h"

#include <errno.h>
#include <signal.h>
#include <string.h>
#include <sys/select.h>
#include <unistd.h>

#include "common/process.h"

/* Waits for input; returns 0 if an interrupt comes first. */
static int wait_for_input(void)
{
    sigset_t only_interrupt, before;
    sigemptyset(&only_interrupt);
    sigaddset(&only_interrupt, SIGINT);
    sigprocmask(SIG_BLOCK, &only_interrupt, &before);
    int waiting = 1;
    while (waiting && !interrupt_happened()) {
        fd_set readable;
        FD_ZERO(&readable);
        FD_SET(STDIN_FILENO, &readable);
        int ready = pselect(STDIN_FILENO + 1, &readable, NULL, NULL, NULL, &before);
        waiting = ready < 0 && errno == EINTR;
    }
    sigprocmask(SIG_SETMASK, &before, NULL);
    return !interrupt_happened();
}

static enum input_result refill(struct input *input)
{
    ssize_t count;
    do {
        if (!wait_for_input())
            return INPUT_INTERRUPTED;
        count = read(STDIN_FILENO, input->buffer, sizeof(input->buffer));
    } while (count < 0 && errno == EINTR);
    if (count <= 0)
        return INPUT_END;
    input->begin = 0;
    input->end = (size_t)count;
    return INPUT_LINE;
}

static char printable(char byte)
{
    unsigned char code = (unsigned char)byte;
    if (code == '\t' || code == '\r')
        return ' ';
    return code < ' ' || code >= 127 ? '?' : byte;
}

enum input_result input_read(struct input *input, char line[INPUT_LINE_SIZE])
{
    size_t length = 0;
    for (;;) {
        if (input->begin == input->end) {
            enum input_result result = refill(input);
            /* The last line may have no line break. */
            if (result == INPUT_END && length > 0)
                break;
            if (result != INPUT_LINE)
                return result;
        }
        char byte = input->buffer[input->begin++];
        if (byte == '\n')
            break;
        if (length < INPUT_LINE_SIZE)
            line[length] = printable(byte);
        length++;
    }
    if (length >= INPUT_LINE_SIZE)
        return INPUT_TOO_LONG;
    line[length] = '\0';
    return INPUT_LINE;
}

char *input_word(char **cursor)
{
    static const char separators[] = " ,";
    char *word = *cursor + strspn(*cursor, separators);
    if (*word == '\0')
        return NULL;
    char *end = word + strcspn(word, separators);
    *cursor = *end != '\0' ? end + 1 : end;
    *end = '\0';
    return word;
}
