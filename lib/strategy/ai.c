/*
 * An AI: one strategy, kept in step with a chart.
 *
 * What the AI and its strategy remember is a cache of the chart's log up to
 * `turns`, which `hash` vouches for. Before every aim it is brought up to the
 * chart; if the chart is not the one it knows, all begins anew from an empty log.
 */
#include <string.h>

#include "base/compiler.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/sized.h"
#include "base/utf8.h"
#include "strategy/strategy.h"

struct bship_ai {
    bship_rules *rules;
    const bship_internal_strategy *strategy; /* NULL: the caller's own, by `callbacks` */
    bship_strategy_callbacks callbacks;
    void *user;
    void *custom_state;
    int32_t side;
    uint64_t rng_key;

    uint32_t turns;   /* of the log, how many are known */
    int32_t sinkings; /* of the chart's sinkings, how many are known */
    uint64_t hash;    /* of these turns; 0: nothing is known, not even that the log is empty */
    bship_internal_cell_set untried;
    uint8_t *chosen;   /* by position; all 0 between calls */
    bship_cell *given; /* room for what a caller's strategy chooses, before it is checked */
    void *state;       /* of the strategy */

    size_t block_size;
    max_align_t block[]; /* all of the arrays above, and the strategy's state */
};

/* ---- making and freeing ---- */

void bship_ai_options_init(bship_ai_options *options, size_t size)
{
    static const bship_ai_options defaults = BSHIP_AI_OPTIONS_INIT;
    bship_internal_sized_init(options, size, &defaults, sizeof defaults);
}

void bship_strategy_callbacks_init(bship_strategy_callbacks *callbacks, size_t size)
{
    static const bship_strategy_callbacks none = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_internal_sized_init(callbacks, size, &none, sizeof none);
}

void bship_ai_info_init(bship_ai_info *info, size_t size)
{
    static const bship_ai_info empty = BSHIP_AI_INFO_INIT;
    bship_internal_sized_init(info, size, &empty, sizeof empty);
}

static bship_status options_read(bship_ai_options *options, const bship_ai_options *given,
                                 bship_error *error)
{
    bship_status status = bship_internal_sized_read(options, sizeof *options, given);
    if (status)
        return bship_internal_fail_plain(error, status);
    if (options->side != BSHIP_SIDE_A && options->side != BSHIP_SIDE_B)
        return bship_internal_fail(error, BSHIP_ERROR_ARGUMENT, -1, "an AI plays side a or b");
    if (options->work_limit < 0)
        return bship_internal_fail(error, BSHIP_ERROR_RANGE, -1, "a work limit is not negative");
    return BSHIP_OK;
}

/* Hands out the block; with a block of NULL it only measures. */
static void lay_out(bship_ai *ai, bship_internal_arena *arena)
{
    const bship_internal_strategy *strategy = ai->strategy;
    ai->chosen = bship_internal_arena_take(arena, ai->rules->positions, sizeof *ai->chosen);
    if (!strategy) {
        ai->given = bship_internal_arena_take(arena, ai->rules->free_count, sizeof *ai->given);
        return;
    }
    max_align_t dummy[BSHIP_INTERNAL_STATE_MAX / sizeof(max_align_t)];
    ai->untried = bship_internal_arena_set(arena, ai->rules);
    ai->state = bship_internal_arena_take(arena, strategy->state_size, 1);
    if (strategy->layout)
        strategy->layout(arena->block ? ai->state : dummy, ai->rules, arena);
}

/* An AI of a strategy (NULL: the caller's own), without a seed yet and not opened. */
static bship_ai *ai_alloc(bship_rules *rules, const bship_internal_strategy *strategy)
{
    bship_ai measured = { .rules = rules, .strategy = strategy };
    bship_internal_arena arena = { NULL, 0 };
    lay_out(&measured, &arena);
    size_t size = sizeof measured + arena.used;
    bship_ai *ai = bship_internal_alloc(&rules->allocator, size, 1);
    if (!ai)
        return NULL;
    ai->rules = bship_rules_ref(rules);
    ai->strategy = strategy;
    ai->block_size = size;
    arena = (bship_internal_arena){ (unsigned char *)ai->block, 0 };
    lay_out(ai, &arena);
    return ai;
}

