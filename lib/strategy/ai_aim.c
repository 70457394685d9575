/* AIs: observing a chart, and aiming; see ai.h. */
#include <math.h>
#include <stdbool.h>
#include <string.h>

#include "base/array.h"
#include "base/compiler.h"
#include "base/versioned.h"
#include "strategy/ai.h"

/* ---- observing the chart ---- */

/* The steps charged for observing a shot, or a cell of a sunk ship. */
enum {
    STEPS_A_SHOT = 32
};

/* An AI has a random stream for the start, number 0, and two for each length of the log. */
static inline uint64_t aim_stream(uint32_t shots)
{
    return 2 * (uint64_t)shots + 1;
}

static inline uint64_t hit_stream(uint32_t shot)
{
    return 2 * ((uint64_t)shot + 1);
}

static bship_status start_over(bship_ai *ai, bsi_work_budget *budget)
{
    const bship_rules *rules = ai->rules;
    uint32_t count = rules->free_count;
    memcpy(ai->unknown.items, rules->free_cells, count * sizeof *ai->unknown.items);
    memcpy(ai->unknown.where, rules->free_index, rules->positions * sizeof *ai->unknown.where);
    ai->unknown.count = count;
    ai->turns = 0;
    ai->sinkings = 0;
    ai->hash = BSI_EMPTY_LOG;
    bship_status status = bsi_work_charge(budget, 2 * (int64_t)count);
    bsi_draws draws = bsi_draws_start(ai->rng_key, 0);
    if (!status && ai->strategy->start)
        status = ai->strategy->start(ai->state, rules, &draws, budget);
    ai->tie_order = bsi_tie_order_draw(rules, &draws);
    return status;
}

static inline void cell_known(bship_ai *ai, uint32_t position)
{
    bsi_cell_set_take(&ai->unknown, position);
    if (ai->strategy->known)
        ai->strategy->known(ai->state, ai->rules, position);
}

static void cell_hit(bship_ai *ai, uint32_t position, uint32_t shot)
{
    if (!ai->strategy->hit)
        return;
    bsi_draws draws = bsi_draws_start(ai->rng_key, hit_stream(shot));
    ai->strategy->hit(ai->state, ai->rules, &ai->unknown, position, &draws);
}

/* Observes the water that sinkings revealed; without contact every sinking is settled. */
static BSI_NOINLINE bship_status observe_sinkings(bship_ai *ai, const bship_chart *chart,
                                                  uint32_t end, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (;
         !status && ai->sinkings < chart->sinking_count && chart->sinkings[ai->sinkings].shot < end;
         ai->sinkings++) {
        const bsi_sinking *sinking = &chart->sinkings[ai->sinkings];
        status = bsi_work_charge(budget, STEPS_A_SHOT * (int64_t)sinking->length);
        uint32_t step = bsi_step(ai->rules, sinking->orientation);
        for (int32_t k = 0; k < sinking->length; k++) {
            for (uint32_t i = 0; i < 8; i++) {
                uint32_t neighbour =
                    bsi_neighbour(ai->rules, sinking->first + (uint32_t)k * step, i);
                if (bsi_cell_set_has(&ai->unknown, neighbour))
                    cell_known(ai, neighbour);
            }
        }
    }
    return status;
}

/* Observes a shot that is not a miss. */
static BSI_NOINLINE void observe_effect(bship_ai *ai, const bship_chart *chart, uint32_t number)
{
    const bsi_shot *shot = &chart->shots[number];
    if (shot->result == BSHIP_RESULT_WASTED)
        return;
    cell_known(ai, shot->position);
    cell_hit(ai, shot->position, number);
}

static inline void observe_shot(bship_ai *ai, const bship_chart *chart, uint32_t number)
{
    const bsi_shot *shot = &chart->shots[number];
    if (shot->result == BSHIP_RESULT_MISS)
        cell_known(ai, shot->position);
    else
        observe_effect(ai, chart, number);
}

/* The chart has deduced which shots of a salvo reported by a total are known to be hits. */
static BSI_NOINLINE bship_status observe_total(bship_ai *ai, const bship_chart *chart,
                                               uint32_t first, uint32_t end,
                                               bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (uint32_t i = first; !status && i < end; i++) {
        uint32_t position = chart->shots[i].position;
        status = bsi_work_charge(budget, STEPS_A_SHOT);
        if (!bsi_cell_set_has(&ai->unknown, position))
            continue;
        cell_known(ai, position);
        if (chart->hit_states[position] != BSHIP_HIT_STATE_NONE)
            cell_hit(ai, position, i);
    }
    return status;
}

