/*
 * The fuzz body of rules and fleets as text: whatever the bytes, they are refused with a place, or
 * read, written and read back the same.
 */
#include <stdlib.h>
#include <string.h>

#include <battleship/battleship.h>

#include "fuzz.h"

/* Aborts if a property does not hold, so that the fuzzer notices. */
static void must(int holds)
{
    if (!holds)
        abort();
}

/* A place in the text, or a fault that is of no line, such as a fleet too large for the board. */
static int explains(const bship_error *error, bship_status status)
{
    return error->status == (int32_t)status && error->text[0] &&
           (error->line > 0) == (error->column > 0);
}

static void check_rules(const char *text, size_t size)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_rules *rules = NULL, *back = NULL;
    bship_status status = bship_rules_parse(&rules, text, size, NULL, &error);
    if (status) {
        must(!rules && explains(&error, status));
        return;
    }
    size_t length = bship_rules_format(rules, NULL, 0);
    char *written = malloc(length + 1);
    must(written && bship_rules_format(rules, written, length + 1) == length);
    must(!bship_rules_parse(&back, written, length, NULL, NULL));
    must(bship_rules_equal(rules, back));
    must(bship_rules_feasibility(rules) == bship_rules_feasibility(back));
    free(written);
    bship_rules_unref(back);
    bship_rules_unref(rules);
}

static void check_fleet(const char *text)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_fleet *fleet = NULL, *back = NULL;
    bship_status status = bship_fleet_parse(&fleet, text, NULL, &error);
    if (status) {
        must(!fleet && explains(&error, status));
        return;
    }
    size_t length = bship_fleet_format(fleet, NULL, 0);
    char *written = malloc(length + 1);
    must(written && bship_fleet_format(fleet, written, length + 1) == length);
    must(!bship_fleet_parse(&back, written, NULL, NULL));
    must(bship_fleet_equal(fleet, back));
    free(written);
    bship_fleet_unref(back);
    bship_fleet_unref(fleet);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);
    must(text != NULL);
    if (size > 0)
        memcpy(text, data, size);
    text[size] = '\0';
    check_rules(text, size);
    check_fleet(text);
    free(text);
    return 0;
}
