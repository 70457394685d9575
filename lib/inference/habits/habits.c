/* Habits: creation, observing, and what has been learnt; see habits.h. */
#include "inference/habits/habits.h"

#include <inttypes.h>
#include <math.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/versioned.h"
#include "model/fault.h"

/* ---- creation ---- */

/* Rounds a number between 0.000001 and `most` to millionths; returns whether it is one. */
static bool to_millionths(double number, double most, int64_t *out)
{
    bool is_legal = number * BSI_MILLIONTHS >= 1 && number <= most;
    *out = is_legal ? (int64_t)llround(number * BSI_MILLIONTHS) : 0;
    return is_legal;
}

static bship_status read_half_life(const bship_habits_options *given, int64_t *out,
                                   bship_error *error)
{
    bship_habits_options options = BSHIP_HABITS_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_habits_options), given, error);
    if (status)
        return status;
    double half_life = options.half_life == 0 ? BSHIP_HABITS_HALF_LIFE_DEFAULT : options.half_life;
    if (half_life > 0 && isinf(half_life))
        *out = INT64_MAX;
    else if (!to_millionths(half_life, BSHIP_HABITS_HALF_LIFE_MAX, out))
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1,
                        "a half-life is 0.000001 to %d observations, or infinite",
                        BSHIP_HABITS_HALF_LIFE_MAX);
    return BSHIP_OK;
}

static void carve(bship_habits *habits, const bship_rules *rules, bsi_arena *arena)
{
    bsi_habits_layouts_carve(&habits->layouts, rules, arena);
    size_t ships = (size_t)rules->fleet->count;
    habits->by_ship = bsi_arena_take(arena, ships, sizeof *habits->by_ship);
    habits->placements = bsi_arena_take(arena, ships, sizeof *habits->placements);
}

static bship_habits *habits_alloc(const bship_rules *rules)
{
    bship_habits measured = { 0 };
    bsi_arena arena = { NULL, 0 };
    carve(&measured, rules, &arena);
    size_t size = sizeof measured + arena.used;
    bship_habits *habits = bsi_alloc(&rules->allocator, size, 1);
    if (!habits)
        return NULL;
    habits->rules = bship_rules_ref(rules);
    habits->block_size = size;
    arena = (bsi_arena){ (unsigned char *)habits->block, 0 };
    carve(habits, rules, &arena);
    return habits;
}

bship_status bsi_habits_make(bship_habits **out, const bship_rules *rules, int64_t half_life,
                             bship_error *error)
{
    int64_t placements = bship_rules_placement_count(rules);
    if (placements > BSHIP_HABITS_PLACEMENTS_MAX)
        return bsi_fail(error, BSHIP_ERROR_UNSUPPORTED, -1,
                        "habits are learnt for up to %d placements, and these rules have %" PRId64,
                        BSHIP_HABITS_PLACEMENTS_MAX, placements);
    bship_habits *habits = habits_alloc(rules);
    if (!habits)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    habits->half_life = half_life;
    habits->is_fitted = true;
    bship_status status = bship_board_new(&habits->board, rules, NULL, NULL);
    if (!status)
        status = bsi_habits_model_new(&habits->model, rules);
    if (status) {
        bship_habits_free(habits);
        return bsi_fail_plain(error, status);
    }
    *out = habits;
    return BSHIP_OK;
}

bship_status bship_habits_new(bship_habits **out, const bship_rules *rules,
                              const bship_habits_options *options, bship_error *error)
{
    int64_t half_life;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_half_life(options, &half_life, error);
    return status ? status : bsi_habits_make(out, rules, half_life, error);
}

void bship_habits_free(bship_habits *habits)
{
    if (!habits)
        return;
    bship_rules *rules = habits->rules;
    bsi_habits_model_free(habits->model);
    bship_board_free(habits->board);
    bsi_free(&rules->allocator, habits, habits->block_size, 1);
    bship_rules_unref(rules);
}

const bship_rules *bship_habits_rules(const bship_habits *habits)
{
    return habits->rules;
}

void bship_habits_set_progress(bship_habits *habits, bship_progress_callback progress, void *user)
{
    habits->progress = progress;
    habits->user = user;
}

void bship_habits_reset(bship_habits *habits)
{
    habits->layouts.count = 0;
    habits->is_fitted = false;
}

/* ---- observing ---- */

void bsi_habits_remember(bship_habits *habits, int64_t weight, int32_t age)
{
    const bship_rules *rules = habits->rules;
    bship_placement placement;
    if (bsi_board_is_empty(habits->board))
        return;
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        habits->by_ship[i] = -1;
        if (!bship_board_placement(habits->board, i, &placement))
            habits->by_ship[i] =
                bship_rules_placement_index(rules, placement) - rules->index_base[i];
    }
    bsi_habits_layouts_add(&habits->layouts, weight, age, habits->by_ship);
    habits->is_fitted = false;
}

