/*
 * A player of a match, which plays one game at a time; see match.h. In a solo match each entry
 * fires at the same layout, a duel is a game between both entries.
 */
#define _POSIX_C_SOURCE 200809L /* clock_gettime(): C11 has no monotonic clock */

#include "play/match.h"

#include <stdbool.h>
#include <time.h>

#include "base/error.h"
#include "base/memory.h"
#include "base/siphash.h"
#include "inference/sampler.h"
#include "model/chart.h"
#include "play/game.h"
#include "play/learning.h"
#include "strategy/ai.h"

/* ---- creation ---- */

bship_status bsi_match_player_init(bsi_match_player *player, const bship_match *match)
{
    const bship_rules *rules = match->rules;
    *player = (bsi_match_player){ .match = match };
    player->layout =
        bsi_alloc(&rules->allocator, (size_t)rules->fleet->count, sizeof *player->layout);
    if (!player->layout)
        return BSHIP_ERROR_MEMORY;
    if (bsi_is_duel(match))
        return BSHIP_OK;
    bship_status status = bship_board_new(&player->board, rules, NULL, NULL);
    if (!status)
        status = bship_chart_new(&player->chart, rules, NULL, NULL);
    if (!status)
        status = bsi_salvo_new(&player->salvo, rules, bsi_salvo_longest(rules));
    return status;
}

void bsi_match_player_free(bsi_match_player *player)
{
    const bship_match *match = player->match;
    for (int32_t i = 0; i < 2; i++)
        bship_game_free(player->duels[i]);
    bship_placer_free(player->placer);
    bship_board_free(player->board);
    bship_chart_free(player->chart);
    bsi_salvo_free(&player->salvo, match->rules);
    bsi_free(&match->rules->allocator, player->layout, (size_t)match->rules->fleet->count,
             sizeof *player->layout);
    for (int32_t i = 0; i < player->seat_capacity; i++) {
        bship_ai_free(player->seats[i].ai);
        bship_habits_free(player->seats[i].habits);
    }
    bsi_free(&match->rules->allocator, player->seats, (size_t)player->seat_capacity,
             sizeof *player->seats);
}

/* Makes the habits of a learner, whose strategy must use them. */
static bship_status make_habits(bsi_match_seat *seat, const bsi_match_entry *from,
                                bship_error *error)
{
    const char *name = bship_ai_strategy(seat->ai);
    if (!bship_strategy_uses_habits(bsi_name_find(&bsi_strategy_names, name)))
        return bsi_fail(error, BSHIP_ERROR_UNSUPPORTED, -1, "strategy %s does not use habits",
                        name);
    return bship_habits_new(&seat->habits, bship_ai_rules(seat->ai), &from->habits, error);
}

bship_status bsi_match_player_enter(bsi_match_player *player, int32_t entry,
                                    const bsi_match_entry *from, bship_error *error)
{
    const bship_rules *rules = player->match->rules;
    if (entry == player->seat_capacity) {
        size_t old = (size_t)player->seat_capacity;
        bsi_match_seat *seats =
            bsi_grow(&rules->allocator, player->seats, old, old + 1, sizeof *seats);
        if (!seats)
            return bsi_fail_plain(error, BSHIP_ERROR_MEMORY);
        player->seats = seats;
        player->seats[player->seat_capacity++] = (bsi_match_seat){ NULL, NULL };
    }
    bsi_match_seat *seat = &player->seats[entry];
    if (from->is_custom)
        return bship_ai_new_custom(&seat->ai, rules, &from->callbacks, from->user, &from->options,
                                   error);
    bship_status status = bship_ai_new(&seat->ai, rules, from->strategy, &from->options, error);
    if (!status && from->is_learner)
        status = make_habits(seat, from, error);
    if (!status && from->known)
        status = bship_ai_set_habits(seat->ai, from->known);
    if (!status)
        return BSHIP_OK;
    bship_ai_free(seat->ai);
    seat->ai = NULL;
    return status;
}

