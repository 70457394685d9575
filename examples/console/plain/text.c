/* Text broken into lines at blanks, and made fit for any terminal; see text.h. */
#include "console/plain/text.h"

#include <string.h>

#include "common/utf8.h"

/* The longest quotation from what was typed. */
enum {
    QUOTED_MAX = 24
};

/* The bytes of a text that fit on a line: up to the last blank there, or one whole word. */
static size_t fitting(const char *text, size_t width)
{
    size_t length = strcspn(text, "\n");
    if (length <= width)
        return length;
    for (size_t i = width; i > 0; i--) {
        if (text[i] == ' ')
            return i;
    }
    return strcspn(text, " \n");
}

int text_print(FILE *out, const char *text, int width, int indent)
{
    int lines = 0;
    do {
        int margin = lines > 0 ? indent : 0;
        size_t length = fitting(text, width > margin ? (size_t)(width - margin) : 1);
        fprintf(out, "%*s%.*s\n", margin, "", (int)length, text);
        text += length;
        text += strspn(text, " \n");
        lines++;
    } while (*text != '\0');
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
