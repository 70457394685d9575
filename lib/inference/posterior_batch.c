/*
 * Posteriors of many positions. Each worker has a chart and a posterior, and takes the next
 * position from a common counter until there are no more. What a posterior finds does not depend
 * on the charts before, so results do not depend on who takes which position.
 */
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>

#include <battleship/experimental/batch.h>

#include "base/error.h"
#include "base/threads.h"
#include "base/versioned.h"
#include "inference/posterior.h"

/* The whole work. */
struct job {
    const bship_rules *rules;
    bship_positions positions;
    bship_posterior_arrays arrays;
    bship_progress_callback progress; /* the caller's; NULL: none */
    void *user;
    atomic_size_t taken, done; /* positions */
    atomic_bool is_stopped;
};

struct worker {
    struct job *job;
    bool is_calling; /* whether it works in the calling thread */
    bship_chart *chart;
    bship_posterior *posterior;
};

/* ---- progress ---- */

/* Asks the caller whether to go on, in his thread. */
static void ask_caller(struct worker *worker)
{
    struct job *job = worker->job;
    if (!worker->is_calling || !job->progress || job->is_stopped)
        return;
    double share = (double)atomic_load(&job->done) / (double)job->positions.count;
    if (job->progress(share, job->user) != BSHIP_PROGRESS_GO_ON)
        job->is_stopped = true;
}

/* The progress callback of a posterior: it stops when the job does. */
static int32_t watch(double done, void *user)
{
    struct worker *worker = user;
    (void)done;
    ask_caller(worker);
    return worker->job->is_stopped ? BSHIP_PROGRESS_CANCEL : BSHIP_PROGRESS_GO_ON;
}

/* ---- a position ---- */

/* The report of a shot. A ship that the rules do not disclose, or one that is shown off the board,
 * makes it a report of a wrong form, which a chart refuses. */
static bship_status read_report(const bship_rules *rules, int32_t result, int32_t ship,
                                int32_t shown, bship_report *report)
{
    *report = (bship_report)BSHIP_REPORT_INIT;
    report->result = result;
    report->ship = ship;
    if (shown >= 0) {
        report->is_shown = 1;
        report->x = shown / 2 % rules->width;
        report->y = shown / 2 / rules->width;
        report->orientation = shown % 2;
    }
    if (ship < -1 || ship >= rules->fleet->count)
        return BSHIP_ERROR_RANGE;
    if (ship < 0 || (result != BSHIP_RESULT_HIT && result != BSHIP_RESULT_SUNK))
        return BSHIP_OK;
    bool is_sunk = result == BSHIP_RESULT_SUNK;
    if (!bsi_discloses_length(rules, is_sunk))
        return BSHIP_OK;
    report->length = rules->fleet->ships[ship].length;
    report->ship =
        bsi_discloses_name(rules, is_sunk) ? rules->fleet->ships[ship].first_of_name : -1;
    return BSHIP_OK;
}

/* Records a position on the worker's chart. */
static bship_status read_position(struct worker *worker, size_t number)
{
    const bship_rules *rules = worker->job->rules;
    const bship_positions *positions = &worker->job->positions;
    size_t begin = number * positions->shots;
    bship_status status = BSHIP_OK;
    bship_chart_reset(worker->chart);
    for (size_t i = begin; !status && i < begin + positions->shots && positions->cells[i] >= 0;
         i++) {
        bship_cell cell = { positions->cells[i] % rules->width,
                            positions->cells[i] / rules->width };
        bship_report report;
        status =
            read_report(rules, positions->results[i], positions->ships ? positions->ships[i] : -1,
                        positions->shown ? positions->shown[i] : -1, &report);
        if (!status)
            status = bship_chart_record(worker->chart, cell, &report, NULL);
    }
    return status;
}

/* Writes the results of a position; without any (a status other than OK), that there are none. */
static void write_results(const struct worker *worker, size_t number, bship_status status)
{
    const bship_posterior_arrays *arrays = &worker->job->arrays;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    info.log2_layouts = (double)NAN;
    if (!status)
        (void)bship_posterior_describe(worker->posterior, &info);
    if (arrays->occupancy) {
        double *row = arrays->occupancy + number * arrays->cells;
        if (status) {
            for (size_t i = 0; i < arrays->cells; i++)
                row[i] = (double)NAN;
        } else {
            bship_posterior_occupancy(worker->posterior, row, arrays->cells);
        }
    }
    if (arrays->log2_layouts)
        arrays->log2_layouts[number] = info.log2_layouts;
    if (arrays->is_exact)
        arrays->is_exact[number] = (uint8_t)info.is_exact;
    if (arrays->status)
        arrays->status[number] = (int32_t)status;
}

