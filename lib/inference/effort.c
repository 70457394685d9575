/* Long work: its parts, and who hears of it; see effort.h. */
#include "inference/effort.h"

#include <string.h>

bship_status bship_internal_effort_report(bship_internal_effort *effort)
{
    double share = effort->expected > effort->done ? (double)effort->done / (double)effort->expected
                                                   : effort->expected > 0;
    effort->unheard = 0;
    return effort->progress(share, effort->user) ? BSHIP_ERROR_CANCELLED : BSHIP_OK;
}

bship_status bship_internal_effort_clear(bship_internal_effort *effort, void *block, size_t bytes)
{
    enum {
        PORTION = 1 << 20
    };
    unsigned char *begin = block;
    bship_status status = BSHIP_OK;
    for (size_t done = 0; !status && done < bytes; done += PORTION) {
        size_t portion = bytes - done < PORTION ? bytes - done : PORTION;
        memset(begin + done, 0, portion);
        /* Where memory is new, a byte may well take a nanosecond. */
        status = bship_internal_effort_note(effort, (int64_t)portion);
    }
    return status;
}

bship_internal_effort bship_internal_effort_part(const bship_internal_effort *effort, double steps)
{
    bship_internal_effort part = *effort;
    if (steps < bship_internal_effort_left(effort))
        part.limit = part.done + (int64_t)steps;
    return part;
}

void bship_internal_effort_join(bship_internal_effort *effort, const bship_internal_effort *part)
{
    effort->done = part->done;
    effort->unheard = part->unheard;
}

void bship_internal_effort_expect(bship_internal_effort *effort, double steps)
{
    double expected = (double)effort->done + steps;
    effort->expected = expected < 0x1p62 ? (int64_t)expected : INT64_MAX;
}

double bship_internal_effort_left(const bship_internal_effort *effort)
{
    return (double)(effort->limit - effort->done);
}
