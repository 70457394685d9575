/*
 * Layouts that cost attackers many shots: the styles `hard` and `balanced`.
 *
 * Sampling and importance resampling (Rubin 1988): candidates are drawn, each is valued by the
 * shots that quick strategies need against it, and one is drawn with probability proportional to
 * e^(strength x value), an exponential tilt. Values are whole numbers, so a draw is the same on
 * every platform.
 *
 * Most of what makes a layout hard is where single ships lie - above all the shortest one in a
 * corner - and whoever knows a player's layouts learns just that. `balanced` therefore compares
 * layouts that share it: its candidates come in families, the members of which differ by turning
 * and mirroring ships about the middle of the board, each on its own. The choice within a family
 * leaves the placements of single ships distributed as in uniform layouts.
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

enum {
    CANDIDATES = 64,
    FAMILIES = 2,       /* of `balanced` */
    STEPS_A_SHOT = 64,  /* of firing and recording it */
    MEMBER_TRIES = 1000 /* to draw a legal member of a family, before it is the founder itself */
};

/*
 * The strategies that value a layout. The value of a layout is the mean of their mean shots by
 * weight. The two hardly correlate: a layout that is hard for one kind of attacker alone is easy
 * for the other kind.
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
    VALUE_UNIT = 4 * 4 + 4 * 1 /* games x weight */
};

typedef struct tilt {
    bship_ai *ais[ATTACKERS];
    bool is_prepared; /* whether they have computed what they keep from game to game */
    bship_chart *chart;
    int32_t *sunk_of, *hits_of; /* by ship: of totals */
    bsi_placement *founder;     /* by ship: the layout that founded the family */
    bsi_placement *placements;  /* by candidate and ship */
    int64_t values[CANDIDATES]; /* in shots, times VALUE_UNIT */
    uint64_t weights[CANDIDATES];
} tilt;

/* ---- creation ---- */

static void tilt_close(void *state, const bship_rules *rules)
{
    tilt *own = state;
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    for (int i = 0; i < ATTACKERS; i++)
        bship_ai_free(own->ais[i]);
    bship_chart_free(own->chart);
    bsi_free(allocator, own->sunk_of, ships, sizeof *own->sunk_of);
    bsi_free(allocator, own->hits_of, ships, sizeof *own->hits_of);
    bsi_free(allocator, own->founder, ships, sizeof *own->founder);
    bsi_free(allocator, own->placements, CANDIDATES * ships, sizeof *own->placements);
    bsi_free(allocator, own, 1, sizeof *own);
}

static bship_status make_attackers(tilt *own, const bship_rules *rules)
{
    bship_status status = bship_chart_new(&own->chart, rules, NULL, NULL);
    for (int i = 0; i < ATTACKERS && !status; i++)
        status = bship_ai_new(&own->ais[i], rules, attackers[i].strategy, NULL, NULL);
    return status;
}

static bship_status tilt_open(void **state, const bship_rules *rules)
{
    const bship_allocator *allocator = &rules->allocator;
    size_t ships = (size_t)rules->fleet->count;
    tilt *own = bsi_alloc(allocator, 1, sizeof *own);
    if (!own)
        return BSHIP_ERROR_MEMORY;
    own->sunk_of = bsi_alloc(allocator, ships, sizeof *own->sunk_of);
    own->hits_of = bsi_alloc(allocator, ships, sizeof *own->hits_of);
    own->founder = bsi_alloc(allocator, ships, sizeof *own->founder);
    own->placements = bsi_alloc(allocator, CANDIDATES * ships, sizeof *own->placements);
    bship_status status = BSHIP_ERROR_MEMORY;
    if (own->sunk_of && own->hits_of && own->founder && own->placements)
        status = make_attackers(own, rules);
    if (status)
        tilt_close(own, rules);
    else
        *state = own;
    return status;
}

/* ---- valuing a layout ---- */