/* ---- rows ---- */

int32_t bsi_match_rows(const bship_match *match)
{
    return bsi_is_duel(match) ? 2 : match->entry_count;
}

/* Turns on a chart. Where a hit earns another shot, a miss ends a turn, or else the game. */
static int64_t count_turns(const bship_chart *chart)
{
    if (!bsi_rules_have(bship_chart_rules(chart), BSI_AGAIN_ON_HIT))
        return bship_chart_turns(chart);
    return bship_chart_shots(chart) - bship_chart_hits(chart) + bsi_ends_with_hit(chart);
}

/* The number of a game in its series, from 1; 0 without series. */
static int32_t round_of(const bship_match *match, int64_t game)
{
    int32_t series = match->options.series;
    return series > 0 ? (int32_t)(game % series) + 1 : 0;
}

/* The row of an entry that fired at a board. */
static bship_match_row make_row(const bsi_match_player *player, int64_t game, int32_t entry,
                                bship_status status, const bship_board *board,
                                const bship_chart *chart, int32_t method)
{
    return (bship_match_row){ .size = sizeof(bship_match_row),
                              .game = game,
                              .entry = entry,
                              .status = (int32_t)status,
                              .shots = bship_chart_shots(chart),
                              .wasted = chart->wasted,
                              .turns = count_turns(chart),
                              .side = BSHIP_SIDE_A,
                              .outcome = BSHIP_OUTCOME_NONE,
                              .method = method,
                              .points = bship_board_points(board),
                              .reason = BSHIP_END_REASON_NONE,
                              .round = round_of(player->match, game) };
}

