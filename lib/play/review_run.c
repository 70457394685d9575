/* The work of a review: analyses of the positions of its log, and rounds of rollouts; review.h. */
#include "base/versioned.h"
#include "inference/posterior.h"
#include "model/board.h"
#include "model/chart.h"
#include "play/review.h"

enum {
    STEPS_A_CELL = 10,   /* of an aim, besides its analysis: firing and recording take as long as
                            reading the board some ten times */
    STEPS_A_DRAW = 20000 /* of drawing a layout: a guess, since methods differ a thousandfold, and
                            most of the work is in the rollouts */
};

/* The share of the chances in the progress. */
#define CHANCES_SHARE 0.2

/* ---- progress and work ---- */

static double share_of(const bship_review *review)
{
    double visited = (double)review->visited_once / review->positions;
    double round = (double)review->played / bsi_review_parts(review);
    double rounds = ((double)review->rollouts + round) / (double)review->options.rollouts;
    double work = (double)review->work / (double)review->limit;
    if (review->visited_once < review->positions)
        return CHANCES_SHARE * visited;
    double share = rounds > work ? rounds : work;
    return CHANCES_SHARE + (1 - CHANCES_SHARE) * (share < 1 ? share : 1);
}

/* The progress callback of all parts, whose `user` is the review: they are cancelled in any case,
 * for no part of a review may end early. */
static int32_t report(double done, void *user)
{
    bship_review *review = user;
    (void)done;
    double share = share_of(review);
    review->done = share > review->done ? share : review->done;
    if (review->progress && review->answer == BSHIP_PROGRESS_GO_ON)
        review->answer = review->progress(review->done, review->user);
    return review->answer == BSHIP_PROGRESS_GO_ON ? BSHIP_PROGRESS_GO_ON : BSHIP_PROGRESS_CANCEL;
}

static bship_aim_options part_options(bship_review *review)
{
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    options.progress = report;
    options.user = review;
    return options;
}

static void charge(bship_review *review, int64_t steps)
{
    review->work += steps < INT64_MAX - review->work ? steps : INT64_MAX - review->work;
}

/* Charges the last analysis of an AI, which it describes. */
static bship_ai_info charge_analysis(bship_review *review, const bship_ai *ai)
{
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    bship_ai_describe(ai, &info);
    charge(review, info.work + STEPS_A_CELL * (int64_t)review->log->rules->free_count);
    return info;
}

bship_status bsi_review_aim(bship_review *review, bship_ai *ai, bship_cell *cells, size_t count)
{
    bship_aim_options options = part_options(review);
    bship_status status = bship_ai_aim_salvo(ai, review->chart, &options, cells, count);
    charge_analysis(review, ai);
    return status;
}

/* ---- visiting a position: its chances, its layouts, where the expert aims ---- */

bsi_review_salvo bsi_review_own(const bship_review *review, uint32_t turn)
{
    uint32_t first = review->log->turns[turn].first_shot;
    return (bsi_review_salvo){ review->cells + first, bsi_turn_end(review->log, turn) - first };
}

/* Scores the cells of a position by the expert's analysis; a limit that it met is a failure. */
static bship_status analyse(bship_review *review, uint32_t position)
{
    const bship_rules *rules = review->log->rules;
    size_t area = (size_t)rules->width * (size_t)rules->height;
    bship_aim_options options = part_options(review);
    bship_status status = bship_chart_copy(review->chart, review->log);
    if (!status)
        status = bship_chart_truncate(review->chart, position);
    if (!status)
        status = bship_ai_scores(review->expert, review->chart, &options, review->grid, area);
    bship_ai_info info = charge_analysis(review, review->expert);
    if (!status)
        status = (bship_status)info.status;
    review->at[position].is_exact = info.is_exact != 0;
    return status;
}

/* Draws the layouts of a position from a stream. What a limit of the expert forbids is told by
 * `*drawing`: the chances of further positions can be found all the same. */
