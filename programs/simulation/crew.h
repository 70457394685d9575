/* Work that threads share among themselves, item by item. */
#ifndef PROGRAMS_SIMULATION_CREW_H
#define PROGRAMS_SIMULATION_CREW_H

#include <stddef.h>
#include <stdint.h>

/*
 * Calls work() for each number from 0 to count - 1: in this thread, and in as many others as can be
 * had of up to `threads` in all, BSHIP_MATCH_THREADS_MAX at most. Returns once all is done.
 */
void crew_work(int32_t threads, size_t count, void (*work)(size_t number, void *user), void *user);

#endif
