/* Text broken into lines at blanks, and made fit for any terminal; see text.h. */
#include "battleship/lines/text.h"

#include <string.h>

#include "common/line_break.h"
#include "common/utf8.h"

/* The longest quotation from what was typed. */
enum {
    QUOTED_MAX = 24
};

int text_print(FILE *out, const char *text, int width, int indent)
{
    int lines = 0;
    for (; text != NULL; lines++) {
        int margin = lines > 0 ? indent : 0;
        const char *line = text;
        int length = (int)line_break(&text, width - margin, NULL);
        fprintf(out, "%*s%.*s\n", margin, "", length, line);
    }
    return lines;
}

void text_make_ascii(char *text)
{
    for (; *text != '\0'; text++) {
        if (*text < ' ' || *text > '~')
            *text = '?';
    }
}

void text_make_fit(char *text, bool has_utf8)
{
    if (!has_utf8 || !utf8_is_printable(text))
        text_make_ascii(text);
}

void text_print_quoted(FILE *out, const char *text)
{
    char quoted[QUOTED_MAX + 1];
    snprintf(quoted, sizeof(quoted), "%.*s", QUOTED_MAX, text);
    text_make_ascii(quoted);
    fprintf(out, "\"%s%s\"", quoted, strlen(text) > QUOTED_MAX ? "..." : "");
}
