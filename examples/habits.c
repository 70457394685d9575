/*
 * What do the layouts of one player teach? habits [STYLE [STRENGTH [LAYOUTS]]]
 *
 * Observes layouts of a placement style, and prints what they taught beside the truth.
 */
#include <battleship/battleship.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SHIPS_MAX = 16,
    TRUTH = 5000 /* layouts, of which the true shares are taken */
};

static void check(bship_status status, const bship_error *error)
{
    if (status != BSHIP_OK) {
        fprintf(stderr, "%s: %s\n", bship_status_message(status), error->text);
        exit(EXIT_FAILURE);
    }
}

/* The k-th layout of a player. */
static size_t lay(bship_placer *player, uint64_t k, bship_placement *layout)
{
    bship_error error = BSHIP_ERROR_INIT;
    size_t ships = (size_t)bship_fleet_count(bship_rules_fleet(bship_placer_rules(player)));
    bship_rng rng;
    bship_rng_seed(&rng, 1, BSHIP_RNG_PURPOSE_LAYOUT, k);
    check(bship_placer_draw(player, &rng, layout, ships, NULL), &error);
    return ships;
}

/* After each game the player's layout is revealed. */
static void play_games(bship_placer *player, bship_habits *habits, int games)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_placement layout[SHIPS_MAX];
    for (int k = 0; k < games; k++) {
        size_t ships = lay(player, (uint64_t)k, layout);
        check(bship_habits_observe(habits, layout, ships, 1.0, &error), &error);
    }
}

static void print_belief(bship_habits *habits)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    check(bship_habits_describe(habits, &info), &error);
    printf("%d layouts; there is a habit with probability %.3f\n\n", (int)info.observations,
           info.probability);
    printf("trait         uniform  observed  believed  95%% interval\n");
    for (int32_t i = 0; i < bship_count(BSHIP_ENUM_TRAIT); i++) {
        bship_habits_trait_info trait = BSHIP_HABITS_TRAIT_INFO_INIT;
        check(bship_habits_trait(habits, i, &trait), &error);
        printf("%-12s %8.3f  %8.3f  %8.3f  %.3f to %.3f\n", bship_name(BSHIP_ENUM_TRAIT, i),
               trait.uniform, trait.observed, trait.believed, trait.low, trait.high);
    }
}

static void print_grid(const char *title, const double *grid, const bship_rules *rules)
{
    printf("\n%s\n", title);
    for (int32_t y = 0; y < bship_rules_height(rules); y++) {
        for (int32_t x = 0; x < bship_rules_width(rules); x++)
            printf("%6.1f", 100 * grid[y * bship_rules_width(rules) + x]);
        printf("\n");
    }
}

/* Where an AI with these habits expects the ships, before the first shot. */
static void print_learnt(bship_habits *habits)
{
    const bship_rules *rules = bship_habits_rules(habits);
    size_t cells = (size_t)(bship_rules_width(rules) * bship_rules_height(rules));
    double *scores = calloc(cells, sizeof *scores);
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits_snapshot *snapshot = NULL;
    bship_ai_options options = BSHIP_AI_OPTIONS_INIT;
    bship_chart *chart = NULL;
    bship_ai *ai = NULL;
    check(scores ? BSHIP_OK : BSHIP_ERROR_MEMORY, &error);
    check(bship_habits_snapshot_new(&snapshot, habits, &error), &error);
    options.habits = snapshot;
    check(bship_ai_new(&ai, rules, "posterior", &options, &error), &error);
    check(bship_chart_new(&chart, rules, NULL, NULL), &error);
    check(bship_ai_scores(ai, chart, NULL, scores, cells), &error);
    print_grid("learnt: P(a ship covers the cell), per cent", scores, rules);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
    free(scores);
}

static void print_truth(bship_placer *player)
{
    const bship_rules *rules = bship_placer_rules(player);
    const bship_fleet *fleet = bship_rules_fleet(rules);
    int32_t width = bship_rules_width(rules);
    double *grid = calloc((size_t)(width * bship_rules_height(rules)), sizeof *grid);
    bship_error error = BSHIP_ERROR_INIT;
    bship_placement layout[SHIPS_MAX];
    check(grid ? BSHIP_OK : BSHIP_ERROR_MEMORY, &error);
    for (uint64_t k = 0; k < TRUTH; k++) {
        size_t ships = lay(player, k, layout);
        for (size_t i = 0; i < ships; i++) {
            int32_t step = layout[i].orientation == BSHIP_ORIENTATION_HORIZONTAL ? 1 : width;
            for (int32_t j = 0; j < bship_fleet_length(fleet, layout[i].ship); j++)
                grid[layout[i].y * width + layout[i].x + j * step] += 1.0 / TRUTH;
        }
    }
    print_grid("truth", grid, rules);
    free(grid);
}

int main(int argc, char **argv)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_placer *player = NULL;
    bship_habits *habits = NULL;

    options.strength = argc > 2 ? atof(argv[2]) : 0;
    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, NULL), &error);
    check(bship_rules_new(&rules, fleet, NULL, &error), &error);
    check(bship_placer_new(&player, rules, argc > 1 ? argv[1] : "edge", &options, &error), &error);
    check(bship_habits_new(&habits, rules, NULL, &error), &error);

    play_games(player, habits, argc > 3 ? atoi(argv[3]) : 10);
    print_belief(habits);
    print_learnt(habits);
    print_truth(player);

    bship_habits_free(habits);
    bship_placer_free(player);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return EXIT_SUCCESS;
}
