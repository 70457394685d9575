/*
 * Trials, counting and drawing; see sampler.h.
 *
 * A draw changes nothing in the sampler, so that threads can share it: its working memory
 * belongs to the board, or is allocated for the call.
 */
#include "inference/sampler.h"

#include <inttypes.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "base/error.h"
#include "base/reference.h"
#include "base/versioned.h"
#include "inference/frontier/frontier.h"
#include "model/board.h"

enum {
    TRIALS = 20000,       /* rejections in succession after which rejection sampling is slow */
    TRIALS_A_CHARGE = 100 /* trials that are charged to the work budget at once */
};

struct bship_sampler {
    atomic_int references;
    bship_rules *rules;
    bsi_evidence evidence;  /* of the chart, or of one without shots; unset without `frontier` */
    bsi_frontier *frontier; /* NULL: rejection sampling */
    int64_t listed;         /* the number of those listed; 0 if not counted, or 2^63 and more */
    size_t size;            /* bytes of this struct and of `block` */
    max_align_t block[];    /* the arrays of `evidence` */
};

/* ---- rejection sampling ---- */

/* Tries whether rejection sampling finds a layout: OK, WORK_LIMIT or CANCELLED. */
static bship_status try_rejection(bsi_layout *layout, bsi_work_budget *budget, bool *is_fast)
{
    /* A trial covers at most the cells of the fleet; a step is about the work for one cell. */
    int64_t cells = layout->rules->fleet->cells;
    bship_rng rng;
    bship_rng_seed(&rng, 0, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    *is_fast = false;
    bsi_work_expect(budget, (double)(cells * TRIALS));
    for (int tried = 0; !*is_fast && tried < TRIALS; tried += TRIALS_A_CHARGE) {
        bsi_work_budget tries = { .limit = TRIALS_A_CHARGE };
        bship_status status = bsi_work_charge(budget, cells * TRIALS_A_CHARGE);
        if (status)
            return status;
        *is_fast = !bsi_layout_draw(layout, &rng, &tries);
    }
    return BSHIP_OK;
}

/* Decides the method: OK, WORK_LIMIT, CANCELLED or MEMORY. */
static bship_status choose_method(const bship_rules *rules, bsi_work_budget *budget, bool *is_fast)
{
    bsi_layout layout;
    bship_status status = bsi_layout_open(&layout, rules, &rules->allocator);
    if (!status)
        status = try_rejection(&layout, budget, is_fast);
    bsi_layout_close(&layout, &rules->allocator);
    return status;
}

/* ---- counting ---- */

/* A sampler with a block of `size` bytes, not counted yet; NULL if memory runs out. */
static bship_sampler *sampler_alloc(const bship_rules *rules, size_t size)
{
    bship_sampler *sampler = bsi_alloc(&rules->allocator, sizeof *sampler + size, 1);
    if (!sampler)
        return NULL;
    atomic_init(&sampler->references, 1);
    sampler->rules = bship_rules_ref(rules);
    sampler->size = sizeof *sampler + size;
    return sampler;
}

/* Makes a sampler with its evidence's arrays: OK; WORK_LIMIT beyond the memory limit; MEMORY. */
static bship_status alloc_counted(bship_sampler **out, const bship_rules *rules,
                                  uint64_t memory_limit)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bsi_class_map class_map;
    (void)bsi_class_map_find(&class_map, rules, NULL, &budget);
    bsi_evidence measured;
    bsi_arena arena = { NULL, 0 };
    bsi_evidence_carve(&measured, rules, &class_map, 0, &arena);
    if (arena.used > memory_limit)
        return BSHIP_ERROR_WORK_LIMIT;
    bship_sampler *sampler = sampler_alloc(rules, arena.used);
    if (!sampler)
        return BSHIP_ERROR_MEMORY;
    arena = (bsi_arena){ (unsigned char *)sampler->block, 0 };
    bsi_evidence_carve(&sampler->evidence, rules, &class_map, 0, &arena);
    *out = sampler;
    return BSHIP_OK;
}

