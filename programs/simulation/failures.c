/* Games that players failed; see failures.h. */
#include "simulation/failures.h"

#include <stdlib.h>
#include <string.h>

static bool is_before(const struct failure *a, const struct failure *b)
{
    return a->simulation != b->simulation ? a->simulation < b->simulation : a->game < b->game;
}

static bool is_of(const struct failure *failure, size_t player, const char *reason)
{
    return failure->player == player && strcmp(failure->reason, reason) == 0;
}

/* The last of those of a failure's player and reason, and how many there are. */
static struct failure *find_last(const struct failures *failures, const struct failure *failure,
                                 size_t *count)
{
    struct failure *last = NULL;
    *count = 0;
    for (size_t i = 0; i < failures->count; i++) {
        struct failure *item = &failures->items[i];
        if (!is_of(item, failure->player, failure->reason))
            continue;
        last = !last || is_before(last, item) ? item : last;
        ++*count;
    }
    return last;
}

static bool append(struct failures *failures, const struct failure *failure)
{
    struct failure *items = realloc(failures->items, (failures->count + 1) * sizeof *items);
    if (!items)
        return false;
    failures->items = items;
    items[failures->count++] = *failure;
    return true;
}

bool failures_add(struct failures *failures, const struct failure *failure, struct failure *dropped)
{
    size_t count = 0;
    dropped->name[0] = '\0';
    struct failure *last = find_last(failures, failure, &count);
    if (count < FAILURES_KEPT)
        return append(failures, failure);
    if (!is_before(failure, last))
        return false;
    *dropped = *last;
    *last = *failure;
    return true;
}

const struct failure *failures_next(const struct failures *failures, size_t player,
                                    const char *reason, const struct failure *after)
{
    const struct failure *next = NULL;
    for (size_t i = 0; i < failures->count; i++) {
        const struct failure *item = &failures->items[i];
        if (is_of(item, player, reason) && (!after || is_before(after, item)) &&
            (!next || is_before(item, next)))
            next = item;
    }
    return next;
}

void failures_clear(struct failures *failures)
{
    free(failures->items);
    pthread_mutex_destroy(&failures->lock);
}
