/*
 * The game `battleship` of OpenSpiel (M. Lanctot et al., OpenSpiel: a framework for reinforcement
 * learning in games, 2019; the game is that of G. Farina et al., Correlation in extensive-form
 * games, 2019) can be played as it is specified: board, ships with sizes and values, `num_shots`,
 * repeated shots or none. A small model of its rules, written from their description, plays random
 * games beside a game of this library, and both must be equal after every shot.
 *
 * Two players place ships that may touch, and take turns with one shot each, the first player
 * first. A ship is sunk once all its cells were hit. The game ends as soon as all ships of a player
 * are sunk, or when both have fired `num_shots` shots; a repeated shot is one, too. A player's
 * return is the value of the ships that it sank, less the `loss_multiplier` times that of the ships
 * that it lost.
 */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "support.h"

enum {
    PLAYERS = 2,
    SHIPS = 4,
    CELLS = 36
};

struct spiel {
    int width, height, ships, num_shots;
    bool allow_repeated_shots;
    int size[SHIPS], value[SHIPS];
    int ship_at[PLAYERS][CELLS]; /* of the player whose board it is; -1: water */
    int shots[PLAYERS][CELLS];   /* how often the player fired at a cell of the other */
    int fired;                   /* shots of both players */
};

static int other(int player)
{
    return 1 - player;
}

static int32_t side_of(int player)
{
    return player == 0 ? BSHIP_SIDE_A : BSHIP_SIDE_B;
}

/* Whether a player's ship has been sunk by the other. */
static bool is_sunk(const struct spiel *spiel, int player, int ship)
{
    for (int cell = 0; cell < spiel->width * spiel->height; cell++)
        if (spiel->ship_at[player][cell] == ship && !spiel->shots[other(player)][cell])
            return false;
    return true;
}

/* The value of the ships that a player has lost, and whether these are all. */
static int damage_of(const struct spiel *spiel, int player, bool *is_lost)
{
    int damage = 0;
    *is_lost = true;
    for (int ship = 0; ship < spiel->ships; ship++) {
        if (is_sunk(spiel, player, ship))
            damage += spiel->value[ship];
        else
            *is_lost = false;
    }
    return damage;
}

static bool is_terminal(const struct spiel *spiel)
{
    bool is_lost[PLAYERS];
    for (int player = 0; player < PLAYERS; player++)
        damage_of(spiel, player, &is_lost[player]);
    return is_lost[0] || is_lost[1] || spiel->fired == PLAYERS * spiel->num_shots;
}

static int current_player(const struct spiel *spiel)
{
    return spiel->fired % PLAYERS;
}

static double return_of(const struct spiel *spiel, int player, double loss_multiplier)
{
    bool unused;
    return damage_of(spiel, other(player), &unused) -
           loss_multiplier * damage_of(spiel, player, &unused);
}

/* ---- a game of both ---- */

static void draw_parameters(struct spiel *spiel, bship_rng *rng)
{
    memset(spiel, 0, sizeof *spiel);
    spiel->width = between(rng, 2, 6);
    spiel->height = between(rng, 2, 6);
    spiel->ships = between(rng, 1, SHIPS);
    spiel->allow_repeated_shots = between(rng, 0, 1);
    spiel->num_shots = between(rng, 1, spiel->width * spiel->height);
    for (int ship = 0; ship < spiel->ships; ship++) {
        spiel->size[ship] = between(rng, 1, 3);
        spiel->value[ship] = between(rng, 1, 9);
    }
}

/* The parameters in the words of rules; NULL if the ships do not fit on the board. */
static bship_rules *make_rules(const struct spiel *spiel)
{
    char text[512];
    bship_rules *rules = NULL;
    int length = snprintf(text, sizeof text,
                          "board %dx%d\nshots %d\nrepeat %s\ndisclosure ship\nfirst a\nfleet",
                          spiel->width, spiel->height, spiel->num_shots,
                          spiel->allow_repeated_shots ? "wasted" : "refused");
    for (int ship = 0; ship < spiel->ships; ship++)
        length += snprintf(text + length, sizeof text - (size_t)length, " ship%d:%d:%d", ship,
                           spiel->size[ship], spiel->value[ship]);
    bship_status status = bship_rules_parse(&rules, text, (size_t)length, NULL, NULL);
    cr_assert(!status || status == BSHIP_ERROR_INFEASIBLE, "%s", text);
    return rules;
}

static bship_game *make_game(struct spiel *spiel, const bship_rules *rules, bship_rng *rng)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    bship_game *game = NULL;
    options.seed = bship_rng_next(rng);
    assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
    for (int player = 0; player < PLAYERS; player++) {
        assert_ok(bship_game_place_random(game, side_of(player), NULL, NULL, NULL), "ships");
        const bship_board *board = bship_game_board(game, side_of(player));
        for (int cell = 0; cell < spiel->width * spiel->height; cell++)
            spiel->ship_at[player][cell] = bship_board_ship_at(board, cell_at(rules, cell));
    }
    assert_ok(bship_game_start(game, NULL), "its start");
    return game;
}

