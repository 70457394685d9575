/*
 * What do the layouts of one player teach? The player is a placement style, one of the library's
 * models of how people lay their ships, such as `edge`.
 *
 *     cc -o habits habits.c $(pkg-config --cflags --libs libbattleship)
 *     ./habits [STYLE [STRENGTH [LAYOUTS]]]
 *
 * observes ten layouts, or as many as you say, and prints what they taught:
 *
 *     10 layouts; there is a habit with probability 1.00
 *
 *     trait         uniform  observed  believed  95% interval
 *     edge             0.29      0.74      0.71  0.60 to 0.83
 *     ...
 *
 * Then come two grids: the probability that a ship covers each cell, as it was learnt and in truth.
 */
#include <battleship/battleship.h>
#include <battleship/experimental/habits.h>
#include <battleship/experimental/placing.h>
#include <stdio.h>
#include <stdlib.h>

enum {
    SIDE = 10, /* of the board */
    CELLS = SIDE * SIDE,
    SHIPS = 5,
    TRUTH = 2000 /* layouts, of which the true shares are taken */
};

static void check(bship_status status, const bship_error *error)
{
    if (status) {
        fprintf(stderr, "habits: %s\n",
                error->text[0] ? error->text : bship_status_message(status));
        exit(EXIT_FAILURE);
    }
}

/* After each game the player's layout is revealed. */
static void observe_games(bship_habits *habits, bship_placer *player, int games)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_placement layout[SHIPS];
    bship_rng rng;
    for (int k = 0; k < games; k++) {
        bship_rng_seed(&rng, 1, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)k);
        check(bship_placer_draw(player, &rng, layout, SHIPS, NULL), &error);
        check(bship_habits_observe(habits, layout, SHIPS, 1.0, &error), &error);
    }
}

static void print_belief(bship_habits *habits)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits_info info = BSHIP_HABITS_INFO_INIT;
    check(bship_habits_describe(habits, &info), &error);
    printf("%d layouts; there is a habit with probability %.2f\n\n", (int)info.observations,
           info.probability);
    printf("trait         uniform  observed  believed  95%% interval\n");
    for (int32_t i = 0; i < bship_enum_count(BSHIP_ENUM_TRAIT); i++) {
        bship_habits_trait_info trait = BSHIP_HABITS_TRAIT_INFO_INIT;
        check(bship_habits_trait(habits, i, &trait), &error);
        printf("%-12s %8.2f  %8.2f  %8.2f  %.2f to %.2f\n", bship_enum_name(BSHIP_ENUM_TRAIT, i),
               trait.uniform, trait.observed, trait.believed, trait.low, trait.high);
    }
}

static void print_grid(const char *title, const double grid[CELLS])
{
    printf("\n%s: P(a ship covers the cell), per cent\n", title);
    for (int i = 0; i < CELLS; i++)
        printf("%6.1f%s", 100 * grid[i], i % SIDE == SIDE - 1 ? "\n" : "");
}

/* Where an AI with these habits expects the ships, before the first shot. */
static void print_learnt(bship_habits *habits, const bship_rules *rules)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_habits_snapshot *snapshot = NULL;
    bship_chart *chart = NULL;
    bship_ai *ai = NULL;
    double scores[CELLS];
    check(bship_habits_snapshot_new(&snapshot, habits, &error), &error);
    check(bship_ai_new(&ai, rules, "posterior", NULL, &error), &error);
    check(bship_ai_set_habits(ai, snapshot), &error);
    check(bship_chart_new(&chart, rules, NULL, &error), &error);
    check(bship_ai_scores(ai, chart, NULL, scores, CELLS), &error);
    print_grid("learnt", scores);
    bship_ai_free(ai);
    bship_chart_free(chart);
    bship_habits_snapshot_unref(snapshot);
}

/* Where the ships of the player lie, in many layouts. */
static void print_truth(bship_placer *player, const bship_rules *rules)
{
    bship_error error = BSHIP_ERROR_INIT;
    bship_board *board = NULL;
    bship_rng rng;
    double grid[CELLS] = { 0 };
    check(bship_board_new(&board, rules, NULL, &error), &error);
    for (int k = 0; k < TRUTH; k++) {
        bship_rng_seed(&rng, 1, BSHIP_RNG_PURPOSE_LAYOUT, (uint64_t)k);
        check(bship_placer_place(player, &rng, board, NULL), &error);
        for (int i = 0; i < CELLS; i++)
            if (bship_board_ship_at(board, (bship_cell){ i % SIDE, i / SIDE }) >= 0)
                grid[i] += 1.0 / TRUTH;
    }
    print_grid("truth", grid);
    bship_board_free(board);
}

int main(int argc, char **argv)
{
    const char *style = argc > 1 ? argv[1] : "edge";
    bship_error error = BSHIP_ERROR_INIT;
    bship_placer_options options = BSHIP_PLACER_OPTIONS_INIT;
    bship_fleet *fleet = NULL;
    bship_rules *rules = NULL;
    bship_placer *player = NULL;
    bship_habits *habits = NULL;

    options.strength = argc > 2 ? atof(argv[2]) : 0; /* 0: that of the style */
    check(bship_fleet_new_preset(&fleet, BSHIP_FLEET_PRESET_CLASSIC, NULL, &error), &error);
    check(bship_rules_new(&rules, fleet, NULL, &error), &error); /* 10x10, default rules */
    check(bship_placer_new(&player, rules, style, &options, &error), &error);
    check(bship_habits_new(&habits, rules, NULL, &error), &error);

    observe_games(habits, player, argc > 3 ? atoi(argv[3]) : 10);
    print_belief(habits);
    print_learnt(habits, rules);
    print_truth(player, rules);

    bship_habits_free(habits);
    bship_placer_free(player);
    bship_rules_unref(rules);
    bship_fleet_unref(fleet);
    return EXIT_SUCCESS;
}
