/*
 * The chances of a game's shots, and rollouts from its positions; see review_job.h.
 */
#include "battleship/game/review_job.h"

#include <math.h>
#include <stdlib.h>

#include "common/process.h"

/* Who plays the rest if nobody is chosen: the first who can play so many rounds in time; the last
 * one in any case. With fewer, luck in a whole game would be known to several shots only. */
#define ROUNDS_WANTED 600
static const char *const experts[] = { "posterior", "density" };

/* The share of chances in the progress, and of drawing layouts in the time of rollouts. */
#define CHANCES_SHARE 0.2
#define LAYOUTS_SHARE 0.2

/* The layouts that are drawn of each position, however long it takes: with fewer rounds, figures
 * would hardly settle. */
#define LAYOUTS_WANTED 64

/* How many times as long the rollouts may take until the figures are settled. */
#define UNSETTLED_TIME 10

size_t review_area(const struct review *review)
{
    const bship_rules *rules = bship_chart_rules(review->log);
    return (size_t)bship_rules_width(rules) * (size_t)bship_rules_height(rules);
}

size_t review_ships(const struct review *review)
{
    return (size_t)bship_fleet_count(bship_rules_fleet(bship_chart_rules(review->log)));
}

bship_turn review_log_turn(const struct review *review, int64_t number)
{
    bship_turn turn = BSHIP_TURN_INIT;
    bship_chart_turn(review->log, number, &turn);
    return turn;
}

static bship_placement *layouts_of(const struct review *review, int64_t position)
{
    size_t stride = (size_t)review->options.rollouts * review_ships(review);
    return review->layouts + (size_t)position * stride;
}

/* ---- the job: chances and layouts ---- */

/* The progress callback of all computations of the job, whose share of the whole is not known. */
static int32_t is_to_stop(double done, void *user)
{
    struct review *review = user;
    (void)done;
    return worker_is_cancelled(review->worker) || thread_seconds() > review->deadline;
}

static bship_status analyse(struct review *review, int64_t position)
{
    bship_status status = bship_chart_copy(review->chart, review->log);
    if (!status)
        status = bship_chart_truncate(review->chart, position);
    if (status)
        return status;
    if (review->posterior)
        return bship_posterior_update(review->posterior, review->chart, NULL);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    options.seed = review->options.seed;
    options.progress = is_to_stop;
    options.user = review;
    return bship_posterior_new(&review->posterior, review->chart, &options, NULL);
}

static bool is_unknown(const struct review *review, bship_cell cell)
{
    return bship_chart_state_at(review->chart, cell) == BSHIP_CHART_STATE_UNKNOWN;
}

static double chance_at(const struct review *review, bship_cell cell)
{
    int32_t width = bship_rules_width(bship_chart_rules(review->log));
    return is_unknown(review, cell) ? review->grid[cell.y * width + cell.x] : 0;
}

static bool is_hit(const struct review *review, int64_t shot, bship_cell cell)
{
    if (review->other)
        return is_unknown(review, cell) && bship_board_ship_at(review->other, cell) >= 0;
    bship_report report = BSHIP_REPORT_INIT;
    bship_chart_shot(review->log, shot, NULL, &report);
    return report.result == BSHIP_RESULT_HIT || report.result == BSHIP_RESULT_SUNK;
}

/* The shots of a turn by their chances, equal ones in their order: the place of one of them. */
static size_t rank_of(const struct review_shot *shots, int32_t count, int32_t shot)
{
    size_t rank = 0;
    for (int32_t i = 0; i < count; i++)
        rank += shots[i].chance > shots[shot].chance ||
                (i < shot && shots[i].chance >= shots[shot].chance);
    return rank;
}

static void find_best(struct review *review, struct review_shot *shots, int32_t count)
{
    size_t area = review_area(review);
    size_t unknown = bship_posterior_best(review->posterior, review->best, area);
    for (int32_t i = 0; i < count; i++) {
        size_t rank = rank_of(shots, count, i);
        shots[i].best_cell = rank < unknown ? review->best[rank] : shots[i].cell;
        shots[i].best_chance = chance_at(review, shots[i].best_cell);
    }
}

/* Fills the shots of a turn, which nobody reads yet. */
static void find_chances(struct review *review, int64_t number)
{
    bship_turn turn = review_log_turn(review, number);
    struct review_shot *shots = review->shots + turn.first_shot;
    bship_posterior_occupancy(review->posterior, review->grid, review_area(review));
    for (int32_t i = 0; i < turn.shots; i++) {
        bship_cell cell = review->cells[turn.first_shot + i];
        shots[i] = (struct review_shot){
            .turn = number,
            .cell = cell,
            .is_hit = is_hit(review, turn.first_shot + i, cell),
            .chance = chance_at(review, cell),
        };
    }
    find_best(review, shots, turn.shots);
}