/* Passes the progress of a long aim on to the whole. */
static int32_t relay_progress(double done, void *budget)
{
    (void)done;
    return bsi_work_call_progress(budget) ? BSHIP_PROGRESS_CANCEL : BSHIP_PROGRESS_GO_ON;
}

/* Aims within what is left of the budget. */
static bship_status aim(bship_ai *ai, const bship_chart *chart, bsi_work_budget *budget,
                        bship_cell *cell)
{
    ai->budget.limit = budget->limit - budget->done;
    ai->budget.progress = budget->progress ? relay_progress : NULL;
    ai->budget.user = budget;
    bship_status status = bship_ai_aim(ai, chart, NULL, cell);
    return status ? status : bsi_work_charge(budget, ai->budget.done + STEPS_A_SHOT);
}

static bship_status fire(tilt *own, bship_board *board, bship_cell cell)
{
    bship_report report;
    bship_total total = { sizeof total, 0, -1, own->sunk_of, own->hits_of };
    size_t fired;
    if (!bsi_reports_totals(board->rules)) {
        bship_status status = bship_board_fire(board, cell, &report);
        return status ? status : bship_chart_record(own->chart, cell, &report);
    }
    bship_status status = bship_board_fire_total(board, &cell, 1, &total, &fired, NULL);
    return status ? status : bship_chart_record_total(own->chart, &cell, 1, &total, NULL);
}

/* Plays a game of single shots against the layout on the board. */
static bship_status play(tilt *own, bship_ai *ai, bsi_placing *placing, int64_t *shots)
{
    bship_status status = BSHIP_OK;
    bship_cell cell;
    *shots = 0;
    bship_ai_reset(ai, bsi_rng_next(placing->rng));
    bship_chart_reset(own->chart);
    while (!status && !bship_board_is_defeated(placing->board)) {
        status = aim(ai, own->chart, placing->budget, &cell);
        if (!status)
            status = fire(own, placing->board, cell);
        ++*shots;
    }
    bship_board_clear_shots(placing->board);
    return status;
}

static bship_status value_layout(tilt *own, bsi_placing *placing, int64_t *value)
{
    *value = 0;
    for (int i = 0; i < ATTACKERS; i++) {
        for (int32_t game = 0; game < attackers[i].games; game++) {
            int64_t shots;
            bship_status status = play(own, own->ais[i], placing, &shots);
            if (status)
                return status;
            *value += attackers[i].weight * shots;
        }
    }
    return BSHIP_OK;
}

/*
 * Lets the attackers compute what they keep from game to game. It counts for no layout: the work
 * limit ends a comparison at the same place whatever was drawn before.
 */
static bship_status prepare_attackers(tilt *own, const bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    bsi_work_budget free_of_charge = *budget;
    bship_cell cell;
    if (own->is_prepared)
        return BSHIP_OK;
    free_of_charge.done = 0;
    free_of_charge.limit = INT64_MAX;
    bship_chart_reset(own->chart);
    for (int i = 0; i < ATTACKERS && !status; i++)
        status = aim(own->ais[i], own->chart, &free_of_charge, &cell);
    own->is_prepared = !status;
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

/* Turns and mirrors every ship of the founder at random; returns whether the layout is legal. */
static bool turn_ships(const tilt *own, bsi_layout *layout, bship_rng *rng)
{
    const bship_rules *rules = layout->rules;
    uint32_t symmetries = rules->width == rules->height ? BSI_SYMMETRIES : BSI_SYMMETRIES / 2;
    bsi_layout_clear(layout);
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        int32_t length = rules->fleet->ships[i].length;
        uint8_t element = (uint8_t)bsi_rng_below(rng, symmetries);
        bsi_placement image = bsi_symmetry_image(rules, element, length, own->founder[i]);
        if (bsi_layout_check(layout, length, image))
            return false;
        bsi_layout_place(layout, i, image);
    }
    return true;
}