static bship_status observe_turn(bship_ai *ai, const bship_chart *chart, uint32_t turn,
                                 bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    const bsi_turn *entry = &chart->turns[turn];
    uint32_t end = bsi_turn_end(chart, turn);
    if (entry->total >= 0)
        return observe_total(ai, chart, entry->first_shot, end, budget);
    for (uint32_t i = entry->first_shot; !status && i < end; i++) {
        status = bsi_work_charge(budget, STEPS_A_SHOT);
        observe_shot(ai, chart, i);
    }
    if (!status && bsi_reveals_water(ai->rules))
        status = observe_sinkings(ai, chart, end, budget);
    return status;
}

/* Whether the chart has one new turn of one shot, which is not a total and revealed no water. */
static inline bool is_one_shot_ahead(const bship_ai *ai, const bship_chart *chart)
{
    if (chart->turn_count != ai->turns + 1)
        return false;
    const bsi_turn *last = &chart->turns[ai->turns];
    if (last->before != ai->hash || last->first_shot + 1 != chart->shot_count)
        return false;
    return !bsi_rules_have(ai->rules, BSI_REPORTS_TOTALS | BSI_REVEALS_WATER) ||
           (last->total < 0 && ai->sinkings == chart->sinking_count);
}

static BSI_NOINLINE bship_status observe_turns(bship_ai *ai, const bship_chart *chart,
                                               bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    if (ai->turns > chart->turn_count || bsi_chart_hash(chart, ai->turns) != ai->hash)
        status = start_over(ai, budget);
    while (!status && ai->turns < chart->turn_count)
        status = observe_turn(ai, chart, ai->turns++, budget);
    return status;
}

/* Updates the state to the chart, which is mostly one shot ahead or unchanged. */
static inline bship_status observe(bship_ai *ai, const bship_chart *chart, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    if (is_one_shot_ahead(ai, chart)) {
        observe_shot(ai, chart, chart->shot_count - 1);
        ai->turns++;
    } else {
        status = observe_turns(ai, chart, budget);
    }
    ai->hash = chart->hash;
    return status;
}

/* ---- aiming ---- */

/* Whether an AI and a chart have equal rules. */
static bool have_equal_rules(const bship_ai *ai, const bship_chart *chart)
{
    return ai->rules == chart->rules || bship_rules_equal(ai->rules, chart->rules);
}

static bship_status check_aim(const bship_ai *ai, const bship_chart *chart, size_t count)
{
    if (!have_equal_rules(ai, chart))
        return BSHIP_ERROR_RULES;
    if (chart->unknown_count == 0)
        return BSHIP_ERROR_NO_TARGET;
    return count < 1 || count > chart->unknown_count ? BSHIP_ERROR_COUNT : BSHIP_OK;
}

/*
 * Starts the random stream of this aim and, ahead of time, that of an aim after one more shot.
 * Everything in an aim depends on its first random number; computing it only then would stall the
 * processor.
 */
static inline void begin_draws(bship_ai *ai, uint32_t shots)
{
    bsi_draws *draws = &ai->draws[shots % 2];
    uint64_t counter = bsi_draws_counter(ai->rng_key, aim_stream(shots));
    if (draws->counter != counter)
        *draws = bsi_draws_at(counter);
    ai->view.draws = draws;
    ai->draws[(shots + 1) % 2] = bsi_draws_start(ai->rng_key, aim_stream(shots + 1));
}

/* Sets the options of the coming aims; zeroes are replaced by the options of the AI. */
static void set_options(bship_ai *ai, const bship_aim_options *options)
{
    bool keeps_limits = ai->strategy && ai->strategy->keeps_limits;
    const bship_aim_options *caller = options->progress ? options : &ai->defaults;
    int64_t limit = options->work_limit ? options->work_limit : ai->defaults.work_limit;
    ai->options = (bship_aim_options){ sizeof ai->options, limit, caller->progress, caller->user };
    ai->relay = (bsi_progress_relay){ caller->progress, caller->user, 0 };
    ai->budget = bsi_work_unlimited(bsi_relayed(&ai->relay), &ai->relay);
    ai->budget.is_finishing = &ai->is_finishing;
    if (limit && !keeps_limits)
        ai->budget.limit = limit;
    ai->view.work_limit = limit ? limit : BSHIP_AI_WORK_DEFAULT;
}

void bsi_ai_set_defaults(bship_ai *ai, const bship_ai_options *options)
{
    ai->defaults = (bship_aim_options)BSHIP_AIM_OPTIONS_INIT;
    ai->defaults.work_limit = options->work_limit;
    ai->defaults.progress = options->progress;
    ai->defaults.user = options->user;
    set_options(ai, &ai->defaults);
}

