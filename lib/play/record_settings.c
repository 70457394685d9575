/*
 * The settings of a game in its record: seeds, who begins, where the boards are, how reports are
 * checked, and how the AIs were made. With layouts and shots they suffice to go on with the game.
 *
 * A view of a side leaves out what only the other side knows. The game's seed determines the
 * layouts of local sides, so a view omits it if the other side is local. It then omits the seeds of
 * AIs too, since many callers use one seed for both.
 */
#include <stdbool.h>
#include <string.h>

#include "base/error.h"
#include "base/versioned.h"
#include "play/game.h"
#include "play/record.h"
#include "strategy/ai.h"

/* ---- records of games ---- */

/* States a number unless it is 0, the default. */
static void state_number(bship_record *record, int32_t fact, int32_t side, uint64_t number)
{
    if (number != 0)
        bsi_record_state_number(record, fact, side, number);
}

static void state_side(bship_record *record, int32_t fact, int32_t side)
{
    bsi_record_state(record, fact, BSHIP_SIDE_NONE, bsi_name(&bsi_side_names, side));
}

static void state_ai_options(bship_record *record, const bship_ai *ai, int32_t side)
{
    if (ai->given.level != BSHIP_LEVEL_NONE)
        bsi_record_state(record, BSHIP_FACT_LEVEL, side,
                         bsi_name(&bsi_level_names, ai->given.level));
    state_number(record, BSHIP_FACT_WORK, side, (uint64_t)ai->given.work_limit);
    state_number(record, BSHIP_FACT_MEMORY, side, ai->given.memory_limit);
    if (!bsi_placing_is_uniform(ai->placing.style))
        bsi_record_state(record, BSHIP_FACT_PLACING, side, ai->placing.style->name);
    if (ai->placing.strength != 0)
        bsi_record_state_strength(record, side, ai->placing.strength);
    if (ai->prior)
        bsi_record_state(record, BSI_FACT_HABITS, side, "known");
}

static void state_settings(bship_record *record, const bship_game *game, int32_t view)
{
    const char *remote = bsi_name(&bsi_location_names, BSHIP_LOCATION_REMOTE);
    if (game->begins != BSHIP_SIDE_NONE)
        state_side(record, BSHIP_FACT_BEGINS, game->begins);
    if (game->is_audited) {
        int64_t work = game->audit.work_limit;
        bsi_record_state(record, BSHIP_FACT_AUDIT, BSHIP_SIDE_NONE,
                         bsi_name(&bsi_audit_names, BSHIP_AUDIT_COMPLETE));
        if (work != BSHIP_AUDIT_WORK_DEFAULT)
            bsi_record_state_number(record, BSHIP_FACT_AUDIT_WORK, BSHIP_SIDE_NONE, (uint64_t)work);
        state_number(record, BSHIP_FACT_AUDIT_MEMORY, BSHIP_SIDE_NONE, game->audit.memory_limit);
    }
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bsi_side *stated = &game->sides[side];
        bool is_hidden = view == bsi_other(side);
        if (is_hidden || !stated->board)
            bsi_record_state(record, BSHIP_FACT_LOCATION, side, remote);
        if (is_hidden)
            continue;
        state_number(record, BSHIP_FACT_DRAWN, side, stated->layouts);
        if (stated->ai)
            state_ai_options(record, stated->ai, side);
    }
}

static void state_seeds(bship_record *record, const bship_game *game, int32_t view)
{
    state_number(record, BSHIP_FACT_FIRST_SEED, BSHIP_SIDE_NONE, game->first_seed);
    if (view != BSHIP_SIDE_NONE && game->sides[bsi_other(view)].board)
        return;
    bsi_record_state_number(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE, game->seed);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_ai *ai = game->sides[side].ai;
        if (!ai || view == bsi_other(side))
            continue;
        /* A game sets the seeds of its AIs; only a different one is stated. The seed of an AI that
           another game has taken is of that game. */
        if (bsi_ai_plays(ai, game) &&
            ai->seed != bsi_game_ai_seed(game, side, game->seed, game->first_seed))
            bsi_record_state_number(record, BSHIP_FACT_AIM_SEED, side, ai->seed);
        state_number(record, BSI_FACT_PLACING_SEED, side, ai->placing.seed);
    }
}

