/*
 * The strategy `search`: fires at the cell with the fewest misses to come, by one step of policy
 * improvement (inference/lookahead). Where it cannot look ahead, it fires as `posterior` does.
 *
 * Shots are what it saves, also where a turn goes on after a hit.
 */
#include "inference/lookahead/lookahead.h"
#include "strategy/posterior.h"

enum {
    STEPS_DRAWN = 25000,  /* the work limit allows a layout of a sample for so many steps, */
    STEPS_LISTED = 15000, /* and a layout of a list of all for so many */
    LAYOUTS_MIN = 64,
    EVALUATIONS = 8,    /* for each layout that a sample may have */
    GAME_SHARE = 16,    /* the work limits that solving a small board may take, once */
    ENTRIES = 1 << 21,  /* of the tables of optimal play, which take, as they grow, */
    BYTES_AN_ENTRY = 80 /* so much memory; under a limit, an eighth of it each */
};

typedef struct planner {
    void *base;               /* the state of `posterior` */
    bsi_lookahead *lookahead; /* NULL: not made yet */
    uint64_t memory_limit;    /* of the options */
    uint32_t *order;          /* all free cells, in the order of ties */
    uint64_t hash;            /* of the log analysed last, and to the end; 0: none */
    uint64_t key;             /* of the random numbers of that analysis */
    size_t count;             /* of its shots */
    int64_t work_limit;       /* of it */
} planner;

static void search_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    planner *own = state;
    max_align_t dummy[BSI_STATE_MAX / sizeof(max_align_t)];
    own->base = bsi_arena_take(arena, bsi_strategy_posterior.state_size, 1);
    own->order = bsi_arena_take(arena, rules->free_count, sizeof *own->order);
    bsi_strategy_posterior.carve(own->base ? own->base : dummy, rules, arena);
}

/* How many of the layouts that the work limit allows the memory limit allows, too. */
static uint32_t layouts_max(const bship_rules *rules, uint64_t by_work, uint64_t memory_limit)
{
    uint64_t most = by_work, bytes = bsi_lookahead_bytes(rules);
    if (memory_limit && memory_limit / bytes < most)
        most = memory_limit / bytes;
    most = most < UINT32_MAX ? most : UINT32_MAX;
    return most > LAYOUTS_MIN ? (uint32_t)most : LAYOUTS_MIN;
}

/* The memory of the analysis: half of a limit. */
static uint64_t base_memory(uint64_t memory_limit)
{
    return (memory_limit + 1) / 2; /* 0 would be none */
}

/* How many layouts a decision may draw or list, and what solving a small board may take. */
static bsi_lookahead_limits limits_of(const planner *own, const bsi_view *view)
{
    uint64_t work = (uint64_t)view->work_limit;
    uint64_t memory = (base_memory(own->memory_limit) + 1) / 2;
    bool is_huge = view->work_limit > INT64_MAX / GAME_SHARE;
    bsi_lookahead_limits limits = {
        .listed_max = layouts_max(view->rules, work / STEPS_LISTED, memory),
        .drawn_max = layouts_max(view->rules, work / STEPS_DRAWN, memory),
        .game_steps = is_huge ? INT64_MAX : GAME_SHARE * view->work_limit,
    };
    limits.evaluations_max = (uint64_t)EVALUATIONS * limits.drawn_max;
    return limits;
}

/*
 * The work limit of the posterior, whose steps can take several nanoseconds each: two fifths of
 * that of a decision. Where that is below the default, as much as by default, or all of it.
 */
static int64_t base_limit(int64_t work_limit)
{
    if (work_limit >= BSHIP_AI_WORK_DEFAULT)
        return work_limit / 5 * 2;
    int64_t by_default = BSHIP_AI_WORK_DEFAULT / 5 * 2;
    return work_limit < by_default ? work_limit : by_default;
}

/* The entries of a table that a memory limit allows; 0: there is none. */
static size_t entries_max(uint64_t bytes)
{
    uint64_t most = bytes / BYTES_AN_ENTRY;
    return bytes > 0 && most < ENTRIES ? (size_t)most : ENTRIES;
}

static bship_status search_open(void *state, const bship_rules *rules,
                                const bship_ai_options *given)
{
    planner *own = state;
    bship_ai_options options = *given;
    own->memory_limit = given->memory_limit;
    options.memory_limit = base_memory(given->memory_limit);
    return bsi_strategy_posterior.open(own->base, rules, &options);
}

/* Forgets all analyses, and the lookahead, which refers to the posterior's evidence. */
static void forget(planner *own)
{
    bsi_lookahead_free(own->lookahead);
    own->lookahead = NULL;
    own->hash = 0;
}

static void search_close(void *state)
{
    planner *own = state;
    forget(own);
    bsi_strategy_posterior.close(own->base);
}

static bship_status search_set_habits(void *state, const bship_habits_snapshot *habits)
{
    planner *own = state;
    forget(own);
    return bsi_strategy_posterior.set_habits(own->base, habits);
}

static bship_status search_start(void *state, const bship_rules *rules, bsi_draws *draws,
                                 bsi_work_budget *budget)
{
    planner *own = state;
    own->hash = 0;
    return bsi_strategy_posterior.start(own->base, rules, draws, budget);
}

static bsi_cell_ranks ranks_of(const planner *own)
{
    return bsi_posterior_ranking_last(bsi_strategy_posterior_ranking(own->base));
}

