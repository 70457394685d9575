/*
 * The fuzz body of battleship-engine: whatever a host sends, it answers or ends with a reason. The
 * linker gives its `read` to this file, so there is neither a process nor a pipe.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>

#include "engine/server.h"

#include "fuzz.h"

static const uint8_t *unread;
static size_t unread_count;
static int is_read_here;

ssize_t __wrap_read(int fd, void *bytes, size_t count);
ssize_t __real_read(int fd, void *bytes, size_t count);

/* Standard input, in small pieces, so that lines arrive in parts. */
ssize_t __wrap_read(int fd, void *bytes, size_t count)
{
    if (fd != 0 || !is_read_here)
        return __real_read(fd, bytes, count);
    size_t part = unread_count < 31 ? unread_count : 31;
    part = part < count ? part : count;
    if (part > 0)
        memcpy(bytes, unread, part);
    unread += part;
    unread_count -= part;
    return (ssize_t)part;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static FILE *nowhere;
    FILE *output = stdout, *errors = stderr;
    struct server_options options = { "fuzzed", "stalker", BSHIP_AI_OPTIONS_INIT, 1 };

    if (!nowhere && !(nowhere = fopen("/dev/null", "w")))
        abort();
    unread = data;
    unread_count = size;
    is_read_here = 1;
    stdout = stderr = nowhere;
    int code = serve(&options);
    stdout = output;
    stderr = errors;
    is_read_here = 0;
    if (code < 0 || code > 127)
        abort();
    return 0;
}
