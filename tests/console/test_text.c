/* Text for a terminal: what cannot be shown is replaced, and nothing is wider than its room. */
#include <locale.h>
#include <string.h>

#include "battleship/screen/text_width.h"
#include "support.h"

static void use_utf8(void)
{
    cr_assert(setlocale(LC_CTYPE, "C.UTF-8"), "the locale exists");
}

TestSuite(text, .init = use_utf8);

/* The characters of a text as ASCII, those beyond as `*`. */
static void read_all(const char *text, bool has_utf8, char *out)
{
    wchar_t character;
    for (size_t bytes; (bytes = text_next(text, has_utf8, &character)) > 0; text += bytes)
        *out++ = character < 0x80 ? (char)character : '*';
    *out = '\0';
}

Test(text, what_cannot_be_shown_is_a_question_mark)
{
    static const struct {
        const char *text, *in_utf8, *in_ascii;
    } rows[] = {
        { "plain", "plain", "plain" },
        { "J\xC3\xB6rg", "J*rg", "J?rg" },
        { "a\033[2Jb\x7F", "a?[2Jb?", "a?[2Jb?" },
        { "\xC2\x85", "?", "?" },              /* a control character beyond ASCII */
        { "\xC3", "?", "?" },                  /* cut */
        { "\xC3(", "?(", "?(" },               /* no continuation */
        { "\xC0\x80", "??", "??" },            /* overlong */
        { "\xED\xA0\x80", "???", "???" },      /* half a surrogate pair */
        { "\xF4\x90\x80\x80", "????", "????" } /* beyond Unicode */
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[64];
        read_all(rows[i].text, true, out);
        cr_assert_str_eq(out, rows[i].in_utf8, "row %zu", i);
        read_all(rows[i].text, false, out);
        cr_assert_str_eq(out, rows[i].in_ascii, "row %zu", i);
    }
}

Test(text, a_text_is_cut_between_characters)
{
    static const char wide[] = "a\xE6\x97\xA5\xE6\x9C\xAC"
                               "b"; /* two of two columns each */
    static const size_t bytes[] = { 0, 1, 1, 4, 4, 7, 8, 8 };
    for (int width = 0; width < 8; width++) {
        int columns;
        cr_assert_eq(text_fit(wide, true, width, &columns), bytes[width], "width %d", width);
        cr_assert_leq(columns, width, "width %d", width);
    }
}
