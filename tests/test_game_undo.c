/*
 * Taking back: random games under random rules in which entries and ends are taken back again
 * and again, compared with a fresh replay of what is left.
 */
#include <stdbool.h>
#include <string.h>

#include "support.h"

#define CELLS 64
#define MOVES 4096

/* A game and the cells of the entries in its log. */
struct trial {
    const bship_rules *rules;
    bship_ai *ai[BY_SIDE];
    bship_game *game;
    uint64_t seed;
    bship_cell cells[MOVES][CELLS];
    size_t count[MOVES];
    int64_t moves;
};

static bship_game *new_game(const struct trial *trial)
{
    bship_game_options options = { .size = sizeof options,
                                   .seed = trial->seed,
                                   .ai_a = trial->ai[BSHIP_SIDE_A],
                                   .ai_b = trial->ai[BSHIP_SIDE_B] };
    bship_game *game = NULL;

    assert_ok(bship_game_new(&game, trial->rules, &options, NULL), "%s", rules_text(trial->rules));
    for (int32_t side = BSHIP_SIDE_A; side <= BSHIP_SIDE_B; side++)
        assert_ok(bship_game_place_random(game, side, NULL, NULL, NULL), "side %d", (int)side);
    assert_ok(bship_game_start(game, NULL), "both fleets are placed");
    return game;
}

/* Fires at unknown cells and now and then, where that is allowed, at others. */
static void fire_somewhere(struct trial *trial, bship_rng *rng)
{
    const bship_chart *chart = bship_game_chart(trial->game, bship_game_to_move(trial->game));
    size_t due = (size_t)bship_game_shots_due(trial->game), chosen = 0;
    bship_cell cells[CELLS];
    int32_t from = between(rng, 0, cell_count(trial->rules) - 1);
    bool waste = bship_rules_get(trial->rules, BSHIP_RULE_REPEAT) == BSHIP_REPEAT_WASTED &&
                 between(rng, 0, 5) == 0;

    for (int32_t i = 0; chosen < due; i++) {
        bship_cell cell = cell_at(trial->rules, (from + i) % cell_count(trial->rules));
        int32_t state = bship_chart_state_at(chart, cell);
        if (state == BSHIP_CHART_STATE_UNKNOWN || (waste && state != BSHIP_CHART_STATE_BLOCKED))
            cells[chosen++] = cell;
    }
    assert_ok(bship_game_fire_salvo(trial->game, cells, due, NULL), "%s", rules_text(trial->rules));
}

/* Plays an entry and notes its cells. */
static void play_one(struct trial *trial, bship_rng *rng)
{
    if (trial->ai[bship_game_to_move(trial->game)])
        assert_ok(bship_game_step(trial->game, NULL, NULL, NULL), "%s", rules_text(trial->rules));
    else
        fire_somewhere(trial, rng);
    trial->count[trial->moves] =
        bship_game_log_shots(trial->game, trial->moves, trial->cells[trial->moves], NULL, CELLS);
    trial->moves++;
}

/* Takes an entry back and lets the AI fire again: it fires the same shots. */
static void check_same_aim(struct trial *trial)
{
    int64_t last = trial->moves - 1;
    bship_game_entry entry = BSHIP_GAME_ENTRY_INIT, again = BSHIP_GAME_ENTRY_INIT;
    bship_cell cells[CELLS];

    assert_ok(bship_game_log_entry(trial->game, -1, &entry), "there is an entry");
    if (!trial->ai[entry.side])
        return;
    struct text before = game_and_boards_dump(trial->game);
    assert_ok(bship_game_undo(trial->game), "an entry is taken back");
    assert_ok(bship_game_step(trial->game, NULL, &again, NULL), "and played again");
    cr_assert(memcmp(&entry, &again, sizeof entry) == 0, "another entry");
    bship_game_log_shots(trial->game, last, cells, NULL, CELLS);
    cr_assert(memcmp(cells, trial->cells[last], trial->count[last] * sizeof *cells) == 0,
              "another aim under\n%s", rules_text(trial->rules));
    assert_same(before, game_and_boards_dump(trial->game), "an entry played again");
}

/* Compares the game with a new one in which only the entries that are left were played. */
static void check_against_replay(const struct trial *trial)
{
    static struct trial fresh; /* too large for the stack */
    size_t due;

    memset(&fresh, 0, sizeof fresh);
    fresh.rules = trial->rules;
    fresh.seed = trial->seed;
    fresh.game = new_game(&fresh);
    for (int64_t i = 0; i < trial->moves; i++) {
        bship_cell cells[CELLS];
        /* Shots that were not fired, after the last sinking, are made up. */
        due = (size_t)bship_game_shots_due(fresh.game);
        memcpy(cells, trial->cells[i], trial->count[i] * sizeof *cells);
        const bship_chart *chart = bship_game_chart(fresh.game, bship_game_to_move(fresh.game));
        size_t chosen = trial->count[i];
        for (int32_t k = 0; chosen < due; k++) {
            cells[chosen] = cell_at(trial->rules, k);
            bool is_new = bship_chart_state_at(chart, cells[chosen]) == BSHIP_CHART_STATE_UNKNOWN;
            for (size_t j = 0; j < chosen; j++)
                is_new = is_new && memcmp(&cells[j], &cells[chosen], sizeof *cells) != 0;
            chosen += is_new;
        }
        assert_ok(bship_game_fire_salvo(fresh.game, cells, due, NULL), "%s",
                  rules_text(trial->rules));
    }
    assert_same(game_and_boards_dump(fresh.game), game_and_boards_dump(trial->game),
                "a game without what was taken back");
    bship_game_free(fresh.game);
}

