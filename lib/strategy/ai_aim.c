/* AIs: observing a chart, and aiming; see ai.h. */
#include <stdbool.h>
#include <string.h>

#include "base/compiler.h"
#include "strategy/ai.h"

/* ---- observing the chart ---- */

/* The random streams of an AI: 0 for the start, then two for each length of the log. */
static inline uint64_t aim_stream(uint32_t shots)
{
    return 2 * (uint64_t)shots + 1;
}

static inline uint64_t hit_stream(uint32_t shot)
{
    return 2 * ((uint64_t)shot + 1);
}

static void start_over(bship_ai *ai)
{
    const bship_rules *rules = ai->rules;
    uint32_t count = rules->free_count, *items = ai->unknown.items, *where = ai->unknown.where;
    memcpy(items, rules->free_cells, count * sizeof *items);
    for (uint32_t i = 0; i < count; i++)
        where[items[i]] = i + 1;
    ai->unknown.count = count;
    ai->turns = 0;
    ai->sinkings = 0;
    ai->hash = BSI_EMPTY_LOG;
    if (ai->strategy->start) {
        bsi_draws draws = bsi_draws_start(ai->rng_key, 0);
        ai->strategy->start(ai->state, rules, &draws);
    }
}

static inline void cell_known(bship_ai *ai, uint32_t position)
{
    bsi_cell_set_take(&ai->unknown, position);
    if (ai->strategy->known)
        ai->strategy->known(ai->state, ai->rules, position);
}

static BSI_NOINLINE void cell_hit(bship_ai *ai, uint32_t position, uint32_t shot)
{
    if (!ai->strategy->hit)
        return;
    bsi_draws draws = bsi_draws_start(ai->rng_key, hit_stream(shot));
    ai->strategy->hit(ai->state, ai->rules, &ai->unknown, position, &draws);
}

/* Observes the water that sinkings revealed; without contact every sinking is settled. */
static BSI_NOINLINE void observe_sinkings(bship_ai *ai, const bship_chart *chart, uint32_t end)
{
    bool reveals = bsi_reveals_water(ai->rules);
    for (; ai->sinkings < chart->sinking_count && chart->sinkings[ai->sinkings].shot < end;
         ai->sinkings++) {
        const bsi_sinking *sinking = &chart->sinkings[ai->sinkings];
        uint32_t step = bsi_step(ai->rules, sinking->orientation);
        for (int32_t k = 0; reveals && k < sinking->length; k++) {
            for (uint32_t i = 0; i < 8; i++) {
                uint32_t neighbour =
                    bsi_neighbour(ai->rules, sinking->first + (uint32_t)k * step, i);
                if (bsi_cell_set_has(&ai->unknown, neighbour))
                    cell_known(ai, neighbour);
            }
        }
    }
}

static inline void observe_shot(bship_ai *ai, const bship_chart *chart, uint32_t number)
{
    const bsi_shot *shot = &chart->shots[number];
    if (shot->result == BSHIP_RESULT_WASTED)
        return;
    cell_known(ai, shot->position);
    if (shot->result != BSHIP_RESULT_MISS)
        cell_hit(ai, shot->position, number);
}

/* The chart has deduced which shots of a salvo reported by a total are known to be hits. */
static BSI_NOINLINE void observe_total(bship_ai *ai, const bship_chart *chart, uint32_t first,
                                       uint32_t end)
{
    for (uint32_t i = first; i < end; i++) {
        uint32_t position = chart->shots[i].position;
        if (!bsi_cell_set_has(&ai->unknown, position))
            continue;
        cell_known(ai, position);
        if (chart->hit_states[position] != BSHIP_HIT_NONE)
            cell_hit(ai, position, i);
    }
}

static void observe_turn(bship_ai *ai, const bship_chart *chart, uint32_t turn)
{
    const bsi_turn *entry = &chart->turns[turn];
    uint32_t end = bsi_turn_end(chart, turn);
    if (entry->total >= 0) {
        observe_total(ai, chart, entry->first_shot, end);
        return;
    }
    for (uint32_t i = entry->first_shot; i < end; i++)
        observe_shot(ai, chart, i);
    if (ai->sinkings < chart->sinking_count)
        observe_sinkings(ai, chart, end);
}

/* Whether the chart has one new turn of one shot, which sank nothing. */
static inline bool is_one_shot_ahead(const bship_ai *ai, const bship_chart *chart)
{
    if (chart->turn_count != ai->turns + 1 || ai->sinkings != chart->sinking_count)
        return false;
    const bsi_turn *last = &chart->turns[ai->turns];
    return last->before == ai->hash && last->total < 0 && last->first_shot + 1 == chart->shot_count;
}

