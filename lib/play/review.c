/* Reviews: what is reviewed, and the results so far; see review.h. */
#include "play/review.h"

#include <math.h>

#include "base/arena.h"
#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/versioned.h"
#include "model/board.h"
#include "model/chart.h"

/* ---- creation ---- */

enum {
    BLOCK = 64,             /* layouts of each position that are drawn at a time: drawing them costs
                               another analysis, little against so many rollouts */
    LAYOUT_BYTES = 1 << 26, /* what they may take altogether; long games have smaller blocks */
    PLAYER_WORK = 60000     /* steps of an aim of the player that samples: with the classic fleet
                               and hits only, 30,000 are worse by 4 shots, more gain less than 1 */
};

static int64_t block_of(const bship_review *review)
{
    size_t ships = (size_t)review->log->rules->fleet->count;
    size_t most = LAYOUT_BYTES / (review->positions * ships * sizeof(bship_placement));
    int64_t block = most < 1 ? 1 : most < BLOCK ? (int64_t)most : BLOCK;
    return block < review->options.rollouts ? block : review->options.rollouts;
}

/* The longest turn there may be. */
static size_t longest_turn(const bship_chart *log)
{
    size_t longest = bsi_salvo_longest(log->rules);
    for (uint32_t turn = 0; turn < log->turn_count; turn++) {
        size_t shots = bsi_turn_end(log, turn) - log->turns[turn].first_shot;
        longest = shots > longest ? shots : longest;
    }
    return longest;
}

/* The cells of the expert's aims in all positions. */
static size_t aimed_cells(const bship_review *review)
{
    size_t cells = 0;
    for (uint32_t i = 0; i < review->positions; i++)
        cells += bsi_review_turn_shots(review->log, i);
    return cells;
}

static void carve(bship_review *review, bsi_arena *arena)
{
    const bship_rules *rules = review->log->rules;
    size_t area = (size_t)rules->width * (size_t)rules->height;
    size_t ships = (size_t)rules->fleet->count, shots = review->log->shot_count;
    size_t layouts = review->positions * (size_t)review->block;
    review->cells = bsi_arena_take(arena, shots, sizeof *review->cells);
    review->shots = bsi_arena_take(arena, shots, sizeof *review->shots);
    review->at = bsi_arena_take(arena, review->positions, sizeof *review->at);
    review->aims = bsi_arena_take(arena, aimed_cells(review), sizeof *review->aims);
    review->layouts = bsi_arena_take(arena, layouts, ships * sizeof *review->layouts);
    review->grid = bsi_arena_take(arena, area, sizeof *review->grid);
    review->chosen = bsi_arena_take(arena, longest_turn(review->log), sizeof *review->chosen);
}

/* Allocates the review of a log, which it takes; NULL, with the log as it was, if memory runs out.
 */
static bship_review *review_alloc(bship_chart *log, const bship_review_options *options)
{
    bship_review shape = { .options = *options, .log = log, .turns = log->turn_count };
    shape.positions = shape.turns + (bsi_chart_is_defeated(log) ? 0 : 1);
    shape.block = block_of(&shape);
    bsi_arena arena = { NULL, 0 };
    carve(&shape, &arena);
    shape.block_size = sizeof shape + arena.used;
    bship_review *review = bsi_alloc(&log->rules->allocator, shape.block_size, 1);
    if (!review)
        return NULL;
    *review = shape;
    arena = (bsi_arena){ (unsigned char *)review->memory, 0 };
    carve(review, &arena);
    return review;
}

/* Seeds the layouts of the positions, and gives each its part of the aims. */
static void open_positions(bship_review *review)
{
    bship_cell *aim = review->aims;
    for (uint32_t i = 0; i < review->positions; i++) {
        bsi_review_position *at = &review->at[i];
        bship_rng_seed(&at->rng, review->options.seed, BSHIP_RNG_PURPOSE_USER, i);
        at->aim.cells = aim;
        aim += bsi_review_turn_shots(review->log, i);
    }
    for (uint32_t i = 0; i < review->log->shot_count; i++)
        review->cells[i] = bsi_cell(review->log->rules, review->log->shots[i].position);
}

static bship_status make_boards(bship_review *review, const bship_board *target)
{
    const bship_rules *rules = review->log->rules;
    bship_status status = bship_chart_new(&review->chart, rules, NULL, NULL);
    if (!status)
        status = bship_board_new(&review->board, rules, NULL, NULL);
    if (!status && target)
        status = bship_board_new(&review->target, rules, NULL, NULL);
    if (!status && target)
        status = bship_board_copy(review->target, target);
    return status ? status : bsi_salvo_new(&review->salvo, rules, longest_turn(review->log));
}

