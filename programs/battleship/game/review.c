/* A game in hindsight: what is reviewed, and the results so far; see review.h. */
#include "battleship/game/review.h"

#include <math.h>
#include <stdlib.h>

#include <battleship/enumeration.h>

#include "battleship/game/review_job.h"

#define DEFAULT_SECONDS 30
#define DEFAULT_ROLLOUTS 2000

/* The memory for layouts. */
#define LAYOUT_BYTES (64 << 20)

/* ---- opening and closing ---- */

static void read_cells(struct review *review)
{
    for (int64_t i = 0; i < review->summary.shots; i++)
        bship_chart_shot(review->log, i, &review->cells[i], NULL);
}

static bool allocate(struct review *review)
{
    size_t area = review_area(review);
    size_t shots = (size_t)review->summary.shots;
    size_t positions = (size_t)review->positions;
    size_t layouts = positions * (size_t)review->options.rollouts * review_ships(review);
    review->cells = calloc(shots + 1, sizeof *review->cells);
    review->shots = calloc(shots + 1, sizeof *review->shots);
    review->grid = calloc(area, sizeof *review->grid);
    review->best = calloc(area, sizeof *review->best);
    review->aims = calloc(positions + 1, sizeof *review->aims);
    review->samples = calloc(positions + 1, sizeof *review->samples);
    review->estimates = calloc(positions + 1, sizeof *review->estimates);
    review->layouts = malloc((layouts + 1) * sizeof *review->layouts);
    return review->cells && review->shots && review->grid && review->best && review->aims &&
           review->samples && review->estimates && review->layouts;
}

/* Fills in the defaults; fewer rollouts where their layouts would take too much memory. */
static void settle_options(struct review *review, const struct review_options *options)
{
    if (options)
        review->options = *options;
    if (review->options.seconds <= 0)
        review->options.seconds = DEFAULT_SECONDS;
    if (review->options.rollouts <= 0)
        review->options.rollouts = DEFAULT_ROLLOUTS;
    size_t bytes = review_ships(review) * sizeof(bship_placement) * (size_t)(review->positions + 1);
    size_t most = LAYOUT_BYTES / bytes;
    if ((size_t)review->options.rollouts > most)
        review->options.rollouts = most > 2 ? (int32_t)most : 2;
    review->drawn = review->options.rollouts;
}

static bool knows_hits(const struct review *review)
{
    for (int64_t i = 0; i < review->turns && !review->other; i++) {
        if (review_log_turn(review, i).is_total)
            return false;
    }
    return true;
}

static void settle_counts(struct review *review)
{
    review->turns = bship_chart_turns(review->log);
    review->positions = review->turns + (bship_chart_is_defeated(review->log) ? 0 : 1);
    review->summary = (struct review_summary){
        .shots = bship_chart_shots(review->log),
        .turns = review->turns,
        .hits_known = knows_hits(review),
    };
}

static bship_status copy_board(struct review *review, const bship_board *other)
{
    if (!other)
        return BSHIP_OK;
    bship_status status =
        bship_board_new(&review->other, bship_chart_rules(review->log), NULL, NULL);
    return status ? status : bship_board_copy(review->other, other);
}

/* Copies what is reviewed, and makes room for the results. */
static bship_status set_up(struct review *review, const bship_chart *chart,
                           const bship_board *other, const struct review_options *options)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_status status = bship_chart_new(&review->log, rules, NULL, NULL);
    if (!status)
        status = bship_chart_copy(review->log, chart);
    if (!status)
        status = copy_board(review, other);
    if (!status)
        status = bship_chart_new(&review->chart, rules, NULL, NULL);
    if (status)
        return status;
    settle_counts(review);
    settle_options(review, options);
    if (!allocate(review))
        return BSHIP_ERROR_MEMORY;
    read_cells(review);
    return rollout_open(&review->rollout, review->log);
}

bship_status review_open(struct review **out, const bship_chart *chart, const bship_board *other,
                         const struct review_options *options, struct worker *worker)
{
    if (options && options->expert && bship_enum_find(BSHIP_ENUM_STRATEGY, options->expert) < 0)
        return BSHIP_ERROR_NAME;
    struct review *review = calloc(1, sizeof *review);
    if (!review)
        return BSHIP_ERROR_MEMORY;
    pthread_mutex_init(&review->lock, NULL);
    review->worker = worker;
    bship_status status = set_up(review, chart, other, options);
    if (status) {
        review_close(review);
        return status;
    }
    *out = review;
    return BSHIP_OK;
}

static void free_aims(struct review *review)
{
    for (int64_t i = 0; i < review->positions && review->aims; i++)
        free(review->aims[i].cells);
    free(review->aims);
}

