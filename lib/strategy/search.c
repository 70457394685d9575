/*
 * The strategy `search`: fires at the cell after which the fewest misses are expected, by one step
 * of policy improvement (inference/lookahead). Where it cannot look ahead, it fires at the
 * likeliest cell or, beyond the limits of `posterior`, as `density` does. It minimises shots, not
 * turns, even if a turn goes on after a hit.
 */
#include "inference/lookahead/lookahead.h"
#include "strategy/posterior.h"

enum {
    /* Steps of the work limit for each layout that a sample may have: those of drawing it and of
     * its evaluations. Fewer would leave larger samples that cannot be evaluated for all cells. */
    STEPS_DRAWN = 25000,
    /* As STEPS_DRAWN, for each layout of a list of all, which need not be drawn. */
    STEPS_LISTED = 15000,
    /* The number of layouts that every limit allows; smaller samples hardly tell cells apart. */
    LAYOUTS_MIN = 64,
    /* The most layouts that any limit allows: numbers of layouts are added up in 32 bits. */
    LAYOUTS_MAX = INT32_MAX,
    /* Evaluations (of one layout after one cell) for each layout that a sample may have. */
    EVALUATIONS = 8,
    /* Solving the whole game of a small board may take this many work limits, but only once. */
    GAME_SHARE = 16,
    /* The maximum number of entries in a table of optimal play, which grows to 160 MiB. */
    ENTRIES = 1 << 21,
    /* Bytes for each entry of such a table while it grows. */
    BYTES_AN_ENTRY = 80,
    /* Under a memory limit, each such table may take an eighth of it. */
    TABLE_SHARE = 8
};

struct search {
    void *base;               /* the state of `posterior` */
    bsi_lookahead *lookahead; /* NULL: not created yet */
    uint64_t memory_limit;    /* as in the options */
    uint32_t *order;          /* all free cells, in the order of ties */

    /* The last analysis, so that it is not repeated. */
    uint64_t hash;      /* hash of its log; 0: none, or not completed */
    uint64_t key;       /* key of its random numbers */
    size_t count;       /* number of cells to choose; 0: scores */
    int64_t work_limit; /* its work limit */
};

static void search_carve(void *state, const bship_rules *rules, bsi_arena *arena)
{
    struct search *search = state;
    max_align_t dummy[BSI_STATE_MAX / sizeof(max_align_t)];
    search->base = bsi_arena_take(arena, bsi_strategy_posterior.state_size, 1);
    search->order = bsi_arena_take(arena, rules->free_count, sizeof *search->order);
    bsi_strategy_posterior.carve(search->base ? search->base : dummy, rules, arena);
}

/* The number of layouts that both limits allow, of which the work limit alone allows `by_work`. */
static uint32_t layouts_max(const bship_rules *rules, uint64_t by_work, uint64_t memory_limit)
{
    uint64_t most = by_work, bytes = bsi_lookahead_bytes(rules);
    if (memory_limit && memory_limit / bytes < most)
        most = memory_limit / bytes;
    most = most < LAYOUTS_MAX ? most : LAYOUTS_MAX;
    return most > LAYOUTS_MIN ? (uint32_t)most : LAYOUTS_MIN;
}

/* The memory limit of `posterior`: half of the whole. The lookahead gets the rest. */
static uint64_t base_memory(uint64_t memory_limit)
{
    return memory_limit / 2 + memory_limit % 2; /* rounded up, for 0 would mean no limit */
}

