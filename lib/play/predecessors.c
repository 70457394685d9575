/* The predecessors of a game's AIs; see predecessors.h. */
#include "play/predecessors.h"

#include <stdio.h>

#include "play/turns.h"

int64_t bsi_predecessors_until(const bsi_predecessors *list, int32_t side)
{
    int64_t until = 0;
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i].side == side)
            until = list->items[i].until;
    }
    return until;
}

bship_status bsi_predecessors_add(bsi_predecessors *list, const bship_allocator *allocator,
                                  int32_t side, const char *strategy, int64_t until)
{
    if (until <= bsi_predecessors_until(list, side))
        return BSHIP_OK;
    bship_status status = BSI_RESERVE(list, allocator, 1);
    if (status)
        return status;
    bsi_predecessor *added = &list->items[list->count++];
    added->until = until;
    added->side = side;
    snprintf(added->strategy, sizeof added->strategy, "%s", strategy ? strategy : "");
    return BSHIP_OK;
}

void bsi_predecessors_cut(bsi_predecessors *list, int64_t entries)
{
    int64_t until[BSI_SIDES] = { 0 };
    size_t kept = 0;
    for (size_t i = 0; i < list->count; i++) {
        bsi_predecessor item = list->items[i];
        if (item.until > entries)
            item.until = entries;
        if (item.until == until[item.side])
            continue;
        until[item.side] = item.until;
        list->items[kept++] = item;
    }
    list->count = kept;
}

const bsi_predecessor *bsi_predecessors_at(const bsi_predecessors *list, int32_t side,
                                           int64_t entry)
{
    for (size_t i = 0; i < list->count; i++) {
        const bsi_predecessor *item = &list->items[i];
        if (item->side == side && entry < item->until)
            return item;
    }
    return NULL;
}
