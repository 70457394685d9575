/* A game: creation, placement and queries; game_turn.c plays it. */
#include "play/game.h"

#include <stdbool.h>

#include "base/array.h"
#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/siphash.h"
#include "base/versioned.h"
#include "inference/sampler.h"
#include "model/rules.h"
#include "play/learning.h"
#include "strategy/ai.h"

/* ---- creation ---- */

/* The options of one side of a game. */
struct side_options {
    bship_ai *ai;
    int32_t location;
};

static struct side_options options_of(const bship_game_options *options, int32_t side)
{
    if (side == BSHIP_SIDE_A)
        return (struct side_options){ options->ai_a, options->location_a };
    return (struct side_options){ options->ai_b, options->location_b };
}

/* Whether an AI (NULL: none) can play a side under these rules: OK or RULES. */
static bship_status check_ai(const bship_ai *ai, const bship_rules *rules, int32_t side,
                             bship_error *error)
{
    if (!ai || bship_rules_equal(bship_ai_rules(ai), rules))
        return BSHIP_OK;
    return bsi_fail(error, BSHIP_ERROR_RULES, side,
                    "the AI was made for other rules than the game");
}

static bship_status fail_both_sides(int32_t side, bship_error *error)
{
    return bsi_fail(error, BSHIP_ERROR_ARGUMENT, side, "one AI cannot play both sides");
}

static bship_status check_side(const struct side_options *options, const bship_rules *rules,
                               int32_t side, bship_error *error)
{
    int32_t location = options->location;
    if (location != BSHIP_LOCATION_LOCAL && location != BSHIP_LOCATION_REMOTE)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, side, "%d is not a location", (int)location);
    return check_ai(options->ai, rules, side, error);
}

static bship_status read_options(bship_game_options *out, const bship_game_options *given,
                                 const bship_rules *rules, bship_error *error)
{
    bship_status status = bsi_versioned_read(out, BSI_VERSIONED(bship_game_options), given, error);
    if (status)
        return status;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status; side++) {
        const struct side_options of_side = options_of(out, side);
        status = check_side(&of_side, rules, side, error);
    }
    if (status)
        return status;
    if (out->audit != BSHIP_AUDIT_NECESSARY && out->audit != BSHIP_AUDIT_COMPLETE)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "%d is not an audit", (int)out->audit);
    if (out->audit_work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the work limit is negative");
    if (!bsi_rule_has(BSHIP_RULE_FIRST, out->first))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "%d is not a bship_first",
                        (int)out->first);
    if (out->first != BSHIP_FIRST_RANDOM && !bsi_may_begin(rules, out->first))
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "the rules do not let side %s begin",
                        bsi_name(bsi_rule_values(BSHIP_RULE_FIRST), out->first));
    if (out->ai_a && out->ai_a == out->ai_b)
        return fail_both_sides(BSHIP_SIDE_B, error);
    if ((out->owns_ais != 0 && out->owns_ais != 1) || out->reserved != 0)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "owns_ais must be 0 or 1 and reserved members 0");
    if (out->sampler && !bship_rules_equal(bship_sampler_rules(out->sampler), rules))
        return bsi_fail(error, BSHIP_ERROR_RULES, -1,
                        "the sampler was made for other rules than the game");
    return BSHIP_OK;
}

/* Makes the salvo, charts and boards: OK or MEMORY. */
static bship_status make_parts(bship_game *game, const bship_game_options *options)
{
    bship_status status = bsi_salvo_new(&game->salvo, game->rules, bsi_salvo_longest(game->rules));
    for (int32_t i = BSHIP_SIDE_A; i <= BSHIP_SIDE_B && !status; i++) {
        const struct side_options of_side = options_of(options, i);
        bsi_side *side = &game->sides[i];
        side->ai = of_side.ai;
        status = bship_chart_new(&side->chart, game->rules, NULL, NULL);
        if (!status && of_side.location == BSHIP_LOCATION_LOCAL)
            status = bship_board_new(&side->board, game->rules, NULL, NULL);
    }
    return status;
}

bship_status bship_game_new(bship_game **out, const bship_rules *rules,
                            const bship_game_options *options, bship_error *error)
{
    bship_game_options settings = BSHIP_GAME_OPTIONS_INIT;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_options(&settings, options, rules, error);
    if (status)
        return status;
    bship_game *game = bsi_alloc(&rules->allocator, 1, sizeof *game);
    if (!game)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    game->rules = bship_rules_ref(rules);
    game->begins = settings.first;
    game->sampler = bship_sampler_ref(settings.sampler);
    game->is_audited = settings.audit == BSHIP_AUDIT_COMPLETE;
    game->audit = (bship_posterior_options)BSHIP_POSTERIOR_OPTIONS_INIT;
    game->audit.work_limit =
        settings.audit_work_limit ? settings.audit_work_limit : BSHIP_AUDIT_WORK_DEFAULT;
    game->audit.memory_limit = settings.audit_memory_limit;
    game->audit.progress = settings.progress;
    game->audit.user = settings.user;
    status = make_parts(game, &settings);
    if (status) {
        bship_game_free(game);
        return bsi_fail_plain(error, status);
    }
    /* A game that cannot be made leaves the AIs to the caller. */
    game->owns_ais = settings.owns_ais == 1;
    bship_game_reset(game, settings.seed, settings.first_seed);
    *out = game;
    return BSHIP_OK;
}