/* Computes positions until there are no more. */
static void work(void *user)
{
    struct worker *worker = user;
    struct job *job = worker->job;
    size_t number;
    while ((number = atomic_fetch_add(&job->taken, 1)) < job->positions.count) {
        ask_caller(worker);
        bship_status status =
            job->is_stopped ? BSHIP_ERROR_CANCELLED : read_position(worker, number);
        if (!status)
            status = bship_posterior_update(worker->posterior, worker->chart, NULL);
        write_results(worker, number, status);
        atomic_fetch_add(&job->done, 1);
    }
}

/* ---- the call ---- */

static bship_status read_positions(struct job *job, const bship_positions *given,
                                   bship_error *error)
{
    bship_status status =
        bsi_versioned_read(&job->positions, BSI_VERSIONED(bship_positions), given, error);
    if (!status && job->positions.count > 0 && job->positions.shots > 0 &&
        (!job->positions.cells || !job->positions.results))
        status = bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return status;
}

static bship_status read_arrays(struct job *job, const bship_posterior_arrays *given,
                                bship_error *error)
{
    bship_status status =
        bsi_versioned_read(&job->arrays, BSI_VERSIONED(bship_posterior_arrays), given, error);
    size_t cells = (size_t)job->rules->width * (size_t)job->rules->height;
    if (!status && (job->arrays.count != job->positions.count || job->arrays.cells != cells))
        status = bsi_fail(error, BSHIP_ERROR_COUNT, -1,
                          "the arrays are for %zu positions of %zu cells, not %zu of %zu",
                          job->arrays.count, job->arrays.cells, job->positions.count, cells);
    return status;
}

static void close_workers(struct worker *workers, int32_t count, const bship_allocator *allocator)
{
    for (int32_t i = 0; workers && i < count; i++) {
        bship_chart_free(workers[i].chart);
        bship_posterior_free(workers[i].posterior);
    }
    bsi_free(allocator, workers, (size_t)count, sizeof *workers);
}

/* Makes the chart and the posterior of a worker, whose callback may stop it. */
static bship_status open_worker(struct worker *worker, struct job *job,
                                const bship_posterior_options *given, bship_error *error)
{
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    worker->job = job;
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_posterior_options), given, error);
    if (status)
        return status;
    job->progress = options.progress;
    job->user = options.user;
    options.progress = watch;
    options.user = worker;
    status = bsi_posterior_open(&worker->posterior, job->rules, &options, NULL, error);
    if (!status)
        status = bship_chart_new(&worker->chart, job->rules, NULL, error);
    return status;
}

/* One worker at least, and no more than there are positions. */
static int32_t count_workers(const struct job *job, int32_t threads)
{
    size_t positions = job->positions.count;
    int32_t workers = threads > 0 ? threads : 1;
    return (size_t)workers <= positions ? workers : positions > 0 ? (int32_t)positions : 1;
}

/* Computes all positions by so many workers. */
static bship_status run(struct job *job, const bship_posterior_options *options, int32_t threads,
                        bship_error *error)
{
    const bship_allocator *allocator = &job->rules->allocator;
    struct worker *workers = bsi_alloc(allocator, (size_t)threads, sizeof *workers);
    bship_status status = workers ? BSHIP_OK : bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    for (int32_t i = 0; !status && i < threads; i++)
        status = open_worker(&workers[i], job, options, error);
    if (!status) {
        workers->is_calling = true;
        bsi_threads_run(work, workers, threads, sizeof *workers);
        if (job->is_stopped)
            status = bsi_fail_plain(error, BSHIP_ERROR_CANCELLED);
    }
    close_workers(workers, threads, allocator);
    return status;
}

bship_status bship_posterior_batch(const bship_rules *rules, const bship_positions *positions,
                                   const bship_posterior_options *options, int32_t threads,
                                   const bship_posterior_arrays *arrays, bship_error *error)
{
    struct job job = { .rules = rules };
    atomic_init(&job.taken, 0);
    atomic_init(&job.done, 0);
    atomic_init(&job.is_stopped, false);
    if (!rules || !positions || !arrays)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_positions(&job, positions, error);
    if (!status)
        status = read_arrays(&job, arrays, error);
    if (status)
        return status;
    if (bsi_reports_totals(rules))
        return bsi_fail(error, BSHIP_ERROR_REPORT, -1, "positions are reported shot by shot");
    if (threads < 0 || threads > BSHIP_MATCH_THREADS_MAX)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "there are 0 to %d threads",
                        BSHIP_MATCH_THREADS_MAX);
    return run(&job, options, count_workers(&job, threads), error);
}
