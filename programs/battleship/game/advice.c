/*
 * Aims, hints and heat maps; see advice.h. The adviser is made by the first job that needs it,
 * since that takes time on large boards, and is kept: it continues from one position to the next
 * faster than it starts.
 */
#include "battleship/game/advice.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "common/board_cells.h"

struct advice {
    struct worker *worker;
    bship_rules *rules;
    size_t area;
    bship_ai *adviser; /* of hints and heat maps */

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
    struct advice_result result;
};

/* ---- the thread of the worker ---- */

static bool is_marked(const struct advice *advice, bship_cell cell)
{
    for (int32_t i = 0; i < advice->marked_count; i++) {
        if (is_same_cell(advice->marked[i], cell))
            return true;
    }
    return false;
}

static bship_status make_adviser(struct advice *advice)
{
    if (advice->adviser)
        return BSHIP_OK;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    options.level = ADVICE_LEVEL;
    options.progress = worker_report;
    options.user = advice->worker;
    return bship_ai_new(&advice->adviser, advice->rules, NULL, &options, NULL);
}

/* Describes the analysis of an AI, if it makes one; whether its scores are chances. */
static bool describe_analysis(struct advice *advice, const bship_ai *ai)
{
    struct advice_result *result = &advice->result;
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    if (bship_ai_describe(ai, &info))
        snprintf(result->text, sizeof result->text, "by %s", bship_ai_strategy(ai));
    else if (info.status)
        snprintf(result->text, sizeof result->text, "an estimate by density: %s",
                 bship_status_message(info.status));
    else
        snprintf(result->text, sizeof result->text, "%s chances",
                 info.is_exact ? "exact" : "sampled");
    return info.method >= 0;
}

static bship_status aim_by(struct advice *advice, bship_ai *ai)
{
    bship_status status =
        bship_ai_aim_salvo(ai, advice->chart, NULL, advice->cells, (size_t)advice->due);
    if (status)
        return status;
    advice->result.count = advice->due;
    describe_analysis(advice, ai);
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
    bship_status status = make_adviser(advice);
    if (!status)
        status = aim_by(advice, advice->adviser);
    if (!status)
        status = score_hint(advice);
    if (!status)
        leave_out_marked(advice);
    return status;
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

static bship_status heat(struct advice *advice)
{
    bship_status status = make_adviser(advice);
    if (!status)
        status = bship_ai_scores(advice->adviser, advice->chart, NULL, advice->grid, advice->area);
    if (!status && !describe_analysis(advice, advice->adviser))
        scale_scores(advice);
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
    return advice->marked && advice->cells && advice->grid;
}

bship_status advice_open(struct advice **out, const bship_rules *rules, struct worker *worker)
{
    struct advice *advice = calloc(1, sizeof *advice);
    if (!advice)
        return BSHIP_ERROR_MEMORY;
    advice->worker = worker;
    advice->rules = bship_rules_ref(rules);
    advice->area = board_cells(rules);
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
    bship_chart_free(advice->chart);
    bship_rules_unref(advice->rules);
    free(advice->marked);
    free(advice->cells);
    free(advice->grid);
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
