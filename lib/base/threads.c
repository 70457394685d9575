/* Threads of POSIX, since the thread sanitizers do not know those of C11; see threads.h. */
#include "base/threads.h"

#ifdef BSI_ONE_THREAD

void bsi_threads_run(void (*work)(void *worker), void *workers, int32_t count, size_t size)
{
    (void)count, (void)size;
    work(workers);
}

#else

#include <battleship/match.h>
#include <pthread.h>

/* What a thread is given. */
struct task {
    void (*work)(void *worker);
    void *worker;
    pthread_t thread;
};

static void *run(void *user)
{
    const struct task *task = user;
    task->work(task->worker);
    return NULL;
}

void bsi_threads_run(void (*work)(void *worker), void *workers, int32_t count, size_t size)
{
    struct task tasks[BSHIP_MATCH_THREADS_MAX];
    int32_t started = 1;
    for (; started < count; started++) {
        struct task *task = &tasks[started];
        *task = (struct task){ .work = work,
                               .worker = (unsigned char *)workers + (size_t)started * size };
        if (pthread_create(&task->thread, NULL, run, task) != 0)
            break;
    }
    work(workers);
    for (int32_t i = 1; i < started; i++)
        pthread_join(tasks[i].thread, NULL);
}

#endif