/* Nanoseconds by a monotonic clock if the match measures time, else 0. */
static int64_t time_of(const bsi_match_player *player)
{
    struct timespec now = { 0, 0 };
    if (player->match->options.timing)
        (void)clock_gettime(CLOCK_MONOTONIC, &now);
    return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

/* ---- solo matches and duels ---- */

static void observe(const bsi_match_player *player, const bship_match_row *row,
                    const bship_board *board, const bship_chart *chart)
{
    const bship_match_options *options = &player->match->options;
    if (options->observer)
        options->observer(row, board, chart, options->observer_user);
}

static bool is_stopped(const bsi_match_player *player)
{
    return player->is_stopped && atomic_load_explicit(player->is_stopped, memory_order_relaxed);
}

/* Whether a failure ends the match: out of memory, or stopped. Others are a strategy's failures. */
static bool ends_match(const bsi_match_player *player, bship_status failure)
{
    return failure == BSHIP_ERROR_MEMORY ||
           (failure == BSHIP_ERROR_CANCELLED && is_stopped(player));
}

/* The first number of a random stream: a seed for one game, or for one series. */
static uint64_t first_number(const bship_match *match, int32_t purpose, int64_t game)
{
    bship_rng rng;
    bship_rng_seed(&rng, match->options.seed, purpose, (uint64_t)game);
    return bship_rng_next(&rng);
}

static uint64_t ai_seed(const bship_match *match, int32_t side, int64_t game)
{
    int32_t purpose = side == BSHIP_SIDE_B ? BSHIP_RNG_PURPOSE_AI_B : BSHIP_RNG_PURPOSE_AI_A;
    uint64_t seed = first_number(match, purpose, match->options.same_seed ? 0 : game);
    return bsi_strategy_seed(seed, side);
}

/* Whether as many shots were wasted as the board has cells: such a strategy may never win. */
static bool is_hopeless(const bship_match *match, const bship_chart *chart)
{
    return chart->wasted >= (int64_t)match->rules->width * match->rules->height;
}

/*
 * Places a fleet for a side, in a solo match for NONE: the layout that the caller's function
 * gives, one of the placement style, or a uniform one.
 */
static bship_status place_fleet(bsi_match_player *player, int64_t game, int32_t side,
                                bship_board *board, bship_rng *rng)
{
    const bship_match *match = player->match;
    const bship_match_options *options = &match->options;
    int32_t *method = &player->methods[side];
    *method = BSHIP_DRAW_METHOD_NONE;
    if (options->layout) {
        size_t count = (size_t)match->rules->fleet->count;
        bship_status status =
            bsi_ai_status(options->layout(player->layout, count, game, side, rng, options->user));
        return status ? status : bship_board_place_layout(board, player->layout, count, NULL);
    }
    if (player->placer)
        return bship_placer_place(player->placer, rng, board, method);
    bship_draw_options draw = BSHIP_DRAW_OPTIONS_INIT;
    draw.work_limit = options->work_limit;
    draw.progress = options->progress;
    draw.user = options->user;
    return bsi_place_at_random(match->sampler, board, rng, &draw, method);
}

/* ---- solo ---- */

/* Fires a turn of one shot. Most matches consist of these, so it skips what salvos need. */
static inline bship_status fire_shot(bsi_match_player *player, bship_ai *ai)
{
    bship_cell cell;
    bship_report report;
    bship_status status = bship_ai_aim(ai, player->chart, NULL, &cell);
    if (!status)
        status = bship_board_fire(player->board, cell, &report, NULL);
    return status ? status : bship_chart_record(player->chart, cell, &report, NULL);
}

/* Lets an AI fire until the fleet is sunk, or it has no shot left. */
static bship_status sink_fleet(bsi_match_player *player, bship_ai *ai)
{
    const bship_rules *rules = player->match->rules;
    bsi_salvo *salvo = &player->salvo;
    bool is_single = salvo->capacity == 1 && !bsi_reports_totals(rules);
    int64_t limit = bsi_shots_left(rules, 0);
    while (!bship_board_is_defeated(player->board) && player->chart->shot_count < limit) {
        if (is_stopped(player))
            return BSHIP_ERROR_CANCELLED;
        if (is_hopeless(player->match, player->chart))
            return BSHIP_ERROR_WASTED;
        bship_status status;
        if (is_single) {
            status = fire_shot(player, ai);
        } else {
            size_t count = (size_t)bship_rules_shots_due(rules, NULL, player->chart);
            status = bsi_salvo_aim(salvo, ai, player->chart, NULL, count);
            if (!status)
                status =
                    bsi_salvo_fire(salvo, salvo->cells, count, player->board, player->chart, NULL);
        }
        if (status)
            return status;
    }
    return BSHIP_OK;
}

/* Lets one entry play a game and writes its row. */
static bship_status play_solo_entry(bsi_match_player *player, int64_t game, int32_t entry,
                                    bship_match_row *row)
{
    const bsi_match_seat *seat = &player->seats[entry];
    int64_t began = time_of(player);
    bship_status status = seat->habits ? bsi_learn_refresh(seat->ai, seat->habits) : BSHIP_OK;
    if (status)
        return status;
    bsi_ai_reset(seat->ai, ai_seed(player->match, BSHIP_SIDE_A, game));
    bship_board_clear_shots(player->board);
    bship_chart_reset(player->chart);
    status = sink_fleet(player, seat->ai);
    if (ends_match(player, status))
        return status;
    *row = make_row(player, game, entry, status, player->board, player->chart,
                    player->methods[BSHIP_SIDE_NONE]);
    if (!status)
        row->reason =
            bship_board_is_defeated(player->board) ? BSHIP_END_REASON_SUNK : BSHIP_END_REASON_SHOTS;
    row->nanoseconds = time_of(player) - began;
    row->at_fault = status != BSHIP_OK;
    observe(player, row, player->board, player->chart);
    return BSHIP_OK;
}

static bship_status play_solo(bsi_match_player *player, int64_t game, bship_match_row *rows)
{
    const bship_match *match = player->match;
    bship_rng rng;
    bship_rng_seed(&rng, match->options.seed, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)game);
    bship_board_clear_shots(player->board);
    bship_status status = place_fleet(player, game, BSHIP_SIDE_NONE, player->board, &rng);
    for (int32_t entry = 0; entry < match->entry_count && !status; entry++)
        status = play_solo_entry(player, game, entry, &rows[entry]);
    for (int32_t entry = 0; entry < match->entry_count && !status; entry++) {
        if (player->seats[entry].habits)
            bsi_learn_layout(player->seats[entry].habits, player->board);
    }
    return status;
}