/* Reads a chart; NULL: one without shots. */
static bship_status read_chart(bship_sampler *sampler, const bship_chart *chart,
                               bsi_work_budget *budget)
{
    bship_chart *empty = NULL;
    bship_status status = BSHIP_OK;
    if (!chart)
        status = bship_chart_new(&empty, sampler->rules, NULL, NULL);
    if (!status)
        status = bsi_evidence_read(&sampler->evidence, chart ? chart : empty, budget);
    bship_chart_free(empty);
    return status;
}

/* Estimates the cost of counting in advance: OK, WORK_LIMIT, CANCELLED or UNSUPPORTED. */
static bship_status estimate(const bship_sampler *sampler, bsi_work_budget *budget)
{
    double steps;
    bship_status status = bsi_frontier_estimate(&sampler->evidence, budget, &steps, NULL);
    if (status)
        return status;
    if (isinf(steps))
        return BSHIP_ERROR_UNSUPPORTED;
    bsi_work_expect(budget, steps);
    return budget->expected > budget->limit ? BSHIP_ERROR_WORK_LIMIT : BSHIP_OK;
}

/* Counts the layouts that agree with a chart (NULL: all); statuses as of bsi_sampler_make(). */
static bship_status count(bship_sampler *sampler, const bship_chart *chart, uint64_t memory_limit,
                          bsi_work_budget *budget)
{
    bship_status status = read_chart(sampler, chart, budget);
    if (!status)
        status = estimate(sampler, budget);
    if (!status)
        status = bsi_frontier_new(&sampler->frontier, &sampler->rules->allocator,
                                  memory_limit - (sampler->size - sizeof *sampler));
    if (!status)
        status = bsi_frontier_prepare(sampler->frontier, &sampler->evidence, true, budget);
    if (status)
        return status;
    bsi_uint128 total = bsi_sweep_total(&sampler->frontier->sweep).whole;
    sampler->listed = total.high == 0 && total.low <= INT64_MAX ? (int64_t)total.low : 0;
    return BSHIP_OK;
}

/* ---- making ---- */

/* Makes a sampler that counts the layouts that agree with a chart; NULL: all layouts. */
static bship_status make_counted(bship_sampler **out, const bship_rules *rules,
                                 const bship_chart *chart, uint64_t memory_limit,
                                 bsi_work_budget *budget)
{
    bship_sampler *sampler = NULL;
    bship_status status = alloc_counted(&sampler, rules, memory_limit);
    if (!status)
        status = count(sampler, chart, memory_limit, budget);
    if (status)
        bship_sampler_unref(sampler);
    else
        *out = sampler;
    return status;
}

/* Makes a sampler; counts the layouts if it must, or if rejection sampling is slow. */
static bship_status make(bship_sampler **out, const bship_rules *rules, bool must_count,
                         uint64_t memory_limit, bsi_work_budget *budget)
{
    bool is_fast = false;
    bship_status status = must_count ? BSHIP_OK : choose_method(rules, budget, &is_fast);
    if (status)
        return status;
    if (!is_fast)
        return make_counted(out, rules, NULL, memory_limit, budget);
    bship_sampler *sampler = sampler_alloc(rules, 0);
    if (!sampler)
        return BSHIP_ERROR_MEMORY;
    *out = sampler;
    return BSHIP_OK;
}

bship_status bsi_sampler_make(bship_sampler **out, const bship_rules *rules, uint64_t memory_limit,
                              bsi_work_budget *budget)
{
    return make(out, rules, false, memory_limit, budget);
}

/* If the work limit suffices, it was the memory limit that was exceeded. */
static bship_status explain_limit(const bsi_work_budget *budget, uint64_t memory_limit,
                                  bship_error *error)
{
    bsi_work_need need = bsi_work_needed(budget);
    if (!need.how)
        return bsi_fail(error, BSHIP_ERROR_MEMORY, -1,
                        "counting the layouts takes more than the %" PRIu64 " bytes allowed",
                        memory_limit);
    return bsi_fail(error, BSHIP_ERROR_WORK_LIMIT, need.steps,
                    "%s %" PRId64 " steps are needed, and %" PRId64 " allowed", need.how,
                    need.steps, budget->limit);
}