/*
 * Whether `density` plays as well as the expert, within a shot or two: where sinkings tell the
 * length of the ship, shot by shot. Else it cannot tell which of its hits are sunk, and in a salvo
 * it fires at the cells around one ship.
 */
static bool density_suffices(const bship_rules *rules)
{
    return bsi_discloses_length(rules, true) && !bsi_reports_totals(rules) &&
           bsi_salvo_longest(rules) == 1;
}

/* The player of the rollouts, by the rules alone: `density`, or the expert with the least work for
 * which its samples suffice. */
static bship_status make_player(bship_review *review, bship_ai_options options, bship_error *error)
{
    const bship_rules *rules = review->log->rules;
    bool suffices = density_suffices(rules);
    options.level = suffices ? BSHIP_LEVEL_HARD : BSHIP_LEVEL_EXPERT;
    options.work_limit = suffices ? 0 : PLAYER_WORK;
    return bship_ai_new(&review->player, rules, NULL, &options, error);
}

/* All make the same of ties, since they have one seed. */
static bship_status make_ais(bship_review *review, bship_error *error)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.level = BSHIP_LEVEL_EXPERT;
    options.seed = review->options.seed;
    bship_status status = bship_ai_new(&review->expert, review->log->rules, NULL, &options, error);
    options.work_limit = review->options.start_aim_work;
    if (!status)
        status = bship_ai_new(&review->starter, review->log->rules, NULL, &options, error);
    return status ? status : make_player(review, options, error);
}

static bship_status set_up(bship_review *review, const bship_board *target, bship_error *error)
{
    open_positions(review);
    bship_status status = make_boards(review, target);
    return status ? bsi_fail_plain(error, status) : make_ais(review, error);
}

static bship_status copy_log(bship_chart **out, const bship_chart *chart, bship_error *error)
{
    bship_status status = bship_chart_new(out, chart->rules, NULL, error);
    if (status)
        return status;
    status = bship_chart_copy(*out, chart);
    if (!status)
        return BSHIP_OK;
    bship_chart_free(*out);
    return bsi_fail_plain(error, status);
}

static bship_status read_options(bship_review_options *out, const bship_review_options *given,
                                 bship_error *error)
{
    *out = (bship_review_options)BSHIP_REVIEW_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(out, BSI_VERSIONED(bship_review_options), given, error);
    if (status)
        return status;
    if (out->rollouts < 0 || out->start_aim_work < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "an option of a review is negative");
    if (out->rollouts == 0)
        out->rollouts = BSHIP_REVIEW_ROLLOUTS_DEFAULT;
    if (out->start_aim_work == 0)
        out->start_aim_work = BSHIP_REVIEW_AIM_WORK_DEFAULT;
    return BSHIP_OK;
}

static bship_status check_board(const bship_board *board, const bship_rules *rules,
                                bship_error *error)
{
    if (board && !bship_rules_equal(bship_board_rules(board), rules))
        return bsi_fail_plain(error, BSHIP_ERROR_RULES);
    if (board && !bship_board_is_complete(board))
        return bsi_fail_plain(error, BSHIP_ERROR_NOT_PLACED);
    return BSHIP_OK;
}

bship_status bship_review_new(bship_review **out, const bship_chart *chart,
                              const bship_board *board, const bship_review_options *options,
                              bship_error *error)
{
    bship_review_options read;
    bship_chart *log = NULL;
    if (!out || !chart)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = check_board(board, chart->rules, error);
    if (!status)
        status = read_options(&read, options, error);
    if (!status)
        status = copy_log(&log, chart, error);
    if (status)
        return status;
    bship_review *review = review_alloc(log, &read);
    if (!review) {
        bship_chart_free(log);
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    }
    status = set_up(review, board, error);
    if (status) {
        bship_review_free(review);
        return status;
    }
    *out = review;
    return BSHIP_OK;
}

void bship_review_free(bship_review *review)
{
    if (!review)
        return;
    bship_rules *rules = bship_rules_ref(review->log->rules);
    bship_ai_free(review->expert);
    bship_ai_free(review->starter);
    bship_ai_free(review->player);
    bsi_salvo_free(&review->salvo, rules);
    bship_board_free(review->target);
    bship_board_free(review->board);
    bship_chart_free(review->chart);
    bship_chart_free(review->log);
    bsi_free(&rules->allocator, review, review->block_size, 1);
    bship_rules_unref(rules);
}