/* Lists the free cells in the order of ties. */
static void list_cells(planner *own, const bsi_view *view)
{
    const bsi_tie_order *order = view->order;
    uint32_t count = 0, line = order->first;
    for (int32_t i = 0; i < order->lines; i++, line += order->line_step) {
        uint32_t cell = line;
        for (int32_t k = 0; k < order->cells; k++, cell += order->step) {
            if (!view->rules->blocked[cell])
                own->order[count++] = cell;
        }
    }
}

/* Makes the lookahead on the first ranking. */
static bship_status make_lookahead(planner *own)
{
    return own->lookahead
               ? BSHIP_OK
               : bsi_lookahead_new(&own->lookahead, bsi_strategy_posterior_ranking(own->base),
                                   entries_max(own->memory_limit / 8));
}

/* Compares the best cells of a chart that the posterior has analysed. */
static bship_status look_ahead(planner *own, const bsi_view *view, size_t count)
{
    bsi_lookahead_request request = {
        .chart = view->chart,
        .order = own->order,
        .key = view->draws->counter,
        .limits = limits_of(own, view),
        .shots = count > 0 ? (uint32_t)count : 1,
        .is_full = count == 0,
    };
    bship_status status = make_lookahead(own);
    if (status)
        return status;
    list_cells(own, view);
    double left = (double)(view->work_limit - ranks_of(own).work);
    bsi_work_budget budget = bsi_work_split(view->budget, left > 0 ? left : 0);
    status = bsi_lookahead_update(own->lookahead, &request, &budget);
    bsi_work_merge(view->budget, &budget);
    return status;
}

/* Whether the last analysis, which was not finished early, was of the same. */
static bool is_known(const planner *own, const bsi_view *view, size_t count)
{
    return own->hash == view->chart->hash && own->key == view->draws->counter &&
           own->count == count && own->work_limit == view->work_limit;
}

static bship_status search_prepare(void *state, const bsi_view *view, size_t count)
{
    planner *own = state;
    if (is_known(own, view, count))
        return BSHIP_OK;
    own->hash = 0;
    if (own->lookahead)
        bsi_lookahead_reset(own->lookahead);
    bship_status status = bsi_strategy_posterior_analyse(own->base, view, count > 0 ? count : 1,
                                                         base_limit(view->work_limit));
    if (status || bsi_work_is_finishing(view->budget))
        return status;
    if (!ranks_of(own).status && !bsi_chart_is_defeated(view->chart))
        status = look_ahead(own, view, count);
    if (status || bsi_work_is_finishing(view->budget))
        return status;
    own->hash = view->chart->hash;
    own->key = view->draws->counter;
    own->count = count;
    own->work_limit = view->work_limit;
    return BSHIP_OK;
}

static double search_score(const void *state, uint32_t position)
{
    const planner *own = state;
    bsi_lookahead_result last = bsi_lookahead_last(own->lookahead);
    bool is_best = last.count > 0 && last.cells[0].position == position;
    return bsi_strategy_posterior.score(own->base, position) + is_best;
}

static bool search_describe(const void *state, bship_ai_info *info)
{
    const planner *own = state;
    bsi_lookahead_result last = bsi_lookahead_last(own->lookahead);
    if (!bsi_strategy_posterior.describe(own->base, info))
        return false;
    info->lookahead = last.is_optimal ? (int32_t)BSHIP_LOOKAHEAD_OPTIMUM : last.lookahead;
    info->layouts = last.layouts;
    info->work += last.work;
    return true;
}

static bool search_candidate(const void *state, size_t number, bship_ai_candidate *out)
{
    const planner *own = state;
    bsi_posterior_ranking *ranking = bsi_strategy_posterior_ranking(own->base);
    bsi_lookahead_result last = bsi_lookahead_last(own->lookahead);
    if (number >= last.count)
        return false;
    const bsi_lookahead_cell *cell = &last.cells[number];
    *out = (bship_ai_candidate){
        .cell = bsi_cell(bsi_posterior_ranking_rules(ranking), cell->position),
        .lookahead = cell->is_optimal ? (int32_t)BSHIP_LOOKAHEAD_OPTIMUM : last.lookahead,
        .shots = last.hits_left + (double)cell->misses / last.layouts,
        .standard_error = cell->error,
        .occupancy = bsi_posterior_ranking_occupancy(ranking, cell->position),
    };
    return true;
}

static uint32_t search_aim(void *state, const bsi_view *view)
{
    const planner *own = state;
    bsi_lookahead_result last = bsi_lookahead_last(own->lookahead);
    for (uint32_t i = 0; i < last.count; i++) {
        if (bsi_can_aim(view, last.cells[i].position))
            return last.cells[i].position;
    }
    return bsi_strategy_posterior.aim(own->base, view);
}

const bsi_strategy bsi_strategy_search = {
    .name = "search",
    .text = "fires where posterior, playing on from there, would take the fewest shots",
    .plays_totals = true,
    .keeps_limits = true,
    .state_size = BSI_STATE_SIZE(planner),
    .carve = search_carve,
    .open = search_open,
    .close = search_close,
    .set_habits = search_set_habits,
    .start = search_start,
    .prepare = search_prepare,
    .score = search_score,
    .describe = search_describe,
    .candidate = search_candidate,
    .aim = search_aim,
};
