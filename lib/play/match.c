/*
 * A match: a series of games, solo or duels.
 *
 * Boards, charts and games are created once and reused. Random streams are keyed by the
 * number of the game, so that no game depends on earlier ones.
 */
#include <battleship/match.h>

#include <stdbool.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/names.h"
#include "base/versioned.h"
#include "model/chart.h"
#include "play/game.h"
#include "play/sampler.h"
#include "strategy/ai.h"

struct bship_match {
    bship_rules *rules;
    bship_match_options options;
    bship_ai **entries;
    int32_t entry_count;
    int32_t entry_capacity;
    bship_sampler *sampler; /* draws layouts; or NULL */
    /* Of a solo match. */
    bship_board *board;
    bship_chart *chart;
    bsi_salvo salvo;
    int32_t methods[2]; /* by side: how the layout of this game was drawn */
    /* Of duels, by the side of entry 0; the second only if the entries alternate sides. */
    bship_game *duels[2];
};

void bship_match_options_init(bship_match_options *options, size_t size)
{
    static const bship_match_options defaults = BSHIP_MATCH_OPTIONS_INIT;
    bsi_versioned_init(options, size, &defaults, sizeof defaults);
}

/* ---- creation ---- */

/* Puts the defaults in place of 0. */
static void set_defaults(bship_match_options *options)
{
    if (options->games == 0)
        options->games = BSHIP_MATCH_GAMES_DEFAULT;
    if (options->threads == 0)
        options->threads = 1;
    if (options->work_limit == 0)
        options->work_limit = BSHIP_DRAW_WORK_DEFAULT;
    if (options->memory_limit == 0)
        options->memory_limit = BSHIP_SAMPLER_MEMORY_DEFAULT;
}

static bship_status read_options(bship_match_options *out, const bship_match_options *given,
                                 const bship_rules *rules, bship_error *error)
{
    bship_status status = bsi_versioned_read(out, sizeof *out, given);
    if (status)
        return bsi_fail_plain(error, status);
    set_defaults(out);
    if (out->kind != BSHIP_MATCH_SOLO && out->kind != BSHIP_MATCH_DUEL)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1, "%d is not a bship_match_kind",
                        (int)out->kind);
    if ((out->alternate != 0 && out->alternate != 1) || out->reserved != 0)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "alternate must be 0 or 1 and reserved members 0");
    if (out->games < 1 || out->first_game < 0 || out->first_game > INT64_MAX - out->games)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1,
                        "a match needs at least one game, with numbers from 0 to 2^63 - 1");
    if (out->work_limit < 0)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "the work limit is negative");
    if (out->sampler && !bship_rules_equal(bship_sampler_rules(out->sampler), rules))
        return bsi_fail(error, BSHIP_ERROR_RULES, -1,
                        "the sampler was made for other rules than the match");
    if (out->threads < 1)
        return bsi_fail(error, BSHIP_ERROR_RANGE, -1, "a match needs at least one thread");
    if (out->threads > 1)
        return bsi_fail(error, BSHIP_ERROR_UNSUPPORTED, -1,
                        "this version plays matches in one thread only");
    return BSHIP_OK;
}

static bool is_duel(const bship_match *match)
{
    return match->options.kind == BSHIP_MATCH_DUEL;
}

static bship_status make_solo_parts(bship_match *match)
{
    bship_status status = bship_board_new(&match->board, match->rules);
    if (!status)
        status = bship_chart_new(&match->chart, match->rules);
    if (!status)
        status = bsi_salvo_new(&match->salvo, match->rules, bsi_salvo_longest(match->rules));
    return status;
}

bship_status bship_match_new(bship_match **out, const bship_rules *rules,
                             const bship_match_options *options, bship_error *error)
{
    bship_match_options settings = BSHIP_MATCH_OPTIONS_INIT;
    if (!out || !rules)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = read_options(&settings, options, rules, error);
    if (status)
        return status;
    bship_match *match = bsi_alloc(&rules->allocator, 1, sizeof *match);
    if (!match)
        return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
    match->rules = bship_rules_ref(rules);
    match->options = settings;
    match->sampler = bship_sampler_ref(settings.sampler);
    status = is_duel(match) ? BSHIP_OK : make_solo_parts(match);
    if (status) {
        bship_match_free(match);
        return bsi_fail_plain(error, status);
    }
    *out = match;
    return BSHIP_OK;
}