/* The limits of a lookahead. Layouts get half of its half of the memory. */
static bsi_lookahead_limits limits_of(const struct search *search, const bsi_view *view)
{
    uint64_t work = (uint64_t)view->work_limit;
    uint64_t memory = (base_memory(search->memory_limit) + 1) / 2;
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
 * The work limit of `posterior`: two fifths of that of the aim, since its steps can take several
 * nanoseconds each. A work limit below the default leaves it as much as the default does, or all.
 */
static int64_t base_limit(int64_t work_limit)
{
    if (work_limit >= BSHIP_AI_WORK_DEFAULT)
        return work_limit / 5 * 2;
    int64_t by_default = BSHIP_AI_WORK_DEFAULT / 5 * 2;
    return work_limit < by_default ? work_limit : by_default;
}

static bship_status search_open(void *state, const bship_rules *rules,
                                const bship_ai_options *given)
{
    struct search *search = state;
    bship_ai_options options = *given;
    search->memory_limit = given->memory_limit;
    options.memory_limit = base_memory(given->memory_limit);
    return bsi_strategy_posterior.open(search->base, rules, &options);
}

/* Drops the last analysis, and the lookahead, which refers to the evidence of `posterior`. */
static void forget(struct search *search)
{
    bsi_lookahead_free(search->lookahead);
    search->lookahead = NULL;
    search->hash = 0;
}

static void search_close(void *state)
{
    struct search *search = state;
    forget(search);
    bsi_strategy_posterior.close(search->base);
}

static bship_status search_set_prior(void *state, const bsi_prior *prior)
{
    struct search *search = state;
    forget(search);
    return bsi_strategy_posterior.set_prior(search->base, prior);
}

static bship_status search_start(void *state, const bship_rules *rules, bsi_draws *draws,
                                 bsi_work_budget *budget)
{
    struct search *search = state;
    search->hash = 0;
    return bsi_strategy_posterior.start(search->base, rules, draws, budget);
}

static bsi_cell_ranks ranks_of(const struct search *search)
{
    return bsi_posterior_ranking_last(bsi_strategy_posterior_ranking(search->base));
}

/* Lists the free cells in the order of ties. */
static void list_cells(struct search *search, const bsi_view *view)
{
    const bsi_tie_order *order = view->order;
    uint32_t count = 0, line = order->first;
    for (int32_t i = 0; i < order->lines; i++, line += order->line_step) {
        uint32_t cell = line;
        for (int32_t k = 0; k < order->cells; k++, cell += order->step) {
            if (!view->rules->blocked[cell])
                search->order[count++] = cell;
        }
    }
}

/* Creates the lookahead on the ranking of `posterior`: OK or a failure of bsi_lookahead_new(). */
static bship_status make_lookahead(struct search *search)
{
    uint64_t bytes = search->memory_limit / TABLE_SHARE, entries = bytes / BYTES_AN_ENTRY;
    if (bytes == 0 || entries > ENTRIES)
        entries = ENTRIES;
    return bsi_lookahead_new(&search->lookahead, bsi_strategy_posterior_ranking(search->base),
                             (size_t)entries);
}

/* Compares the best cells of a chart that `posterior` has analysed. */
static bship_status look_ahead(struct search *search, const bsi_view *view, size_t count)
{
    bsi_lookahead_request request = {
        .chart = view->chart,
        .order = search->order,
        .key = view->draws->counter,
        .limits = limits_of(search, view),
        .shots = count > 0 ? (uint32_t)count : 1,
        .is_full = count == 0,
    };
    bship_status status = search->lookahead ? BSHIP_OK : make_lookahead(search);
    if (status)
        return status;
    list_cells(search, view);
    double left = (double)(view->work_limit - ranks_of(search).work);
    bsi_work_budget budget = bsi_work_split(view->budget, left > 0 ? left : 0);
    status = bsi_lookahead_update(search->lookahead, &request, &budget);
    bsi_work_merge(view->budget, &budget);
    return status;
}

/* Whether the last analysis had the same input. */
static bool is_known(const struct search *search, const bsi_view *view, size_t count)
{
    return search->hash == view->chart->hash && search->key == view->draws->counter &&
           search->count == count && search->work_limit == view->work_limit;
}

static bship_status search_prepare(void *state, const bsi_view *view, size_t count)
{
    struct search *search = state;
    if (is_known(search, view, count))
        return BSHIP_OK;
    search->hash = 0;
    if (search->lookahead)
        bsi_lookahead_reset(search->lookahead);
    bship_status status = bsi_strategy_posterior_analyse(search->base, view, count > 0 ? count : 1,
                                                         base_limit(view->work_limit));
    if (status || bsi_work_is_finishing(view->budget))
        return status;
    if (!ranks_of(search).status && !bsi_chart_is_defeated(view->chart))
        status = look_ahead(search, view, count);
    if (status || bsi_work_is_finishing(view->budget))
        return status;
    search->hash = view->chart->hash;
    search->key = view->draws->counter;
    search->count = count;
    search->work_limit = view->work_limit;
    return BSHIP_OK;
}

static double search_score(const void *state, uint32_t position)
{
    const struct search *search = state;
    bsi_lookahead_result last = bsi_lookahead_last(search->lookahead);
    bool is_best = last.count > 0 && last.cells[0].position == position;
    return bsi_strategy_posterior.score(search->base, position) + is_best;
}

static bool search_describe(const void *state, bship_ai_info *info)
{
    const struct search *search = state;
    bsi_lookahead_result last = bsi_lookahead_last(search->lookahead);
    if (!bsi_strategy_posterior.describe(search->base, info))
        return false;
    info->lookahead = last.is_optimal ? (int32_t)BSHIP_LOOKAHEAD_OPTIMUM : last.lookahead;
    info->lookahead_layouts = last.layouts;
    info->work += last.work;
    return true;
}

static bool search_candidate(const void *state, size_t number, bship_ai_candidate *out)
{
    const struct search *search = state;
    bsi_posterior_ranking *ranking = bsi_strategy_posterior_ranking(search->base);
    bsi_lookahead_result last = bsi_lookahead_last(search->lookahead);
    if (number >= last.count)
        return false;
    const bsi_lookahead_cell *cell = &last.cells[number];
    *out = (bship_ai_candidate){
        .cell = bsi_cell(bsi_posterior_ranking_rules(ranking), cell->position),
        .lookahead = cell->is_optimal ? (int32_t)BSHIP_LOOKAHEAD_OPTIMUM : last.lookahead,
        .expected_shots = last.hits_left + (double)cell->misses / last.layouts,
        .standard_error = cell->error,
        .occupancy = bsi_posterior_ranking_occupancy(ranking, cell->position),
    };
    return true;
}

/* So many cells are evaluated over a smaller sample, so that the work stays the same. */
static bsi_lookahead_limits limits_of_cells(const struct search *search, const bsi_view *view,
                                            size_t count)
{
    bsi_lookahead_limits limits = limits_of(search, view);
    uint64_t most = limits.evaluations_max / (count + 1);
    if (most < limits.drawn_max)
        limits.drawn_max = most > LAYOUTS_MIN ? (uint32_t)most : LAYOUTS_MIN;
    return limits;
}

static bship_status search_evaluate(void *state, const bsi_view *view, const bship_cell *cells,
                                    size_t count)
{
    struct search *search = state;
    bsi_lookahead_request request = { .chart = view->chart,
                                      .order = search->order,
                                      .key = view->draws->counter,
                                      .limits = limits_of_cells(search, view, count),
                                      .shots = 1 };
    search->hash = 0;
    bship_status status =
        bsi_strategy_posterior_analyse(search->base, view, 1, base_limit(view->work_limit));
    if (!status && !search->lookahead)
        status = make_lookahead(search);
    if (status)
        return status;
    bsi_lookahead_reset(search->lookahead);
    if (ranks_of(search).status || bsi_work_is_finishing(view->budget))
        return BSHIP_OK;
    list_cells(search, view);
    double left = (double)(view->work_limit - ranks_of(search).work);
    bsi_work_budget budget = bsi_work_split(view->budget, left > 0 ? left : 0);
    status = bsi_lookahead_evaluate(search->lookahead, &request, cells, (uint32_t)count, &budget);
    bsi_work_merge(view->budget, &budget);
    return status;
}

static uint32_t search_aim(void *state, const bsi_view *view)
{
    const struct search *search = state;
    bsi_lookahead_result last = bsi_lookahead_last(search->lookahead);
    for (uint32_t i = 0; i < last.count; i++) {
        if (bsi_can_aim(view, last.cells[i].position))
            return last.cells[i].position;
    }
    return bsi_strategy_posterior.aim(search->base, view);
}

const bsi_strategy bsi_strategy_search = {
    .name = "search",
    .text = "fires where playing on greedily from there would take the fewest shots",
    .plays_totals = true,
    .keeps_limits = true,
    .state_size = BSI_STATE_SIZE(struct search),
    .carve = search_carve,
    .open = search_open,
    .close = search_close,
    .set_prior = search_set_prior,
    .start = search_start,
    .prepare = search_prepare,
    .score = search_score,
    .describe = search_describe,
    .candidate = search_candidate,
    .evaluate = search_evaluate,
    .aim = search_aim,
};
