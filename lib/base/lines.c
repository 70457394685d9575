/* Reading text line by line; see lines.h. */
#include "base/lines.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "base/number.h"
#include "base/utf8.h"

enum {
    /* A byte-order mark, a line, CRLF and NUL. */
    BUFFER_BYTES = 3 + BSI_LINE_MAX + 2 + 1
};

int bsi_source_memory(char *buffer, size_t capacity, size_t *count, void *user)
{
    bsi_bytes *bytes = user;
    *count = bytes->left < capacity ? bytes->left : capacity;
    if (*count > 0)
        memcpy(buffer, bytes->text, *count);
    bytes->text += *count;
    bytes->left -= *count;
    return 0;
}

bship_status bsi_lines_open(bsi_lines *lines, bsi_source source, void *user,
                            const bship_allocator *allocator, bship_error *error)
{
    *lines = (bsi_lines){ .source = source, .user = user, .allocator = *allocator };
    lines->capacity = BUFFER_BYTES;
    lines->line.error = error;
    lines->buffer = bsi_grow(allocator, NULL, 0, BUFFER_BYTES, 1);
    return lines->buffer ? BSHIP_OK : bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
}

void bsi_lines_close(bsi_lines *lines)
{
    bsi_free(&lines->allocator, lines->buffer, lines->capacity, 1);
}

/* ---- faults ---- */

bsi_place bsi_line_place(const bsi_line *line, const char *at)
{
    return (bsi_place){ line->number, (uint32_t)(at - line->text) + 1 };
}

bship_status bsi_line_fail(const bsi_line *line, bship_status status, const char *at,
                           const char *format, ...)
{
    char text[sizeof line->error->text];
    bsi_place place = bsi_line_place(line, at);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    return bsi_fail_at(line->error, status, place.line, place.column, "%s", text);
}

/* ---- reading ---- */

/* Appends more bytes to the buffer, which has room. */
static bship_status fill(bsi_lines *lines)
{
    size_t count = 0, room = lines->capacity - 1 - lines->end;
    int failed = lines->source(lines->buffer + lines->end, room, &count, lines->user);
    if (failed || count > room)
        return bsi_fail_at(lines->line.error, BSHIP_ERROR_IO, lines->line.number, 1, "%s",
                           bship_status_message(BSHIP_ERROR_IO));
    lines->is_at_end = count == 0;
    lines->end += count;
    return BSHIP_OK;
}

/* Finds the end of the line at `begin`, or of the part of it that fits into the buffer. Moves
 * unread bytes to the front of the buffer to make room. */
static bship_status find_end(bsi_lines *lines, size_t *end)
{
    for (size_t seen = lines->begin;;) {
        char *newline = memchr(lines->buffer + seen, '\n', lines->end - seen);
        *end = newline ? (size_t)(newline - lines->buffer) : lines->end;
        if (newline || lines->is_at_end)
            return BSHIP_OK;
        if (lines->begin > 0) {
            lines->end -= lines->begin;
            memmove(lines->buffer, lines->buffer + lines->begin, lines->end);
            lines->begin = 0;
        }
        *end = seen = lines->end;
        if (lines->end + 1 == lines->capacity)
            return BSHIP_OK;
        bship_status status = fill(lines);
        if (status)
            return status;
    }
}

bship_status bsi_line_check(const char *text, size_t bytes, uint32_t number, bship_error *error)
{
    size_t most = bytes < BSI_LINE_MAX ? bytes : BSI_LINE_MAX;
    size_t good = bsi_utf8_plain_span(text, bytes, true);
    if (good < most)
        return bsi_fail_at(error, BSHIP_ERROR_SYNTAX, number, good + 1,
                           "expected UTF-8 without control characters");
    if (most < bytes)
        return bsi_fail_at(error, BSHIP_ERROR_SYNTAX, number, most + 1,
                           "expected at most %d bytes in a line", BSI_LINE_MAX);
    return BSHIP_OK;
}

bship_status bsi_lines_next(bsi_lines *lines)
{
    bsi_line *line = &lines->line;
    size_t end;
    line->number++;
    bship_status status = find_end(lines, &end);
    if (status)
        return status;
    line->text = NULL;
    if (lines->begin == end && end == lines->end)
        return BSHIP_OK;
    if (line->number == 1 && end - lines->begin >= 3 &&
        memcmp(lines->buffer + lines->begin, "\xef\xbb\xbf", 3) == 0)
        lines->begin += 3;
    line->text = lines->buffer + lines->begin;
    line->bytes = end - lines->begin;
    bool has_newline = end < lines->end;
    lines->begin = end + (size_t)has_newline;
    if (has_newline && line->bytes > 0 && line->text[line->bytes - 1] == '\r')
        line->bytes--;
    line->text[line->bytes] = '\0';
    return bsi_line_check(line->text, line->bytes, line->number, line->error);
}

bship_status bsi_lines_version(bsi_lines *lines, const char *name)
{
    bship_error *error = lines->line.error;
    size_t bytes = strlen(name);
    bship_status status = bsi_lines_next(lines);
    if (status)
        return status;
    const char *text = lines->line.text ? lines->line.text : "";
    if (strncmp(text, name, bytes) != 0 || text[bytes] != ' ')
        return bsi_fail_at(error, BSHIP_ERROR_SYNTAX, 1, 1, "expected %s 1", name);
    const char *version = text + bytes + 1;
    if (strcmp(version, "1") == 0)
        return BSHIP_OK;
    if (bsi_is_digits(version))
        return bsi_fail_at(error, BSHIP_ERROR_VERSION, 1, bytes + 2,
                           "expected version 1, not %.32s", version);
    return bsi_fail_at(error, BSHIP_ERROR_SYNTAX, 1, 1, "expected %s 1", name);
}

bship_status bsi_lines_each(bsi_lines *lines, bship_status (*read)(void *user), void *user)
{
    bship_status status = bsi_lines_next(lines);
    while (!status && lines->line.text) {
        status = read(user);
        if (!status)
            status = bsi_lines_next(lines);
    }
    return status;
}

/* ---- words ---- */

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

char *bsi_skip_blanks(char *text)
{
    return text + strspn(text, " \t");
}

void bsi_line_split(bsi_line *line)
{
    char *text = line->text;
    int quoted = 0;
    size_t end = 0;
    for (size_t i = 0; text[i]; i++) {
        quoted ^= text[i] == '"';
        if (text[i] == '#' && !quoted && (i == 0 || is_blank(text[i - 1])))
            break;
        if (!is_blank(text[i]))
            end = i + 1;
    }
    text[end] = '\0';
    line->keyword = bsi_skip_blanks(text);
    line->value = line->keyword + strcspn(line->keyword, " \t");
    if (*line->value)
        *line->value++ = '\0';
    line->value = bsi_skip_blanks(line->value);
}