void bsi_record_state_game(bship_record *record, const bship_game *game,
                           const bship_record_game_options *options)
{
    if (game->turns.began != BSHIP_SIDE_NONE)
        state_side(record, BSHIP_FACT_BEGAN, game->turns.began);
    if (options->view != BSHIP_SIDE_NONE)
        state_side(record, BSHIP_FACT_VIEW, options->view);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        const bship_ai *ai = game->sides[side].ai;
        if (ai && options->view != bsi_other(side))
            bsi_record_state(record, BSHIP_FACT_STRATEGY, side, bship_ai_strategy(ai));
    }
    if (options->settings)
        state_settings(record, game, options->view);
    if (options->seeds)
        state_seeds(record, game, options->view);
    record->outcome = game->turns.outcome;
    bsi_record_state(record, BSHIP_FACT_RESULT, BSHIP_SIDE_NONE,
                     bsi_result_text(game->outcome, game->reason));
}

/* ---- games of records ---- */

static bool states(const bship_record *record, int32_t fact, int32_t side)
{
    return record->facts[fact][side][0] != '\0';
}

/* The number of a fact of the game; `before` if it is not stated. */
static uint64_t number_or(const bship_record *record, int32_t fact, uint64_t before)
{
    return states(record, fact, BSHIP_SIDE_NONE) ? bsi_fact_number(record, fact, BSHIP_SIDE_NONE)
                                                 : before;
}

void bsi_record_apply_settings(const bship_record *record, bship_game *game)
{
    /* With a seed, a first seed that is not stated is 0. */
    bool has_seed = states(record, BSHIP_FACT_SEED, BSHIP_SIDE_NONE);
    uint64_t seed = number_or(record, BSHIP_FACT_SEED, game->seed);
    uint64_t first_seed = number_or(record, BSHIP_FACT_FIRST_SEED, has_seed ? 0 : game->first_seed);
    if (has_seed || states(record, BSHIP_FACT_FIRST_SEED, BSHIP_SIDE_NONE))
        bship_game_reset(game, seed, first_seed);
    if (states(record, BSHIP_FACT_BEGINS, BSHIP_SIDE_NONE))
        game->begins = bsi_fact_side(record, BSHIP_FACT_BEGINS);
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bsi_side *resumed = &game->sides[side];
        if (states(record, BSHIP_FACT_DRAWN, side))
            resumed->layouts = bsi_fact_number(record, BSHIP_FACT_DRAWN, side);
        if (resumed->ai && states(record, BSHIP_FACT_AIM_SEED, side))
            bsi_ai_play(resumed->ai, game, bsi_fact_number(record, BSHIP_FACT_AIM_SEED, side),
                        side);
    }
}

/* The location of a side; `before` if the record leaves it open. */
static int32_t location_of(const bship_record *record, int32_t side, int32_t before)
{
    if (states(record, BSHIP_FACT_LOCATION, side))
        return bsi_name_find(&bsi_location_names, record->facts[BSHIP_FACT_LOCATION][side]);
    return bship_record_is_game(record) && !record->layouts[side] ? BSHIP_LOCATION_REMOTE : before;
}

bship_status bship_record_to_game_options(const bship_record *record, bship_game_options *options,
                                          bship_error *error)
{
    bship_game_options known = BSHIP_GAME_OPTIONS_INIT;
    if (!record || !options)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status =
        bsi_versioned_read(&known, BSI_VERSIONED(bship_game_options), options, error);
    if (status)
        return status;
    known.seed = number_or(record, BSHIP_FACT_SEED, known.seed);
    known.first_seed = number_or(record, BSHIP_FACT_FIRST_SEED, known.first_seed);
    if (states(record, BSHIP_FACT_BEGINS, BSHIP_SIDE_NONE))
        known.first = bsi_fact_side(record, BSHIP_FACT_BEGINS);
    if (states(record, BSHIP_FACT_AUDIT, BSHIP_SIDE_NONE))
        known.audit =
            bsi_name_find(&bsi_audit_names, record->facts[BSHIP_FACT_AUDIT][BSHIP_SIDE_NONE]);
    known.audit_work_limit =
        (int64_t)number_or(record, BSHIP_FACT_AUDIT_WORK, (uint64_t)known.audit_work_limit);
    known.audit_memory_limit = number_or(record, BSHIP_FACT_AUDIT_MEMORY, known.audit_memory_limit);
    known.location_a = location_of(record, BSHIP_SIDE_A, known.location_a);
    known.location_b = location_of(record, BSHIP_SIDE_B, known.location_b);
    return bsi_versioned_write_options(options, BSI_VERSIONED(bship_game_options), &known, error);
}

