/* Must fail under the thread sanitizer: continuous integration checks that races are noticed. */
#include <pthread.h>

#include <criterion/criterion.h>

static int shared;

static void *count(void *user)
{
    (void)user;
    shared++;
    return NULL;
}

Test(canary, racing)
{
    pthread_t other;
    cr_assert_eq(pthread_create(&other, NULL, count, NULL), 0, "a thread");
    count(NULL);
    pthread_join(other, NULL);
}