void bship_game_free(bship_game *game)
{
    if (!game)
        return;
    bship_rules *rules = game->rules;
    for (int32_t i = BSHIP_SIDE_A; i <= BSHIP_SIDE_B; i++) {
        bship_board_free(game->sides[i].board);
        bship_board_free(game->sides[i].revealed);
        bship_chart_free(game->sides[i].chart);
        if (game->owns_ais)
            bship_ai_free(game->sides[i].ai);
    }
    BSI_FREE(&game->predecessors, &rules->allocator);
    bship_sampler_unref(game->sampler);
    bsi_salvo_free(&game->salvo, rules);
    bsi_free(&rules->allocator, game->log, game->log_capacity, sizeof *game->log);
    bsi_free(&rules->allocator, game, 1, sizeof *game);
    bship_rules_unref(rules);
}

void bsi_game_settle(bship_game *game)
{
    bool is_over = game->turns.outcome != BSHIP_OUTCOME_NONE;
    game->outcome = game->turns.outcome;
    game->reason = game->turns.reason;
    game->phase = is_over ? BSHIP_PHASE_OVER : BSHIP_PHASE_AIMING;
    game->pending = 0;
    game->is_disputed = false;
}

void bsi_game_reset(bship_game *game, uint64_t seed, uint64_t first_seed,
                    const uint64_t ai_seeds[BSI_SIDES])
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        bsi_side *owner = &game->sides[side];
        bship_chart_reset(owner->chart);
        if (owner->board)
            bship_board_clear(owner->board);
        bship_board_free(owner->revealed);
        owner->revealed = NULL;
        owner->has_revealed = false;
        owner->is_observed = false;
        owner->layouts = 0;
        if (owner->ai)
            bsi_ai_play(owner->ai, game, ai_seeds[side], side);
    }
    game->seed = seed;
    game->first_seed = first_seed;
    game->log_length = 0;
    bsi_predecessors_cut(&game->predecessors, 0);
    bsi_turns_reset(&game->turns);
    bsi_game_settle(game);
    game->phase = BSHIP_PHASE_PLACING;
}

uint64_t bsi_game_ai_seed(const bship_game *game, int32_t side, uint64_t seed, uint64_t first_seed)
{
    /* The AI of a remote side follows from the public seed: its shots must reveal no secret. */
    return bsi_strategy_seed(game->sides[side].board ? seed : first_seed, side);
}

void bship_game_reset(bship_game *game, uint64_t seed, uint64_t first_seed)
{
    uint64_t ai_seeds[BSI_SIDES];
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        ai_seeds[side] = bsi_game_ai_seed(game, side, seed, first_seed);
    bsi_game_reset(game, seed, first_seed, ai_seeds);
}

bship_status bsi_game_check_ai(const bship_game *game, int32_t side, bship_error *error)
{
    const bship_ai *ai = game->sides[side].ai;
    if (!ai || bsi_ai_plays(ai, game))
        return BSHIP_OK;
    return bsi_fail(error, BSHIP_ERROR_STATE, side, "the AI of side %s plays in another game now",
                    bsi_name(&bsi_side_names, side));
}

bship_status bship_game_set_ai(bship_game *game, int32_t side, bship_ai *ai, bship_error *error)
{
    if (!game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_check_side(side, error);
    if (!status)
        status = check_ai(ai, game->rules, side, error);
    if (status)
        return status;
    bsi_side *owner = &game->sides[side];
    const bsi_side *opponent = &game->sides[bsi_other(side)];
    bship_ai *before = owner->ai;
    if (ai && ai == opponent->ai)
        return fail_both_sides(side, error);
    /* In a game that has not begun, AIs are given habits when it begins. */
    if (ai && opponent->habits && game->turns.began != BSHIP_SIDE_NONE)
        status = bsi_learn_refresh(ai, opponent->habits);
    if (!status && ai != before)
        status = bsi_predecessors_add(&game->predecessors, &game->rules->allocator, side,
                                      before ? bship_ai_strategy(before) : NULL,
                                      (int64_t)game->log_length + (game->pending > 0));
    if (status)
        return bsi_fail_plain(error, status);
    if (ai)
        bsi_ai_play(ai, game, bsi_game_ai_seed(game, side, game->seed, game->first_seed), side);
    owner->ai = ai;
    if (game->owns_ais && ai != before)
        bship_ai_free(before);
    return BSHIP_OK;
}

/* ---- placement ---- */

/* Whether ships of a side can be placed now: OK, ARGUMENT or STATE. */
static bship_status check_placing(const bship_game *game, int32_t side, bship_error *error)
{
    if (!game)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = bsi_check_side(side, error);
    if (status)
        return status;
    if (!game->sides[side].board)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, side, "side %s is remote",
                        bsi_name(&bsi_side_names, side));
    if (game->phase != BSHIP_PHASE_PLACING)
        return bsi_fail(error, BSHIP_ERROR_STATE, side, "the game has started");
    return BSHIP_OK;
}

