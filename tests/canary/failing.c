/* A test that fails: continuous integration checks that it does. */
#include <criterion/criterion.h>

Test(canary, fails)
{
    cr_assert_eq(1, 2, "this must fail");
}
