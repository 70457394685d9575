/* Choosing the set and the cells to compare; see lookahead.h. */
#include "inference/lookahead/lookahead.h"

#include <battleship/ai.h>

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "inference/lookahead/rollout.h"
#include "inference/lookahead/whole_game.h"

/*
 * Cells are compared if their occupancy is less than the highest by at most this part of it, where
 * CELLS_MIN are compared. Where more are compared, the part grows in proportion.
 */
#define MARGIN 0.25

enum {
    /* Drawing takes at most 1/12 of the work limit: more leaves too little to evaluate layouts. */
    DRAWS_SHARE = 12,
    /* Fewer layouts decide no better than the posterior alone. */
    DRAWS_MIN = 500,
    /* The search for optimal play takes at most this part of the work: half of it on a small board,
     * where it often succeeds; elsewhere it is a bonus that must not cost the comparison. */
    SMALL_SHARE = 2,
    OPTIMUM_SHARE = 128,
    /* The least number of cells compared over a sample, if so many are within the margin. */
    CELLS_MIN = 6,
    /* The same over a list of all layouts, where comparisons are exact. */
    CELLS_MIN_ALL = 12,
    /* The greatest number of cells compared; a salvo adds one for each further shot. */
    CELLS_MAX = 32
};

struct bsi_lookahead {
    bship_posterior *posterior;
    bsi_lookahead_limits limits; /* of the present update */
    size_t entries_max;
    bsi_layout_set set;
    bsi_rollout rollout;
    bsi_optimum optimum;
    bship_rng rng;
    uint32_t layouts; /* evaluated so far: of the set, or of all batches of a sample */
    bsi_whole_game game;
    bsi_lookahead_cell *cells;
    bsi_lookahead_cell *batch; /* scratch: the same, of the present batch alone */
    uint32_t *order;           /* scratch: positions of live cells */
    bsi_lookahead_result last;
    size_t block_size;
    max_align_t block[]; /* all of the arrays */
};

/* ---- creation ---- */

static void carve(bsi_lookahead *lookahead, const bsi_evidence *evidence, bsi_arena *arena)
{
    size_t cells = evidence->rules->free_count;
    bsi_layout_set_carve(&lookahead->set, evidence, arena);
    bsi_rollout_carve(&lookahead->rollout, &lookahead->set, arena);
    lookahead->cells = bsi_arena_take(arena, cells, sizeof *lookahead->cells);
    lookahead->batch = bsi_arena_take(arena, cells, sizeof *lookahead->batch);
    lookahead->order = bsi_arena_take(arena, cells, sizeof *lookahead->order);
}

bship_status bsi_lookahead_new(bsi_lookahead **out, bsi_posterior_ranking *ranking,
                               size_t entries_max)
{
    bship_posterior *posterior = bsi_posterior_ranking_posterior(ranking);
    const bship_allocator *allocator = &posterior->rules->allocator;
    bsi_lookahead measured;
    bsi_arena arena = { NULL, 0 };
    carve(&measured, &posterior->evidence, &arena);
    size_t size = sizeof measured + arena.used;
    bsi_lookahead *lookahead = bsi_alloc(allocator, size, 1);
    if (!lookahead)
        return BSHIP_ERROR_MEMORY;
    lookahead->posterior = posterior;
    lookahead->entries_max = entries_max;
    lookahead->block_size = size;
    arena = (bsi_arena){ (unsigned char *)lookahead->block, 0 };
    carve(lookahead, &posterior->evidence, &arena);
    bsi_layout_set_open(&lookahead->set);
    bsi_optimum_open(&lookahead->optimum, &lookahead->set, entries_max);
    lookahead->game = (bsi_whole_game){ .is_tried = false };
    *out = lookahead;
    return BSHIP_OK;
}

size_t bsi_lookahead_bytes(const bship_rules *rules)
{
    return bsi_layout_set_bytes(rules) + BSI_ROLLOUT_BYTES;
}

void bsi_lookahead_free(bsi_lookahead *lookahead)
{
    if (!lookahead)
        return;
    bsi_whole_game_free(&lookahead->game, &lookahead->posterior->rules->allocator);
    bsi_optimum_close(&lookahead->optimum);
    bsi_rollout_close(&lookahead->rollout);
    bsi_layout_set_close(&lookahead->set);
    bsi_free(&lookahead->posterior->rules->allocator, lookahead, lookahead->block_size, 1);
}

