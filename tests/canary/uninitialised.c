/* A test that reads what nobody wrote and otherwise passes: only a memory checker turns it red. */
#include <stdlib.h>

#include <criterion/criterion.h>

Test(canary, reads_an_unset_value)
{
    volatile char *block = malloc(100);
    volatile int is_zero = 0;
    cr_assert_not_null((void *)block, "out of memory");
    if (block[50] == 0)
        is_zero = 1;
    (void)is_zero;
    free((void *)block);
}
