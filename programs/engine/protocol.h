/*
 * The protocol between a program that runs games and a bot, a player in a process of its own: lines
 * of text over the bot's standard input and output. It is described in doc/bots.md. Here are what
 * both ends share: its numbers, and a reader of lines from a pipe.
 */
#ifndef PROGRAMS_ENGINE_PROTOCOL_H
#define PROGRAMS_ENGINE_PROTOCOL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The first word that either side says; its version follows. */
#define PROTOCOL_NAME "battleship-engine"

enum {
    PROTOCOL_VERSION = 1,
    PROTOCOL_LINE_MAX = 65535, /* bytes of a line without its LF */
    PROTOCOL_NAME_MAX = 32     /* bytes of a bot's name */
};

/* What a name of a bot is, for messages: see protocol_is_name(). */
#define PROTOCOL_NAME_TEXT "1 to 32 letters, digits, and .-_+"

/* Quotes a line of the other side for a message: printable ASCII, with an ellipsis if it is cut. */
void protocol_quote(char *out, size_t size, const char *text);

/* What came of an attempt to read. */
enum reading {
    READING_BYTES,
    READING_NOTHING, /* for now: the descriptor does not wait and has nothing */
    READING_END,     /* the other side has closed the pipe */
    READING_FAILED,  /* errno says why */
    READING_LONG     /* a line is longer than it may be */
};

/* Lines that arrive at a descriptor. All zero but `fd`: none yet. */
struct line_reader {
    int fd;
    size_t begin, end;                 /* the bytes that were not returned yet */
    size_t received;                   /* bytes since the owner last set it to 0 */
    char bytes[PROTOCOL_LINE_MAX + 2]; /* a line, its LF, and a NUL */
};

/* Reads what there is, once; if the descriptor waits, at least a byte. */
enum reading line_reader_fill(struct line_reader *reader);

/*
 * The next line that has arrived as a whole, without its LF or CR LF; NULL: there is none. It may
 * be changed, and is valid until the next call of either function. A NUL becomes a question mark.
 */
char *line_reader_next(struct line_reader *reader);

/*
 * The part that has arrived of a line whose end has not; NULL: there is none. It stays there, and
 * has a NUL at its end.
 */
const char *line_reader_part(struct line_reader *reader);

/* Whether a line says nothing: it is blank, or a comment. */
bool protocol_is_comment(const char *line);

/* What follows a line's first word and blanks; NULL if that is another word. */
const char *protocol_after(const char *line, const char *word);

/* Whether a text is a name of a bot: 1 to PROTOCOL_NAME_MAX letters, digits, and `.-_+`. */
bool protocol_is_name(const char *text);

/* The line of a text with a number from 1; NULL: none. The text is cut off after it. */
const char *protocol_cut_line(char *text, uint32_t number);

/* How many shots a text lists, as `C2, C3` does; names of ships may make it a few more. */
size_t protocol_shots(const char *text);

#endif