bship_status bsi_habits_observe_board(bship_habits *habits, double weight, bship_error *error)
{
    int64_t millionths;
    if (!to_millionths(weight, BSHIP_HABITS_WEIGHT_MAX, &millionths))
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a weight is 0.000001 to %d",
                        BSHIP_HABITS_WEIGHT_MAX);
    if (!bsi_board_is_empty(habits->board))
        bsi_habits_layouts_age(&habits->layouts);
    bsi_habits_remember(habits, millionths, 0);
    return BSHIP_OK;
}

bship_status bship_habits_observe(bship_habits *habits, const bship_placement *placements,
                                  size_t count, double weight, bship_error *error)
{
    if (!habits || (!placements && count > 0))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_board *board = habits->board;
    bship_board_clear(board);
    for (size_t i = 0; i < count; i++) {
        bship_status status = bsi_board_add(board, placements[i]);
        if (status)
            return bsi_fail_placement(error, status, &board->layout, i, placements[i]);
    }
    return bsi_habits_observe_board(habits, weight, error);
}

/* The first ship of the length of a sinking, or of its name if that is disclosed, that is not on
 * the board; -1 if there is none. */
static int32_t ship_of(const bship_board *board, const bship_sinking *sinking)
{
    const bsi_ship *ships = board->rules->fleet->ships;
    int32_t i = bship_board_missing(board, 0);
    while (i >= 0 && (ships[i].length != sinking->length ||
                      (sinking->ship >= 0 && ships[i].first_of_name != sinking->ship)))
        i = bship_board_missing(board, i + 1);
    return i;
}

static bship_status place_sinking(bship_board *board, const bship_sinking *sinking)
{
    bship_placement placement = sinking->placement;
    if (!sinking->is_settled)
        return BSHIP_OK;
    placement.ship = ship_of(board, sinking);
    return bsi_board_add(board, placement) ? BSHIP_ERROR_CONTRADICTION : BSHIP_OK;
}

bship_status bship_habits_observe_chart(bship_habits *habits, const bship_chart *chart,
                                        double weight)
{
    if (!habits || !chart)
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(habits->rules, bship_chart_rules(chart)))
        return BSHIP_ERROR_RULES;
    bship_status status = BSHIP_OK;
    bship_board_clear(habits->board);
    for (int32_t i = 0; !status && i < bship_chart_sinkings(chart); i++) {
        bship_sinking sinking = BSHIP_SINKING_INIT;
        (void)bship_chart_sinking(chart, i, &sinking);
        status = place_sinking(habits->board, &sinking);
    }
    return status ? status : bsi_habits_observe_board(habits, weight, NULL);
}

bship_status bship_habits_merge(bship_habits *habits, const bship_habits *other)
{
    if (!habits || !other || habits == other)
        return BSHIP_ERROR_ARGUMENT;
    if (!bship_rules_equal(habits->rules, other->rules))
        return BSHIP_ERROR_RULES;
    bsi_habits_layouts_merge(&habits->layouts, &other->layouts);
    habits->is_fitted = false;
    return BSHIP_OK;
}

/* ---- what has been learnt ---- */

bship_status bsi_habits_fit(bship_habits *habits)
{
    if (habits->is_fitted)
        return BSHIP_OK;
    bsi_work_budget budget = bsi_work_unlimited(habits->progress, habits->user);
    bsi_habits_data data = bsi_habits_layouts_data(&habits->layouts, habits->half_life);
    bship_status status = bsi_habits_model_fit(habits->model, &data, &budget);
    habits->is_fitted = !status;
    return status;
}

bship_status bship_habits_describe(bship_habits *habits, bship_habits_info *out)
{
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    if (!habits)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_habits_info), NULL);
    if (!status)
        status = bsi_habits_fit(habits);
    if (status)
        return status;
    bsi_habits_belief belief = bsi_habits_model_belief(habits->model);
    const bsi_habits_layouts *layouts = &habits->layouts;
    info.observations = (int32_t)layouts->count;
    for (size_t i = 0; i < layouts->count; i++)
        info.complete += layouts->stamps[i].ships == habits->rules->fleet->count;
    info.effective = belief.effective;
    info.half_life = habits->half_life == INT64_MAX ? (double)INFINITY
                                                    : (double)habits->half_life / BSI_MILLIONTHS;
    info.probability = belief.habit;
    bsi_versioned_write(out, &info, sizeof info);
    return BSHIP_OK;
}
