/* Text broken into lines at blanks, and made fit for any terminal; see paragraph.h. */
#include "battleship/lines/paragraph.h"

#include "common/line_break.h"
#include "common/text.h"
#include "common/utf8.h"

int text_print(FILE *out, const char *text, int width, int indent)
{
    int lines = 0;
    for (; text; lines++) {
        int margin = lines > 0 ? indent : 0;
        const char *line = text;
        int length = (int)line_break(&text, width - margin, NULL);
        fprintf(out, "%*s%.*s\n", margin, "", length, line);
    }
    return lines;
}

void text_make_fit(char *text, bool has_utf8)
{
    if (!has_utf8 || !utf8_is_printable(text))
        text_make_printable(text);
}