bship_status bship_game_set_board(bship_game *game, int32_t side, const bship_board *board,
                                  bship_error *error)
{
    if (!board)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = check_placing(game, side, error);
    if (status)
        return status;
    status = bship_board_shots(board) > 0 ? BSHIP_ERROR_STARTED
                                          : bship_board_copy(game->sides[side].board, board);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

bship_status bship_game_place_random(bship_game *game, int32_t side,
                                     const bship_draw_options *options, int32_t *method,
                                     bship_error *error)
{
    bsi_work_budget budget;
    bship_status status = check_placing(game, side, error);
    if (!status)
        status = bsi_draw_budget(&budget, options, error);
    if (!status)
        status = bsi_game_check_ai(game, side, error);
    if (status)
        return status;
    bship_rng rng;
    bsi_side *owner = &game->sides[side];
    /* A stream for each layout of each side. */
    bship_rng_seed(&rng, game->seed, BSHIP_RNG_PURPOSE_LAYOUT,
                   owner->layouts * 2 + (side == BSHIP_SIDE_B));
    status = owner->ai && bsi_ai_places_fleet(owner->ai)
                 ? bsi_ai_place(owner->ai, game->sampler, owner->board, &rng, options, method)
                 : bsi_place_at_random(game->sampler, owner->board, &rng, options, method);
    if (status)
        return bsi_fail(error, status, side, "the fleet of side %s: %s",
                        bsi_name(&bsi_side_names, side), bship_status_message((int32_t)status));
    owner->layouts++;
    return BSHIP_OK;
}

/* ---- queries ---- */

const bship_rules *bship_game_rules(const bship_game *game)
{
    return game->rules;
}

uint64_t bship_game_seed(const bship_game *game)
{
    return game->seed;
}

const bship_board *bship_game_board(const bship_game *game, int32_t side)
{
    if (!bsi_is_side(side))
        return NULL;
    const bsi_side *owner = &game->sides[side];
    return owner->board ? owner->board : owner->revealed;
}

const bship_chart *bship_game_chart(const bship_game *game, int32_t side)
{
    return bsi_is_side(side) ? game->sides[side].chart : NULL;
}

bship_ai *bship_game_ai(const bship_game *game, int32_t side)
{
    return bsi_is_side(side) ? game->sides[side].ai : NULL;
}

int32_t bship_game_phase(const bship_game *game)
{
    return game->phase;
}

int32_t bship_game_to_move(const bship_game *game)
{
    return game->phase == BSHIP_PHASE_OVER ? BSHIP_SIDE_NONE : game->turns.to_move;
}

int32_t bship_game_began(const bship_game *game)
{
    return game->turns.began;
}

int32_t bship_game_shots_due(const bship_game *game)
{
    return game->phase == BSHIP_PHASE_AIMING ? (int32_t)game->turns.due : 0;
}

int64_t bship_game_round(const bship_game *game)
{
    return game->turns.round;
}

int32_t bship_game_outcome(const bship_game *game)
{
    return game->outcome;
}

int64_t bship_game_points(const bship_game *game, int32_t side)
{
    if (!bsi_is_side(side))
        return -1;
    const bship_board *board = game->sides[bsi_other(side)].board;
    return board ? bship_board_points(board) : bship_chart_points(game->sides[side].chart);
}

int32_t bship_game_end_reason(const bship_game *game)
{
    return game->reason;
}

size_t bship_game_pending(const bship_game *game, bship_cell *cells, size_t capacity)
{
    capacity = bsi_room(cells, capacity);
    for (size_t i = 0; i < game->pending && i < capacity; i++)
        cells[i] = game->salvo.cells[i];
    return game->pending;
}

/* ---- names ---- */

static const bsi_name_row locations[] = {
    [BSHIP_LOCATION_LOCAL] = { "local", "its board is in the game" },
    [BSHIP_LOCATION_REMOTE] = { "remote", "its board is elsewhere: the game is given the reports" },
};

const bsi_names bsi_location_names = BSI_NAMES(locations);

static const bsi_name_row phases[] = {
    [BSHIP_PHASE_PLACING] = { "placing", "ships are being placed" },
    [BSHIP_PHASE_AIMING] = { "aiming", "the side to move is to fire" },
    [BSHIP_PHASE_AWAITING_REPORT] = { "awaiting-report",
                                      "the other side, which is remote, is to report" },
    [BSHIP_PHASE_OVER] = { "over", "the game has ended" },
};

const bsi_names bsi_phase_names = BSI_NAMES(phases);

static const bsi_name_row outcomes[] = {
    [BSHIP_OUTCOME_NONE] = { "none", "the game has not ended, or was abandoned" },
    [BSHIP_OUTCOME_A] = { "a", "side a won" },
    [BSHIP_OUTCOME_B] = { "b", "side b won" },
    [BSHIP_OUTCOME_DRAW] = { "draw", "both sides sank as much" },
};

const bsi_names bsi_outcome_names = BSI_NAMES(outcomes);