static void ai_release(bship_ai *ai)
{
    bship_rules *rules = ai->rules;
    bship_internal_free(&rules->allocator, ai, ai->block_size, 1);
    bship_rules_unref(rules);
}

static bship_status find_strategy(const char *name, int32_t level, int32_t *out, bship_error *error)
{
    if (name && level != BSHIP_LEVEL_NONE)
        return bship_internal_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                                   "both a strategy and a level are given");
    *out = name ? bship_strategy_find(name) : bship_level_strategy(level);
    char quote[BSHIP_INTERNAL_QUOTE_SIZE];
    if (*out >= 0)
        return BSHIP_OK;
    if (name)
        return bship_internal_fail(error, BSHIP_ERROR_NAME, -1, "no strategy is called '%s'",
                                   bship_internal_quote(quote, name));
    return bship_internal_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                               "neither a strategy nor a known level is given");
}

static void start_seed(bship_ai *ai, uint64_t seed)
{
    int32_t purpose = ai->side == BSHIP_SIDE_A ? BSHIP_RNG_AI_A : BSHIP_RNG_AI_B;
    ai->rng_key = bship_internal_rng_key(seed, purpose);
    ai->turns = 0;
    ai->hash = 0;
}

bship_status bship_ai_new(bship_ai **out, bship_rules *rules, const char *strategy,
                          const bship_ai_options *given, bship_error *error)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    int32_t number = -1;
    if (!out || !rules)
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = options_read(&options, given, error);
    if (!status)
        status = find_strategy(strategy, options.level, &number, error);
    if (status)
        return status;
    const bship_internal_strategy *row = bship_internal_strategy_at(number);
    if (bship_internal_tells_totals(rules) && !row->plays_totals)
        return bship_internal_fail(error, BSHIP_ERROR_UNSUPPORTED, -1,
                                   "%s does not play with salvo-report total", row->name);
    bship_ai *ai = ai_alloc(rules, row);
    if (!ai)
        return bship_internal_fail_plain(error, BSHIP_ERROR_MEMORY);
    if (row->open)
        status = row->open(ai->state, rules, &options);
    if (status) {
        ai_release(ai);
        return bship_internal_fail_plain(error, status);
    }
    ai->side = options.side;
    start_seed(ai, options.seed);
    *out = ai;
    return BSHIP_OK;
}

/* What a callback answered, as far as it is a status. */
static bship_status callback_status(bship_status status)
{
    int known = bship_status_name(status) != bship_status_name(BSHIP_ERROR_UNKNOWN);
    return known ? status : BSHIP_ERROR_STRATEGY;
}

bship_status bship_ai_new_custom(bship_ai **out, bship_rules *rules,
                                 const bship_strategy_callbacks *given, void *user,
                                 const bship_ai_options *given_options, bship_error *error)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    if (!out || !rules || !given)
        return bship_internal_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = options_read(&options, given_options, error);
    if (status)
        return status;
    status = bship_internal_sized_read(&callbacks, sizeof callbacks, given);
    if (!status && (!callbacks.aim || options.level != BSHIP_LEVEL_NONE))
        status = BSHIP_ERROR_ARGUMENT;
    if (status)
        return bship_internal_fail_plain(error, status);
    bship_ai *ai = ai_alloc(rules, NULL);
    if (!ai)
        return bship_internal_fail_plain(error, BSHIP_ERROR_MEMORY);
    /* The last step that can fail, so that what it made is never to be destroyed again. */
    if (callbacks.create)
        status = callback_status(callbacks.create(&ai->custom_state, rules, user));
    if (status) {
        ai_release(ai);
        return bship_internal_fail_plain(error, status);
    }
    ai->callbacks = callbacks;
    ai->user = user;
    ai->side = options.side;
    bship_ai_reset(ai, options.seed);
    *out = ai;
    return BSHIP_OK;
}

void bship_ai_free(bship_ai *ai)
{
    if (!ai)
        return;
    if (ai->callbacks.destroy)
        ai->callbacks.destroy(ai->custom_state, ai->user);
    if (ai->strategy && ai->strategy->close)
        ai->strategy->close(ai->state);
    ai_release(ai);
}

