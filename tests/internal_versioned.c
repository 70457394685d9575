/* A struct that has grown since version 1: what callers of either version write and read. */
#include <string.h>

#include "base/versioned.h"
#include "support.h"

typedef struct grown {
    size_t size;
    int32_t a;
    int32_t b;
    int64_t later;
} grown;

#define BSI_LAST_grown b

enum {
    LEAST = BSI_SIZE_1(grown)
};

Test(versioned, version_1_ends_with_its_last_field)
{
    cr_assert_eq((size_t)LEAST, offsetof(grown, later), "without the later field");
}

Test(versioned, fields_that_the_caller_does_not_have_are_read_as_0)
{
    grown given = { LEAST, 1, 2, 3 }, read = { sizeof read, 7, 8, 9 };
    assert_ok(bsi_versioned_read(&read, BSI_VERSIONED(grown), &given, NULL), "version 1");
    cr_assert_eq(read.size, sizeof read, "the size");
    cr_assert_eq(read.a, 1, "a");
    cr_assert_eq(read.b, 2, "b");
    cr_assert_eq(read.later, 0, "the later field");
}

Test(versioned, a_caller_of_this_version_is_read_whole)
{
    grown given = { sizeof given, 1, 2, 3 }, read = { sizeof read, 7, 8, 9 };
    assert_ok(bsi_versioned_read(&read, BSI_VERSIONED(grown), NULL, NULL), "nothing given");
    cr_assert_eq(read.later, 9, "the default stays");
    assert_ok(bsi_versioned_read(&read, BSI_VERSIONED(grown), &given, NULL), "this version");
    cr_assert_eq(read.later, 3, "the later field");
}

Test(versioned, less_than_version_1_is_refused)
{
    grown given = { LEAST - 1, 1, 2, 3 }, read = { sizeof read, 7, 8, 9 };
    assert_status(bsi_versioned_read(&read, BSI_VERSIONED(grown), &given, NULL), BSHIP_ERROR_SIZE,
                  "a smaller struct");
    cr_assert_eq(read.a, 7, "it was read");
    assert_status(bsi_versioned_check(&given, BSI_VERSIONED(grown), NULL), BSHIP_ERROR_SIZE,
                  "a smaller result");
    given.size = LEAST;
    assert_ok(bsi_versioned_check(&given, BSI_VERSIONED(grown), NULL), "a result of version 1");
}

Test(versioned, fields_that_the_caller_does_not_have_are_not_written)
{
    grown value = { sizeof value, 1, 2, 3 }, out = { LEAST, 7, 8, 9 };
    bsi_versioned_write(&out, &value, sizeof value);
    cr_assert_eq(out.size, (size_t)LEAST, "the size");
    cr_assert_eq(out.a, 1, "a");
    cr_assert_eq(out.b, 2, "b");
    cr_assert_eq(out.later, 9, "what lies behind the caller's struct");
}

Test(versioned, options_are_written_whole_or_not_at_all)
{
    grown value = { sizeof value, 1, 2, 0 }, out = { LEAST, 7, 8, 9 };
    assert_ok(bsi_versioned_write_options(&out, BSI_VERSIONED(grown), &value, NULL), "a default");
    cr_assert_eq(out.b, 2, "b");
    cr_assert_eq(out.later, 9, "what lies behind the caller's struct");
    value = (grown){ sizeof value, 3, 4, INT64_C(1) << 56 };
    bship_error error = BSHIP_ERROR_INIT;
    assert_status(bsi_versioned_write_options(&out, BSI_VERSIONED(grown), &value, &error),
                  BSHIP_ERROR_SIZE, "no default");
    cr_assert_eq(out.a, 1, "it was written");
    cr_assert_not_null(strstr(error.text, "grown"), "%s", error.text);
    out.size = sizeof out;
    assert_ok(bsi_versioned_write_options(&out, BSI_VERSIONED(grown), &value, NULL), "a field");
    cr_assert_eq(out.later, value.later, "the later field");
}
