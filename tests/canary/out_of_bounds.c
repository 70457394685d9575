/* A test that reads past a block and otherwise passes: only a memory checker turns it red. */
#include <stdlib.h>

#include <criterion/criterion.h>

Test(canary, reads_out_of_bounds)
{
    char *volatile block = malloc(100);
    cr_assert_not_null(block, "out of memory");
    volatile size_t past_the_end = 100;
    volatile char byte = block[past_the_end];
    (void)byte;
    free(block);
}
