/*
 * A strategy that attacks the random numbers it is given learns nothing: neither the layout it
 * fires at, nor the seed of the game or match. Each attack needs public calls only; it inverts
 * SplitMix64 and xoshiro256**, as anybody can, and succeeds in every game if a strategy is given
 * numbers from which the secret seed can be computed.
 */
#include <stdbool.h>
#include <string.h>

#include "support.h"

enum {
    GAMES = 20,
    SHIPS = 5
};

/* ---- inverting the generators of battleship/random.h ---- */

#define GAMMA UINT64_C(0x9e3779b97f4a7c15)

/* The inverse of an odd number modulo 2^64, by Newton's method. */
static uint64_t inverse(uint64_t odd)
{
    uint64_t x = odd;
    for (int i = 0; i < 6; i++)
        x *= 2 - odd * x;
    return x;
}

/* Inverts x ^ (x >> shift). */
static uint64_t unshift(uint64_t x, int shift)
{
    uint64_t result = x;
    for (int done = shift; done < 64; done += shift)
        result = x ^ (result >> shift);
    return result;
}

/* The state of SplitMix64 before the step that gave this output. */
static uint64_t unsplit(uint64_t output)
{
    uint64_t x = unshift(output, 31) * inverse(UINT64_C(0x94d049bb133111eb));
    x = unshift(x, 27) * inverse(UINT64_C(0xbf58476d1ce4e5b9));
    return unshift(x, 30) - GAMMA;
}

/* The seed of a stream, of which a word of the initial state is known. */
static uint64_t seed_of_word(uint64_t word, int number, int32_t purpose, uint64_t index)
{
    uint64_t key = (unsplit(word) - (uint64_t)number * GAMMA) ^ index;
    return unsplit(unsplit(key) ^ (uint64_t)purpose);
}

/* The seed of a stream, of which the first output is known. */
static uint64_t seed_of_output(uint64_t output, int32_t purpose, uint64_t index)
{
    uint64_t x = output * inverse(9);
    x = (x >> 7 | x << 57) * inverse(5);
    return seed_of_word(x, 1, purpose, index);
}

Test(secrets, generators_can_be_inverted)
{
    for (uint64_t i = 0; i < 100; i++) {
        bship_rng rng;
        bship_rng_seed(&rng, i * GAMMA, BSHIP_RNG_PURPOSE_AI_B, i);
        for (int word = 0; word < 4; word++)
            cr_assert_eq(seed_of_word(rng.state[word], word, BSHIP_RNG_PURPOSE_AI_B, i), i * GAMMA,
                         "word %d", word);
        cr_assert_eq(seed_of_output(bship_rng_next(&rng), BSHIP_RNG_PURPOSE_AI_B, i), i * GAMMA,
                     "an output");
    }
}

/* ---- a strategy that attacks ---- */

struct spy {
    bship_board *guess; /* what it takes to be the layout that it fires at */
    uint64_t game;      /* the number of the game */
    int found;          /* games in which the guess was right */
    bool is_match;
};

/* Draws the guess as the library draws the layout. */
static void guess(struct spy *spy, uint64_t seed, uint64_t index)
{
    bship_rng rng;
    bship_rng_seed(&rng, seed, BSHIP_RNG_PURPOSE_LAYOUT, index);
    assert_ok(bship_board_place_random(spy->guess, &rng, NULL, NULL), "a guess");
}

/* Takes the seed for that of the game, or for the first number of a stream of the match. */
static void spy_reset(void *state, uint64_t seed, int32_t side, void *user)
{
    struct spy *spy = user;
    (void)state;
    if (spy->is_match)
        guess(spy, seed_of_output(seed, BSHIP_RNG_PURPOSE_AI_A, spy->game), spy->game);
    else
        guess(spy, seed, side == BSHIP_SIDE_A);
}

/* Fires at the ships of the guess, then anywhere. */
static bship_status spy_aim(void *state, const bship_chart *chart, const bship_aim_options *options,
                            bship_cell *cells, size_t count, bship_rng *rng, void *user)
{
    const struct spy *spy = user;
    const bship_rules *rules = bship_chart_rules(chart);
    bool has_cell = false;
    (void)state, (void)options, (void)count, (void)rng;
    for (int32_t i = 0; i < cell_count(rules); i++) {
        bship_cell cell = cell_at(rules, i);
        bool is_ship = bship_board_ship_at(spy->guess, cell) >= 0;
        if (bship_chart_check_fire(chart, cell) || (has_cell && !is_ship))
            continue;
        cells[0] = cell;
        has_cell = true;
        if (is_ship)
            break;
    }
    return BSHIP_OK;
}

/*
 * Places its fleet by the stream that it is given, and takes that for the stream of the layouts.
 * In a game the other side has a stream of its own, whose number is 1 more; in a match it goes on
 * with this one.
 */
