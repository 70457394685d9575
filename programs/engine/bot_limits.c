/* Limits of a process; see bot_limits.h. GNU names the type of a resource, which POSIX leaves an
 * int. */
#include "engine/bot_limits.h"

#include <sys/resource.h>

/* Limits what a process may use, unless it may only use less; it is told at `soft`. */
static bool limit(int resource, rlim_t soft, rlim_t hard)
{
    struct rlimit limits;
    if (getrlimit(resource, &limits) != 0)
        return false;
    if (limits.rlim_max > hard)
        limits.rlim_max = hard;
    if (limits.rlim_cur > soft)
        limits.rlim_cur = soft;
    if (limits.rlim_cur > limits.rlim_max)
        limits.rlim_cur = limits.rlim_max;
    return setrlimit(resource, &limits) == 0;
}

bool bot_limits_set(const struct bot_limits *limits)
{
    const rlim_t seconds = (rlim_t)limits->seconds, bytes = (rlim_t)limits->bytes;
    return limit(RLIMIT_CORE, 0, 0) && (seconds == 0 || limit(RLIMIT_CPU, seconds, seconds + 1)) &&
           (bytes == 0 || limit(RLIMIT_AS, bytes, bytes));
}
