/* Text broken into lines; see line_break.h. */
#include "common/line_break.h"

#include <string.h>

static size_t cut_bytes(const char *text, int columns)
{
    return strnlen(text, (size_t)columns);
}

/* The bytes of a line of a paragraph, which has `length` bytes in all. */
static size_t line_bytes(const char *text, size_t length, int columns, line_cut *cut)
{
    size_t fits = (cut ? cut : cut_bytes)(text, columns > 1 ? columns : 1);
    if (fits >= length)
        return length;
    for (size_t blank = fits + 1; blank-- > 1;)
        if (text[blank] == ' ')
            return blank;
    return cut && fits > 0 ? fits : strcspn(text, " \n");
}

size_t line_break(const char **text, int columns, line_cut *cut)
{
    const char *line = *text;
    size_t length = line_bytes(line, strcspn(line, "\n"), columns, cut);
    const char *next = line + length;
    next += strspn(next, " ");
    *text = !*next ? NULL : *next == '\n' ? next + 1 : next;
    return length;
}

int line_break_print(FILE *out, const char *text, int columns, int margin, int indent)
{
    int lines = 0;
    for (; text; lines++, margin = indent) {
        const char *line = text;
        int length = (int)line_break(&text, columns - margin, NULL);
        fprintf(out, "%*s%.*s\n", margin, "", length, line);
    }
    return lines;
}
