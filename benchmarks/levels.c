/*
 * How often players win against each level: games of a strategy, whose fleets are laid at random,
 * against the levels, which lay theirs in their own way, 10x10, ships of 5, 4, 3, 3 and 2, contact
 * allowed. `stalker` stands for a person who searches in a pattern, `density` for one who counts
 * where ships still fit.
 *
 * A player's fleets and the sides that fire first are the same against every level. Arguments: the
 * number of games (50), then strategies in place of these two.
 */
#include <math.h>

#include "timing.h"

static bship_ai *ai_new(const bship_rules *rules, const char *strategy, int32_t level)
{
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_ai *ai = NULL;
    options.level = level;
    check(bship_ai_new(&ai, rules, strategy, &options, NULL), strategy ? strategy : "level");
    return ai;
}

/* How many of the games side a wins. */
static int wins_of(bship_game *game, int games)
{
    int wins = 0;
    for (int i = 0; i < games; i++) {
        bship_game_reset(game, SEED + (uint64_t)i, 0);
        check(bship_game_place_random(game, BSHIP_SIDE_A, NULL, NULL, NULL), "layout");
        check(bship_game_place_random(game, BSHIP_SIDE_B, NULL, NULL, NULL), "layout");
        check(bship_game_start(game, NULL), "start");
        while (bship_game_phase(game) != BSHIP_PHASE_OVER)
            check(bship_game_step(game, NULL, NULL, NULL), "step");
        wins += bship_game_outcome(game) == BSHIP_OUTCOME_A;
    }
    return wins;
}

/* Prints how often a strategy wins against each level, in percent, and the standard error. */
static void print_row(const bship_rules *rules, const char *strategy, int games)
{
    bship_game_options options = BSHIP_GAME_OPTIONS_INIT;
    printf("%-12s", strategy);
    options.ai_a = ai_new(rules, strategy, BSHIP_LEVEL_NONE);
    int32_t level;
    for (int32_t place = 0; (level = bship_level_at(place)) != BSHIP_LEVEL_NONE; place++) {
        bship_game *game = NULL;
        options.ai_b = ai_new(rules, NULL, level);
        check(bship_game_new(&game, rules, &options, NULL), "game");
        double share = (double)wins_of(game, games) / games;
        printf("  %5.1f +-%4.1f", 100 * share, 100 * sqrt(share * (1 - share) / games));
        fflush(stdout);
        bship_game_free(game);
        bship_ai_free(options.ai_b);
    }
    printf("\n");
    bship_ai_free(options.ai_a);
}

int main(int argc, char **argv)
{
    static const char *const defaults[] = { "stalker", "density" };
    int count = argc > 2 ? argc - 2 : 2;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    int games = argc > 1 ? atoi(argv[1]) : 50;
    if (games <= 0) {
        fprintf(stderr, "usage: benchmark-levels [GAMES [STRATEGY...]]\n");
        return 2;
    }
    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), "fleet");
    check(bship_rules_new(&rules, fleet, NULL, NULL), "rules");
    printf("games won of %d, in percent\n%-12s", games, "");
    for (int32_t place = 0; bship_level_at(place) != BSHIP_LEVEL_NONE; place++)
        printf("  %12s", bship_enum_name(BSHIP_ENUM_LEVEL, bship_level_at(place)));
    printf("\n");
    for (int i = 0; i < count; i++)
        print_row(rules, argc > 2 ? argv[i + 2] : defaults[i], games);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return finish_output();
}
