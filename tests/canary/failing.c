/* A test that fails: the continuous integration demands to see it fail. */
#include <criterion/criterion.h>

Test(canary, fails)
{
    cr_assert_eq(1, 2, "this must fail");
}