/* Draws a member of the founder's family: OK, WORK_LIMIT or CANCELLED. */
static bship_status draw_member(const tilt *own, bsi_placing *placing)
{
    bool is_legal = false;
    for (int i = 0; i < MEMBER_TRIES && !is_legal; i++) {
        bship_status status = bsi_placing_charge(placing);
        if (status)
            return status;
        is_legal = turn_ships(own, &placing->board->layout, placing->rng);
    }
    if (!is_legal)
        place(placing->board, own->founder);
    return BSHIP_OK;
}

/* Draws a candidate on the board; a family of one has only its founder. */
static bship_status draw_candidate(tilt *own, bsi_placing *placing, int number, int family)
{
    const bship_rules *rules = placing->board->rules;
    size_t ships = (size_t)rules->fleet->count;
    bship_status status = BSHIP_OK;
    if (number % family == 0) {
        status = bsi_placing_draw_uniform(placing);
        if (!status)
            memcpy(own->founder, placing->board->layout.placements, ships * sizeof *own->founder);
    }
    if (!status && family > 1)
        status = draw_member(own, placing);
    if (!status)
        memcpy(own->placements + (size_t)number * ships, placing->board->layout.placements,
               ships * sizeof *own->placements);
    return status;
}

/* Draws one of the first `count` candidates, at least 1, by the exponential of its value. */
static int pick(tilt *own, int count, double strength, bship_rng *rng)
{
    int64_t most = own->values[0];
    for (int i = 1; i < count; i++)
        most = own->values[i] > most ? own->values[i] : most;
    uint64_t sum = 0;
    for (int i = 0; i < count; i++) {
        own->weights[i] = bsi_exp_minus(strength * (double)(most - own->values[i]) / VALUE_UNIT);
        sum += own->weights[i];
    }
    uint64_t drawn = bship_rng_below(rng, sum);
    int chosen = 0;
    for (; drawn >= own->weights[chosen]; chosen++)
        drawn -= own->weights[chosen];
    return chosen;
}

/* Draws candidates in families of that size. At the work limit those that are valued must do. */
static bship_status tilt_draw(bsi_placing *placing, int family)
{
    tilt *own = placing->state;
    int drawn = 0, valued = 0;
    bship_status status = prepare_attackers(own, placing->budget);
    placing->method = BSHIP_DRAW_METHOD_STYLE;
    while (!status && valued < CANDIDATES) {
        status = draw_candidate(own, placing, drawn, family);
        drawn += !status;
        if (!status)
            status = value_layout(own, placing, &own->values[valued]);
        valued += !status;
    }
    if (status && (status != BSHIP_ERROR_WORK_LIMIT || drawn == 0))
        return status;
    if (valued < 2 && placing->method == BSHIP_DRAW_METHOD_STYLE)
        placing->method = BSHIP_DRAW_METHOD_UNIFORM;
    int chosen = valued < 2 ? 0 : pick(own, valued, placing->strength, placing->rng);
    place(placing->board,
          own->placements + (size_t)chosen * (size_t)placing->board->rules->fleet->count);
    return BSHIP_OK;
}

/* ---- the styles ---- */

static bship_status hard_draw(const bsi_placing_style *style, bsi_placing *placing)
{
    (void)style;
    return tilt_draw(placing, 1);
}

static bship_status balanced_draw(const bsi_placing_style *style, bsi_placing *placing)
{
    (void)style;
    return tilt_draw(placing, CANDIDATES / FAMILIES);
}

const bsi_placing_style bsi_placing_hard = {
    .name = "hard",
    .text = "layouts that cost strong attackers the most shots",
    .strength = 1,
    .open = tilt_open,
    .close = tilt_close,
    .draw = hard_draw,
};

const bsi_placing_style bsi_placing_balanced = {
    .name = "balanced",
    .text = "hard layouts, mixed so that an opponent learns little from them",
    .strength = 1,
    .open = tilt_open,
    .close = tilt_close,
    .draw = balanced_draw,
};