void bship_match_free(bship_match *match)
{
    if (!match)
        return;
    bship_rules *rules = match->rules;
    for (int32_t i = 0; i < 2; i++)
        bship_game_free(match->duels[i]);
    bship_sampler_unref(match->sampler);
    bship_board_free(match->board);
    bship_chart_free(match->chart);
    bsi_salvo_free(&match->salvo, rules);
    for (int32_t i = 0; i < match->entry_count; i++)
        bship_ai_free(match->entries[i]);
    bsi_free(&rules->allocator, match->entries, (size_t)match->entry_capacity,
             sizeof *match->entries);
    bsi_free(&rules->allocator, match, 1, sizeof *match);
    bship_rules_unref(rules);
}

/* ---- entries ---- */

static bship_status reserve_entry(bship_match *match)
{
    if (match->entry_count < match->entry_capacity)
        return BSHIP_OK;
    size_t count = (size_t)match->entry_count;
    bship_ai **entries =
        bsi_grow(&match->rules->allocator, match->entries, count, count + 1, sizeof *entries);
    if (!entries)
        return BSHIP_ERROR_MEMORY;
    match->entries = entries;
    match->entry_capacity++;
    return BSHIP_OK;
}

/* Everything that can fail for an entry except creating its AI. */
static bship_status prepare_entry(bship_match *match, const bship_ai_options *options,
                                  bship_error *error)
{
    bship_ai_options settings = BSHIP_AI_OPTIONS_INIT;
    bship_status status = bsi_versioned_read(&settings, sizeof settings, options);
    if (status)
        return bsi_fail_plain(error, status);
    if (settings.seed != 0 || settings.side != BSHIP_SIDE_A)
        return bsi_fail(error, BSHIP_ERROR_ARGUMENT, -1,
                        "the match sets the seed and side of its entries");
    if (is_duel(match) && match->entry_count == 2)
        return bsi_fail(error, BSHIP_ERROR_STATE, -1, "a duel has exactly two entries");
    status = reserve_entry(match);
    return status ? bsi_fail_plain(error, status) : BSHIP_OK;
}

bship_status bship_match_add(bship_match *match, const char *strategy,
                             const bship_ai_options *options, bship_error *error)
{
    if (!match)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = prepare_entry(match, options, error);
    if (status)
        return status;
    status =
        bship_ai_new(&match->entries[match->entry_count], match->rules, strategy, options, error);
    match->entry_count += status == BSHIP_OK;
    return status;
}

bship_status bship_match_add_custom(bship_match *match, const bship_strategy_callbacks *callbacks,
                                    void *user, const bship_ai_options *options, bship_error *error)
{
    if (!match || !callbacks)
        return bsi_fail_plain(error, BSHIP_ERROR_ARGUMENT);
    bship_status status = prepare_entry(match, options, error);
    if (status)
        return status;
    status = bship_ai_new_custom(&match->entries[match->entry_count], match->rules, callbacks, user,
                                 options, error);
    if (status)
        return status;
    match->entry_count++;
    return BSHIP_OK;
}

int32_t bship_match_entries(const bship_match *match)
{
    return match->entry_count;
}

/* ---- rows ---- */

/* The receiver of rows. */
struct receiver {
    bship_match_callback callback;
    void *user;
};

/* Where a hit earns another shot, a turn is a run of hits and the shot that ends it. */
static int64_t count_turns(const bship_chart *chart)
{
    if (!bsi_rules_have(bship_chart_rules(chart), BSI_AGAIN_ON_HIT))
        return bship_chart_turns(chart);
    return bship_chart_shots(chart) - bship_chart_hits(chart) + bsi_ends_with_hit(chart);
}

static bship_match_row make_row(int64_t game, int32_t entry, bship_status status,
                                const bship_chart *chart, int32_t method)
{
    return (bship_match_row){ sizeof(bship_match_row),
                              game,
                              entry,
                              (int32_t)status,
                              bship_chart_shots(chart),
                              bship_chart_wasted(chart),
                              count_turns(chart),
                              BSHIP_SIDE_A,
                              BSHIP_OUTCOME_NONE,
                              method,
                              0 };
}

static bship_status deliver(const struct receiver *receiver, const bship_match_row *row)
{
    return receiver->callback(row, receiver->user) ? BSHIP_ERROR_CANCELLED : BSHIP_OK;
}

