/*
 * Aims, hints and heat maps; see advice.h. The AIs and the posterior are made by the first job that
 * needs them, since that takes time on large boards, and are kept: they continue from one position
 * to the next faster than they start.
 */
#include "battleship/game/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <battleship/posterior.h>

struct advice {
    struct worker *worker;
    bship_rules *rules;
    size_t area;
    bship_ai *adviser;          /* of hints */
    bship_ai *fallback;         /* of heat maps beyond the limits */
    bship_posterior *posterior; /* of heat maps */

    /* The question. */
    bool is_asked;
    bship_ai *ai;
    bship_chart *chart;
    bship_cell *marked;
    int32_t marked_count;
    int32_t due;

    /* The answer; result.cells and result.grid are these. */
    bship_cell *cells;
    double *grid;
    double *errors; /* standard errors of the grid */
    struct advice_result result;
};

/* ---- the thread of the worker ---- */

static bool is_cell(bship_cell a, bship_cell b)
{
    return a.x == b.x && a.y == b.y;
}

static bool is_marked(const struct advice *advice, bship_cell cell)
{
    for (int32_t i = 0; i < advice->marked_count; i++) {
        if (is_cell(advice->marked[i], cell))
            return true;
    }
    return false;
}

static bship_status make_ai(struct advice *advice, bship_ai **ai, const char *strategy)
{
    if (*ai)
        return BSHIP_OK;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    if (strcmp(strategy, ADVICE_STRATEGY) == 0)
        options.work_limit = BSHIP_POSTERIOR_WORK_DEFAULT;
    options.progress = worker_report;
    options.user = advice->worker;
    return bship_ai_new(ai, advice->rules, strategy, &options, NULL);
}

/* Describes the analysis of an AI, if it makes one. */
static void describe_aim(struct advice *advice, const bship_ai *ai)
{
    struct advice_result *result = &advice->result;
    const char *strategy = bship_ai_strategy(ai);
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    if (bship_ai_describe(ai, &info)) {
        snprintf(result->text, sizeof result->text, "by %s", strategy);
        return;
    }
    if (info.status)
        snprintf(result->text, sizeof result->text, "an estimate by " ADVICE_FALLBACK ": %s",
                 bship_status_message(info.status));
    else
        snprintf(result->text, sizeof result->text, "%s chances",
                 info.is_exact ? "exact" : "sampled");
}

static bship_status aim_by(struct advice *advice, bship_ai *ai)
{
    bship_status status =
        bship_ai_aim_salvo(ai, advice->chart, NULL, advice->cells, (size_t)advice->due);
    if (status)
        return status;
    advice->result.count = advice->due;
    describe_aim(advice, ai);
    return BSHIP_OK;
}

static bship_status aim(struct advice *advice)
{
    return aim_by(advice, advice->ai);
}

/* Keeps the first of the cells that are not marked yet, as many as are to be chosen. */
static void leave_out_marked(struct advice *advice)
{
    int32_t wanted = advice->due - advice->marked_count;
    int32_t kept = 0;
    for (int32_t i = 0; i < advice->due && kept < wanted; i++) {
        if (!is_marked(advice, advice->cells[i]))
            advice->cells[kept++] = advice->cells[i];
    }
    advice->result.count = kept;
}

/* The chances by which a hint was chosen, if its AI has weighed layouts. */
static bship_status score_hint(struct advice *advice)
{
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    if (bship_ai_describe(advice->adviser, &info) || info.status)
        return BSHIP_OK;
    advice->result.grid = advice->grid;
    return bship_ai_scores(advice->adviser, advice->chart, NULL, advice->grid, advice->area);
}

static bship_status hint(struct advice *advice)
{
    advice->result.grid = NULL;
    bship_status status = make_ai(advice, &advice->adviser, ADVICE_STRATEGY);
    if (!status)
        status = aim_by(advice, advice->adviser);
    if (!status)
        status = score_hint(advice);
    if (!status)
        leave_out_marked(advice);
    return status;
}

