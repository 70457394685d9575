/* Placers: creation, and drawing layouts; see placer.h. */
#include "strategy/placing/placer.h"

#include "base/error.h"
#include "base/memory.h"
#include "base/versioned.h"
#include "model/board.h"

/* ---- creation ---- */

bship_status bsi_placing_check_strength(double strength, bship_error *error)
{
    if (strength >= 0 && strength <= BSHIP_PLACING_STRENGTH_MAX)
        return BSHIP_OK;
    return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the strength of a placement style is 0..%d",
                    BSHIP_PLACING_STRENGTH_MAX);
}

static bship_status options_read(bship_placer_options *options, const bship_placer_options *given,
                                 const bship_rules *rules, bship_error *error)
{
    bship_status status =
        bsi_versioned_read(options, BSI_VERSIONED(bship_placer_options), given, error);
    if (status)
        return status;
    if (options->work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a work limit must not be negative");
    if (options->work_limit == 0)
        options->work_limit = BSHIP_PLACING_WORK_DEFAULT;
    if (options->sampler && !bship_rules_equal(bship_sampler_rules(options->sampler), rules))
        return bsi_fail(error, BSHIP_ERROR_RULES, -1,
                        "the sampler was made for other rules than the placer");
    return bsi_placing_check_strength(options->strength, error);
}

bship_status bship_placer_new(bship_placer **out, const bship_rules *rules, const char *style,
                              const bship_placer_options *given, bship_error *error)
{
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    const bsi_placing_style *row = NULL;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = options_read(&options, given, rules, error);
    if (!status)
        status = bsi_placing_style_named(&row, style, error);
    if (status)
        return status;
    bship_placer *placer = bsi_alloc(&rules->allocator, 1, sizeof *placer);
    if (!placer)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    placer->rules = bship_rules_ref(rules);
    placer->style = row;
    placer->options = options;
    placer->sampler = bship_sampler_ref(options.sampler);
    if (placer->options.strength == 0)
        placer->options.strength = row->strength;
    status = bship_board_new(&placer->board, rules, NULL, NULL);
    if (!status && row->open)
        status = row->open(&placer->state, rules);
    if (status) {
        bship_placer_free(placer);
        return bsi_fail_plain(error, status);
    }
    *out = placer;
    return BSHIP_OK;
}

void bship_placer_free(bship_placer *placer)
{
    if (!placer)
        return;
    bship_rules *rules = placer->rules;
    if (placer->state)
        placer->style->close(placer->state, rules);
    bship_board_free(placer->board);
    bship_sampler_unref(placer->sampler);
    bsi_free(&rules->allocator, placer, 1, sizeof *placer);
    bship_rules_unref(rules);
}

void bship_placer_reset(bship_placer *placer, uint64_t seed)
{
    placer->options.seed = seed;
}

/* ---- queries ---- */

const bship_rules *bship_placer_rules(const bship_placer *placer)
{
    return placer->rules;
}

int32_t bship_placer_style(const bship_placer *placer)
{
    return bsi_name_find(&bsi_placement_style_names, placer->style->name);
}

double bship_placer_strength(const bship_placer *placer)
{
    return placer->options.strength;
}

/* ---- drawing ---- */

/* Draws a layout on the placer's board. */
static bship_status draw(bship_placer *placer, const bship_sampler *sampler, bship_rng *rng,
                         const bship_draw_options *limits, int32_t *method)
{
    bsi_rng_check(rng);
    bsi_work_budget budget = bsi_work_unlimited(limits->progress, limits->user);
    budget.limit = placer->options.work_limit;
    budget.expected = budget.limit;
    bsi_placing placing = {
        .style = placer->style,
        .board = placer->board,
        .sampler = sampler,
        .limits = *limits,
        .strength = placer->options.strength,
        .seed = placer->options.seed,
        .state = placer->state,
        .rng = rng,
        .budget = &budget,
    };
    bship_board_clear_shots(placer->board);
    bship_status status = placer->style->draw(&placing);
    if (!status && method)
        *method = placing.method;
    return status;
}

bship_status bsi_placer_place(bship_placer *placer, const bship_sampler *sampler,
                              bship_board *board, bship_rng *rng, const bship_draw_options *options,
                              int32_t *method)
{
    if (!bship_rules_equal(placer->rules, board->rules))
        return BSHIP_ERROR_RULES;
    if (board->shot_count > 0)
        return BSHIP_ERROR_STARTED;
    bship_status status = draw(placer, sampler, rng, options, method);
    return status ? status : bship_board_copy(board, placer->board);
}

/* The draw options of each uniform layout, with the default work limit. */
static bship_draw_options limits_of(const bship_placer *placer)
{
    bship_draw_options limits = BSHIP_DRAW_OPTIONS_INIT;
    limits.progress = placer->options.progress;
    limits.user = placer->options.user;
    return limits;
}

bship_status bship_placer_draw(bship_placer *placer, bship_rng *rng, bship_placement *placements,
                               size_t count, int32_t *method)
{
    if (!placer || !rng || !placements)
        return BSHIP_ERROR_ARGUMENT;
    if (count != (size_t)placer->rules->fleet->count)
        return BSHIP_ERROR_COUNT;
    bship_draw_options limits = limits_of(placer);
    bship_status status = draw(placer, placer->sampler, rng, &limits, method);
    for (size_t i = 0; i < count && !status; i++)
        status = bship_board_placement(placer->board, (int32_t)i, &placements[i]);
    return status;
}

bship_status bship_placer_place(bship_placer *placer, bship_rng *rng, bship_board *board,
                                int32_t *method)
{
    if (!placer || !board || !rng)
        return BSHIP_ERROR_ARGUMENT;
    bship_draw_options limits = limits_of(placer);
    return bsi_placer_place(placer, placer->sampler, board, rng, &limits, method);
}

bship_status bship_board_place_style(bship_board *board, const char *style, bship_rng *rng,
                                     const bship_placer_options *options, int32_t *method,
                                     bship_error *error)
{
    bship_placer *placer = NULL;
    if (!board || !rng)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bship_placer_new(&placer, board->rules, style, options, error);
    if (status)
        return status;
    status = bship_placer_place(placer, rng, board, method);
    bship_placer_free(placer);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}
