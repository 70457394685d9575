/* Work that threads share; see crew.h. */
#include "simulation/crew.h"

#include <pthread.h>
#include <stdatomic.h>

#include <battleship/match.h>

struct crew {
    size_t count;
    void (*work)(size_t number, void *user);
    void *user;
    atomic_size_t next; /* the number that is worked on next */
};

static void *work_on(void *user)
{
    struct crew *crew = user;
    size_t number;
    while ((number = atomic_fetch_add(&crew->next, 1)) < crew->count)
        crew->work(number, crew->user);
    return NULL;
}

void crew_work(int32_t threads, size_t count, void (*work)(size_t number, void *user), void *user)
{
    struct crew crew = { .count = count, .work = work, .user = user };
    pthread_t others[BSHIP_MATCH_THREADS_MAX];
    int32_t started = 0;
    while (started + 1 < threads && (size_t)started + 1 < count &&
           pthread_create(&others[started], NULL, work_on, &crew) == 0)
        started++;
    work_on(&crew);
    while (started > 0)
        pthread_join(others[--started], NULL);
}
