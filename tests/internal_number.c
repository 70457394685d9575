/* Decimal numbers as texts write them: what is one, what is refused, and where reading stops. */
#include "base/number.h"
#include "support.h"

#include <string.h>

Test(number, is_read_up_to_its_highest_value)
{
    static const struct {
        const char *text;
        uint64_t highest;
        bship_status status;
        uint64_t value;
        size_t length;
    } rows[] = {
        { "0", 0, BSHIP_OK, 0, 1 },
        { "0.5", 9, BSHIP_OK, 0, 1 },
        { "7x12", 1024, BSHIP_OK, 7, 1 },
        { "1024", 1024, BSHIP_OK, 1024, 4 },
        { "1025,", 1024, BSHIP_ERROR_RANGE, 1024, 4 },
        { "7", 5, BSHIP_ERROR_RANGE, 5, 1 },
        { "10", 5, BSHIP_ERROR_RANGE, 5, 2 },
        { "18446744073709551615", UINT64_MAX, BSHIP_OK, UINT64_MAX, 20 },
        { "18446744073709551616", UINT64_MAX, BSHIP_ERROR_RANGE, UINT64_MAX, 20 },
        { "99999999999999999999999 ", UINT64_MAX, BSHIP_ERROR_RANGE, UINT64_MAX, 23 },
        { "4294967306", UINT32_MAX, BSHIP_ERROR_RANGE, UINT32_MAX, 10 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].text;
        uint64_t value = 77;
        assert_status(bsi_number_read(&at, rows[i].highest, &value), rows[i].status, "%s",
                      rows[i].text);
        cr_assert_eq(value, rows[i].value, "%s: the value", rows[i].text);
        cr_assert_eq((size_t)(at - rows[i].text), rows[i].length, "%s: the digits", rows[i].text);
    }
}

Test(number, is_nothing_else)
{
    static const char *const texts[] = {
        "", " 1", "+1", "-1", "x", ".5", "00", "01", "007", "\xD9\xA1", /* an Arabic digit */
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *at = texts[i];
        uint64_t value = 77;
        assert_status(bsi_number_read(&at, UINT64_MAX, &value), BSHIP_ERROR_SYNTAX, "%s", texts[i]);
        cr_assert(value == 77 && at == texts[i], "%s: nothing changes", texts[i]);
    }
}

Test(number, digits_are_read_with_zeros_in_front)
{
    static const struct {
        const char *text;
        size_t count;
        bool are_there;
        uint64_t value;
    } rows[] = {
        { "007", 3, true, 7 },   { "2024-12-31", 4, true, 2024 },
        { "12", 1, true, 1 },    { "9999999999999999999", 19, true, UINT64_C(9999999999999999999) },
        { "12", 3, false, 77 },  { "1x2", 3, false, 77 },
        { "-12", 3, false, 77 }, { "", 1, false, 77 },
    };
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        const char *at = rows[i].text;
        uint64_t value = 77;
        cr_assert_eq(bsi_digits_read(&at, rows[i].count, &value), rows[i].are_there, "%s",
                     rows[i].text);
        cr_assert_eq(value, rows[i].value, "%s: the value", rows[i].text);
        cr_assert(at == rows[i].text + (rows[i].are_there ? rows[i].count : 0), "%s: where it ends",
                  rows[i].text);
    }
}

Test(number, a_text_of_digits_has_no_other_characters)
{
    cr_assert(bsi_is_digits("0") && bsi_is_digits("007"), "digits");
    cr_assert(!bsi_is_digits("") && !bsi_is_digits("1a") && !bsi_is_digits("-1"), "no digits");
    cr_assert_eq(bsi_digits_span("0120x3"), 4, "the digits in front");
}
