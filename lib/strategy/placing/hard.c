/*
 * Layouts that cost attackers many shots: the styles `hard` and `balanced`.
 *
 * Both use sampling and importance resampling (Rubin 1988). Candidates are drawn, each is valued by
 * the shots that quick strategies need against it, and one is drawn with probability proportional
 * to e^(strength x value). Values are whole numbers, so a draw is the same on every platform.
 *
 * A layout is hard mostly because of where single ships lie, above all the shortest one in a
 * corner, and this is what an opponent learns who knows a player's layouts. `balanced` therefore
 * compares layouts that agree in it. Its candidates form *families*: a uniform layout, the
 * *founder*, and *members* in which each ship of the founder is separately rotated and reflected
 * about the middle of the board. Choosing within a family leaves the placements of single ships
 * distributed as in uniform layouts.
 */
#include <stdbool.h>
#include <string.h>

#include "base/exponential.h"
#include "base/memory.h"
#include "base/random.h"
#include "model/board.h"
#include "model/chart.h"
#include "model/symmetry.h"
#include "strategy/ai.h"
#include "strategy/placing/style.h"

/* The first three are promised in battleship/experimental/placing.h. */
enum {
    CANDIDATES = 64,
    FAMILIES = 2,        /* number of families in `balanced` */
    MEMBER_TRIES = 1000, /* draws of a member; if none is legal, the founder stands in */
    STEPS_A_SHOT = 64    /* steps of firing a shot and recording its report */
};

/*
 * The strategies that value a layout. The value is the weighted mean of the shots that they need.
 * These two hardly correlate: a layout chosen against one of them alone is easy for the other.
 */
static const struct {
    const char *strategy;
    int32_t games;
    int32_t weight; /* of a game */
} attackers[] = {
    { "density", 4, 4 },
    { "hunt", 4, 1 },
};

enum {
    ATTACKERS = sizeof attackers / sizeof attackers[0],
    VALUE_UNIT = 4 * 4 + 4 * 1 /* the sum of games x weight, by which values are multiplied */
};

struct resampler {
    bship_ai *ais[ATTACKERS];
    bool is_prepared; /* whether the AIs have computed what they keep from game to game */
    bship_chart *chart;
    int32_t *sunk_of, *hits_of;   /* by ship: arrays of a total */
    bsi_placement *founder;       /* by ship: the founder of the current family */
    bsi_placement *placements;    /* by candidate and ship */
    int64_t values[CANDIDATES];   /* in shots, times VALUE_UNIT */
    uint64_t weights[CANDIDATES]; /* e^(strength x value), relative to the greatest */
};

/* ---- creation ---- */

static void resampler_close(void *state, const bship_rules *rules)
{
    struct resampler *resampler = state;
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    for (int i = 0; i < ATTACKERS; i++)
        bship_ai_free(resampler->ais[i]);
    bship_chart_free(resampler->chart);
    bsi_free(allocator, resampler->sunk_of, ships, sizeof *resampler->sunk_of);
    bsi_free(allocator, resampler->hits_of, ships, sizeof *resampler->hits_of);
    bsi_free(allocator, resampler->founder, ships, sizeof *resampler->founder);
    bsi_free(allocator, resampler->placements, CANDIDATES * ships, sizeof *resampler->placements);
    bsi_free(allocator, resampler, 1, sizeof *resampler);
}

static bship_status resampler_open(void **state, const bship_rules *rules)
{
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    struct resampler *resampler = bsi_alloc(allocator, 1, sizeof *resampler);
    if (!resampler)
        return BSHIP_ERROR_MEMORY;
    resampler->sunk_of = bsi_alloc(allocator, ships, sizeof *resampler->sunk_of);
    resampler->hits_of = bsi_alloc(allocator, ships, sizeof *resampler->hits_of);
    resampler->founder = bsi_alloc(allocator, ships, sizeof *resampler->founder);
    resampler->placements = bsi_alloc(allocator, CANDIDATES * ships, sizeof *resampler->placements);
    bship_status status = BSHIP_ERROR_MEMORY;
    if (resampler->sunk_of && resampler->hits_of && resampler->founder && resampler->placements)
        status = bship_chart_new(&resampler->chart, rules, NULL, NULL);
    for (int i = 0; i < ATTACKERS && !status; i++)
        status = bship_ai_new(&resampler->ais[i], rules, attackers[i].strategy, NULL, NULL);
    if (status)
        resampler_close(resampler, rules);
    else
        *state = resampler;
    return status;
}

