/* AIs: creation and descriptions; see ai.h. */
#include "strategy/ai.h"

#include <stdbool.h>
#include <stdio.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/siphash.h"
#include "base/utf8.h"
#include "base/versioned.h"
#include "inference/habits/snapshot.h"
#include "strategy/placing/placer.h"

/* ---- creation ---- */

static bship_status options_read(bship_ai_options *options, const bship_ai_options *given,
                                 bship_error *error)
{
    bship_status status =
        bsi_versioned_read(options, BSI_VERSIONED(bship_ai_options), given, error);
    if (status)
        return status;
    if (options->side != BSHIP_SIDE_NONE && options->side != BSHIP_SIDE_A &&
        options->side != BSHIP_SIDE_B)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, options->side, "%d is not a side",
                        (int)options->side);
    if (options->side == BSHIP_SIDE_NONE)
        options->side = BSHIP_SIDE_A;
    if (options->work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a work limit must not be negative");
    return bsi_placing_check_strength(options->placing_strength, error);
}

/* Carves the AI's arrays from an arena; if that has no block, only measures them. */
static void carve(bship_ai *ai, const bship_rules *rules, bsi_arena *arena)
{
    const bsi_strategy *strategy = ai->strategy;
    ai->is_chosen = bsi_arena_take(arena, rules->positions, sizeof *ai->is_chosen);
    ai->proposed = bsi_arena_take(arena, rules->free_count, sizeof *ai->proposed);
    if (!strategy)
        return;
    max_align_t dummy[BSI_STATE_MAX / sizeof(max_align_t)];
    ai->unknown = bsi_arena_set(arena, rules);
    ai->state = bsi_arena_take(arena, strategy->state_size, 1);
    if (strategy->carve)
        strategy->carve(arena->block ? ai->state : dummy, rules, arena);
}

/* What a strategy sees of its AI at every aim. The chart is set by each aim. */
static bsi_view view_of(bship_ai *ai)
{
    return (bsi_view){ .rules = ai->rules,
                       .unknown = &ai->unknown,
                       .is_chosen = ai->is_chosen,
                       .draws = ai->draws,
                       .order = &ai->tie_order,
                       .budget = &ai->budget,
                       .status = &ai->status };
}

/* Allocates an AI of a strategy (NULL: a custom one): OK, MEMORY or CANCELLED. The caller calls
 * `open` and sets the seed. */
static bship_status ai_alloc(bship_ai **out, const bship_rules *rules, const bsi_strategy *strategy,
                             const bship_ai_options *options)
{
    bship_ai measured = { .strategy = strategy };
    bsi_arena arena = { NULL, 0 };
    carve(&measured, rules, &arena);
    size_t size = sizeof measured + arena.used;
    bship_ai *ai = bsi_grow(&rules->allocator, NULL, 0, size, 1);
    if (!ai)
        return BSHIP_ERROR_MEMORY;
    bsi_work_budget budget = bsi_work_unlimited(options->progress, options->user);
    bship_status status = bsi_work_clear_memory(&budget, ai, size);
    if (status) {
        bsi_free(&rules->allocator, ai, size, 1);
        return status;
    }
    ai->rules = bship_rules_ref(rules);
    ai->strategy = strategy;
    ai->block_size = size;
    arena = (bsi_arena){ (unsigned char *)ai->block, 0 };
    carve(ai, rules, &arena);
    ai->view = view_of(ai);
    ai->draws[0] = ai->draws[1] = bsi_draws_at(0);
    *out = ai;
    return BSHIP_OK;
}

static void ai_release(bship_ai *ai)
{
    bship_rules *rules = ai->rules;
    bship_placer_free(ai->placer);
    bsi_prior_unref(ai->prior);
    bsi_free(&rules->allocator, ai, ai->block_size, 1);
    bship_rules_unref(rules);
}

static bship_status find_strategy(const char *name, int32_t level, int32_t *out, bship_error *error)
{
    const char *played = bship_level_strategy(level);
    *out = bsi_name_find(&bsi_strategy_names, name ? name : played);
    char quote[BSI_QUOTE_SIZE];
    if (*out >= 0 && name && level != BSHIP_LEVEL_NONE && (!played || strcmp(played, name) != 0))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "the level given is none, or does not play '%s'", name);
    if (*out >= 0)
        return BSHIP_OK;
    if (name)
        return bsi_fail(error, BSHIP_ERROR_NAME, -1, "no strategy is called '%s'",
                        bsi_quote(quote, name));
    return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                    "neither a strategy nor a known level is given");
}

/* Reads from the options what the AI's placer needs once it is created. */
static bship_status read_placing(bsi_ai_placing *out, const bship_ai_options *options,
                                 bship_error *error)
{
    const char *name = options->placing ? options->placing : bsi_level_placing(options->level);
    bship_status status = bsi_placing_style_named(&out->style, name, error);
    out->strength = options->placing_strength;
    out->seed = options->seed;
    return status;
}

