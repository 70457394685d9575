/* A review as a job; see review.h. */
#include "battleship/game/review.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>

#include "common/process.h"

#define DEFAULT_SECONDS 30
#define STEPS_A_SECOND 1e9

/* How many times as long it may take until the figures are settled. */
#define UNSETTLED_TIMES 10

/* The parts in which it is done; after each, it is asked whether they suffice. */
#define PARTS 8

/* Seconds between two looks at what was found. */
#define LOOK_SECONDS 0.1

/* The shares of chances, and of what is done until the figures are settled, in the progress. */
#define CHANCES_SHARE 0.2
#define SETTLED_SHARE 0.8

struct review {
    struct worker *worker;
    bool is_started;
    bship_review *found; /* used by the job alone, if it is started */
    int64_t work;        /* steps, once the figures are settled */
    double looked;       /* when the job last looked at what was found */
    double done;         /* the share that was reported last */

    pthread_mutex_t lock; /* of `results` */
    struct hindsight results;
};

/* ---- the thread of the worker ---- */

/* Shows what was found. Memory was there before, and is not needed again. */
static void publish(struct review *review, bship_status status, bool is_final)
{
    pthread_mutex_lock(&review->lock);
    hindsight_read_review(&review->results, review->found);
    review->results.status = status;
    review->results.is_final = is_final;
    pthread_mutex_unlock(&review->lock);
    review->looked = thread_seconds();
}

static bool is_over(const struct review *review)
{
    const bship_review_info *info = &review->results.info;
    double times = hindsight_is_settled(&review->results) ? 1 : UNSETTLED_TIMES;
    return info->is_complete || (double)info->work >= times * (double)review->work;
}

/* The share that is done: errors shrink with the root of the work. */
static double share_of(struct review *review, double done)
{
    const bship_review_info *info = &review->results.info;
    double most = hindsight_settled_error(&review->results);
    double ratio = info->luck_error > 0 ? most / info->luck_error : 0;
    double by_work = (double)info->work / (double)review->work;
    double share = CHANCES_SHARE * done;
    if (info->turns_done == info->turns && hindsight_is_settled(&review->results))
        share = fmax(SETTLED_SHARE, fmin(by_work, 1));
    else if (info->turns_done == info->turns)
        share = CHANCES_SHARE + (SETTLED_SHARE - CHANCES_SHARE) * fmin(ratio * ratio, 1);
    review->done = fmax(review->done, share);
    return review->done;
}

static int32_t look(double done, void *user)
{
    struct review *review = user;
    int32_t answer = worker_report(share_of(review, done), review->worker);
    if (answer != BSHIP_PROGRESS_GO_ON || thread_seconds() < review->looked + LOOK_SECONDS)
        return answer;
    publish(review, BSHIP_OK, false);
    return BSHIP_PROGRESS_GO_ON;
}

/* Ends after the same steps on every machine. */
static void run(struct worker *worker, void *user)
{
    struct review *review = user;
    bship_status status = BSHIP_OK;
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    (void)worker;
    options.work_limit = review->work / PARTS;
    options.progress = look;
    options.user = review;
    publish(review, BSHIP_OK, false);
    while (!status && !is_over(review)) {
        status = bship_review_run(review->found, &options);
        publish(review, status, false);
    }
    publish(review, status, status != BSHIP_ERROR_CANCELLED);
}

/* ---- the caller's thread ---- */

bship_status review_open(struct review **out, const bship_chart *chart, const bship_board *target,
                         double seconds, struct worker *worker)
{
    struct review *review = calloc(1, sizeof *review);
    if (!review)
        return BSHIP_ERROR_MEMORY;
    pthread_mutex_init(&review->lock, NULL);
    review->worker = worker;
    review->work = (int64_t)(STEPS_A_SECOND * (seconds > 0 ? seconds : DEFAULT_SECONDS));
    bship_status status = bship_review_new(&review->found, chart, target, NULL, NULL);
    if (!status && !hindsight_open(&review->results, chart))
        status = BSHIP_ERROR_MEMORY;
    if (status) {
        review_close(review);
        return status;
    }
    *out = review;
    return BSHIP_OK;
}

void review_close(struct review *review)
{
    if (!review)
        return;
    if (review->is_started)
        worker_stop(review->worker);
    bship_review_free(review->found);
    hindsight_clear(&review->results);
    pthread_mutex_destroy(&review->lock);
    free(review);
}

bool review_start(struct review *review)
{
    if (review->is_started)
        return false;
    review->is_started = worker_start(review->worker, run, review);
    return review->is_started;
}

bool review_is_busy(const struct review *review)
{
    return review->is_started && worker_is_busy(review->worker);
}

void review_cancel(struct review *review)
{
    if (review->is_started)
        worker_cancel(review->worker);
}

bool review_collect(struct review *review)
{
    if (!review->is_started || !worker_collect(review->worker))
        return false;
    review->is_started = false;
    return true;
}

bool review_take(const struct review *review, struct hindsight *out)
{
    /* Results are only read, but under the lock, which is no part of them. */
    pthread_mutex_t *lock = (pthread_mutex_t *)&review->lock;
    pthread_mutex_lock(lock);
    bool is_taken = hindsight_copy(out, &review->results);
    pthread_mutex_unlock(lock);
    return is_taken;
}