/* ---- results ---- */

/* An estimate and its standard error. */
struct estimate {
    double value;
    double error;
};

static double mean_of(const bsi_moments *moments)
{
    return moments->count > 0 ? bsi_moments_mean(moments) : (double)NAN;
}

/* The variance of the mean. */
static double variance_of(const bsi_moments *moments)
{
    if (moments->count < 2)
        return (double)NAN;
    double deviation = bsi_moments_deviation(moments);
    return deviation * deviation / (double)moments->count;
}

static struct estimate estimate_of(const bsi_moments *moments)
{
    return (struct estimate){ mean_of(moments), sqrt(variance_of(moments)) };
}

/* P of a position; exactly 0 in all rollouts once the fleet is sunk. */
static bsi_moments rest_of(const bship_review *review, uint32_t position)
{
    const bsi_moments none = { .count = review->rollouts };
    return position < review->positions ? review->at[position].rest : none;
}

/* The factor of the header, r = E / P(0), where the expert needs E shots from the start and the
 * player needs P(0); its variance by the delta method. */
struct factor {
    double value;
    double variance;
};

static struct factor factor_of(const bship_review *review)
{
    bsi_moments player = rest_of(review, 0);
    double expert = mean_of(&review->start), relative = variance_of(&player);
    double value = expert / mean_of(&player);
    relative = relative / (mean_of(&player) * mean_of(&player)) +
               variance_of(&review->start) / (expert * expert);
    return (struct factor){ value, value * value * relative };
}

/* V = r P of a position. The start has the expert's own games. */
static struct estimate value_of(const bship_review *review, uint32_t position)
{
    if (position == 0)
        return estimate_of(&review->start);
    struct factor factor = factor_of(review);
    bsi_moments rest = rest_of(review, position);
    double mean = mean_of(&rest);
    return (struct estimate){ factor.value * mean,
                              sqrt(factor.value * factor.value * variance_of(&rest) +
                                   mean * mean * factor.variance) };
}

/*
 * V(k) + cost(k) - s(k) - V(k + 1), which is r (P(k) - P(k + 1)) + cost(k) - s(k). P and cost of a
 * position have the same layouts. Since their sum is Q, the variance of r P + cost is that of Q
 * times r, that of the cost times 1 - r, and that of P times r (r - 1).
 */
static struct estimate luck_of(const bship_review *review, uint32_t turn, size_t shots)
{
    const bsi_review_position *at = &review->at[turn];
    bsi_moments next = rest_of(review, turn + 1);
    struct factor factor = factor_of(review);
    double r = factor.value, change = mean_of(&at->rest) - mean_of(&next);
    double variance = r * variance_of(&at->own) + (1 - r) * variance_of(&at->cost) +
                      r * (r - 1) * variance_of(&at->rest) + r * r * variance_of(&next) +
                      change * change * factor.variance;
    return (struct estimate){ value_of(review, turn).value + mean_of(&at->cost) - (double)shots -
                                  value_of(review, turn + 1).value,
                              sqrt(variance < 0 ? 0 : variance) };
}

static struct estimate total_cost(const bship_review *review)
{
    double sum = 0, variance = 0;
    for (uint32_t i = 0; i < review->turns; i++) {
        sum += mean_of(&review->at[i].cost);
        variance += variance_of(&review->at[i].cost);
    }
    return (struct estimate){ sum, sqrt(variance) };
}

/*
 * By the identity of the header: E (1 - P(n) / P(0)) + costs - N, with the variances of independent
 * positions.
 */
static struct estimate total_luck(const bship_review *review)
{
    bsi_moments player = rest_of(review, 0), end = rest_of(review, review->turns);
    double share = mean_of(&end) / mean_of(&player), r = factor_of(review).value;
    double cost_error = total_cost(review).error;
    double variance =
        (1 - share) * (1 - share) * variance_of(&review->start) + cost_error * cost_error;
    if (review->turns > 0)
        variance += r * r * (variance_of(&end) + share * share * variance_of(&player));
    double saved = mean_of(&review->start) * (1 - share) + total_cost(review).value;
    return (struct estimate){ saved - (double)review->log->shot_count, sqrt(variance) };
}