static void keep_options(bship_ai *ai, const bship_ai_options *options,
                         const bsi_ai_placing *placing)
{
    ai->given = (bsi_ai_given){ options->level, options->work_limit, options->memory_limit };
    ai->side = options->side;
    ai->placing = *placing;
}

static void start_seed(bship_ai *ai, uint64_t seed)
{
    int32_t purpose = ai->side == BSHIP_SIDE_A ? BSHIP_RNG_PURPOSE_AI_A : BSHIP_RNG_PURPOSE_AI_B;
    ai->seed = seed;
    ai->rng_key = bsi_rng_key(seed, purpose);
    ai->turns = 0;
    ai->hash = 0;
    ai->is_described = false;
}

/* Checks that a strategy supports the rules: OK or UNSUPPORTED. */
static bship_status check_strategy(const bsi_strategy *strategy, const bship_rules *rules,
                                   bship_error *error)
{
    if (bsi_reports_totals(rules) && !strategy->plays_totals)
        return bsi_fail(error, BSHIP_ERROR_UNSUPPORTED, -1,
                        "strategy %s does not support salvo-report total", strategy->name);
    return BSHIP_OK;
}

bship_status bship_ai_new(bship_ai **out, const bship_rules *rules, const char *strategy,
                          const bship_ai_options *given, bship_error *error)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bsi_ai_placing placing;
    int32_t number = -1;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = options_read(&options, given, error);
    if (!status)
        status = find_strategy(strategy, options.level, &number, error);
    if (!status)
        status = read_placing(&placing, &options, error);
    if (status)
        return status;
    const bsi_strategy *row = bsi_strategy_at(number);
    status = check_strategy(row, rules, error);
    if (status)
        return status;
    bship_ai *ai = NULL;
    status = ai_alloc(&ai, rules, row, &options);
    if (status)
        return bsi_fail_plain(error, status);
    if (row->open)
        status = row->open(ai->state, rules, &options);
    if (status) {
        ai_release(ai);
        return bsi_fail_plain(error, status);
    }
    keep_options(ai, &options, &placing);
    bsi_ai_set_defaults(ai, &options);
    start_seed(ai, options.seed);
    *out = ai;
    return BSHIP_OK;
}

bship_status bsi_ai_status(bship_status status)
{
    bool is_known = bsi_name(&bsi_status_names, status) != NULL;
    return is_known ? status : BSHIP_ERROR_STRATEGY;
}

/* The name of a custom strategy that has none. */
static const char CUSTOM[] = "custom";

static bship_status check_name(const char *name, bship_error *error)
{
    if (!bsi_is_name(name, BSHIP_NAME_MAX))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "the strategy's name is not 1 to %d bytes of UTF-8 without quotes",
                        BSHIP_NAME_MAX);
    if (bsi_name_find(&bsi_strategy_names, name) >= 0)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "'%s' is the name of a strategy of the library", name);
    return BSHIP_OK;
}

static bship_status read_callbacks(bship_strategy_callbacks *callbacks,
                                   const bship_strategy_callbacks *given,
                                   const bship_ai_options *options, bship_error *error)
{
    bship_status status =
        bsi_versioned_read(callbacks, BSI_VERSIONED(bship_strategy_callbacks), given, error);
    if (status)
        return status;
    if (!callbacks->aim || options->level != BSHIP_LEVEL_NONE ||
        (callbacks->place && options->placing))
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    return callbacks->name ? check_name(callbacks->name, error) : BSHIP_OK;
}

bship_status bship_ai_new_custom(bship_ai **out, const bship_rules *rules,
                                 const bship_strategy_callbacks *given, void *user,
                                 const bship_ai_options *given_options, bship_error *error)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    bsi_ai_placing placing;
    if (!out || !rules || !given)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = options_read(&options, given_options, error);
    if (!status)
        status = read_callbacks(&callbacks, given, &options, error);
    if (!status)
        status = read_placing(&placing, &options, error);
    if (status)
        return status;
    bship_ai *ai = NULL;
    status = ai_alloc(&ai, rules, NULL, &options);
    if (status)
        return bsi_fail_plain(error, status);
    /* The last step that can fail, so that no failure needs to destroy what it created. */
    if (callbacks.create)
        status = bsi_ai_status(callbacks.create(&ai->custom_state, rules, user));
    if (status) {
        ai_release(ai);
        return bsi_fail_plain(error, status);
    }
    ai->callbacks = callbacks;
    ai->callbacks.name = NULL; /* the caller's text */
    snprintf(ai->name, sizeof ai->name, "%s", callbacks.name ? callbacks.name : CUSTOM);
    ai->user = user;
    keep_options(ai, &options, &placing);
    bsi_ai_set_defaults(ai, &options);
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

const bship_rules *bship_ai_rules(const bship_ai *ai)
{
    return ai->rules;
}

const char *bship_ai_strategy(const bship_ai *ai)
{
    return ai->strategy ? ai->strategy->name : ai->name;
}