/* Reads the options of an aim (NULL: the defaults again, after an aim that had options). */
static BSI_NOINLINE bship_status read_options(bship_ai *ai, const bship_aim_options *given)
{
    bship_aim_options options = BSHIP_AIM_OPTIONS_INIT;
    bship_status status =
        bsi_versioned_read(&options, BSI_VERSIONED(bship_aim_options), given, NULL);
    if (!status && options.work_limit < 0)
        status = BSHIP_ERROR_RANGE;
    if (status)
        return status;
    set_options(ai, &options);
    ai->has_options = given != NULL;
    return BSHIP_OK;
}

static inline bship_status use_options(bship_ai *ai, const bship_aim_options *options)
{
    return options || ai->has_options ? read_options(ai, options) : BSHIP_OK;
}

/* Observes the chart. */
static inline bship_status begin_call(bship_ai *ai, const bship_chart *chart)
{
    ai->budget.done = ai->budget.unreported = 0;
    ai->relay.done = 0;
    ai->is_finishing = ai->is_any_cell = false;
    ai->status = observe(ai, chart, &ai->budget);
    begin_draws(ai, chart->shot_count);
    ai->view.chart = chart;
    return ai->status;
}

/* Observes the chart and prepares the strategy for `count` aims. */
static inline bship_status begin_aim(bship_ai *ai, const bship_chart *chart, size_t count)
{
    if (!begin_call(ai, chart) && ai->strategy->prepare)
        ai->status = ai->strategy->prepare(ai->state, &ai->view, count);
    return ai->status;
}

/* After a failure or an early end the strategy's state is possibly half updated. */
static inline bship_status end_aim(bship_ai *ai)
{
    ai->is_described = !ai->status;
    if (ai->status || ai->is_finishing)
        ai->hash = 0;
    return ai->status;
}

/* Whether the aim was stopped, but only to finish early. */
static bool is_stopped_early(const bship_ai *ai)
{
    return ai->is_finishing &&
           (ai->status == BSHIP_ERROR_CANCELLED || ai->status == BSHIP_ERROR_WORK_LIMIT);
}

/* Counts the unknown cells that are not chosen, up to cell number `stop`; `*position` becomes the
 * last one counted. */
static uint32_t count_cells_left(const bship_ai *ai, const bship_chart *chart, uint32_t stop,
                                 uint32_t *position)
{
    uint32_t count = 0;
    for (uint32_t i = 0; i < ai->rules->free_count; i++) {
        uint32_t at = ai->rules->free_cells[i];
        if (chart->states[at] != BSHIP_CHART_STATE_UNKNOWN || ai->is_chosen[at])
            continue;
        *position = at;
        if (count++ == stop)
            break;
    }
    return count;
}

/* Chooses random unknown cells, from number `chosen` on, for an aim that finishes early without an
 * analysis. Reads the chart, for the AI may not have observed all of it. */
static BSI_NOINLINE void choose_any(bship_ai *ai, const bship_chart *chart, bship_cell *cells,
                                    size_t chosen, size_t count)
{
    bship_rng rng;
    uint32_t position = 0, left = count_cells_left(ai, chart, UINT32_MAX, &position);
    bsi_rng_start(&rng, ai->rng_key, aim_stream(chart->shot_count));
    for (; chosen < count; chosen++) {
        count_cells_left(ai, chart, bsi_rng_below(&rng, left--), &position);
        cells[chosen] = bsi_cell(ai->rules, position);
        ai->is_chosen[position] = 1;
    }
    ai->status = BSHIP_OK;
}

/* Chooses the cells of a salvo one by one; returns how many before the budget stopped it. */
static size_t choose_cells(bship_ai *ai, bship_cell *cells, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        uint32_t position = ai->strategy->aim(ai->state, &ai->view);
        if (ai->status)
            return i;
        cells[i] = bsi_cell(ai->rules, position);
        ai->is_chosen[position] = 1;
        ai->view.chosen_count++;
    }
    return count;
}

static bship_status aim_built_in(bship_ai *ai, const bship_chart *chart, bship_cell *cells,
                                 size_t count)
{
    size_t chosen = 0;
    if (!begin_aim(ai, chart, count))
        chosen = choose_cells(ai, ai->proposed, count);
    if (is_stopped_early(ai)) {
        ai->is_any_cell = chosen == 0;
        choose_any(ai, chart, ai->proposed, chosen, count);
        chosen = count;
    }
    for (size_t i = 0; i < chosen; i++)
        ai->is_chosen[bsi_position(ai->rules, ai->proposed[i])] = 0;
    ai->view.chosen_count = 0;
    if (chosen == count)
        memcpy(cells, ai->proposed, count * sizeof *cells);
    return end_aim(ai);
}

