/*
 * A thread for long jobs; see worker.h.
 *
 * The thread waits for a job, runs it without the lock, and writes a byte to a pipe when it ends.
 * The lock guards all members that follow it.
 */
#include "battleship/game/worker.h"

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>

#include "common/process.h"

enum worker_state {
    WORKER_IDLE,
    WORKER_RUNNING,
    WORKER_ENDED, /* the job is to be collected */
    WORKER_CLOSED /* the thread is to end */
};

struct worker {
    pthread_t thread;
    int pipe_out;
    int pipe_in;
    pthread_mutex_t lock;
    pthread_cond_t changed; /* the state */
    enum worker_state state;
    worker_job *job;
    void *user;
    bool is_cancelled;
    double done;
    double started;
    double seconds; /* of the ended job */
};

/* Waits, under the lock, for the next job; returns false when there will be none. */
static bool await_job(struct worker *worker)
{
    while (worker->state == WORKER_IDLE || worker->state == WORKER_ENDED)
        pthread_cond_wait(&worker->changed, &worker->lock);
    return worker->state == WORKER_RUNNING;
}

static void end_job(struct worker *worker)
{
    worker->seconds = seconds_now() - worker->started;
    worker->state = WORKER_ENDED;
    pthread_cond_broadcast(&worker->changed);
    /* The pipe holds at most this byte, so it is never full. */
    while (write(worker->pipe_in, "", 1) < 0 && errno == EINTR)
        continue;
}

static void *run(void *user)
{
    struct worker *worker = user;
    pthread_mutex_lock(&worker->lock);
    while (await_job(worker)) {
        pthread_mutex_unlock(&worker->lock);
        worker->job(worker, worker->user);
        pthread_mutex_lock(&worker->lock);
        end_job(worker);
    }
    pthread_mutex_unlock(&worker->lock);
    return NULL;
}

static bool open_pipe(struct worker *worker)
{
    int ends[2];
    if (pipe(ends) != 0)
        return false;
    fcntl(ends[0], F_SETFD, FD_CLOEXEC);
    fcntl(ends[1], F_SETFD, FD_CLOEXEC);
    worker->pipe_out = ends[0];
    worker->pipe_in = ends[1];
    return true;
}

/* Signals are left to the thread of the interface. */
static bool start_thread(struct worker *worker)
{
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failure = pthread_create(&worker->thread, NULL, run, worker);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    return failure == 0;
}

static void close_pipe(struct worker *worker)
{
    close(worker->pipe_out);
    close(worker->pipe_in);
}

static void free_parts(struct worker *worker)
{
    pthread_cond_destroy(&worker->changed);
    pthread_mutex_destroy(&worker->lock);
    free(worker);
}

struct worker *worker_new(void)
{
    struct worker *worker = calloc(1, sizeof *worker);
    if (!worker)
        return NULL;
    pthread_mutex_init(&worker->lock, NULL);
    pthread_cond_init(&worker->changed, NULL);
    if (!open_pipe(worker)) {
        free_parts(worker);
        return NULL;
    }
    if (!start_thread(worker)) {
        close_pipe(worker);
        free_parts(worker);
        return NULL;
    }
    return worker;
}

void worker_free(struct worker *worker)
{
    if (!worker)
        return;
    worker_stop(worker);
    pthread_mutex_lock(&worker->lock);
    worker->state = WORKER_CLOSED;
    pthread_cond_broadcast(&worker->changed);
    pthread_mutex_unlock(&worker->lock);
    pthread_join(worker->thread, NULL);
    close_pipe(worker);
    free_parts(worker);
}

bool worker_start(struct worker *worker, worker_job *job, void *user)
{
    pthread_mutex_lock(&worker->lock);
    bool is_free = worker->state == WORKER_IDLE;
    if (is_free) {
        worker->state = WORKER_RUNNING;
        worker->job = job;
        worker->user = user;
        worker->is_cancelled = false;
        worker->done = 0;
        worker->started = seconds_now();
        pthread_cond_broadcast(&worker->changed);
    }
    pthread_mutex_unlock(&worker->lock);
    return is_free;
}

void worker_cancel(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    if (worker->state == WORKER_RUNNING)
        worker->is_cancelled = true;
    pthread_mutex_unlock(&worker->lock);
}

void worker_wait(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    while (worker->state == WORKER_RUNNING)
        pthread_cond_wait(&worker->changed, &worker->lock);
    pthread_mutex_unlock(&worker->lock);
}

void worker_stop(struct worker *worker)
{
    worker_cancel(worker);
    worker_wait(worker);
    worker_collect(worker);
}

bool worker_is_busy(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool is_busy = worker->state == WORKER_RUNNING;
    pthread_mutex_unlock(&worker->lock);
    return is_busy;
}

bool worker_is_cancelled(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool is_cancelled = worker->is_cancelled;
    pthread_mutex_unlock(&worker->lock);
    return is_cancelled;
}

double worker_done(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    double done = worker->done;
    pthread_mutex_unlock(&worker->lock);
    return done;
}

double worker_seconds(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    double seconds =
        worker->state == WORKER_RUNNING ? seconds_now() - worker->started : worker->seconds;
    pthread_mutex_unlock(&worker->lock);
    return seconds;
}

int worker_fd(struct worker *worker)
{
    return worker->pipe_out;
}

bool worker_collect(struct worker *worker)
{
    pthread_mutex_lock(&worker->lock);
    bool has_ended = worker->state == WORKER_ENDED;
    if (has_ended) {
        char byte;
        while (read(worker->pipe_out, &byte, 1) < 0 && errno == EINTR)
            continue;
        worker->state = WORKER_IDLE;
        worker->is_cancelled = false;
    }
    pthread_mutex_unlock(&worker->lock);
    return has_ended;
}

int32_t worker_report(double done, void *user)
{
    struct worker *worker = user;
    if (!worker)
        return BSHIP_PROGRESS_GO_ON;
    pthread_mutex_lock(&worker->lock);
    worker->done = done;
    bool is_cancelled = worker->is_cancelled;
    pthread_mutex_unlock(&worker->lock);
    return is_cancelled ? BSHIP_PROGRESS_CANCEL : BSHIP_PROGRESS_GO_ON;
}
