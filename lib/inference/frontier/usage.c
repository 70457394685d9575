/* Usage tables, and sets of usages as bit sets; see frontier/usage.h. */
#include "inference/frontier/usage.h"

#include <string.h>

uint32_t bsi_usages_count(const bsi_evidence *evidence)
{
    uint32_t count = 1;
    for (int32_t k = 0; k < evidence->class_count; k++) {
        uint32_t digits = (uint32_t)evidence->classes[k].ships + 1;
        if (count > BSI_USAGES_MAX / digits)
            return 0;
        count *= digits;
    }
    return count;
}

/* Fills the tables of a class of `ships` ships with place value `step`. */
static void set_class(bsi_usages *usages, uint32_t class, uint32_t step, uint32_t ships)
{
    uint16_t *run_ends = &usages->run_ends.items[(size_t) class * usages->count];
    uint64_t *leaving = &usages->leaving.items[class * usages->words];
    uint32_t block = step * (ships + 1);
    memset(leaving, 0, usages->words * sizeof *leaving);
    for (uint32_t usage = 0; usage < usages->count; usage++) {
        uint32_t begin = usage / block * block;
        bool is_leaving = usage - begin < step * ships;
        run_ends[usage] = (uint16_t)(begin + (is_leaving ? step * ships : block));
        leaving[usage / 64] |= (uint64_t)is_leaving << usage % 64;
    }
    usages->classes.items[class] = (bsi_usage_class){ step, leaving, run_ends };
}

bship_status bsi_usages_read(bsi_usages *usages, const bsi_evidence *evidence,
                             const bship_allocator *allocator)
{
    uint32_t classes = (uint32_t)evidence->class_count;
    usages->count = bsi_usages_count(evidence);
    if (usages->count == 0)
        return BSHIP_ERROR_UNSUPPORTED;
    usages->words = (usages->count + 63) / 64;
    size_t rows = (size_t)classes + 1;
    bship_status status = BSI_RENEW(&usages->classes, allocator, rows);
    if (!status)
        status = BSI_RENEW(&usages->run_ends, allocator, rows * usages->count);
    if (!status)
        status = BSI_RENEW(&usages->leaving, allocator, rows * usages->words);
    if (status)
        return status;
    uint32_t step = 1;
    for (uint32_t k = classes; k > 0; k--) {
        uint32_t ships = (uint32_t)evidence->classes[k - 1].ships;
        set_class(usages, k, step, ships);
        step *= ships + 1;
    }
    /* Every usage leaves "no ship": its set is that of one ship with a place value above all. */
    set_class(usages, 0, usages->count, 1);
    usages->classes.items[0].step = 0;
    return BSHIP_OK;
}

void bsi_usages_free(bsi_usages *usages, const bship_allocator *allocator)
{
    BSI_FREE(&usages->classes, allocator);
    BSI_FREE(&usages->run_ends, allocator);
    BSI_FREE(&usages->leaving, allocator);
}