bship_rules *bship_ai_rules(const bship_ai *ai)
{
    return ai->rules;
}

const char *bship_ai_strategy(const bship_ai *ai)
{
    return ai->strategy ? ai->strategy->name : "custom";
}

void bship_ai_reset(bship_ai *ai, uint64_t seed)
{
    start_seed(ai, seed);
    if (ai->callbacks.reset)
        ai->callbacks.reset(ai->custom_state, seed, ai->user);
}

void bship_internal_ai_reset(bship_ai *ai, uint64_t seed, int32_t side)
{
    ai->side = side;
    bship_ai_reset(ai, seed);
}

/* ---- in step with the chart ---- */

/* The streams of an AI have numbers: 0 to begin with, then two for each length of the log. */
static inline uint64_t aim_stream(uint32_t shots)
{
    return 2 * (uint64_t)shots + 1;
}

static inline uint64_t hit_stream(uint32_t shot)
{
    return 2 * ((uint64_t)shot + 1);
}

static void forget_all(bship_ai *ai)
{
    const bship_rules *rules = ai->rules;
    uint32_t count = rules->free_count, *items = ai->untried.items, *where = ai->untried.where;
    memcpy(items, rules->free_cells, count * sizeof *items);
    for (uint32_t i = 0; i < count; i++)
        where[items[i]] = i + 1;
    ai->untried.count = count;
    ai->turns = 0;
    ai->sinkings = 0;
    ai->hash = BSHIP_INTERNAL_EMPTY_LOG;
    if (ai->strategy->start) {
        bship_internal_draws draws = bship_internal_draws_start(ai->rng_key, 0);
        ai->strategy->start(ai->state, rules, &draws);
    }
}

static inline void cell_gone(bship_ai *ai, uint32_t position)
{
    bship_internal_cell_set_take(&ai->untried, position);
    if (ai->strategy->gone)
        ai->strategy->gone(ai->state, ai->rules, position);
}

static BSHIP_NOINLINE void cell_hit(bship_ai *ai, uint32_t position, uint32_t shot)
{
    if (!ai->strategy->hit)
        return;
    bship_internal_draws draws = bship_internal_draws_start(ai->rng_key, hit_stream(shot));
    ai->strategy->hit(ai->state, ai->rules, &ai->untried, position, &draws);
}

/* The water that the sinkings of a turn revealed; without contact every wreck is settled. */
static BSHIP_NOINLINE void observe_sinkings(bship_ai *ai, const bship_chart *chart, uint32_t end)
{
    int reveals = bship_internal_axis(ai->rules, BSHIP_AXIS_REVEAL_WATER) == BSHIP_REVEAL_WATER_YES;
    for (; ai->sinkings < chart->sinking_count && chart->sinkings[ai->sinkings].shot < end;
         ai->sinkings++) {
        const bship_internal_sinking *wreck = &chart->sinkings[ai->sinkings];
        uint32_t step = bship_internal_step(ai->rules, wreck->orientation);
        for (int32_t k = 0; reveals && k < wreck->length; k++) {
            for (uint32_t i = 0; i < 8; i++) {
                uint32_t neighbour =
                    bship_internal_neighbour(ai->rules, wreck->first + (uint32_t)k * step, i);
                if (bship_internal_cell_set_has(&ai->untried, neighbour))
                    cell_gone(ai, neighbour);
            }
        }
    }
}

static inline void observe_shot(bship_ai *ai, const bship_chart *chart, uint32_t number)
{
    const bship_internal_shot *shot = &chart->shots[number];
    if (shot->answer == BSHIP_ANSWER_WASTED)
        return;
    cell_gone(ai, shot->position);
    if (shot->answer != BSHIP_ANSWER_MISS)
        cell_hit(ai, shot->position, number);
}

/* A total tells which cells were hit only if all of those it tells of were. */
static BSHIP_NOINLINE void observe_total(bship_ai *ai, const bship_chart *chart, uint32_t first,
                                         uint32_t end, int32_t hits)
{
    int32_t told = 0;
    for (uint32_t i = first; i < end; i++)
        told += bship_internal_cell_set_has(&ai->untried, chart->shots[i].position);
    for (uint32_t i = first; i < end; i++) {
        uint32_t position = chart->shots[i].position;
        if (!bship_internal_cell_set_has(&ai->untried, position))
            continue;
        cell_gone(ai, position);
        if (hits == told)
            cell_hit(ai, position, i);
    }
}

