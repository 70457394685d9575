/*
 * A thread that runs one job at a time beside the interface: a job reports its progress and can be
 * cancelled, and a file descriptor for poll() tells its end.
 *
 * All functions but worker_report() and worker_is_cancelled() are for the thread that made the
 * worker. What a job uses, nobody else may use until the job is collected.
 */
#ifndef PROGRAMS_BATTLESHIP_GAME_WORKER_H
#define PROGRAMS_BATTLESHIP_GAME_WORKER_H

#include <stdbool.h>

#include <battleship/status.h>

struct worker;

typedef void worker_job(struct worker *worker, void *user);

/* Makes a worker, with a thread that takes no signals. Returns NULL if out of memory, threads or
 * file descriptors. */
struct worker *worker_new(void);

/* Cancels the job, waits for its end, and frees the worker; which may be NULL. */
void worker_free(struct worker *worker);

/* Starts a job. Returns false, and does nothing, while another one runs or is not yet collected. */
bool worker_start(struct worker *worker, worker_job *job, void *user);

/* Asks the job to end soon. Does not wait. */
void worker_cancel(struct worker *worker);

/* Waits until the job has ended; it is still to be collected. */
void worker_wait(struct worker *worker);

/* Cancels the job, waits for its end and collects it. */
void worker_stop(struct worker *worker);

/* Whether a job is running. */
bool worker_is_busy(struct worker *worker);

/* Whether the job, which runs or is not yet collected, was cancelled. */
bool worker_is_cancelled(struct worker *worker);

/* The share of the job that is done, 0..1, as it reported last. */
double worker_done(struct worker *worker);

/* The seconds that the job has taken so far or, once it has ended, altogether. */
double worker_seconds(struct worker *worker);

/* Readable from the end of a job until worker_collect(). Only for poll(). */
int worker_fd(struct worker *worker);

/* True once after the end of each job, which is then over: what it used may be used again. */
bool worker_collect(struct worker *worker);

/*
 * A bship_progress_callback whose `user` is a worker, or NULL where no job runs: keeps the share
 * that is done, and cancels if the job is cancelled. May be called from any thread.
 */
int32_t worker_report(double done, void *user);

#endif
