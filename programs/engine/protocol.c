/* Lines and words of the protocol of bots; see protocol.h. */
#include "engine/protocol.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "common/text.h"

void protocol_quote(char *out, size_t size, const char *text)
{
    static const char ellipsis[] = "...";
    if ((size_t)snprintf(out, size, "%s", text) >= size)
        memcpy(out + size - sizeof ellipsis, ellipsis, sizeof ellipsis);
    text_make_printable(out);
}

enum reading line_reader_fill(struct line_reader *reader)
{
    ssize_t count;
    reader->end -= reader->begin;
    memmove(reader->bytes, reader->bytes + reader->begin, reader->end);
    reader->begin = 0;
    size_t room = PROTOCOL_LINE_MAX + 1 - reader->end;
    if (room == 0)
        return READING_LONG;
    do
        count = read(reader->fd, reader->bytes + reader->end, room);
    while (count < 0 && errno == EINTR);
    if (count < 0 && (errno == EAGAIN || errno == EWOULDBLOCK))
        return READING_NOTHING;
    if (count <= 0)
        return count < 0 ? READING_FAILED : READING_END;
    reader->end += (size_t)count;
    reader->received += (size_t)count;
    return READING_BYTES;
}

/* A NUL within a line would hide what follows it. */
static void replace_nuls(char *line, const char *end)
{
    while ((line = memchr(line, '\0', (size_t)(end - line))))
        *line = '?';
}

char *line_reader_next(struct line_reader *reader)
{
    char *line = reader->bytes + reader->begin;
    char *end = memchr(line, '\n', reader->end - reader->begin);
    if (!end)
        return NULL;
    reader->begin = (size_t)(end + 1 - reader->bytes);
    replace_nuls(line, end);
    *end = '\0';
    if (end > line && end[-1] == '\r')
        end[-1] = '\0';
    return line;
}

const char *line_reader_part(struct line_reader *reader)
{
    reader->bytes[reader->end] = '\0';
    return reader->begin < reader->end ? reader->bytes + reader->begin : NULL;
}

bool protocol_is_comment(const char *line)
{
    line += strspn(line, " \t\r");
    return !*line || *line == '#';
}

const char *protocol_after(const char *line, const char *word)
{
    size_t length = strlen(word);
    if (strncmp(line, word, length) != 0 || !strchr(" \t", line[length]))
        return NULL;
    return line + length + strspn(line + length, " \t");
}

const char *protocol_cut_line(char *text, uint32_t number)
{
    for (uint32_t i = 1; i < number && text; i++) {
        text = strchr(text, '\n');
        text = text ? text + 1 : NULL;
    }
    if (!text || number == 0)
        return NULL;
    text[strcspn(text, "\n")] = '\0';
    return text;
}

bool protocol_is_name(const char *text)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
                                  "0123456789.-_+";
    size_t length = strspn(text, letters);
    return length > 0 && length <= PROTOCOL_NAME_MAX && !text[length];
}

size_t protocol_shots(const char *text)
{
    size_t count = 1;
    while ((text = strchr(text, ','))) {
        text++;
        count++;
    }
    return count;
}