static int32_t state_of(const struct spiel *spiel, int player, int cell)
{
    int ship = spiel->ship_at[player][cell];
    bool is_shot = spiel->shots[other(player)][cell] > 0;
    if (ship < 0)
        return is_shot ? BSHIP_BOARD_STATE_MISSED : BSHIP_BOARD_STATE_WATER;
    return !is_shot                       ? BSHIP_BOARD_STATE_SHIP
           : is_sunk(spiel, player, ship) ? BSHIP_BOARD_STATE_SUNK
                                          : BSHIP_BOARD_STATE_HIT;
}

/* Asserts that both are equal: the boards, whose turn it is, the points, the end, the returns. */
static void compare(const struct spiel *spiel, const bship_game *game)
{
    const bship_rules *rules = bship_game_rules(game);
    const char *text = rules_text(rules);
    bool is_over = bship_game_phase(game) == BSHIP_PHASE_OVER, is_lost[PLAYERS];

    cr_assert_eq(is_over, is_terminal(spiel), "after %d shots of\n%s", spiel->fired, text);
    cr_assert(is_over || bship_game_to_move(game) == side_of(current_player(spiel)), "%s", text);
    for (int player = 0; player < PLAYERS; player++) {
        int32_t side = side_of(player);
        const bship_board *board = bship_game_board(game, side);
        for (int cell = 0; cell < spiel->width * spiel->height; cell++)
            cr_assert_eq(bship_board_state_at(board, cell_at(rules, cell)),
                         state_of(spiel, player, cell), "cell %d of\n%s", cell, text);
        int lost = damage_of(spiel, player, &is_lost[player]);
        cr_assert_eq(bship_board_points(board), lost, "points lost, of\n%s", text);
        int64_t made = bship_game_points(game, side);
        cr_assert_eq(bship_chart_points(bship_game_chart(game, side)), made, "as reported");
        for (int multiplier = 1; multiplier <= 2; multiplier++)
            cr_assert((double)(made - multiplier * bship_board_points(board)) ==
                          return_of(spiel, player, multiplier),
                      "the return, of\n%s", text);
    }
    if (!is_over)
        return;
    bool is_sunk_out = is_lost[0] || is_lost[1];
    double lead = return_of(spiel, 0, 1);
    cr_assert_eq(bship_game_end_reason(game),
                 is_sunk_out ? BSHIP_END_REASON_SUNK : BSHIP_END_REASON_SHOTS, "%s", text);
    cr_assert_eq(bship_game_outcome(game),
                 lead > 0   ? BSHIP_OUTCOME_A
                 : lead < 0 ? BSHIP_OUTCOME_B
                            : BSHIP_OUTCOME_DRAW,
                 "%s", text);
}

/* A random legal action: any cell, unless repeated shots are not allowed. Some shots at water are
 * drawn anew, so that ships sink. */
static int draw_action(const struct spiel *spiel, bship_rng *rng)
{
    int player = current_player(spiel), cell;
    do
        cell = between(rng, 0, spiel->width * spiel->height - 1);
    while ((!spiel->allow_repeated_shots && spiel->shots[player][cell]) ||
           (spiel->ship_at[other(player)][cell] < 0 && between(rng, 0, 2) == 0));
    return cell;
}

static void play(struct spiel *spiel, const bship_rules *rules, bship_rng *rng)
{
    bship_game *game = make_game(spiel, rules, rng);
    compare(spiel, game);
    while (!is_terminal(spiel)) {
        int cell = draw_action(spiel, rng);
        bool is_repeated = spiel->shots[current_player(spiel)][cell] > 0;
        bship_report report = BSHIP_REPORT_INIT;
        assert_ok(bship_game_fire(game, cell_at(rules, cell), &report, NULL), "%s",
                  rules_text(rules));
        cr_assert_eq(report.result == BSHIP_RESULT_WASTED, is_repeated, "a repeated shot");
        spiel->shots[current_player(spiel)][cell]++;
        spiel->fired++;
        compare(spiel, game);
    }
    bship_game_free(game);
}

Test(openspiel, its_battleship_is_played_as_specified)
{
    bship_rng rng = rng_of(1);
    struct spiel spiel;
    for (int games = 0; games < 1000;) {
        draw_parameters(&spiel, &rng);
        bship_rules *rules = make_rules(&spiel);
        if (!rules)
            continue;
        play(&spiel, rules, &rng);
        bship_rules_unref(rules);
        games++;
    }
}
