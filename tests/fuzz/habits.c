/*
 * The fuzz body of habits as text: whatever the bytes, they are refused, or read and written back
 * the same, with the same beliefs.
 */
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>
#include <battleship/experimental/habits.h>

#include "fuzz.h"

/* Aborts if a property does not hold, so that the fuzzer notices. */
static void must(int holds)
{
    if (!holds)
        abort();
}

static char *text_of(const bship_habits *habits, size_t *length)
{
    *length = bship_habits_format(habits, NULL, 0);
    char *text = malloc(*length + 1);
    must(text && bship_habits_format(habits, text, *length + 1) == *length);
    return text;
}

static bship_habits_info info_of(bship_habits *habits)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    must(!bship_habits_describe(habits, &info));
    must(info.probability >= 0 && info.probability <= 1);
    return info;
}

static void check_text(bship_habits *habits)
{
    size_t length, again_length;
    bship_habits *back = NULL;
    char *text = text_of(habits, &length);
    must(!bship_habits_parse(&back, text, length, NULL, NULL));
    char *again = text_of(back, &again_length);
    must(again_length == length && memcmp(text, again, length) == 0);
    bship_habits_info info = info_of(habits), same = info_of(back);
    must(memcmp(&info, &same, sizeof info) == 0);
    free(again);
    free(text);
    bship_habits_free(back);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits *habits = NULL;

    bship_status status = bship_habits_parse(&habits, (const char *)data, size, NULL, &error);
    if (status) {
        must(!habits && error.status == (int32_t)status && error.text[0]);
        must(error.line > 0 && error.column > 0);
        return 0;
    }
    check_text(habits);
    bship_habits_free(habits);
    return 0;
}