static bship_status spy_place(void *state, const bship_rules *rules, bship_placement *placements,
                              size_t count, bship_rng *rng, void *user)
{
    struct spy *spy = user;
    uint64_t seed = seed_of_word(rng->state[0], 0, BSHIP_RNG_PURPOSE_LAYOUT, 0);
    bship_board *own = new_board(rules);
    (void)state;
    assert_ok(bship_board_place_random(own, rng, NULL, NULL), "a fleet");
    cr_assert_eq(bship_board_layout(own, placements, count), count, "a layout");
    bship_board_free(own);
    bship_rng next = *rng;
    if (spy->is_match)
        return bship_board_place_random(spy->guess, &next, NULL, NULL);
    guess(spy, seed, 1);
    return BSHIP_OK;
}

static bship_strategy_callbacks spy_callbacks(bool places)
{
    bship_strategy_callbacks callbacks = BSHIP_STRATEGY_CALLBACKS_INIT;
    callbacks.reset = places ? NULL : spy_reset;
    callbacks.aim = spy_aim;
    callbacks.place = places ? spy_place : NULL;
    return callbacks;
}

static void compare(struct spy *spy, const bship_board *board)
{
    bship_placement guessed[SHIPS], real[SHIPS];
    cr_assert_eq(bship_board_layout(board, real, SHIPS), SHIPS, "a layout");
    spy->found += bship_board_layout(spy->guess, guessed, SHIPS) == SHIPS &&
                  memcmp(guessed, real, sizeof real) == 0;
}

/* ---- games ---- */

/* Plays games against `density`; returns in how many of them the spy knew its fleet. */
static int spy_on_games(bool places, int32_t side)
{
    bship_rules *rules = rules_from("");
    bship_strategy_callbacks callbacks = spy_callbacks(places);
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    struct spy spy = { .guess = new_board(rules) };
    bship_ai *attacker = NULL, *other = new_ai(rules, "density", 0);
    bship_game *game = NULL;
    assert_ok(bship_ai_new_custom(&attacker, rules, &callbacks, &spy, NULL, NULL), "a spy");
    options.ai_a = side == BSHIP_SIDE_A ? attacker : other;
    options.ai_b = side == BSHIP_SIDE_A ? other : attacker;
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    for (uint64_t i = 0; i < GAMES; i++) {
        bship_game_reset(game, UINT64_C(0xd1342543de82ef95) * (i + 1), 0);
        for (int32_t each = BSHIP_SIDE_A; each <= BSHIP_SIDE_B; each++)
            assert_ok(bship_game_place_random(game, each, NULL, NULL, NULL), "a fleet");
        assert_ok(bship_game_start(game, NULL), "a start");
        while (bship_game_phase(game) != BSHIP_PHASE_OVER)
            assert_ok(bship_game_step(game, NULL, NULL, NULL), "a step");
        compare(&spy, bship_game_board(game, opposite(side)));
    }
    bship_game_free(game);
    bship_ai_free(attacker);
    bship_ai_free(other);
    bship_board_free(spy.guess);
    bship_rules_unref(rules);
    return spy.found;
}

Test(secrets, layout_does_not_follow_from_the_seed_in_a_game)
{
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++) {
        int found = spy_on_games(false, side);
        cr_assert_eq(found, 0, "known to side %d in %d of %d games", (int)side, found, GAMES);
    }
}

Test(secrets, layout_does_not_follow_from_the_stream_of_a_placing_in_a_game)
{
    int found = spy_on_games(true, BSHIP_SIDE_A);
    cr_assert_eq(found, 0, "known to side a in %d of %d games", found, GAMES);
}

/* ---- matches ---- */

static void observe(const bship_match_row *row, const bship_board *board, const bship_chart *chart,
                    void *user)
{
    struct spy *spy = user;
    (void)chart;
    if (row->entry > 0)
        return;
    compare(spy, board);
    spy->game++;
}

/* Plays a match; returns in how many of its games the spy knew the fleet it fired at. */
static int spy_on_match(int32_t kind, bool places)
{
    bship_rules *rules = rules_from("");
    bship_strategy_callbacks callbacks = spy_callbacks(places);
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    struct spy spy = { .guess = new_board(rules), .is_match = true };
    bship_match *match = NULL;
    options.seed = UINT64_C(0xd1342543de82ef95);
    options.games = GAMES;
    options.kind = kind;
    options.observer = observe;
    options.observer_user = &spy;
    assert_ok(bship_match_new(&match, rules, &options, NULL), "a match");
    assert_ok(bship_match_add_custom(match, &callbacks, &spy, NULL, NULL), "a spy");
    if (kind == BSHIP_MATCH_KIND_DUEL)
        assert_ok(bship_match_add(match, "density", NULL, NULL), "the other side");
    assert_ok(bship_match_run(match, NULL, NULL, NULL), "games");
    cr_assert_eq(spy.game, GAMES, "%d games", (int)spy.game);
    bship_match_free(match);
    bship_board_free(spy.guess);
    bship_rules_unref(rules);
    return spy.found;
}

Test(secrets, layout_does_not_follow_from_the_seed_in_a_match)
{
    int found = spy_on_match(BSHIP_MATCH_KIND_SOLO, false);
    cr_assert_eq(found, 0, "known in %d of %d games", found, GAMES);
}

Test(secrets, layout_does_not_follow_from_the_stream_of_a_placing_in_a_match)
{
    int found = spy_on_match(BSHIP_MATCH_KIND_DUEL, true);
    cr_assert_eq(found, 0, "known to side a in %d of %d games", found, GAMES);
}