static BSI_NOINLINE void observe_turns(bship_ai *ai, const bship_chart *chart)
{
    if (ai->turns > chart->turn_count || bsi_chart_hash(chart, ai->turns) != ai->hash)
        start_over(ai);
    while (ai->turns < chart->turn_count)
        observe_turn(ai, chart, ai->turns++);
}

/* Updates the state to the chart, which is mostly one shot ahead or unchanged. */
static inline void observe(bship_ai *ai, const bship_chart *chart)
{
    if (is_one_shot_ahead(ai, chart)) {
        observe_shot(ai, chart, chart->shot_count - 1);
        ai->turns++;
    } else {
        observe_turns(ai, chart);
    }
    ai->hash = chart->hash;
}

/* ---- aiming ---- */

static bship_status check_aim(const bship_ai *ai, const bship_chart *chart, size_t count)
{
    if (ai->rules != chart->rules && !bship_rules_equal(ai->rules, chart->rules))
        return BSHIP_ERROR_RULES;
    if (chart->unknown_count == 0)
        return BSHIP_ERROR_NO_TARGET;
    return count < 1 || count > chart->unknown_count ? BSHIP_ERROR_SHOT_COUNT : BSHIP_OK;
}

/* Observes the chart, and returns the strategy's view of it. */
static inline bsi_view begin_aim(bship_ai *ai, const bship_chart *chart, bsi_draws *draws)
{
    observe(ai, chart);
    *draws = bsi_draws_start(ai->rng_key, aim_stream(chart->shot_count));
    return (bsi_view){ ai->rules, chart, &ai->unknown, ai->is_chosen, 0, draws };
}

static inline bship_status prepare(bship_ai *ai, const bship_chart *chart, size_t count)
{
    return ai->strategy->prepare ? ai->strategy->prepare(ai->state, chart, count) : BSHIP_OK;
}

static bship_status aim_own(bship_ai *ai, const bship_chart *chart, size_t count, bship_cell *cells)
{
    bsi_draws draws;
    bsi_view view = begin_aim(ai, chart, &draws);
    bship_status status = prepare(ai, chart, count);
    if (status)
        return status;
    for (size_t i = 0; i < count; i++) {
        uint32_t position = ai->strategy->aim(ai->state, &view);
        cells[i] = bsi_cell(ai->rules, position);
        ai->is_chosen[position] = 1;
        view.chosen_count++;
    }
    for (size_t i = 0; i < count; i++)
        ai->is_chosen[bsi_position(ai->rules, cells[i])] = 0;
    return BSHIP_OK;
}

/* Whether a custom strategy chose distinct cells that can be fired at. */
static bool cells_are_legal(bship_ai *ai, const bship_chart *chart, const bship_cell *cells,
                            size_t count)
{
    size_t legal = 0;
    for (; legal < count; legal++) {
        if (bship_chart_can_fire(chart, cells[legal]))
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

static bship_status aim_custom(bship_ai *ai, const bship_chart *chart, size_t count,
                               bship_cell *cells)
{
    for (size_t i = 0; i < count; i++)
        ai->proposed[i] = (bship_cell){ -1, -1 };
    bship_rng rng;
    bsi_rng_start(&rng, ai->rng_key, aim_stream(chart->shot_count));
    bship_status status = bsi_ai_status(
        ai->callbacks.aim(ai->custom_state, chart, count, ai->proposed, &rng, ai->user));
    if (!status && !cells_are_legal(ai, chart, ai->proposed, count))
        status = BSHIP_ERROR_STRATEGY;
    if (!status)
        memcpy(cells, ai->proposed, count * sizeof *cells);
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

/* bship_ai_aim_salvo() without loops: simulations spend their time here. */
bship_status bship_ai_aim(bship_ai *ai, const bship_chart *chart, bship_cell *out)
{
    if (!ai || !chart || !out)
        return BSHIP_ERROR_ARGUMENT;
    if (!ai->strategy)
        return bship_ai_aim_salvo(ai, chart, 1, out);
    bship_status status = check_aim(ai, chart, 1);
    if (status)
        return status;
    bsi_draws draws;
    bsi_view view = begin_aim(ai, chart, &draws);
    status = prepare(ai, chart, 1);
    if (status)
        return status;
    *out = bsi_cell(ai->rules, ai->strategy->aim(ai->state, &view));
    return BSHIP_OK;
}