static void publish_chances(struct review *review, int64_t number)
{
    bship_turn turn = review_log_turn(review, number);
    pthread_mutex_lock(&review->lock);
    struct review_summary *summary = &review->summary;
    for (int64_t i = turn.first_shot; i < turn.first_shot + turn.shots; i++) {
        summary->hits += review->shots[i].is_hit;
        summary->hits_fair += review->shots[i].chance;
        summary->hits_best += review->shots[i].best_chance;
    }
    summary->shots_done = turn.first_shot + turn.shots;
    pthread_mutex_unlock(&review->lock);
}

static bship_status draw_layout(struct review *review, int64_t position, int32_t number,
                                bship_rng *rng)
{
    size_t ships = review_ships(review);
    bship_placement *layout = layouts_of(review, position) + (size_t)number * ships;
    return bship_posterior_sample(review->posterior, rng, layout, ships);
}

/* Draws the layouts of a position, as many as its time allows. The first one is not counted: it
 * may take as long as the analysis did. */
static bship_status draw_layouts(struct review *review, int64_t position)
{
    double seconds = LAYOUTS_SHARE * review->options.seconds / (double)review->positions;
    bship_rng rng;
    bship_rng_seed(&rng, review->options.seed, BSHIP_RNG_PURPOSE_USER, (uint64_t)position);
    bship_status status = draw_layout(review, position, 0, &rng);
    double end = thread_seconds() + seconds;
    int32_t drawn = 1;
    while (!status && drawn < review->drawn && (drawn < LAYOUTS_WANTED || thread_seconds() < end))
        status = draw_layout(review, position, drawn++, &rng);
    if (!status)
        review->drawn = drawn;
    return status;
}

/* Layouts that cannot be drawn end the rollouts before they begin, but not the chances. */
static bship_status draw_if_possible(struct review *review, int64_t position)
{
    if (review->layout_status)
        return BSHIP_OK;
    bship_status status = draw_layouts(review, position);
    if (status == BSHIP_ERROR_CANCELLED)
        return status;
    review->layout_status = status;
    return BSHIP_OK;
}

static bship_status visit(struct review *review, int64_t position)
{
    bool has_shots = position < review->turns;
    bship_status status = analyse(review, position);
    if (!status && has_shots)
        find_chances(review, position);
    if (!status)
        status = draw_if_possible(review, position);
    if (!status && has_shots)
        publish_chances(review, position);
    return status;
}

static bship_status visit_positions(struct review *review)
{
    bship_status status = BSHIP_OK;
    review->deadline = (double)INFINITY;
    while (!status && review->positions_done < review->positions) {
        worker_report(CHANCES_SHARE * (double)review->positions_done / (double)review->positions,
                      review->worker);
        status = visit(review, review->positions_done);
        if (!status)
            review->positions_done++;
    }
    return status;
}

/* ---- the job: rollouts ---- */

static bship_status set_expert(struct review *review, const char *strategy)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.seed = review->options.seed;
    options.progress = is_to_stop;
    options.user = review;
    return rollout_set_expert(&review->rollout, strategy, &options);
}

/* Fills in where the expert aims in a position; the analysis of the first moves is the longest. */
static bship_status find_aim(struct review *review, int64_t position)
{
    struct expert_aim *aim = &review->aims[position];
    if (aim->count > 0)
        return BSHIP_OK;
    size_t salvo = rollout_salvo(&review->rollout, position);
    if (!aim->cells)
        aim->cells = calloc(salvo, sizeof *aim->cells);
    if (!aim->cells)
        return BSHIP_ERROR_MEMORY;
    size_t count = 0;
    bship_status status = rollout_aim(&review->rollout, position, aim->cells, &count);
    if (!status)
        aim->count = count;
    return status;
}

static bship_status play(struct review *review, int64_t position, struct salvo first, double *shots)
{
    const bship_placement *layout =
        layouts_of(review, position) + (size_t)review->summary.rollouts * review_ships(review);
    int64_t count = 0;
    bship_status status = rollout_play(&review->rollout, layout, position, first, &count);
    *shots = (double)count;
    return status;
}

static struct salvo own_salvo(const struct review *review, int64_t number)
{
    bship_turn turn = review_log_turn(review, number);
    return (struct salvo){ review->cells + turn.first_shot, (size_t)turn.shots };
}

/* Whether the player fired as the expert would; a last salvo may be cut short by the end. */
static bool is_expert(const struct review *review, int64_t number)
{
    struct salvo own = own_salvo(review, number);
    const struct expert_aim *aim = &review->aims[number];
    bool is_cut = number == review->turns - 1 && own.count < aim->count;
    if (own.count != aim->count && !is_cut)
        return false;
    for (size_t i = 0; i < own.count; i++) {
        if (own.cells[i].x != aim->cells[i].x || own.cells[i].y != aim->cells[i].y)
            return false;
    }
    return true;
}

