/* A test that leaks and otherwise passes: only a leak checker turns it red. */
#include <stdlib.h>

#include <criterion/criterion.h>

static void *volatile leaked;

Test(canary, leaks)
{
    leaked = malloc(100);
    cr_assert_not_null(leaked, "out of memory");
    leaked = NULL;
}
