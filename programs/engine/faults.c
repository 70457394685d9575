/* Why bots lost games; see faults.h. */
#include "engine/faults.h"

#include <stdio.h>
#include <string.h>

bool faults_init(struct faults *faults)
{
    faults->count = 0;
    return pthread_mutex_init(&faults->lock, NULL) == 0;
}

void faults_clear(struct faults *faults)
{
    pthread_mutex_destroy(&faults->lock);
}

/* The item that counts a fault; a new one counts none yet. */
static struct fault *find(struct faults *faults, const struct fault *fault)
{
    for (size_t i = 0; i < faults->count; i++)
        if (strcmp(faults->items[i].reason, fault->reason) == 0)
            return &faults->items[i];
    if (faults->count == FAULTS_MAX)
        return &faults->items[FAULTS_MAX - 1];
    struct fault *item = &faults->items[faults->count++];
    *item = *fault;
    item->count = 0;
    if (faults->count == FAULTS_MAX)
        snprintf(item->reason, sizeof(item->reason), "failed in other ways");
    return item;
}

void faults_add(struct faults *faults, const struct fault *fault)
{
    pthread_mutex_lock(&faults->lock);
    find(faults, fault)->count++;
    pthread_mutex_unlock(&faults->lock);
}
