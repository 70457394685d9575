/* A monotonic clock: that of POSIX, as C11 has none. */
#define _POSIX_C_SOURCE 199309L

#include "play/match_clock.h"

#include <time.h>

int64_t bsi_clock_now(void)
{
    struct timespec now = { 0, 0 };
    (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}
