/*
 * What was said in a game between a program and a bot, as text: `> ` before a line that was sent,
 * `< ` before one that the bot wrote, `! ` before one of its standard error. It is printable ASCII
 * whatever the bot wrote. Of a long game it has the end.
 */
#ifndef PROGRAMS_ENGINE_TRANSCRIPT_H
#define PROGRAMS_ENGINE_TRANSCRIPT_H

#include <stdbool.h>
#include <stddef.h>

#include "common/text.h"

/* The most bytes of a transcript: a usual game has 4,000, one of a thousand shots 40,000. */
#define TRANSCRIPT_MAX (1 << 18)

enum speaker {
    SPEAKER_HOST = '>',
    SPEAKER_BOT = '<',
    SPEAKER_ERRORS = '!'
};

/* All zero: nothing was said. */
struct transcript {
    struct text text;
    char open;   /* whose line has not ended; 0: nobody's */
    bool is_cut; /* whether the beginning is missing, or a part for want of memory */
};

/* Adds bytes as they were sent or arrived: parts of lines, or several. */
void transcript_note(struct transcript *transcript, enum speaker speaker, const char *bytes,
                     size_t count);

/* Forgets all. */
void transcript_clear(struct transcript *transcript);

#endif