/* Whether a custom strategy chose distinct cells that can be fired at. */
static bool cells_are_legal(bship_ai *ai, const bship_chart *chart, const bship_cell *cells,
                            size_t count)
{
    size_t legal = 0;
    for (; legal < count; legal++) {
        if (bship_chart_check_fire(chart, cells[legal]))
            break;
        uint8_t *is_chosen = &ai->is_chosen[bsi_position(ai->rules, cells[legal])];
        if (*is_chosen)
            break;
        *is_chosen = 1;
    }
    for (size_t i = 0; i < legal; i++)
        ai->is_chosen[bsi_position(ai->rules, cells[i])] = 0;
    return legal == count;
}

static bship_status aim_custom(bship_ai *ai, const bship_chart *chart, bship_cell *cells,
                               size_t count)
{
    for (size_t i = 0; i < count; i++)
        ai->proposed[i] = (bship_cell){ -1, -1 };
    bship_rng rng;
    bsi_rng_start(&rng, ai->rng_key, aim_stream(chart->shot_count));
    bship_status status = bsi_ai_status(ai->callbacks.aim(ai->custom_state, chart, &ai->options,
                                                          ai->proposed, count, &rng, ai->user));
    if (!status && !cells_are_legal(ai, chart, ai->proposed, count))
        status = BSHIP_ERROR_STRATEGY;
    if (!status)
        memcpy(cells, ai->proposed, count * sizeof *cells);
    return status;
}

bship_status bship_ai_aim_salvo(bship_ai *ai, const bship_chart *chart,
                                const bship_aim_options *options, bship_cell *cells, size_t count)
{
    if (!ai || !chart || !cells)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = check_aim(ai, chart, count);
    if (!status)
        status = use_options(ai, options);
    if (status)
        return status;
    if (!ai->strategy)
        return aim_custom(ai, chart, cells, count);
    return aim_built_in(ai, chart, cells, count);
}

/* As bship_ai_aim_salvo(), without loops: simulations spend their time here. */
bship_status bship_ai_aim(bship_ai *ai, const bship_chart *chart, const bship_aim_options *options,
                          bship_cell *out)
{
    if (!ai || !chart || !out)
        return BSHIP_ERROR_ARGUMENT;
    if (!ai->strategy)
        return bship_ai_aim_salvo(ai, chart, options, out, 1);
    bship_status status = check_aim(ai, chart, 1);
    if (!status)
        status = use_options(ai, options);
    if (status)
        return status;
    if (!begin_aim(ai, chart, 1)) {
        uint32_t position = ai->strategy->aim(ai->state, &ai->view);
        if (!ai->status)
            *out = bsi_cell(ai->rules, position);
    }
    if (is_stopped_early(ai)) {
        ai->is_any_cell = true;
        choose_any(ai, chart, ai->proposed, 0, 1);
        *out = ai->proposed[0];
        ai->is_chosen[bsi_position(ai->rules, *out)] = 0;
    }
    return end_aim(ai);
}

/* ---- scores ---- */

/* Checks a call for scores and prepares the strategy. After a failure, end_aim() was called. */
static bship_status begin_scores(bship_ai *ai, const bship_chart *chart,
                                 const bship_aim_options *options, bool is_supported)
{
    if (!have_equal_rules(ai, chart))
        return BSHIP_ERROR_RULES;
    if (!is_supported)
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = use_options(ai, options);
    if (status)
        return status;
    if (begin_aim(ai, chart, 0) && ai->is_finishing && ai->status == BSHIP_ERROR_WORK_LIMIT)
        ai->status = BSHIP_ERROR_CANCELLED;
    return ai->status ? end_aim(ai) : BSHIP_OK;
}

bship_status bship_ai_scores(bship_ai *ai, const bship_chart *chart,
                             const bship_aim_options *options, double *grid, size_t capacity)
{
    capacity = bsi_room(grid, capacity);
    if (!ai || !chart)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = begin_scores(ai, chart, options, ai->strategy && ai->strategy->score);
    if (status)
        return status;
    const bship_rules *rules = ai->rules;
    size_t width = (size_t)rules->width, cells = width * (size_t)rules->height;
    for (size_t i = 0; i < cells && i < capacity; i++) {
        bship_cell cell = { (int32_t)(i % width), (int32_t)(i / width) };
        uint32_t position = bsi_position(rules, cell);
        bool is_unknown = bsi_cell_set_has(&ai->unknown, position);
        grid[i] = is_unknown ? ai->strategy->score(ai->state, position) : 0;
    }
    return end_aim(ai);
}