static void observe_turn(bship_ai *ai, const bship_chart *chart, uint32_t turn)
{
    const bship_internal_turn *entry = &chart->turns[turn];
    uint32_t end = bship_internal_turn_end(chart, turn);
    if (entry->total >= 0) {
        size_t row = (size_t)entry->total * bship_internal_total_width(chart);
        observe_total(ai, chart, entry->first_shot, end, chart->totals[row]);
        return;
    }
    for (uint32_t i = entry->first_shot; i < end; i++)
        observe_shot(ai, chart, i);
    if (ai->sinkings < chart->sinking_count)
        observe_sinkings(ai, chart, end);
}

/* Whether the chart is what is known and one turn of one shot more, which sank nothing. */
static inline int is_one_shot_on(const bship_ai *ai, const bship_chart *chart)
{
    if (chart->turn_count != ai->turns + 1 || ai->sinkings != chart->sinking_count)
        return 0;
    const bship_internal_turn *last = &chart->turns[ai->turns];
    return last->before == ai->hash && last->total < 0 && last->first_shot + 1 == chart->shot_count;
}

static BSHIP_NOINLINE void catch_up_with_turns(bship_ai *ai, const bship_chart *chart)
{
    if (ai->turns > chart->turn_count || bship_internal_chart_hash(chart, ai->turns) != ai->hash)
        forget_all(ai);
    while (ai->turns < chart->turn_count)
        observe_turn(ai, chart, ai->turns++);
}

/* Nearly always the chart is one shot on, or has not changed. */
static inline void catch_up(bship_ai *ai, const bship_chart *chart)
{
    if (is_one_shot_on(ai, chart)) {
        observe_shot(ai, chart, chart->shot_count - 1);
        ai->turns++;
    } else {
        catch_up_with_turns(ai, chart);
    }
    ai->hash = chart->hash;
}

/* ---- aiming ---- */

static bship_status check_aim(const bship_ai *ai, const bship_chart *chart, size_t count)
{
    if (ai->rules != chart->rules && !bship_rules_equal(ai->rules, chart->rules))
        return BSHIP_ERROR_RULES;
    if (chart->untried == 0)
        return BSHIP_ERROR_NO_TARGET;
    return count < 1 || count > chart->untried ? BSHIP_ERROR_SHOT_COUNT : BSHIP_OK;
}

/* Catches up and sets out what the strategy sees. */
static inline bship_internal_view begin_aim(bship_ai *ai, const bship_chart *chart,
                                            bship_internal_draws *draws)
{
    catch_up(ai, chart);
    *draws = bship_internal_draws_start(ai->rng_key, aim_stream(chart->shot_count));
    return (bship_internal_view){ ai->rules, chart, &ai->untried, ai->chosen, 0, draws };
}

static inline bship_status prepare(bship_ai *ai, const bship_chart *chart, size_t count)
{
    return ai->strategy->prepare ? ai->strategy->prepare(ai->state, chart, count) : BSHIP_OK;
}

static bship_status aim_own(bship_ai *ai, const bship_chart *chart, size_t count, bship_cell *cells)
{
    bship_internal_draws draws;
    bship_internal_view view = begin_aim(ai, chart, &draws);
    bship_status status = prepare(ai, chart, count);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        uint32_t position = ai->strategy->aim(ai->state, &view);
        cells[i] = bship_internal_cell(ai->rules, position);
        ai->chosen[position] = 1;
        view.chosen_count++;
    }
    for (size_t i = 0; i < count; i++)
        ai->chosen[bship_internal_position(ai->rules, cells[i])] = 0;
    return BSHIP_OK;
}

