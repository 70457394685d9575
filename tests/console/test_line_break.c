/* Text broken into lines: each fits, and nothing but blanks is lost between them. */
#include <stdio.h>
#include <string.h>

#include "common/line_break.h"
#include "support.h"

/* Letters are one column wide, digits two. */
static size_t cut(const char *text, int columns)
{
    size_t bytes = 0;
    for (; text[bytes]; bytes++) {
        columns -= text[bytes] >= '0' && text[bytes] <= '9' ? 2 : 1;
        if (columns < 0)
            break;
    }
    return bytes;
}

/* The lines of a text, each in brackets. */
static const char *broken(const char *text, int columns, line_cut *by)
{
    static char out[200];
    size_t used = 0;
    for (int lines = 0; text && lines < 40; lines++) {
        const char *line = text;
        size_t bytes = line_break(&text, columns, by);
        used += (size_t)snprintf(out + used, sizeof out - used, "[%.*s]", (int)bytes, line);
    }
    return out;
}

Test(line_break, lines_end_at_blanks_if_they_can)
{
    static const struct {
        const char *text;
        int columns;
        const char *by_bytes, *by_columns;
    } rows[] = {
        { "", 5, "[]", "[]" },
        { "one two", 7, "[one two]", "[one two]" },
        { "one two", 6, "[one][two]", "[one][two]" },
        { "one  two", 3, "[one][two]", "[one][two]" },
        { "1 2 3 4", 5, "[1 2 3][4]", "[1 2][3 4]" },
        { "unbreakable it", 4, "[unbreakable][it]", "[unbr][eaka][ble][it]" },
        { "one\ntwo", 9, "[one][two]", "[one][two]" },
        { "one\n\n two", 9, "[one][][ two]", "[one][][ two]" },
        { "one two ", 4, "[one][two ]", "[one][two ]" },
        { "ab", 0, "[ab]", "[a][b]" },
        { "9", 1, "[9]", "[9]" },
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        cr_assert_str_eq(broken(rows[i].text, rows[i].columns, NULL), rows[i].by_bytes,
                         "row %zu: %s", i, broken(rows[i].text, rows[i].columns, NULL));
        cr_assert_str_eq(broken(rows[i].text, rows[i].columns, cut), rows[i].by_columns,
                         "row %zu: %s", i, broken(rows[i].text, rows[i].columns, cut));
    }
}