/* ---- the set ---- */

/* The number of layouts if the posterior has counted them exactly, all of equal weight, and there
 * are at most `most`; else 0. */
static uint32_t count_few(const bship_posterior *posterior, uint32_t most)
{
    const bsi_placement_counts *counts = &posterior->counts;
    if (!counts->is_whole || !bsi_posterior_is_exact(posterior))
        return 0;
    bsi_uint128 layouts = bsi_uint128_divided(counts->total, counts->unit, NULL);
    double count = bsi_uint128_to_double(layouts);
    return count <= most ? (uint32_t)count : 0;
}

/* Whether the budget stopped something that the update can do without: at its limit, or because it
 * is to finish early. */
static bool is_stopped(const bsi_work_budget *budget, bship_status status)
{
    return status == BSHIP_ERROR_WORK_LIMIT ||
           (status == BSHIP_ERROR_CANCELLED && bsi_work_is_finishing(budget));
}

/* The layouts of a batch: a sample larger than a set may be is drawn in batches of equal size. */
static uint32_t batch_max(const bsi_lookahead *lookahead)
{
    uint32_t most = lookahead->limits.drawn_max;
    return most / ((most + BSI_LAYOUTS_MAX - 1) / BSI_LAYOUTS_MAX);
}

/* Draws a batch within its share of the budget: OK; WORK_LIMIT if it is too small; CANCELLED or
 * MEMORY. */
static bship_status draw_batch(bsi_lookahead *lookahead, bsi_work_budget *budget)
{
    bsi_work_budget part = bsi_work_split(budget, bsi_work_left(budget) / DRAWS_SHARE);
    bship_status status = bsi_layout_set_draw(&lookahead->set, lookahead->posterior,
                                              batch_max(lookahead), &lookahead->rng, &part);
    bsi_work_merge(budget, &part);
    bool suffices = status == BSHIP_ERROR_WORK_LIMIT && lookahead->set.count >= DRAWS_MIN;
    return suffices ? BSHIP_OK : status;
}

/* Makes the present set ready for evaluations: OK, WORK_LIMIT, CANCELLED or MEMORY. */
static bship_status start_set(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                              bsi_work_budget *budget)
{
    bship_status status = bsi_layout_set_index(&lookahead->set, request->order, budget);
    return status ? status : bsi_rollout_start(&lookahead->rollout);
}

/* Makes the set, or the first batch: OK, WORK_LIMIT, CANCELLED or MEMORY. */
static bship_status make_set(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                             bsi_work_budget *budget)
{
    uint32_t few = count_few(lookahead->posterior, lookahead->limits.listed_max);
    bship_status status = BSHIP_ERROR_WORK_LIMIT;
    bsi_rng_start(&lookahead->rng, request->key, request->chart->hash);
    if (few > 0) {
        bsi_work_budget part = bsi_work_split(budget, bsi_work_left(budget) / 2);
        bship_posterior *sole = bsi_posterior_sole_part(lookahead->posterior);
        status = bsi_layout_set_list(&lookahead->set, sole, few, &part);
        bsi_work_merge(budget, &part);
    }
    if (status == BSHIP_ERROR_WORK_LIMIT)
        status = draw_batch(lookahead, budget);
    if (!status)
        status = start_set(lookahead, request, budget);
    lookahead->layouts = lookahead->set.count;
    return status;
}

/* Whether the set is a batch, and another one is wanted. */
static bool wants_more(const bsi_lookahead *lookahead)
{
    return !lookahead->set.is_complete &&
           lookahead->layouts + batch_max(lookahead) <= lookahead->limits.drawn_max;
}

/* ---- the cells ---- */

/* How many cells are compared over so many layouts, or all: the fewer layouts, the more. */
static uint32_t cells_max(const bsi_lookahead *lookahead, uint32_t layouts, bool is_complete)
{
    uint32_t least = is_complete ? CELLS_MIN_ALL : CELLS_MIN;
    uint64_t most = lookahead->limits.evaluations_max / (layouts + 1);
    most = most > least ? most : least;
    return most < CELLS_MAX ? (uint32_t)most : CELLS_MAX;
}