bship_posterior *bsi_ai_posterior(const bship_ai *ai)
{
    bool has_one = ai->strategy && ai->strategy->posterior;
    return has_one ? ai->strategy->posterior(ai->state) : NULL;
}

bship_status bship_ai_candidates(bship_ai *ai, const bship_chart *chart,
                                 const bship_aim_options *options, bship_ai_candidate *candidates,
                                 size_t capacity, size_t *count)
{
    capacity = bsi_room(candidates, capacity);
    if (!ai || !chart || !count)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = begin_scores(ai, chart, options, ai->strategy && ai->strategy->candidate);
    if (status)
        return status;
    bship_ai_candidate candidate = { .lookahead = BSHIP_LOOKAHEAD_NONE };
    size_t number = 0;
    for (; ai->strategy->candidate(ai->state, number, &candidate); number++) {
        if (number < capacity)
            candidates[number] = candidate;
    }
    *count = number;
    return end_aim(ai);
}

/* ---- evaluations ---- */

/* Whether cells of a chart can have values. */
static bool can_evaluate(const bship_ai *ai, const bship_chart *chart)
{
    return ai->strategy && ai->strategy->evaluate && !bsi_reports_totals(chart->rules) &&
           !bsi_chart_is_defeated(chart);
}

/* Whether a cell is unknown, and if not, why. */
static bship_status check_unknown(const bship_chart *chart, bship_cell cell)
{
    if (!bsi_on_board(chart->rules, cell))
        return BSHIP_ERROR_OFF_BOARD;
    return bsi_check_unknown(chart->states[bsi_position(chart->rules, cell)]);
}

/* Lists the cells that can be evaluated, each once, in `proposed`; the others get their statuses.
 * Returns how many they are. */
static size_t list_cells(bship_ai *ai, const bship_chart *chart, const bship_cell *cells,
                         size_t count, int32_t *statuses)
{
    size_t listed = 0;
    for (size_t i = 0; i < count; i++) {
        bship_status status = check_unknown(chart, cells[i]);
        uint32_t position = status ? 0 : bsi_position(ai->rules, cells[i]);
        if (!status && ai->is_chosen[position])
            status = BSHIP_ERROR_DUPLICATE;
        statuses[i] = (int32_t)status;
        if (status)
            continue;
        ai->is_chosen[position] = 1;
        ai->proposed[listed++] = cells[i];
    }
    for (size_t i = 0; i < listed; i++)
        ai->is_chosen[bsi_position(ai->rules, ai->proposed[i])] = 0;
    return listed;
}

/* Writes what was found of the cells; `status` is that of those for which the limits did not
 * suffice. */
static void write_candidates(const bship_ai *ai, const bship_cell *cells, size_t count,
                             bship_status status, bship_ai_candidate *candidates, int32_t *statuses)
{
    size_t number = 0;
    for (size_t i = 0; i < count; i++) {
        candidates[i] = (bship_ai_candidate){ .cell = cells[i],
                                              .lookahead = BSHIP_LOOKAHEAD_NONE,
                                              .expected_shots = (double)NAN,
                                              .standard_error = (double)NAN,
                                              .occupancy = (double)NAN };
        if (!statuses[i] && !ai->strategy->candidate(ai->state, number++, &candidates[i]))
            statuses[i] = (int32_t)status;
    }
}

bship_status bship_ai_evaluate(bship_ai *ai, const bship_chart *chart,
                               const bship_aim_options *options, const bship_cell *cells,
                               size_t count, bship_ai_candidate *candidates, int32_t *statuses)
{
    if (!ai || !chart || !cells || !candidates || !statuses)
        return BSHIP_ERROR_ARGUMENT;
    if (!have_equal_rules(ai, chart))
        return BSHIP_ERROR_RULES;
    if (!can_evaluate(ai, chart))
        return BSHIP_ERROR_UNSUPPORTED;
    bship_status status = use_options(ai, options);
    if (status)
        return status;
    if (!begin_call(ai, chart)) {
        size_t listed = list_cells(ai, chart, cells, count, statuses);
        if (listed > 0)
            ai->status = ai->strategy->evaluate(ai->state, &ai->view, ai->proposed, listed);
        if (!ai->status)
            write_candidates(ai, cells, count,
                             ai->is_finishing ? BSHIP_ERROR_CANCELLED : BSHIP_ERROR_WORK_LIMIT,
                             candidates, statuses);
    }
    return end_aim(ai);
}