/* Ends the game in a way that shots do not, and takes the end back. */
static void check_end(struct trial *trial, bship_rng *rng)
{
    struct text before = game_and_boards_dump(trial->game);
    if (between(rng, 0, 1) == 0)
        assert_ok(bship_game_resign(trial->game, between(rng, BSHIP_SIDE_A, BSHIP_SIDE_B)),
                  "a side resigns");
    else
        assert_ok(bship_game_abandon(trial->game), "the game is abandoned");
    assert_ok(bship_game_undo(trial->game), "the end is taken back");
    assert_same(before, game_and_boards_dump(trial->game), "an end taken back");
}

static void play_and_take_back(struct trial *trial, bship_rng *rng)
{
    for (int i = between(rng, 1, 120); i > 0 && trial->moves < MOVES; i--) {
        bool is_over = bship_game_phase(trial->game) == BSHIP_PHASE_OVER;
        int what = between(rng, 0, 9);
        if (is_over ? what < 5 : what < 2) {
            int64_t back = between(rng, 1, what == 0 ? 12 : 2);
            for (; back > 0 && trial->moves > 0; back--, trial->moves--)
                assert_ok(bship_game_undo(trial->game), "an entry is taken back");
        } else if (!is_over && what == 2) {
            check_end(trial, rng);
        } else if (what == 3 && trial->moves > 0) {
            check_same_aim(trial);
        } else if (!is_over) {
            play_one(trial, rng);
        }
    }
    check_against_replay(trial);
    while (trial->moves-- > 0)
        assert_ok(bship_game_undo(trial->game), "everything is taken back");
    trial->moves = 0;
    check_against_replay(trial);
    assert_status(bship_game_undo(trial->game), BSHIP_ERROR_STATE, "nothing is left");
}

static void take_back_in_games(uint64_t seed, const struct shape *shape, int games)
{
    static struct trial trial;
    bship_rng rng = rng_of(seed);

    for (int i = 0; i < games; i++) {
        bship_rules *rules = random_rules(&rng, shape);
        memset(&trial, 0, sizeof trial);
        trial.rules = rules;
        trial.seed = bship_rng_next(&rng);
        trial.ai[BSHIP_SIDE_A] = random_ai(rules, &rng);
        trial.ai[BSHIP_SIDE_B] = random_ai(rules, &rng);
        trial.game = new_game(&trial);
        play_and_take_back(&trial, &rng);
        bship_game_free(trial.game);
        bship_ai_free(trial.ai[BSHIP_SIDE_A]);
        bship_ai_free(trial.ai[BSHIP_SIDE_B]);
        bship_rules_unref(rules);
    }
}

Test(game_undo, leaves_what_was_there_before_under_any_rules)
{
    static const struct shape shape = { .width = 7, .height = 7, .blocked = 6 };
    take_back_in_games(1, &shape, 30 + scaled(270));
}

Test(game_undo, leaves_what_was_there_before_on_tiny_boards)
{
    static const struct shape shape = { .width = 3, .height = 3, .ships = 2, .length = 2 };
    take_back_in_games(2, &shape, 30 + scaled(270));
}

Test(game_undo, leaves_what_was_there_before_with_salvos)
{
    static const struct shape shape = {
        .width = 6, .height = 6, .salvo = 8, .pin[BSHIP_RULE_TURN] = 1 + BSHIP_TURN_RULE_SALVO
    };
    take_back_in_games(3, &shape, 30 + scaled(170));
}

Test(game_undo, is_refused_where_there_is_nothing_or_a_side_is_remote)
{
    bship_rules *rules = rules_from("board 4x4\nfleet 2\nfirst a\n");
    const bship_placement ship = { 0, 0, 0, BSHIP_ORIENTATION_HORIZONTAL };
    for (int32_t location = BSHIP_LOCATION_LOCAL; location <= BSHIP_LOCATION_REMOTE; location++) {
        bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
        bship_game *game = NULL;
        options.location_a = location;
        assert_ok(bship_game_new(&game, rules, &options, NULL), "a game");
        assert_status(bship_game_undo(game), BSHIP_ERROR_STATE, "ships are being placed");
        if (location == BSHIP_LOCATION_LOCAL)
            assert_ok(place_ship(game, BSHIP_SIDE_A, ship), "a");
        assert_ok(place_ship(game, BSHIP_SIDE_B, ship), "b");
        assert_ok(bship_game_start(game, NULL), "the start");
        assert_status(bship_game_undo(game), BSHIP_ERROR_STATE, "nothing has happened");
        assert_ok(bship_game_fire(game, (bship_cell){ 3, 3 }, NULL, NULL), "a miss");
        assert_status(bship_game_undo(game),
                      location == BSHIP_LOCATION_REMOTE ? BSHIP_ERROR_STATE : BSHIP_OK, "a shot");
        assert_ok(bship_game_resign(game, BSHIP_SIDE_B), "b gives up");
        assert_status(bship_game_undo(game),
                      location == BSHIP_LOCATION_REMOTE ? BSHIP_ERROR_STATE : BSHIP_OK, "an end");
        bship_game_free(game);
    }
    assert_status(bship_game_undo(NULL), BSHIP_ERROR_ARGUMENT, "no game");
    bship_rules_unref(rules);
}