/* The turns whose shots have chances. */
static uint32_t turns_done(const bship_review *review)
{
    return review->visited_once < review->turns ? review->visited_once : review->turns;
}

static uint32_t shots_done(const bship_review *review)
{
    uint32_t turns = turns_done(review);
    return turns == 0 ? 0 : bsi_turn_end(review->log, turns - 1);
}

static void count_hits(const bship_review *review, bship_review_info *info)
{
    info->hits_known = review->target || !bsi_reports_totals(review->log->rules);
    for (uint32_t i = 0; i < shots_done(review); i++) {
        info->hits += review->shots[i].is_hit > 0;
        info->hits_chosen += review->shots[i].chance;
        info->hits_expert += review->shots[i].expert_chance;
    }
}

bship_status bship_review_describe(const bship_review *review, bship_review_info *out)
{
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_review_info), NULL);
    if (status || !review)
        return status ? status : BSHIP_ERROR_ARGUMENT;
    struct estimate start = value_of(review, 0), rest = value_of(review, review->turns);
    struct estimate cost = total_cost(review), luck = total_luck(review);
    bship_review_info info = {
        .size = sizeof info,
        .shots = review->log->shot_count,
        .turns = review->turns,
        .shots_done = shots_done(review),
        .turns_done = turns_done(review),
        .rollouts = review->rollouts,
        .is_complete = review->rollouts == review->options.rollouts,
        .start = start.value,
        .start_error = start.error,
        .rest = rest.value,
        .rest_error = rest.error,
        .cost = cost.value,
        .cost_error = cost.error,
        .luck = luck.value,
        .luck_error = luck.error,
        .work = review->work_before + review->work,
    };
    count_hits(review, &info);
    bsi_versioned_write(out, &info, sizeof info);
    return BSHIP_OK;
}

size_t bship_review_shots(const bship_review *review, bship_review_shot *shots, size_t capacity)
{
    size_t count = review ? shots_done(review) : 0;
    for (size_t i = 0; i < count && i < bsi_room(shots, capacity); i++)
        shots[i] = review->shots[i];
    return count;
}

static bship_review_turn turn_of(const bship_review *review, uint32_t number)
{
    const bsi_review_position *at = &review->at[number];
    uint32_t first = review->log->turns[number].first_shot;
    size_t shots = bsi_turn_end(review->log, number) - first;
    struct estimate cost = estimate_of(&at->cost), rest = value_of(review, number);
    struct estimate luck = luck_of(review, number, shots);
    bship_review_turn turn = {
        .first_shot = first,
        .shots = (int32_t)shots,
        .is_expert = at->is_expert,
        .cost = cost.value,
        .cost_error = cost.error,
        .luck = luck.value,
        .luck_error = luck.error,
        .rest = rest.value,
        .rest_error = rest.error,
    };
    for (size_t i = first; i < first + shots; i++) {
        turn.hits_chosen += review->shots[i].chance;
        turn.hits_expert += review->shots[i].expert_chance;
    }
    return turn;
}

size_t bship_review_turns(const bship_review *review, bship_review_turn *turns, size_t capacity)
{
    size_t count = review ? turns_done(review) : 0;
    for (size_t i = 0; i < count && i < bsi_room(turns, capacity); i++)
        turns[i] = turn_of(review, (uint32_t)i);
    return count;
}

/* ---- the costliest ---- */

/* A cost is certain beyond so many standard errors, and said from so much on: what is less would be
 * 0.0 if it is rounded. */
#define COST_MARGIN 3
#define LEAST_COST 0.05

/* Without an error, which is NaN, nothing is certain. */
static bool is_costly(const bship_review_turn *turn)
{
    return turn->cost >= LEAST_COST && turn->cost > COST_MARGIN * turn->cost_error;
}

size_t bship_review_costliest(const bship_review_turn *turns, size_t count, int64_t *numbers,
                              size_t capacity)
{
    size_t found = 0, kept = 0;
    capacity = bsi_room(numbers, capacity);
    for (size_t i = 0; i < count && turns; i++) {
        if (!is_costly(&turns[i]))
            continue;
        found++;
        size_t place = kept;
        while (place > 0 && turns[numbers[place - 1]].cost < turns[i].cost)
            place--;
        if (place >= capacity)
            continue;
        kept += kept < capacity;
        for (size_t k = kept - 1; k > place; k--)
            numbers[k] = numbers[k - 1];
        numbers[place] = (int64_t)i;
    }
    return found;
}