/* Running out of memory ends the match: it is not a failure of a strategy. */
static bool ends_match(bship_status failure)
{
    return failure == BSHIP_ERROR_MEMORY;
}

/* ---- common to solo matches and duels ---- */

static uint64_t first_number(const bship_match *match, int32_t purpose, int64_t game)
{
    bship_rng rng;
    bship_rng_seed(&rng, match->options.seed, purpose, (uint64_t)game);
    return bship_rng_next(&rng);
}

static uint64_t ai_seed(const bship_match *match, int32_t side, int64_t game)
{
    return first_number(match, BSHIP_RNG_AI_A + side, game);
}

/* Whether as many shots were wasted as the board has cells; the game is then abandoned. */
static bool is_hopeless(const bship_match *match, const bship_chart *chart)
{
    return chart->wasted >= (int64_t)match->rules->width * match->rules->height;
}

/* ---- layouts ---- */

/* Whether the match draws a layout itself; otherwise the strategies place their fleets. */
static bool draws_layouts(const bship_match *match)
{
    for (int32_t entry = 0; entry < match->entry_count; entry++) {
        if (!is_duel(match) || !bsi_ai_places_fleet(match->entries[entry]))
            return true;
    }
    return false;
}

/*
 * Creates a sampler for all games: OK or CANCELLED. Without one, for want of work or memory too,
 * the boards draw by themselves.
 */
static bship_status make_sampler(bship_match *match)
{
    enum {
        WORK_LIMIT_MIN = 1000000
    };
    const bship_match_options *options = &match->options;
    if (match->sampler || options->work_limit < WORK_LIMIT_MIN || !draws_layouts(match))
        return BSHIP_OK;
    bsi_work_budget budget = bsi_work_unlimited(options->progress, options->user);
    budget.limit = BSHIP_SAMPLER_WORK_DEFAULT;
    bship_status status =
        bsi_sampler_make(&match->sampler, match->rules, options->memory_limit, &budget);
    return status == BSHIP_ERROR_CANCELLED ? status : BSHIP_OK;
}

static bship_status place_fleet(const bship_match *match, bship_board *board, bship_rng *rng,
                                int32_t *method)
{
    bship_draw_options options = BSHIP_DRAW_OPTIONS_INIT;
    options.work_limit = match->options.work_limit;
    options.progress = match->options.progress;
    options.user = match->options.user;
    return bsi_place_at_random(match->sampler, board, rng, &options, method);
}

/* ---- solo ---- */

static bship_status sink_all(bship_match *match, bship_ai *ai)
{
    bsi_salvo *salvo = &match->salvo;
    int32_t allowed = bsi_salvo_allowed(match->rules, match->rules->fleet->count);
    while (!bship_board_is_defeated(match->board)) {
        if (is_hopeless(match, match->chart))
            return BSHIP_ERROR_WASTED;
        size_t count = bsi_salvo_size(allowed, match->chart->unknown_count);
        bship_status status = bsi_salvo_aim(salvo, ai, match->chart, count);
        if (!status)
            status = bsi_salvo_fire(salvo, salvo->cells, count, match->board, match->chart, NULL);
        if (status)
            return status;
    }
    return BSHIP_OK;
}

static bship_status play_solo_entry(bship_match *match, int64_t game, int32_t entry,
                                    const struct receiver *receiver)
{
    bship_ai *ai = match->entries[entry];
    bship_ai_reset(ai, ai_seed(match, BSHIP_SIDE_A, game));
    bship_board_clear_shots(match->board);
    bship_chart_reset(match->chart);
    bship_status status = sink_all(match, ai);
    if (ends_match(status))
        return status;
    bship_match_row row = make_row(game, entry, status, match->chart, match->methods[0]);
    return deliver(receiver, &row);
}

static bship_status play_solo(bship_match *match, int64_t game, const struct receiver *receiver)
{
    bship_rng rng;
    bship_rng_seed(&rng, match->options.seed, BSHIP_RNG_LAYOUT, (uint64_t)game);
    bship_board_clear_shots(match->board);
    bship_status status = place_fleet(match, match->board, &rng, &match->methods[0]);
    for (int32_t entry = 0; entry < match->entry_count && !status; entry++)
        status = play_solo_entry(match, game, entry, receiver);
    return status;
}

/* ---- duels ---- */

