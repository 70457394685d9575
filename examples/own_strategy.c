/*
 * A strategy of your own, measured against two of the library's.
 *
 *     cc -o own_strategy own_strategy.c $(pkg-config --cflags --libs libbattleship)
 *
 * On the same layouts it needs fewer shots than `hunt`; in duels, which are whole games with turns,
 * it beats `density` now and then. It prints
 *
 *     my own    55.32 shots, standard error 0.20
 *     hunt      66.04 shots, standard error 0.28
 *     my own - hunt: -10.72 shots, 95% interval -11.33 to -10.10
 *     duels with density: 408 of 2000 won, 20.4%, 95% interval 18.6% to 22.2%
 */
#include <battleship/battleship.h>
#include <stdio.h>
#include <stdlib.h>

static void check(bship_status status)
{
    if (status) {
        fprintf(stderr, "%s\n", bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* Ranks a cell as a target: next to an unresolved hit, on one colour of the chequerboard, or
   neither; 0 for a cell that must not be fired at. */
static int value(const bship_chart *chart, bship_cell at)
{
    if (bship_chart_state_at(chart, at) != BSHIP_CHART_STATE_UNKNOWN)
        return 0;
    const bship_cell beside[] = {
        { at.x - 1, at.y }, { at.x + 1, at.y }, { at.x, at.y - 1 }, { at.x, at.y + 1 }
    };
    for (int i = 0; i < 4; i++)
        if (bship_chart_hit_state_at(chart, beside[i]) == BSHIP_HIT_STATE_UNRESOLVED)
            return 3;
    return (at.x + at.y) % 2 == 0 ? 2 : 1;
}

static int is_chosen(const bship_cell *cells, size_t count, bship_cell at)
{
    for (size_t i = 0; i < count; i++)
        if (cells[i].x == at.x && cells[i].y == at.y)
            return 1;
    return 0;
}

/* The best cell that has not been chosen yet; ties are broken uniformly at random. */
static bship_cell best(const bship_chart *chart, const bship_cell *chosen, size_t count,
                       bship_rng *rng)
{
    const bship_rules *rules = bship_chart_rules(chart);
    bship_cell choice = { -1, -1 };
    int greatest = 0;
    uint64_t equals = 0;

    for (int32_t y = 0; y < bship_rules_height(rules); y++) {
        for (int32_t x = 0; x < bship_rules_width(rules); x++) {
            const bship_cell at = { x, y };
            const int rank = is_chosen(chosen, count, at) ? 0 : value(chart, at);
            if (rank == 0 || rank < greatest)
                continue;
            equals = rank > greatest ? 1 : equals + 1;
            greatest = rank;
            if (bship_rng_below(rng, equals) == 0)
                choice = at;
        }
    }
    return choice;
}

static bship_status aim(void *state, const bship_chart *chart, const bship_aim_options *options,
                        bship_cell *cells, size_t count, bship_rng *rng, void *user)
{
    (void)state;
    (void)options; /* for those that think long: limits, progress */
    (void)user;
    for (size_t i = 0; i < count; i++)
        cells[i] = best(chart, cells, i, rng);
    return BSHIP_OK;
}

/* Plays games of my strategy and one of the library's: entries 0 and 1 of the match. */
static bship_match *play(const bship_rules *rules, int32_t kind, const char *opponent)
{
    bship_strategy_callbacks mine = BSHIP_STRATEGY_CALLBACKS_INIT;
    bship_match_options options = BSHIP_MATCH_OPTIONS_INIT;
    bship_match *match = NULL;

    mine.name = "x-checkers";
    mine.aim = aim;
    options.kind = kind;
    options.games = 2000;
    check(bship_match_new(&match, rules, &options, NULL));
    check(bship_match_add_custom(match, &mine, NULL, NULL, NULL));
    check(bship_match_add(match, opponent, NULL, NULL));
    check(bship_match_run(match, NULL, NULL, NULL));
    return match;
}

static void print_shots(const bship_match *match, int32_t entry, const char *name)
{
    bship_match_summary shots = BSHIP_MATCH_SUMMARY_INIT;
    check(bship_match_mean(match, entry, 0.95, &shots));
    printf("%-8s %6.2f shots, standard error %.2f\n", name, shots.mean, shots.standard_error);
}

int main(void)
{
    bship_match_summary difference = BSHIP_MATCH_SUMMARY_INIT, score = BSHIP_MATCH_SUMMARY_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;

    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL));
    check(bship_rules_new(&rules, fleet, NULL, NULL));

    bship_match *solo = play(rules, BSHIP_MATCH_KIND_SOLO, "hunt");
    print_shots(solo, 0, "my own");
    print_shots(solo, 1, "hunt");
    check(bship_match_difference(solo, 0, 1, 0.95, &difference));
    printf("my own - hunt: %.2f shots, 95%% interval %.2f to %.2f\n", difference.mean,
           difference.low, difference.high);

    bship_match *duel = play(rules, BSHIP_MATCH_KIND_DUEL, "density");
    check(bship_match_score(duel, 0, 0.95, &score));
    printf("duels with density: %lld of %lld won, %.1f%%, 95%% interval %.1f%% to %.1f%%\n",
           (long long)score.wins, (long long)score.games, 100 * score.mean, 100 * score.low,
           100 * score.high);

    bship_match_free(duel);
    bship_match_free(solo);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return EXIT_SUCCESS;
}