/* The part of the highest occupancy that is still close enough where so many cells are compared. */
static double margin_of(uint32_t most)
{
    return MARGIN * most / CELLS_MIN;
}

/* Compares live cells by the posterior, equally good ones in the order of ties. */
static int compare_live(const void *context, uint32_t a, uint32_t b)
{
    const bsi_lookahead *lookahead = context;
    int order = bsi_marginals_compare(&lookahead->posterior->marginals, a, b);
    return order ? order : (int)lookahead->set.live_at[a] - (int)lookahead->set.live_at[b];
}

/* Chooses the live cells to compare, best first by the posterior: OK or CANCELLED. */
static bship_status choose_cells(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                 uint32_t *count, bsi_work_budget *budget)
{
    const double *occupancy = lookahead->posterior->marginals.occupancy;
    uint32_t layouts = wants_more(lookahead) ? lookahead->limits.drawn_max : lookahead->set.count,
             ranked;
    uint32_t most = cells_max(lookahead, layouts, lookahead->set.is_complete) + request->shots - 1;
    memcpy(lookahead->order, lookahead->set.cells,
           lookahead->set.cell_count * sizeof *lookahead->order);
    bship_status status = bsi_sort_best(lookahead->order, lookahead->set.cell_count, most,
                                        compare_live, lookahead, &ranked, budget);
    double least = occupancy[lookahead->order[0]] * (1 - margin_of(most));
    *count = 0;
    for (uint32_t i = 0; !status && i < ranked && i < most; i++) {
        uint32_t position = lookahead->order[i];
        if (occupancy[position] >= least)
            lookahead->cells[(*count)++] = (bsi_lookahead_cell){ .position = position };
    }
    return status;
}

/* Whether the posterior is that of the game's contact rule alone, so that the solution of the whole
 * game applies. */
static bool follows_game(const bsi_lookahead *lookahead)
{
    return bsi_posterior_sole_part(lookahead->posterior) == lookahead->posterior;
}

/* Optimal play of the whole game; NULL: it is not known, or of other layouts. */
static const bsi_optimum_table *solution_of(const bsi_lookahead *lookahead)
{
    return follows_game(lookahead)
               ? bsi_whole_game_table(&lookahead->game, lookahead->limits.game_steps)
               : NULL;
}

/*
 * Whether the posterior's best cell is fired at in any case: it is a certain hit, which costs
 * nothing, or no other is close enough. Of few layouts, optimal play may still fire elsewhere.
 */
static bool is_clear(const bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                     uint32_t best)
{
    const double *occupancy = lookahead->posterior->marginals.occupancy;
    const bsi_evidence *evidence = &lookahead->posterior->evidence;
    uint32_t drawn = lookahead->limits.drawn_max, close = 0;
    double least = occupancy[best] * (1 - margin_of(cells_max(lookahead, drawn, false)));
    bool is_many = count_few(lookahead->posterior, lookahead->limits.listed_max) == 0;
    if (occupancy[best] >= 1)
        return !solution_of(lookahead) || is_many;
    for (uint32_t i = 0; i < evidence->rules->free_count; i++) {
        uint32_t at = request->order[i];
        close += evidence->cells[at] == BSI_CELL_OPEN && occupancy[at] >= least;
    }
    return close == 1 && is_many;
}

/* Moves a cell to its place among those before it, which are sorted; equally good ones stay. */
static void insert_cell(bsi_lookahead_cell *cells, uint32_t place)
{
    bsi_lookahead_cell cell = cells[place];
    for (; place > 0 && cells[place - 1].misses > cell.misses; place--)
        cells[place] = cells[place - 1];
    cells[place] = cell;
}

static void move_to_front(bsi_lookahead_cell *cells, uint32_t place)
{
    bsi_lookahead_cell cell = cells[place];
    for (; place > 0; place--)
        cells[place] = cells[place - 1];
    cells[0] = cell;
}

