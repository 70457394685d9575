/* Clearing placement counts; see placement_counts.h. */
#include "inference/common/placement_counts.h"

#include <stdbool.h>

bship_status bsi_placement_counts_clear(bsi_placement_counts *counts, const bsi_evidence *evidence,
                                        bool is_whole, bsi_work_budget *budget)
{
    size_t size = is_whole ? sizeof *counts->by_placement : sizeof *counts->weights;
    size_t count = bsi_placement_counts_row(counts, evidence->class_count, 0);
    void *numbers = is_whole ? (void *)counts->by_placement : (void *)counts->weights;
    counts->is_whole = is_whole;
    counts->total = bsi_uint128_of(0);
    counts->weight = 0;
    bship_status status = bsi_work_charge(budget, (int64_t)count);
    return status ? status : bsi_work_clear_memory(budget, numbers, count * size);
}
