/* Shared by the benchmarks. */
#ifndef BENCHMARKS_TIMING_H
#define BENCHMARKS_TIMING_H

#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#define SEED 20240229

/* Ends the program unless a call succeeded. */
static inline void check(bship_status status, const char *what)
{
    if (status) {
        fprintf(stderr, "%s: %s\n", what, bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* Processor seconds of this program, which other programs do not affect. */
static inline double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline int compare_values(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts values in ascending order: the least comes first, the median is in the middle. */
static inline void sort_values(double *values, size_t count)
{
    qsort(values, count, sizeof *values, compare_values);
}

/* Flushes the output; returns the exit code of the program. */
static inline int finish_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    fprintf(stderr, "the output could not be written\n");
    return EXIT_FAILURE;
}

#endif
