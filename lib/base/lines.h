/*
 * Reading text line by line: UTF-8 without control characters, lines of at most 65536 bytes
 * that end with LF or CRLF. A byte-order mark before the first line is skipped.
 *
 * The text comes from a callback, some bytes at a time, so that a text of any length needs no more
 * memory than its longest line.
 */
#ifndef BSI_BASE_LINES_H
#define BSI_BASE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/memory.h"

enum {
    BSI_LINE_MAX = 65536
};

/* Stores the next bytes of a text, at most `capacity`, and their number; none at the end. Returns
 * 0, or another value on failure. */
typedef int (*bsi_source)(char *buffer, size_t capacity, size_t *count, void *user);

/* A text in memory, the `user` of bsi_source_memory(). */
typedef struct bsi_bytes {
    const char *text;
    size_t left;
} bsi_bytes;

int bsi_source_memory(char *buffer, size_t capacity, size_t *count, void *user);

/* A place in a text; both count from 1. */
typedef struct bsi_place {
    uint32_t line;
    uint32_t column;
} bsi_place;

/* A line: writable, NUL-terminated, valid until the next one is read. */
typedef struct bsi_line {
    char *text; /* NULL past the end */
    size_t bytes;
    char *keyword; /* once split: its first word; empty for a blank line */
    char *value;   /* once split: what follows the first word */
    uint32_t number;
    bship_error *error; /* the caller's */
} bsi_line;

typedef struct bsi_lines {
    bsi_source source;
    void *user;
    bship_allocator allocator;
    char *buffer;
    size_t capacity;
    size_t begin, end; /* the bytes not yet returned as lines */
    bool is_at_end;    /* whether the source is exhausted */
    bsi_line line;
} bsi_lines;

/* Starts reading: OK or MEMORY, after which there is nothing to close. */
bship_status bsi_lines_open(bsi_lines *lines, bsi_source source, void *user,
                            const bship_allocator *allocator, bship_error *error);

void bsi_lines_close(bsi_lines *lines);

/* Reads the next line into `lines->line`: OK, also at the end, where its text is NULL; SYNTAX; IO.
 */
bship_status bsi_lines_next(bsi_lines *lines);

/* Reads the first line, which must be `NAME 1`: OK; VERSION for another number; SYNTAX; IO. */
bship_status bsi_lines_version(bsi_lines *lines, const char *name);

/* Calls `read` for every line that is left: OK, as bsi_lines_next(), or what `read` returns. */
bship_status bsi_lines_each(bsi_lines *lines, bship_status (*read)(void *user), void *user);

/* Checks a line's encoding and length: OK or SYNTAX. */
bship_status bsi_line_check(const char *text, size_t bytes, uint32_t number, bship_error *error);

/* Strips comment and surrounding blanks, and splits off the first word. */
void bsi_line_split(bsi_line *line);

/* The place of a byte of the line. */
bsi_place bsi_line_place(const bsi_line *line, const char *at);

/* Fills the caller's error with a fault at a byte of the line; returns `status`. */
bship_status bsi_line_fail(const bsi_line *line, bship_status status, const char *at,
                           const char *format, ...) BSI_PRINTF(4, 5);

/* Returns the first byte that is not blank. */
char *bsi_skip_blanks(char *text);

#endif