static bship_status explain(bship_status status, const bsi_work_budget *budget,
                            uint64_t memory_limit, bship_error *error)
{
    switch (status) {
    case BSHIP_ERROR_WORK_LIMIT:
        return explain_limit(budget, memory_limit, error);
    case BSHIP_ERROR_UNSUPPORTED:
        return bsi_fail(
            error, status, -1,
            "rejection sampling is slow or excluded, and the layouts cannot be counted");
    default:
        return bsi_fail_plain(error, status);
    }
}

static bship_status read_options(bship_sampler_options *options, const bship_sampler_options *given,
                                 bship_error *error)
{
    bship_status status =
        bsi_versioned_read(options, BSI_VERSIONED(bship_sampler_options), given, error);
    if (status)
        return status;
    if (options->work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the work limit is negative");
    if ((options->must_count != 0 && options->must_count != 1) || options->reserved != 0)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "must_count must be 0 or 1 and reserved members 0");
    if (options->work_limit == 0)
        options->work_limit = BSHIP_SAMPLER_WORK_DEFAULT;
    if (options->memory_limit == 0)
        options->memory_limit = BSHIP_SAMPLER_MEMORY_DEFAULT;
    return BSHIP_OK;
}

/* Makes the sampler of a chart or, if that is NULL, of rules. */
static bship_status make_by_options(bship_sampler **out, const bship_rules *rules,
                                    const bship_chart *chart, const bship_sampler_options *given,
                                    bship_error *error)
{
    bship_sampler_options options = BSHIP_SAMPLER_OPTIONS_INIT;
    bship_status status = read_options(&options, given, error);
    if (status)
        return status;
    bsi_progress_relay relay = { options.progress, options.user, 0 };
    bsi_work_budget budget = { .limit = options.work_limit,
                               .progress = bsi_relayed(&relay),
                               .user = &relay };
    status = chart ? make_counted(out, rules, chart, options.memory_limit, &budget)
                   : make(out, rules, options.must_count, options.memory_limit, &budget);
    if (status == BSHIP_ERROR_CONTRADICTION && !chart)
        status = BSHIP_ERROR_INFEASIBLE;
    return status ? explain(status, &budget, options.memory_limit, error) : BSHIP_OK;
}

bship_status bship_sampler_new(bship_sampler **out, const bship_rules *rules,
                               const bship_sampler_options *options, bship_error *error)
{
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return make_by_options(out, rules, NULL, options, error);
}

bship_status bship_sampler_new_chart(bship_sampler **out, const bship_chart *chart,
                                     const bship_sampler_options *options, bship_error *error)
{
    if (!out || !chart)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    if (bsi_reports_totals(chart->rules))
        return bsi_fail(error, BSHIP_ERROR_UNSUPPORTED, -1,
                        "the layouts of salvos reported by totals cannot be listed");
    return make_by_options(out, chart->rules, chart, options, error);
}

bship_sampler *bship_sampler_ref(const bship_sampler *sampler)
{
    return sampler ? bsi_reference_add(sampler, &sampler->references) : NULL;
}

void bship_sampler_unref(bship_sampler *sampler)
{
    if (!sampler || !bsi_reference_drop(&sampler->references))
        return;
    bship_rules *rules = sampler->rules;
    bsi_frontier_free(sampler->frontier);
    bsi_free(&rules->allocator, sampler, sampler->size, 1);
    bship_rules_unref(rules);
}

/* ---- queries ---- */

const bship_rules *bship_sampler_rules(const bship_sampler *sampler)
{
    return sampler->rules;
}

int32_t bship_sampler_method(const bship_sampler *sampler)
{
    return sampler->frontier ? BSHIP_METHOD_FRONTIER : BSHIP_METHOD_REJECTION;
}

/* ---- listing ---- */

int64_t bship_sampler_count(const bship_sampler *sampler)
{
    return sampler->listed;
}

bship_status bship_sampler_layout(const bship_sampler *sampler, int64_t index,
                                  bship_placement *placements, size_t count)
{
    if (!sampler || !placements)
        return BSHIP_ERROR_ARGUMENT;
    if (count != (size_t)sampler->rules->fleet->count)
        return BSHIP_ERROR_COUNT;
    if (index < 0 || index >= sampler->listed)
        return BSHIP_ERROR_RANGE;
    bsi_frontier_layout(sampler->frontier, &sampler->evidence, (uint64_t)index, placements);
    return BSHIP_OK;
}

/* ---- drawing ---- */