/* ---- duels ---- */

/* Whether entry 0 plays side b. */
static bool is_swapped(const bship_match *match, int64_t game)
{
    return match->options.alternate && game % 2 != 0;
}

static int32_t entry_of_side(int32_t side, bool swapped)
{
    return (side == BSHIP_SIDE_A) != swapped ? 0 : 1;
}

static bship_status make_duels(bsi_match_player *player)
{
    const bship_match *match = player->match;
    for (int32_t i = 0; i < (match->options.alternate ? 2 : 1); i++) {
        bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
        const bsi_match_seat *a = &player->seats[entry_of_side(BSHIP_SIDE_A, i)];
        const bsi_match_seat *b = &player->seats[entry_of_side(BSHIP_SIDE_B, i)];
        options.ai_a = a->ai;
        options.ai_b = b->ai;
        if (player->duels[i])
            continue;
        bship_status status = bship_game_new(&player->duels[i], match->rules, &options, NULL);
        if (status)
            return status;
        bship_game_set_habits(player->duels[i], BSHIP_SIDE_A, b->habits);
        bship_game_set_habits(player->duels[i], BSHIP_SIDE_B, a->habits);
    }
    return BSHIP_OK;
}

/* The failure of a game. */
struct failure {
    bship_status status; /* OK: the game did not fail */
    int32_t side;        /* whose fault it is; NONE: nobody's */
};

/*
 * Places both fleets. If the match cannot draw a layout, the match fails; if a strategy cannot
 * place its fleet, only this game fails, and `failure` says so. A strategy is charged the time that
 * it takes to place.
 */
static bship_status place_fleets(bsi_match_player *player, bship_game *duel, int64_t game,
                                 struct failure *failure)
{
    const bship_match *match = player->match;
    bship_rng rng;
    bship_rng_seed(&rng, match->options.seed, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)game);
    bship_status status = BSHIP_OK;
    player->methods[BSHIP_SIDE_A] = player->methods[BSHIP_SIDE_B] = BSHIP_DRAW_METHOD_NONE;
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B && !status && !failure->status; side++) {
        bship_ai *ai = player->seats[entry_of_side(side, is_swapped(match, game))].ai;
        bship_board *board = duel->sides[side].board;
        failure->side = side;
        if (!bsi_ai_places_fleet(ai) || match->options.layout) {
            status = place_fleet(player, game, side, board, &rng);
            continue;
        }
        int64_t began = time_of(player);
        failure->status =
            bsi_ai_place(ai, match->sampler, board, &rng, NULL, &player->methods[side]);
        player->nanoseconds[side] += time_of(player) - began;
    }
    return status;
}

/* Lets both sides take turns until the game ends. Each is charged the time of its turns. */
static struct failure take_turns(bsi_match_player *player, bship_game *duel)
{
    struct failure failure = { bship_game_start(duel, NULL), BSHIP_SIDE_NONE };
    while (!failure.status && bship_game_phase(duel) != BSHIP_PHASE_OVER) {
        if (is_stopped(player))
            return (struct failure){ BSHIP_ERROR_CANCELLED, BSHIP_SIDE_NONE };
        int32_t side = duel->turns.to_move;
        int64_t began = time_of(player);
        failure = (struct failure){ bship_game_step(duel, NULL, NULL, NULL), side };
        player->nanoseconds[side] += time_of(player) - began;
        if (!failure.status && bship_game_phase(duel) != BSHIP_PHASE_OVER &&
            is_hopeless(player->match, duel->sides[side].chart))
            failure.status = BSHIP_ERROR_WASTED;
    }
    return failure;
}