void review_close(struct review *review)
{
    if (!review)
        return;
    if (review->is_started)
        worker_stop(review->worker);
    rollout_close(&review->rollout);
    free_aims(review);
    bship_posterior_free(review->posterior);
    bship_chart_free(review->chart);
    bship_chart_free(review->log);
    bship_board_free(review->other);
    free(review->cells);
    free(review->shots);
    free(review->grid);
    free(review->best);
    free(review->samples);
    free(review->estimates);
    free(review->layouts);
    pthread_mutex_destroy(&review->lock);
    free(review);
}

/* ---- running ---- */

bool review_start(struct review *review)
{
    if (review->is_started)
        return false;
    review->is_started = worker_start(review->worker, review_job, review);
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

/* ---- results ---- */

/* Results are only read here, but under the lock: it is no part of them. */
static void lock(const struct review *review)
{
    pthread_mutex_lock((pthread_mutex_t *)&review->lock);
}

static void unlock(const struct review *review)
{
    pthread_mutex_unlock((pthread_mutex_t *)&review->lock);
}

static const struct review_estimate unknown_estimate = { (double)NAN, (double)NAN };

static struct review_estimate estimate_of(struct series series)
{
    if (series.count == 0)
        return unknown_estimate;
    return (struct review_estimate){ series.mean, series_error(&series) };
}

/* V of a position; certain once the fleet is sunk. */
static struct series rest_of(const struct review *review, int64_t position)
{
    const struct series none = { review->summary.rollouts, 0, 0 };
    return position < review->positions ? review->estimates[position].rest : none;
}

static struct review_estimate luck_of(const struct review *review, int64_t turn, int32_t shots)
{
    if (review->summary.rollouts == 0)
        return unknown_estimate;
    struct series own = review->estimates[turn].own;
    struct series next = rest_of(review, turn + 1);
    double variance = series_variance(&own) + series_variance(&next);
    return (struct review_estimate){ own.mean - shots - next.mean, sqrt(variance) };
}

static struct review_estimate total_cost(const struct review *review)
{
    double sum = 0, variance = 0;
    if (review->summary.rollouts == 0)
        return unknown_estimate;
    for (int64_t i = 0; i < review->turns; i++) {
        sum += review->estimates[i].cost.mean;
        variance += series_variance(&review->estimates[i].cost);
    }
    return (struct review_estimate){ sum, sqrt(variance) };
}

/* By the identity of review.h; the variances are those of independent positions. */
static struct review_estimate total_luck(const struct review *review)
{
    if (review->summary.rollouts == 0)
        return unknown_estimate;
    struct series start = rest_of(review, 0);
    struct series end = rest_of(review, review->turns);
    double variance = series_variance(&end);
    for (int64_t i = 0; i < review->turns; i++) {
        const struct position *position = &review->estimates[i];
        variance += series_variance(i == 0 ? &position->own : &position->cost);
    }
    double saved = start.mean + total_cost(review).value - (double)review->summary.shots - end.mean;
    return (struct review_estimate){ saved, sqrt(variance) };
}

void review_read(const struct review *review, struct review_summary *out)
{
    lock(review);
    *out = review->summary;
    out->start = estimate_of(rest_of(review, 0));
    out->rest = estimate_of(rest_of(review, review->turns));
    out->cost = total_cost(review);
    out->luck = total_luck(review);
    unlock(review);
}

double review_luck_in_hits(const struct review *review)
{
    lock(review);
    struct review_summary summary = review->summary;
    unlock(review);
    bool is_known = summary.hits_known && summary.shots_done == summary.shots;
    return is_known ? (double)summary.hits - summary.hits_fair : (double)NAN;
}

bool review_shot(const struct review *review, int64_t shot, struct review_shot *out)
{
    lock(review);
    bool is_there = shot >= 0 && shot < review->summary.shots_done;
    if (is_there)
        *out = review->shots[shot];
    unlock(review);
    return is_there;
}

/* The results of a turn whose chances are computed. */
static struct review_turn result_of(const struct review *review, int64_t number, bship_turn turn)
{
    struct review_turn result = {
        .first_shot = turn.first_shot,
        .shots = turn.shots,
        .cost = estimate_of(review->estimates[number].cost),
        .luck = luck_of(review, number, turn.shots),
        .rest = estimate_of(rest_of(review, number)),
    };
    for (int64_t i = turn.first_shot; i < turn.first_shot + turn.shots; i++)
        result.chance_given_away += review->shots[i].best_chance - review->shots[i].chance;
    return result;
}

bool review_turn(const struct review *review, int64_t turn, struct review_turn *out)
{
    bship_turn entry = BSHIP_TURN_INIT;
    if (bship_chart_turn(review->log, turn, &entry))
        return false;
    lock(review);
    bool is_there = entry.first_shot + entry.shots <= review->summary.shots_done;
    if (is_there)
        *out = result_of(review, turn, entry);
    unlock(review);
    return is_there;
}