/* ---- valuing a layout ---- */

/* The progress callback of an aim: calls that of the whole budget. */
static int32_t relay_progress(double done, void *budget)
{
    (void)done;
    return bsi_work_call_progress(budget) ? BSHIP_PROGRESS_CANCEL : BSHIP_PROGRESS_GO_ON;
}

/* Aims within the rest of the budget, and charges the steps of the aim and of its shot. */
static bship_status aim(bship_ai *ai, const bship_chart *chart, bsi_work_budget *budget,
                        bship_cell *cell)
{
    ai->budget.limit = budget->limit - budget->done;
    ai->budget.progress = budget->progress ? relay_progress : NULL;
    ai->budget.user = budget;
    bship_status status = bship_ai_aim(ai, chart, NULL, cell);
    return status ? status : bsi_work_charge(budget, ai->budget.done + STEPS_A_SHOT);
}

static bship_status fire(struct resampler *resampler, bship_board *board, bship_cell cell)
{
    bship_report report;
    bship_total total = bsi_total_over(board->rules, resampler->sunk_of, resampler->hits_of);
    size_t fired;
    if (!bsi_reports_totals(board->rules)) {
        bship_status status = bship_board_fire(board, cell, &report, NULL);
        return status ? status : bship_chart_record(resampler->chart, cell, &report, NULL);
    }
    bship_status status = bship_board_fire_total(board, &cell, 1, &total, &fired, NULL);
    return status ? status : bship_chart_record_total(resampler->chart, &cell, 1, &total, NULL);
}

/* Plays a game of single shots against the layout on the board. */
static bship_status play(struct resampler *resampler, bship_ai *ai, bsi_placing *placing,
                         int64_t *shots)
{
    bship_status status = BSHIP_OK;
    bship_cell cell;
    *shots = 0;
    bship_ai_reset(ai, bsi_rng_next(placing->rng));
    bship_chart_reset(resampler->chart);
    while (!status && !bship_board_is_defeated(placing->board)) {
        status = aim(ai, resampler->chart, placing->budget, &cell);
        if (!status)
            status = fire(resampler, placing->board, cell);
        ++*shots;
    }
    bship_board_clear_shots(placing->board);
    return status;
}

static bship_status value_layout(struct resampler *resampler, bsi_placing *placing, int64_t *value)
{
    *value = 0;
    for (int i = 0; i < ATTACKERS; i++) {
        for (int32_t game = 0; game < attackers[i].games; game++) {
            int64_t shots;
            bship_status status = play(resampler, resampler->ais[i], placing, &shots);
            if (status)
                return status;
            *value += attackers[i].weight * shots;
        }
    }
    return BSHIP_OK;
}

/*
 * Lets the attackers compute what they keep from game to game. This charges nothing, so that a work
 * limit ends a comparison at the same place in the first draw as in later ones.
 */
static bship_status prepare_attackers(struct resampler *resampler, const bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    bsi_work_budget unlimited = *budget;
    bship_cell cell;
    if (resampler->is_prepared)
        return BSHIP_OK;
    unlimited.done = 0;
    unlimited.limit = INT64_MAX;
    bship_chart_reset(resampler->chart);
    for (int i = 0; i < ATTACKERS && !status; i++)
        status = aim(resampler->ais[i], resampler->chart, &unlimited, &cell);
    resampler->is_prepared = !status;
    return status;
}

/* ---- candidates ---- */

/* Places a layout on the board. */
static void place(bship_board *board, const bsi_placement *placements)
{
    bsi_layout_clear(&board->layout);
    for (int32_t i = 0; i < board->rules->fleet->count; i++)
        bsi_layout_place(&board->layout, i, placements[i]);
    board->missing = 0;
}

/* Rotates and reflects every ship of the founder at random; returns whether the layout is legal. */
static bool turn_ships(const struct resampler *resampler, bsi_layout *layout, bship_rng *rng)
{
    const bship_rules *rules = layout->rules;
    uint32_t symmetries = rules->width == rules->height ? BSI_SYMMETRIES : BSI_SYMMETRIES / 2;
    bsi_layout_clear(layout);
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        int32_t length = rules->fleet->ships[i].length;
        uint8_t element = (uint8_t)bsi_rng_below(rng, symmetries);
        bsi_placement image = bsi_symmetry_image(rules, element, length, resampler->founder[i]);
        if (bsi_layout_check(layout, length, image))
            return false;
        bsi_layout_place(layout, i, image);
    }
    return true;
}