/* Whether a cell can be hit by a shot, as far as the chart tells without inference. */
static bool is_unknown(const struct advice *advice, size_t index)
{
    size_t width = (size_t)bship_rules_width(advice->rules);
    bship_cell cell = { .x = (int32_t)(index % width), .y = (int32_t)(index / width) };
    return bship_chart_state_at(advice->chart, cell) == BSHIP_CHART_STATE_UNKNOWN;
}

static double root_mean_square_error(const struct advice *advice)
{
    double sum = 0;
    int32_t unknown = bship_chart_unknown(advice->chart);
    for (size_t i = 0; i < advice->area; i++) {
        if (is_unknown(advice, i))
            sum += advice->errors[i] * advice->errors[i];
    }
    return unknown > 0 ? sqrt(sum / unknown) : 0;
}

static bship_status update_posterior(struct advice *advice)
{
    if (advice->posterior)
        return bship_posterior_update(advice->posterior, advice->chart, NULL);
    bship_posterior_options options = BSHIP_POSTERIOR_OPTIONS_INIT;
    options.progress = worker_report;
    options.user = advice->worker;
    return bship_posterior_new(&advice->posterior, advice->chart, &options, NULL);
}

static void read_posterior(struct advice *advice)
{
    struct advice_result *result = &advice->result;
    bship_posterior_info info = BSHIP_POSTERIOR_INFO_INIT;
    bship_posterior_describe(advice->posterior, &info);
    bship_posterior_occupancy(advice->posterior, advice->grid, advice->area);
    bship_posterior_standard_error(advice->posterior, advice->errors, advice->area);
    if (info.is_exact)
        snprintf(result->text, sizeof result->text, "exact");
    else
        snprintf(result->text, sizeof result->text, "sampled, +- %.1f %%",
                 100 * root_mean_square_error(advice));
}

/* Scales scores to chances: altogether, the cells of ships that are not yet hit. */
static void scale_scores(struct advice *advice)
{
    const bship_fleet *fleet = bship_rules_fleet(advice->rules);
    int32_t cells = -bship_chart_hits(advice->chart);
    for (int32_t ship = 0; ship < bship_fleet_count(fleet); ship++)
        cells += bship_fleet_length(fleet, ship);
    double sum = 0;
    for (size_t i = 0; i < advice->area; i++)
        sum += advice->grid[i];
    for (size_t i = 0; i < advice->area && sum > 0; i++)
        advice->grid[i] = fmin(1, advice->grid[i] * cells / sum);
}

static bship_status heat_by_scores(struct advice *advice, bship_status limit)
{
    bship_status status = make_ai(advice, &advice->fallback, ADVICE_FALLBACK);
    if (!status)
        status = bship_ai_scores(advice->fallback, advice->chart, NULL, advice->grid, advice->area);
    if (status)
        return status;
    scale_scores(advice);
    snprintf(advice->result.text, sizeof advice->result.text,
             "an estimate by " ADVICE_FALLBACK ": %s", bship_status_message(limit));
    return BSHIP_OK;
}

static void clear_known_cells(struct advice *advice)
{
    for (size_t i = 0; i < advice->area; i++) {
        if (!is_unknown(advice, i))
            advice->grid[i] = 0;
    }
}

static bship_status heat(struct advice *advice)
{
    bship_status status = update_posterior(advice);
    if (!status)
        read_posterior(advice);
    else if (status == BSHIP_ERROR_WORK_LIMIT || status == BSHIP_ERROR_MEMORY ||
             status == BSHIP_ERROR_UNSUPPORTED)
        status = heat_by_scores(advice, status);
    clear_known_cells(advice);
    return status;
}

static void answer(struct worker *worker, void *user)
{
    static bship_status (*const answers[])(struct advice *) = {
        [ADVICE_AIM] = aim,
        [ADVICE_HINT] = hint,
        [ADVICE_HEAT] = heat,
    };
    struct advice *advice = user;
    (void)worker;
    advice->result.status = answers[advice->result.kind](advice);
}

/* ---- the caller's thread ---- */