void bsi_ai_reset(bship_ai *ai, uint64_t seed)
{
    start_seed(ai, seed);
    if (ai->callbacks.reset)
        ai->callbacks.reset(ai->custom_state, seed, ai->side, ai->user);
}

void bship_ai_reset(bship_ai *ai, uint64_t seed)
{
    /* The caller may draw layouts from the same seed, too. */
    bsi_ai_reset(ai, ai->strategy ? seed : bsi_strategy_seed(seed, ai->side));
}

bship_status bship_ai_set_habits(bship_ai *ai, const bship_habits_snapshot *habits)
{
    if (!ai)
        return BSHIP_ERROR_ARGUMENT;
    bool uses_prior = ai->strategy && ai->strategy->set_prior;
    if (habits && !uses_prior)
        return BSHIP_ERROR_UNSUPPORTED;
    if (habits && !bship_rules_equal(ai->rules, bship_habits_snapshot_rules(habits)))
        return BSHIP_ERROR_RULES;
    const bsi_prior *prior = bsi_prior_of(habits);
    bship_status status = uses_prior ? ai->strategy->set_prior(ai->state, prior) : BSHIP_OK;
    if (status)
        return status;
    bsi_prior *old = ai->prior;
    ai->prior = bsi_prior_ref(prior);
    bsi_prior_unref(old);
    return BSHIP_OK;
}

void bsi_ai_play(bship_ai *ai, const void *game, uint64_t seed, int32_t side)
{
    ai->game = game;
    ai->side = side;
    bsi_ai_reset(ai, seed);
}

bool bsi_ai_plays(const bship_ai *ai, const void *game)
{
    return ai->game == game;
}

/* ---- descriptions ---- */

static bship_status describe_custom(const bship_ai *ai, bship_ai_info *info)
{
    bship_status status = bsi_ai_status(ai->callbacks.describe(ai->custom_state, info, ai->user));
    info->size = sizeof *info;
    return status;
}

static bship_basis basis_of(const bship_ai *ai, const bship_ai_info *info)
{
    if (ai->is_any_cell)
        return BSHIP_BASIS_ANY_CELL;
    if (info->lookahead != BSHIP_LOOKAHEAD_NONE)
        return BSHIP_BASIS_LOOKAHEAD;
    if (info->status)
        return BSHIP_BASIS_DENSITY;
    return info->is_exact ? BSHIP_BASIS_POSTERIOR : BSHIP_BASIS_SAMPLE;
}

static bship_status describe(const bship_ai *ai, bship_ai_info *info)
{
    if (!ai->strategy || !ai->strategy->describe)
        return BSHIP_ERROR_UNSUPPORTED;
    info->finished_early = ai->is_finishing;
    info->status = ai->is_any_cell ? BSHIP_ERROR_CANCELLED : BSHIP_OK;
    if (!ai->is_described || (!ai->is_any_cell && !ai->strategy->describe(ai->state, info)))
        return BSHIP_ERROR_STATE;
    info->basis = (int32_t)basis_of(ai, info);
    return BSHIP_OK;
}

bship_status bship_ai_describe(const bship_ai *ai, bship_ai_info *out)
{
    bship_ai_info info = BSHIP_AI_INFO_INIT;
    if (!ai)
        return BSHIP_ERROR_ARGUMENT;
    bship_status status = bsi_versioned_check(out, BSI_VERSIONED(bship_ai_info), NULL);
    if (status)
        return status;
    if (ai->callbacks.describe)
        status = describe_custom(ai, &info);
    else
        status = describe(ai, &info);
    if (!status)
        bsi_versioned_write(out, &info, sizeof info);
    return status;
}

/* ---- names ---- */

static const bsi_name_row bases[] = {
    [BSHIP_BASIS_NONE] = { "none", "a custom strategy did not say" },
    [BSHIP_BASIS_LOOKAHEAD] = { "lookahead", "a comparison of cells by playing on" },
    [BSHIP_BASIS_POSTERIOR] = { "posterior", "exact probabilities" },
    [BSHIP_BASIS_SAMPLE] = { "sample", "probabilities estimated from a sample" },
    [BSHIP_BASIS_DENSITY] = { "density", "the choice of that strategy" },
    [BSHIP_BASIS_ANY_CELL] = { "any-cell", "nothing: an unknown cell at random" },
};

const bsi_names bsi_basis_names = BSI_NAMES(bases);

static const bsi_name_row lookaheads[] = {
    [BSHIP_LOOKAHEAD_NONE] = { "none", "without lookahead, as posterior aims" },
    [BSHIP_LOOKAHEAD_SAMPLE] = { "sample", "over independent random layouts" },
    [BSHIP_LOOKAHEAD_ALL] = { "all", "over every possible layout" },
    [BSHIP_LOOKAHEAD_OPTIMUM] = { "optimum",
                                  "over every possible layout, with proven optimal play" },
};

const bsi_names bsi_lookahead_names = BSI_NAMES(lookaheads);