static bship_status draw_layouts(bship_review *review, uint32_t position, bship_rng *rng,
                                 bship_status *drawing)
{
    size_t ships = (size_t)review->log->rules->fleet->count;
    bship_placement *layout = review->layouts + position * (size_t)review->block * ships;
    bship_posterior *posterior = bsi_ai_posterior(review->expert);
    bship_status status = BSHIP_OK;
    for (int64_t i = 0; i < review->block && !status; i++, layout += ships) {
        status = report(0, review) == BSHIP_PROGRESS_GO_ON
                     ? bship_posterior_sample(posterior, rng, layout, ships)
                     : BSHIP_ERROR_CANCELLED;
        charge(review, STEPS_A_DRAW);
    }
    *drawing = status;
    return status == BSHIP_ERROR_WORK_LIMIT ? BSHIP_OK : status;
}

/* Finds where the expert aims in a position, which was analysed. */
static bship_status find_aim(bship_review *review, uint32_t position)
{
    bsi_review_position *at = &review->at[position];
    size_t due = bsi_review_turn_shots(review->log, position);
    size_t unknown = review->chart->unknown_count;
    size_t count = due < unknown ? due : unknown;
    bship_status status = bsi_review_aim(review, review->expert, at->aim.cells, count);
    if (!status)
        at->aim.count = count;
    return status;
}

static bool is_cell(bship_cell a, bship_cell b)
{
    return a.x == b.x && a.y == b.y;
}

static bool has_cell(bsi_review_salvo salvo, bship_cell cell)
{
    for (size_t i = 0; i < salvo.count; i++) {
        if (is_cell(salvo.cells[i], cell))
            return true;
    }
    return false;
}

/* Whether a turn has the expert's shots, in any order; a last salvo may be cut short by the end. */
static bool is_expert(const bship_review *review, uint32_t turn)
{
    bsi_review_salvo own = bsi_review_own(review, turn), aim = review->at[turn].aim;
    bool is_cut = turn + 1 == review->turns && own.count < aim.count;
    if (is_cut)
        aim.count = own.count;
    if (own.count != aim.count)
        return false;
    for (size_t i = 0; i < own.count; i++) {
        if (!has_cell(aim, own.cells[i]))
            return false;
    }
    return true;
}

static double chance_at(const bship_review *review, bship_cell cell)
{
    return review->grid[cell.y * review->log->rules->width + cell.x];
}

static int32_t is_hit(const bship_review *review, uint32_t shot)
{
    const bsi_shot *fired = &review->log->shots[shot];
    bship_cell cell = review->cells[shot];
    bool is_new = review->chart->states[fired->position] == BSHIP_CHART_STATE_UNKNOWN;
    if (review->target)
        return is_new && bship_board_ship_at(review->target, cell) >= 0;
    if (bsi_reports_totals(review->log->rules))
        return -1;
    return bsi_is_hit(bsi_shot_report(review->log->rules, fired).result);
}

/* The next of the expert's cells, from number `*next` on, that the side did not fire at; `cell` if
 * there is none. */
static bship_cell next_other(bsi_review_salvo aim, bsi_review_salvo own, size_t *next,
                             bship_cell cell)
{
    while (*next < aim.count && has_cell(own, aim.cells[*next]))
        ++*next;
    return *next < aim.count ? aim.cells[(*next)++] : cell;
}

static void fill_shots(bship_review *review, uint32_t turn)
{
    const bsi_review_position *at = &review->at[turn];
    bsi_review_salvo own = bsi_review_own(review, turn);
    uint32_t first = review->log->turns[turn].first_shot;
    size_t next = 0;
    for (size_t i = 0; i < own.count; i++) {
        bship_cell cell = own.cells[i];
        bship_cell expert = has_cell(at->aim, cell) ? cell : next_other(at->aim, own, &next, cell);
        review->shots[first + i] = (bship_review_shot){
            .cell = cell,
            .expert_cell = expert,
            .chance = chance_at(review, cell),
            .expert_chance = chance_at(review, expert),
            .turn = turn,
            .is_hit = is_hit(review, first + (uint32_t)i),
            .is_exact = at->is_exact,
        };
    }
}