/* Whether a caller's strategy gave different cells that can be shot at. */
static int cells_are_legal(bship_ai *ai, const bship_chart *chart, const bship_cell *cells,
                           size_t count)
{
    size_t legal = 0;
    for (; legal < count; legal++) {
        if (bship_chart_can_shoot(chart, cells[legal]))
            break;
        uint8_t *chosen = &ai->chosen[bship_internal_position(ai->rules, cells[legal])];
        if (*chosen)
            break;
        *chosen = 1;
    }
    for (size_t i = 0; i < legal; i++)
        ai->chosen[bship_internal_position(ai->rules, cells[i])] = 0;
    return legal == count;
}

static bship_status aim_custom(bship_ai *ai, const bship_chart *chart, size_t count,
                               bship_cell *cells)
{
    for (size_t i = 0; i < count; i++)
        ai->given[i] = (bship_cell){ -1, -1 };
    bship_rng rng;
    bship_internal_rng_start(&rng, ai->rng_key, aim_stream(chart->shot_count));
    bship_status status = callback_status(
        ai->callbacks.aim(ai->custom_state, chart, count, ai->given, &rng, ai->user));
    if (!status && !cells_are_legal(ai, chart, ai->given, count))
        status = BSHIP_ERROR_STRATEGY;
    if (!status)
        memcpy(cells, ai->given, count * sizeof *cells);
    return status;
}

bship_status bship_ai_aim_salvo(bship_ai *ai, const bship_chart *chart, size_t count,
                                bship_cell *cells)
{
    if (!ai || !chart || !cells)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_aim(ai, chart, count);
    if (status)
        return status;
    if (!ai->strategy)
        return aim_custom(ai, chart, count, cells);
    return aim_own(ai, chart, count, cells);
}

/* What aim_salvo() does, without loops: this is where simulations spend their time. */
bship_status bship_ai_aim(bship_ai *ai, const bship_chart *chart, bship_cell *out)
{
    if (!ai || !chart || !out)
        return BSHIP_ERROR_ARGUMENT;
    if (!ai->strategy)
        return bship_ai_aim_salvo(ai, chart, 1, out);
    bship_status status = check_aim(ai, chart, 1);
    if (status)
        return status;
    bship_internal_draws draws;
    bship_internal_view view = begin_aim(ai, chart, &draws);
    status = prepare(ai, chart, 1);
    if (status)
        return status;
    *out = bship_internal_cell(ai->rules, ai->strategy->aim(ai->state, &view));
    return BSHIP_OK;
}

bship_status bship_ai_describe(const bship_ai *ai, bship_ai_info *out)
{
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    if (!ai)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bship_internal_sized_check(out, sizeof info);
    if (status)
        return status;
    /* What the strategy prepared before a reset is not of this AI any more. */
    if (!ai->strategy || !ai->strategy->describe || ai->hash == 0 ||
        !ai->strategy->describe(ai->state, &info))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_internal_sized_write(out, &info, sizeof info);
    return BSHIP_OK;
}

/* ---- laying the own fleet ---- */

static bship_status place_custom(bship_ai *ai, bship_board *board, bship_rng *rng)
{
    const bship_allocator *allocator = &ai->rules->allocator;
    size_t ships = (size_t)ai->rules->fleet->count;
    bship_placement *placements = bship_internal_alloc(allocator, ships, sizeof *placements);
    if (!placements)
        return BSHIP_ERROR_MEMORY;
    bship_status status = callback_status(
        ai->callbacks.place(ai->custom_state, ai->rules, ships, placements, rng, ai->user));
    if (!status) {
        status = bship_board_place_layout(board, placements, ships);
        if (status && status != BSHIP_ERROR_STARTED)
            status = BSHIP_ERROR_STRATEGY;
    }
    bship_internal_free(allocator, placements, ships, sizeof *placements);
    return status;
}

bship_status bship_ai_place(bship_ai *ai, bship_board *board, bship_rng *rng, int64_t work_limit,
                            int32_t *method)
{
    if (!ai || !board || !rng)
        return BSHIP_ERROR_ARGUMENT;
    if (work_limit < 0)
        return BSHIP_ERROR_RANGE;
    if (!bship_rules_equal(ai->rules, bship_board_rules(board)))
        return BSHIP_ERROR_RULES;
    if (!ai->callbacks.place)
        return bship_board_place_random(board, rng, work_limit, method);
    bship_status status = place_custom(ai, board, rng);
    if (!status && method)
        *method = 0;
    return status;
}