/* The row of the entry that plays a side. */
static bship_match_row make_duel_row(const bsi_match_player *player, const bship_game *duel,
                                     int64_t game, int32_t side, const struct failure *failure)
{
    bship_match_row row =
        make_row(player, game, entry_of_side(side, is_swapped(player->match, game)),
                 failure->status, duel->sides[bsi_other(side)].board, duel->sides[side].chart,
                 player->methods[bsi_other(side)]);
    row.side = side;
    row.outcome = duel->turns.outcome;
    row.reason = duel->turns.reason;
    row.nanoseconds = player->nanoseconds[side];
    row.fired_first = duel->turns.began == side;
    if (failure->status && failure->side != BSHIP_SIDE_NONE) {
        row.at_fault = side == failure->side;
        row.outcome = bsi_other(failure->side);
    }
    return row;
}

static bship_status play_duel(bsi_match_player *player, int64_t game, bship_match_row *rows)
{
    const bship_match *match = player->match;
    bship_game *duel = player->duels[is_swapped(match, game)];
    struct failure failure = { BSHIP_OK, BSHIP_SIDE_NONE };
    player->nanoseconds[BSHIP_SIDE_A] = player->nanoseconds[BSHIP_SIDE_B] = 0;
    const uint64_t ai_seeds[BSI_SIDES] = { [BSHIP_SIDE_A] = ai_seed(match, BSHIP_SIDE_A, game),
                                           [BSHIP_SIDE_B] = ai_seed(match, BSHIP_SIDE_B, game) };
    bsi_game_reset(duel, first_number(match, BSHIP_RNG_PURPOSE_FIRST, game), 0, ai_seeds);
    bship_status status = place_fleets(player, duel, game, &failure);
    if (status)
        return status;
    if (!failure.status)
        failure = take_turns(player, duel);
    if (ends_match(player, failure.status))
        return failure.status;
    /* Learners observe the layouts of games that failed too, and a game must end for that. */
    if (failure.status)
        bship_game_abandon(duel);
    for (int32_t entry = 0; entry < 2; entry++) {
        int32_t side = (entry == 0) != is_swapped(match, game) ? BSHIP_SIDE_A : BSHIP_SIDE_B;
        rows[entry] = make_duel_row(player, duel, game, side, &failure);
        observe(player, &rows[entry], duel->sides[bsi_other(side)].board, duel->sides[side].chart);
    }
    return BSHIP_OK;
}

/* ---- all matches ---- */

bship_status bsi_match_player_prepare(bsi_match_player *player)
{
    const bship_match *match = player->match;
    const bship_match_options *options = &match->options;
    if (bsi_is_duel(match))
        return make_duels(player);
    if (!options->placing || player->placer)
        return BSHIP_OK;
    bship_placer_options settings = BSHIP_PLACER_OPTIONS_INIT;
    settings.strength = options->placing_strength;
    settings.seed = first_number(match, BSHIP_RNG_PURPOSE_PLACING, 0);
    settings.sampler = match->sampler;
    settings.progress = options->progress;
    settings.user = options->user;
    return bship_placer_new(&player->placer, match->rules, options->placing, &settings, NULL);
}

/*
 * Makes series independent of each other: learners forget what they observed, and the placement
 * style places for another player.
 */
static void start_series(bsi_match_player *player, int64_t series)
{
    if (player->placer)
        bship_placer_reset(player->placer,
                           first_number(player->match, BSHIP_RNG_PURPOSE_PLACING, series));
    for (int32_t entry = 0; entry < player->match->entry_count; entry++) {
        if (player->seats[entry].habits)
            bship_habits_reset(player->seats[entry].habits);
    }
}

bship_status bsi_match_player_play(bsi_match_player *player, int64_t game, bship_match_row *rows)
{
    if (round_of(player->match, game) == 1)
        start_series(player, game / player->match->options.series);
    return bsi_is_duel(player->match) ? play_duel(player, game, rows)
                                      : play_solo(player, game, rows);
}
