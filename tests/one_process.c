/*
 * Runs all tests of a program in one process, in place of Criterion's library, whose headers the
 * tests are compiled with: Criterion starts a process for each test, which costs valgrind more
 * than most tests do. The first failure ends the program.
 */
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <criterion/criterion.h>
#include <criterion/logging.h>

/* The linker's names for the ends of the sections in which Test() and TestSuite() leave a pointer;
 * a program without suites has no such section. */
extern struct criterion_test *const __start_cr_tst[], *const __stop_cr_tst[];
extern struct criterion_suite *const __start_cr_sts[] __attribute__((weak));
extern struct criterion_suite *const __stop_cr_sts[] __attribute__((weak));

struct criterion_options criterion_options;

/* What the macros call. */

int cr_asprintf(char **text, const char *format, ...)
{
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(NULL, 0, format, arguments);
    va_end(arguments);
    *text = malloc((size_t)length + 1);
    if (!*text)
        abort();
    va_start(arguments, format);
    vsnprintf(*text, (size_t)length + 1, format, arguments);
    va_end(arguments);
    return length;
}

void cr_asprintf_free(char *text)
{
    free(text);
}

/* The asserted expression will do as a message. */
char *cr_translate_assert_msg(int message, ...)
{
    va_list arguments;
    char *copy;

    (void)message;
    va_start(arguments, message);
    cr_asprintf(&copy, "%s", va_arg(arguments, const char *));
    va_end(arguments);
    return copy;
}

void cr_log(enum criterion_severity severity, const char *format, ...)
{
    va_list arguments;

    (void)severity;
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
}

void cri_asserts_passed_incr(void)
{
}

void criterion_send_assert(struct criterion_assert_stats *assertion)
{
    fprintf(stderr, "\n%s:%u: Assertion failed: %s\n", assertion->file, assertion->line,
            assertion->message);
}

void criterion_abort_test(void)
{
    exit(EXIT_FAILURE);
}

void criterion_internal_test_setup(void)
{
}

void criterion_internal_test_main(void (*body)(void))
{
    body();
}

void criterion_internal_test_teardown(void)
{
}

/* The fixtures of a test's suite; NULL if it has none. */
static const struct criterion_test_extra_data *fixtures_of(const struct criterion_test *test)
{
    for (struct criterion_suite *const *suite = __start_cr_sts; suite != __stop_cr_sts; suite++)
        if (strcmp((*suite)->name, test->category) == 0)
            return (*suite)->data;
    return NULL;
}

static void run(const struct criterion_test *test)
{
    const struct criterion_test_extra_data *fixtures = fixtures_of(test);
    clock_t began = clock();

    fprintf(stderr, "%s::%s", test->category, test->name);
    if (fixtures && fixtures->init)
        fixtures->init();
    test->test();
    if (fixtures && fixtures->fini)
        fixtures->fini();
    fprintf(stderr, ": %.1f s\n", (double)(clock() - began) / CLOCKS_PER_SEC);
}

int main(void)
{
    long count = __stop_cr_tst - __start_cr_tst;

    for (long i = 0; i < count; i++)
        run(__start_cr_tst[i]);
    /* Criterion's words: scripts/count_tests.py counts by them. */
    printf("Synthesis: Tested: %ld | Passing: %ld\n", count, count);
    return 0;
}