/* Draws a member of the founder's family: OK, WORK_LIMIT or CANCELLED. */
static bship_status draw_member(const struct resampler *resampler, bsi_placing *placing)
{
    bool is_legal = false;
    for (int i = 0; i < MEMBER_TRIES && !is_legal; i++) {
        bship_status status = bsi_placing_charge(placing);
        if (status)
            return status;
        is_legal = turn_ships(resampler, &placing->board->layout, placing->rng);
    }
    if (!is_legal)
        place(placing->board, resampler->founder);
    return BSHIP_OK;
}

/* Draws candidate `number` on the board and stores it. A family of size 1 is its founder alone. */
static bship_status draw_candidate(struct resampler *resampler, bsi_placing *placing, int number,
                                   int family)
{
    const bship_rules *rules = placing->board->rules;
    size_t ships = (size_t)rules->fleet->count;
    bship_status status = BSHIP_OK;
    if (number % family == 0) {
        status = bsi_placing_draw_uniform(placing);
        if (!status)
            memcpy(resampler->founder, placing->board->layout.placements,
                   ships * sizeof *resampler->founder);
    }
    if (!status && family > 1)
        status = draw_member(resampler, placing);
    if (!status)
        memcpy(resampler->placements + (size_t)number * ships, placing->board->layout.placements,
               ships * sizeof *resampler->placements);
    return status;
}

/* Draws one of the first `count` candidates, at least 1, by the weights of their values. */
static int pick(struct resampler *resampler, int count, double strength, bship_rng *rng)
{
    int64_t most = resampler->values[0];
    for (int i = 1; i < count; i++)
        most = resampler->values[i] > most ? resampler->values[i] : most;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        resampler->weights[i] =
            bsi_exp_minus(strength * (double)(most - resampler->values[i]) / VALUE_UNIT);
        sum += resampler->weights[i];
    }
    uint64_t drawn = bship_rng_below(rng, sum);
    int chosen = 0;
    for (; drawn >= resampler->weights[chosen]; chosen++)
        drawn -= resampler->weights[chosen];
    return chosen;
}

/* Draws a layout from candidates in families of a size. At the work limit it is drawn from those
 * that are valued so far, and if fewer than two are, it is the first candidate. */
static bship_status resample(bsi_placing *placing, int family)
{
    struct resampler *resampler = placing->state;
    int drawn = 0, valued = 0;
    bship_status status = prepare_attackers(resampler, placing->budget);
    placing->method = BSHIP_DRAW_METHOD_STYLE;
    while (!status && valued < CANDIDATES) {
        status = draw_candidate(resampler, placing, drawn, family);
        drawn += !status;
        if (!status)
            status = value_layout(resampler, placing, &resampler->values[valued]);
        valued += !status;
    }
    if (status && (status != BSHIP_ERROR_WORK_LIMIT || drawn == 0))
        return status;
    if (valued < 2 && placing->method == BSHIP_DRAW_METHOD_STYLE)
        placing->method = BSHIP_DRAW_METHOD_UNIFORM;
    int chosen = valued < 2 ? 0 : pick(resampler, valued, placing->strength, placing->rng);
    place(placing->board,
          resampler->placements + (size_t)chosen * (size_t)placing->board->rules->fleet->count);
    return BSHIP_OK;
}

/* ---- the styles ---- */

static bship_status hard_draw(bsi_placing *placing)
{
    return resample(placing, 1);
}

static bship_status balanced_draw(bsi_placing *placing)
{
    return resample(placing, CANDIDATES / FAMILIES);
}

const bsi_placing_style bsi_placing_hard = {
    .name = "hard",
    .text = "layouts that cost strong attackers the most shots",
    .strength = 1,
    .open = resampler_open,
    .close = resampler_close,
    .draw = hard_draw,
};

const bsi_placing_style bsi_placing_balanced = {
    .name = "balanced",
    .text = "hard layouts, mixed so that an opponent learns little from them",
    .strength = 1,
    .open = resampler_open,
    .close = resampler_close,
    .draw = balanced_draw,
};
