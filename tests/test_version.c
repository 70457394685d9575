/* The version: what the build says, what the header says and what the library says. */
#include <stdio.h>

#include <battleship/experimental/epoch.h>
#include <battleship/limits.h>
#include <battleship/version.h>
#include <criterion/criterion.h>

#include "support.h"

Test(version, header_agrees_with_the_build)
{
    char parts[32];
    snprintf(parts, sizeof parts, "%d.%d.%d", BSHIP_VERSION_MAJOR, BSHIP_VERSION_MINOR,
             BSHIP_VERSION_PATCH);
    cr_assert_str_eq(parts, PROJECT_VERSION, "version.h and meson.build differ");
    cr_assert_str_eq(BSHIP_VERSION_STRING, PROJECT_VERSION, "the text and the numbers differ");
}

Test(version, library_agrees_with_the_header)
{
    if (is_later_library()) {
        cr_assert_geq(bship_constant("BSHIP_VERSION_NUMBER"), BSHIP_VERSION_NUMBER,
                      "it is earlier");
        return;
    }
    cr_assert_eq(bship_constant("BSHIP_VERSION_NUMBER"), BSHIP_VERSION_NUMBER,
                 "another library's number");
    cr_assert_str_eq(bship_version_string(), BSHIP_VERSION_STRING, "another library's text");
    cr_assert_eq(bship_experimental_epoch(), BSHIP_EXPERIMENTAL_EPOCH, "another epoch");
    cr_assert_eq(bship_constant("BSHIP_EXPERIMENTAL_EPOCH"), BSHIP_EXPERIMENTAL_EPOCH,
                 "a constant");
}