/* The side of an entry, and the entry of a side: one is the other. */
static int32_t swap_sides(const bship_match *match, int64_t game, int32_t side_or_entry)
{
    return match->options.alternate && game % 2 != 0 ? 1 - side_or_entry : side_or_entry;
}

static bship_status make_duels(bship_match *match)
{
    bship_status status = BSHIP_OK;
    for (int32_t i = 0; i < (match->options.alternate ? 2 : 1) && !status; i++) {
        bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
        options.ai[i] = match->entries[0];
        options.ai[1 - i] = match->entries[1];
        if (!match->duels[i])
            status = bship_game_new(&match->duels[i], match->rules, &options, NULL);
    }
    return status;
}

static void reset_duel(bship_match *match, bship_game *duel, int64_t game)
{
    const uint64_t ai_seeds[2] = { ai_seed(match, BSHIP_SIDE_A, game),
                                   ai_seed(match, BSHIP_SIDE_B, game) };
    bsi_game_reset(duel, first_number(match, BSHIP_RNG_FIRST, game), 0, ai_seeds);
}

/*
 * Places both fleets. If the match cannot draw a layout, the match fails; if a strategy
 * cannot place its fleet, only this game does, and the status goes to `failure`.
 */
static bship_status place_fleets(bship_match *match, bship_game *duel, int64_t game,
                                 bship_status *failure)
{
    bship_rng rng;
    bship_rng_seed(&rng, match->options.seed, BSHIP_RNG_LAYOUT, (uint64_t)game);
    bship_status status = BSHIP_OK;
    match->methods[0] = match->methods[1] = 0;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status && !*failure; side++) {
        bship_ai *ai = match->entries[swap_sides(match, game, side)];
        bship_board *board = duel->sides[side].board;
        int32_t *method = &match->methods[side];
        if (bsi_ai_places_fleet(ai))
            *failure = bship_ai_place(ai, board, &rng, NULL, method);
        else
            status = place_fleet(match, board, &rng, method);
    }
    return status;
}

static bship_status fight(const bship_match *match, bship_game *duel)
{
    bship_status status = bship_game_start(duel);
    while (!status && bship_game_phase(duel) != BSHIP_PHASE_OVER) {
        if (is_hopeless(match, duel->sides[BSHIP_SIDE_A].chart) ||
            is_hopeless(match, duel->sides[BSHIP_SIDE_B].chart))
            return BSHIP_ERROR_WASTED;
        status = bship_game_step(duel, NULL);
    }
    return status;
}

static bship_status play_duel(bship_match *match, int64_t game, const struct receiver *receiver)
{
    bship_game *duel = match->duels[swap_sides(match, game, 0)];
    bship_status failure = BSHIP_OK;
    reset_duel(match, duel, game);
    bship_status status = place_fleets(match, duel, game, &failure);
    if (status)
        return status;
    if (!failure)
        failure = fight(match, duel);
    if (ends_match(failure))
        return failure;
    for (int32_t entry = 0; entry < 2 && !status; entry++) {
        int32_t side = swap_sides(match, game, entry);
        bship_match_row row =
            make_row(game, entry, failure, duel->sides[side].chart, match->methods[1 - side]);
        row.side = side;
        row.outcome = duel->turns.outcome;
        status = deliver(receiver, &row);
    }
    return status;
}

/* ---- the match ---- */

bship_status bship_match_run(bship_match *match, bship_match_callback callback, void *user)
{
    if (!match || !callback)
        return BSHIP_ERROR_ARGUMENT;
    if (match->entry_count < (is_duel(match) ? 2 : 1))
        return BSHIP_ERROR_STATE;
    struct receiver receiver = { callback, user };
    bship_status status = make_sampler(match);
    if (!status && is_duel(match))
        status = make_duels(match);
    for (int64_t i = 0; i < match->options.games && !status; i++) {
        int64_t game = match->options.first_game + i;
        status =
            is_duel(match) ? play_duel(match, game, &receiver) : play_solo(match, game, &receiver);
    }
    return status;
}

/* ---- names ---- */

static const char *const kinds[] = { [BSHIP_MATCH_SOLO] = "solo", [BSHIP_MATCH_DUEL] = "duel" };

const char *bship_match_kind_name(int32_t kind)
{
    return bsi_name(BSI_NAMES(kinds), kind);
}

int32_t bship_match_kind_find(const char *name)
{
    return bsi_name_find(BSI_NAMES(kinds), name);
}