/* Evaluates a cell; of a sample, the first exactly, and the others by what that has shown. */
static bship_status evaluate(bsi_lookahead *lookahead, bsi_lookahead_cell *cell, bool is_first,
                             int64_t limit, bsi_work_budget *budget)
{
    bool is_exact = is_first || lookahead->set.is_complete;
    uint32_t live = lookahead->set.live_at[cell->position];
    bship_status status =
        is_exact ? bsi_rollout_evaluate(&lookahead->rollout, live, limit, &cell->misses, budget)
                 : bsi_rollout_estimate(&lookahead->rollout, live, limit, &cell->misses, budget);
    if (!status && !lookahead->set.is_complete)
        cell->error = bsi_rollout_error(&lookahead->rollout);
    return status;
}

/* Evaluates the cells and sorts them. If it is to finish early, two evaluated cells suffice. */
static bship_status compare(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                            uint32_t *count, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    uint32_t done = 0;
    while (!status && done < *count) {
        uint32_t shots = request->shots;
        bool has_limit = !request->is_full && done >= shots && !wants_more(lookahead);
        int64_t limit = has_limit ? lookahead->cells[shots - 1].misses : INT64_MAX;
        status = evaluate(lookahead, &lookahead->cells[done], done == 0, limit, budget);
        if (!status)
            insert_cell(lookahead->cells, done++);
    }
    bool suffices = done >= 2 && bsi_work_is_finishing(budget);
    *count = done;
    return suffices ? BSHIP_OK : status;
}

/* Adds the misses of a cell over a batch of `more` layouts to those over `layouts` others. */
static void add_batch(bsi_lookahead_cell *cell, uint32_t layouts, const bsi_lookahead_cell *batch,
                      uint32_t more)
{
    double error = hypot(cell->error * layouts, batch->error * more);
    cell->misses += batch->misses;
    cell->error = error / (layouts + more);
}

/* Evaluates the cells over another batch, all of them or none: OK, WORK_LIMIT if that is not
 * possible, CANCELLED or MEMORY. */
static bship_status compare_more(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                 uint32_t count, bsi_work_budget *budget)
{
    bship_status status = draw_batch(lookahead, budget);
    if (!status)
        status = start_set(lookahead, request, budget);
    for (uint32_t i = 0; !status && i < count; i++) {
        lookahead->batch[i] = lookahead->cells[i];
        if (lookahead->set.live_at[lookahead->cells[i].position] == BSI_NOT_LIVE)
            return BSHIP_ERROR_WORK_LIMIT;
        status = evaluate(lookahead, &lookahead->batch[i], i == 0, INT64_MAX, budget);
    }
    if (status)
        return status;
    for (uint32_t i = 0; i < count; i++) {
        add_batch(&lookahead->cells[i], lookahead->layouts, &lookahead->batch[i],
                  lookahead->set.count);
        insert_cell(lookahead->cells, i);
    }
    lookahead->layouts += lookahead->set.count;
    return BSHIP_OK;
}

/* Compares the cells over the set, or over all batches of the sample. */
static bship_status compare_all(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                uint32_t *count, bsi_work_budget *budget)
{
    bship_status status = compare(lookahead, request, count, budget);
    if (status)
        return status;
    while (!status && wants_more(lookahead) && !bsi_work_is_finishing(budget))
        status = compare_more(lookahead, request, *count, budget);
    return is_stopped(budget, status) ? BSHIP_OK : status;
}

/*
 * Prefers the greedy cell of a sample unless another one saves more than noise: the differences
 * between cells of a layout have a standard deviation of about two misses, so the square of their
 * sum over the layouts is four times their number in the mean. Half of that did best in play.
 */
static void prefer_greedy(bsi_lookahead *lookahead)
{
    uint32_t place = 0;
    while (lookahead->cells[place].position != lookahead->order[0])
        place++;
    int64_t saved = lookahead->cells[place].misses - lookahead->cells[0].misses;
    if (saved * saved <= 2 * (int64_t)lookahead->layouts)
        move_to_front(lookahead->cells, place);
}

/* Puts a cell that optimal play fires at in front of the others, with its value. */
static void put_first(bsi_lookahead *lookahead, uint32_t position, int64_t misses, uint32_t *count)
{
    uint32_t place = 0;
    while (place < *count && lookahead->cells[place].position != position)
        place++;
    *count += place == *count;
    move_to_front(lookahead->cells, place);
    lookahead->cells[0] = (bsi_lookahead_cell){ position, misses, 0, true };
}

