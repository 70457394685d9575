/* The worker thread of the console game: one job at a time, progress, cancelling, the descriptor.
 */
#include <poll.h>
#include <stdatomic.h>
#include <sys/resource.h>

#include "common/process.h"
#include "battleship/game/worker.h"
#include "support.h"

static bool is_readable(int fd)
{
    struct pollfd row = { .fd = fd, .events = POLLIN };
    return poll(&row, 1, 0) == 1;
}

/* Runs until it is cancelled. */
static void run_until_cancelled(struct worker *worker, void *user)
{
    atomic_int *steps = user;
    while (worker_report(0.25, worker) == 0)
        atomic_fetch_add(steps, 1);
}

static void add_one(struct worker *worker, void *user)
{
    (void)worker;
    atomic_fetch_add((atomic_int *)user, 1);
}

Test(worker, a_job_runs_once_and_is_collected_once)
{
    struct worker *worker = worker_new();
    atomic_int count = 0;

    cr_assert_not_null(worker, "a worker");
    cr_assert_not(is_readable(worker_fd(worker)), "no job");
    cr_assert_not(worker_collect(worker), "no job");
    for (int job = 1; job <= 100; job++) {
        cr_assert(worker_start(worker, add_one, &count), "job %d", job);
        worker_wait(worker);
        cr_assert_eq(atomic_load(&count), job, "it ran once");
        cr_assert(is_readable(worker_fd(worker)), "it has ended");
        cr_assert_not(worker_start(worker, add_one, &count), "it is not collected");
        cr_assert(worker_collect(worker), "it is collected");
        cr_assert_not(worker_collect(worker), "only once");
        cr_assert_not(is_readable(worker_fd(worker)), "it is collected");
    }
    worker_free(worker);
}

Test(worker, a_running_job_reports_and_is_cancelled)
{
    struct worker *worker = worker_new();
    atomic_int steps = 0;

    cr_assert(worker_start(worker, run_until_cancelled, &steps), "a worker without a job");
    while (atomic_load(&steps) < 10)
        cr_assert(worker_is_busy(worker), "nobody has cancelled it");
    cr_assert_not(worker_start(worker, add_one, &steps), "one job at a time");
    cr_assert_float_eq(worker_done(worker), 0.25, 1e-9, "as it reported");
    cr_assert_geq(worker_seconds(worker), 0, "it takes time");
    worker_cancel(worker);
    worker_wait(worker);
    cr_assert(worker_is_cancelled(worker), "until it is collected");
    cr_assert(worker_collect(worker), "a cancelled job");
    cr_assert_not(worker_is_cancelled(worker), "the next job is not cancelled");
    worker_free(worker);
}

Test(worker, cancelling_nothing_does_not_cancel_the_next_job)
{
    struct worker *worker = worker_new();
    atomic_int count = 0;

    worker_cancel(worker);
    worker_stop(worker);
    cr_assert_eq(worker_report(0.5, worker), 0, "nothing is cancelled");
    cr_assert(worker_start(worker, add_one, &count), "a worker without a job");
    worker_wait(worker);
    cr_assert_not(worker_is_cancelled(worker), "nobody has cancelled it");
    worker_free(worker);
}

Test(worker, freeing_a_worker_ends_its_job)
{
    struct worker *worker = worker_new();
    atomic_int steps = 0;

    cr_assert(worker_start(worker, run_until_cancelled, &steps), "a worker without a job");
    worker_free(worker);
    worker_free(NULL);
}

Test(worker, running_out_of_descriptors_makes_no_worker)
{
    struct rlimit limit, none;

    cr_assert_eq(getrlimit(RLIMIT_NOFILE, &limit), 0, "a limit");
    none = limit;
    none.rlim_cur = 0;
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &none), 0, "a lower limit");
    struct worker *worker = worker_new();
    cr_assert_eq(setrlimit(RLIMIT_NOFILE, &limit), 0, "the limit as it was");
    cr_assert_null(worker, "there is no descriptor for it");
}
