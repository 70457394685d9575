/* Splitting, merging and reporting; see work_budget.h. */
#include "base/work_budget.h"

#include <string.h>

static const bsi_name_row answers[] = {
    [BSHIP_PROGRESS_GO_ON] = { "go-on", "go on" },
    [BSHIP_PROGRESS_CANCEL] = { "cancel", "stop, as if nothing had happened" },
    [BSHIP_PROGRESS_FINISH] = { "finish", "answer at once, with the best found so far" },
};

const bsi_names bsi_progress_names = BSI_NAMES(answers);

int32_t bsi_relay_progress(double done, void *user)
{
    bsi_progress_relay *relay = user;
    if (done > relay->done)
        relay->done = done;
    return relay->progress(relay->done, relay->user);
}

bship_status bsi_work_call_progress(bsi_work_budget *budget)
{
    double share = budget->expected > budget->done ? (double)budget->done / (double)budget->expected
                                                   : budget->expected > 0;
    budget->unreported = 0;
    if (bsi_work_is_finishing(budget))
        return BSHIP_ERROR_CANCELLED;
    int32_t answer = budget->progress(share, budget->user);
    if (answer == BSHIP_PROGRESS_FINISH && budget->is_finishing)
        *budget->is_finishing = true;
    return answer == BSHIP_PROGRESS_GO_ON ? BSHIP_OK : BSHIP_ERROR_CANCELLED;
}

bship_status bsi_work_refuse(bsi_work_budget *budget, int64_t steps)
{
    int64_t before = budget->done - steps;
    budget->refused = budget->done;
    /* The limit of a part may be below what was done before. */
    budget->done = before < budget->limit ? budget->limit : before;
    return BSHIP_ERROR_WORK_LIMIT;
}

bship_status bsi_work_charge_all(bsi_work_budget *budget, size_t count, int64_t each)
{
    bship_status status = BSHIP_OK;
    for (size_t i = 0; !status && i < count; i += BSI_WORK_BATCH)
        status = bsi_work_charge_at(budget, i, count, each);
    return status;
}

bship_status bsi_work_clear_memory(bsi_work_budget *budget, void *block, size_t bytes)
{
    enum {
        CHUNK = BSI_WORK_REPORT_INTERVAL
    };
    unsigned char *begin = block;
    bship_status status = BSHIP_OK;
    for (size_t done = 0; !status && done < bytes; done += CHUNK) {
        size_t chunk = bytes - done < CHUNK ? bytes - done : CHUNK;
        memset(begin + done, 0, chunk);
        /* Touching new memory can cost a nanosecond per byte. */
        status = bsi_work_report(budget, (int64_t)chunk);
    }
    return status;
}

bsi_work_budget bsi_work_split(const bsi_work_budget *budget, double steps)
{
    bsi_work_budget part = *budget;
    if (steps < bsi_work_left(budget))
        part.limit = part.done + (int64_t)steps;
    return part;
}

void bsi_work_merge(bsi_work_budget *budget, const bsi_work_budget *part)
{
    budget->done = part->done;
    budget->refused = part->refused;
    budget->unreported = part->unreported;
}

void bsi_work_expect(bsi_work_budget *budget, double steps)
{
    double expected = (double)budget->done + steps;
    budget->expected = expected < 0x1p62 ? (int64_t)expected : INT64_MAX;
}

bsi_work_need bsi_work_needed(const bsi_work_budget *budget)
{
    if (budget->expected > budget->limit)
        return (bsi_work_need){ budget->expected, "about" };
    return (bsi_work_need){ budget->refused, budget->refused > budget->limit ? "at least" : NULL };
}

double bsi_work_left(const bsi_work_budget *budget)
{
    return (double)(budget->limit - budget->done);
}