static bool is_small(const bsi_lookahead *lookahead)
{
    return lookahead->posterior->rules->free_count <= BSI_OPTIMUM_SMALL_BOARD;
}

/*
 * Looks for a cell after which optimal play misses less than greedy play after the best, or than
 * anything if no cells were compared: OK, also where the search is given up; CANCELLED or MEMORY.
 * Only with a proof is anything changed.
 */
static bship_status optimise(bsi_lookahead *lookahead, uint32_t *count, bsi_work_budget *budget)
{
    int64_t limit = *count > 0 ? lookahead->cells[0].misses : INT32_MAX, misses;
    int32_t share = is_small(lookahead) ? SMALL_SHARE : OPTIMUM_SHARE;
    uint32_t cell;
    bsi_work_budget part = bsi_work_split(budget, bsi_work_left(budget) / share);
    lookahead->optimum.known = solution_of(lookahead);
    bship_status status = bsi_optimum_solve(&lookahead->optimum, limit, &cell, &misses, &part);
    bsi_work_merge(budget, &part);
    if (!status && cell == BSI_NOT_LIVE)
        lookahead->cells[0].is_optimal = true;
    else if (!status)
        put_first(lookahead, lookahead->set.cells[cell], misses, count);
    return is_stopped(budget, status) ? BSHIP_OK : status;
}

/* Solves the whole game of a small board, if it is of use for this decision: OK, CANCELLED or
 * MEMORY. */
static bship_status solve_game(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                               bsi_work_budget *budget)
{
    if (request->shots > 1 || !is_small(lookahead) || !follows_game(lookahead) ||
        count_few(lookahead->posterior, BSI_OPTIMUM_LAYOUTS_SMALL) == 0)
        return BSHIP_OK;
    bsi_whole_game_limits limits = { lookahead->limits.game_steps, lookahead->entries_max };
    return bsi_whole_game_solve(&lookahead->game, lookahead->posterior->rules, &limits, budget);
}

/* Compares cells of the set; `count` receives how many. */
static bship_status compare_cells(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                  uint32_t *count, bsi_work_budget *budget)
{
    bool may_solve = request->shots == 1 && bsi_optimum_can_solve(&lookahead->optimum);
    bship_status status = BSHIP_OK;
    if (may_solve && solution_of(lookahead) && !request->is_full)
        status = optimise(lookahead, count, budget);
    if (status || *count > 0)
        return status;
    status = choose_cells(lookahead, request, count, budget);
    if (!status)
        status = compare_all(lookahead, request, count, budget);
    if (!status && request->shots == 1 && !lookahead->set.is_complete)
        prefer_greedy(lookahead);
    bool may_optimise = may_solve && !bsi_work_is_finishing(budget);
    return !status && may_optimise ? optimise(lookahead, count, budget) : status;
}

static bship_status look_ahead(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                               bsi_work_budget *budget)
{
    const uint32_t *order;
    uint32_t ranked, count = 0;
    bship_status status =
        bsi_marginals_rank(&lookahead->posterior->marginals, 1, &order, &ranked, budget);
    if (status)
        return status;
    status = solve_game(lookahead, request, budget);
    if (status)
        return status;
    bool may_skip = !request->is_full && request->shots == 1;
    if (ranked == 0 || (may_skip && is_clear(lookahead, request, order[0])))
        return BSHIP_ERROR_UNSUPPORTED;
    status = make_set(lookahead, request, budget);
    if (status)
        return status;
    status = compare_cells(lookahead, request, &count, budget);
    if (status)
        return status;
    lookahead->last = (bsi_lookahead_result){
        .lookahead = lookahead->set.is_complete ? BSHIP_LOOKAHEAD_ALL : BSHIP_LOOKAHEAD_SAMPLE,
        .is_optimal = lookahead->cells[0].is_optimal,
        .layouts = lookahead->layouts,
        .hits_left = lookahead->set.left,
        .count = count,
        .cells = lookahead->cells,
    };
    return BSHIP_OK;
}

void bsi_lookahead_reset(bsi_lookahead *lookahead)
{
    lookahead->last = (bsi_lookahead_result){ .lookahead = BSHIP_LOOKAHEAD_NONE };
}