/* ---- AIs of a record ---- */

/* Finds the strategy of a side: OK, NAME or UNSUPPORTED. */
static bship_status find_strategy(const bship_record *record, int32_t side, const char **out,
                                  bship_error *error)
{
    const char *name = record->facts[BSHIP_FACT_STRATEGY][side];
    const char *known = bsi_name(&bsi_strategy_names, bsi_name_find(&bsi_strategy_names, name));
    bsi_place at = record->places[BSHIP_FACT_STRATEGY][side];
    if (*name && !known && strcmp(name, "custom") == 0)
        return bsi_fail_item_at(error, BSHIP_ERROR_UNSUPPORTED, side, at.line, at.column,
                                "side %s: the caller must supply its custom strategy",
                                bsi_name(&bsi_side_names, side));
    if (*name && !known)
        return bsi_fail_item_at(error, BSHIP_ERROR_NAME, side, at.line, at.column,
                                "side %s: no strategy is called '%s'",
                                bsi_name(&bsi_side_names, side), name);
    *out = known;
    return BSHIP_OK;
}

/* The level by which the AI of a side was chosen, if in this version it plays the same strategy. */
static int32_t level_of(const bship_record *record, int32_t side)
{
    int32_t level = bsi_name_find(&bsi_level_names, record->facts[BSHIP_FACT_LEVEL][side]);
    const char *played = bship_level_strategy(level);
    bool is_kept = played && strcmp(played, record->facts[BSHIP_FACT_STRATEGY][side]) == 0;
    return is_kept ? level : BSHIP_LEVEL_NONE;
}

void bsi_record_ai_options(const bship_record *record, int32_t side, bship_ai_options *options)
{
    options->seed = bsi_fact_number(record, BSI_FACT_PLACING_SEED, side);
    options->level = level_of(record, side);
    options->side = side;
    options->work_limit = (int64_t)bsi_fact_number(record, BSHIP_FACT_WORK, side);
    options->memory_limit = bsi_fact_number(record, BSHIP_FACT_MEMORY, side);
    /* A level has a style of its own, which a record without one did not use. */
    options->placing = bship_record_get(record, BSHIP_FACT_PLACING, side);
    if (!options->placing && options->level != BSHIP_LEVEL_NONE)
        options->placing = bsi_name(&bsi_placement_style_names, 0);
    options->placing_strength = bsi_fact_strength(record, side);
}

bship_status bship_record_to_ai_options(const bship_record *record, int32_t side,
                                        const char **strategy, bship_ai_options *options,
                                        bship_error *error)
{
    bship_ai_options known = BSHIP_AI_OPTIONS_INIT;
    const char *name = NULL;
    if (!record || !strategy || !options)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_check_side(side, error);
    if (!status)
        status = bsi_versioned_read(&known, BSI_VERSIONED(bship_ai_options), options, error);
    if (status)
        return status;
    status = find_strategy(record, side, &name, error);
    if (status)
        return status;
    bsi_place habits = record->places[BSI_FACT_HABITS][side];
    if (states(record, BSI_FACT_HABITS, side))
        return bsi_fail_item_at(error, BSHIP_ERROR_UNSUPPORTED, side, habits.line, habits.column,
                                "side %s: the caller must supply the habits that its strategy knew",
                                bsi_name(&bsi_side_names, side));
    bsi_record_ai_options(record, side, &known);
    status = bsi_versioned_write_options(options, BSI_VERSIONED(bship_ai_options), &known, error);
    if (!status)
        *strategy = name;
    return status;
}