bship_status bsi_drawer_open(bsi_drawer *drawer, const bship_sampler *sampler)
{
    const bship_rules *rules = sampler->rules;
    *drawer = (bsi_drawer){ .sampler = sampler };
    if (sampler->frontier)
        return BSHIP_OK;
    return bsi_layout_open(&drawer->layout, rules, &rules->allocator);
}

void bsi_drawer_close(const bsi_drawer *drawer)
{
    bsi_layout_close(&drawer->layout, &drawer->sampler->rules->allocator);
}

/* Draws by rejection sampling. It terminates: the trials have found a layout. */
static void draw_by_rejection(bsi_layout *layout, bship_rng *rng, bship_placement *placements)
{
    const bship_rules *rules = layout->rules;
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    bsi_layout_clear(layout);
    (void)bsi_layout_draw(layout, rng, &budget);
    for (int32_t i = 0; i < rules->fleet->count; i++) {
        bship_cell first = bsi_cell(rules, layout->placements[i].position);
        placements[i] = (bship_placement){ i, first.x, first.y, layout->placements[i].orientation };
    }
}

void bsi_drawer_draw(bsi_drawer *drawer, bship_rng *rng, bship_placement *placements)
{
    const bship_sampler *sampler = drawer->sampler;
    if (sampler->frontier)
        bsi_frontier_draw(sampler->frontier, &sampler->evidence, rng, placements);
    else
        draw_by_rejection(&drawer->layout, rng, placements);
}

bship_status bship_sampler_draw(const bship_sampler *sampler, bship_rng *rng,
                                bship_placement *placements, size_t count)
{
    if (!sampler || !rng || !placements)
        return BSHIP_ERROR_ARGUMENT;
    if (count != (size_t)sampler->rules->fleet->count)
        return BSHIP_ERROR_COUNT;
    bsi_rng_check(rng);
    bsi_drawer drawer;
    bship_status status = bsi_drawer_open(&drawer, sampler);
    if (!status)
        bsi_drawer_draw(&drawer, rng, placements);
    bsi_drawer_close(&drawer);
    return status;
}

/* Places a layout drawn from the count on an empty board. */
static void place_counted(const bship_sampler *sampler, bship_board *board, bship_rng *rng)
{
    bsi_frontier_draw(sampler->frontier, &sampler->evidence, rng, board->drawn);
    for (int32_t i = 0; i < board->rules->fleet->count; i++) {
        bship_cell first = { board->drawn[i].x, board->drawn[i].y };
        bsi_placement placement =
            bsi_placement_of(0, board->drawn[i].orientation, bsi_position(board->rules, first));
        bsi_layout_place(&board->layout, i, placement);
    }
}

/* bship_sampler_place() with a work budget, which also may return CANCELLED. */
static bship_status place(const bship_sampler *sampler, bship_board *board, bship_rng *rng,
                          bsi_work_budget *budget)
{
    if (!bship_rules_equal(sampler->rules, board->rules))
        return BSHIP_ERROR_RULES;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    bsi_rng_check(rng);
    bsi_board_save_and_clear(board);
    bship_status status = BSHIP_OK;
    if (sampler->frontier)
        place_counted(sampler, board, rng);
    else
        status = bsi_layout_draw(&board->layout, rng, budget);
    if (status)
        bsi_board_restore(board);
    else
        board->missing = 0;
    return status;
}

bship_status bship_sampler_place(const bship_sampler *sampler, bship_rng *rng, bship_board *board)
{
    bsi_work_budget budget = bsi_work_unlimited(NULL, NULL);
    return sampler && board && rng ? place(sampler, board, rng, &budget) : BSHIP_ERROR_ARGUMENT;
}

bship_status bsi_place_at_random(const bship_sampler *sampler, bship_board *board, bship_rng *rng,
                                 const bship_draw_options *options, int32_t *method)
{
    if (!sampler)
        return bship_board_place_random(board, rng, options, method);
    bsi_work_budget budget;
    bship_status status = bsi_draw_budget(&budget, options, NULL);
    budget.limit = INT64_MAX;
    if (!status)
        status = place(sampler, board, rng, &budget);
    if (!status && method)
        *method = BSHIP_DRAW_METHOD_UNIFORM;
    return status;
}