/* Plays both choices of a position on the same layout. */
static bship_status play_position(struct review *review, int64_t position)
{
    struct sample *sample = &review->samples[position];
    bship_status status = find_aim(review, position);
    if (status)
        return status;
    struct salvo first = { review->aims[position].cells, review->aims[position].count };
    status = play(review, position, first, &sample->rest);
    sample->own = sample->rest;
    if (status || position == review->turns || is_expert(review, position))
        return status;
    return play(review, position, own_salvo(review, position), &sample->own);
}

static void publish_round(struct review *review)
{
    pthread_mutex_lock(&review->lock);
    review->summary.rollouts++;
    for (int64_t i = 0; i < review->positions; i++) {
        const struct sample *sample = &review->samples[i];
        series_add(&review->estimates[i].rest, sample->rest);
        series_add(&review->estimates[i].own, sample->own);
        series_add(&review->estimates[i].cost, sample->own - sample->rest);
    }
    pthread_mutex_unlock(&review->lock);
}

static bship_status play_round(struct review *review)
{
    bship_status status = BSHIP_OK;
    for (int64_t i = 0; i < review->positions && !status; i++) {
        if (is_to_stop(0, review) != 0)
            return BSHIP_ERROR_CANCELLED;
        status = play_position(review, i);
    }
    if (!status)
        publish_round(review);
    return status;
}

/* Whether the expert plays from the start within a time; CANCELLED if not. */
static bship_status try_expert(struct review *review, const char *strategy, double seconds)
{
    double shots;
    review->deadline = thread_seconds() + seconds;
    bship_status status = set_expert(review, strategy);
    if (!status)
        status = find_aim(review, 0);
    struct salvo first = { review->aims[0].cells, review->aims[0].count };
    if (!status)
        status = play(review, 0, first, &shots);
    review->aims[0].count = 0;
    return status;
}

static void publish_expert(struct review *review, const char *strategy)
{
    pthread_mutex_lock(&review->lock);
    review->summary.expert = strategy;
    review->summary.stage = REVIEW_ROLLOUTS;
    pthread_mutex_unlock(&review->lock);
}

/* The rounds of a game take about as long as one rollout from its start for each position: two
 * from each, half as long on average. */
static bship_status choose_expert(struct review *review)
{
    const char *strategy = review->options.expert;
    double seconds = review->options.seconds / ROUNDS_WANTED / (double)(review->positions + 1);
    for (size_t i = 0; !strategy && i < sizeof experts / sizeof experts[0]; i++) {
        bool is_last = i + 1 == sizeof experts / sizeof experts[0];
        if (is_last || !try_expert(review, experts[i], seconds))
            strategy = experts[i];
        if (worker_is_cancelled(review->worker))
            return BSHIP_ERROR_CANCELLED;
    }
    review->deadline = (double)INFINITY;
    bship_status status = set_expert(review, strategy);
    if (!status)
        publish_expert(review, strategy);
    return status;
}

static void report_rounds(struct review *review, double seconds)
{
    double by_time = seconds / review->options.seconds;
    double by_count = (double)review->summary.rollouts / review->drawn;
    worker_report(CHANCES_SHARE + (1 - CHANCES_SHARE) * fmax(by_time, by_count), review->worker);
}

static bool is_settled(const struct review *review)
{
    struct review_summary summary;
    review_read(review, &summary);
    return summary.rollouts > 1 && summary.luck.error < REVIEW_SETTLED_ERROR;
}

static bship_status play_rounds(struct review *review)
{
    double start = thread_seconds() - review->seconds;
    bship_status status = BSHIP_OK;
    while (!status && review->summary.rollouts < review->drawn) {
        review->deadline =
            start + review->options.seconds * (is_settled(review) ? 1 : UNSETTLED_TIME);
        report_rounds(review, thread_seconds() - start);
        status = play_round(review);
    }
    review->seconds = thread_seconds() - start;
    bool is_out_of_time = status == BSHIP_ERROR_CANCELLED && !worker_is_cancelled(review->worker);
    return is_out_of_time ? BSHIP_OK : status;
}

static void begin(struct review *review)
{
    pthread_mutex_lock(&review->lock);
    review->summary.status = BSHIP_OK;
    pthread_mutex_unlock(&review->lock);
}

static void finish(struct review *review, bship_status status)
{
    pthread_mutex_lock(&review->lock);
    review->summary.status = status;
    if (status != BSHIP_ERROR_CANCELLED)
        review->summary.stage = REVIEW_DONE;
    pthread_mutex_unlock(&review->lock);
}

void review_job(struct worker *worker, void *user)
{
    struct review *review = user;
    (void)worker;
    begin(review);
    bship_status status = visit_positions(review);
    if (!status)
        status = review->layout_status;
    if (!status && !review->summary.expert)
        status = choose_expert(review);
    if (!status)
        status = play_rounds(review);
    finish(review, status);
}