/* Nothing of a visit stays unless all of it succeeds, so one that was stopped is repeated. */
static bship_status visit(bship_review *review, uint32_t position)
{
    bool is_first = position == review->visited_once;
    bship_rng rng = review->at[position].rng;
    bship_status drawing = review->drawing, status = analyse(review, position);
    if (!status && !drawing)
        status = draw_layouts(review, position, &rng, &drawing);
    if (!status && is_first)
        status = find_aim(review, position);
    if (status)
        return status;
    if (is_first && position < review->turns) {
        review->at[position].is_expert = is_expert(review, position);
        fill_shots(review, position);
    }
    review->at[position].rng = rng;
    review->drawing = drawing;
    review->visited++;
    review->visited_once += is_first;
    return BSHIP_OK;
}

/* ---- rounds ---- */

/* The layout of a position in this round. */
static const bship_placement *layout_at(const bship_review *review, uint32_t position)
{
    size_t ships = (size_t)review->log->rules->fleet->count;
    int64_t number = review->rollouts - (review->drawn - review->block);
    return review->layouts + (position * (size_t)review->block + (size_t)number) * ships;
}

/* Plays both choices of a position on the same layout; where they are one, once. */
static bship_status play_position(bship_review *review, uint32_t position)
{
    bsi_review_position *at = &review->at[position];
    const bship_placement *layout = layout_at(review, position);
    bship_status status =
        bsi_review_rollout(review, review->player, layout, position, at->aim, &at->rest_shots);
    at->own_shots = at->rest_shots;
    if (!status && position < review->turns && !at->is_expert)
        status = bsi_review_rollout(review, review->player, layout, position,
                                    bsi_review_own(review, position), &at->own_shots);
    return status;
}

/* Plays a part of a round. */
static bship_status play_part(bship_review *review, uint32_t part)
{
    bship_status status = part < review->positions
                              ? play_position(review, part)
                              : bsi_review_rollout(review, review->starter, layout_at(review, 0), 0,
                                                   review->at[0].aim, &review->start_shots);
    review->played += !status;
    return status;
}

static void end_round(bship_review *review)
{
    for (uint32_t i = 0; i < review->positions; i++) {
        bsi_review_position *at = &review->at[i];
        bsi_moments_add(&at->rest, at->rest_shots);
        bsi_moments_add(&at->own, at->own_shots);
        bsi_moments_add(&at->cost, at->own_shots - at->rest_shots);
    }
    if (bsi_review_parts(review) > review->positions)
        bsi_moments_add(&review->start, review->start_shots);
    review->rollouts++;
    review->played = 0;
}

/* Does the next part of the review. */
static bship_status go_on(bship_review *review)
{
    if (review->visited < review->positions) {
        bship_status status = visit(review, review->visited);
        if (!status && review->visited == review->positions)
            review->drawn += review->block;
        return status;
    }
    if (review->drawing)
        return review->drawing;
    if (review->rollouts == review->drawn) {
        review->visited = 0;
        return BSHIP_OK;
    }
    bship_status status = play_part(review, review->played);
    if (!status && review->played == bsi_review_parts(review))
        end_round(review);
    return status;
}

bship_status bship_review_run(bship_review *review, const bship_aim_options *given)
{
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    if (!review)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_aim_options), given, NULL);
    if (status)
        return status;
    if (options.work_limit < 0)
        return BSHIP_ERROR_RANGE;
    review->progress = options.progress;
    review->user = options.user;
    review->answer = BSHIP_PROGRESS_GO_ON;
    review->limit = options.work_limit ? options.work_limit : BSHIP_REVIEW_WORK_DEFAULT;
    review->work_before += review->work;
    review->work = 0;
    review->done = 0;
    while (!status && review->rollouts < review->options.rollouts && review->work < review->limit) {
        status = report(0, review) == BSHIP_PROGRESS_GO_ON ? go_on(review) : BSHIP_ERROR_CANCELLED;
    }
    review->progress = NULL;
    return review->answer == BSHIP_PROGRESS_FINISH ? BSHIP_OK : status;
}
