/* Threads for work that falls into independent parts. */
#ifndef BSI_BASE_THREADS_H
#define BSI_BASE_THREADS_H

#include <stddef.h>
#include <stdint.h>

/*
 * Lets `count` workers, items of `size` bytes, work at the same time: the first in the calling
 * thread, each of the others in one of its own. Returns when all are done. Workers share their work
 * out among themselves, for the system may refuse threads, and then some do not run; only the first
 * always does. Builds without threads (BSI_ONE_THREAD) act as if the system refused all.
 */
void bsi_threads_run(void (*work)(void *worker), void *workers, int32_t count, size_t size);

#endif