static bool allocate(struct advice *advice)
{
    advice->marked = calloc(advice->area, sizeof *advice->marked);
    advice->cells = calloc(advice->area, sizeof *advice->cells);
    advice->grid = calloc(advice->area, sizeof *advice->grid);
    advice->errors = calloc(advice->area, sizeof *advice->errors);
    return advice->marked && advice->cells && advice->grid && advice->errors;
}

bship_status advice_open(struct advice **out, const bship_rules *rules, struct worker *worker)
{
    struct advice *advice = calloc(1, sizeof *advice);
    if (!advice)
        return BSHIP_ERROR_MEMORY;
    advice->worker = worker;
    advice->rules = bship_rules_ref(rules);
    advice->area = (size_t)bship_rules_width(rules) * (size_t)bship_rules_height(rules);
    if (!allocate(advice) || bship_chart_new(&advice->chart, rules, NULL, NULL)) {
        advice_close(advice);
        return BSHIP_ERROR_MEMORY;
    }
    *out = advice;
    return BSHIP_OK;
}

void advice_close(struct advice *advice)
{
    if (!advice)
        return;
    if (advice->is_asked)
        worker_stop(advice->worker);
    bship_ai_free(advice->adviser);
    bship_ai_free(advice->fallback);
    bship_posterior_free(advice->posterior);
    bship_chart_free(advice->chart);
    bship_rules_unref(advice->rules);
    free(advice->marked);
    free(advice->cells);
    free(advice->grid);
    free(advice->errors);
    free(advice);
}

/* Copies a question; the buffers are not in use, since no question is being answered. */
static bship_status take_question(struct advice *advice, const struct advice_question *question)
{
    bool has_room = question->count >= 0 && (size_t)question->count <= advice->area;
    bool has_shots =
        question->kind == ADVICE_HEAT || (has_room && question->marked_count < question->count);
    if (!has_shots)
        return BSHIP_ERROR_COUNT;
    advice->ai = question->ai;
    advice->due = question->count;
    advice->marked_count = question->kind == ADVICE_HINT ? question->marked_count : 0;
    for (int32_t i = 0; i < advice->marked_count; i++)
        advice->marked[i] = question->marked[i];
    return bship_chart_copy(advice->chart, question->chart);
}

bship_status advice_ask(struct advice *advice, const struct advice_question *question)
{
    if (advice->is_asked)
        return BSHIP_ERROR_STATE;
    bship_status status = take_question(advice, question);
    if (status)
        return status;
    advice->result = (struct advice_result){
        .kind = question->kind,
        .cells = advice->cells,
        .grid = advice->grid,
    };
    advice->is_asked = worker_start(advice->worker, answer, advice);
    return advice->is_asked ? BSHIP_OK : BSHIP_ERROR_STATE;
}

void advice_cancel(struct advice *advice)
{
    if (advice->is_asked)
        worker_cancel(advice->worker);
}

const struct advice_result *advice_collect(struct advice *advice)
{
    struct advice_result *result = &advice->result;
    if (!advice->is_asked)
        return NULL;
    bool is_cancelled = worker_is_cancelled(advice->worker);
    if (!worker_collect(advice->worker))
        return NULL;
    advice->is_asked = false;
    /* A cancellation counts even if the answer was found before the library noticed. */
    if (is_cancelled)
        result->status = BSHIP_ERROR_CANCELLED;
    if (result->status) {
        result->count = 0;
        snprintf(result->text, sizeof result->text, "%s", bship_status_message(result->status));
    }
    return result;
}

size_t advice_best(const double *grid, size_t area, size_t *best, size_t capacity)
{
    size_t count = 0;
    for (size_t i = 0; i < area; i++) {
        if (grid[i] <= 0)
            continue;
        size_t place = count;
        while (place > 0 && grid[best[place - 1]] < grid[i])
            place--;
        if (place == capacity)
            continue;
        count += count < capacity;
        memmove(&best[place + 1], &best[place], (count - 1 - place) * sizeof *best);
        best[place] = i;
    }
    return count;
}

const struct advice_result *advice_wait(struct advice *advice)
{
    if (advice->is_asked)
        worker_wait(advice->worker);
    return advice_collect(advice);
}
