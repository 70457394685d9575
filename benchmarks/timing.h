/* What the benchmarks share. */
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
    if (status != BSHIP_OK) {
        fprintf(stderr, "%s: %s\n", what, bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* Seconds of the processor that this program has taken: what else runs takes none of them. */
static inline double now(void)
{
    struct timespec time;

    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

static inline int compare_marginals(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;

    return (x > y) - (x < y);
}

/* Sorts figures in ascending order, so that they begin with the least and have the median midway.
 */
static inline void sort_marginals(double *marginals, size_t count)
{
    qsort(marginals, count, sizeof *marginals, compare_marginals);
}

/* The exit code of a program that has printed all. */
static inline int finish_output(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return EXIT_SUCCESS;
    fprintf(stderr, "the output could not be written\n");
    return EXIT_FAILURE;
}

#endif
