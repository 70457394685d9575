/* How often each placement is part of a layout; see tally.h. */
#include "inference/tally.h"

bship_status bship_internal_tally_clear(bship_internal_tally *tally,
                                        const bship_internal_evidence *evidence, int is_whole,
                                        bship_internal_effort *effort)
{
    size_t size = is_whole ? sizeof *tally->counts : sizeof *tally->weights;
    size_t count = bship_internal_tally_row(tally, evidence->kind_count, 0);
    void *numbers = is_whole ? (void *)tally->counts : (void *)tally->weights;
    tally->is_whole = is_whole;
    tally->total = bship_internal_wide_of(0);
    tally->weight = 0;
    bship_status status = bship_internal_effort_spend(effort, (int64_t)count);
    return status ? status : bship_internal_effort_clear(effort, numbers, count * size);
}