static void set_limits(bsi_lookahead *lookahead, const bsi_lookahead_request *request)
{
    lookahead->limits = request->limits;
    if (lookahead->limits.listed_max > BSI_LAYOUTS_MAX)
        lookahead->limits.listed_max = BSI_LAYOUTS_MAX;
}

bship_status bsi_lookahead_update(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                  bsi_work_budget *budget)
{
    int64_t before = budget->done;
    bsi_lookahead_reset(lookahead);
    bship_status status = BSHIP_ERROR_UNSUPPORTED;
    set_limits(lookahead, request);
    if (lookahead->set.is_supported)
        status = look_ahead(lookahead, request, budget);
    lookahead->last.work = budget->done - before;
    bool is_without = status == BSHIP_ERROR_UNSUPPORTED || is_stopped(budget, status);
    return is_without ? BSHIP_OK : status;
}

/* ---- given cells ---- */

/* Evaluates cells over the present set, until the budget stops that; `*done` receives how many. */
static bship_status evaluate_all(bsi_lookahead *lookahead, bsi_lookahead_cell *cells,
                                 uint32_t count, uint32_t *done, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    for (*done = 0; !status && *done < count; *done += !status)
        status = evaluate(lookahead, &cells[*done], true, INT64_MAX, budget);
    return status;
}

/* Adds further batches of a sample, each for all cells or for none. */
static bship_status evaluate_more(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                  uint32_t count, bsi_work_budget *budget)
{
    bship_status status = BSHIP_OK;
    while (!status && wants_more(lookahead) && !bsi_work_is_finishing(budget)) {
        uint32_t done = 0;
        status = draw_batch(lookahead, budget);
        if (!status)
            status = start_set(lookahead, request, budget);
        memcpy(lookahead->batch, lookahead->cells, count * sizeof *lookahead->batch);
        if (!status)
            status = evaluate_all(lookahead, lookahead->batch, count, &done, budget);
        for (uint32_t i = 0; !status && i < count; i++)
            add_batch(&lookahead->cells[i], lookahead->layouts, &lookahead->batch[i],
                      lookahead->set.count);
        lookahead->layouts += status ? 0 : lookahead->set.count;
    }
    return status;
}

/* Evaluates cells over every layout, or over a sample; `*done` receives how many. */
static bship_status evaluate_cells(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                   uint32_t count, uint32_t *done, bsi_work_budget *budget)
{
    bship_status status = make_set(lookahead, request, budget);
    if (status)
        return status;
    bool is_sample = !lookahead->set.is_complete;
    status = evaluate_all(lookahead, lookahead->cells, count, done, budget);
    if (!status)
        status = evaluate_more(lookahead, request, count, budget);
    lookahead->last = (bsi_lookahead_result){
        .lookahead = is_sample ? BSHIP_LOOKAHEAD_SAMPLE : BSHIP_LOOKAHEAD_ALL,
        .layouts = lookahead->layouts,
        .hits_left = lookahead->set.left,
        .count = *done,
        .cells = lookahead->cells,
    };
    return status;
}

bship_status bsi_lookahead_evaluate(bsi_lookahead *lookahead, const bsi_lookahead_request *request,
                                    const bship_cell *cells, uint32_t count,
                                    bsi_work_budget *budget)
{
    int64_t before = budget->done;
    uint32_t done = 0;
    bsi_lookahead_reset(lookahead);
    set_limits(lookahead, request);
    if (!lookahead->set.is_supported)
        return BSHIP_ERROR_UNSUPPORTED;
    for (uint32_t i = 0; i < count; i++)
        lookahead->cells[i] =
            (bsi_lookahead_cell){ .position = bsi_position(lookahead->posterior->rules, cells[i]) };
    bship_status status = evaluate_cells(lookahead, request, count, &done, budget);
    lookahead->last.work = budget->done - before;
    return is_stopped(budget, status) ? BSHIP_OK : status;
}

bsi_lookahead_result bsi_lookahead_last(const bsi_lookahead *lookahead)
{
    return lookahead ? lookahead->last
                     : (bsi_lookahead_result){ .lookahead = BSHIP_LOOKAHEAD_NONE };
}
