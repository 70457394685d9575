/* What was said in a game; see transcript.h. */
#include "engine/transcript.h"

#include <string.h>

static void append(struct transcript *transcript, const char *bytes, size_t count)
{
    if (!text_append(&transcript->text, bytes, count))
        transcript->is_cut = true;
}

/* Begins a line, or goes on with one; of two lines at a time, the first ends where it is. */
static void open_line(struct transcript *transcript, enum speaker speaker)
{
    const char mark[] = { (char)speaker, ' ' };
    if (transcript->open == (char)speaker)
        return;
    if (transcript->open)
        append(transcript, "\n", 1);
    append(transcript, mark, sizeof mark);
    transcript->open = (char)speaker;
}

static void note_byte(struct transcript *transcript, enum speaker speaker, char byte)
{
    const char shown = byte == '\t' ? ' ' : byte < ' ' || byte > '~' ? '?' : byte;
    if (byte == '\r') /* of a CR LF */
        return;
    open_line(transcript, speaker);
    append(transcript, byte == '\n' ? "\n" : &shown, 1);
    if (byte == '\n')
        transcript->open = 0;
}

/* Drops the older half, up to the end of a line if there is one. */
static void shorten(struct transcript *transcript)
{
    struct text *text = &transcript->text;
    const size_t half = text->length / 2;
    const char *end = memchr(text->bytes + half, '\n', text->length - half);
    text_drop(text, end ? (size_t)(end + 1 - text->bytes) : half);
    transcript->is_cut = true;
}

void transcript_note(struct transcript *transcript, enum speaker speaker, const char *bytes,
                     size_t count)
{
    for (size_t i = 0; i < count; i++) {
        note_byte(transcript, speaker, bytes[i]);
        if (transcript->text.length > TRANSCRIPT_MAX)
            shorten(transcript);
    }
}

void transcript_clear(struct transcript *transcript)
{
    text_clear(&transcript->text);
    *transcript = (struct transcript){ .is_cut = false };
}
